//! Work on all cores, while the thread that Python called in keeps an eye on the limits.

use crate::faults::{out_of_budget, unfit};
use crate::watch::PythonHost;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long the watching thread sleeps between two looks.
const NAP: Duration = Duration::from_millis(20);

/// `work` for each number below `count` on `threads` threads (all cores if 0), each with a scratch pad of its own; `gather`
/// receives what it returns, in order, and its first error ends everything.
/// Each piece counts `size` in the progress that is reported. When the limits end, the flag that `work` receives is set
/// and what it returns no longer matters.
pub(crate) fn each<S: Default, T: Send, E: Send>(
    count: usize,
    threads: usize,
    size: u64,
    watch: &mut PythonHost,
    work: impl Fn(usize, &mut S, &AtomicBool) -> T + Sync,
    gather: impl FnMut(T) -> Result<(), E> + Send,
) -> PyResult<Result<(), E>> {
    watch.look_at(0).map_err(|reason| out_of_budget(reason, watch))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(unfit)?;
    let (done, stop, claimed) = (&AtomicU64::new(0), &AtomicBool::new(false), &AtomicUsize::new(0));
    let pieces = &Mutex::new(InOrder { next: 0, early: BTreeMap::new(), gather });
    // Numbers are claimed one after the other, so that few pieces have to wait for their turn.
    let worker = |_: rayon::BroadcastContext<'_>| -> Result<(), E> {
        let mut scratch = S::default();
        loop {
            let number = claimed.fetch_add(1, Ordering::Relaxed);
            if number >= count || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let piece = work(number, &mut scratch, stop);
            done.fetch_add(size, Ordering::Relaxed);
            // If another thread panicked, all that is gathered is dropped with the error below.
            let mut pieces = pieces.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = pieces.add(number, piece) {
                claimed.store(count, Ordering::Relaxed);
                return Err(error);
            }
        }
    };
    let (send, receive) = channel();
    let mut stopped = None;
    let ended = std::thread::scope(|scope| {
        let (pool, worker) = (&pool, &worker);
        // The sender moves into the thread, so that a panic there drops it and the loop below ends (F75).
        let all = scope.spawn(move || {
            // Sending fails only if the thread that listens has panicked.
            let _ = send.send(pool.broadcast(worker));
        });
        let ended = loop {
            match receive.recv_timeout(NAP) {
                Ok(ended) => break Some(ended),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() {
                stopped = watch.look_at(done.load(Ordering::Relaxed)).err();
                stop.store(stopped.is_some(), Ordering::Relaxed);
            }
        };
        // The scope would hand on a panic that is not taken here, past the error below.
        let _ = all.join();
        ended
    });
    match (stopped, ended) {
        (Some(reason), _) => Err(out_of_budget(reason, watch)),
        (None, Some(ended)) => Ok(ended.into_iter().collect()),
        (None, None) => Err(unfit("internal error: a thread of the batch ended early; please report this")),
    }
}

/// Pieces that are gathered in the order of their numbers.
struct InOrder<T, G> {
    next: usize,
    /// Those whose turn has not come.
    early: BTreeMap<usize, T>,
    gather: G,
}

impl<T, E, G: FnMut(T) -> Result<(), E>> InOrder<T, G> {
    fn add(&mut self, number: usize, piece: T) -> Result<(), E> {
        self.early.insert(number, piece);
        while let Some(piece) = self.early.remove(&self.next) {
            self.next += 1;
            (self.gather)(piece)?;
        }
        Ok(())
    }
}
