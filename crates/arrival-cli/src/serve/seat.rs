//! Seats: a connection has one, and loses it to a newcomer if it has kept the server waiting longest.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep};

/// How long a connection may be idle before a newcomer may have its seat. The one that has been idle longest loses it, so
/// a connection in use keeps its seat although this is short; longer, and newcomers wait while others fill all seats.
const LEAST_IDLE: Duration = Duration::from_millis(20);
/// How often a newcomer that finds no seat looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// What is known of a connection.
#[derive(Debug)]
pub(super) struct Seat {
    /// How many of its requests are being answered; then it is the client that waits.
    answering: AtomicUsize,
    last_moved: Mutex<Instant>,
    pub(super) lost: Notify,
}

impl Seat {
    fn new() -> Self {
        Self { answering: AtomicUsize::new(0), last_moved: Mutex::new(Instant::now()), lost: Notify::new() }
    }

    /// Bytes have come or gone.
    pub(super) fn moved(&self) {
        *self.last_moved.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Held while a request is answered.
    pub(super) fn answering(self: &Arc<Self>) -> Answering {
        self.answering.fetch_add(1, Ordering::Relaxed);
        Answering(Arc::clone(self))
    }

    /// Since when the server waits for the client, if it does.
    fn idle_since(&self) -> Option<Instant> {
        let moved = *self.last_moved.lock().unwrap_or_else(PoisonError::into_inner);
        (self.answering.load(Ordering::Relaxed) == 0).then_some(moved)
    }
}

/// See [`Seat::answering`].
pub(super) struct Answering(Arc<Seat>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
        self.0.moved();
    }
}

/// All seats.
#[derive(Debug)]
pub(super) struct Seats {
    free: Arc<Semaphore>,
    taken: Mutex<BTreeMap<u64, Arc<Seat>>>,
}

impl Seats {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { free: Arc::new(Semaphore::new(most)), taken: Mutex::default() })
    }

    /// A seat, when one is free or can be taken from a connection that is idle.
    pub(super) async fn take(self: &Arc<Self>, number: u64) -> Taken {
        loop {
            if let Ok(permit) = Arc::clone(&self.free).try_acquire_owned() {
                let seat = Arc::new(Seat::new());
                self.table(|taken| taken.insert(number, Arc::clone(&seat)));
                return Taken { seats: Arc::clone(self), number, seat, _permit: permit };
            }
            self.free_the_most_idle();
            sleep(LOOK_AGAIN).await;
        }
    }

    fn free_the_most_idle(&self) {
        let most_idle = self.table(|taken| {
            let idle = taken.values().filter_map(|seat| Some((seat.idle_since()?, seat)));
            idle.min_by_key(|(since, _)| *since).map(|(since, seat)| (since, Arc::clone(seat)))
        });
        if let Some((since, seat)) = most_idle
            && since.elapsed() >= LEAST_IDLE
        {
            seat.lost.notify_one();
        }
    }

    fn table<T>(&self, with: impl FnOnce(&mut BTreeMap<u64, Arc<Seat>>) -> T) -> T {
        with(&mut self.taken.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A seat that is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Taken {
    seats: Arc<Seats>,
    number: u64,
    pub(super) seat: Arc<Seat>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.seats.table(|taken| taken.remove(&self.number));
    }
}
