//! Proofs: compiles the Coq development, prints what its theorems assume, and builds the judge that is extracted from it.

mod compile;

use compile::compile;
use std::collections::BTreeSet;
use std::io::{self, Error};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::Instant;

/// The files of `proofs/`, each after those it needs.
const FILES: [&str; 53] = [
    "Sums",
    "Stacks",
    "Rotor",
    "Walk",
    "Complete",
    "Trap",
    "Route",
    "Forest",
    "Visits",
    "TreeArcs",
    "ReturnFlow",
    "Rerooting",
    "Flows",
    "ReturnFlowCount",
    "Blocks",
    "BlockReturns",
    "Bisection",
    "Integers",
    "FromBelow",
    "Chips",
    "Firings",
    "Recurrent",
    "Group",
    "Related",
    "Classes",
    "Harmonic",
    "Moment",
    "InfiniteFlow",
    "Game",
    "GameVertex",
    "Machine",
    "GamePlans",
    "GameTables",
    "Judge",
    "Connected",
    "JudgeFlows",
    "JudgeVertex",
    "JudgeGame",
    "MachineZ",
    "JudgeChips",
    "JudgeStabilise",
    "JudgeMoment",
    "JudgeSigned",
    "JudgeGroup",
    "JudgeClass",
    "Periods",
    "Tour",
    "JudgeTour",
    "LastDepartures",
    "JudgeBlocks",
    "BlockEquations",
    "BlockConnected",
    "Extract",
];
/// What is not extracted of the judge, each file after those it needs.
const PROGRAM: [&str; 6] = ["linear.ml", "json.ml", "reader.ml", "hints.ml", "kinds.ml", "main.ml"];
/// Words that would let a proof rest on something unproved.
const FORBIDDEN: [&str; 6] = ["Admitted", "admit", "Axiom", "Parameter", "Conjecture", "bypass_check"];
/// What a script counts as *not run*: the programs that are needed are not installed.
const NOT_RUN: u8 = 77;
/// What [`FORBIDDEN`] and the assumptions are looked up for: documents that name theorems as `File.theorem`.
const DOCUMENTS: [&str; 2] = ["docs", "proofs"];

/// Changes of a hypothesis that matter: with any of them some proof must fail.
const MUTANTS: [Mutant; 13] = [
    Mutant {
        what: "a particle may leave a vertex where none is",
        file: "Stacks",
        old: "halts u = false -> d u < arrivals d u + p u -> legal (bump d u)",
        new: "halts u = false -> d u <= arrivals d u + p u -> legal (bump d u)",
    },
    Mutant {
        what: "a return flow may be one too small",
        file: "Flows",
        old: "f = cnt w u (K u w) + 1",
        new: "f = cnt w u (K u w)",
    },
    Mutant {
        what: "a return flow may be infinite without an arc back",
        file: "InfiniteFlow",
        old: "In u (heads w) /\\ forall h, In h (heads w) -> sees heads r (Some u) w h = None.",
        new: "u = u /\\ forall h, In h (heads w) -> sees heads r (Some u) w h = None.",
    },
    Mutant {
        what: "a return flow may be infinite if one of those behind it is",
        file: "JudgeFlows",
        old: "| None => forallb (fun h => is_none (seen (Some (last f)) p h)) (arcs_of g p)",
        new: "| None => existsb (fun h => is_none (seen (Some (last f)) p h)) (arcs_of g p)",
    },
    Mutant {
        what: "an arc may leave a trap",
        file: "Trap",
        old: "forall v, In v (heads u) -> trap_of v = Some i.",
        new: "exists v, In v (heads u) /\\ trap_of v = Some i.",
    },
    Mutant {
        what: "a vertex may fire with one chip too few",
        file: "Chips",
        old: "| fire x u : legal s x -> active u -> deg u <= after s x u -> legal s (bumpZ x u)",
        new: "| fire x u : legal s x -> active u -> deg u - 1 <= after s x u -> legal s (bumpZ x u)",
    },
    Mutant {
        what: "a burning script may leave vertices out",
        file: "Recurrent",
        old: "Hypothesis script_pos : forall v, active v -> 1 <= s v.",
        new: "Hypothesis script_pos : forall v, active v -> 0 <= s v.",
    },
    Mutant {
        what: "expected departures need not balance",
        file: "Harmonic",
        old: "at_start v + receives uses v == uses v * deg v.",
        new: "at_start v + receives uses v <= uses v * deg v.",
    },
    Mutant {
        what: "a row may relate a vertex though its own is not related",
        file: "Related",
        old: "(forall w, active w -> w <> v -> entry u w <> 0 -> related w) -> related v.",
        new: "(forall w, active w -> w <> v -> w <> u -> entry u w <> 0 -> related w) -> related v.",
    },
    Mutant {
        what: "arcs before the rotors may close a cycle without the particle",
        file: "Tour",
        old: "before u = at_ \\/ rank (before u) < rank u.",
        new: "before u = at_ \\/ rank (before u) <= rank u.",
    },
    Mutant {
        what: "a particle may halt one departure before the deadline",
        file: "BlockReturns",
        old: "h <> c /\\ T h = Some (S (x h)) -> ~ come_back r.",
        new: "h <> c /\\ T h = Some (S (S (x h))) -> ~ come_back r.",
    },
    Mutant {
        what: "blocks and vertices may close a cycle",
        file: "BlockEquations",
        old: "block_level b < vertex_level (vertex b i) /\\ vertex_level (vertex b i) <= top.",
        new: "block_level b <= vertex_level (vertex b i) /\\ vertex_level (vertex b i) <= top.",
    },
    Mutant {
        what: "a trap need not be entered from its root",
        file: "Connected",
        old: "if PM.mem p T then is_root p || PM.mem p e else true",
        new: "if PM.mem p T then true else true",
    },
];

