//! Declarations: which functions, types and tests the sources hold.

use super::rust_text::{Part, only};
use super::source::Source;
use std::collections::BTreeSet;

/// The names that the Rust sources declare, by file.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    files: Vec<File>,
    tests: BTreeSet<String>,
}

#[derive(Debug)]
struct File {
    /// The crate and the modules that lead to this file.
    modules: Vec<String>,
    declared: BTreeSet<String>,
    /// The types it declares, and what its `impl` headers speak of.
    types: BTreeSet<String>,
}

const TYPES: [&str; 5] = ["struct", "enum", "trait", "type", "union"];
const OTHERS: [&str; 4] = ["fn", "const", "static", "mod"];

impl Declarations {
    /// Reads all Rust files among `sources`.
    pub(crate) fn of(sources: &[Source]) -> Self {
        let mut declarations = Self::default();
        for source in sources.iter().filter(|source| source.extension() == "rs") {
            let code = only(&source.text, &[Part::Code]);
            declarations.tests.extend(tests(&code).map(str::to_owned));
            if let Some(modules) = modules(&source.path) {
                let (declared, types) = names(&code);
                declarations.files.push(File { modules, declared, types });
            }
        }
        declarations
    }

    /// Whether `path`, as in `rotor_graph::trap::Traps::of`, leads to a declaration. Modules may be left out, as they
    /// are where `lib.rs` names a thing again.
    pub(crate) fn knows(&self, path: &str) -> bool {
        let segments: Vec<&str> = path.split("::").collect();
        (1..segments.len()).any(|split| {
            let (modules, names) = segments.split_at(split);
            let leads_here = |file: &&File| file.modules.iter().take(split).eq(modules);
            self.files.iter().filter(leads_here).any(|file| file.declares(names))
        })
    }

    /// Whether a test of this name exists.
    pub(crate) fn has_test(&self, name: &str) -> bool {
        self.tests.contains(name)
    }

    /// All tests, in alphabetical order.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &str> {
        self.tests.iter().map(String::as_str)
    }
}

impl File {
    /// Whether the last of `names` is declared here, within the types that the others name.
    fn declares(&self, names: &[&str]) -> bool {
        let Some((last, within)) = names.split_last() else { return false };
        self.declared.contains(*last) && within.iter().all(|name| self.types.contains(*name))
    }
}

/// The crate and modules of the file at `path`, unless it lies beside the sources of a crate.
fn modules(path: &str) -> Option<Vec<String>> {
    let folders: Vec<&str> = path.strip_suffix(".rs")?.split('/').collect();
    let (name, inside) = match folders[..] {
        ["crates", name, "src", ref inside @ ..] => (name, inside),
        ["xtask", "src", ref inside @ ..] => ("xtask", inside),
        _ => return None,
    };
    let inside = inside.iter().filter(|module| !["lib", "main", "mod"].contains(module));
    Some(std::iter::once(name.replace('-', "_")).chain(inside.map(|&module| module.to_owned())).collect())
}

/// What `code` declares, and the types it declares or implements something for.
fn names(code: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut declared, mut types) = (BTreeSet::new(), BTreeSet::new());
    let mut before = "";
    for (at, word) in words(code) {
        // In `const fn`, the second word is not a name.
        if (TYPES.contains(&before) || OTHERS.contains(&before)) && !OTHERS.contains(&word) {
            declared.insert(word.to_owned());
        }
        if TYPES.contains(&before) {
            types.insert(word.to_owned());
        }
        if word == "impl" {
            let header = code[at..].split('{').next().unwrap_or("");
            types.extend(words(header).map(|(_, name)| name.to_owned()));
        }
        before = word;
    }
    (declared, types)
}

/// The name of the function after each `#[test]`.
fn tests(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("#[test]").filter_map(|(at, attribute)| {
        let mut words = words(&code[at + attribute.len()..]).map(|(_, word)| word);
        words.find(|&word| word == "fn").and_then(|_| words.next())
    })
}

/// The words of `code`, each with its place.
fn words(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        let start = at + code[at..].find(is_word)?;
        let length = code[start..].find(|character| !is_word(character)).unwrap_or(code.len() - start);
        at = start + length;
        Some((start, &code[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declarations() -> Declarations {
        let forest =
            "pub struct Forest;\nimpl<'g> Forest { pub const fn arc() {} }\n// fn ghost()\nfn \"fn spook\"";
        let tests = "#[test]\n#[ignore]\nfn it_holds() {}\nfn no_test() {}";
        Declarations::of(&[
            Source::new("crates/rotor-solve/src/push/forest.rs", forest),
            Source::new("crates/rotor-solve/src/lib.rs", "mod push;\npub fn solve() {}"),
            Source::new("crates/rotor-solve/tests/all.rs", tests),
        ])
    }

    #[test]
    fn a_path_is_known_with_all_its_modules_or_with_some() {
        let declarations = declarations();
        for path in ["push::forest::Forest", "push::Forest", "Forest", "Forest::arc", "solve", "push"] {
            assert!(declarations.knows(&format!("rotor_solve::{path}")), "{path}");
        }
    }

    #[test]
    fn a_path_to_nothing_is_unknown() {
        let declarations = declarations();
        for path in
            ["rotor_solve::ghost", "rotor_solve::spook", "rotor_graph::Forest", "rotor_solve::tree::Forest"]
        {
            assert!(!declarations.knows(path), "{path}");
        }
        for path in ["rotor_solve::Tree::arc", "rotor_solve", "", "rotor_solve::push::solve", "Forest"] {
            assert!(!declarations.knows(path), "{path}");
        }
    }

    #[test]
    fn a_test_is_a_function_marked_as_one() {
        let declarations = declarations();
        assert!(declarations.has_test("it_holds"));
        assert!(!declarations.has_test("no_test") && !declarations.has_test("solve"));
        assert_eq!(declarations.tests().collect::<Vec<_>>(), ["it_holds"]);
    }
}
