//! Documents: the files and the transcripts that Markdown shows.

use rotor_graph::{Instance, parse};
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of the figures of the paper.
pub(crate) fn figures() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("corpus/paper")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter_map(|name| Some(name.strip_suffix(".rotor")?.to_owned())).collect();
    names.sort();
    names
}

pub(crate) fn figure(name: &str) -> Instance {
    parse(&document(&format!("corpus/paper/{name}.rotor"))).unwrap()
}

pub(crate) fn document(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names of the documents in a folder.
pub(crate) fn documents(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap()));
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names
}

/// A fenced block.
pub(crate) struct Block<'t> {
    /// What stands behind its fence: a language, and the name of a file if the block is one.
    pub(crate) info: &'t str,
    /// The number of its first line.
    pub(crate) line: usize,
    /// The heading that it stands under.
    pub(crate) heading: &'t str,
    pub(crate) lines: Vec<&'t str>,
}

pub(crate) fn all_blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let (mut open, mut heading) = (None, "");
    for (index, line) in markdown.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { info: info.trim(), line: index + 2, heading, lines: Vec::new() });
            }
            (None, None) if line.starts_with('#') => heading = line,
            (None, None) => {}
            (Some(block), None) => block.lines.push(line),
            (Some(_), Some(_)) => found.extend(open.take()),
        }
    }
    found
}

/// The blocks of `language`.
pub(crate) fn blocks<'t>(markdown: &'t str, language: &str) -> Vec<Block<'t>> {
    all_blocks(markdown).into_iter().filter(|block| block.info == language).collect()
}

/// The files that a document shows, which must have different names: blocks whose language is followed by a name, and by
/// `escaped` if they hold characters that a page cannot show.
pub(crate) fn files(markdown: &str) -> Vec<(&str, Vec<u8>)> {
    let mut found: Vec<(&str, Vec<u8>)> = Vec::new();
    for block in all_blocks(markdown) {
        let mut words = block.info.split(' ').skip(1);
        let Some(name) = words.next() else { continue };
        assert!(found.iter().all(|(other, _)| *other != name), "{name} is shown twice");
        let text = block.lines.join("\n") + "\n";
        let escaped = words.next() == Some("escaped");
        found.push((name, if escaped { unescaped(&text) } else { text.into_bytes() }));
    }
    found
}

/// The bytes of an escaped block: `\r`, `\t`, `\0`, `\xff`, `\\`, `\{x*2000}` for a text 2,000 times, and `\` before the end of a
/// line for no line feed.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let mut taken = 1;
        match after.as_bytes()[0] {
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'0' => bytes.push(0),
            b'\\' => bytes.push(b'\\'),
            b'\n' => {}
            b'x' => {
                bytes.push(u8::from_str_radix(&after[1..3], 16).unwrap());
                taken = 3;
            }
            b'{' => {
                let end = after.find('}').unwrap();
                let (piece, times) = after[1..end].rsplit_once('*').unwrap();
                bytes.extend(unescaped(piece).repeat(times.parse().unwrap()));
                taken = end + 1;
            }
            other => panic!("`\\{}` means nothing", char::from(other)),
        }
        rest = &after[taken..];
    }
    bytes.extend(rest.as_bytes());
    bytes
}

/// A command of a transcript, and what it has to do.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown<'t> {
    /// The number of its line.
    pub(crate) line: usize,
    pub(crate) heading: &'t str,
    pub(crate) command: &'t str,
    /// Its standard output, then its standard error behind `2>`, then its exit code in brackets if it is not 0.
    pub(crate) lines: Vec<&'t str>,
}

impl Shown<'_> {
    /// The exit code that is shown.
    pub(crate) fn code(&self) -> i32 {
        let digits = self.lines.last().and_then(|line| line.strip_prefix('[')?.strip_suffix(']'));
        digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
    }

    /// Whether a command that wrote these lines and ended with this code did what is shown. A line `…` stands for no code.
    pub(crate) fn is_done_by(&self, found: &[&str], code: i32) -> bool {
        self.code() == code && matches(&self.lines, found)
    }
}