struct Mutant {
    what: &'static str,
    file: &'static str,
    old: &'static str,
    new: &'static str,
}

/// Compiles everything in `target/proofs`; with `mutants`, also demands that none of the mutants compiles.
pub(crate) fn run(root: &Path, mutants: bool) -> io::Result<ExitCode> {
    let missing: Vec<&str> =
        ["coqc", "ocamlopt"].into_iter().filter(|program| !is_installed(program)).collect();
    if !missing.is_empty() {
        println!("proofs: not run: {} not found (Debian: coq, ocaml-nox)", missing.join(" and "));
        return Ok(ExitCode::from(NOT_RUN));
    }
    let started = Instant::now();
    let sources = root.join("proofs");
    check_sources(&sources)?;
    let folder = root.join("target/proofs");
    compile(&sources, &folder, None)?;
    let theorems = named_theorems(root)?;
    print_assumptions(&folder, &theorems)?;
    build_judge(&sources, &folder)?;
    if mutants {
        let folder = root.join("target/proofs-mutants");
        for mutant in &MUTANTS {
            demand_failure(&sources, &folder, mutant)?;
        }
    }
    println!(
        "proofs: {} files, {} theorems, no assumption; {:.0?}",
        FILES.len(),
        theorems.len(),
        started.elapsed()
    );
    Ok(ExitCode::SUCCESS)
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("-version").output().is_ok()
}

/// Demands that every file has its place in [`FILES`], and that none leaves anything unproved.
fn check_sources(sources: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(sources)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some(stem) = name.strip_suffix(".v") else { continue };
        if !FILES.contains(&stem) {
            return Err(Error::other(format!("proofs/{name} has no place in the order of files")));
        }
        let text = std::fs::read_to_string(sources.join(&name))?;
        for (number, line) in (1..).zip(text.lines()) {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(word) = words.find(|word| FORBIDDEN.contains(word)) {
                return Err(Error::other(format!(
                    "proofs/{name}:{number}: {word} leaves something unproved"
                )));
            }
        }
    }
    Ok(())
}

fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn coqc(folder: &Path, file: &str) -> io::Result<String> {
    succeeded(Command::new("coqc").current_dir(folder).args(["-q", "-R", ".", "Arrival", file]))
}

