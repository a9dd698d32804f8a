//! Releases: the archive of the program for this platform, and the packages of the public crates.

use crate::bench::must;
use crate::generated::VERSION;
use crate::site::public_crates;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const FILES: &str = "target/release-files";
/// The completions of each shell, under the names that the shells look for.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "arrival.bash"),
    ("zsh", "_arrival"),
    ("fish", "arrival.fish"),
    ("powershell", "arrival.ps1"),
    ("elvish", "arrival.elv"),
];
const DOCUMENTS: [&str; 6] =
    ["README.md", "CHANGELOG.md", "CITATION.cff", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds the program and packs it with its manual pages, completions and checksums into
/// `target/release-files`. `--profile NAME` builds with another profile than `release`, to try the packing.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> io::Result<ExitCode> {
    let profile = match arguments {
        [] => "release",
        ["--profile", profile] => profile,
        _ => return Err(io::Error::other("usage: cargo xtask release [--profile NAME]")),
    };
    let mut build = Command::new("cargo");
    build.args(["build", "--locked", "--package", "arrival-cli", "--profile", profile]);
    must(build.current_dir(root))?;
    let target = host()?;
    let name = format!("arrival-{VERSION}-{target}");
    let files = root.join(FILES);
    if files.exists() {
        std::fs::remove_dir_all(&files)?;
    }
    let folder = files.join(&name);
    std::fs::create_dir_all(folder.join("completions"))?;
    std::fs::create_dir_all(folder.join("man"))?;
    let built = if profile == "dev" { "debug" } else { profile };
    let program = folder.join(format!("arrival{}", std::env::consts::EXE_SUFFIX));
    std::fs::copy(
        root.join("target").join(built).join(program.file_name().expect("it was just named")),
        &program,
    )?;
    for document in DOCUMENTS {
        std::fs::copy(root.join(document), folder.join(document))?;
    }
    for (shell, file) in COMPLETIONS {
        let output = Command::new(&program).args(["completions", shell]).output()?;
        std::fs::write(folder.join("completions").join(file), output.stdout)?;
    }
    must(Command::new(&program).arg("man").arg("--folder").arg(folder.join("man")))?;
    let archive = if cfg!(windows) { format!("{name}.zip") } else { format!("{name}.tar.gz") };
    // Windows has a tar that writes what the ending says.
    let flags = if cfg!(windows) { "-acf" } else { "-czf" };
    must(Command::new("tar").args([flags, &archive, &name]).current_dir(&files))?;
    std::fs::remove_dir_all(&folder)?;
    let sums = format!("{}  {archive}\n", sha256(&std::fs::read(files.join(&archive))?));
    std::fs::write(files.join(format!("{name}.sha256")), &sums)?;
    print!("{sums}");
    Ok(ExitCode::SUCCESS)
}

/// The platform that this compiler builds for.
fn host() -> io::Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = said.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| io::Error::other("rustc -vV does not name the host"))
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Folders of the repository that are compiled into a crate, and where they are in its package.
const INSIDE: [(&str, &str); 2] =
    [("corpus/paper", "crates/arrival/paper"), ("web/dist", "crates/arrival-cli/page")];
/// The page in one file is made for the site and not served.
const LEFT_OUT: &str = "arrival.html";

/// Packages every public crate and builds each from its package; `["--no-verify"]` only packages.
pub(crate) fn package(root: &Path, arguments: &[&str]) -> io::Result<ExitCode> {
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
