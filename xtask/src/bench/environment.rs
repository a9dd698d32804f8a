//! The Python environment of the peers, made on first use in `target`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the peers need, in the versions that the record was made with.
const PACKAGES: [&str; 5] =
    ["networkx==3.6.1", "scipy==1.17.1", "highspy==1.15.1", "ortools==9.15.6755", "sympy==1.14.0"];

/// A Python, and the packages that could not be had for it.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Environment {
    pub(crate) python: PathBuf,
    pub(crate) missing: Vec<&'static str>,
}

/// The environment in `target`; without a Python that can make one, what is in the way.
pub(crate) fn of(root: &Path) -> Result<Environment, String> {
    made("python3", &root.join("target/bench-python"))
}

/// The environment in `folder`, made by `maker` if it is not there. Packages that are there already are left alone.
fn made(maker: &str, folder: &Path) -> Result<Environment, String> {
    let python = folder.join("bin/python");
    if !python.exists() {
        let status = Command::new(maker).args(["-m", "venv"]).arg(folder).status();
        let status = status.map_err(|error| format!("{maker}: {error}"))?;
        if !status.success() {
            return Err(format!("{maker} -m venv ended with {status}"));
        }
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let installed = |package: &&str| {
        let status = Command::new(&python).args(install).arg(package).status();
        status.is_ok_and(|status| status.success())
    };
    let missing = PACKAGES.into_iter().filter(|package| !installed(package)).collect();
    Ok(Environment { python, missing })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    const WRITABLE: &str = "the folder for temporary files can be written";

    /// A folder of its own for each test, with a script in it.
    fn script(test: &str, name: &str, text: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("arrival-xtask-{test}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("bin")).expect(WRITABLE);
        let file = folder.join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect(WRITABLE);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect(WRITABLE);
        folder
    }

    #[test]
    fn missing_packages_are_named_and_the_others_are_used() {
        let folder = script("missing", "bin/python", "case \"$6\" in scipy*) exit 1;; esac");
        let environment = made("no such program", &folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let python = folder.join("bin/python");
        assert_eq!(environment, Ok(Environment { python, missing: vec!["scipy==1.17.1"] }));
    }

    #[test]
    fn an_environment_that_is_not_there_is_made_first() {
        let text =
            "mkdir -p \"$3/bin\"; printf '#!/bin/sh\\n' > \"$3/bin/python\"; chmod +x \"$3/bin/python\"";
        let folder = script("made", "maker", text);
        let (maker, there) = (folder.join("maker"), folder.join("new"));
        let environment = made(maker.to_str().unwrap(), &there);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(environment, Ok(Environment { python: there.join("bin/python"), missing: Vec::new() }));
    }

    #[test]
    fn without_a_python_the_reason_is_said() {
        let nowhere = Path::new("/nowhere/at/all");
        assert!(made("no such program", nowhere).unwrap_err().starts_with("no such program: "));
        assert_eq!(made("false", nowhere).unwrap_err(), "false -m venv ended with exit status: 1");
    }
}
