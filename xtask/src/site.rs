//! The site: every document, the live page and both references in one folder of plain files, `target/site`.

use crate::bench::must;
use crate::tools::tool;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The finished site.
const SITE: &str = "target/site";
/// Where Sphinx finds the pages, which `site/gather.py` copies there.
const SOURCE: &str = "target/site-source";
/// The files that pages link to.
const EXTRA: &str = "target/site-extra";

/// Builds the site; with `["--no-rustdoc"]` without the reference of the crates, which takes longest; with `["--check"]` only
/// checks the links of the one that is there.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> io::Result<ExitCode> {
    match arguments {
        [] => {
            build(root)?;
            rustdoc(root)?;
        }
        ["--no-rustdoc"] => build(root)?,
        ["--check"] => {}
        _ => return Err(io::Error::other("usage: cargo xtask site [--no-rustdoc | --check]")),
    }
    check(root)
}

/// Demands that every link leads to a file and an anchor of the site. Pages of rustdoc and of the live page are targets only;
/// rustdoc has checked its own links.
fn check(root: &Path) -> io::Result<ExitCode> {
    let mut lychee = Command::new(tool(root, "lychee")?);
    lychee.args([
        "--offline",
        "--include-fragments",
        "--no-progress",
        "--exclude-path",
        "target/site/(rust|live)/",
    ]);
    if !root.join(SITE).join("rust").exists() {
        // Built without it.
        lychee.args(["--exclude", "/rust/"]);
    }
    must(lychee.arg("--").arg(format!("{SITE}/**/*.html")).current_dir(root))?;
    println!("site: {SITE}/index.html, no link is broken");
    Ok(ExitCode::SUCCESS)
}

fn build(root: &Path) -> io::Result<()> {
    let python = environment(root)?;
    for folder in [SITE, SOURCE, EXTRA] {
        let folder = root.join(folder);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
    }
    // The paper, where LaTeX is installed; its page says so where it is not.
    Command::new("docs/paper/build").current_dir(root).status()?;
    let mut sphinx = Command::new(python);
    sphinx.args(["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--builder", "html"]);
    sphinx.args(["--conf-dir", "site", SOURCE, SITE]).env("ARRIVAL_SITE_EXTRA", root.join(EXTRA));
    must(sphinx.current_dir(root))?;
    // What Sphinx keeps to be quicker next time is not part of the site.
    std::fs::remove_dir_all(root.join(SITE).join(".doctrees"))?;
    live_page(root)
}

/// The live page out of its source, with the engine that is committed.
fn live_page(root: &Path) -> io::Result<()> {
    if !root.join("web/node_modules").exists() {
        must(
            Command::new("npm").args(["--prefix", "web", "ci", "--no-audit", "--no-fund"]).current_dir(root),
        )?;
    }
    let mut build = Command::new("npm");
    build.args(["--prefix", "web", "run", "--silent", "build", "--"]).arg(root.join(SITE).join("live"));
    must(build.env("ARRIVAL_ENGINE", root.join("web/dist/engine.wasm.gz")).current_dir(root))
}

/// The reference of the public crates.
fn rustdoc(root: &Path) -> io::Result<()> {
    let made = root.join("target/doc");
    if made.exists() {
        // Crates that were documented for another reason would be listed, too.
        std::fs::remove_dir_all(&made)?;
    }
    let mut doc = Command::new("cargo");
    // Citations such as [ACD22] look like links to rustdoc.
    let lints = "-D warnings -A rustdoc::broken-intra-doc-links -A rustdoc::private-intra-doc-links";
    doc.args(["doc", "--quiet", "--no-deps", "--lib"]).env("RUSTDOCFLAGS", lints);
    for package in public_crates(root)? {
        doc.args(["--package", &package]);
    }
    must(doc.current_dir(root))?;
    let shown = root.join(SITE).join("rust");
    must(Command::new("cp").arg("-r").arg(&made).arg(&shown))?;
    std::fs::remove_file(shown.join(".lock"))
}

/// The crates that are published: those of `crates` whose manifest does not say otherwise.
pub(crate) fn public_crates(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root.join("crates"))? {
        let entry = entry?;
        let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml"))?;
        if !manifest.lines().any(|line| line == "publish = false") {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// A Python that has the package and Sphinx: that of `.venv`, which `./check` makes, or one of its own.
fn environment(root: &Path) -> io::Result<PathBuf> {
    let has_all = |python: &Path| {
        let mut asked = Command::new(python);
        asked
            .args(["-c", "import anywidget, arrival, furo, ipykernel, myst_parser, nbclient, sphinx"])
            .stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    let own = root.join("target/site-python");
    for folder in [root.join(".venv"), own.clone()] {
        let python = folder.join("bin/python");
        if python.exists() && has_all(&python) {
            return Ok(python);
        }
    }
    must(Command::new("python3").args(["-m", "venv"]).arg(&own))?;
    let python = own.join("bin/python");
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ".[docs]"];
    must(Command::new(&python).args(install).current_dir(root))?;
    Ok(python)
}
