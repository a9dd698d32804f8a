//! Measuring: each subject in a process of its own, told apart from its preparations, ended at the limit, heard line by line;
//! its time and its peak memory.

use crate::contest::{Contest, start_of};
use crate::parts::PARTS;
use crate::record::stopped;
use crate::subjects::{Answer, By, Given, Subject, find, heads_and_rotors};
use clap::Args;
use rotor_format::ilp::write_lp;
use rotor_graph::{Instance, VertexId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Which instance.
pub(crate) struct Wanted<'c> {
    pub(crate) contest: &'c Contest,
    pub(crate) size: u32,
    /// A folder for what others have to read.
    pub(crate) scratch: &'c Path,
}

/// What was measured, or why nothing was.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Measured {
    /// The least time of all rounds.
    pub(crate) seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<u32>,
    /// The most memory that the process held during the first round, the instance included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) peak_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) vertices: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) arcs: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) steps: Option<u64>,
    /// The binary digits of the number of steps, by those who know it without walking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bits: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) because: Option<String>,
}

impl Measured {
    /// Prints itself as a line, at once.
    fn say(&self) {
        println!("{}", serde_json::to_string(self).expect("plain data"));
    }

    pub(crate) fn not(because: impl Into<String>) -> Self {
        Self { because: Some(because.into()), ..Self::default() }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because = self.because.as_deref().unwrap_or("nothing measured");
        match (self.seconds, self.peak_bytes.map(|bytes| bytes as f64 / 1e6)) {
            (None, None) => write!(f, "{because}"),
            (None, Some(peak)) => write!(f, "{because}, {peak:.0} MB"),
            (Some(seconds), None) => write!(f, "{seconds:.3e} s"),
            (Some(seconds), Some(peak)) => write!(f, "{seconds:.3e} s {peak:6.0} MB"),
        }
    }
}

/// A contestant is asked again until it took this long in all, and at least thrice.
const ENOUGH: Duration = Duration::from_millis(200);
/// From here on a run leaves the caches, and others on the machine disturb it more, so it is asked longer.
const DISTURBED: Duration = Duration::from_millis(5);
const ENOUGH_IF_DISTURBED: Duration = Duration::from_secs(1);
const LEAST_ROUNDS: u32 = 3;
/// Beyond this it is asked once.
const LONG: Duration = Duration::from_secs(2);

/// Measures a contestant of ours in this process and prints what it measured as JSON, after the first round and after the last.
#[derive(Args)]
pub(crate) struct Wish {
    contestant: String,
    part: String,
    contest: String,
    size: u32,
}

/// The child's side.
pub(crate) fn child(Wish { contestant, part, contest, size }: &Wish) -> ExitCode {
    let mut contests = PARTS.into_iter().flat_map(|(_, contests)| contests);
    let contest = contests.find(|known| known.part == part && known.id == contest);
    let Some(contest) = contest else { return ExitCode::from(2) };
    let By::Ours(make) = find(contestant).by else { return ExitCode::from(2) };
    let instance = contest.instance(*size);
    let mut run = make(&instance);
    println!("{READY}");
    forget_the_peak();
    let (Answer { text, steps, bits, because }, first) = time(&mut run);
    let graph = instance.graph();
    let mut measured = Measured {
        seconds: because.is_none().then_some(first.as_secs_f64()),
        rounds: Some(1),
        peak_bytes: peak_of("self"),
        vertices: Some(graph.vertex_count()),
        arcs: Some(graph.arc_count()),
        steps,
        bits,
        answer: text,
        because,
    };
    measured.say();
    if measured.because.is_some() {
        return ExitCode::SUCCESS;
    }
    let enough = if first < DISTURBED { ENOUGH } else { ENOUGH_IF_DISTURBED };
    let (mut best, mut all, mut rounds) = (first, first, 1);
    while first < LONG && (rounds < LEAST_ROUNDS || all < enough) {
        let (_, took) = time(&mut run);
        best = best.min(took);
        all += took;
        rounds += 1;
    }
    (measured.seconds, measured.rounds) = (Some(best.as_secs_f64()), Some(rounds));
    measured.say();
    ExitCode::SUCCESS
}

/// Runs a contestant of ours in a child process.
pub(crate) fn in_a_child(subject: &Subject, wanted: &Wanted<'_>, limit: Duration) -> Measured {
    let Ok(bench) = std::env::current_exe() else {
        return Measured::not("the program does not know its place");
    };
    let Wanted { contest, size, .. } = wanted;
    let mut command = Command::new(bench);
    command.args(["measure", subject.id, contest.part, contest.id, &size.to_string()]);
    finish(command, limit)
}

/// Runs a script of `bench/peers` on the instance, written as plain numbers, with what else it is given.
pub(crate) fn in_python(
    python: &Path,
    script: &str,
    given: Given,
    wanted: &Wanted<'_>,
    limit: Duration,
) -> Measured {
    let instance = wanted.contest.instance(wanted.size);
    let (numbers, program) = (wanted.scratch.join("instance.u32"), wanted.scratch.join("instance.lp"));
    let written = write_raw(&instance, &numbers).and_then(|()| {
        let write = |file: &PathBuf| write_lp(&instance, &mut BufWriter::new(File::create(file)?));
        if given == Given::Program { write(&program) } else { Ok(()) }
    });
    if let Err(error) = written {
        return Measured::not(format!("the instance could not be written: {error}"));
    }
    let mut command = Command::new(python);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("peers/{script}.py"))).arg(&numbers);
    match given {
        Given::Nothing => {}
        Given::Program => _ = command.arg(&program),
        Given::Task(task) => _ = command.arg(task),
    }
    let mut measured = finish(command, limit);
    // A peer knows vertices by number; one that has no answer has no time.
    if !matches!(given, Given::Task(_)) {
        let number = measured.answer.as_deref().and_then(|answer| answer.parse().ok());
        measured.answer = number.map(|number| instance.name(VertexId::new(number)).to_owned());
    }
    measured.seconds = measured.seconds.filter(|_| measured.because.is_none());
    measured.vertices = Some(instance.graph().vertex_count());
    measured.arcs = Some(instance.graph().arc_count());
    measured
}

