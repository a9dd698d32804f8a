//! Transcripts in documents: commands are run among the files that the document shows, and have to print what stands there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn document(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A fenced block: what stands behind its fence, the number of its first line, its lines.
pub(crate) type Block<'t> = (&'t str, usize, Vec<&'t str>);

pub(crate) fn all_blocks(markdown: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (index, line) in markdown.lines().enumerate() {
        let fence = line.strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(named)) => open = Some((named.trim(), index + 2, Vec::new())),
            (None, None) => {}
            (Some((_, _, lines)), None) => lines.push(line),
            (Some(_), Some(_)) => found.extend(open.take()),
        }
    }
    found
}

/// The blocks of `language`, each with the number of its first line.
pub(crate) fn blocks<'t>(markdown: &'t str, language: &str) -> Vec<(usize, Vec<&'t str>)> {
    let wanted = all_blocks(markdown).into_iter().filter(|(named, ..)| *named == language);
    wanted.map(|(_, first, lines)| (first, lines)).collect()
}

/// The files that a document shows: blocks whose language is followed by a name.
fn files(markdown: &str) -> Vec<(&str, String)> {
    let shown = all_blocks(markdown).into_iter();
    shown.filter_map(|(named, _, lines)| Some((named.split_once(' ')?.1, lines.join("\n") + "\n"))).collect()
}

/// A command of a transcript, its line, and the output that follows it.
#[derive(Debug, PartialEq)]
struct Shown<'t> {
    line: usize,
    command: &'t str,
    output: Vec<&'t str>,
}

fn transcript<'t>(first: usize, lines: &[&'t str]) -> Vec<Shown<'t>> {
    let mut all: Vec<Shown<'t>> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push(Shown { line: first + index, command, output: Vec::new() }),
            (None, Some(shown)) => shown.output.push(line),
            (None, None) => panic!("line {}: output before the first command", first + index),
        }
    }
    all
}

/// The arguments of a command that runs the program; none for a command that is not run here.
fn arguments(command: &str) -> Option<String> {
    if command == "./check" || command.starts_with("./check ") {
        return None;
    }
    let program = ["arrival", "cargo run --release --bin arrival --"];
    let rest = program.iter().find_map(|program| {
        command.strip_prefix(program).filter(|rest| rest.is_empty() || rest.starts_with(' '))
    });
    Some(rest.unwrap_or_else(|| panic!("`{command}` is shown, which no test can run")).to_owned())
}

