//! The paper and the code: what is cited exists, and what is built is tested.
//!
//! The map (docs/paper-map.md) leads from every label of the paper to code and tests, the errata (docs/paper-errata.md) from
//! every departure from its text to the test that keeps it; citations in Rust name labels of the map; documents, comments and
//! the short paper name theorems that the Coq development states; and the glossary names files that are there.

use crate::declarations::Declarations;
use crate::markdown::{Named, Row, named, rows};
use crate::sources::{Complaint, Prose, Source, backquoted, find, line_at};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const MAP: &str = "docs/paper-map.md";
const ERRATA: &str = "docs/paper-errata.md";
/// Where the words of the trade are listed with the files that hold them.
const GLOSSARY: &str = "docs/glossary.md";
/// How a citation of the paper begins; written apart, or this would be one.
const KEY: &str = concat!("[", "ACD22");
/// How many errata there are: E1 … E17.
const ERRATA_COUNT: u32 = 17;

/// A list of errata, as in "erratum E1" and "errata E1, E2 and E3".
static ERRATA_NAMED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[Ee]rrat(?:um|a)(?:\s+|,\s*|and\s+|E\d+)+").expect("it is valid"));

/// What looks like a label of the paper, cited or not, and has to be one.
static LABEL: LazyLock<Regex> = LazyLock::new(|| {
    let label =
        r"`( *(?:lem|thm|alg|sec|subsec|subsubsec|fig|exmp|form|def) *: *[\p{Alphabetic}\p{N}][\w -]*)`";
    Regex::new(label).expect("it is valid")
});

/// A name such as `Walk.one_exit`: a file of the Coq development and what it states.
static THEOREM: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^(\w+)\.(\w+)$").expect("it is valid"));

/// What a file of Coq states or defines.
static STATEMENT: LazyLock<Regex> = LazyLock::new(|| {
    let keywords = "Theorem|Lemma|Corollary|Definition|Fixpoint|Inductive|Record|Example";
    Regex::new(&format!(r"(?m)^\s*(?:{keywords}) (\w+)")).expect("it is valid")
});

/// All that is wrong with what `sources` cite.
pub(crate) fn check(sources: &[Source]) -> Vec<Complaint> {
    let declarations = Declarations::of(sources);
    let mut complaints = Vec::new();
    let mut document = |path: &str, check: &mut dyn FnMut(&Source) -> Vec<Complaint>| {
        complaints.extend(match find(sources, path) {
            Some(document) => check(document),
            None => vec![Complaint::new(path, 1, "the file is missing")],
        });
    };
    document(MAP, &mut |map| {
        let mut complaints = check_map(map, &declarations);
        complaints.extend(check_citations(sources, &labels(map)));
        complaints
    });
    document(ERRATA, &mut |table| check_errata(table, sources, &declarations));
    document(GLOSSARY, &mut |glossary| check_glossary(glossary, sources));
    complaints.extend(check_theorems(sources));
    complaints
}

/// The labels that the map lists.
fn labels(map: &Source) -> BTreeSet<String> {
    rows(&map.text, "label").iter().filter_map(label).map(str::to_owned).collect()
}

fn label(row: &Row) -> Option<&str> {
    match named(row.cells.first()?) {
        Named::Names(names) if names.len() == 1 => Some(names[0]),
        _ => None,
    }
}

/// Complains about rows of the map that are malformed, listed twice, or lead nowhere.
fn check_map(map: &Source, declarations: &Declarations) -> Vec<Complaint> {
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
        code_and_tests(code, tests, declarations).into_iter().for_each(complain);
    }
    complaints
}

/// What is wrong with a pair of cells, one naming code and the other the tests of that code.
fn code_and_tests(code: &str, tests: &str, declarations: &Declarations) -> Vec<String> {
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

/// Complains about rows of the errata that are missing, malformed or lead nowhere, and about errata that have no row.
fn check_errata(table: &Source, sources: &[Source], declarations: &Declarations) -> Vec<Complaint> {
    let (mut complaints, listed) = errata_rows(table, declarations);
    for number in (1..=ERRATA_COUNT).filter(|number| !listed.contains(number)) {
        complaints.push(Complaint::new(&table.path, 1, format!("no row for E{number}")));
    }
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        for prose in Prose::of(&source.text) {
            for (at, number) in errata_in(&prose.text) {
                if !listed.contains(&number) {
                    let message = format!("erratum E{number} has no row in {ERRATA}");
                    complaints.push(Complaint::new(&source.path, prose.line_at(at), message));
                }
            }
        }
    }
    complaints
}

