//! Load: how many requests work in parallel and how many wait; work ends when its client is gone.

use super::limits::{Allowance, ServeLimits};
use super::processor::yield_to_others;
use super::status::Refused;
use super::turn::{LongPlaces, Turn};
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

/// The places for requests at work, and how many requests wait for one.
#[derive(Debug)]
pub(super) struct Load {
    limits: ServeLimits,
    places: Arc<Semaphore>,
    /// Those for requests with a large body, which takes long to read, so that they keep no place from small ones.
    large_places: Arc<Semaphore>,
    long: LongPlaces,
    waiting: AtomicUsize,
    /// Requests with a large body that wait, of which there are fewer: their bodies take room.
    large_waiting: AtomicUsize,
}

/// A body of more bytes is large.
const LARGE: usize = 256 << 10;

/// How much later than its limit a request is given up, if it works without looking at the clock.
const GRACE: Duration = Duration::from_secs(5);

impl Load {
    pub(super) fn new(limits: ServeLimits) -> Self {
        Self {
            limits,
            places: Arc::new(Semaphore::new(limits.at_once)),
            large_places: Arc::new(Semaphore::new(limits.at_once.div_ceil(4))),
            long: LongPlaces::new(limits.at_once.div_ceil(2), limits.at_once),
            waiting: AtomicUsize::new(0),
            large_waiting: AtomicUsize::new(0),
        }
    }

    /// Runs `work`, on a body of that many bytes, when a place is free, on a thread of its own. When the caller is gone, or
    /// time is up, the work is told to stop; its place is free when it has ended.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        body: usize,
        work: impl FnOnce(Allowance) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let permit = {
            let ServeLimits { waiting, at_once, time, .. } = self.limits;
            let (places, queue, most) = if body > LARGE {
                (&self.large_places, &self.large_waiting, at_once)
            } else {
                (&self.places, &self.waiting, waiting + at_once)
            };
            let _place = Place::take(queue, most)?;
            let permit = timeout(time, Arc::clone(places).acquire_owned()).await;
            let permit = permit.map_err(|_| Place::none())?;
            permit.map_err(|_| Refused::new(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping"))?
        };
        let stop = StopOnDrop(Arc::default());
        let turn = Turn::Quick(permit, self.long.clone());
        let allowance = self.limits.allowance(Arc::clone(&stop.0), turn);
        let (send, receive) = oneshot::channel();
        let working = std::thread::Builder::new().name("request".to_owned()).spawn(move || {
            if body > LARGE {
                yield_to_others();
            }
            // Sending fails if the client is gone; a panic drops the sender.
            let _ = send.send(work(allowance));
        });
        working.map_err(|error| {
            let words = format!("the system has no thread left ({error}); try again later");
            Refused::new(StatusCode::SERVICE_UNAVAILABLE, words)
        })?;
        match timeout(self.limits.time + GRACE, receive).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) => Err(broken()),
            Err(_) => Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, "out of time")),
        }
    }
}

fn broken() -> Refused {
    let words = "this request made the program fail; the server goes on. Please report the graph";
    Refused::new(StatusCode::INTERNAL_SERVER_ERROR, words)
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
        if queue.fetch_add(1, Ordering::Relaxed) >= most { Err(Self::none()) } else { Ok(place) }
    }

    /// The answer to a request that finds no place.
    fn none() -> Refused {
        let words = "too many requests are waiting already; try again later";
        Refused::new(StatusCode::SERVICE_UNAVAILABLE, words)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
