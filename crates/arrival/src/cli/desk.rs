//! Desks: where a command finds its standard input, leaves its result, and hears that it has to stop.
//!
//! The process has one standard input, one standard output and one Ctrl-C. A command that answers a request has its own:
//! it runs on a thread that sits at a desk, and the four functions through which commands reach the outside world
//! (reading `-`, reading a file, writing, looking at the clock) ask for the desk of their thread first. So a request runs
//! the very code of the command line, and touches no file.

// Without the server nobody sits at a desk.
#![cfg_attr(not(feature = "serve"), allow(dead_code))]

use super::fault::Fault;
use std::cell::RefCell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a request may take, and how it is told to stop.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    /// When its time is up.
    pub(crate) deadline: Instant,
    /// Bytes for the graph, as with `--memory`.
    pub(crate) memory: u64,
    /// Bytes of its result.
    pub(crate) most_output: usize,
    /// Set when nobody waits for the result any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Allowance {
    /// Whether the work has to end, whatever is left of it.
    pub(super) fn is_used_up(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() >= self.deadline
    }
}

#[derive(Debug)]
struct Desk {
    /// Until it is read.
    input: Option<Vec<u8>>,
    output: Vec<u8>,
    allowance: Allowance,
}

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
}

/// Runs `work` on this thread at a desk with `input` as its standard input, and gives back what it wrote. The desk is
/// cleared even if the work panics.
pub(crate) fn at_desk<T>(input: Vec<u8>, allowance: Allowance, work: impl FnOnce() -> T) -> (T, Vec<u8>) {
    struct Cleared;
    impl Drop for Cleared {
        fn drop(&mut self) {
            DESK.set(None);
        }
    }
    DESK.set(Some(Desk { input: Some(input), output: Vec::new(), allowance }));
    let _cleared = Cleared;
    let result = work();
    (result, DESK.take().map_or_else(Vec::new, |desk| desk.output))
}

/// What this thread may take, if it sits at a desk.
pub(super) fn allowance() -> Option<Allowance> {
    DESK.with_borrow(|desk| desk.as_ref().map(|desk| desk.allowance.clone()))
}

/// The bytes of `file` at this thread's desk: its standard input, once, and no file. None if there is no desk.
pub(super) fn bytes_at_desk(file: &str) -> Option<Result<Vec<u8>, Fault>> {
    DESK.with_borrow_mut(|desk| {
        let desk = desk.as_mut()?;
        Some(if file == "-" { desk.input.take().ok_or_else(read_twice) } else { Err(no_files(file)) })
    })
}

/// Where this thread writes `file`, if it sits at a desk: to its result, and no file.
pub(super) fn writer_at_desk(file: &str) -> Option<Result<DeskWriter, Fault>> {
    let at_desk = DESK.with_borrow(Option::is_some);
    at_desk.then(|| if file == "-" { Ok(DeskWriter) } else { Err(no_files(file)) })
}

/// The fault of standard input that is named twice.
pub(super) fn read_twice() -> Fault {
    Fault::Usage("standard input is named twice; it can be read once".to_owned())
}

fn no_files(file: &str) -> Fault {
    Fault::Usage(format!(
        "{}: a request reads and writes no files; run the command itself",
        rotor_graph::quoted(file)
    ))
}

/// The result at this thread's desk; refuses what exceeds the allowance.
#[derive(Debug)]
pub(super) struct DeskWriter;

impl io::Write for DeskWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        DESK.with_borrow_mut(|desk| {
            let desk = desk.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            // What was found when time was up is still worth telling, as long as somebody waits for it.
            if desk.allowance.stop.load(Ordering::Relaxed) {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "nobody waits for this result any more"));
            }
            if desk.output.len() + bytes.len() > desk.allowance.most_output {
                let words = format!("the result has more than {} bytes", desk.allowance.most_output);
                return Err(io::Error::new(io::ErrorKind::StorageFull, words));
            }
            desk.output.extend_from_slice(bytes);
            Ok(bytes.len())
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::time::Duration;

    fn allowance_of(most_output: usize) -> Allowance {
        let deadline = Instant::now() + Duration::from_secs(600);
        Allowance { deadline, memory: 1 << 20, most_output, stop: Arc::default() }
    }

    #[test]
    fn a_desk_has_its_own_input_and_output_and_no_files() {
        let (read, written) = at_desk(b"a: s".to_vec(), allowance_of(8), || {
            let mut out = writer_at_desk("-").unwrap().unwrap();
            out.write_all(b"12345678").unwrap();
            assert_eq!(out.write(b"9").unwrap_err().kind(), io::ErrorKind::StorageFull);
            assert!(bytes_at_desk("/etc/hostname").unwrap().is_err());
            assert!(writer_at_desk("/tmp/x").unwrap().is_err());
            let read = bytes_at_desk("-").unwrap().unwrap();
            assert!(bytes_at_desk("-").unwrap().is_err());
            read
        });
        assert_eq!((&read[..], &written[..]), (&b"a: s"[..], &b"12345678"[..]));
        assert!(allowance().is_none() && bytes_at_desk("-").is_none() && writer_at_desk("-").is_none());
    }

    #[test]
    fn a_panic_clears_the_desk_and_a_stop_ends_the_writing() {
        let panicked =
            std::panic::catch_unwind(|| at_desk(Vec::new(), allowance_of(8), || panic!("on purpose")));
        assert!(panicked.is_err() && allowance().is_none());
        let stopped = allowance_of(8);
        stopped.stop.store(true, Ordering::Relaxed);
        let (written, _) = at_desk(Vec::new(), stopped, || writer_at_desk("-").unwrap().unwrap().write(b"1"));
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
