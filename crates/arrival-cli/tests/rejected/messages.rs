//! The exact message of every refused input, and what all messages have in common.

use crate::case::{Case, arrival, folder};
use std::collections::BTreeSet;
use std::fs;

/// `ARRIVAL_BLESS=1 cargo test -p arrival-cli --test rejected exactly` writes the messages anew, to be read before they are kept.
fn blessing() -> bool {
    std::env::var_os("ARRIVAL_BLESS").is_some()
}

#[test]
fn every_refused_input_gives_exactly_its_message() {
    let cases = Case::all();
    assert!(cases.len() >= 100, "the corpus is gone: {} files are left", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let answer = arrival(&case.words);
        let found = format!("# exit {}\n{}", answer.code, answer.stderr);
        if blessing() {
            fs::write(case.message_file(), &found).unwrap();
        }
        let expected = fs::read_to_string(case.message_file()).unwrap_or_default();
        if found != expected {
            wrong.push(format!("{}\n--- expected\n{expected}--- found\n{found}", case.name));
        }
        assert_eq!(answer.stdout, "", "{}: a refused input has no result", case.name);
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn every_message_and_every_command_belongs_to_an_input() {
    let names: BTreeSet<String> = Case::all().into_iter().map(|case| case.name).collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = file.strip_suffix(".stderr").or(file.strip_suffix(".args")) {
            assert!(names.contains(name), "{file} is about no file");
        }
    }
    for case in Case::all() {
        assert!(case.words.contains(&case.name), "{}: its command does not read it", case.name);
    }
}

#[test]
fn refused_inputs_exit_with_2_and_too_large_ones_with_3() {
    for case in Case::all() {
        let message = fs::read_to_string(case.message_file()).unwrap();
        let lines: Vec<_> = message.lines().skip(1).collect();
        let only_too_large = lines.iter().all(|line| line.ends_with("; allow more with --memory"));
        let code = if only_too_large { "# exit 3" } else { "# exit 2" };
        assert_eq!(message.lines().next(), Some(code), "{}", case.name);
        assert!(!lines.is_empty(), "{}: refused without a word", case.name);
    }
}

/// What is said of a flaw, `line` being `file:place: message; remedy` or `file: message; remedy`.
fn parts<'l>(case: &Case, line: &'l str) -> Option<(&'l str, &'l str)> {
    let rest = line.strip_prefix(&*case.name)?.strip_prefix(':')?;
    let (said, remedy) = rest.split_once("; ")?;
    Some((said.trim_start(), remedy))
}

#[test]
fn every_message_names_the_place_and_a_remedy_on_one_short_line() {
    for case in Case::all() {
        let message = fs::read_to_string(case.message_file()).unwrap();
        let mut lines = message.lines().skip(1).peekable();
        while let Some(line) = lines.next() {
            assert!(line.len() <= 400, "{}: a line of {} bytes", case.name, line.len());
            assert!(!line.contains(char::is_control), "{}: {line:?} could upset a terminal", case.name);
            if lines.peek().is_none() && line.starts_with(&format!("{}: and ", case.name)) {
                assert!(line.ends_with(" more flaws"), "{line}");
                continue;
            }
            let (said, remedy) =
                parts(&case, line).unwrap_or_else(|| panic!("no place or no remedy: {line}"));
            assert!(said.len() > 3 && remedy.len() > 3, "{line}");
            assert!(!remedy.ends_with('.') && remedy.starts_with(char::is_lowercase), "{line}");
        }
    }
}

#[test]
fn flaws_of_a_text_have_line_and_column_in_order() {
    for case in Case::all().iter().filter(|case| case.name.ends_with(".rotor")) {
        let message = fs::read_to_string(case.message_file()).unwrap();
        let whole =
            ["rule-conflict.rotor", "sinks-for-a-format-that-declares-them.rotor"].contains(&&*case.name);
        let lines = message.lines().skip(1).filter(|line| !line.ends_with(" more flaws") && !whole);
        let places: Vec<(u32, u32)> = lines
            .map(|line| {
                let mut numbers = line[case.name.len() + 1..].splitn(3, ':');
                let mut number = || numbers.next().and_then(|number| number.parse().ok());
                number().zip(number()).unwrap_or_else(|| panic!("no line and column: {line}"))
            })
            .collect();
        assert!(places.is_sorted(), "{}: {places:?}", case.name);
        assert!(places.iter().all(|&(line, column)| line > 0 && column > 0), "{}", case.name);
    }
}

#[test]
fn at_most_a_hundred_flaws_are_listed_the_rest_counted() {
    let mut cut = 0;
    for case in Case::all() {
        let message = fs::read_to_string(case.message_file()).unwrap();
        let listed = message.lines().skip(1).filter(|line| !line.ends_with(" more flaws")).count();
        assert!(listed <= 100, "{}: {listed} flaws", case.name);
        if message.ends_with(" more flaws\n") {
            assert_eq!(listed, 100, "{}: the list is cut too early", case.name);
            cut += 1;
        }
    }
    assert!(cut >= 3, "only {cut} inputs have more than a hundred flaws");
}
