//! The record as it is read back from `bench/results`, its numbers in words, and the growth that fits them.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// All parts of the record, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results(BTreeMap<String, Part>);

/// One file of the record.
#[derive(Clone, Debug, Default, Deserialize)]
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

#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: u64,
    pub(crate) system: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    #[default]
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

/// A time with its unit.
pub(crate) fn time(seconds: f64) -> String {
    let (scale, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s"),
    };
    format!("{} {unit}", digits(seconds * scale))
}

/// A size of memory in megabytes.
pub(crate) fn memory(bytes: u64) -> String {
    format!("{} MB", digits(bytes as f64 / 1e6))
}

/// Two digits below 10, three below 100, whole numbers above.
pub(crate) fn digits(number: f64) -> String {
    match number {
        n if n < 0.1 => format!("{n:.3}"),
        n if n < 1.0 => format!("{n:.2}"),
        n if n < 100.0 => format!("{n:.1}"),
        n => grouped(n.round() as u64),
    }
}

/// A whole number with commas.
pub(crate) fn grouped(number: u64) -> String {
    let text = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in text.chars().enumerate() {
        if at > 0 && (text.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How cost grows with size n.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Growth {
    /// As n to this power.
    Power(f64),
    /// As 2 to this multiple of n.
    Exponential(f64),
}

/// Shorter times say more of the clock than of the work.
const LEAST_SECONDS: f64 = 20e-6;

/// The line that fits best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fit {
    pub(crate) growth: Growth,
    /// The least size that was fitted.
    pub(crate) from: f64,
    /// The logarithm of the time at n = 1 of a power, at n = 0 of an exponential.
    at_first: f64,
}

impl Fit {
    /// By least squares on the logarithms of a contestant's times; none with fewer than three sizes, or if the instances do
    /// not grow.
    pub(crate) fn of(contest: &Contest, contestant: &str) -> Option<Self> {
        let points: Vec<(f64, f64)> = contest
            .rows_of(contestant)
            .filter_map(|row| Some((f64::from(row.size), row.seconds.filter(|&s| s >= LEAST_SECONDS)?)))
            .collect();
        let (slope, at_first) = match contest.axis {
            Axis::Log => line(points.iter().map(|&(n, s)| (n.log2(), s.log2())))?,
            Axis::Linear => line(points.iter().map(|&(n, s)| (n, s.log2())))?,
            Axis::Seeds | Axis::Files => return None,
        };
        let growth =
            if contest.axis == Axis::Log { Growth::Power(slope) } else { Growth::Exponential(slope) };
        Some(Self { growth, from: points.first()?.0, at_first })
    }

    /// The time that fits size `n`.
    pub(crate) fn seconds(&self, n: f64) -> f64 {
        match self.growth {
            Growth::Power(exponent) => (self.at_first + exponent * n.log2()).exp2(),
            Growth::Exponential(factor) => (self.at_first + factor * n).exp2(),
        }
    }
}

/// The growth of a contestant's times, if a line fits them.
pub(crate) fn growth(contest: &Contest, contestant: &str) -> Option<Growth> {
    Fit::of(contest, contestant).map(|fit| fit.growth)
}

impl std::fmt::Display for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Power(exponent) => write!(f, "n^{exponent:.2}"),
            Self::Exponential(factor) => write!(f, "2^({factor:.2} n)"),
        }
    }
}

/// The line nearest to the points: its slope, and its height at 0.
fn line(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<(f64, f64)> {
    let count = points.clone().count() as f64;
    if count < 3.0 {
        return None;
    }
    let (x, y) = points.clone().fold((0.0, 0.0), |(sum_x, sum_y), (x, y)| (sum_x + x, sum_y + y));
    let (mean_x, mean_y) = (x / count, y / count);
    let (over, under) = points.fold((0.0, 0.0), |(over, under), (x, y)| {
        (over + (x - mean_x) * (y - mean_y), under + (x - mean_x) * (x - mean_x))
    });
    (under > 0.0).then(|| (over / under, mean_y - over / under * mean_x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_measured_and_a_fitting_unit() {
        assert_eq!([3.21e-8, 4.567e-5, 0.0123, 12.34].map(time), ["32.1 ns", "45.7 µs", "12.3 ms", "12.3 s"]);
        assert_eq!(memory(208_400_000), "208 MB");
        assert_eq!(
            [0.0456, 0.456, 4.56, 45.6, 4567.8].map(digits),
            ["0.046", "0.46", "4.6", "45.6", "4,568"]
        );
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    fn contest(axis: Axis, cost: fn(f64) -> f64) -> Contest {
        let rows = [8, 16, 32, 64].map(|size| Row {
            contestant: "ours".to_owned(),
            size,
            seconds: Some(cost(f64::from(size))),
            ..Row::default()
        });
        let contestants = vec!["ours".to_owned()];
        Contest { axis, contestants, rows: rows.to_vec(), ..Contest::default() }
    }

    #[test]
    fn the_exponent_of_a_power_and_of_an_exponential_is_found() {
        let square = growth(&contest(Axis::Log, |n| 1e-3 * n * n), "ours");
        assert_eq!(square.map(|growth| growth.to_string()).as_deref(), Some("n^2.00"));
        let fit = Fit::of(&contest(Axis::Log, |n| 1e-3 * n * n), "ours").unwrap();
        assert!((fit.seconds(100.0) - 10.0).abs() < 1e-9);
        let fit = Fit::of(&contest(Axis::Linear, |n| 1e-3 * n.exp2()), "ours").unwrap();
        assert!((fit.seconds(10.0) - 1.024).abs() < 1e-9);
        let doubling = growth(&contest(Axis::Linear, |n| 1e-3 * n.exp2()), "ours");
        assert_eq!(doubling.map(|growth| growth.to_string()).as_deref(), Some("2^(1.00 n)"));
    }

    #[test]
    fn two_sizes_times_of_the_clock_alone_and_seeds_have_no_growth() {
        assert_eq!(growth(&contest(Axis::Log, |n| if n > 20.0 { 1.0 } else { 1e-6 }), "ours"), None);
        let without_the_first = contest(Axis::Log, |n| if n > 10.0 { 1.0 } else { 1e-6 });
        assert_eq!(Fit::of(&without_the_first, "ours").map(|fit| fit.from), Some(16.0));
        assert_eq!(growth(&contest(Axis::Log, |_| 1.0), "theirs"), None);
        assert_eq!(growth(&contest(Axis::Seeds, |_| 1.0), "ours"), None);
    }
}