/// Whether `found` is what was shown, where a line `…` stands for any lines.
fn matches(shown: &[&str], found: &[&str]) -> bool {
    match shown.split_first() {
        None => found.is_empty(),
        Some((&"…", rest)) => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        Some((line, rest)) => {
            found.split_first().is_some_and(|(next, after)| next == line && matches(rest, after))
        }
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Starts a server, without the browser that would show it; `meet` gets its address once it is there.
fn serve<T>(arguments: &str, folder: &Path, meet: impl FnOnce(&str) -> T) -> T {
    let mut program = Command::new(env!("CARGO_BIN_EXE_arrival"));
    program.args(arguments.split_whitespace()).args(["--no-open", "--port", "0"]).current_dir(folder);
    let mut server = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let (_, address) =
        said.split_once("http://").unwrap_or_else(|| panic!("`arrival{arguments}` says {said}"));
    let met = meet(address.split('/').next().unwrap().trim());
    server.kill().unwrap();
    server.wait().unwrap();
    met
}

/// What a server answers to `curl … http://127.0.0.1:7007PATH -d 'BODY'`.
fn curl(command: &str, folder: &Path) -> String {
    let (_, rest) = command.split_once("http://127.0.0.1:7007").unwrap();
    let (path, body) =
        rest.split_once(" -d '").and_then(|(path, rest)| Some((path, rest.strip_suffix('\'')?))).unwrap();
    serve(" serve", folder, |address| {
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    })
}

/// Runs every command that a document shows, among the files it shows, and counts them.
pub(crate) fn run_transcripts(name: &str) -> usize {
    let text = document(name);
    let place = tempfile::tempdir().unwrap();
    if text.contains("corpus/") {
        copy_folder(&root().join("corpus"), &place.path().join("corpus"));
    }
    for (file, content) in files(&text) {
        std::fs::write(place.path().join(file), content).unwrap();
    }
    let mut run = 0;
    for shown in blocks(&text, "console").into_iter().flat_map(|(first, lines)| transcript(first, &lines)) {
        if shown.command.starts_with("curl ") {
            let found = curl(shown.command, place.path());
            assert_eq!(shown.output.join("\n"), found.trim_end(), "{name}:{}", shown.line);
            run += 1;
            continue;
        }
        let Some(arguments) = arguments(shown.command) else { continue };
        if arguments.starts_with(" serve") {
            serve(&arguments, place.path(), |_| ());
            run += 1;
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("\"$ARRIVAL\"{arguments}")]).env("ARRIVAL", env!("CARGO_BIN_EXE_arrival"));
        shell
            .current_dir(place.path())
            .stdin(Stdio::null())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        let output = shell.output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        let found: Vec<_> = out.lines().collect();
        // A command that is refused prints nothing on standard output, which would pass for a quiet one.
        let quiet = shown.output.is_empty() && found.is_empty();
        assert!(!quiet || output.status.success(), "{name}:{}: `{}` says\n{err}", shown.line, shown.command);
        if std::env::var_os("ARRIVAL_BLESS").is_some() {
            bless(name, &shown, &found);
            run += 1;
            continue;
        }
        let same = matches(&shown.output, &found);
        assert!(same, "{name}:{}: `{}` prints\n{out}{err}", shown.line, shown.command);
        run += 1;
    }
    run
}

/// `ARRIVAL_BLESS=1 cargo test -p arrival-cli --test readme every` writes the transcripts anew, to be read before they are
/// kept; one that leaves lines out with `…` is only changed by hand.
fn bless(name: &str, shown: &Shown<'_>, found: &[&str]) {
    if shown.output.contains(&"…") {
        return assert!(
            matches(&shown.output, found),
            "{name}: `{}` prints\n{}",
            shown.command,
            found.join("\n")
        );
    }
    let old = format!(
        "$ {}\n{}",
        shown.command,
        shown.output.iter().map(|line| format!("{line}\n")).collect::<String>()
    );
    let new =
        format!("$ {}\n{}", shown.command, found.iter().map(|line| format!("{line}\n")).collect::<String>());
    let text = document(name).replacen(&old, &new, 1);
    std::fs::write(root().join(name), text).unwrap();
}

#[test]
fn a_transcript_is_read_as_commands_and_their_output() {
    let text = "x\n```console\n$ arrival a\nb\n…\nc\n$ ./check\n```\n```\n$ no\n```\n";
    let [(first, lines)] = &blocks(text, "console")[..] else { panic!() };
    let shown = transcript(*first, lines);
    assert_eq!(shown[0], Shown { line: 3, command: "arrival a", output: vec!["b", "…", "c"] });
    assert_eq!(shown[1], Shown { line: 7, command: "./check", output: vec![] });
    assert_eq!(files("```rotor a.rotor\na: s\nsink s\n```\n"), [("a.rotor", "a: s\nsink s\n".to_owned())]);
    assert_eq!(arguments(shown[0].command).as_deref(), Some(" a"));
    assert_eq!(arguments(shown[1].command), None);
    assert_eq!(arguments("cargo run --release --bin arrival -- b").as_deref(), Some(" b"));
    assert!(matches(&shown[0].output, &["b", "x", "y", "c"]) && matches(&shown[0].output, &["b", "c"]));
    assert!(
        !matches(&shown[0].output, &["b", "x"]) && !matches(&["b"], &["b", "c"]) && !matches(&["b"], &[])
    );
}

#[test]
#[should_panic(expected = "which no test can run")]
fn a_command_that_cannot_be_run_is_not_part_of_a_transcript() {
    arguments("arrivals solve");
}
