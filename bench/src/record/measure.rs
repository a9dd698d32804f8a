//! Measuring: each contestant in a process of its own, time and peak memory.

use super::contest::Contest;
use super::contestant::{Answer, By, Contestant, find};
use super::{memory, parts, raw};
use rotor_graph::VertexId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::Read;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Which instance.
pub(crate) struct Wanted<'c> {
    pub(crate) contest: &'c Contest,
    pub(crate) size: u32,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) because: Option<String>,
}

impl Measured {
    pub(crate) fn not(because: impl Into<String>) -> Self {
        Self { because: Some(because.into()), ..Self::default() }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.seconds, self.peak_bytes) {
            (None, _) => write!(f, "{}", self.because.as_deref().unwrap_or("nothing measured")),
            (Some(seconds), None) => write!(f, "{seconds:.3e} s"),
            (Some(seconds), Some(peak)) => write!(f, "{seconds:.3e} s {:6.0} MB", peak as f64 / 1e6),
        }
    }
}

/// A contestant is asked again until it took this long in all, and at least thrice.
const ENOUGH: Duration = Duration::from_millis(200);
const LEAST_ROUNDS: u32 = 3;
/// Beyond this it is asked once.
const LONG: Duration = Duration::from_secs(2);

/// The child's side: `bench measure CONTESTANT PART CONTEST SIZE` prints what it measured as JSON.
pub(crate) fn child(words: &[String]) -> ExitCode {
    let [contestant, part, contest, size] = words else { return ExitCode::from(2) };
    let contest = parts::contests(part).iter().find(|known| known.id == contest);
    let (Some(contest), Ok(size)) = (contest, size.parse()) else { return ExitCode::from(2) };
    let By::Ours(make) = find(contestant).by else { return ExitCode::from(2) };
    let instance = contest.instance(size);
    let mut run = make(&instance);
    memory::forget_the_peak();
    let start = Instant::now();
    let Answer { text, steps } = run();
    let first = start.elapsed();
    let peak_bytes = memory::peak();
    let (mut best, mut all, mut rounds) = (first, first, 1);
    while first < LONG && (rounds < LEAST_ROUNDS || all < ENOUGH) {
        let start = Instant::now();
        run();
        let time = start.elapsed();
        best = best.min(time);
        all += time;
        rounds += 1;
    }
    let graph = instance.graph();
    let measured = Measured {
        seconds: Some(best.as_secs_f64()),
        rounds: Some(rounds),
        peak_bytes,
        vertices: Some(graph.vertex_count()),
        arcs: Some(graph.arc_count()),
        steps,
        answer: text,
        because: None,
    };
    println!("{}", serde_json::to_string(&measured).expect("plain data"));
    ExitCode::SUCCESS
}

/// Runs a contestant of ours in a child process.
pub(crate) fn in_a_child(contestant: &Contestant, wanted: &Wanted<'_>, limit: Duration) -> Measured {
    let Ok(bench) = std::env::current_exe() else {
        return Measured::not("the program does not know its place");
    };
    let Wanted { contest, size } = wanted;
    let mut command = Command::new(bench);
    command.args(["measure", contestant.id, contest.part, contest.id, &size.to_string()]);
    finish(command, limit)
}

/// Runs a script of `bench/peers` on the instance, written as plain numbers.
pub(crate) fn in_python(python: &Path, script: &str, wanted: &Wanted<'_>, limit: Duration) -> Measured {
    let Wanted { contest, size } = wanted;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.join(format!("../target/bench-{}-{}-{size}.u32", contest.part, contest.id));
    let instance = contest.instance(*size);
    if let Err(error) = raw::write(&instance, &file) {
        return Measured::not(format!("the instance could not be written: {error}"));
    }
    let mut command = Command::new(python);
    command.arg(folder.join(format!("peers/{script}.py"))).arg(&file);
    let mut measured = finish(command, limit);
    _ = std::fs::remove_file(&file);
    // A peer knows vertices by number; one that has no answer has no time.
    let number = measured.answer.as_deref().and_then(|answer| answer.parse().ok());
    measured.answer = number.map(|number| instance.name(VertexId::new(number)).to_owned());
    measured.seconds = measured.seconds.filter(|_| measured.because.is_none());
    measured.vertices = Some(instance.graph().vertex_count());
    measured.arcs = Some(instance.graph().arc_count());
    measured
}

/// Waits for the process, ends it at the limit, and reads the line that it printed.
fn finish(mut command: Command, limit: Duration) -> Measured {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Measured::not(format!("it could not be started: {error}")),
    };
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                _ = child.kill();
                _ = child.wait();
                return Measured::not(format!("no answer within {} s", limit.as_secs()));
            }
        }
    };
    let mut printed = String::new();
    let read = child.stdout.take().map(|mut out| out.read_to_string(&mut printed));
    match (status.success(), read.is_some(), serde_json::from_str(printed.trim())) {
        (true, true, Ok(measured)) => measured,
        _ => Measured::not(format!("it ended with {status}")),
    }
}
