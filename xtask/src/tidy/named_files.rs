//! Files that the glossary names: each of them exists.

use super::complaint::Complaint;
use super::source::{Source, find, line_at};

/// Where the words of the trade are listed with the files that hold them.
pub(crate) const PATH: &str = "docs/glossary.md";

/// Complains about every `room/src/file.rs` between backquotes that is not there.
pub(crate) fn check(glossary: &Source, sources: &[Source]) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let mut at = 0;
    for (index, span) in glossary.text.split('`').enumerate() {
        let is_file = index % 2 == 1 && span.contains("/src/") && span.ends_with(".rs");
        if is_file && find(sources, &format!("crates/{span}")).is_none() {
            let line = line_at(&glossary.text, at);
            complaints.push(Complaint::new(&glossary.path, line, format!("there is no crates/{span}")));
        }
        at += span.len() + 1;
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_gone_is_complained_about() {
        let glossary = Source::new(PATH, "| walk | `walk` | `x/src/walk.rs` |\n| push | `x/src/push.rs` |");
        let sources = [Source::new("crates/x/src/walk.rs", "")];
        let complaints: Vec<_> = check(&glossary, &sources).iter().map(ToString::to_string).collect();
        assert_eq!(complaints, ["docs/glossary.md:2: there is no crates/x/src/push.rs"]);
    }
}
