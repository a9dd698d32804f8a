//! Interruptions: Ctrl-C, SIGTERM, SIGHUP and deadlines, also for work that never checks for them.
//!
//! Answering a request checks the limits of its context, hears of an interruption there, and reports what is known. Everything
//! else (waiting for input, writing a file) has nothing to report: it ends where it stands, and takes the file with it that
//! it was writing.

use crate::terminal::report;
use arrival::{ExitCode, Fault};
use rotor_graph::Stop;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long work that checks its limits may take to end: a step of it, such as laying out a picture, may be long.
const GRACE: Duration = Duration::from_secs(2);

/// What the thread that waits for signals shares with the others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupts(Arc<State>);

#[derive(Debug, Default)]
struct State {
    interrupted: AtomicBool,
    /// How many pieces of work check their limits.
    checking: AtomicUsize,
    /// The file that is being written, under the name it has until it is complete.
    unfinished: Mutex<Option<PathBuf>>,
    /// Whether a thread has begun to report why the session ends. The alarm and the work that it ends may both find that time
    /// is up; only the first of them says so.
    reported: AtomicBool,
}

impl Interrupts {
    /// Listens for signals from now on.
    ///
    /// They are handled in whichever thread they come to. Blocking them and waiting for them would need every thread of the
    /// process to block them, and in Python numpy has started its own threads before the program runs.
    #[cfg(unix)]
    pub(crate) fn listen() -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        let interrupts = Self::default();
        let listener = interrupts.clone();
        let (listening, ready) = channel();
        // Where no thread can wait for them, they keep their usual meaning.
        let waiting = thread::Builder::new().spawn(move || {
            let heard = [SIGINT, SIGTERM].into_iter().chain((!ignores_hang_ups()).then_some(SIGHUP));
            let mut signals = Signals::new(heard);
            drop(listening);
            for _ in signals.iter_mut().flat_map(Signals::forever) {
                listener.interrupt();
            }
        });
        if waiting.is_ok() {
            // Returns when the thread has dropped its end: a signal that comes after that is heard.
            let _: Result<(), _> = ready.recv();
        }
        interrupts
    }

    /// Listens for Ctrl-C from now on.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> Self {
        let interrupts = Self::default();
        let listener = interrupts.clone();
        // Where no handler can be set, Ctrl-C keeps its usual meaning.
        let _ = ctrlc::set_handler(move || listener.interrupt());
        interrupts
    }

    fn interrupt(&self) {
        let again = self.0.interrupted.swap(true, Ordering::SeqCst);
        if again || !self.is_checking() {
            self.leave(&Fault::from(Stop::Interrupted));
        }
    }

    fn is_checking(&self) -> bool {
        self.0.checking.load(Ordering::SeqCst) > 0
    }

    /// Reports the fault that ends the session, unless another thread is ending the process with its own report.
    pub(crate) fn report(&self, fault: &Fault) -> ExitCode {
        while self.0.reported.swap(true, Ordering::SeqCst) {
            thread::park();
        }
        report(fault)
    }

    /// Ends the process where it stands, with an exit code and words.
    pub(crate) fn leave(&self, fault: &Fault) -> ! {
        self.0.reported.store(true, Ordering::SeqCst);
        if let Some(file) = self.0.unfinished.lock().ok().and_then(|mut file| file.take()) {
            // A file that is no longer there under this name is complete.
            let _ = std::fs::remove_file(file);
        }
        let mut screen = std::io::stderr();
        if screen.is_terminal() {
            // Over a progress bar, if there is one.
            let _ = write!(screen, "\r\x1b[2K");
        }
        std::process::exit(report(fault).number().into())
    }

    /// Whether the process was asked to end.
    pub(crate) fn interrupted(&self) -> bool {
        self.0.interrupted.load(Ordering::SeqCst)
    }

    /// Held by work that checks now and then whether it was [`interrupted`](Self::interrupted).
    pub(crate) fn checking(&self) -> impl Drop + use<> {
        self.0.checking.fetch_add(1, Ordering::SeqCst);
        let state = Arc::clone(&self.0);
        AtTheEnd(move || _ = state.checking.fetch_sub(1, Ordering::SeqCst))
    }

    /// Held while `file` is written; removed if the process ends meanwhile.
    pub(crate) fn unfinished(&self, file: &Path) -> impl Drop + use<> {
        self.note(Some(file.to_owned()));
        let interrupts = self.clone();
        AtTheEnd(move || interrupts.note(None))
    }

    fn note(&self, file: Option<PathBuf>) {
        if let Ok(mut unfinished) = self.0.unfinished.lock() {
            *unfinished = file;
        }
    }

    /// Ends the process if the returned guard is still held at `deadline`: at once if the work at hand does not check its
    /// limits, else after a while in which it should have.
    pub(crate) fn alarm(&self, deadline: Option<Instant>) -> Option<Alarm> {
        let deadline = deadline?;
        let (held, released) = channel();
        let interrupts = self.clone();
        let wait = move || {
            let sleeps = |until: Instant| {
                let left = until.saturating_duration_since(Instant::now());
                released.recv_timeout(left) == Err(RecvTimeoutError::Timeout)
            };
            // Looked at again after the grace period: by then the work may have started or stopped checking its limits.
            let is_late = sleeps(deadline) && (!interrupts.is_checking() || sleeps(deadline + GRACE));
            // Work that has ended in the meantime is reporting it.
            if is_late && !interrupts.0.reported.swap(true, Ordering::SeqCst) {
                interrupts.leave(&Fault::from(Stop::Time));
            }
        };
        // Without a thread only work that checks its limits ends in time.
        thread::Builder::new().spawn(wait).ok().map(|_| Alarm(held))
    }
}

/// Whether the process was started to survive a hang-up, as under nohup; also where that cannot be found out.
#[cfg(unix)]
fn ignores_hang_ups() -> bool {
    let ignored = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    // Bit 0 stands for signal 1, SIGHUP.
    ignored.is_none_or(|mask| mask & 1 == 1)
}

/// What is done when something is no longer held.
struct AtTheEnd<F: FnMut()>(F);

impl<F: FnMut()> Drop for AtTheEnd<F> {
    fn drop(&mut self) {
        self.0();
    }
}

/// See [`Interrupts::alarm`].
pub(crate) struct Alarm(#[expect(dead_code, reason = "dropping it is what releases the alarm")] Sender<()>);
