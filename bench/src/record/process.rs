//! A contestant's process: told apart from its preparations, ended at the limit, heard line by line.

use super::measure::Measured;
use super::{memory, stop};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a process says when it has read and prepared everything: from here on its time counts.
pub(crate) const READY: &str = "ready";

/// How long reading and preparing may take, in limits of the contest.
const PREPARING: u32 = 6;

/// Runs a contestant to its end and reads the last line that it printed. One that prints nothing but [`READY`] before the
/// limit is ended; what it held until then is measured all the same.
pub(crate) fn finish(mut command: Command, limit: Duration) -> Measured {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Measured::not(format!("it could not be started: {error}")),
    };
    let lines = lines_of(&mut child);
    let (mut measured, mut deadline, mut ready) = (None, Instant::now() + limit * PREPARING, false);
    loop {
        match lines.recv_timeout(Duration::from_millis(50)) {
            Ok(line) if line == READY => (deadline, ready) = (Instant::now() + limit, true),
            Ok(line) => measured = serde_json::from_str(&line).ok().or(measured),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if stop::asked() || Instant::now() > deadline => {
                let peak_bytes = memory::peak_of(&child.id().to_string());
                _ = child.kill();
                _ = child.wait();
                let seconds = limit.as_secs();
                let late = if ready { "no answer within" } else { "not ready within six times" };
                let nothing = Measured { peak_bytes, ..Measured::not(format!("{late} {seconds} s")) };
                return measured.unwrap_or(nothing);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let ended = child.wait();
    match (ended.as_ref().is_ok_and(ExitStatus::success), measured) {
        (true, Some(measured)) => measured,
        _ => Measured::not(
            ended.map_or_else(|error| error.to_string(), |status| format!("it ended with {status}")),
        ),
    }
}

/// What the child prints, heard on a thread of its own so that the limit can be kept.
fn lines_of(child: &mut Child) -> Receiver<String> {
    let (said, heard) = channel();
    if let Some(out) = child.stdout.take() {
        std::thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            lines.take_while(|line| said.send(line.clone()).is_ok()).for_each(drop);
        });
    }
    heard
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Measured {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        finish(command, limit)
    }

    const LONG: Duration = Duration::from_secs(600);
    const SHORT: Duration = Duration::from_millis(100);

    #[test]
    fn the_last_line_counts() {
        let script = "echo ready; echo '{\"seconds\":2.0}'; echo '{\"seconds\":1.0,\"peak_bytes\":5}'";
        let measured = shell(script, LONG);
        assert_eq!((measured.seconds, measured.peak_bytes, measured.because), (Some(1.0), Some(5), None));
    }

    #[test]
    fn an_answer_before_the_limit_counts() {
        let measured = shell("echo ready; echo '{\"seconds\":1.0}'; exec sleep 1000", SHORT);
        assert_eq!((measured.seconds, measured.because), (Some(1.0), None));
    }

    #[test]
    fn who_says_nothing_before_the_limit_has_no_time_but_a_peak() {
        let measured = shell("echo ready; exec sleep 1000", SHORT);
        assert_eq!(measured.seconds, None);
        assert_eq!(measured.because.as_deref(), Some("no answer within 0 s"));
        assert_eq!(measured.peak_bytes.is_some(), cfg!(target_os = "linux"));
        let because = shell("exec sleep 1000", SHORT).because;
        assert_eq!(because.as_deref(), Some("not ready within six times 0 s"));
    }

    #[test]
    fn a_process_that_fails_or_does_not_exist_says_so() {
        let because = |script| shell(script, LONG).because.unwrap();
        assert_eq!(because("echo ready; echo '{\"seconds\":1.0}'; exit 3"), "it ended with exit status: 3");
        assert!(because("echo nonsense").starts_with("it ended with exit status: 0"));
        let none = finish(Command::new("no such program"), LONG).because.unwrap();
        assert!(none.starts_with("it could not be started"), "{none}");
    }
}
