//! Circles: the modules of a crate may lean on each other, but not in a circle.

use super::complaint::Complaint;
use super::rust_text::{Part, only};
use super::source::{Source, line_at};
use std::collections::{BTreeMap, BTreeSet};

/// For every module at the top of one crate, those it names, with the place where it does so first.
type Uses<'s> = BTreeMap<&'s str, BTreeMap<String, (&'s str, usize)>>;

/// Complains about every crate whose modules at the top name each other in a circle; tests may.
pub(crate) fn check(sources: &[Source]) -> Vec<Complaint> {
    let mut crates: BTreeMap<&str, Uses<'_>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        if let ["crates", name, "src", top, ..] = source.path.split('/').collect::<Vec<_>>()[..] {
            let module = top.strip_suffix(".rs").unwrap_or(top);
            if !matches!(module, "lib" | "main") {
                note(source, crates.entry(name).or_default().entry(module).or_default());
            }
        }
    }
    crates.values().filter_map(complaint).collect()
}

/// Notes which modules `source` names, tests left out.
fn note<'s>(source: &'s Source, used: &mut BTreeMap<String, (&'s str, usize)>) {
    let tests = source.text.find("#[cfg(test)]\nmod tests {").unwrap_or(source.text.len());
    let code = only(&source.text[..tests], &[Part::Code]);
    for (at, found) in code.match_indices("crate::") {
        for name in names(&code[at + found.len()..]) {
            used.entry(name.to_owned()).or_insert_with(|| (&source.path, line_at(&code, at)));
        }
    }
}

/// The names that stand first in a path after `crate::`: one, or several in braces.
fn names(rest: &str) -> Vec<&str> {
    let first = |path: &'_ str| path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    let Some(list) = rest.strip_prefix('{') else { return vec![&rest[..first(rest)]] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let path = list[start..at].trim_start();
                names.push(&path[..first(path)]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

/// The first circle of a crate: peels off modules that lean on nothing that is left; what stays leans on itself.
fn complaint(uses: &Uses<'_>) -> Option<Complaint> {
    let mut left: BTreeSet<&str> = uses.keys().copied().collect();
    let leans = |module: &str, left: &BTreeSet<&str>| {
        uses[module].iter().find(|(name, _)| *name != module && left.contains(name.as_str())).map(
            |(name, at)| {
                let (&name, _) = uses.get_key_value(name.as_str()).expect("what is left is a module");
                (name, *at)
            },
        )
    };
    while let Some(free) = left.iter().copied().find(|module| leans(module, &left).is_none()) {
        left.remove(free);
    }
    // Everything that is left leans on something that is left, so following it comes back.
    let mut way = vec![*left.first()?];
    loop {
        let (next, (path, line)) = leans(way.last()?, &left)?;
        if let Some(from) = way.iter().position(|module| *module == next) {
            let circle = [&way[from..], &[next]].concat().join(" → ");
            return Some(Complaint::new(path, line, format!("modules in a circle: {circle}")));
        }
        way.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = files.iter().map(|(path, text)| Source::new(path, text)).collect();
        check(&sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_circle_is_named_with_the_line_that_closes_it() {
        let files = [
            ("crates/x/src/a.rs", "use crate::{X, e::{f, g}, b};"),
            ("crates/x/src/b/mod.rs", "mod c;"),
            ("crates/x/src/b/c.rs", "use crate::d;"),
            ("crates/x/src/d.rs", "//! [`a`](crate::a).\n\nfn f() { crate::a::f() }"),
            ("crates/x/src/e.rs", "#[cfg(test)]\nuse std::io;\nuse crate::f::A;"),
            ("crates/x/src/g.rs", "use crate::a::A;"),
        ];
        assert_eq!(complaints(&files), ["crates/x/src/d.rs:3: modules in a circle: a → b → d → a"]);
    }

    #[test]
    fn comments_tests_strings_and_modules_below_may_name_what_they_like() {
        let files = [
            (
                "crates/x/src/a.rs",
                "// crate::b\nconst S: &str = \"crate::b\";\n#[cfg(test)]\nmod tests {\nuse crate::b;}",
            ),
            ("crates/x/src/b/c.rs", "use crate::a::A; use crate::b::d;"),
            ("crates/x/src/b/d.rs", "use crate::b::c;"),
            ("crates/y/src/a.rs", "use crate::b;"),
            ("crates/x/src/lib.rs", "use crate::a; use crate::b;"),
        ];
        assert!(complaints(&files).is_empty());
    }
}
