//! Transcripts are run: every command among the files that its document shows.

use crate::document::{Shown, document, files, root, transcript};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_arrival");

/// What a command of a document did.
#[derive(Debug)]
pub(crate) struct Ran {
    /// The document and the line.
    pub(crate) place: String,
    pub(crate) heading: String,
    pub(crate) command: String,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Ran {
    /// As a document shows it.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<_> = self.out.lines().map(str::to_owned).collect();
        lines.extend(self.err.lines().map(|line| format!("2> {line}").trim_end().to_owned()));
        lines.extend((self.code != 0).then(|| format!("[{}]", self.code)));
        lines
    }
}

/// A shell in `folder`, where `arrival` is the program, with an environment that does not depend on who runs the tests.
pub(crate) fn shell(command: &str, folder: &Path) -> Output {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let programs = [Path::new(PROGRAM).parent().unwrap().to_owned()];
    let path = std::env::join_paths(programs.into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null()).env("PATH", path).env("LC_ALL", "C");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        shell.env_remove(name);
    }
    shell.output().expect("there is a shell")
}

/// A folder with the files that a document shows, and the corpus.
pub(crate) fn place_of(name: &str) -> TempDir {
    let place = tempfile::tempdir().unwrap();
    let text = document(name);
    if text.contains("corpus/") {
        let (corpus, link) = (root().join("corpus"), place.path().join("corpus"));
        #[cfg(unix)]
        std::os::unix::fs::symlink(corpus, link).unwrap();
        #[cfg(windows)]
        std::os::windows::fs::symlink_dir(corpus, link).unwrap();
    }
    for (file, content) in files(&text) {
        std::fs::write(place.path().join(file), content).unwrap();
    }
    place
}

/// Starts a server, without the browser that would show it; `meet` gets its address once it is there, and what it said.
fn serve<T>(arguments: &str, folder: &Path, meet: impl FnOnce(&str, &str) -> T) -> T {
    let mut program = Command::new(PROGRAM);
    program.args(arguments.split_whitespace()).args(["--no-open", "--port", "0"]).current_dir(folder);
    let mut server = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let (_, rest) = said.split_once("http://").unwrap_or_else(|| panic!("`arrival {arguments}` says {said}"));
    let met = meet(rest.split('/').next().unwrap().trim(), &said);
    server.kill().unwrap();
    server.wait().unwrap();
    met
}

/// What a server answers to `curl … http://127.0.0.1:7007PATH -d 'BODY'`.
fn curl(command: &str, folder: &Path) -> String {
    let (_, rest) = command.split_once("http://127.0.0.1:7007").unwrap();
    let (path, body) =
        rest.split_once(" -d '").and_then(|(path, rest)| Some((path, rest.strip_suffix('\'')?))).unwrap();
    serve("serve", folder, |address, _| {
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

/// Programs that a document may use beside `arrival`.
const TOOLS: &[&str] = &[
    "seq",
    "NO_COLOR=1",
    "TERM=xterm",
    "cat",
    "cmp",
    "cp",
    "echo",
    "grep",
    "head",
    "ls",
    "mkdir",
    "sed",
    "test",
];

/// The command as the shell gets it; none for a command that is not run here.
fn to_run(command: &str) -> Option<String> {
    if command == "./check" || command.starts_with("./check ") {
        return None;
    }
    let built = command.strip_prefix("cargo run ").and_then(|options| options.split_once("--bin arrival --"));
    if let Some((_, rest)) = built {
        return Some(format!("arrival{rest}"));
    }
    let first = command.trim_start_matches('(').split(' ').next().unwrap_or_default();
    assert!(first == "arrival" || TOOLS.contains(&first), "`{command}` is shown, which no test can run");
    Some(command.to_owned())
}

/// Runs one command of a document; nothing if it is not run here.
fn run(name: &str, shown: &Shown<'_>, folder: &Path) -> Option<Ran> {
    let ran = |out: String, err: String, code: i32| {
        let (place, heading) = (format!("{name}:{}", shown.line), shown.heading.to_owned());
        Some(Ran { place, heading, command: shown.command.to_owned(), out, err, code })
    };
    if shown.command.starts_with("curl ") {
        return ran(curl(shown.command, folder), String::new(), 0);
    }
    let command = to_run(shown.command)?;
    if command.starts_with("arrival serve") && shown.code() == 0 {
        let arguments = command.strip_prefix("arrival ").unwrap();
        let said = serve(arguments, folder, |address, said| said.replace(address, "127.0.0.1:7007"));
        return ran(said, String::new(), 0);
    }
    let output = shell(&command, folder);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    ran(text(&output.stdout), text(&output.stderr), output.status.code().expect("no signal ends a command"))
}

/// Runs every command that a document shows, among the files it shows. Each has to print what stands there, on standard output
/// and on standard error, and to end with the exit code that stands there. `then` sees what each did, and the folder as it left
/// it.
///
/// `ARRIVAL_BLESS=1 cargo nextest run -p arrival-cli --test cli shows` writes the transcripts anew, to be read before they are kept;
/// one that leaves something out with `…` is changed by hand.
pub(crate) fn run_transcripts_and(name: &str, then: &mut dyn FnMut(&Ran, &Path)) -> usize {
    let (text, place) = (document(name), place_of(name));
    let (mut count, mut wrong, mut blessed) = (0, String::new(), Vec::new());
    for shown in transcript(&text) {
        let Some(ran) = run(name, &shown, place.path()) else { continue };
        let lines = ran.lines();
        if !shown.is_done_by(&lines.iter().map(String::as_str).collect::<Vec<_>>(), ran.code) {
            let leaves_out =
                shown.lines.iter().any(|line| ["…", "2> …"].contains(line) || line.contains("[…]"));
            if std::env::var_os("ARRIVAL_BLESS").is_some() && !leaves_out {
                blessed.push((shown.line, shown.lines.len(), lines));
            } else {
                let differs =
                    lines.iter().zip(&shown.lines).take_while(|(found, shown)| found == shown).count();
                let some: Vec<_> = lines.iter().skip(differs).take(20).map(String::as_str).collect();
                wrong += &format!(
                    "{}: `{}` ends with {}, and from its line {} on it prints\n{}\n",
                    ran.place,
                    ran.command,
                    ran.code,
                    differs + 1,
                    some.join("\n")
                );
            }
        }
        then(&ran, place.path());
        count += 1;
    }
    if !blessed.is_empty() {
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        for (line, count, new) in blessed.into_iter().rev() {
            lines.splice(line..line + count, new);
        }
        std::fs::write(root().join(name), lines.join("\n") + "\n").unwrap();
    }
    assert!(wrong.is_empty(), "{wrong}");
    count
}

/// The same, and counts the commands.
pub(crate) fn run_transcripts(name: &str) -> usize {
    run_transcripts_and(name, &mut |_, _| ())
}

#[test]
#[should_panic(expected = "which no test can run")]
fn a_command_that_cannot_be_run_is_not_part_of_a_transcript() {
    assert_eq!(to_run("./check --rust"), None);
    assert_eq!(to_run("cargo run --profile quick --bin arrival -- b").as_deref(), Some("arrival b"));
    to_run("arrivals solve");
}
