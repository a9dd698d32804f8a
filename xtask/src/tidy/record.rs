//! The record: every measured speed in README and docs stands between marks and says what `bench/results` says.

use super::complaint::Complaint;
use super::source::{Source, line_at};
use crate::bench::Figures;

const OPEN: &str = "<!-- bench:";
const OPENED: &str = " -->";
const CLOSE: &str = "<!-- /bench -->";
/// Between these stands what others published.
const QUOTED: [&str; 2] = ["<!-- quoted -->", "<!-- /quoted -->"];
/// A number before one of these is a measured time, speed or memory. Longer ones first.
const UNITS: [&str; 20] = [
    "steps/s",
    "GB/s",
    "MB/s",
    "GB",
    "MB",
    "kB",
    "s",
    "minutes",
    "hours",
    "million steps",
    "ns",
    "µs",
    "ms",
    "seconds",
    "times faster",
    "times as fast",
    "times slower",
    "times as long",
    "s on one core",
    "× faster",
];

/// Whether the rules of this file apply: every README and docs, without dated findings and the report of an audit.
fn applies(path: &str) -> bool {
    let exempt = path.starts_with("docs/decisions/") || path == "docs/audit.md";
    path.ends_with(".md") && (path.ends_with("README.md") || path.starts_with("docs/")) && !exempt
}

/// Complains about marks that say something else than the record, and about speeds without marks.
pub(crate) fn check(source: &Source, figures: &Figures<'_>) -> Vec<Complaint> {
    if !applies(&source.path) {
        return Vec::new();
    }
    let complain =
        |at: usize, message: String| Complaint::new(&source.path, line_at(&source.text, at), message);
    let mut complaints = Vec::new();
    for Mark { at, key, found, .. } in marks(&source.text) {
        match (figures.find(key), found) {
            (_, None) => {
                complaints.push(complain(at, format!("`{OPEN}{key}{OPENED}` is never closed by `{CLOSE}`")))
            }
            (None, _) => complaints
                .push(complain(at, format!("the record has no figure `{key}`; run `cargo xtask bench`"))),
            (Some(expected), Some(found)) if expected != found => {
                complaints.push(complain(
                    at,
                    format!("`{key}` is not what the record says; run `cargo xtask tidy --fix`"),
                ));
            }
            _ => {}
        }
    }
    for at in unmarked_speeds(&source.text) {
        let message = "a measured speed outside the marks of the record; write `<!-- bench:KEY -->` around it, or \
                       `<!-- quoted -->` if others published it";
        complaints.push(complain(at, message.to_owned()));
    }
    complaints
}

/// `source` with every mark filled from the record, if that changes it. Marks without a figure are left alone.
pub(crate) fn fixed(source: &Source, figures: &Figures<'_>) -> Option<String> {
    if !applies(&source.path) {
        return None;
    }
    let (mut fixed, mut done) = (String::new(), 0);
    for Mark { inside, key, found, .. } in marks(&source.text) {
        if let (Some(found), Some(expected)) = (found, figures.find(key)) {
            fixed.push_str(&source.text[done..inside]);
            fixed.push_str(&expected);
            done = inside + found.len();
        }
    }
    fixed.push_str(&source.text[done..]);
    (fixed != source.text).then_some(fixed)
}

/// A mark, and what stands in it.
struct Mark<'t> {
    at: usize,
    inside: usize,
    key: &'t str,
    found: Option<&'t str>,
}

fn marks(text: &str) -> Vec<Mark<'_>> {
    let mut marks = Vec::new();
    let mut from = 0;
    while let Some(start) = text[from..].find(OPEN).map(|start| from + start) {
        let Some(length) = text[start..].find(OPENED) else { break };
        let inside = start + length + OPENED.len();
        let key = &text[start + OPEN.len()..start + length];
        let found = text[inside..].find(CLOSE).map(|length| &text[inside..inside + length]);
        from = inside + found.map_or(0, str::len);
        marks.push(Mark { at: start, inside, key, found });
    }
    marks
}

/// Where a number with a unit of speed stands outside marks, quotations and blocks of code.
fn unmarked_speeds(text: &str) -> Vec<usize> {
    let mut hidden = text.as_bytes().to_vec();
    let mut hide = |open: &str, close: &str| {
        let mut from = 0;
        while let Some(start) = text[from..].find(open).map(|start| from + start) {
            let end = text[start + open.len()..]
                .find(close)
                .map_or(text.len(), |at| start + open.len() + at + close.len());
            hidden[start..end].fill(b'\n');
            from = end;
        }
    };
    hide(OPEN, CLOSE);
    hide(QUOTED[0], QUOTED[1]);
    hide("```", "```");
    let hidden = String::from_utf8(hidden).expect("marks begin and end at characters");
    let mut speeds = Vec::new();
    for unit in UNITS {
        for (at, _) in hidden.match_indices(unit) {
            let ends = !hidden[at + unit.len()..].starts_with(|after: char| after.is_alphanumeric());
            let before = hidden[..at].trim_end_matches([' ', '\u{a0}', '\u{202f}']);
            if ends && before.ends_with(|digit: char| digit.is_ascii_digit()) {
                speeds.push(at);
            }
        }
    }
    speeds.sort_unstable();
    speeds.dedup();
    speeds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::sample;

    fn complaints(path: &str, text: &str) -> Vec<String> {
        let results = sample();
        check(&Source::new(path, text), &Figures(&results)).iter().map(Complaint::to_string).collect()
    }

    const KEY: &str = "trees/random/ours/1000 seconds";

    #[test]
    fn figures_of_the_record_pass_and_others_are_fixed() {
        let good = format!("# A\nIt takes {OPEN}{KEY}{OPENED}1.0 ms{CLOSE}.\n");
        assert!(complaints("README.md", &good).is_empty());
        let stale = good.replace("1.0", "0.9");
        assert_eq!(complaints("README.md", &stale).len(), 1);
        let results = sample();
        let fix = |text: &str| fixed(&Source::new("README.md", text), &Figures(&results));
        assert_eq!(fix(&stale).as_ref(), Some(&good));
        assert_eq!(fix(&good), None);
    }

    #[test]
    fn unknown_keys_and_open_marks_are_refused() {
        let unknown = format!("{OPEN}trees/none{OPENED}1{CLOSE}");
        assert!(complaints("docs/a.md", &unknown)[0].starts_with("docs/a.md:1: the record has no figure"));
        assert!(complaints("docs/a.md", &format!("{OPEN}{KEY}{OPENED}1"))[0].contains("never closed"));
    }

    #[test]
    fn speeds_without_marks_are_refused_in_readme_and_docs_alone() {
        for text in [
            "It takes 3 ms.",
            "590 MB/s",
            "about 5 times as fast",
            "2.5 seconds",
            "0.3 s",
            "82 MB.",
            "4 minutes",
        ] {
            assert_eq!(complaints("README.md", text).len(), 1, "{text}");
            assert_eq!(complaints("docs/book/a.md", text).len(), 1, "{text}");
            assert_eq!(complaints("python/README.md", text).len(), 1, "{text}");
            assert!(complaints("docs/decisions/1.md", text).is_empty());
            assert!(complaints("CONTRIBUTING.md", text).is_empty());
        }
        for text in [
            "```\n3 ms\n```",
            "<!-- quoted -->590 ms<!-- /quoted -->",
            "3 msets",
            "ms",
            "in ms 3",
            "A3 nsx",
            "u2 s2",
            "5 sinks",
        ] {
            assert!(complaints("README.md", text).is_empty(), "{text}");
        }
    }
}
