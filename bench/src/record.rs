//! The record: every contest of the wanted parts, ours and the others in one run, written as `bench/results/PART.json` when all
//! are played. All who answer have to agree.

use crate::contest::{Contest, Mode};
use crate::measure::{Measured, Wanted, in_a_child, in_python};
use crate::parts::PARTS;
use crate::subjects::{By, Subject, find};
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What one part of the record holds, as it is written.
#[derive(Serialize)]
pub(crate) struct Part<'r> {
    schema: &'static str,
    part: &'static str,
    mode: Mode,
    command: String,
    date: String,
    /// How long the part took.
    took_seconds: u64,
    limit_seconds: u64,
    #[serde(flatten)]
    place: &'r Place,
    contests: Vec<Played>,
}

/// Where it was measured, and with what.
#[derive(Serialize)]
pub(crate) struct Place {
    machine: Machine,
    versions: BTreeMap<String, String>,
}

impl Place {
    /// Here, with the packages of a Python.
    fn with(peers: &Peers) -> Self {
        Self { machine: Machine::here(), versions: versions(peers) }
    }

    /// Here, without a Python.
    #[cfg(feature = "ablation")]
    pub(crate) fn here() -> Self {
        Self::with(&Peers::new(None))
    }

    /// A part that was begun at `start` and is done now.
    fn part(&self, part: &'static str, mode: Mode, start: Instant, contests: Vec<Played>) -> Part<'_> {
        let flag = if mode == Mode::Full { " --full" } else { "" };
        Part {
            schema: "arrival.bench/1",
            part,
            mode,
            command: format!("cargo xtask bench{flag} {part}"),
            date: today(),
            took_seconds: start.elapsed().as_secs(),
            limit_seconds: mode.limit().as_secs(),
            place: self,
            contests,
        }
    }

    /// The same without contests.
    #[cfg(feature = "ablation")]
    pub(crate) fn bare_part(&self, part: &'static str, mode: Mode, start: Instant) -> Part<'_> {
        self.part(part, mode, start, Vec::new())
    }
}

/// Plays all contests of the parts and writes the record.
#[derive(Args, Debug)]
pub(crate) struct Order {
    /// Gives each contestant more time, and larger instances.
    #[arg(long)]
    full: bool,
    /// The Python that has the packages of the peers.
    #[arg(long)]
    python: Option<PathBuf>,
    /// Where the record is written.
    #[arg(long, default_value = "bench/results")]
    out: PathBuf,
    /// The contest that is played alone, to try it out; that is not a record, so another folder is named with it.
    #[arg(long, value_name = "CONTEST", requires = "out")]
    only: Option<String>,
    /// All of them, if none is named.
    #[arg(value_name = "PART", value_parser = PossibleValuesParser::new(PARTS.map(|(name, _)| name)))]
    wanted: Vec<String>,
}

impl Order {
    /// The parts, in the order in which they are measured.
    fn parts(&self) -> impl Iterator<Item = (&'static str, &'static [Contest])> {
        PARTS
            .into_iter()
            .filter(|(part, _)| self.wanted.is_empty() || self.wanted.iter().any(|named| named == part))
    }
}

/// Plays all contests of the wanted parts and, when all are played, writes what was measured.
pub(crate) fn run(order: &Order) -> ExitCode {
    match make(order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) if stopped() => {
            eprintln!("bench: stopped; the record is as it was");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("bench: {error}; the record is as it was");
            ExitCode::FAILURE
        }
    }
}

fn make(order: &Order) -> Result<(), String> {
    // Where no handler can be set, Ctrl-C keeps its usual meaning.
    _ = ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed));
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let peers = Peers::new(order.python.clone());
    let (place, mode) = (Place::with(&peers), Mode::of(order.full));
    peers.missing().iter().for_each(|package| eprintln!("bench: without {package}, whose rows will say so"));
    let mut files = Vec::new();
    for (part, contests) in order.parts() {
        let start = Instant::now();
        let contests =
            contests.iter().filter(|contest| order.only.as_deref().is_none_or(|only| only == contest.id));
        let played = contests.map(|contest| play(contest, mode, &peers, scratch.path()));
        let contests = played.collect::<Result<_, _>>()?;
        let record = place.part(part, mode, start, contests);
        println!("## {part}: {} s in all", record.took_seconds);
        let text = serde_json::to_string_pretty(&record).expect("a record is plain data");
        files.push((order.out.join(format!("{part}.json")), text + "\n"));
    }
    replace(&files).map_err(|error| format!("{}: {error}", order.out.display()))
}

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether the user has pressed Ctrl-C: the run ends its child, removes what it wrote aside, and leaves the record as it was.
pub(crate) fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// A contest and all that was measured in it.
#[derive(Serialize)]
struct Played {
    #[serde(flatten)]
    contest: &'static Contest,
    rows: Vec<Row>,
}

/// One contestant on one instance.
#[derive(Serialize)]
struct Row {
    contestant: &'static str,
    size: u32,
    /// The name of the instance, if it is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(flatten)]
    measured: Measured,
}

