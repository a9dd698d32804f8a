//! Python: which packages there are.

use super::machine::printed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A Python and the versions of what it has; `python` stands for itself.
pub(crate) struct Peers {
    python: Option<PathBuf>,
    versions: BTreeMap<String, String>,
}

/// The packages that contestants need.
const PACKAGES: [&str; 5] = ["networkx", "scipy", "highspy", "ortools", "sympy"];

const ASK: &str = "
import importlib.metadata, platform, sys
print('python', platform.python_version())
for name in sys.argv[1:]:
    try: print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError: pass";

impl Peers {
    pub(crate) fn new(python: Option<PathBuf>) -> Self {
        let command = python.as_deref().and_then(Path::to_str);
        let said = command
            .and_then(|python| printed(python, &[&["-c", ASK], &PACKAGES[..]].concat()))
            .unwrap_or_default();
        let pairs = said.lines().filter_map(|line| line.split_once(' '));
        Self {
            versions: pairs.map(|(name, version)| (name.to_owned(), version.to_owned())).collect(),
            python,
        }
    }

    pub(crate) fn versions(&self) -> BTreeMap<String, String> {
        self.versions.clone()
    }

    /// What contestants need and there is not.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let needed = ["python"].into_iter().chain(PACKAGES);
        needed.filter(|&package| !self.versions.contains_key(package)).collect()
    }

    /// The Python that has `package`, or why there is none.
    pub(crate) fn python(&self, package: &str) -> Result<&Path, String> {
        let known = self.versions.contains_key(package);
        self.python.as_deref().filter(|_| known).ok_or_else(|| format!("{package} could not be had"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_python_each_row_names_its_missing_package() {
        let none = Peers::new(None);
        assert_eq!(none.missing(), ["python", "networkx", "scipy", "highspy", "ortools", "sympy"]);
        assert_eq!(none.python("scipy"), Err("scipy could not be had".to_owned()));
        assert!(Peers::new(Some(PathBuf::from("no such program"))).missing().contains(&"python"));
    }

    #[test]
    fn what_there_is_can_be_used() {
        let versions = [("scipy".to_owned(), "1".to_owned())].into();
        let peers = Peers { python: Some(PathBuf::from("p")), versions };
        assert_eq!(peers.python("scipy"), Ok(Path::new("p")));
        assert_eq!(peers.missing(), ["python", "networkx", "highspy", "ortools", "sympy"]);
    }
}