/// What a process says when it has read and prepared everything: from here on its time counts.
const READY: &str = "ready";

/// How long reading and preparing may take, in limits of the contest.
const PREPARING: u32 = 6;

/// Runs a contestant to its end and reads the last line that it printed. One that prints nothing but [`READY`] before the
/// limit is ended; what it held until then is measured all the same.
fn finish(mut command: Command, limit: Duration) -> Measured {
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
            Err(RecvTimeoutError::Timeout) if stopped() || Instant::now() > deadline => {
                let peak_bytes = peak_of(&child.id().to_string());
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

/// Starts counting the peak of this process anew, at what is held now; on systems that cannot, the peak is that of the
/// whole process.
fn forget_the_peak() {
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most bytes that the process of this number held.
fn peak_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// From here on ticks are fine enough.
const FINE: Duration = Duration::from_millis(40);

/// What `work` returns, and how long it takes: on the processor, where the system tells that, so that other work on the
/// machine counts less.
fn time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let (wall, processor) = (Instant::now(), on_processor());
    let done = work();
    let (wall, after) = (wall.elapsed(), on_processor());
    // The system counts in ticks of some milliseconds, so that short work, however long it was interrupted, may show as none.
    let used = processor.zip(after).map(|(before, after)| after.saturating_sub(before));
    (done, used.filter(|used| *used > FINE).unwrap_or(wall))
}

/// How long this thread has run, on Linux.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Little-endian words of 32 bits: |V|, |A|, the start; the |V| + 1 places where the arcs of each vertex begin; the
/// |A| heads in rotor order; the rotor of each vertex, as a place among the heads.
fn write_raw(instance: &Instance, file: &Path) -> io::Result<()> {
    let graph = instance.graph();
    let mut out = BufWriter::new(std::fs::File::create(file)?);
    let sizes = [graph.vertex_count() as u32, graph.arc_count() as u32, start_of(instance).raw()];
    let (heads, rotors) = heads_and_rotors(instance);
    for word in [&sizes[..], graph.row_starts(), &heads, &rotors].concat() {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    fn shell(script: &str, limit: Duration) -> Measured {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        finish(command, limit)
    }

    const LONG: Duration = Duration::from_secs(600);
    const SHORT: Duration = Duration::from_millis(100);

    #[cfg(unix)]
    #[test]
    fn the_last_line_counts() {
        let script = "echo ready; echo '{\"seconds\":2.0}'; echo '{\"seconds\":1.0,\"peak_bytes\":5}'";
        let measured = shell(script, LONG);
        assert_eq!((measured.seconds, measured.peak_bytes, measured.because), (Some(1.0), Some(5), None));
    }

    #[cfg(unix)]
    #[test]
    fn an_answer_before_the_limit_counts() {
        let measured = shell("echo ready; echo '{\"seconds\":1.0}'; exec sleep 1000", SHORT);
        assert_eq!((measured.seconds, measured.because), (Some(1.0), None));
    }

    #[cfg(unix)]
    #[test]
    fn who_says_nothing_before_the_limit_has_no_time_but_a_peak() {
        let measured = shell("echo ready; exec sleep 1000", SHORT);
        assert_eq!(measured.seconds, None);
        assert_eq!(measured.because.as_deref(), Some("no answer within 0 s"));
        assert_eq!(measured.peak_bytes.is_some(), cfg!(target_os = "linux"));
        let because = shell("exec sleep 1000", SHORT).because;
        assert_eq!(because.as_deref(), Some("not ready within six times 0 s"));
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_fails_or_does_not_exist_says_so() {
        let because = |script| shell(script, LONG).because.unwrap();
        assert_eq!(because("echo ready; echo '{\"seconds\":1.0}'; exit 3"), "it ended with exit status: 3");
        assert!(because("echo nonsense").starts_with("it ended with exit status: 0"));
        let none = finish(Command::new("no such program"), LONG).because.unwrap();
        assert!(none.starts_with("it could not be started"), "{none}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_peak_counts_what_was_held_and_can_be_forgotten() {
        const HELD: usize = 300_000_000;
        drop(std::hint::black_box(vec![1u8; HELD]));
        let with = peak_of("self").unwrap();
        assert!(with >= HELD as u64);
        forget_the_peak();
        assert!(peak_of("self").unwrap() < with, "the vector was given back");
    }

    const READ: &str = "
import sys
sys.path.insert(0, sys.argv[1])
import instance, program
rows = instance.Instance(sys.argv[2])
print(rows.vertices, rows.arcs, rows.start)
# The run; two that lose a particle; the run and a circle.
for departures in [{0: 2, 1: 1}, {0: 2, 1: 2}, {0: 1, 1: 0}, {0: 3, 1: 2}]:
    print(program.exit_of(rows, departures))";

    #[test]
    fn python_reads_the_program_and_accepts_only_flows() {
        let instance = rotor_graph::parse("u: *v s\nv: u^2 t\nsink s\nsink t\nstart u").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("instance.u32");
        write_raw(&instance, &file).unwrap();
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        let python = Command::new("python3").args(["-B", "-c", READ]).arg(peers).arg(file).output().unwrap();
        let said = String::from_utf8_lossy(&python.stdout);
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            ["4 5 0", "2", "None", "None", "2"],
            "{}",
            String::from_utf8_lossy(&python.stderr)
        );
    }
}
