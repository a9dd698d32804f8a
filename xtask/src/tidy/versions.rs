//! Versions: one place says them, and every other follows: other manifests, the citation, the table of what is supported.

use super::complaint::Complaint;
use super::source::line_at;
use std::io;
use std::path::Path;

/// The place that says the version of the project and the oldest Rust.
const MANIFEST: &str = "Cargo.toml";
const SUPPORT: &str = "docs/support.md";

/// Files that repeat the version, what marks the lines that do, and what stands before it there.
const FOLLOWERS: [(&str, &str, &str); 3] = [
    (MANIFEST, " = { path = \"crates/", "version = \""),
    ("crates/arrival-python/Cargo.toml", " = { path = \"../arrival-cli", "version = \""),
    ("CITATION.cff", "version: ", "version: "),
];

/// Complains about every version that is not that of the workspace, and about a table of support that says something else
/// than the manifests and workflows.
pub(crate) fn check(root: &Path) -> io::Result<Vec<Complaint>> {
    let version = field(&read(root, MANIFEST)?, "version").unwrap_or_default();
    let mut complaints = Vec::new();
    for follower @ (path, ..) in FOLLOWERS {
        let text = read(root, path)?;
        for (at, found) in versions(&text, follower) {
            if found != version {
                let message =
                    format!("version {found}, but the workspace has {version}; run `cargo xtask tidy --fix`");
                complaints.push(Complaint::new(path, line_at(&text, at), message));
            }
        }
    }
    let table = read(root, SUPPORT)?;
    for (row, expected) in supported(root)? {
        let shown = table.lines().zip(1..).find_map(|(line, number)| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            (cells.first() == Some(&row))
                .then(|| (cells.get(1).copied().unwrap_or_default().to_owned(), number))
        });
        match shown {
            None => {
                complaints.push(Complaint::new(SUPPORT, 1, format!("the row {row} is missing: {expected}")))
            }
            Some((shown, number)) if !shown.starts_with(&expected) => {
                complaints.push(Complaint::new(
                    SUPPORT,
                    number,
                    format!("{row}: the manifests say {expected}"),
                ));
            }
            Some(_) => {}
        }
    }
    Ok(complaints)
}

/// Writes the version of the workspace wherever it belongs.
pub(crate) fn fix(root: &Path) -> io::Result<()> {
    let version = field(&read(root, MANIFEST)?, "version").unwrap_or_default();
    for follower @ (path, ..) in FOLLOWERS {
        let text = read(root, path)?;
        let mut fixed = text.clone();
        for (at, found) in versions(&text, follower).into_iter().rev() {
            fixed.replace_range(at..at + found.len(), &version);
        }
        if fixed != text {
            std::fs::write(root.join(path), fixed)?;
        }
    }
    Ok(())
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

/// What the table of support has to say in each row, from the manifests and workflows.
fn supported(root: &Path) -> io::Result<Vec<(&'static str, String)>> {
    let rust = field(&read(root, MANIFEST)?, "rust-version").unwrap_or_default();
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
        ("Rust", format!("{rust} or newer")),
        ("Python", pythons.join(", ")),
        ("Linux", platforms("linux")),
        ("macOS", platforms("apple")),
        ("Windows", platforms("windows")),
    ])
}

/// The value of `name = "value"` in the text of a manifest.
fn field(manifest: &str, name: &str) -> Option<String> {
    let value = manifest
        .lines()
        .find_map(|line| line.strip_prefix(name)?.trim().strip_prefix("= \"")?.strip_suffix('"'));
    value.map(str::to_owned)
}

fn read(root: &Path, path: &str) -> io::Result<String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| io::Error::other(format!("{path}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_where_they_follow() {
        let manifest = "version = \"1.2.3\"\na = { path = \"crates/a\", version = \"1.2.2\" }\nb = \"4\"\n";
        let found: Vec<_> = versions(manifest, FOLLOWERS[0]).into_iter().map(|(_, found)| found).collect();
        assert_eq!(found, ["1.2.2"]);
        let citation = "cff-version: 1.2.0\nversion: 0.1.0\n";
        assert_eq!(versions(citation, FOLLOWERS[2]), [(28, "0.1.0".to_owned())]);
        assert_eq!(field(manifest, "version").as_deref(), Some("1.2.3"));
    }

    #[test]
    fn a_version_and_a_row_that_lag_behind_are_named_and_fixed() {
        let root = std::env::temp_dir().join(format!("arrival-tidy-versions-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("it can be made");
            std::fs::write(path, text).expect("it can be written");
        };
        write(
            "Cargo.toml",
            "version = \"0.2.0\"\nrust-version = \"1.90\"\na = { path = \"crates/a\", version = \"0.1.0\" }\n",
        );
        write("crates/arrival-python/Cargo.toml", "a = { path = \"../arrival-cli\", version = \"0.2.0\" }\n");
        write("CITATION.cff", "version: 0.2.0\n");
        write("pyproject.toml", "    \"Programming Language :: Python :: 3.11\",\n");
        write(".github/workflows/release.yml", "- { os: x, target: x86_64-unknown-linux-gnu }\n");
        write(
            "docs/support.md",
            "| Rust | 1.89 or newer |\n| Python | 3.11; abi3 |\n| Linux | x86_64 |\n| macOS | |\n| Windows | |\n",
        );
        let said: Vec<_> = check(&root).expect("it can be read").iter().map(ToString::to_string).collect();
        fix(&root).expect("it can be written");
        let after = check(&root).expect("it can be read");
        std::fs::remove_dir_all(&root).expect("it can be removed");
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].starts_with("Cargo.toml:3: version 0.1.0, but the workspace has 0.2.0"));
        assert!(said[1].starts_with("docs/support.md:1: Rust: the manifests say 1.90 or newer"));
        assert_eq!(after.len(), 1);
    }
}
