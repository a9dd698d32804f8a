//! Interruptions: Ctrl-C and the request to terminate, and the end of work that does not look up for them.
//!
//! Work that asks [`Limits`](super::limits::Limits) hears of them there, and says what is known. All other work, such as
//! reading, judging a certificate or writing, has nothing to say yet: it ends where it stands, and takes the file with it
//! that it was writing.

use super::fault::Fault;
use rotor_solve::OutOfBudget;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How many pieces of work will look up.
static LOOKING_UP: AtomicUsize = AtomicUsize::new(0);
/// The file that is being written, under the name it has until it is whole.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Hears Ctrl-C and the request to terminate from now on; to be called before there is another thread.
#[cfg(unix)]
pub(super) fn listen() {
    use nix::sys::signal::{SigSet, Signal};
    // Blocked in every thread, they wait for the one that asks for them. A hang-up keeps its meaning, which is none
    // under nohup.
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM].into_iter().collect();
    if signals.thread_block().is_err() {
        return;
    }
    let waiting = thread::Builder::new().spawn(move || {
        while signals.wait().is_ok() {
            interrupt();
        }
    });
    // Where nobody can wait for them, they keep their usual meaning.
    let _ = waiting.is_err() && signals.thread_unblock().is_ok();
}

/// Hears Ctrl-C from now on.
#[cfg(not(unix))]
pub(super) fn listen() {
    // Where no handler can be set, Ctrl-C keeps its usual meaning.
    let _ = ctrlc::set_handler(interrupt);
}

fn interrupt() {
    let again = INTERRUPTED.swap(true, Ordering::SeqCst);
    if again || LOOKING_UP.load(Ordering::SeqCst) == 0 {
        leave(OutOfBudget::Interrupted);
    }
}

/// Ends the process from another thread than the one that works.
fn leave(reason: OutOfBudget) -> ! {
    if let Some(file) = UNFINISHED.lock().ok().and_then(|mut file| file.take()) {
        // A file that is no longer there under this name is whole.
        let _ = std::fs::remove_file(file);
    }
    let mut screen = std::io::stderr();
    if screen.is_terminal() {
        // Over a progress bar, if there is one.
        let _ = write!(screen, "\r\x1b[2K");
    }
    let fault = Fault::from(reason);
    let code = fault.code();
    fault.report();
    std::process::exit(code.into())
}

/// Whether the process was asked to end.
pub(super) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Held by work that asks now and then whether it was [`interrupted`].
#[derive(Debug)]
pub(super) struct LookingUp(());

impl LookingUp {
    pub(super) fn begin() -> Self {
        LOOKING_UP.fetch_add(1, Ordering::SeqCst);
        Self(())
    }
}

impl Clone for LookingUp {
    fn clone(&self) -> Self {
        Self::begin()
    }
}

impl Drop for LookingUp {
    fn drop(&mut self) {
        LOOKING_UP.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Held while a file is written under another name, which goes if the process does.
pub(super) struct Unfinished(());

impl Unfinished {
    pub(super) fn begin(file: &Path) -> Self {
        Self::note(Some(file.to_owned()));
        Self(())
    }

    fn note(file: Option<PathBuf>) {
        if let Ok(mut unfinished) = UNFINISHED.lock() {
            *unfinished = file;
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        Self::note(None);
    }
}

/// Held by work that does not look at the clock: the process ends if it is still held at the deadline.
pub(super) struct Alarm(Option<(Sender<()>, JoinHandle<()>)>);

impl Alarm {
    pub(super) fn at(deadline: Option<Instant>) -> Self {
        let Some(deadline) = deadline else { return Self(None) };
        let (held, released) = channel();
        let wait = move || {
            let left = deadline.saturating_duration_since(Instant::now());
            if released.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                leave(OutOfBudget::Time);
            }
        };
        // Without a thread the clock is looked at when the work is done.
        let waiting = thread::Builder::new().spawn(wait);
        Self(waiting.ok().map(|waiting| (held, waiting)))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some((held, waiting)) = self.0.take() {
            drop(held);
            // If it has gone off, nothing is said beside it.
            let _ = waiting.join();
        }
    }
}
