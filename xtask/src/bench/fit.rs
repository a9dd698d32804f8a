//! Growth: the exponent that fits what a contestant took.

use super::results::{Axis, Contest};

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
    use super::super::results::Row;
    use super::*;

    fn contest(axis: Axis, cost: fn(f64) -> f64) -> Contest {
        let rows = [8, 16, 32, 64].map(|size| Row {
            contestant: "ours".to_owned(),
            size,
            seconds: Some(cost(f64::from(size))),
            ..Row::default()
        });
        let text = String::new;
        Contest {
            id: text(),
            title: text(),
            family: text(),
            parameters: text(),
            grows: text(),
            seed: 1,
            axis,
            contestants: vec!["ours".to_owned()],
            rows: rows.to_vec(),
        }
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
