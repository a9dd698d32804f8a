//! Load: how many requests work in parallel and how many wait; work ends when its client is gone.

use super::limits::{Allowance, ServeLimits};
use super::status::Refused;
use super::turn::{LongPlaces, Turn};
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

/// The places for requests at work, and how many requests wait for one.
#[derive(Debug)]
pub(super) struct Load {
    limits: ServeLimits,
    places: Arc<Semaphore>,
    long: LongPlaces,
    waiting: AtomicUsize,
}

/// How much later than its limit a request is given up, if it works without looking at the clock.
const GRACE: Duration = Duration::from_secs(5);

impl Load {
    pub(super) fn new(limits: ServeLimits) -> Self {
        let places = Arc::new(Semaphore::new(limits.at_once));
        Self {
            limits,
            places,
            long: LongPlaces::new(limits.at_once.div_ceil(2), limits.at_once),
            waiting: AtomicUsize::new(0),
        }
    }

    /// Runs `work` when a place is free, away from the threads that answer the network. When the caller is gone, or time
    /// is up, the work hears it; its place is free when it has ended.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Allowance) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = {
            let _place = Place::take(&self.waiting, self.limits.waiting + self.limits.at_once)?;
            let permit = Arc::clone(&self.places).acquire_owned().await;
            permit.map_err(|_| Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server stops"))?
        };
        let stop = StopOnDrop(Arc::default());
        let turn = Turn::quick(permit, self.long.clone());
        let allowance = self.limits.allowance(Arc::clone(&stop.0), turn);
        let working = spawn_blocking(move || work(allowance));
        match timeout(self.limits.time + GRACE, working).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(ended)) => Err(fault_of(&ended)),
            Err(_) => Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, "out of time")),
        }
    }
}

fn fault_of(ended: &JoinError) -> Refused {
    if ended.is_panic() {
        let words =
            "this request broke something in the program; the server goes on. Please report the graph";
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    } else {
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server stops")
    }
}

/// Tells the work to stop when the request is answered, given up or gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A place in the queue.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(queue: &'a AtomicUsize, most: usize) -> Result<Self, Refused> {
        let place = Self(queue);
        if queue.fetch_add(1, Ordering::Relaxed) >= most {
            let words = "too many requests wait already; try again later";
            return Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, words));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
