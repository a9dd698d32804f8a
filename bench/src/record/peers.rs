//! Python: which packages there are.

use super::machine::printed;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A Python and the versions of what it has; `python` stands for itself.
pub(crate) struct Peers {
    python: Option<PathBuf>,
    versions: BTreeMap<String, String>,
}

const ASK: &str = "
import importlib.metadata, platform
print('python', platform.python_version())
for name in ['networkx', 'scipy', 'highspy', 'ortools']:
    try: print(name, importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError: pass";

impl Peers {
    pub(crate) fn new(python: Option<PathBuf>) -> Self {
        let command = python.as_deref().and_then(Path::to_str);
        let said = command.and_then(|python| printed(python, &["-c", ASK])).unwrap_or_default();
        let pairs = said.lines().filter_map(|line| line.split_once(' '));
        Self {
            versions: pairs.map(|(name, version)| (name.to_owned(), version.to_owned())).collect(),
            python,
        }
    }

    pub(crate) fn versions(&self) -> BTreeMap<String, String> {
        self.versions.clone()
    }

    /// The Python that has `package`, or why there is none.
    pub(crate) fn python(&self, package: &str) -> Result<&Path, String> {
        let known = self.versions.contains_key(package);
        self.python.as_deref().filter(|_| known).ok_or_else(|| format!("{package} could not be had"))
    }
}
