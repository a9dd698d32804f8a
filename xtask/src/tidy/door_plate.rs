//! Door plates: every file of Rust opens with one sentence that says what it holds.

use super::complaint::Complaint;
use super::source::Source;

/// In how many lines the sentence has to end.
const MOST_LINES: usize = 3;

/// Complains if `source` is Rust and has no door plate.
pub(crate) fn check(source: &Source) -> Option<Complaint> {
    if source.extension() != "rs" || !needs_a_plate(&source.path) {
        return None;
    }
    let plate: Vec<&str> = source.text.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let message = match plate.first() {
        None => "no door plate; open the file with a `//!` sentence that says what it holds",
        Some(first) if first.trim().is_empty() => {
            "an empty door plate; say in one sentence what the file holds"
        }
        Some(_) if !has_a_sentence(&plate) => {
            "the door plate is not a sentence; end it with a period or a colon"
        }
        Some(_) => return None,
    };
    Some(Complaint::new(&source.path, 1, message))
}

fn needs_a_plate(path: &str) -> bool {
    let folders: Vec<&str> = path.split('/').collect();
    matches!(folders[..], ["crates", _, "src", ..] | ["xtask", "src", ..] | ["bench" | "fuzz", ..])
}

/// Whether a sentence ends within the first lines and the first paragraph.
fn has_a_sentence(plate: &[&str]) -> bool {
    let paragraph = plate.iter().take(MOST_LINES).map(|line| line.trim()).take_while(|line| !line.is_empty());
    paragraph.into_iter().any(|line| {
        let mut ends = line.match_indices(['.', ':']).map(|(at, end)| at + end.len());
        ends.any(|end| line[end..].chars().next().is_none_or(char::is_whitespace))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complains(path: &str, text: &str) -> bool {
        check(&Source::new(path, text)).is_some()
    }

    #[test]
    fn a_file_that_does_not_open_with_a_sentence_is_refused() {
        for text in
            ["", "use std::io;", "// Not a plate.", "//!\n//! Late.", "//! no end\nfn f() {}", "\n//! Late."]
        {
            assert!(complains("crates/a/src/b.rs", text), "{text}");
        }
        assert!(complains("crates/a/src/b.rs", "//! Four\n//! lines\n//! are\n//! too many."));
        assert!(complains("crates/a/src/b.rs", "//! A name like a.b has no end\n\nfn f() {}"));
    }

    #[test]
    fn a_sentence_ends_in_a_period_or_colon_and_may_go_on() {
        for text in
            ["//! Ids.", "//! What it does:", "//! Two\n//! lines.\n//!\n//! More", "//! One. And more"]
        {
            assert!(!complains("crates/a/src/b.rs", text), "{text}");
        }
    }

    #[test]
    fn rooms_with_code_need_plates_and_tests_do_not() {
        for path in ["crates/a/src/b/c.rs", "xtask/src/main.rs", "bench/a.rs", "fuzz/targets/a.rs"] {
            assert!(complains(path, ""), "{path}");
        }
        assert!(!complains("crates/a/tests/b.rs", ""));
        assert!(!complains("crates/a/src/b.md", ""));
    }
}