/// The standard output of a command, or an error with all that it wrote.
fn succeeded(command: &mut Command) -> io::Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    let text = String::from_utf8_lossy(&stdout).into_owned();
    if status.success() {
        return Ok(text);
    }
    Err(Error::other(format!("{command:?} failed\n{text}{}", String::from_utf8_lossy(&stderr))))
}

/// All `File.theorem` in backticks in the documents.
fn named_theorems(root: &Path) -> io::Result<BTreeSet<String>> {
    let mut theorems = BTreeSet::new();
    let mut folders: Vec<PathBuf> = DOCUMENTS.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                theorems.extend(theorems_in(&std::fs::read_to_string(path)?));
            }
        }
    }
    Ok(theorems)
}

fn theorems_in(text: &str) -> impl Iterator<Item = String> + '_ {
    // A word in backticks is every second piece of its line.
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.filter(|word| is_theorem(word)).map(str::to_owned)
}

fn is_theorem(word: &str) -> bool {
    let Some((file, theorem)) = word.split_once('.') else { return false };
    FILES.contains(&file) && theorem != "v" && theorem.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Prints what every theorem assumes, and demands that it is nothing.
fn print_assumptions(folder: &Path, theorems: &BTreeSet<String>) -> io::Result<()> {
    let files = FILES.join(" ");
    let mut script = format!("From Arrival Require {files}.\n");
    theorems.iter().for_each(|theorem| script += &format!("Print Assumptions {theorem}.\n"));
    std::fs::write(folder.join("assumptions.v"), script)?;
    let answers = coqc(folder, "assumptions.v")?;
    let closed = answers.lines().filter(|line| *line == "Closed under the global context").count();
    if closed != theorems.len() || answers.lines().count() != closed {
        return Err(Error::other(format!("{closed} of {} theorems are closed:\n{answers}", theorems.len())));
    }
    theorems.iter().for_each(|theorem| println!("{theorem}: closed under the global context"));
    Ok(())
}

/// Builds the extracted judge with its reader: `target/proofs/judge`, which `proofs/judge` runs.
fn build_judge(sources: &Path, folder: &Path) -> io::Result<()> {
    for file in PROGRAM {
        std::fs::copy(sources.join(file), folder.join(file))?;
    }
    let arguments = ["-w", "-a", "-inline", "100", "-o", "judge", "proved.mli", "proved.ml"];
    succeeded(Command::new("ocamlopt").current_dir(folder).args(arguments).args(PROGRAM)).map(drop)
}

/// Demands that the proofs fail with one hypothesis changed.
fn demand_failure(sources: &Path, folder: &Path, mutant: &Mutant) -> io::Result<()> {
    let Mutant { what, file, old, new } = mutant;
    let text = std::fs::read_to_string(sources.join(format!("{file}.v")))?;
    if text.matches(old).count() != 1 {
        return Err(Error::other(format!("mutant \"{what}\": {file}.v does not hold once: {old}")));
    }
    match compile(sources, folder, Some((file, &text.replace(old, new)))) {
        Ok(()) => Err(Error::other(format!("mutant \"{what}\" compiles: the hypothesis is not needed"))),
        Err(_) => {
            println!("mutant \"{what}\": the proofs fail, as they should");
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theorems_are_words_in_backticks_with_a_file_before_the_dot() {
        let text = "`Walk.one_exit` and Walk.two, `Walk.v`, `walk.rs`, `Nowhere.three`\n`Trap.four`";
        assert_eq!(theorems_in(text).collect::<Vec<_>>(), ["Walk.one_exit", "Trap.four"]);
    }

    #[test]
    fn every_file_is_there_and_mutants_change_one_place_of_one() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs");
        check_sources(&sources).unwrap();
        for file in FILES {
            assert!(sources.join(format!("{file}.v")).exists(), "{file}");
        }
        for Mutant { file, old, new, .. } in &MUTANTS {
            let text = std::fs::read_to_string(sources.join(format!("{file}.v"))).unwrap();
            assert_eq!(text.matches(old).count(), 1, "{old}");
            assert_ne!(old, new);
        }
    }
}
