//! Tools that others maintain, in a Python environment of their own: `typos` for spelling, `lychee` for links.
//!
//! `tools.txt` pins both by version and hash; their wheels hold the finished programs, so nothing is compiled.

use crate::bench::must;
use crate::sources::Source;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment, and what is installed in it.
const FOLDER: &str = "target/tools";
const PINNED: &str = "xtask/tools.txt";

/// The path of a tool; installs all of them first if they are not what is pinned.
pub(crate) fn tool(root: &Path, name: &str) -> io::Result<PathBuf> {
    let folder = root.join(FOLDER);
    let (pinned, installed) = (std::fs::read(root.join(PINNED))?, folder.join("installed.txt"));
    if std::fs::read(&installed).ok().as_ref() != Some(&pinned) {
        must(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]);
        must(pip.arg("--requirement").arg(root.join(PINNED)))?;
        std::fs::write(installed, pinned)?;
    }
    Ok(folder.join("bin").join(name))
}

/// Whether all words are spelt right, and all links between documents lead to a file and a heading; the tools print what
/// they find. Addresses elsewhere are not asked for.
pub(crate) fn check(root: &Path, sources: &[Source]) -> io::Result<bool> {
    let spelt = Command::new(tool(root, "typos")?).args(["--format", "brief"]).current_dir(root).status()?;
    let documents = sources.iter().filter(|source| source.extension() == "md").map(|source| &source.path);
    let mut lychee = Command::new(tool(root, "lychee")?);
    lychee.args(["--offline", "--include-fragments", "--no-progress", "--quiet", "--"]);
    let linked = lychee.args(documents).current_dir(root).status()?;
    Ok(spelt.success() && linked.success())
}
