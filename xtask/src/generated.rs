//! What is written by a program and kept in git: the table of solvers, and the version wherever it is repeated.
//! `cargo xtask tidy` checks that each is as it would be written now; with `--fix` it is written.

use crate::markdown::cells;
use crate::sources::Complaint;
use regex::Regex;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The version of the project and the oldest Rust, which this crate has from the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
const RUST: &str = env!("CARGO_PKG_RUST_VERSION");
const MANIFEST: &str = "Cargo.toml";
const SUPPORT: &str = "docs/support.md";
const SOLVERS: &str = "docs/solvers.md";
const OPEN: &str = "<!-- solvers -->";
const CLOSE: &str = "<!-- /solvers -->";

/// Files that repeat the version, and what stands before it there.
const FOLLOWERS: [(&str, &str); 3] = [
    (MANIFEST, r#" = \{ path = "crates/.*version = ""#),
    ("crates/arrival-python/Cargo.toml", r#" = \{ path = "\.\./arrival-cli.*version = ""#),
    // `cff-version` is another one.
    ("CITATION.cff", "^version: "),
];

/// Complains about every generated file that is not what would be written, and about a table of support that says something
/// else than manifests and workflows.
pub(crate) fn check(root: &Path) -> io::Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for (path, expected) in files(root)? {
        if let Some(line) = first_difference(&read(root, &path)?, &expected) {
            let message = "this is not what the program writes here; run `cargo xtask tidy --fix`";
            complaints.push(Complaint::new(&path, line, message));
        }
    }
    if !is_even(&rotor_solve::registry::markdown_table()) {
        let message = "a row has not as many cells as the head; let `markdown_table` write `\\|` for `|`";
        complaints.push(Complaint::new(SOLVERS, 1, message));
    }
    complaints.extend(check_support(root)?);
    Ok(complaints)
}

/// Writes all generated files.
pub(crate) fn write(root: &Path) -> io::Result<()> {
    for (path, text) in files(root)? {
        if std::fs::read_to_string(root.join(&path)).ok().as_ref() != Some(&text) {
            std::fs::write(root.join(path), text)?;
        }
    }
    Ok(())
}

/// The generated files, by path, each with the text that it should have.
fn files(root: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut files = versioned(root)?;
    let document = read(root, SOLVERS)?;
    files.insert(SOLVERS.to_owned(), with_table(&document, &rotor_solve::registry::markdown_table())?);
    Ok(files)
}

/// The first line, from 1, in which two texts differ.
fn first_difference(one: &str, other: &str) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    Some(same + 1)
}

/// `document` with `table` between the marks.
fn with_table(document: &str, table: &str) -> io::Result<String> {
    let block = || {
        let start = document.find(OPEN)? + OPEN.len();
        Some((start, start + document[start..].find(CLOSE)?))
    };
    let missing =
        || io::Error::other(format!("{SOLVERS}: no place for the table between `{OPEN}` and `{CLOSE}`"));
    let (start, end) = block().ok_or_else(missing)?;
    Ok(format!("{}\n{}\n{}", &document[..start], table.trim(), &document[end..]))
}

/// Whether all lines of `table` are rows with the same number of cells.
fn is_even(table: &str) -> bool {
    let mut widths = table.trim().lines().map(|line| cells(line).map(|cells| cells.len()));
    let head = widths.next().flatten();
    head.is_some() && widths.all(|width| width == head)
}

/// The files that repeat the version, with that of the workspace.
fn versioned(root: &Path) -> io::Result<BTreeMap<String, String>> {
    let with_version = |(path, before)| Ok((String::from(path), versioned_text(&read(root, path)?, before)));
    FOLLOWERS.into_iter().map(with_version).collect()
}

/// `text` with our version wherever one stands behind what matches `before`.
fn versioned_text(text: &str, before: &str) -> String {
    let version = pattern(&format!("(?m)({before})[^\"\n]*"));
    version.replace_all(text, format!("${{1}}{VERSION}")).into_owned()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("it is written here")
}

fn check_support(root: &Path) -> io::Result<Vec<Complaint>> {
    let table = read(root, SUPPORT)?;
    let mut complaints = Vec::new();
    for (row, expected) in supported(root)? {
        let shown = table.lines().zip(1..).find_map(|(line, number)| {
            let cells = cells(line)?;
            (cells.first().is_some_and(|first| first == row)).then(|| (cells[1..].concat(), number))
        });
        match shown {
            Some((shown, _)) if shown.starts_with(&expected) => {}
            Some((_, number)) => {
                let message = format!("{row}: the manifests say {expected}");
                complaints.push(Complaint::new(SUPPORT, number, message));
            }
            None => {
                complaints.push(Complaint::new(SUPPORT, 1, format!("the row {row} is missing: {expected}")))
            }
        }
    }
    Ok(complaints)
}

