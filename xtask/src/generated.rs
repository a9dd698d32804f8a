//! What is written by a program and kept in git: the table of solvers, the page of measurements with its pictures, and the
//! version wherever it is repeated. `cargo xtask tidy` checks that each is as it would be written now; with `--fix` it is
//! written.

use crate::bench::{RESULTS, Results, page, pictures};
use crate::markdown::cells;
use crate::sources::Complaint;
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

/// Files that repeat the version, what marks the lines that do, and what stands before it there.
const FOLLOWERS: [(&str, &str, &str); 3] = [
    (MANIFEST, " = { path = \"crates/", "version = \""),
    ("crates/arrival-python/Cargo.toml", " = { path = \"../arrival-cli", "version = \""),
    ("CITATION.cff", "version: ", "version: "),
];

/// Complains about every generated file that is not what would be written, and about a table of support that says something
/// else than manifests and workflows.
pub(crate) fn check(root: &Path) -> io::Result<Vec<Complaint>> {
    let mut complaints = Vec::new();
    for (path, expected) in files(root)? {
        // A picture that is not there differs from any.
        let there = std::fs::read_to_string(root.join(&path)).unwrap_or_default();
        if let Some(line) = first_difference(&there, &expected) {
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
    let results = Results::read(&root.join(RESULTS))?;
    files.extend(pictures(&results));
    let (path, text) = page(&results);
    files.insert(path.to_owned(), text);
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
    let mut files = BTreeMap::new();
    for follower @ (path, ..) in FOLLOWERS {
        let mut text = read(root, path)?;
        for (at, found) in versions(&text, follower).into_iter().rev() {
            text.replace_range(at..at + found.len(), VERSION);
        }
        files.insert(path.to_owned(), text);
    }
    Ok(files)
}

/// The versions in `text` that follow, each with where it stands.
fn versions(text: &str, (_, mark, before): (&str, &str, &str)) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // `cff-version` is another one.
        let follows = line.contains(mark) && !line.starts_with("cff-");
        if let Some(at) = line.find(before).map(|at| at + before.len()).filter(|_| follows) {
            let end = line[at..].find(['"', '\n']).map_or(line.len(), |end| at + end);
            found.push((start + at, line[at..end].to_owned()));
        }
        start += line.len();
    }
    found
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
    let listed = project.lines().filter_map(|line| {
        let version =
            line.trim().strip_prefix("\"Programming Language :: Python :: ")?.strip_suffix("\",")?;
        version.contains('.').then_some(version)
    });
    let pythons: Vec<&str> = listed.collect();
    let targets = read(root, ".github/workflows/release.yml")?;
    let platforms = |system: &str| {
        let all = targets.split("target: ").skip(1).filter_map(|rest| rest.split([' ', '}']).next());
        let ours = all.filter(|target| target.contains(system)).filter_map(|target| target.split('-').next());
        ours.collect::<Vec<_>>().join(", ")
    };
    Ok(vec![
        ("Rust", format!("{RUST} or newer")),
        ("Python", pythons.join(", ")),
        ("Linux", platforms("linux")),
        ("macOS", platforms("apple")),
        ("Windows", platforms("windows")),
    ])
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
        let found: Vec<_> = versions(manifest, FOLLOWERS[0]).into_iter().map(|(_, found)| found).collect();
        assert_eq!(found, ["1.2.2"]);
        let citation = "cff-version: 1.2.0\nversion: 0.1.0\n";
        assert_eq!(versions(citation, FOLLOWERS[2]), [(28, "0.1.0".to_owned())]);
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
        std::fs::create_dir_all(root.join("docs/pictures")).expect("it can be made");
        let said: Vec<_> = check(&root).expect("it can be read").iter().map(ToString::to_string).collect();
        write(&root).expect("it can be written");
        let after: Vec<_> = check(&root).expect("it can be read").iter().map(ToString::to_string).collect();
        std::fs::remove_dir_all(&root).expect("it can be removed");
        let stale = "this is not what the program writes here; run `cargo xtask tidy --fix`";
        let support = format!("docs/support.md:1: Rust: the manifests say {RUST} or newer");
        assert_eq!(
            said,
            [
                format!("Cargo.toml:3: {stale}"),
                format!("docs/benchmarks.md:1: {stale}"),
                format!("docs/solvers.md:2: {stale}"),
                support.clone()
            ]
        );
        assert_eq!(after, [support]);
    }
}
