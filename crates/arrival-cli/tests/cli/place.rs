//! A place: a temporary folder in which the program runs, and what it did there.

use crate::document::{document, files, root};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The first figure of the paper.
pub(crate) const GRAPH: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2\n";

/// A temporary folder.
pub(crate) struct Place(tempfile::TempDir);

/// What the program did.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        Self { code: output.status.code(), bytes: output.stdout, out, err }
    }
}

impl Ran {
    /// Demands this exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Demands this exit code, no result, and messages that begin and end so.
    #[track_caller]
    pub(crate) fn refused(self, code: i32, begin: &str, end: &str) -> Self {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{self:?}");
        assert!(self.err.starts_with(begin) && self.err.ends_with(end), "{self:?}");
        self
    }

    /// What it wrote to standard output and standard error.
    pub(crate) fn texts(self) -> (String, String) {
        (self.out, self.err)
    }

    /// Demands success and silence on standard error, and gives the result.
    #[track_caller]
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{self:?}");
        self.out
    }
}

/// A program, `arrival` for the one under test, in an environment that does not depend on who runs the tests.
pub(crate) fn program(name: &str) -> Command {
    let arrival = Path::new(env!("CARGO_BIN_EXE_arrival"));
    let mut command = if name == "arrival" { Command::new(arrival) } else { Command::new(name) };
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [arrival.parent().unwrap().to_owned()];
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&path))).unwrap();
    command.stdin(Stdio::null()).env("PATH", path);
    command
}

impl Place {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a temporary folder"))
    }

    /// A folder with `graph.rotor`, the first figure of the paper.
    pub(crate) fn with_graph() -> Self {
        Self::new().with("graph.rotor", GRAPH)
    }

    /// A folder with the files that a document shows, and the corpus if it is named there.
    pub(crate) fn of_document(name: &str) -> Self {
        let (text, place) = (document(name), Self::new());
        if text.contains("corpus/") {
            let (corpus, link) = (root().join("corpus"), place.path("corpus"));
            #[cfg(unix)]
            std::os::unix::fs::symlink(corpus, link).unwrap();
            #[cfg(windows)]
            std::os::windows::fs::symlink_dir(corpus, link).unwrap();
        }
        files(&text).into_iter().fold(place, |place, (file, content)| place.with(file, content))
    }

    /// The same folder with one file more.
    pub(crate) fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), content).expect("the folder can be written");
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names in the folder, hidden ones included, sorted.
    pub(crate) fn listing(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder can be read");
        let mut names: Vec<_> =
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// The program with these arguments, in this folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program("arrival");
        command.args(arguments).current_dir(self.0.path());
        command
    }

    /// Runs it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().expect("the program starts").into()
    }

    /// Runs it with arguments separated by blanks.
    pub(crate) fn says(&self, arguments: &str) -> Ran {
        self.run(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    /// The JSON that it answers arguments separated by blanks with.
    pub(crate) fn json(&self, arguments: &str) -> serde_json::Value {
        let text = self.says(arguments).answer();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Runs a line of shell in which `arrival` is the program, and messages of the system are in English.
    pub(crate) fn shell(&self, line: &str) -> Ran {
        let mut shell = program("sh");
        shell.args(["-c", line]).current_dir(self.0.path()).env("LC_ALL", "C");
        shell.output().expect("there is a shell").into()
    }

    /// Starts the program with arguments separated by blanks, and with pipes to all its streams.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        let mut command = self.command(&arguments.split_whitespace().collect::<Vec<_>>());
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }
}
