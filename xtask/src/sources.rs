//! The sources and documents that the checks read, and what the checks have to say about them.

use std::fmt;
use std::io;
use std::path::Path;

/// A text file of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// From the root of the workspace, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

const EXTENSIONS: [&str; 4] = ["rs", "md", "tex", "v"];
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

/// Something that a check objects to. Ordered by path, then by line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Complaint {
    path: String,
    line: usize,
    message: String,
}

impl Complaint {
    /// About the line of this number, counted from 1, of the file at `path`.
    pub(crate) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// Prose in Rust text: consecutive comment lines, or one line of code, as one text.
#[derive(Debug)]
pub(crate) struct Prose {
    /// The number, from 1, of its first line.
    first_line: usize,
    /// The lines, without their comment marks, joined by `\n`.
    pub(crate) text: String,
    /// Whether it is made of comment lines.
    pub(crate) is_comment: bool,
}

impl Prose {
    /// All of `text`, cut into comments and lines of code.
    pub(crate) fn of(text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            let is_comment = trimmed.starts_with("//");
            let comment = trimmed.trim_start_matches('/').trim_start_matches('!');
            match all.last_mut() {
                Some(prose) if prose.is_comment && is_comment => {
                    prose.text.push('\n');
                    prose.text.push_str(comment);
                }
                _ => {
                    let text = if is_comment { comment } else { line };
                    all.push(Self { first_line: index + 1, text: text.to_owned(), is_comment });
                }
            }
        }
        all
    }

    /// The number of the line in which the byte `at` of the text stands.
    pub(crate) fn line_at(&self, at: usize) -> usize {
        self.first_line - 1 + line_at(&self.text, at)
    }
}

/// What stands between backquotes in `text`, each with its place, line breaks read as blanks.
pub(crate) fn backquoted(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut at = 0;
    let pieces = text.split('`').enumerate().map(move |(index, piece)| {
        let start = at;
        at += piece.len() + 1;
        (index, start, piece)
    });
    let inside = pieces.filter(|&(index, _, _)| index % 2 == 1);
    inside.map(|(_, start, piece)| (start, piece.split_whitespace().collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_this_crate_are_found_in_order() {
        let sources = Source::all(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert!(find(&sources, "src/sources.rs").is_some());
        assert!(find(&sources, "Cargo.toml").is_none());
        assert!(sources.is_sorted_by(|one, other| one.path < other.path));
    }

    #[test]
    fn complaints_read_path_line_message_and_sort_by_line() {
        assert_eq!(Complaint::new("a.rs", 3, "bad").to_string(), "a.rs:3: bad");
        assert!(Complaint::new("a.rs", 3, "z") < Complaint::new("a.rs", 12, "a"));
        assert_eq!([0, 1, 2, 4].map(|at| line_at("a\nb\nc", at)), [1, 1, 2, 3]);
    }

    #[test]
    fn a_comment_is_one_text_and_a_line_of_code_another() {
        let all = Prose::of("//! a\n//! b\nfn f() {}\n    /// c\n    // d\nx");
        let texts: Vec<_> = all.iter().map(|prose| (prose.text.as_str(), prose.is_comment)).collect();
        assert_eq!(texts, [(" a\n b", true), ("fn f() {}", false), (" c\n d", true), ("x", false)]);
        assert_eq!(all[2].line_at(4), 5);
    }

    #[test]
    fn names_in_backquotes_are_read_across_lines() {
        let found: Vec<_> = backquoted("a `b` c `fig :\n d` e").collect();
        assert_eq!(found, [(3, "b".to_owned()), (9, "fig : d".to_owned())]);
    }
}