/// All contestants on all instances. Where sizes grow, who failed once is not asked again.
fn play(contest: &'static Contest, mode: Mode, peers: &Peers, scratch: &Path) -> Result<Played, String> {
    println!("## {}/{}", contest.part, contest.id);
    let mut rows = Vec::new();
    let mut out: Vec<&str> = Vec::new();
    for size in contest.sizes(mode) {
        let mut answers = Answers::default();
        for contestant in contest.contestants.iter().map(|id| find(id)) {
            if out.contains(&contestant.id) {
                continue;
            }
            let measured = ask(contestant, &Wanted { contest, size, scratch }, mode, peers);
            if stopped() {
                return Err("stopped by Ctrl-C".to_owned());
            }
            if measured.seconds.is_none() && contest.axis.grows() {
                out.push(contestant.id);
            }
            answers.add(contestant.id, measured.answer.as_deref()).map_err(|error| {
                format!("{}/{} at {} {size}: {error}", contest.part, contest.id, contest.grows)
            })?;
            println!("{size:9} {:20} {measured}", contestant.id);
            rows.push(Row { contestant: contestant.id, size, name: contest.name(size), measured });
        }
    }
    Ok(Played { contest, rows })
}

fn ask(contestant: &Subject, wanted: &Wanted<'_>, mode: Mode, peers: &Peers) -> Measured {
    let limit = wanted.contest.limit(mode);
    match contestant.by {
        By::Ours(_) => in_a_child(contestant, wanted, limit),
        By::Python { script, package, given } => match peers.python(package) {
            Ok(python) => in_python(python, script, given, wanted, limit),
            Err(because) => Measured::not(because),
        },
    }
}

