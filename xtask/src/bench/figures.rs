//! Figures: what a mark in a document stands for, looked up in the record.

use super::fit::growth;
use super::number::{digits, grouped, memory, time};
use super::results::{Results, Row};
use super::{best, complexity, tables};

/// The record, asked by key.
///
/// - `machine PART`: the machine, versions, command and day of a part;
/// - `run PART`: the command, commit and day alone;
/// - `complexity`: the paper's table;
/// - `best PART`, `worst PART`: the default against the best of the others, and the greatest ratio;
/// - `table PART/CONTEST`, `instances PART/CONTEST`: a contest and how its instances are made;
/// - `minutes`: how long all parts took;
/// - `PART/CONTEST/CONTESTANT/SIZE seconds`, or `peak`, `per-vertex`, `per-step`, `bits`, `size`; `last` is the largest
///   size it finished;
/// - `PART/CONTEST/CONTESTANT solved`, `slowest`: how many of all, the longest time of those;
/// - `PART/CONTEST/ONE:OTHER/SIZE ratio`: the time of one over that of the other;
/// - `PART/CONTEST/CONTESTANT growth`.
pub(crate) struct Figures<'r>(pub(crate) &'r Results);

impl Figures<'_> {
    /// What `key` stands for; none if it is not in the record.
    pub(crate) fn find(&self, key: &str) -> Option<String> {
        let results = self.0;
        if key == "complexity" {
            return Some(block(&complexity::table(results)?));
        }
        if key == "minutes" {
            let took: Option<Vec<u64>> = results.parts().map(|part| part.took_seconds).collect();
            let minutes = took?.iter().sum::<u64>().div_ceil(60);
            return (minutes > 0).then(|| format!("{minutes} minutes"));
        }
        let (place, kind) = match key.split_once(' ')? {
            (kind @ ("machine" | "run" | "best" | "worst" | "table" | "instances"), place) => (place, kind),
            (place, kind) => (place, kind),
        };
        if kind == "machine" {
            return results.part(place).map(tables::machine);
        }
        if kind == "run" {
            return results.part(place).map(tables::run);
        }
        if kind == "best" {
            return results.part(place).map(|part| block(&best::table(part)));
        }
        if kind == "worst" {
            return best::worst(results.part(place)?);
        }
        let words: Vec<&str> = place.split('/').collect();
        let (&part, &id) = (words.first()?, words.get(1)?);
        let contest = results.contest(part, id)?;
        match (kind, &words[2..]) {
            ("table", []) => Some(block(&tables::contest(contest))),
            ("instances", []) => Some(tables::instances(contest)),
            ("growth", [contestant]) => growth(contest, contestant).map(|growth| growth.to_string()),
            ("solved", [contestant]) => {
                let asked = contest.rows_of(contestant).count();
                let solved = contest.rows_of(contestant).filter(|row| row.seconds.is_some()).count();
                (asked > 0).then(|| format!("{solved} of {asked}"))
            }
            ("slowest", [contestant]) => {
                let times = contest.rows_of(contestant).filter_map(|row| row.seconds);
                times.reduce(f64::max).map(time)
            }
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
        "bits" => row.bits.map(grouped),
        "size" => Some(grouped(row.size.into())),
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
        let trees = r#"{"part":"trees","mode":"quick","command":"c","date":"d","took_seconds":100,
            "machine":{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"},"versions":{"rustc":"1"},
            "contests":[{"id":"random","title":"t","family":"tree","parameters":"parallel=2","grows":"n","seed":1,
            "axis":"log","contestants":["ours","theirs"],"rows":[
            {"contestant":"ours","size":1000,"seconds":0.001,"peak_bytes":2000000,"vertices":1000},
            {"contestant":"ours","size":2000,"seconds":0.002,"vertices":2000},
            {"contestant":"ours","size":4000,"seconds":0.004,"vertices":4000,"steps":8000},
            {"contestant":"theirs","size":1000,"seconds":0.004},
            {"contestant":"theirs","size":2000,"seconds":null,"peak_bytes":3000000,"because":"no answer within 10 s"}]}]}"#;
        let hard = r#"{"part":"hard","mode":"quick","command":"c","date":"d","took_seconds":30,
            "machine":{"cpu":"a","cores":2,"memory_bytes":8000000000,"system":"s"},"versions":{"rustc":"1"},
            "contests":[{"id":"found","title":"t","family":"corpus/bench/hard","parameters":"","grows":"file","seed":1,
            "axis":"files","contestants":["ours","walk"],"rows":[
            {"contestant":"ours","size":1,"name":"two-1","seconds":2.0,"vertices":1200,"arcs":2400,"bits":77},
            {"contestant":"walk","size":1,"name":"two-1","seconds":null,"because":"no answer within 3 s"},
            {"contestant":"ours","size":2,"name":"two-2","seconds":0.5,"peak_bytes":2000000},
            {"contestant":"walk","size":2,"name":"two-2","seconds":1.0}]}]}"#;
        Results::of([trees, hard].map(|text| Results::part_of(text).unwrap()).to_vec())
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
        assert_eq!(find("run trees"), "`c` (quick), d");
        assert_eq!(find("instances trees/random"), "`arrival generate tree --n N --parallel 2 --seed 1`");
        let table = find("table trees/random");
        assert!(table.contains("| ours | 1.0 ms, 2.0 MB | 2.0 ms | 4.0 ms | n^1.00 |"), "{table}");
        assert!(table.contains("| theirs | 4.0 ms | no answer within 10 s, 3.0 MB | — | — |"), "{table}");
    }

    #[test]
    fn instances_that_do_not_grow_have_a_row_each() {
        let results = sample();
        let find = |key| Figures(&results).find(key).unwrap();
        assert_eq!(find("hard/found/walk solved"), "1 of 2");
        assert_eq!(find("hard/found/ours slowest"), "2.0 s");
        assert_eq!(find("hard/found/ours/1 bits"), "77");
        assert_eq!(find("trees/random/ours/last size"), "4,000");
        assert_eq!(find("minutes"), "3 minutes");
        assert_eq!(find("instances hard/found"), "the files of [corpus/bench/hard](../corpus/bench/hard)");
        let table = find("table hard/found");
        assert!(table.contains("| two-1 | 1,200 | 2,400 | 77 | 2.0 s | no answer within 3 s |"), "{table}");
        assert!(table.contains("| two-2 | — | — | — | 500 ms, 2.0 MB | 1.0 s |"), "{table}");
    }

    #[test]
    fn what_was_not_measured_has_no_figure() {
        let results = sample();
        for key in [
            "",
            "complexity",
            "machine walks",
            "run walks",
            "trees/random/ours/3000 seconds",
            "trees/random/theirs/2000 seconds",
            "trees/random/ours/2000 peak",
            "trees/random/ours/2000 colour",
            "trees/random/nobody growth",
            "trees/random/nobody solved",
            "trees/random/nobody slowest",
            "hard/found/ours growth",
            "hard/found/ours/2 bits",
            "table trees/binary",
            "trees seconds",
        ] {
            assert_eq!(Figures(&results).find(key), None, "{key}");
        }
    }
}
