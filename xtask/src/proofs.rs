//! Proofs: compiles the Coq development, prints what its theorems assume, and builds the judge that is extracted from it.

use crate::paper::theorem;
use crate::sources::{Source, backquoted};
use std::collections::BTreeSet;
use std::io::{self, Error};
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitCode, Output};
use std::time::Instant;

/// What is not extracted of the judge, each file after those it needs.
const PROGRAM: [&str; 6] = ["linear.ml", "json.ml", "reader.ml", "hints.ml", "kinds.ml", "main.ml"];
/// The script that asks what every theorem assumes.
const ASSUMPTIONS: &str = "assumptions.v";
/// Words that would let a proof rest on something unproved.
const FORBIDDEN: [&str; 6] = ["Admitted", "admit", "Axiom", "Parameter", "Conjecture", "bypass_check"];
/// What a script counts as *not run*: the programs that are needed are not installed.
const NOT_RUN: u8 = 77;
/// Changes of a hypothesis that matter: with any of them some proof must fail.
const MUTANTS: [Mutant; 14] = [
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
        what: "particles may stay on their way",
        file: "JudgeFlow",
        old: "else is_at place p || (countZ e p =? 0))) (ids g)",
        new: "else true)) (ids g)",
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
    let missing: Vec<&str> = ["coqc", "coq_makefile", "make", "ocamlopt"]
        .into_iter()
        .filter(|program| !is_installed(program))
        .collect();
    if !missing.is_empty() {
        println!("proofs: not run: {} not found (Debian: coq, ocaml-nox)", missing.join(" and "));
        return Ok(ExitCode::from(NOT_RUN));
    }
    let started = Instant::now();
    let sources = root.join("proofs");
    let files = files(&sources)?;
    let folder = root.join("target/proofs");
    compile(&files, &folder)?;
    let theorems = named_theorems(root, &files)?;
    print_assumptions(&folder, &files, &theorems)?;
    build_judge(&sources, &folder)?;
    if mutants {
        for mutant in &MUTANTS {
            demand_failure(&files, &folder, mutant)?;
        }
    }
    println!(
        "proofs: {} files, {} theorems, no assumption; {:.0?}",
        files.len(),
        theorems.len(),
        started.elapsed()
    );
    Ok(ExitCode::SUCCESS)
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("-version").output().is_ok()
}

/// A file of the development.
#[derive(Clone)]
struct File {
    name: String,
    text: String,
}

/// The files of `proofs/`, by name; none may leave anything unproved.
fn files(sources: &Path) -> io::Result<Vec<File>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(sources)? {
        let file_name = entry?.file_name().to_string_lossy().into_owned();
        let Some(name) = file_name.strip_suffix(".v").map(str::to_owned) else { continue };
        files.push(File { name, text: std::fs::read_to_string(sources.join(file_name))? });
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files.iter().try_for_each(demand_proofs)?;
    Ok(files)
}

fn demand_proofs(File { name, text }: &File) -> io::Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(word) = words.find(|word| FORBIDDEN.contains(word)) {
            return Err(Error::other(format!("proofs/{name}.v:{number}: {word} leaves something unproved")));
        }
    }
    Ok(())
}

/// Compiles all files that have changed, and what requires them: `coq_makefile` finds out in which order.
fn compile(files: &[File], folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for File { name, text } in files {
        let copy = folder.join(format!("{name}.v"));
        // A file that is written is compiled again.
        if std::fs::read_to_string(&copy).ok().as_ref() != Some(text) {
            std::fs::write(copy, text)?;
        }
    }
    let names: Vec<String> = files.iter().map(|file| format!("{}.v", file.name)).collect();
    // What is left of a file that is gone must not be found.
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".v") && name != ASSUMPTIONS && !names.contains(&name) {
            std::fs::remove_file(&path)?;
            _ = std::fs::remove_file(path.with_extension("vo"));
        }
    }
    let makefile = ["-R", ".", "Arrival", "-o", "Makefile"];
    succeeded(Command::new("coq_makefile").current_dir(folder).args(makefile).args(names))?;
    let jobs = std::thread::available_parallelism().map_or(1, NonZero::get);
    succeeded(Command::new("make").current_dir(folder).arg(format!("--jobs={jobs}"))).map(drop)
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

