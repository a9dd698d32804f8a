//! Compiling the development: every file after those it requires, as many at a time as there are processors.

use super::{FILES, coqc, remove};
use std::io::{self, Error};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// What is done, and what is still to do.
struct Plan {
    waiting: Vec<usize>,
    /// Of each file that is done, whether it had to be compiled.
    done: [Option<bool>; FILES.len()],
    failure: Option<Error>,
}

/// Compiles all files, those left out that have not changed since the last time, nor has anything they require; `mutated` has
/// another text.
pub(super) fn compile(sources: &Path, folder: &Path, mutated: Option<(&str, &str)>) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut texts = Vec::new();
    for file in FILES {
        texts.push(match mutated {
            Some((name, text)) if name == file => text.to_owned(),
            _ => std::fs::read_to_string(sources.join(format!("{file}.v")))?,
        });
    }
    let mut required = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        required.push(required_by(text));
        if let Some(&later) = required[number].iter().find(|&&other| other >= number) {
            return Err(Error::other(format!(
                "{} requires {}, which comes after it",
                FILES[number], FILES[later]
            )));
        }
    }
    let plan = Plan { waiting: (0..FILES.len()).collect(), done: [None; FILES.len()], failure: None };
    let (plan, changed) = (Mutex::new(plan), Condvar::new());
    let work = || {
        let mut present = plan.lock().unwrap_or_else(PoisonError::into_inner);
        while present.failure.is_none() && !present.waiting.is_empty() {
            let done = present.done;
            let is_ready = |&file: &usize| required[file].iter().all(|&other| done[other].is_some());
            let Some(at) = present.waiting.iter().position(is_ready) else {
                present = changed.wait(present).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let file = present.waiting.remove(at);
            drop(present);
            let is_stale = required[file].iter().any(|&other| done[other] == Some(true));
            let outcome = compile_file(folder, FILES[file], &texts[file], is_stale);
            present = plan.lock().unwrap_or_else(PoisonError::into_inner);
            match outcome {
                Ok(compiled) => present.done[file] = Some(compiled),
                Err(failure) => present.failure = Some(failure),
            }
            changed.notify_all();
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let Plan { failure, .. } = plan.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

/// The files of the development that a text requires.
fn required_by(text: &str) -> Vec<usize> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("Require Import "));
    let words = lines.flat_map(|line| line.trim_end_matches('.').split_whitespace());
    words.filter_map(|word| FILES.iter().position(|file| *file == word)).collect()
}

/// Compiles one file, unless it has not changed since the last time; returns whether it did.
fn compile_file(folder: &Path, file: &str, text: &str, is_stale: bool) -> io::Result<bool> {
    let [copy, compiled] = ["v", "vo"].map(|extension| folder.join(format!("{file}.{extension}")));
    let is_same = compiled.exists() && std::fs::read_to_string(&copy).is_ok_and(|old| old == text);
    if is_same && !is_stale {
        return Ok(false);
    }
    // Should the compiler fail, nothing old may pass for its work.
    remove(&compiled)?;
    std::fs::write(&copy, text)?;
    coqc(folder, &format!("{file}.v")).map(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_files_are_those_of_the_development() {
        let text = "Require Import List Arith.\nRequire Import Sums Stacks.\n(* Require Import Walk. *)\n";
        assert_eq!(required_by(text), [0, 1]);
    }
}
