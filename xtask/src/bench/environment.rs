//! The Python environment of the peers, made on first use in `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the peers need.
const PACKAGES: [&str; 4] = ["networkx", "scipy", "highspy", "ortools"];

/// The Python of the environment, if one can be made. A package that cannot be had is left out.
pub(crate) fn python(root: &Path) -> Option<PathBuf> {
    let folder = root.join("target/bench-python");
    let python = folder.join("bin/python");
    if !python.exists() {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
        made.ok().filter(std::process::ExitStatus::success)?;
    }
    for package in PACKAGES {
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", package];
        if !Command::new(&python).args(install).status().is_ok_and(|status| status.success()) {
            eprintln!("bench: {package} could not be installed");
        }
    }
    Some(python)
}
