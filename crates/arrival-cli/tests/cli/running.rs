//! Transcripts are run: every command among the files that its document shows.

use crate::document::{Shown, document, root, transcript};
use crate::place::Place;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

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

/// The program serving its page.
pub(crate) struct Serving {
    pub(crate) child: Child,
    pub(crate) host: String,
    /// The line that it printed.
    said: String,
}

impl Serving {
    /// Starts a server without the browser that would show its page.
    pub(crate) fn start(place: &Place, arguments: &[&str]) -> Self {
        let mut command = place.command(&[arguments, &["--no-open", "--port", "0"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
        let (_, rest) = said.split_once("http://").unwrap_or_else(|| panic!("{arguments:?} says {said}"));
        let host = rest.split('/').next().unwrap().trim().to_owned();
        Self { child, host, said }
    }

    /// A connection on which these bytes were sent.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        // A server that refuses a body may close before it has read all of it.
        let _ = stream.write_all(bytes.as_ref());
        stream
    }

    /// A request that begins with `first`, such as `GET /`; without other headers, it has those that are right.
    pub(crate) fn request(&self, first: &str, headers: &str, body: &str) -> String {
        let right = format!("host: {}\r\ncontent-type: application/json", self.host);
        let headers = if headers.is_empty() { &right } else { headers };
        format!("{first} HTTP/1.1\r\ncontent-length: {}\r\n{headers}\r\n\r\n{body}", body.len())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It has ended already where a test stopped it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server answers to `curl … http://127.0.0.1:7007PATH -d 'BODY'`.
fn curl(command: &str, place: &Place) -> String {
    let (_, rest) = command.split_once("http://127.0.0.1:7007").unwrap();
    let (path, body) = rest.split_once(" -d '").unwrap();
    let server = Serving::start(place, &["serve"]);
    let request = server.request(&format!("POST {path}"), "", body.strip_suffix('\'').unwrap());
    let mut answer = String::new();
    server.send(request).read_to_string(&mut answer).unwrap();
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
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
fn run(name: &str, shown: &Shown<'_>, place: &Place) -> Option<Ran> {
    let (out, err, code) = if shown.command.starts_with("curl ") {
        (curl(shown.command, place), String::new(), 0)
    } else {
        let command = to_run(shown.command)?;
        if command.starts_with("arrival serve") && shown.code() == 0 {
            let server = Serving::start(place, &command.split_whitespace().skip(1).collect::<Vec<_>>());
            (server.said.replace(&server.host, "127.0.0.1:7007"), String::new(), 0)
        } else {
            let ran = place.shell(&command);
            (ran.out, ran.err, ran.code.expect("no signal ends a command"))
        }
    };
    let (at, heading) = (format!("{name}:{}", shown.line), shown.heading.to_owned());
    Some(Ran { place: at, heading, command: shown.command.to_owned(), out, err, code })
}
/// Runs every command that a document shows, among the files it shows. Each has to print what stands there, on standard output
/// and on standard error, and to end with the exit code that stands there. `then` sees what each did, and the folder as it left
/// it.
///
/// `ARRIVAL_BLESS=1 cargo nextest run -p arrival-cli --test cli shows` writes the transcripts anew, to be read before they are kept;
/// one that leaves something out with `…` is changed by hand.
pub(crate) fn run_transcripts_and(name: &str, then: &mut dyn FnMut(&Ran, &Place)) -> usize {
    let (text, place) = (document(name), Place::of_document(name));
    let (mut count, mut wrong, mut blessed) = (0, String::new(), Vec::new());
    for shown in transcript(&text) {
        let Some(ran) = run(name, &shown, &place) else { continue };
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
        then(&ran, &place);
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
