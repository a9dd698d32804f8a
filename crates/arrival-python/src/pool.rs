//! Work on all cores, while the thread that Python called in keeps an eye on the limits.

use crate::faults::{out_of_budget, unfit};
use crate::watch::PythonHost;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long the watching thread sleeps between two looks.
const NAP: Duration = Duration::from_millis(20);

/// `work` for each number below `count`, in order, on `threads` threads (all cores if 0), each with a scratch pad of its own.
/// Each piece counts `size` in the progress that is reported. When the limits end, the flag that `work` receives is set
/// and what it returns no longer matters.
pub(crate) fn each<S: Default, T: Send>(
    count: usize,
    threads: usize,
    size: u64,
    watch: &mut PythonHost,
    work: impl Fn(usize, &mut S, &AtomicBool) -> T + Sync,
) -> PyResult<Vec<T>> {
    watch.look_at(0).map_err(|reason| out_of_budget(reason, watch))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(unfit)?;
    let (done, stop, work) = (&AtomicU64::new(0), &AtomicBool::new(false), &work);
    let all = move || -> Vec<T> {
        let piece = |scratch: &mut S, number| {
            let found = work(number, scratch, stop);
            done.fetch_add(size, Ordering::Relaxed);
            found
        };
        (0..count).into_par_iter().map_init(S::default, piece).collect()
    };
    let (send, receive) = channel();
    let mut stopped = None;
    let found = std::thread::scope(|scope| {
        let pool = &pool;
        // The sender moves into the thread, so that a panic there drops it and the loop below ends (F75).
        let worker = scope.spawn(move || {
            // Sending fails only if the thread that listens has panicked.
            let _ = send.send(pool.install(all));
        });
        let found = loop {
            match receive.recv_timeout(NAP) {
                Ok(found) => break Some(found),
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() {
                stopped = watch.look_at(done.load(Ordering::Relaxed)).err();
                stop.store(stopped.is_some(), Ordering::Relaxed);
            }
        };
        // The scope would hand on a panic that is not taken here, past the error below.
        let _ = worker.join();
        found
    });
    match (stopped, found) {
        (Some(reason), _) => Err(out_of_budget(reason, watch)),
        (None, Some(found)) => Ok(found),
        (None, None) => Err(unfit("internal error: a thread of the batch ended early; please report this")),
    }
}
