//! The record as it is read back from `bench/results`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// All parts of the record, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results(BTreeMap<String, Part>);

/// One file of the record.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Part {
    pub(crate) part: String,
    pub(crate) mode: String,
    pub(crate) command: String,
    pub(crate) date: String,
    /// How long the whole part took.
    #[serde(default)]
    pub(crate) took_seconds: Option<u64>,
    pub(crate) machine: Machine,
    pub(crate) versions: BTreeMap<String, String>,
    pub(crate) contests: Vec<Contest>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: u64,
    pub(crate) system: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Contest {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) family: String,
    pub(crate) parameters: String,
    pub(crate) grows: String,
    pub(crate) seed: u64,
    pub(crate) axis: Axis,
    pub(crate) contestants: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    Log,
    Linear,
    Seeds,
    Files,
}

impl Axis {
    /// Whether each instance is larger than the one before it.
    pub(crate) const fn grows(self) -> bool {
        matches!(self, Self::Log | Self::Linear)
    }
}

/// One contestant on one instance; without seconds it says why.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Row {
    pub(crate) contestant: String,
    pub(crate) size: u32,
    /// The name of the instance, if it is a file.
    pub(crate) name: Option<String>,
    pub(crate) seconds: Option<f64>,
    pub(crate) peak_bytes: Option<u64>,
    pub(crate) vertices: Option<u64>,
    pub(crate) arcs: Option<u64>,
    pub(crate) steps: Option<u64>,
    /// The binary digits of the number of steps.
    pub(crate) bits: Option<u64>,
    pub(crate) because: Option<String>,
}

impl Results {
    /// Everything in `folder`; nothing if there is no such folder.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let mut parts = BTreeMap::new();
        let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Self::default()) };
        for entry in entries {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let part = Self::part_of(&std::fs::read_to_string(&path)?);
                let part = part.map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
                parts.insert(part.part.clone(), part);
            }
        }
        Ok(Self(parts))
    }

    pub(crate) fn part_of(text: &str) -> serde_json::Result<Part> {
        serde_json::from_str(text)
    }

    #[cfg(test)]
    pub(crate) fn of(parts: Vec<Part>) -> Self {
        Self(parts.into_iter().map(|part| (part.part.clone(), part)).collect())
    }

    pub(crate) fn part(&self, name: &str) -> Option<&Part> {
        self.0.get(name)
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.0.values()
    }

    pub(crate) fn contest(&self, part: &str, id: &str) -> Option<&Contest> {
        self.part(part)?.contests.iter().find(|contest| contest.id == id)
    }
}

impl Contest {
    /// What this contestant did, by size.
    pub(crate) fn rows_of<'c, 'n>(
        &'c self,
        contestant: &'n str,
    ) -> impl Iterator<Item = &'c Row> + use<'c, 'n> {
        self.rows.iter().filter(move |row| row.contestant == contestant)
    }

    /// What this contestant did on this size, or on the largest that it finished.
    pub(crate) fn row(&self, contestant: &str, size: &str) -> Option<&Row> {
        match size {
            "last" => self.rows_of(contestant).filter(|row| row.seconds.is_some()).last(),
            size => self.rows_of(contestant).find(|row| row.size.to_string() == size),
        }
    }

    /// The result of a contestant for the instance of this size.
    pub(crate) fn known<T>(&self, size: u32, what: fn(&Row) -> Option<T>) -> Option<T> {
        self.rows.iter().filter(|row| row.size == size).find_map(what)
    }

    /// All sizes, in order.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = self.rows.iter().map(|row| row.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}
