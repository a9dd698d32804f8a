//! Declarations: which functions, types and tests the Rust sources hold.
//!
//! Read line by line, which is enough for text that rustfmt has set: a declaration begins its line, and so does a comment.

use crate::sources::Source;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The names that the Rust sources declare, by file.
#[derive(Debug, Default)]
pub(crate) struct Declarations {
    files: Vec<File>,
    tests: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct File {
    /// The crate and the modules that lead to this file.
    modules: Vec<String>,
    declared: BTreeSet<String>,
    /// The types it declares, and what its `impl` headers speak of.
    types: BTreeSet<String>,
}

/// A declaration: its keyword and its name. In `const fn` the second word is not a name, in `const NAME` it is.
static DECLARATION: LazyLock<Regex> = LazyLock::new(|| {
    let before = r#"(?:pub(?:\([^)]+\))? |const |async |unsafe |extern (?:"C" )?)*"#;
    let keyword = "(fn|const|static|mod|struct|enum|trait|type|union)";
    Regex::new(&format!(r"^{before}{keyword}\s+(?:mut )?(\w+)")).expect("it is valid")
});

impl Declarations {
    /// Reads all Rust files among `sources`.
    pub(crate) fn of(sources: &[Source]) -> Self {
        let mut declarations = Self::default();
        for source in sources.iter().filter(|source| source.extension() == "rs") {
            let mut file = File { modules: modules(&source.path), ..File::default() };
            let mut is_test = false;
            for line in source.text.lines().map(str::trim_start) {
                is_test |= line == "#[test]";
                if let Some(name) = file.read(line).filter(|_| is_test) {
                    declarations.tests.insert(name.to_owned());
                    is_test = false;
                }
            }
            if !file.modules.is_empty() {
                declarations.files.push(file);
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
    /// Notes what a line declares; returns its name if that is a function.
    fn read<'l>(&mut self, line: &'l str) -> Option<&'l str> {
        if line.starts_with("impl") {
            self.types.extend(words(line).map(str::to_owned));
        }
        let (_, [keyword, name]) = DECLARATION.captures(line)?.extract();
        self.declared.insert(name.to_owned());
        if ["struct", "enum", "trait", "type", "union"].contains(&keyword) {
            self.types.insert(name.to_owned());
        }
        (keyword == "fn").then_some(name)
    }

    /// Whether the last of `names` is declared here, within the types that the others name.
    fn declares(&self, names: &[&str]) -> bool {
        let Some((last, within)) = names.split_last() else { return false };
        self.declared.contains(*last) && within.iter().all(|name| self.types.contains(*name))
    }
}

/// The crate and modules of the file at `path`; none if it lies beside the sources of a crate.
fn modules(path: &str) -> Vec<String> {
    let folders: Vec<&str> = path.strip_suffix(".rs").unwrap_or(path).split('/').collect();
    let (name, inside) = match folders[..] {
        ["crates", name, "src", ref inside @ ..] => (name, inside),
        ["xtask", "src", ref inside @ ..] => ("xtask", inside),
        _ => return Vec::new(),
    };
    let inside = inside.iter().filter(|module| !["lib", "main", "mod"].contains(module));
    std::iter::once(name.replace('-', "_")).chain(inside.map(|&module| module.to_owned())).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declarations() -> Declarations {
        let forest = "pub struct Forest;\nimpl<'g> Forest {\n    pub(crate) const fn arc() {}\n}\n// fn ghost()\n    /// fn                       spook()\npub(crate) const MOST: u32 = 1;\npub(in crate::push) fn few<const N: usize>() {}\n";
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
        for path in [
            "push::forest::Forest",
            "push::Forest",
            "Forest::arc",
            "solve",
            "push",
            "push::MOST",
            "push::few",
        ] {
            assert!(declarations.knows(&format!("rotor_solve::{path}")), "{path}");
        }
    }

    #[test]
    fn a_path_to_nothing_is_unknown() {
        let declarations = declarations();
        for path in ["ghost", "spook", "tree::Forest", "Tree::arc", "push::solve", "fn", "u32"] {
            assert!(!declarations.knows(&format!("rotor_solve::{path}")), "{path}");
        }
        assert!(
            ["rotor_graph::Forest", "rotor_solve", "", "Forest"].iter().all(|path| !declarations.knows(path))
        );
    }

    #[test]
    fn a_test_is_a_function_marked_as_one() {
        let declarations = declarations();
        assert!(declarations.has_test("it_holds"));
        assert!(!declarations.has_test("no_test") && !declarations.has_test("solve"));
        assert_eq!(declarations.tests().collect::<Vec<_>>(), ["it_holds"]);
    }
}
