//! Bytes in transit: bodies and answers of all connections together take a bounded part of the memory.

use super::limits::ServeLimits;
use super::status::Refused;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::StatusCode;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Permits are counted in these, because a semaphore hands out at most 2³² at once.
const UNIT: usize = 1 << 10;

/// The room that is left.
#[derive(Debug, Clone)]
pub(super) struct Transit {
    room: Arc<Semaphore>,
    most_body: usize,
}

/// Bytes that take room until they are dropped.
#[derive(Debug)]
pub(super) struct Carried {
    bytes: Vec<u8>,
    room: Option<OwnedSemaphorePermit>,
}

impl AsRef<[u8]> for Carried {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Transit {
    pub(super) fn new(limits: &ServeLimits) -> Self {
        Self { room: Arc::new(Semaphore::new(limits.transit / UNIT)), most_body: limits.body }
    }

    /// Reads a body; each piece takes room as it comes, so that a long one that was only announced takes none.
    pub(super) async fn read(&self, mut body: Body) -> Result<Carried, Refused> {
        let mut carried = Carried { bytes: Vec::new(), room: None };
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let broken =
                |error| Refused::new(StatusCode::BAD_REQUEST, format!("the body broke off: {error}"));
            let Ok(piece) = frame.map_err(broken)?.into_data() else { continue };
            let size = carried.bytes.len() + piece.len();
            if size > self.most_body {
                let words =
                    format!("the body has more than {} bytes; run the command itself", self.most_body);
                return Err(Refused::new(StatusCode::PAYLOAD_TOO_LARGE, words));
            }
            self.make_room(&mut carried.room, size)?;
            carried.bytes.extend_from_slice(&piece);
        }
        Ok(carried)
    }

    /// An answer, which takes room until it has been read.
    pub(super) fn send(&self, bytes: Vec<u8>) -> Result<Bytes, Refused> {
        let mut room = None;
        self.make_room(&mut room, bytes.len())?;
        Ok(Bytes::from_owner(Carried { bytes, room }))
    }

    /// Lets `room` be enough for `size` bytes.
    fn make_room(&self, room: &mut Option<OwnedSemaphorePermit>, size: usize) -> Result<(), Refused> {
        let units = size.div_ceil(UNIT) - room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = u32::try_from(units)
            .ok()
            .and_then(|units| Arc::clone(&self.room).try_acquire_many_owned(units).ok());
        let more = more.ok_or_else(|| {
            let words = "the server is busy with other requests; try again later";
            Refused::new(StatusCode::SERVICE_UNAVAILABLE, words)
        })?;
        match room {
            Some(room) => room.merge(more),
            None => *room = Some(more),
        }
        Ok(())
    }
}
