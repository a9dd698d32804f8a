//! Turns: every request begins in a short queue, and one that takes long goes on in places of its own.
//!
//! Few requests take long, and which ones is not known in advance. So a request works in a quick place at first; when it has
//! had its quick time there it leaves the place to others, waits for one of the places for long work, and goes on there at a
//! low priority, so that quick requests find a free processor.

use super::processor::{worked, yield_to_others};
use rotor_solve::OutOfBudget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a request works in a quick place: on the processor, since on a busy machine a small request takes long without
/// doing much. Every request has a thread of its own, so this is the time of the thread. Long requests have this much of the
/// quick places too before they leave them: with 50 ms they took most of two cores in `cargo xtask soak`, with 20 ms four of
/// 132,590 small requests were turned away, and with 30 ms none of 108,625.
const QUICK: Duration = Duration::from_millis(30);
/// How often a request that waits for a place for long work looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// The places for long work.
#[derive(Debug, Clone)]
pub(super) struct LongPlaces {
    places: Arc<Semaphore>,
    /// Those that may wait for one.
    waiting: Arc<Semaphore>,
}

impl LongPlaces {
    pub(super) fn new(places: usize, waiting: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), waiting: Arc::new(Semaphore::new(waiting)) }
    }
}

/// The place that a request has.
#[derive(Debug, Default)]
pub(super) enum Turn {
    /// None, because it was not asked over the network.
    #[default]
    Unplaced,
    /// A quick one, and where long work goes on.
    Quick(OwnedSemaphorePermit, LongPlaces),
    /// One for long work.
    Long(#[expect(dead_code, reason = "dropping it frees the place")] OwnedSemaphorePermit),
    /// None any more, because too many wait for a place for long work already.
    SentAway,
}

impl Turn {
    /// Changes to a place for long work, if the quick time of a request that began at `start` is over.
    pub(super) fn move_on(
        &mut self,
        start: Instant,
        time: Duration,
        stop: &AtomicBool,
    ) -> Result<(), OutOfBudget> {
        if !matches!(self, Self::Quick(..)) || worked().unwrap_or_else(|| start.elapsed()) < QUICK {
            return Ok(());
        }
        let Self::Quick(quick, LongPlaces { places, waiting }) = std::mem::replace(self, Self::SentAway)
        else {
            return Ok(());
        };
        // Those that wait hold memory, so there are few of them.
        let _in_queue = waiting.try_acquire_owned().map_err(|_| OutOfBudget::Time)?;
        drop(quick);
        yield_to_others();
        while start.elapsed() < time && !stop.load(Ordering::Relaxed) {
            if let Ok(permit) = Arc::clone(&places).try_acquire_owned() {
                *self = Self::Long(permit);
                return Ok(());
            }
            sleep(LOOK_AGAIN);
        }
        *self = Self::Unplaced;
        Err(OutOfBudget::Time)
    }

    /// Whether it was sent away.
    pub(super) fn is_sent_away(&self) -> bool {
        matches!(self, Self::SentAway)
    }
}
