//! Files that once broke something, or that reach far: each is read or refused in words, and solved if it is read.

use arrival::{Context, Options, Question, SolveError, solve, verify};
use rotor_format::{InputFormat, ReadOptions, read};
use rotor_graph::{Instance, parse};
use std::path::{Path, PathBuf};

/// Far more than any of the files needs, and far less than makes one wait.
const OPERATIONS: u64 = 50_000_000;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension != "md"));
    files.sort();
    files
}

/// Reads `file` as the command line would, with the two formats that are not told by their content told by the name.
fn instance_of(file: &Path) -> Option<Instance> {
    let format = match file.extension()?.to_str()? {
        "edges" => Some(InputFormat::EdgeList),
        "successors" => Some(InputFormat::TwoSuccessors),
        _ => None,
    };
    let options = ReadOptions { format, most_arcs: 100_000, most_bytes: 1 << 20, ..ReadOptions::default() };
    match read(&std::fs::read(file).unwrap(), &options, &mut ()) {
        Ok(input) => Some(input.instance),
        Err(unread) => {
            let flaws = unread.into_flaws();
            assert!(!flaws.list().is_empty() && !flaws.to_string().is_empty(), "{}", file.display());
            None
        }
    }
}

#[test]
fn every_file_is_read_back_or_refused_in_words() {
    let (mut read, mut refused) = (0, 0);
    for file in files() {
        match instance_of(&file) {
            Some(instance) => {
                assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance), "{}", file.display());
                read += 1;
            }
            None => refused += 1,
        }
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn every_file_that_is_read_is_solved_and_certified() {
    let mut certified = 0;
    for file in files() {
        let Some(instance) = instance_of(&file) else { continue };
        let from_start = instance.start().map(Question::From);
        for question in [Question::All].into_iter().chain(from_start) {
            let solved = solve(
                &instance,
                question,
                &Options::default(),
                &mut Context::default().with_operations(OPERATIONS),
            );
            let solution = match solved {
                Ok(solution) => solution,
                Err(SolveError::Stopped(_)) if instance.player_count() > 0 => continue,
                Err(error) => panic!("{}: {error}", file.display()),
            };
            if let Some(certificate) = solution.certificate() {
                verify(&instance, certificate.as_bytes(), &mut Context::default())
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                certified += 1;
            }
        }
    }
    assert!(certified > 0);
}