/// What the table of support has to say in each row, from the manifests and workflows.
fn supported(root: &Path) -> io::Result<Vec<(&'static str, String)>> {
    let project = read(root, "pyproject.toml")?;
    let pythons = all(&project, r#""Programming Language :: Python :: (\d+\.\d+)""#);
    let targets = read(root, ".github/workflows/release.yml")?;
    let platforms = |system: &str| all(&targets, &format!("target: ([^- }}]+)[^ }}]*{system}"));
    Ok(vec![
        ("Rust", format!("{RUST} or newer")),
        ("Python", pythons),
        ("Linux", platforms("linux")),
        ("macOS", platforms("apple")),
        ("Windows", platforms("windows")),
    ])
}

/// All places of `text` that the group of a pattern matches, with commas.
fn all(text: &str, places: &str) -> String {
    let found = pattern(places);
    found.captures_iter(text).map(|found| found.extract::<1>().1[0]).collect::<Vec<_>>().join(", ")
}

fn read(root: &Path, path: &str) -> io::Result<String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| io::Error::other(format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| id |\n|---|\n| walk |\n";

    #[test]
    fn the_table_goes_between_the_marks_and_a_document_without_them_is_refused() {
        let document = |table: &str| format!("# A\n{OPEN}\n{table}{CLOSE}\nend\n");
        assert_eq!(with_table(&document("| id |\n|---|\n| run |\n"), TABLE).unwrap(), document(TABLE));
        assert_eq!(with_table(&document(TABLE), TABLE).unwrap(), document(TABLE));
        assert!(with_table("# A\n", TABLE).is_err() && with_table(OPEN, TABLE).is_err());
    }

    #[test]
    fn a_table_whose_rows_have_too_many_cells_is_refused() {
        assert!(is_even(TABLE) && is_even("| id |\n|---|\n| O(\\|A\\|) |\n"));
        for table in ["| id |\n|---|\n| O(|A|) |\n", "| id |\n|---|\nwalk\n", ""] {
            assert!(!is_even(table), "{table}");
        }
    }

    #[test]
    fn texts_differ_from_the_first_line_that_does() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!([first_difference("a\n", "a\nb\n"), first_difference("", "a")], [Some(2), Some(1)]);
    }

    #[test]
    fn versions_are_found_where_they_follow() {
        let manifest = "version = \"1.2.3\"\na = { path = \"crates/a\", version = \"1.2.2\" }\nb = \"4\"\n";
        let expected = manifest.replace("1.2.2", VERSION);
        assert_eq!(versioned_text(manifest, FOLLOWERS[0].1), expected);
        let citation = |version: &str| format!("cff-version: 1.2.0\nversion: {version}\n");
        assert_eq!(versioned_text(&citation("0.0.1"), FOLLOWERS[2].1), citation(VERSION));
    }

    /// A workspace in which a version, a row of the table of support and the table of solvers lag behind.
    #[test]
    fn what_lags_behind_is_named_and_written() {
        let root = std::env::temp_dir().join(format!("arrival-generated-{}", std::process::id()));
        let put = |path: &str, text: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("it can be made");
            std::fs::write(path, text).expect("it can be written");
        };
        put(MANIFEST, "\n\na = { path = \"crates/a\", version = \"0.0.1\" }\n");
        let python = format!("a = {{ path = \"../arrival-cli\", version = \"{VERSION}\" }}\n");
        put("crates/arrival-python/Cargo.toml", &python);
        put("CITATION.cff", &format!("version: {VERSION}\n"));
        put("pyproject.toml", "    \"Programming Language :: Python :: 3.11\",\n");
        put(".github/workflows/release.yml", "- { os: x, target: x86_64-unknown-linux-gnu }\n");
        put(SOLVERS, &format!("{OPEN}\n| id |\n{CLOSE}\n"));
        put(
            SUPPORT,
            "| Rust | 1.9 or newer |\n| Python | 3.11; abi3 |\n| Linux | x86_64 |\n| macOS | |\n| Windows | |\n",
        );
        let said: Vec<_> = check(&root).expect("it can be read").iter().map(ToString::to_string).collect();
        write(&root).expect("it can be written");
        let after: Vec<_> = check(&root).expect("it can be read").iter().map(ToString::to_string).collect();
        std::fs::remove_dir_all(&root).expect("it can be removed");
        let stale = "this is not what the program writes here; run `cargo xtask tidy --fix`";
        let support = format!("docs/support.md:1: Rust: the manifests say {RUST} or newer");
        assert_eq!(
            said,
            [format!("Cargo.toml:3: {stale}"), format!("docs/solvers.md:2: {stale}"), support.clone()]
        );
        assert_eq!(after, [support]);
    }
}
