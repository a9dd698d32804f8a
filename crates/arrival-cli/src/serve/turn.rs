//! Turns: every request begins in a short queue, and one that takes long goes on in places of its own.
//!
//! Few requests take long, and nobody knows in advance which. So a request works in a quick place at first; when it has had
//! its quick time there it leaves the place to others, and waits for one of the places for long work.

use super::limits::Allowance;
use rotor_solve::OutOfBudget;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a request works in a quick place, if it has also asked this often whether it may go on: on a busy machine a
/// small request takes long without doing much.
const QUICK: Duration = Duration::from_millis(40);
const QUICK_CHECKS: u32 = 1000;
/// How often a request that waits for a place for long work looks again.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// The places for long work.
#[derive(Debug, Clone)]
pub(super) struct LongPlaces {
    places: Arc<Semaphore>,
    /// Those who may wait for one.
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
    /// A quick one, where long work goes on, and how often it was asked already whether it may.
    Quick(OwnedSemaphorePermit, LongPlaces, u32),
    /// One for long work.
    Long(#[expect(dead_code, reason = "dropping it frees the place")] OwnedSemaphorePermit),
    /// None any more, because too many wait for a place for long work already.
    SentAway,
}

impl Turn {
    /// A turn that begins in the quick place of this permit.
    pub(super) fn quick(permit: OwnedSemaphorePermit, long: LongPlaces) -> Self {
        Self::Quick(permit, long, 0)
    }

    /// Changes to a place for long work, if the quick time of a request that began at `start` is over.
    pub(super) fn move_on(&mut self, start: Instant, allowance: &Allowance) -> Result<(), OutOfBudget> {
        let Self::Quick(_, _, checks) = self else { return Ok(()) };
        *checks += 1;
        if *checks < QUICK_CHECKS || start.elapsed() < QUICK {
            return Ok(());
        }
        let Self::Quick(quick, LongPlaces { places, waiting }, _) = std::mem::replace(self, Self::SentAway)
        else {
            return Ok(());
        };
        // Those who wait hold memory, so there are few of them.
        let _in_queue = waiting.try_acquire_owned().map_err(|_| OutOfBudget::Time)?;
        drop(quick);
        while start.elapsed() < allowance.time && !allowance.stop.load(Ordering::Relaxed) {
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
