//! Connections: at most a fixed number at once, each sends and reads by the clock, and all of them hear that the server stops.

use super::limits::ServeLimits;
use super::patient_stream::PatientStream;
use super::seat::{Seats, Taken};
use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// How many connections there are at once. A browser has six.
pub(super) const MOST_CONNECTIONS: usize = 128;
/// How long the server waits when the system has no connection left to give.
const EXHAUSTED: Duration = Duration::from_secs(1);

/// Answers connections by `routes` until `stop` ends, and then until what is at work has been answered. A connection is
/// closed if it does not send the head of a request in time, a byte now and then included; if it does not read its
/// answers; and, when all seats are taken, if it has been idle longest.
pub(super) async fn answer_connections(
    listener: TcpListener,
    routes: Router,
    limits: &ServeLimits,
    stop: impl Future<Output = ()>,
) {
    let mut reading = http1::Builder::new();
    reading.timer(TokioTimer::new()).header_read_timeout(limits.head);
    let service = TowerToHyperService::new(routes);
    let seats = Seats::new(MOST_CONNECTIONS);
    let stopping = GracefulShutdown::new();
    let mut stop = pin!(stop);
    for number in 0.. {
        let (stream, taken) = tokio::select! {
            accepted = accept(&listener, &seats, number) => accepted,
            () = &mut stop => break,
        };
        let (seat, service) = (Arc::clone(&taken.seat), service.clone());
        let answering = service_fn(move |request| {
            let (answering, answered) = (seat.answering(), service.call(request));
            async move {
                let _answering = answering;
                answered.await
            }
        });
        let stream = PatientStream::new(stream, Arc::clone(&taken.seat), limits.writing);
        let connection = stopping.watch(reading.serve_connection(TokioIo::new(stream), answering));
        tokio::spawn(async move {
            tokio::select! {
                // A connection that breaks, or is too slow, has no reader left to tell.
                _ = connection => {}
                () = taken.seat.lost.notified() => {}
            }
        });
    }
    drop(listener);
    stopping.shutdown().await;
}

/// The next connection, when there is a seat for it.
async fn accept(listener: &TcpListener, seats: &Arc<Seats>, number: u64) -> (TcpStream, Taken) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, seats.take(number).await),
            Err(_) => sleep(EXHAUSTED).await,
        }
    }
}