/// All `File.theorem` in backticks in the documents of `docs` and `proofs`.
fn named_theorems(root: &Path, files: &[File]) -> io::Result<BTreeSet<String>> {
    let documents = Source::all(root)?.into_iter().filter(|source| {
        source.extension() == "md" && (source.path.starts_with("docs/") || source.path.starts_with("proofs/"))
    });
    Ok(documents.flat_map(|document| theorems_in(&document.text, files)).collect())
}

fn theorems_in(text: &str, files: &[File]) -> Vec<String> {
    let is_file = |name: &str| files.iter().any(|file| file.name == name);
    let lines = text.lines().flat_map(|line| backquoted(line).map(|(_, word)| word).collect::<Vec<_>>());
    lines.filter(|word| theorem(word, is_file).is_some()).collect()
}

/// Demands that no theorem assumes anything. Coq is asked once, about the tuple of all of them: about each of them it would
/// go through what they share again.
fn print_assumptions(folder: &Path, files: &[File], theorems: &BTreeSet<String>) -> io::Result<()> {
    let names: Vec<&str> = files.iter().map(|file| &*file.name).collect();
    let all: Vec<String> = theorems.iter().map(|theorem| format!("@{theorem}")).collect();
    let script = format!(
        "From Arrival Require {}.\nDefinition all := ({}).\nPrint Assumptions all.\n",
        names.join(" "),
        all.join(", ")
    );
    std::fs::write(folder.join(ASSUMPTIONS), script)?;
    let answer = coqc(folder, ASSUMPTIONS)?;
    if answer.trim_end() != "Closed under the global context" {
        return Err(Error::other(format!("not all of {} theorems are closed:\n{answer}", theorems.len())));
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

/// Demands that the proofs fail with one hypothesis changed: in a copy of what is compiled, where only the changed file and what
/// requires it are compiled again.
fn demand_failure(files: &[File], compiled: &Path, mutant: &Mutant) -> io::Result<()> {
    let what = mutant.what;
    let folder = compiled.with_file_name("proofs-mutant");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    // With the times of the files, by which make knows what has changed.
    succeeded(Command::new("cp").arg("--archive").args([compiled, &folder]))?;
    match compile(&mutated(files, mutant)?, &folder) {
        Ok(()) => Err(Error::other(format!("mutant \"{what}\" compiles: the hypothesis is not needed"))),
        Err(_) => {
            println!("mutant \"{what}\": the proofs fail, as they should");
            Ok(())
        }
    }
}

/// The files with the one place changed that the mutant names.
fn mutated(files: &[File], Mutant { what, file, old, new }: &Mutant) -> io::Result<Vec<File>> {
    let mut files = files.to_vec();
    let changed = files.iter_mut().find(|other| other.name == *file && other.text.matches(old).count() == 1);
    let nowhere = || Error::other(format!("mutant \"{what}\": {file}.v does not hold once: {old}"));
    let changed = changed.ok_or_else(nowhere)?;
    changed.text = changed.text.replace(old, new);
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> File {
        File { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn theorems_are_words_in_backticks_with_a_file_before_the_dot() {
        let files = [file("Walk", ""), file("Trap", "")];
        let text = "`Walk.one_exit` and Walk.two, `Walk.v`, `walk.rs`, `Nowhere.three`\n`Trap.four`";
        assert_eq!(theorems_in(text, &files), ["Walk.one_exit", "Trap.four"]);
    }

    #[test]
    fn what_leaves_something_unproved_is_refused() {
        let refused = demand_proofs(&file("A", "Lemma a : False.\nAdmitted.\n")).unwrap_err().to_string();
        assert_eq!(refused, "proofs/A.v:2: Admitted leaves something unproved");
        assert!(demand_proofs(&file("A", "Lemma admitted : True.\n")).is_ok());
    }

    #[test]
    fn every_mutant_changes_one_place_of_one_file() {
        let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../proofs")).unwrap();
        assert!(files.len() > 50 && files.iter().any(|file| file.name == "Extract"));
        for mutant in &MUTANTS {
            assert_ne!(mutant.old, mutant.new);
            assert!(mutated(&files, mutant).is_ok(), "{}", mutant.what);
        }
    }
}