/// The answers to one instance.
#[derive(Default)]
struct Answers(Option<(&'static str, String)>);

impl Answers {
    /// Takes one more answer, if there is one; that it is another than before is an error.
    fn add(&mut self, contestant: &'static str, answer: Option<&str>) -> Result<(), String> {
        let Some(answer) = answer else { return Ok(()) };
        let (other, theirs) = self.0.get_or_insert_with(|| (contestant, answer.to_owned()));
        if theirs == answer {
            Ok(())
        } else {
            Err(format!("{contestant} says {answer}, {other} says {theirs}"))
        }
    }
}

/// Replaces each file by its text: all of them, or, if one cannot be written, none.
fn replace(files: &[(PathBuf, String)]) -> io::Result<()> {
    let aside = |file: &Path| file.with_extension("new");
    let written = files.iter().try_for_each(|(file, text)| {
        file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(aside(file), text)
    });
    if let Err(error) = written {
        files.iter().for_each(|(file, _)| _ = std::fs::remove_file(aside(file)));
        return Err(error);
    }
    files.iter().try_for_each(|(file, _)| std::fs::rename(aside(file), file))
}

/// What the measurements ran on.
#[derive(Serialize)]
struct Machine {
    cpu: String,
    cores: usize,
    memory_bytes: u64,
    system: String,
}

impl Machine {
    fn here() -> Self {
        let line = |file: &str, key: &str| value(&std::fs::read_to_string(file).ok()?, key);
        let memory = line("/proc/meminfo", "MemTotal");
        let kilobytes = memory.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        let system =
            line("/etc/os-release", "PRETTY_NAME").unwrap_or_else(|| std::env::consts::OS.to_owned());
        Self {
            cpu: line("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_bytes: kilobytes.unwrap_or(0) * 1024,
            system: format!("{system}, {}", std::env::consts::ARCH),
        }
    }
}

/// What stands behind `key` in a list of the system, without quotes.
fn value(list: &str, key: &str) -> Option<String> {
    let rest = list.lines().find_map(|line| line.strip_prefix(key))?;
    Some(rest.trim_start_matches([':', ' ', '\t', '=']).trim_matches('"').to_owned())
}

/// Versions by name: of the peers, and of what is measured.
fn versions(peers: &Peers) -> BTreeMap<String, String> {
    let mut versions = peers.versions.clone();
    versions.insert("arrival".to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    if let Some(rustc) = printed("rustc", &["--version"]) {
        versions.insert("rustc".to_owned(), rustc.trim_start_matches("rustc ").to_owned());
    }
    if let Some(commit) = printed("git", &["rev-parse", "--short", "HEAD"]) {
        versions.insert("commit".to_owned(), commit);
    }
    versions
}

/// Today, as `date` says it.
fn today() -> String {
    printed("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(|| "unknown".to_owned())
}

/// What a command prints, if it can be run.
fn printed(command: &str, words: &[&str]) -> Option<String> {
    let output = Command::new(command).args(words).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}

/// A Python and the versions of what it has; `python` stands for itself.
struct Peers {
    python: Option<PathBuf>,
    versions: BTreeMap<String, String>,
}

/// The packages that contestants need.
const PACKAGES: [&str; 5] = ["networkx", "scipy", "highspy", "ortools", "sympy"];

const ASK: &str = "
import importlib.metadata, platform, sys
print('python', platform.python_version())
for name in sys.argv[1:]:
    try: print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError: pass";

impl Peers {
    fn new(python: Option<PathBuf>) -> Self {
        let command = python.as_deref().and_then(Path::to_str);
        let said = command
            .and_then(|python| printed(python, &[&["-c", ASK], &PACKAGES[..]].concat()))
            .unwrap_or_default();
        let pairs = said.lines().filter_map(|line| line.split_once(' '));
        Self {
            versions: pairs.map(|(name, version)| (name.to_owned(), version.to_owned())).collect(),
            python,
        }
    }

    /// What contestants need and there is not.
    fn missing(&self) -> Vec<&'static str> {
        let needed = ["python"].into_iter().chain(PACKAGES);
        needed.filter(|&package| !self.versions.contains_key(package)).collect()
    }

    /// The Python that has `package`, or why there is none.
    fn python(&self, package: &str) -> Result<&Path, String> {
        let known = self.versions.contains_key(package);
        self.python.as_deref().filter(|_| known).ok_or_else(|| format!("{package} could not be had"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        order: Order,
    }

    fn order(words: &[&str]) -> Result<Order, clap::Error> {
        Line::try_parse_from([&["bench"], words].concat()).map(|line| line.order)
    }

    #[test]
    fn all_parts_are_wanted_unless_some_are_named() {
        let parts = |order: &Order| order.parts().map(|(part, _)| part).collect::<Vec<_>>();
        assert_eq!(parts(&order(&[]).unwrap()), PARTS.map(|(part, _)| part));
        let some = order(&["trees", "--full", "complexity"]).unwrap();
        assert_eq!((some.full, parts(&some)), (true, vec!["complexity", "trees"]));
    }

    #[test]
    fn an_unknown_part_and_half_a_record_are_refused() {
        assert!(order(&["forests"]).unwrap_err().to_string().contains("complexity, trees"));
        assert!(order(&["--only", "random"]).unwrap_err().to_string().contains("--out"));
        assert!(order(&["--only", "random", "--out", "try"]).is_ok());
    }

    #[test]
    fn who_answers_has_to_agree_and_who_does_not_is_not_asked() {
        let mut answers = Answers::default();
        assert_eq!(answers.add("search", None), Ok(()));
        assert_eq!(answers.add("ours", Some("A")), Ok(()));
        assert_eq!(answers.add("theirs", Some("A")), Ok(()));
        assert_eq!(answers.add("search", None), Ok(()));
        assert_eq!(answers.add("walk", Some("B")), Err("walk says B, ours says A".to_owned()));
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn all_files_are_replaced_or_none_and_nothing_is_left_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        std::fs::write(file("a.json"), "old").unwrap();
        replace(&[(file("a.json"), "new".to_owned()), (file("b.json"), "b".to_owned())]).unwrap();
        assert_eq!(names(folder.path()), ["a.json", "b.json"]);
        assert_eq!(std::fs::read_to_string(file("a.json")).unwrap(), "new");
        // A file cannot be written below another file.
        let below = file("a.json").join("c.json");
        assert!(replace(&[(file("a.json"), "newer".to_owned()), (below, "c".to_owned())]).is_err());
        assert_eq!(names(folder.path()), ["a.json", "b.json"]);
        assert_eq!(std::fs::read_to_string(file("a.json")).unwrap(), "new");
    }

    #[test]
    fn lists_of_the_system_are_read_with_their_signs_and_quotes() {
        assert_eq!(value("a\t: b\nmodel name\t: AMD EPYC\n", "model name").as_deref(), Some("AMD EPYC"));
        assert_eq!(
            value("PRETTY_NAME=\"Debian GNU/Linux 12\"\n", "PRETTY_NAME").as_deref(),
            Some("Debian GNU/Linux 12")
        );
        assert_eq!(value("MemTotal: 1 kB", "SwapTotal"), None);
    }

    #[test]
    fn a_record_says_who_measured_with_what() {
        let versions = versions(&Peers::new(None));
        assert_eq!(versions["arrival"], env!("CARGO_PKG_VERSION"));
        assert!(versions["rustc"].starts_with(|digit: char| digit.is_ascii_digit()), "{}", versions["rustc"]);
        assert!(Machine::here().cores > 0);
        assert_eq!(printed("no such program", &[]), None);
    }

    #[test]
    fn what_there_is_can_be_used_and_what_is_missing_is_named() {
        let none = Peers::new(None);
        assert_eq!(none.missing(), ["python", "networkx", "scipy", "highspy", "ortools", "sympy"]);
        assert_eq!(none.python("scipy"), Err("scipy could not be had".to_owned()));
        assert!(Peers::new(Some(PathBuf::from("no such program"))).missing().contains(&"python"));
        let versions = [("scipy".to_owned(), "1".to_owned())].into();
        let peers = Peers { python: Some(PathBuf::from("p")), versions };
        assert_eq!(peers.python("scipy"), Ok(Path::new("p")));
        assert_eq!(peers.missing(), ["python", "networkx", "highspy", "ortools", "sympy"]);
    }
}