fn errata_rows(table: &Source, declarations: &Declarations) -> (Vec<Complaint>, BTreeSet<u32>) {
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
        code_and_tests(code, tests, declarations).into_iter().for_each(&mut complain);
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

/// The numbers of the errata that are named, with their places.
fn errata_in(text: &str) -> Vec<(usize, u32)> {
    let lists = ERRATA_NAMED.find_iter(text);
    lists
        .flat_map(|list| {
            let words = list.as_str().split(|c: char| c.is_whitespace() || c == ',');
            words.filter_map(move |word| Some((list.start(), word.strip_prefix('E')?.parse().ok()?)))
        })
        .collect()
}

/// Complains about every citation of a label that is not among `labels`.
fn check_citations(sources: &[Source], labels: &BTreeSet<String>) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        for prose in Prose::of(&source.text) {
            let mut complain =
                |at, message| complaints.push(Complaint::new(&source.path, prose.line_at(at), message));
            let (cited, open) = cited(&prose);
            let alike = if prose.is_comment { lookalikes(&prose) } else { Vec::new() };
            for (at, label) in cited.into_iter().chain(alike) {
                if !labels.contains(&label) {
                    complain(at, format!("`{label}` is not a label of {MAP}"));
                }
            }
            open.into_iter()
                .for_each(|at| complain(at, format!("the citation {KEY} has no closing bracket")));
        }
    }
    complaints
}

/// The labels in the citations of `prose`, and where a citation does not end.
fn cited(prose: &Prose) -> (Vec<(usize, String)>, Vec<usize>) {
    let (mut cited, mut open) = (Vec::new(), Vec::new());
    for (at, key) in prose.text.match_indices(KEY) {
        let rest = &prose.text[at + key.len()..];
        match rest.find(']') {
            Some(length) => cited
                .extend(backquoted(&rest[..length]).map(|(inner, label)| (at + key.len() + inner, label))),
            None => open.push(at),
        }
    }
    (cited, open)
}

