//! A place: a temporary folder in which the program runs, and what it did there.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The first figure of the paper.
pub(crate) const GRAPH: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2\n";

/// `content` as a frame of zstd: a window of 2 MB and one block that is not packed.
pub(crate) fn zstd(content: &str) -> Vec<u8> {
    let block = (content.len() as u32) << 3 | 1;
    [&[0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58], &block.to_le_bytes()[..3], content.as_bytes()].concat()
}

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

    /// Demands success and silence on standard error, and gives the result.
    #[track_caller]
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{self:?}");
        self.out
    }
}

/// The program, with an environment that does not depend on who runs the tests.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arrival"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

/// The folder of the corpus.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
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
        let mut command = program();
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

    /// Runs a line of shell in which `arrival` is the program.
    pub(crate) fn shell(&self, line: &str) -> Ran {
        let script = format!("arrival() {{ \"$ARRIVAL\" \"$@\"; }}\n{line}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(self.0.path()).stdin(Stdio::null());
        shell.env("ARRIVAL", env!("CARGO_BIN_EXE_arrival")).env_remove("NO_COLOR");
        shell.output().expect("there is a shell").into()
    }
}
