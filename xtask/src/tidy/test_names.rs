//! Test names: a conclusion in at most 60 characters, so that a list of them can be read.

use super::complaint::Complaint;
use super::rust_text::{Part, only};
use super::source::{Source, line_at};

const LONGEST: usize = 60;

/// Complains about every test of `source` whose name is longer.
pub(crate) fn check(source: &Source) -> Vec<Complaint> {
    let (text, marks): (_, &[&str]) = match source.extension() {
        "rs" => (only(&source.text, &[Part::Code]), &["#[test]"]),
        "py" => (source.text.clone(), &["\ndef test_"]),
        _ => return Vec::new(),
    };
    let mut complaints = Vec::new();
    for mark in marks {
        for (at, _) in text.match_indices(mark) {
            // Other attributes may stand between the mark and the name.
            let mut words = text[at..].split_whitespace().skip_while(|word| !["fn", "def"].contains(word));
            let Some(declared) = words.nth(1) else { continue };
            let name: String = declared.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if name.len() > LONGEST {
                let message =
                    format!("the name of a test has {} characters; say it in {LONGEST}: {name}", name.len());
                complaints.push(Complaint::new(&source.path, line_at(&text, at), message));
            }
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_of_tests_are_found_and_other_functions_are_not() {
        let long = "a".repeat(61);
        let text =
            format!("fn {long}() {{}}\n#[test]\n#[ignore]\nfn b{long}() {{}}\n#[test]\nfn short() {{}}\n");
        let found = check(&Source::new("a.rs", &text));
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().starts_with("a.rs:2: the name of a test has 62 characters"));
        let python = format!("\ndef test_{long}():\n    pass\n\ndef helper_{long}():\n    pass\n");
        assert_eq!(check(&Source::new("a.py", &python)).len(), 1);
    }
}
