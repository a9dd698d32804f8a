//! A refused input: a file of `corpus/rejected`, the command that refuses it and what it must say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One file of the folder.
#[derive(Debug)]
pub(crate) struct Case {
    /// The name of the file.
    pub(crate) name: String,
    /// The command after `arrival`, word by word.
    pub(crate) words: Vec<String>,
}

/// What a command answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The folder of refused inputs.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rejected")
}

/// Runs `arrival` inside the folder.
pub(crate) fn arrival(words: &[String]) -> Answer {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arrival"));
    let output = command.args(words).current_dir(folder()).stdin(Stdio::null()).output().unwrap();
    Answer {
        code: output.status.code().expect("no signal ends the command"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Case {
    /// All of them, by name: every file but those that say how another one is refused.
    pub(crate) fn all() -> Vec<Self> {
        let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with('.') && name != "README.md");
        names.retain(|name| !name.ends_with(".stderr") && !name.ends_with(".args"));
        names.sort();
        names.into_iter().map(Self::of).collect()
    }

    fn of(name: String) -> Self {
        let words = match fs::read_to_string(folder().join(format!("{name}.args"))) {
            Ok(words) => words.split_whitespace().map(str::to_owned).collect(),
            Err(_) => vec!["solve".to_owned(), name.clone()],
        };
        Self { name, words }
    }

    /// Where the expected message stands.
    pub(crate) fn message_file(&self) -> PathBuf {
        folder().join(format!("{}.stderr", self.name))
    }

    /// The instance, if the refused file is a certificate for it.
    pub(crate) fn instance_of_certificate(&self) -> Option<&str> {
        (self.words[0] == "verify").then(|| &*self.words[1])
    }

    /// The instance, if the refused file is an answer whose strategies should be played.
    pub(crate) fn instance_of_answer(&self) -> Option<&str> {
        (self.words[0] == "walk").then(|| &*self.words[1])
    }
}
