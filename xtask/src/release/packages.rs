//! The packages of the public crates: what `cargo publish` would upload, with the files of the repository they contain.

use crate::bench::must;
use crate::site::public_crates;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Folders of the repository that are compiled into a crate, and where they are in its package.
const INSIDE: [(&str, &str); 2] =
    [("corpus/paper", "crates/arrival/paper"), ("web/dist", "crates/arrival-cli/page")];
/// The page in one file is made for the site and not served.
const LEFT_OUT: &str = "arrival.html";

/// Packages every public crate and builds each from its package; `["--no-verify"]` only packages.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> io::Result<ExitCode> {
    let names = public_crates(root)?;
    let mut cargo = Command::new("cargo");
    // The copies below are not committed.
    cargo.args(["package", "--locked", "--allow-dirty"]).current_dir(root);
    match arguments {
        [] => {}
        ["--no-verify"] => drop(cargo.arg("--no-verify")),
        _ => return Err(io::Error::other("usage: cargo xtask package [--no-verify]")),
    }
    for name in &names {
        cargo.args(["--package", name]);
    }
    let copies = Copies::make(root)?;
    let packaged = must(&mut cargo);
    drop(copies);
    packaged?;
    println!("package: {} crates in target/package", names.len());
    Ok(ExitCode::SUCCESS)
}

/// The copies in the folders of the crates, which go when this goes.
struct Copies(Vec<PathBuf>);

impl Copies {
    fn make(root: &Path) -> io::Result<Copies> {
        let mut made = Copies(Vec::new());
        for (from, to) in INSIDE {
            let folder = root.join(to);
            std::fs::create_dir_all(&folder)?;
            made.0.push(folder.clone());
            for entry in std::fs::read_dir(root.join(from))? {
                let entry = entry?;
                if entry.file_name() != LEFT_OUT {
                    std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
                }
            }
        }
        Ok(made)
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        for folder in &self.0 {
            if let Err(error) = std::fs::remove_dir_all(folder) {
                eprintln!("package: {} is still there: {error}", folder.display());
            }
        }
    }
}
