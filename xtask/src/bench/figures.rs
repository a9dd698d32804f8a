//! Figures: what a mark in a document stands for, looked up in the record.

use super::fit::growth;
use super::number::{digits, memory, time};
use super::results::{Results, Row};
use super::tables;

/// The record, asked by key.
///
/// - `machine PART`: the machine, versions, command and day of a part;
/// - `complexity`: the paper's table;
/// - `table PART/CONTEST`, `instances PART/CONTEST`: a contest and how its instances are made;
/// - `PART/CONTEST/CONTESTANT/SIZE seconds`, or `peak`, `per-vertex`, `per-step`; `last` is the largest size it finished;
/// - `PART/CONTEST/ONE:OTHER/SIZE ratio`: the time of one over that of the other;
/// - `PART/CONTEST/CONTESTANT growth`.
pub(crate) struct Figures<'r>(pub(crate) &'r Results);

impl Figures<'_> {
    /// What `key` stands for; none if it is not in the record.
    pub(crate) fn find(&self, key: &str) -> Option<String> {
        let results = self.0;
        if key == "complexity" {
            return Some(block(&tables::complexity(results)?));
        }
        let (place, kind) = match key.split_once(' ')? {
            (kind @ ("machine" | "table" | "instances"), place) => (place, kind),
            (place, kind) => (place, kind),
        };
        if kind == "machine" {
            return results.part(place).map(tables::machine);
        }
        let words: Vec<&str> = place.split('/').collect();
        let (&part, &id) = (words.first()?, words.get(1)?);
        let contest = results.contest(part, id)?;
        match (kind, &words[2..]) {
            ("table", []) => Some(block(&tables::contest(contest, results.part(part)?.limit_seconds))),
            ("instances", []) => Some(tables::instances(contest)),
            ("growth", [contestant]) => growth(contest, contestant).map(|growth| growth.to_string()),
            ("ratio", [pair, size]) => {
                let (one, other) = pair.split_once(':')?;
                let [one, other] = [one, other].map(|contestant| contest.row(contestant, size)?.seconds);
                Some(digits(one? / other?))
            }
            (kind, [contestant, size]) => value(contest.row(contestant, size)?, kind),
            _ => None,
        }
    }
}

fn value(row: &Row, kind: &str) -> Option<String> {
    match kind {
        "seconds" => row.seconds.map(time),
        "peak" => row.peak_bytes.map(memory),
        "per-vertex" => Some(time(row.seconds? / row.vertices? as f64)),
        "per-step" => Some(time(row.seconds? / row.steps? as f64)),
        _ => None,
    }
}

/// Tables stand on lines of their own.
fn block(text: &str) -> String {
    format!("\n{text}\n")
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample() -> Results {
        let text = r#"{"part":"trees","mode":"quick","command":"c","date":"d","limit_seconds":10,
            "machine":{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"},"versions":{"rustc":"1"},
            "contests":[{"id":"random","title":"t","family":"tree","parameters":"parallel=2","grows":"n","seed":1,
            "axis":"log","contestants":["ours","theirs"],"rows":[
            {"contestant":"ours","size":1000,"seconds":0.001,"peak_bytes":2000000,"vertices":1000},
            {"contestant":"ours","size":2000,"seconds":0.002,"vertices":2000},
            {"contestant":"ours","size":4000,"seconds":0.004,"vertices":4000,"steps":8000},
            {"contestant":"theirs","size":1000,"seconds":0.004},
            {"contestant":"theirs","size":2000,"seconds":null,"because":"no answer within 10 s"}]}]}"#;
        Results::of(vec![Results::part_of(text).unwrap()])
    }

    #[test]
    fn a_key_stands_for_what_was_measured() {
        let results = sample();
        let find = |key| Figures(&results).find(key).unwrap();
        assert_eq!(find("trees/random/ours/1000 seconds"), "1.0 ms");
        assert_eq!(find("trees/random/ours/1000 peak"), "2.0 MB");
        assert_eq!(find("trees/random/ours/last per-vertex"), "1.0 µs");
        assert_eq!(find("trees/random/ours/last per-step"), "500 ns");
        assert_eq!(find("trees/random/theirs/last seconds"), "4.0 ms");
        assert_eq!(find("trees/random/theirs:ours/1000 ratio"), "4.0");
        assert_eq!(find("trees/random/ours growth"), "n^1.00");
        assert_eq!(find("machine trees"), "a, 2 cores, 8 GB, s; rustc 1. `c` (quick), d.");
        assert_eq!(find("instances trees/random"), "`arrival generate tree --n N --parallel 2 --seed 1`");
        let table = find("table trees/random");
        assert!(table.contains("| ours | 1.0 ms, 2.0 MB | 2.0 ms | 4.0 ms | n^1.00 |"), "{table}");
        assert!(table.contains("| theirs | 4.0 ms | no answer within 10 s | — | — |"), "{table}");
    }

    #[test]
    fn what_was_not_measured_has_no_figure() {
        let results = sample();
        for key in [
            "",
            "complexity",
            "machine walks",
            "trees/random/ours/3000 seconds",
            "trees/random/theirs/2000 seconds",
            "trees/random/ours/2000 peak",
            "trees/random/ours/2000 colour",
            "trees/random/nobody growth",
            "table trees/binary",
            "trees seconds",
        ] {
            assert_eq!(Figures(&results).find(key), None, "{key}");
        }
    }
}
