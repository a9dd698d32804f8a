//! Measuring: each contestant in a process of its own, time and peak memory.

use super::contest::Contest;
use super::contestant::{Answer, By, Contestant, Given, find};
use super::process::{READY, finish};
use super::{memory, parts, raw};
use crate::clock::time;
use rotor_format::ilp::write_lp;
use rotor_graph::VertexId;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

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
        match (self.seconds, self.peak_bytes) {
            (None, None) => write!(f, "{}", self.because.as_deref().unwrap_or("nothing measured")),
            (None, Some(peak)) => {
                let because = self.because.as_deref().unwrap_or("nothing measured");
                write!(f, "{because}, {:.0} MB", peak as f64 / 1e6)
            }
            (Some(seconds), None) => write!(f, "{seconds:.3e} s"),
            (Some(seconds), Some(peak)) => write!(f, "{seconds:.3e} s {:6.0} MB", peak as f64 / 1e6),
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

/// The child's side: `bench measure CONTESTANT PART CONTEST SIZE` prints what it measured as JSON, after the first round
/// and after the last.
pub(crate) fn child(words: &[String]) -> ExitCode {
    let [contestant, part, contest, size] = words else { return ExitCode::from(2) };
    let contest = parts::contests(part).iter().find(|known| known.id == contest);
    let (Some(contest), Ok(size)) = (contest, size.parse()) else { return ExitCode::from(2) };
    let By::Ours(make) = find(contestant).by else { return ExitCode::from(2) };
    let instance = contest.instance(size);
    let mut run = make(&instance);
    println!("{READY}");
    memory::forget_the_peak();
    let (Answer { text, steps, bits, because }, first) = time(&mut run);
    let graph = instance.graph();
    let mut measured = Measured {
        seconds: because.is_none().then_some(first.as_secs_f64()),
        rounds: Some(1),
        peak_bytes: memory::peak(),
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
pub(crate) fn in_a_child(contestant: &Contestant, wanted: &Wanted<'_>, limit: Duration) -> Measured {
    let Ok(bench) = std::env::current_exe() else {
        return Measured::not("the program does not know its place");
    };
    let Wanted { contest, size, .. } = wanted;
    let mut command = Command::new(bench);
    command.args(["measure", contestant.id, contest.part, contest.id, &size.to_string()]);
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
    let written = raw::write(&instance, &numbers).and_then(|()| {
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
