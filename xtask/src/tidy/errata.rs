//! Errata: every departure from the paper has a row, and its row a test.

use super::complaint::Complaint;
use super::declarations::Declarations;
use super::markdown_table::{Named, named, rows};
use super::paper_map::links;
use super::prose::Prose;
use super::source::Source;
use std::collections::BTreeSet;

/// Where the errata are kept.
pub(crate) const PATH: &str = "docs/paper-errata.md";

/// How many there are: E1 … E13.
const COUNT: u32 = 13;

/// Complains about rows that are missing, malformed or lead nowhere, and about errata that have no row.
pub(crate) fn check(table: &Source, sources: &[Source], declarations: &Declarations) -> Vec<Complaint> {
    let (mut complaints, listed) = check_rows(table, declarations);
    for number in (1..=COUNT).filter(|number| !listed.contains(number)) {
        complaints.push(Complaint::new(&table.path, 1, format!("no row for E{number}")));
    }
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        for prose in Prose::of(&source.text) {
            for (at, number) in mentions(&prose.text) {
                if !listed.contains(&number) {
                    let message = format!("erratum E{number} has no row in {PATH}");
                    complaints.push(Complaint::new(&source.path, prose.line_at(at), message));
                }
            }
        }
    }
    complaints
}

fn check_rows(table: &Source, declarations: &Declarations) -> (Vec<Complaint>, BTreeSet<u32>) {
    let (mut complaints, mut listed) = (Vec::new(), BTreeSet::new());
    for row in rows(&table.text, "id") {
        let mut complain = |message: String| complaints.push(Complaint::new(&table.path, row.line, message));
        let [id, _, _, _, code, tests] = &row.cells[..] else {
            complain("a row has six cells: id, where, printed, right, code, test".to_owned());
            continue;
        };
        let Some(number) = id.strip_prefix('E').and_then(|digits| digits.parse().ok()) else {
            complain(format!("`{id}` is not an id; write E and a number"));
            continue;
        };
        if !listed.insert(number) {
            complain(format!("E{number} is listed twice"));
        }
        links(code, tests, declarations).into_iter().for_each(&mut complain);
        match named(tests) {
            Named::Names(names) => {
                let others = names.iter().filter(|name| !is_test_of(name, number));
                others.for_each(|name| {
                    complain(format!("the name of test `{name}` does not say `e{number}_`"))
                });
            }
            _ => {
                if let Some(test) = declarations.tests().find(|test| is_test_of(test, number)) {
                    complain(format!("E{number} has a test, `{test}`, that its row does not name"));
                }
            }
        }
    }
    (complaints, listed)
}

/// Whether the name of a test says that it belongs to erratum E`number`.
fn is_test_of(test: &str, number: u32) -> bool {
    let mark = format!("e{number}_");
    test.starts_with(&mark) || test.contains(&format!("_{mark}"))
}

/// The numbers in "erratum E1", "errata E1, E2 and E3", with their places.
fn mentions(text: &str) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for (at, word) in text.match_indices("rratum").chain(text.match_indices("rrata")) {
        let mut rest = text[at + word.len()..].trim_start();
        while let Some(after) = rest.strip_prefix('E') {
            let length = after.find(|character: char| !character.is_ascii_digit()).unwrap_or(after.len());
            let Ok(number) = after[..length].parse() else { break };
            found.push((at, number));
            rest = after[length..].trim_start_matches(',').trim_start();
            rest = rest.strip_prefix("and").unwrap_or(rest).trim_start();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u32, code: &str, test: &str) -> String {
        format!("| E{number} | `lem:a` | x | y | {code} | {test} |\n")
    }

    fn complaints(rows: &str, code: &str) -> Vec<String> {
        let head = "| id | where | printed | right | code | test |\n|---|---|---|---|---|---|\n";
        let table = Source::new(PATH, &format!("{head}{rows}"));
        let sources = [Source::new("crates/a/src/lib.rs", code)];
        check(&table, &sources, &Declarations::of(&sources)).iter().map(Complaint::to_string).collect()
    }

    fn all_but(number: u32) -> String {
        (1..=COUNT).filter(|&other| other != number).map(|other| row(other, "—", "—")).collect()
    }

    const CODE: &str =
        "/// See erratum E5.\nfn turn() {}\n#[test]\nfn e5_turn_is_at_u() {}\n#[test]\nfn other() {}";

    #[test]
    fn a_row_for_each_with_its_test_passes() {
        let rows = all_but(5) + &row(5, "`a::turn`", "`e5_turn_is_at_u`");
        assert_eq!(complaints(&rows, CODE), [""; 0]);
    }

    #[test]
    fn a_missing_row_is_refused_where_it_is_cited_too() {
        let found = complaints(&all_but(5), CODE);
        assert_eq!(found[0], "docs/paper-errata.md:1: no row for E5");
        assert_eq!(found[1], "crates/a/src/lib.rs:1: erratum E5 has no row in docs/paper-errata.md");
    }

    #[test]
    fn a_test_that_is_missing_misnamed_or_unnamed_is_refused() {
        let found = |row: String| complaints(&(all_but(5) + &row), CODE);
        assert_eq!(
            found(row(5, "`a::turn`", "`e5_ghost`")),
            ["docs/paper-errata.md:15: no test `e5_ghost` in the sources"]
        );
        assert!(found(row(5, "`a::turn`", "`other`"))[0].ends_with("does not say `e5_`"));
        assert!(found(row(5, "—", "—"))[0].ends_with("`e5_turn_is_at_u`, that its row does not name"));
        assert_eq!(found(row(5, "`a::turn`", "—")).len(), 2);
    }

    #[test]
    fn malformed_and_repeated_rows_are_refused() {
        assert!(complaints(&(all_but(0) + &row(13, "—", "—")), "")[0].ends_with("E13 is listed twice"));
        assert!(complaints(&(all_but(0) + "| F | a | b | c | — | — |"), "")[0].contains("is not an id"));
        assert!(complaints(&(all_but(0) + "| E14 | a |"), "")[0].contains("six cells"));
    }

    #[test]
    fn the_mark_of_one_erratum_is_not_the_mark_of_another() {
        assert!(is_test_of("e1_x", 1) && is_test_of("game_e1_x", 1));
        assert!(!is_test_of("e11_x", 1) && !is_test_of("route1_x", 1) && !is_test_of("e1_x", 11));
    }

    #[test]
    fn errata_are_found_one_by_one_and_in_lists() {
        let numbers = |text| mentions(text).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!(numbers("erratum E5. Errata E1, E2 and\n E13; the Erratum\nE4"), [5, 4, 1, 2, 13]);
        assert_eq!(numbers("erratum Excluded, errata of E"), [0; 0]);
    }
}
