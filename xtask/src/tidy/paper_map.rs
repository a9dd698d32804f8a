//! The paper map: every row leads from a label of the paper to code and a test that exist.

use super::complaint::Complaint;
use super::declarations::Declarations;
use super::markdown_table::{Named, Row, named, rows};
use super::source::Source;
use std::collections::BTreeSet;

/// Where the map is kept.
pub(crate) const PATH: &str = "docs/paper-map.md";

/// The labels that the map lists.
pub(crate) fn labels(map: &Source) -> BTreeSet<String> {
    rows(&map.text, "label").iter().filter_map(label).map(str::to_owned).collect()
}

/// Complains about rows that are malformed, listed twice, or lead nowhere.
pub(crate) fn check(map: &Source, declarations: &Declarations) -> Vec<Complaint> {
    let mut seen = BTreeSet::new();
    let mut complaints = Vec::new();
    for row in rows(&map.text, "label") {
        let mut complain = |message: String| complaints.push(Complaint::new(&map.path, row.line, message));
        let [_, _, _, code, tests] = &row.cells[..] else {
            complain("a row has five cells: label, kind, title, code, test".to_owned());
            continue;
        };
        match label(&row) {
            None => complain("the first cell is one label in backquotes".to_owned()),
            Some(label) if !seen.insert(label.to_owned()) => {
                complain(format!("the label `{label}` is listed twice"))
            }
            Some(_) => {}
        }
        links(code, tests, declarations).into_iter().for_each(complain);
    }
    complaints
}

/// What is wrong with a pair of cells, one naming code and the other the tests of that code.
pub(crate) fn links(code: &str, tests: &str, declarations: &Declarations) -> Vec<String> {
    match (named(code), named(tests)) {
        (Named::Nothing, Named::Nothing) => Vec::new(),
        (Named::Names(paths), Named::Names(tests)) => {
            let unknown = paths.iter().filter(|path| !declarations.knows(path));
            let untested = tests.iter().filter(|test| !declarations.has_test(test));
            let unknown = unknown.map(|path| format!("no declaration `{path}` in the sources"));
            unknown.chain(untested.map(|test| format!("no test `{test}` in the sources"))).collect()
        }
        (Named::Nothing, Named::Names(_)) | (Named::Names(_), Named::Nothing) => {
            vec!["what is not built has `—` for both code and test, what is built for neither".to_owned()]
        }
        _ => vec!["code and test are each `—` or names in backquotes, separated by commas".to_owned()],
    }
}

fn label(row: &Row) -> Option<&str> {
    match named(row.cells.first()?) {
        Named::Names(names) if names.len() == 1 => Some(names[0]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(rows: &str) -> Vec<String> {
        let code = Source::new(
            "crates/rotor-graph/src/trap.rs",
            "pub struct Traps;\n#[test]\nfn a_trap_is_closed() {}",
        );
        let head = "| label | kind | title | code | test |\n|---|---|---|---|---|\n";
        let map = Source::new(PATH, &format!("{head}{rows}"));
        check(&map, &Declarations::of(&[code])).iter().map(Complaint::to_string).collect()
    }

    #[test]
    fn rows_that_lead_somewhere_and_rows_not_yet_built_pass() {
        let built = "| `lem:a` | lemma | x | `rotor_graph::trap::Traps` | `a_trap_is_closed` |\n";
        let rows = format!("{built}| `fig : b` | figure | x | — | — |");
        assert!(complaints(&rows).is_empty());
    }

    #[test]
    fn a_row_that_leads_nowhere_is_refused() {
        let rows = "| `lem:a` | lemma | x | `rotor_graph::Pits` | `a_pit_is_closed` |";
        let found = complaints(rows);
        assert_eq!(found[0], "docs/paper-map.md:3: no declaration `rotor_graph::Pits` in the sources");
        assert_eq!(found[1], "docs/paper-map.md:3: no test `a_pit_is_closed` in the sources");
    }

    #[test]
    fn half_built_malformed_and_repeated_rows_are_refused() {
        for row in [
            "| `lem:a` | lemma | x | `rotor_graph::Traps` | — |",
            "| `lem:a` | lemma | x | — | `a_trap_is_closed` |",
            "| `lem:a` | lemma | x | — soon | — |",
            "| `lem:a` | lemma | x | — |",
            "| lem:a | lemma | x | — | — |",
        ] {
            assert_eq!(complaints(row).len(), 1, "{row}");
        }
        let twice = "| `lem:a` | lemma | x | — | — |\n".repeat(2);
        assert_eq!(complaints(&twice), ["docs/paper-map.md:4: the label `lem:a` is listed twice"]);
    }
}
