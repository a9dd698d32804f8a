//! Paper labels: a citation names a label of the paper that the paper map lists.

use super::complaint::Complaint;
use super::prose::{Prose, backquoted};
use super::source::Source;
use std::collections::BTreeSet;

/// The key by which the paper is cited.
const KEY: &str = "ACD22";

/// How most labels of the paper begin, blanks left out; what looks like one has to be one.
const PREFIXES: [&str; 10] =
    ["lem:", "thm:", "alg:", "sec:", "subsec:", "subsubsec:", "fig:", "exmp:", "form:", "def:"];

/// Complains about every label in the Rust `sources` that is not among `labels`.
pub(crate) fn check(sources: &[Source], labels: &BTreeSet<String>) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        for prose in Prose::of(&source.text) {
            let mut complain =
                |at, message| complaints.push(Complaint::new(&source.path, prose.line_at(at), message));
            let (cited, open) = cited(&prose);
            let alike = if prose.is_comment { lookalikes(&prose) } else { Vec::new() };
            for (at, label) in cited.into_iter().chain(alike) {
                if !labels.contains(&label) {
                    complain(at, format!("`{label}` is not a label of docs/paper-map.md"));
                }
            }
            open.into_iter()
                .for_each(|at| complain(at, format!("a citation of {KEY} without its closing bracket")));
        }
    }
    complaints
}

/// The labels in the citations of `prose`, and where a citation does not end.
fn cited(prose: &Prose) -> (Vec<(usize, String)>, Vec<usize>) {
    let (mut cited, mut open) = (Vec::new(), Vec::new());
    for (at, key) in prose.text.match_indices(KEY) {
        let bracketed = prose.text[..at].ends_with('[');
        if prose.is_comment && !bracketed {
            continue;
        }
        let rest = &prose.text[at + key.len()..];
        let length = match rest.find(']') {
            Some(length) if bracketed => length,
            None if bracketed => {
                open.push(at);
                continue;
            }
            _ => rest.find('"').unwrap_or(rest.len()),
        };
        cited.extend(backquoted(&rest[..length]).map(|(inner, label)| (at + key.len() + inner, label)));
    }
    (cited, open)
}

/// What looks like a label, cited or not, line by line.
fn lookalikes(prose: &Prose) -> Vec<(usize, String)> {
    let mut at = 0;
    let mut found = Vec::new();
    for line in prose.text.split('\n') {
        let labels = backquoted(line).filter(|(_, name)| looks_like_a_label(name));
        found.extend(labels.map(|(inner, name)| (at + inner, name)));
        at += line.len() + 1;
    }
    found
}

fn looks_like_a_label(name: &str) -> bool {
    let compact: String = name.split_whitespace().collect();
    let tail = PREFIXES.iter().find_map(|prefix| compact.strip_prefix(prefix)).unwrap_or("");
    tail.starts_with(|first: char| first.is_alphanumeric())
        && tail.chars().all(|character| character.is_alphanumeric() || "_-".contains(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        let text = text.replace("KEY", KEY);
        let labels = ["lem:a", "CDA", "fig : calcRN"].map(str::to_owned);
        let found = check(&[Source::new("a.rs", &text)], &BTreeSet::from(labels));
        found.iter().map(Complaint::to_string).collect()
    }

    #[test]
    fn citations_of_listed_labels_pass() {
        let text = "/// [KEY], and [KEY, Lemma `lem:a`, Theorem\n/// `CDA`] on Figure `fig :\n/// calcRN`.\nfn f() {}";
        assert_eq!(complaints(text), [""; 0]);
        assert_eq!(complaints("let paper = \"KEY `CDA`\"; let other = \"`x`\";"), [""; 0]);
        assert_eq!(
            complaints("/// KEY calls `x` so; `std::io`, `def:` and `sec: 3 + x` are no labels."),
            [""; 0]
        );
    }

    #[test]
    fn a_label_that_is_not_listed_is_refused_with_its_line() {
        let message = "is not a label of docs/paper-map.md";
        let text = "//! x\n//! [KEY, `lem:a`,\n//! `ABC`]\n";
        assert_eq!(complaints(text), [format!("a.rs:3: `ABC` {message}")]);
        assert_eq!(complaints("let paper = \"KEY `ABC`\";"), [format!("a.rs:1: `ABC` {message}")]);
        assert_eq!(complaints("\n// see `thm: b_1`"), [format!("a.rs:2: `thm: b_1` {message}")]);
    }

    #[test]
    fn a_citation_that_does_not_end_is_refused() {
        assert_eq!(complaints("/// [KEY, `lem:a`\nfn f() {}").len(), 1);
    }
}
