//! Forbidden words: what a finished file does not say.

use super::complaint::Complaint;
use super::rust_text::{Part, only};
use super::source::{Source, line_at};

/// Words that no code says, each with its remedy.
const IN_CODE: [(&str, &str); 4] = [
    ("todo!", "finish it or leave it out"),
    ("unimplemented!", "finish it or leave it out"),
    ("dbg!", "remove it"),
    ("unsafe", "stay with safe code, or name the file among the exceptions of tidy and say why"),
];

/// A word that neither code nor comments say.
const ANYWHERE: (&str, &str) = ("FIXME", "fix it");

/// The only files that may say `unsafe`: a prefetch intrinsic, which reads nothing and cannot fault; an allocator that
/// counts and passes everything on; names for the linker of WebAssembly, which follow no pointer; and advice to the kernel about
/// pages, which changes no byte.
const MAY_BE_UNSAFE: [&str; 4] = [
    "crates/rotor-graph/src/prefetch.rs",
    "crates/counted-alloc/src/lib.rs",
    "crates/arrival-web/src/abi.rs",
    "crates/arrival-python/src/pages.rs",
];

/// Complains about every forbidden word of `source`.
pub(crate) fn check(source: &Source) -> Vec<Complaint> {
    check_with(source, &MAY_BE_UNSAFE)
}

fn check_with(source: &Source, may_be_unsafe: &[&str]) -> Vec<Complaint> {
    match source.extension() {
        "rs" => {
            let code = only(&source.text, &[Part::Code]);
            let text = only(&source.text, &[Part::Code, Part::Comment]);
            let excused = may_be_unsafe.contains(&source.path.as_str());
            let words = IN_CODE.iter().filter(|(word, _)| !(excused && *word == "unsafe"));
            let mut complaints: Vec<_> = words.flat_map(|&word| occurrences(source, &code, word)).collect();
            complaints.extend(occurrences(source, &text, ANYWHERE));
            complaints
        }
        "ts" | "py" => occurrences(source, &source.text, ANYWHERE),
        _ => Vec::new(),
    }
}

/// Where `word` stands alone in `text`, which has the lines of `source`.
fn occurrences(source: &Source, text: &str, (word, remedy): (&str, &str)) -> Vec<Complaint> {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    let stands_alone = |&at: &usize| {
        !text[..at].ends_with(joins) && (word.ends_with('!') || !text[at + word.len()..].starts_with(joins))
    };
    let places = text.match_indices(word).map(|(at, _)| at).filter(stands_alone);
    places
        .map(|at| {
            Complaint::new(&source.path, line_at(text, at), format!("forbidden word `{word}`; {remedy}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, text: &str) -> Vec<String> {
        let word = |complaint: Complaint| complaint.to_string().split('`').nth(1).unwrap().to_owned();
        check(&Source::new(path, text)).into_iter().map(word).collect()
    }

    #[test]
    fn each_forbidden_word_is_found_in_code() {
        let text = "fn f() {\n    todo!()\n}\nfn g() { unimplemented!(\"x\") }\nlet x = dbg!(1);\nunsafe {}\n// FIXME later";
        assert_eq!(words("a.rs", text), ["todo!", "unimplemented!", "dbg!", "unsafe", "FIXME"]);
        let complaint = &check(&Source::new("a.rs", text))[0];
        assert_eq!(complaint.to_string(), "a.rs:2: forbidden word `todo!`; finish it or leave it out");
    }

    #[test]
    fn words_in_strings_prose_and_longer_names_are_allowed() {
        assert!(
            words("a.rs", "// an unsafe map\n\"todo! FIXME\"; unsafe_code; my_dbg!(); FIXMES").is_empty()
        );
        assert!(words("a.md", "FIXME").is_empty());
    }

    #[test]
    fn other_languages_are_searched_for_the_one_forbidden_word() {
        assert_eq!(words("a.py", "# FIXME\nunsafe"), ["FIXME"]);
        assert_eq!(words("a.ts", "// FIXME"), ["FIXME"]);
    }

    #[test]
    fn a_named_exception_may_be_unsafe_and_nothing_else() {
        let source = Source::new("crates/a/src/prefetch.rs", "unsafe { dbg!(1) }");
        assert_eq!(check_with(&source, &["crates/a/src/prefetch.rs"]).len(), 1);
        assert_eq!(check_with(&source, &["crates/a/src/other.rs"]).len(), 2);
    }
}