/// The commands that a document shows.
pub(crate) fn transcript(markdown: &str) -> Vec<Shown<'_>> {
    let mut all: Vec<Shown<'_>> = Vec::new();
    for block in blocks(markdown, "console") {
        let before = all.len();
        for (index, line) in block.lines.into_iter().enumerate() {
            let number = block.line + index;
            match line.strip_prefix("$ ") {
                Some(command) => {
                    all.push(Shown { line: number, heading: block.heading, command, lines: Vec::new() });
                }
                None if all.len() == before => panic!("line {number}: output before the first command"),
                None => all.last_mut().unwrap().lines.push(line),
            }
        }
    }
    all
}

/// Whether `found` is what was shown, where a line `…` stands for any lines (`2> …` for any lines of standard error), and `[…]`
/// within a line for any characters.
fn matches(shown: &[&str], found: &[&str]) -> bool {
    let Some((line, rest)) = shown.split_first() else { return found.is_empty() };
    let any = |skipped: &[&str]| match *line {
        "…" => true,
        "2> …" => skipped.iter().all(|line| line.starts_with("2>")),
        _ => false,
    };
    if *line == "…" || *line == "2> …" {
        return (0..=found.len()).any(|skipped| any(&found[..skipped]) && matches(rest, &found[skipped..]));
    }
    found.split_first().is_some_and(|(next, after)| matches_line(line, next) && matches(rest, after))
}

fn matches_line(shown: &str, found: &str) -> bool {
    match shown.split_once("[…]") {
        None => shown == found,
        Some((before, rest)) => found.strip_prefix(before).is_some_and(|found| {
            found
                .char_indices()
                .map(|(at, _)| at)
                .chain([found.len()])
                .any(|at| matches_line(rest, &found[at..]))
        }),
    }
}

#[test]
fn a_transcript_is_read_as_commands_and_what_they_do() {
    let text = "## H\n```console\n$ arrival a\nb\n…\nc\n$ ./check\n2> d\n[3]\n```\n```\n$ no\n```\n";
    let shown = transcript(text);
    assert_eq!(
        shown[0],
        Shown { line: 3, heading: "## H", command: "arrival a", lines: vec!["b", "…", "c"] }
    );
    assert_eq!((shown[1].command, shown[1].code(), shown[0].code(), shown.len()), ("./check", 3, 0, 2));
    assert!(shown[1].is_done_by(&["2> d", "[3]"], 3) && shown[0].is_done_by(&["b", "c"], 0));
    let left_out = &transcript("```console\n$ arrival a\nb\n…\n```\n")[0];
    assert!(left_out.is_done_by(&["b", "c"], 0) && !left_out.is_done_by(&["b", "2> c", "[3]"], 3));
    let rotor = "```rotor a.rotor\na: s\nsink s\n```\n```text b escaped\n\\{a\\xff*2}\\r\\\n\\\\\n```\n";
    let bytes = b"a\xffa\xff\r\\\n".to_vec();
    assert_eq!(files(rotor), [("a.rotor", b"a: s\nsink s\n".to_vec()), ("b", bytes)]);
}

#[test]
fn dots_stand_for_lines_and_for_characters() {
    let lines = &["b", "…", "c"];
    assert!(matches(lines, &["b", "x", "y", "c"]) && matches(lines, &["b", "c"]));
    assert!(!matches(lines, &["b", "x"]) && !matches(&["b"], &["b", "c"]) && !matches(&["b"], &[]));
    assert!(matches(&["a", "2> …", "[2]"], &["a", "2> b", "2> c", "[2]"]));
    assert!(!matches(&["a", "2> …", "[2]"], &["a", "b", "[2]"]));
    assert!(matches(&["a […] c […]"], &["a b c "]) && matches(&["[…]"], &[""]));
    assert!(!matches(&["a […] c"], &["a b c d"]) && !matches(&["a[…]"], &["b"]));
}
