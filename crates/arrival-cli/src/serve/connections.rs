//! Connections: so many at once, each reads its requests by the clock, and all of them hear that the server stops.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::sleep;

/// How many connections there are at once; others wait until one of them ends. A browser has six.
const MOST_CONNECTIONS: usize = 128;
/// How long the server waits when the system has no connection left to give.
const EXHAUSTED: Duration = Duration::from_secs(1);

/// Answers connections by `routes` until `stop` ends, and then until what is at work has been answered. A connection that
/// does not send the head of a request within `patience`, a byte now and then included, is closed.
pub(super) async fn answer_connections(
    listener: TcpListener,
    routes: Router,
    patience: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut reading = http1::Builder::new();
    reading.timer(TokioTimer::new()).header_read_timeout(patience);
    let service = TowerToHyperService::new(routes);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let stopping = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, place) = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            () = &mut stop => break,
        };
        let connection = stopping.watch(reading.serve_connection(TokioIo::new(stream), service.clone()));
        tokio::spawn(async move {
            let _place = place;
            // A connection that breaks, or is too slow, has nobody left to hear of it.
            let _ = connection.await;
        });
    }
    drop(listener);
    stopping.shutdown().await;
}

/// The next connection, when there is a place for it.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> (TcpStream, OwnedSemaphorePermit) {
    let place = Arc::clone(places).acquire_owned().await.expect("nobody closes the places");
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
            Err(_) => sleep(EXHAUSTED).await,
        }
    }
}
