//! The default against the best of those that could have been named instead, one line per instance, and the worst of them.

use super::number::{digits, grouped, time};
use super::results::{Contest, Part, Row};
use std::fmt::Write;

/// What the default may take beside its share of the best time, in seconds.
const GRANTED: f64 = 0.01;

/// The default and the quickest of the others on one instance.
struct Pair<'p> {
    contest: &'p Contest,
    vertices: u64,
    default: Option<f64>,
    best: Option<&'p Row>,
}

impl Pair<'_> {
    /// The time of the default, less what is granted, over the best; none if one of them is missing.
    fn ratio(&self) -> Option<f64> {
        Some((self.default? - GRANTED).max(0.0) / self.best?.seconds?)
    }

    /// Whether another had an answer and the default had none.
    fn is_lost(&self) -> bool {
        self.default.is_none() && self.best.is_some()
    }
}

fn pairs(part: &Part) -> impl Iterator<Item = Pair<'_>> {
    part.contests.iter().flat_map(|contest| {
        contest.sizes().into_iter().filter_map(move |size| {
            let (default, others) = contest.contestants.split_first()?;
            let time_of =
                |name: &str| contest.row(name, &size.to_string()).filter(|row| row.seconds.is_some());
            let others = others.iter().filter_map(|name| time_of(name));
            let best =
                others.min_by(|a, b| a.seconds.unwrap_or(f64::MAX).total_cmp(&b.seconds.unwrap_or(f64::MAX)));
            let vertices = contest.known(size, |row| row.vertices)?;
            Some(Pair { contest, vertices, default: time_of(default).and_then(|row| row.seconds), best })
        })
    })
}

/// A table with a line for each instance.
pub(crate) fn table(part: &Part) -> String {
    let mut table =
        "| graphs | vertices | default | best of the others | ratio |\n|---|---|---|---|---|".to_owned();
    for pair in pairs(part) {
        let nothing = || "none in time".to_owned();
        let best = pair.best.and_then(|row| Some(format!("{}, {}", time(row.seconds?), row.contestant)));
        let (vertices, ratio) = (grouped(pair.vertices), pair.ratio().map_or("—".to_owned(), digits));
        let (default, best) = (pair.default.map_or_else(nothing, time), best.unwrap_or_else(nothing));
        let _ = write!(table, "\n| {} | {vertices} | {default} | {best} | {ratio} |", pair.contest.title);
    }
    table
}

/// The greatest ratio and where it is; instances that only others solved come first.
pub(crate) fn worst(part: &Part) -> Option<String> {
    let place = |pair: &Pair<'_>| format!("{} of {} vertices", pair.contest.title, grouped(pair.vertices));
    if let Some(lost) = pairs(part).find(Pair::is_lost) {
        return Some(format!("no answer where another has one: {}", place(&lost)));
    }
    let worst = pairs(part).filter(|pair| pair.ratio().is_some());
    let worst = worst.max_by(|a, b| a.ratio().unwrap_or(0.0).total_cmp(&b.ratio().unwrap_or(0.0)))?;
    Some(format!("{} on {}", digits(worst.ratio()?), place(&worst)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::Results;

    fn part(rows: &str) -> Part {
        let text = format!(
            r#"{{"part":"default","mode":"quick","command":"c","date":"d","machine":{{"cpu":"a","cores":2,
            "memory_bytes":1,"system":"s"}},"versions":{{}},"contests":[{{"id":"g","title":"grids","family":"f",
            "parameters":"","grows":"n","seed":1,"axis":"log","contestants":["one-start","by-walk","by-linear"],
            "rows":[{rows}]}}]}}"#
        );
        Results::part_of(&text).unwrap()
    }

    const ROWS: &str = r#"{"contestant":"one-start","size":9,"seconds":0.05,"vertices":9},
        {"contestant":"by-walk","size":9,"seconds":0.02},{"contestant":"by-linear","size":9,"seconds":null},
        {"contestant":"one-start","size":99,"seconds":0.005,"vertices":1000},
        {"contestant":"by-walk","size":99,"seconds":0.1},{"contestant":"by-linear","size":99,"seconds":0.001}"#;

    #[test]
    fn ten_milliseconds_are_granted_and_the_worst_is_named() {
        let part = part(ROWS);
        assert!(
            table(&part).contains("| grids | 9 | 50.0 ms | 20.0 ms, by-walk | 2.0 |"),
            "{}",
            table(&part)
        );
        assert!(table(&part).contains("| grids | 1,000 | 5.0 ms | 1.0 ms, by-linear | 0.000 |"));
        assert_eq!(worst(&part).unwrap(), "2.0 on grids of 9 vertices");
    }

    #[test]
    fn an_instance_that_only_another_solves_is_the_worst() {
        let part = part(&ROWS.replace("\"seconds\":0.005", "\"seconds\":null"));
        assert_eq!(worst(&part).unwrap(), "no answer where another has one: grids of 1,000 vertices");
        assert!(table(&part).contains("| grids | 1,000 | none in time | 1.0 ms, by-linear | — |"));
    }
}
