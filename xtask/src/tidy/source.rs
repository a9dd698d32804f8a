//! The files that tidy reads, with their paths as they are cited.

use std::io;
use std::path::Path;

/// A text file of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// From the root of the workspace, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

const EXTENSIONS: [&str; 4] = ["rs", "ts", "py", "md"];
const FOREIGN_FOLDERS: [&str; 4] = ["target", "node_modules", "dist", "__pycache__"];

impl Source {
    #[cfg(test)]
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Every source and document under `root`, sorted by path; what is built or fetched is left out.
    pub(crate) fn all(root: &Path) -> io::Result<Vec<Self>> {
        let mut sources = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
                if entry.file_type()?.is_dir() {
                    if !name.starts_with('.') && !FOREIGN_FOLDERS.contains(&name.as_str()) {
                        folders.push(path);
                    }
                } else if EXTENSIONS.contains(&extension(&name)) {
                    sources.push(Self { text: std::fs::read_to_string(entry.path())?, path });
                }
            }
        }
        sources.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(sources)
    }

    /// What stands after the last dot of its name.
    pub(crate) fn extension(&self) -> &str {
        extension(&self.path)
    }
}

/// The source at `path`.
pub(crate) fn find<'s>(sources: &'s [Source], path: &str) -> Option<&'s Source> {
    sources.iter().find(|source| source.path == path)
}

/// The number, from 1, of the line of `text` in which the byte `at` stands.
pub(crate) fn line_at(text: &str, at: usize) -> usize {
    1 + text.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count()
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_this_crate_are_found_in_order() {
        let sources = Source::all(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(find(&sources, "src/tidy/source.rs").is_some());
        assert!(find(&sources, "Cargo.toml").is_none());
        assert!(sources.is_sorted_by(|one, other| one.path < other.path));
    }

    #[test]
    fn lines_are_counted_from_one() {
        assert_eq!([0, 1, 2, 4].map(|at| line_at("a\nb\nc", at)), [1, 1, 2, 3]);
    }
}
