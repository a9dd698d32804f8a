//! A socket whose client has to read: a connection that takes its answers too slowly is closed (F76).

use super::seat::Seat;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// A client that reads this many bytes a second may take as long as it likes.
const SLOWEST: u32 = 16 << 10;

/// A socket, and how much longer it may keep the server waiting.
#[derive(Debug)]
pub(super) struct PatientStream {
    stream: TcpStream,
    seat: Arc<Seat>,
    most: Duration,
    /// Waiting uses it up, and every byte that is read gives some of it back.
    left: Duration,
    blocked: Option<Instant>,
    alarm: Pin<Box<Sleep>>,
}

impl PatientStream {
    pub(super) fn new(stream: TcpStream, seat: Arc<Seat>, most: Duration) -> Self {
        Self { stream, seat, most, left: most, blocked: None, alarm: Box::pin(sleep(most)) }
    }

    fn wrote(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                let waited = self.blocked.take().map_or(Duration::ZERO, |since| since.elapsed());
                let earned = Duration::from_secs(bytes as u64) / SLOWEST;
                self.left = (self.left.saturating_sub(waited) + earned).min(self.most);
                self.seat.moved();
                Poll::Ready(Ok(bytes))
            }
            Poll::Pending => {
                if self.blocked.is_none() {
                    let now = Instant::now();
                    self.blocked = Some(now);
                    self.alarm.as_mut().reset(now + self.left);
                }
                ready!(self.alarm.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
            failed => failed,
        }
    }
}

impl AsyncRead for PatientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.seat.moved();
        }
        read
    }
}

impl AsyncWrite for PatientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.wrote(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
