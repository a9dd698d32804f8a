//! Circles: the modules of a folder may lean on each other, but not in a circle.

use super::complaint::Complaint;
use super::rust_text::{Part, only};
use super::source::{Source, line_at};
use std::collections::{BTreeMap, BTreeSet};

/// For every module of one folder, those beside it that it names, with the place where it does so first.
type Uses<'s> = BTreeMap<String, BTreeMap<String, (&'s str, usize)>>;

/// Complains about every folder of a crate whose modules name each other in a circle; tests may.
pub(crate) fn check(sources: &[Source]) -> Vec<Complaint> {
    let mut folders: BTreeMap<(&str, Vec<String>), Uses<'_>> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.extension() == "rs") {
        let Some((name, module)) = module_of(&source.path) else { continue };
        for (depth, part) in module.iter().enumerate() {
            folders.entry((name, module[..depth].to_vec())).or_default().entry(part.clone()).or_default();
        }
        for (path, line) in named(source, &module) {
            // The two lie in modules of one folder: what they share is its path.
            let shared = module.iter().zip(&path).take_while(|(one, other)| one == other).count();
            if let (Some(from), Some(to)) = (module.get(shared), path.get(shared)) {
                let folder = folders.entry((name, module[..shared].to_vec())).or_default();
                let uses = folder.entry(from.clone()).or_default();
                uses.entry(to.clone()).or_insert((&source.path, line));
            }
        }
    }
    folders.values().filter_map(complaint).collect()
}

/// The crate of a source file and the path of its module, empty for the root.
fn module_of(path: &str) -> Option<(&str, Vec<String>)> {
    let (name, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let module = file.strip_suffix(".rs")?;
    let module = module.strip_suffix("/mod").unwrap_or(module);
    let parts: Vec<String> = module.split('/').map(str::to_owned).collect();
    match parts[..] {
        [ref root] if root == "lib" || root == "main" => None,
        _ if parts.iter().any(|part| part == "tests") => None,
        _ => Some((name, parts)),
    }
}

/// The paths within its crate that a source file names, each with its line, tests left out.
fn named(source: &Source, module: &[String]) -> Vec<(Vec<String>, usize)> {
    let tests = source.text.find("#[cfg(test)]\nmod tests {").unwrap_or(source.text.len());
    let code = only(&source.text[..tests], &[Part::Code]);
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        found.extend(paths(rest).into_iter().map(|path| (path, line_at(&code, at))));
    }
    for (at, _) in code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::")) {
        let (mut rest, mut up) = (&code[at..], 0);
        while let Some(further) = rest.strip_prefix("super::") {
            (rest, up) = (further, up + 1);
        }
        let Some(kept) = module.len().checked_sub(up) else { continue };
        let whole = |path: Vec<String>| [&module[..kept], &path[..]].concat();
        found.extend(paths(rest).into_iter().map(|path| (whole(path), line_at(&code, at))));
    }
    found
}

/// The paths that stand here: one, or several in braces.
fn paths(rest: &str) -> Vec<Vec<String>> {
    if let Some(list) = rest.strip_prefix('{') {
        return entries(list).into_iter().flat_map(|entry| paths(entry.trim_start())).collect();
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let first = rest[..end].to_owned();
    match rest[end..].strip_prefix("::") {
        None => vec![vec![first]],
        Some(further) => {
            let longer = |path: Vec<String>| [vec![first.clone()], path].concat();
            paths(further).into_iter().map(longer).collect()
        }
    }
}

/// What stands between the commas of a list up to its closing brace.
fn entries(list: &str) -> Vec<&str> {
    let (mut depth, mut entries, mut start) = (0, Vec::new(), 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                entries.push(&list[start..at]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    entries
}

/// The first circle of a folder: peels off modules that lean on nothing that is left; what stays leans on itself.
fn complaint(uses: &Uses<'_>) -> Option<Complaint> {
    let mut left: BTreeSet<&str> = uses.keys().map(String::as_str).collect();
    let leans = |module: &str, left: &BTreeSet<&str>| {
        uses[module].iter().find(|(name, _)| *name != module && left.contains(name.as_str())).map(
            |(name, at)| {
                let (name, _) = uses.get_key_value(name.as_str()).expect("what is left is a module");
                (name.as_str(), *at)
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
    fn comments_tests_and_strings_may_name_what_they_like() {
        let files = [
            (
                "crates/x/src/a.rs",
                "// crate::b\nconst S: &str = \"crate::b\";\n#[cfg(test)]\nmod tests {\nuse crate::b;}",
            ),
            ("crates/x/src/b/c.rs", "use crate::a::A; use super::super::a; use super::Item;"),
            ("crates/x/src/b/tests.rs", "use crate::b::c; use super::c;"),
            ("crates/y/src/a.rs", "use crate::b;"),
            ("crates/x/src/lib.rs", "use crate::a; use crate::b;"),
        ];
        assert!(complaints(&files).is_empty());
    }

    #[test]
    fn a_circle_inside_a_folder_is_found_whichever_way_it_is_named() {
        let files = [
            ("crates/x/src/a/mod.rs", "mod b; mod c;"),
            ("crates/x/src/a/b.rs", "use crate::a::{X, c::Y};"),
            ("crates/x/src/a/c/d.rs", "use super::super::b::Z;"),
        ];
        assert_eq!(complaints(&files), ["crates/x/src/a/c/d.rs:1: modules in a circle: b → c → b"]);
    }
}