/// What looks like a label, cited or not.
fn lookalikes(prose: &Prose) -> Vec<(usize, String)> {
    let found = LABEL.captures_iter(&prose.text).filter_map(|found| found.get(1));
    found
        .map(|label| (label.start(), label.as_str().split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect()
}

/// Complains about every `room/src/file.rs` between backquotes of the glossary that is not there.
fn check_glossary(glossary: &Source, sources: &[Source]) -> Vec<Complaint> {
    let files =
        backquoted(&glossary.text).filter(|(_, span)| span.contains("/src/") && span.ends_with(".rs"));
    let gone = files.filter(|(_, span)| find(sources, &format!("crates/{span}")).is_none());
    gone.map(|(at, span)| {
        let line = line_at(&glossary.text, at);
        Complaint::new(&glossary.path, line, format!("there is no crates/{span}"))
    })
    .collect()
}

/// Complains about every theorem that is named as `File.theorem`, or as `\coq{File.theorem}`, and that `proofs/File.v` does
/// not state. What the theorems assume is checked where Coq is, by `cargo xtask proofs`.
fn check_theorems(sources: &[Source]) -> Vec<Complaint> {
    let stated: BTreeMap<&str, BTreeSet<&str>> = sources
        .iter()
        .filter_map(|source| Some((coq_file(&source.path)?, statements(&source.text).collect())))
        .collect();
    let mut complaints = Vec::new();
    for source in sources {
        let mark = match source.extension() {
            "md" => "`",
            "rs" if source.path.starts_with("crates/") => "`",
            "tex" => "\\coq{",
            _ => continue,
        };
        for (at, _) in source.text.match_indices(mark) {
            let span = source.text[at + mark.len()..].split(['`', '}', '\n']).next().unwrap_or_default();
            let Some((file, theorem)) = theorem(span, |file| stated.contains_key(file)) else { continue };
            if !stated[file].contains(theorem) {
                let message = format!("proofs/{file}.v states no {theorem}");
                complaints.push(Complaint::new(&source.path, line_at(&source.text, at), message));
            }
        }
    }
    complaints
}

/// The file and the theorem of a name such as `Walk.one_exit`; `is_file` knows the files of the development.
pub(crate) fn theorem(name: &str, is_file: impl Fn(&str) -> bool) -> Option<(&str, &str)> {
    let (_, [file, theorem]) = THEOREM.captures(name)?.extract();
    (is_file(file) && theorem != "v").then_some((file, theorem))
}

fn coq_file(path: &str) -> Option<&str> {
    path.strip_prefix("proofs/")?.strip_suffix(".v")
}

/// What a file of Coq states or defines, by the word after the keyword that opens a line.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    STATEMENT.captures_iter(text).map(|statement| statement.extract::<1>().1[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(complaints: &[Complaint]) -> Vec<String> {
        complaints.iter().map(Complaint::to_string).collect()
    }

    fn map_complaints(rows: &str) -> Vec<String> {
        let code = Source::new(
            "crates/rotor-graph/src/trap.rs",
            "pub struct Traps;\n#[test]\nfn a_trap_is_closed() {}",
        );
        let head = "| label | kind | title | code | test |\n|---|---|---|---|---|\n";
        said(&check_map(&Source::new(MAP, &format!("{head}{rows}")), &Declarations::of(&[code])))
    }

    #[test]
    fn rows_that_lead_somewhere_and_rows_not_yet_built_pass() {
        let built = "| `lem:a` | lemma | x | `rotor_graph::trap::Traps` | `a_trap_is_closed` |\n";
        assert_eq!(map_complaints(&format!("{built}| `fig : b` | figure | x | — | — |")), [""; 0]);
    }

    #[test]
    fn a_row_that_leads_nowhere_is_refused() {
        let rows = "| `lem:a` | lemma | x | `rotor_graph::Pits` | `a_pit_is_closed` |";
        let found = map_complaints(rows);
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
            assert_eq!(map_complaints(row).len(), 1, "{row}");
        }
        let twice = "| `lem:a` | lemma | x | — | — |\n".repeat(2);
        assert_eq!(map_complaints(&twice), ["docs/paper-map.md:4: the label `lem:a` is listed twice"]);
    }

    fn row(number: u32, code: &str, test: &str) -> String {
        format!("| E{number} | `lem:a` | x | y | {code} | {test} |\n")
    }

    fn errata_complaints(rows: &str, code: &str) -> Vec<String> {
        let head = "| id | where | printed | right | code | test |\n|---|---|---|---|---|---|\n";
        let table = Source::new(ERRATA, &format!("{head}{rows}"));
        let sources = [Source::new("crates/a/src/lib.rs", code)];
        said(&check_errata(&table, &sources, &Declarations::of(&sources)))
    }

    fn all_but(number: u32) -> String {
        (1..=ERRATA_COUNT).filter(|&other| other != number).map(|other| row(other, "—", "—")).collect()
    }

    const CODE: &str =
        "/// See erratum E5.\nfn turn() {}\n#[test]\nfn e5_turn_is_at_u() {}\n#[test]\nfn other() {}";

    #[test]
    fn an_erratum_with_its_test_passes_and_a_missing_one_does_not() {
        let rows = all_but(5) + &row(5, "`a::turn`", "`e5_turn_is_at_u`");
        assert_eq!(errata_complaints(&rows, CODE), [""; 0]);
        let found = errata_complaints(&all_but(5), CODE);
        assert_eq!(found[0], "docs/paper-errata.md:1: no row for E5");
        assert_eq!(found[1], "crates/a/src/lib.rs:1: erratum E5 has no row in docs/paper-errata.md");
    }

    #[test]
    fn a_test_that_is_missing_misnamed_or_unnamed_is_refused() {
        let found = |row: String| errata_complaints(&(all_but(5) + &row), CODE);
        let ghost = found(row(5, "`a::turn`", "`e5_ghost`"));
        assert_eq!(ghost, ["docs/paper-errata.md:19: no test `e5_ghost` in the sources"]);
        assert!(found(row(5, "`a::turn`", "`other`"))[0].ends_with("does not say `e5_`"));
        assert!(found(row(5, "—", "—"))[0].ends_with("`e5_turn_is_at_u`, that its row does not name"));
        assert_eq!(found(row(5, "`a::turn`", "—")).len(), 2);
    }

    #[test]
    fn malformed_and_repeated_errata_are_refused() {
        let found = |rows: &str| errata_complaints(&(all_but(0) + rows), "");
        assert!(found(&row(13, "—", "—"))[0].ends_with("E13 is listed twice"));
        assert!(found("| F | a | b | c | — | — |")[0].contains("is not an id"));
        assert!(found("| E18 | a |")[0].contains("six cells"));
    }

    #[test]
    fn the_mark_of_one_erratum_is_not_the_mark_of_another() {
        assert!(is_test_of("e1_x", 1) && is_test_of("game_e1_x", 1));
        assert!(!is_test_of("e11_x", 1) && !is_test_of("route1_x", 1) && !is_test_of("e1_x", 11));
    }

    #[test]
    fn errata_are_found_one_by_one_and_in_lists() {
        let numbers = |text| errata_in(text).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!(numbers("erratum E5. Errata E1, E2 and\n E13; the Erratum\nE4"), [5, 1, 2, 13, 4]);
        assert_eq!(numbers("erratum Excluded, errata of E"), [0; 0]);
    }

    fn citation_complaints(text: &str) -> Vec<String> {
        let labels = ["lem:a", "CDA", "fig : calcRN"].map(str::to_owned);
        // Written apart, or these would be citations.
        let text = text.replace("KEY", KEY);
        said(&check_citations(&[Source::new("a.rs", &text)], &BTreeSet::from(labels)))
    }

    #[test]
    fn citations_of_listed_labels_pass() {
        let text =
            "/// KEY], and KEY, Lemma `lem:a`, Theorem\n/// `CDA`] on Figure `fig :\n/// calcRN`.\nfn f() {}";
        assert_eq!(citation_complaints(text), [""; 0]);
        assert_eq!(citation_complaints("let paper = \"KEY, `CDA`]\"; let other = \"`x`\";"), [""; 0]);
        let others = "/// `x`, `std::io`, `def:` and `sec: 3 + x` are no labels.";
        assert_eq!(citation_complaints(others), [""; 0]);
    }

    #[test]
    fn a_label_that_is_not_listed_is_refused_with_its_line() {
        let message = "is not a label of docs/paper-map.md";
        let text = "//! x\n//! KEY, `lem:a`,\n//! `ABC`]\n";
        assert_eq!(citation_complaints(text), [format!("a.rs:3: `ABC` {message}")]);
        let literal = "let paper = \"KEY, `ABC`]\";";
        assert_eq!(citation_complaints(literal), [format!("a.rs:1: `ABC` {message}")]);
        assert_eq!(citation_complaints("\n// see `thm: b_1`"), [format!("a.rs:2: `thm: b_1` {message}")]);
        assert_eq!(citation_complaints("/// KEY, `lem:a`\nfn f() {}").len(), 1);
    }

    #[test]
    fn a_file_of_the_glossary_that_is_gone_is_complained_about() {
        let glossary =
            Source::new(GLOSSARY, "| walk | `walk` | `x/src/walk.rs` |\n| push | `x/src/push.rs` |");
        let sources = [Source::new("crates/x/src/walk.rs", "")];
        let found = said(&check_glossary(&glossary, &sources));
        assert_eq!(found, ["docs/glossary.md:2: there is no crates/x/src/push.rs"]);
    }

    #[test]
    fn a_theorem_that_is_not_stated_is_complained_about() {
        let sources = [
            Source::new("proofs/Walk.v", "Theorem one_exit : True.\n  Lemma two (n : nat) : n = n.\n"),
            Source::new(
                "docs/a.md",
                "`Walk.one_exit`, `walk.rs`, `Walk.v`\n`Walk.two`, `Walk.ghost`, `Nowhere.x`",
            ),
            Source::new("crates/a.rs", "// `Walk.spook`\n"),
            Source::new("docs/a.tex", "\\coq{Walk.one_exit} \\coq{Walk.gone}"),
        ];
        assert_eq!(
            said(&check_theorems(&sources)),
            [
                "docs/a.md:2: proofs/Walk.v states no ghost",
                "crates/a.rs:1: proofs/Walk.v states no spook",
                "docs/a.tex:1: proofs/Walk.v states no gone"
            ]
        );
    }
}
