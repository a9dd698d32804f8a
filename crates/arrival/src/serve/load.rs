//! Load: so many requests work at once, a few more wait, and nobody works for a browser that has gone.

use super::limits::ServeLimits;
use super::status::Refused;
use crate::cli::reply::Allowance;
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

/// The desks of a server, and how many wait for one.
#[derive(Debug)]
pub(super) struct Load {
    limits: ServeLimits,
    desks: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// How much later than its limit a request is given up, if it works without looking at the clock.
const GRACE: Duration = Duration::from_secs(5);

impl Load {
    pub(super) fn new(limits: ServeLimits) -> Self {
        Self { limits, desks: Arc::new(Semaphore::new(limits.at_once)), waiting: AtomicUsize::new(0) }
    }

    /// Runs `work` when a desk is free, away from the threads that answer the network. When the caller is gone, or time
    /// is up, the work hears it; its desk is free when it has ended.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Allowance) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = {
            let _place = Place::take(&self.waiting, self.limits.waiting + self.limits.at_once)?;
            let permit = Arc::clone(&self.desks).acquire_owned().await;
            permit.map_err(|_| Refused(StatusCode::SERVICE_UNAVAILABLE, "the server stops".to_owned()))?
        };
        let stop = StopOnDrop(Arc::default());
        let allowance = self.limits.allowance(Arc::clone(&stop.0));
        let working = spawn_blocking(move || {
            let _permit = permit;
            work(allowance)
        });
        match timeout(self.limits.time + GRACE, working).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(ended)) => Err(fault_of(&ended)),
            Err(_) => Err(Refused(StatusCode::SERVICE_UNAVAILABLE, "out of time".to_owned())),
        }
    }
}

fn fault_of(ended: &JoinError) -> Refused {
    if ended.is_panic() {
        let words =
            "this request broke something in the program; the server goes on. Please report the graph";
        Refused(StatusCode::INTERNAL_SERVER_ERROR, words.to_owned())
    } else {
        Refused(StatusCode::SERVICE_UNAVAILABLE, "the server stops".to_owned())
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
            return Err(Refused(StatusCode::SERVICE_UNAVAILABLE, words.to_owned()));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
