//! The page of measurements, docs/benchmarks.md: made whole from the record, so that no figure is written by hand.

use super::pictures::has_picture;
use super::record::{Axis, Contest, Part, Results};
use super::tables::{against_the_best, complexity, contest, instances, reached, solved, worst};

const PATH: &str = "docs/benchmarks.md";

const HEAD: &str = "\
# Benchmarks

<!-- Written by `cargo xtask bench` and `cargo xtask tidy --fix` from bench/results; the text is in xtask/src/bench/page.rs. -->

Every figure about speed is measured, and all of them are on this page. One command measures our program and others in one run on one
machine, writes every number to [bench/results](../bench/results), draws the pictures and writes this page. `cargo xtask bench` measures
all parts, `cargo xtask bench trees` only that one. With `--full`, sizes are larger, and the limit is a minute instead of ten seconds,
except in the part hard.

Each contestant runs in a process of its own on an instance made from a seed, at least three times unless it takes long. The least time
counts; reading and preparing count neither as time nor against the limit. After each time comes the peak memory of the process,
instance included, also for those that were stopped at the limit. All answers have to agree, or the run ends. *Growth* is the exponent
that fits best, by least squares on logarithms: n^1 is linear, 2^(n) doubles with each vertex; times too short for the clock are left
out. In the pictures, a line that ends early belongs to a contestant without an answer within the limit. Memory-bound rows, as every
search of a large tree, vary most between runs on a shared machine. Python packages come from an environment that the command makes in
`target`; if one cannot be installed, the command and its row say so. The results are replaced when all parts are done, so Ctrl-C leaves
them as they were.
";

const FOOT: &str = "
## Measuring more

To add a contestant: a line in `bench/src/subjects.rs`, or a script in `bench/peers` for another language. To add a contest: a line in
a table of `bench/src/parts.rs`. To try one out without touching the record: `cargo run --release -p bench -- record --out FOLDER --only
CONTEST PART`. Instruction counts, which do not depend on what else the machine does, are in `bench/instructions`.
";

/// What the page says of a part: its name, the heading, and the text below it. Parts that are not listed come last, by name.
const PARTS: [(&str, &str, &str); 8] = [
    (
        "complexity",
        "The paper's table of complexity",
        "The bound from [ACD22] and, after the colon, the growth that we measured: of the plain rotor walk, and of our solver (for one
start and, where there are two numbers, for all starts). In brackets is the growth of one breadth-first search of the same trees on
plain arrays: what linear time looks like on a machine with caches. The general digraph without players is the chain, on which the walk
is exponential and our solver is not; this is not a bound for every graph (see [hard instances](#hard-instances-the-honest-limit)).
General digraphs with players are searched exhaustively, so these exponents are those of brute force. The paper's table says NP-complete
for one player and PSPACE-complete for two. What Fearnley et al. (2021) prove is NP-complete and PSPACE-hard, for a choice at every
visit. If players set initial rotors, as here, one player is in NP and two are in Σ₂ᵖ ([erratum E14](paper-errata.md)); that one player
is NP-hard is a remark of the paper, without a proof.",
    ),
    (
        "trees",
        "All exits of large trees",
        "`exits` is our solver for exits alone, `slow-twin` the same in exact integers as in the book, and `all-starts-certified` is what
`arrival solve --all` does, including the judge's proof. `yardstick` is what an expert would write in an afternoon on plain arrays. Each
`search` is one breadth-first search of the same tree, which computes nothing: on our arrays, by petgraph on its rows of sorted heads
without parallel arcs, by scipy, and by networkx. Vertices are in random order, as in a file from elsewhere, unless the title says
otherwise.",
    ),
    (
        "general",
        "Any graph",
        "`one-start` is our solver, which also gives the exact number of steps; `one-start-certified` adds the judge's proof; `walk`
simulates. `highs` and `cp-sat` get the integer program that `arrival convert FILE OUT.mps` writes (switching flows, the fewest
departures), each with one thread; what they find is rounded to integers and tested exactly, and only a switching flow counts as an
answer. CP-SAT's variables are bounded by 2⁵⁸/|A|, about the most it accepts. Both say `infeasible` where their numbers are too short for
the flow; every one of these walks has an exit.

Published, not measured by us: Joshi (dissertation, Edinburgh) solves ARRIVAL by algorithms for Tarski's fixed points, on an Apple M2, a
chain of 24 vertices in 590 ms and a random graph of 18 vertices in 833 ms.",
    ),
    (
        "hard",
        "Hard instances: the honest limit",
        "No polynomial algorithm is known for general graphs, and we have no polynomial bound for ours. `exit-alone` finds some switching
flow, which proves where the particle ends; `one-start` goes on to the least one, which is the run itself with its number of steps. The
files are what `arrival hunt` found: for each family, the members that took our solver the most operations, made smaller while they
stayed hard. On ladders, whose walks are short, simulation is the quicker way to the number of steps.",
    ),
    (
        "default",
        "The default against the best",
        "One start on ordinary graphs, by the solver that is chosen if none is named (`one-start`), by the walk alone (`by-walk`) and by
the elimination alone (`by-linear`). The default races them, so it should stay within three times the better of the two and ten
milliseconds more. The ratio is the time of the default, less ten milliseconds, over the best time of the others.",
    ),
    (
        "ordinary",
        "Ordinary graphs",
        "How large graphs may be until one start, all starts and the plain walk take too long. The families are written down in
`bench/src/ordinary.rs`.",
    ),
    (
        "simulation",
        "Simulation",
        "The time of a step of the walk: ours (`walk-steps`, which also halts in traps), a bare loop over four arrays, and the same loop
in plain Python, which runs for fewer steps.",
    ),
    (
        "algebra",
        "The algebra",
        "Every contestant whose name ends in `certified` includes the judge's work; answers are compared across contestants. Python's
contestants are sympy's exact matrices and a loop over lists. `order` counts the elements of the sandpile group, `factors` finds its
invariant factors, and `generators-certified` also finds chips that generate it, with the proof. `bulk-loop` fires every unstable vertex
as often as it can, over and over; `stabilise` starts from the real solution, then fires and takes back. `half-walk` is the state after
half of a walk, beside the exit with its number of steps.",
    ),
];

/// The path of the page, and its text.
pub(crate) fn page(results: &Results) -> (&'static str, String) {
    let listed = PARTS.iter().filter_map(|(name, ..)| results.part(name));
    let others = results.parts().filter(|part| PARTS.iter().all(|(name, ..)| *name != part.part));
    let mut text = HEAD.to_owned();
    for part in listed.chain(others) {
        text.push_str(&section(part, results));
    }
    (PATH, text + FOOT)
}

fn section(part: &Part, results: &Results) -> String {
    let known = PARTS.iter().find(|(name, ..)| *name == part.part);
    let (heading, words) = known.map_or((&*part.part, ""), |(_, heading, words)| (*heading, *words));
    let mut paragraphs = vec![format!("\n## {heading}"), measured(part)];
    paragraphs.push(words.to_owned());
    match &*part.part {
        "complexity" => {
            paragraphs.extend(complexity(results));
            paragraphs.push(
                "![Time against size on logarithmic axes, a diagram for each cell](pictures/bench-complexity.svg)".to_owned(),
            );
            paragraphs.push(
                "Both axes of every cell are logarithmic: a power is a straight line, an exponential bends upwards.".to_owned(),
            );
        }
        "default" => {
            paragraphs.extend(worst(part).map(|worst| format!("The worst is {worst}.")));
            paragraphs.push(against_the_best(part));
            // One table says it all.
            return joined(paragraphs);
        }
        "hard" => {
            paragraphs.push("### Where we stop\n\nFamilies of growing size, until there is no answer within the limit. The largest sizes solved:".to_owned());
            paragraphs.extend(reached(part));
        }
        _ => {}
    }
    part.contests.iter().for_each(|contest| paragraphs.extend(paragraphs_of(&part.part, contest)));
    joined(paragraphs)
}

fn joined(paragraphs: Vec<String>) -> String {
    let paragraphs: Vec<String> = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    paragraphs.join("\n\n") + "\n"
}

fn paragraphs_of(part: &str, shown: &Contest) -> Vec<String> {
    let mut title = shown.title.chars();
    let first = title.next().map(char::to_uppercase).into_iter().flatten();
    let title: String = first.chain(title).collect();
    let mut paragraphs = vec![format!("### {title}"), format!("Instances: {}", instances(shown))];
    if matches!(shown.axis, Axis::Files | Axis::Seeds) {
        paragraphs.push(solved(shown));
    }
    if has_picture(part, shown) {
        paragraphs.push(format!("![{title}](pictures/bench-{part}-{}.svg)", shown.id));
    }
    paragraphs.push(contest(shown));
    paragraphs
}

/// With what, when, where and in how long a part was measured: parts may be measured apart.
fn measured(part: &Part) -> String {
    let Part { command, mode, date, machine, versions, took_seconds, .. } = part;
    let versions: Vec<String> = versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let took = took_seconds.map_or(String::new(), |seconds| format!(", in {} minutes", seconds.div_ceil(60)));
    format!(
        "Measured by `{command}` ({mode}) on {date}{took}, on: {}, {} cores, {} GB, `{}`; {}.",
        machine.cpu,
        machine.cores,
        (machine.memory_bytes as f64 / 1e9).round(),
        machine.system,
        versions.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cells, sample};
    use super::*;

    #[test]
    fn each_part_says_when_it_was_measured_and_shows_its_contests() {
        let (path, text) = page(&sample());
        assert_eq!(path, "docs/benchmarks.md");
        let machine = "a, 2 cores, 8 GB, `s`; rustc 1.";
        assert!(
            text.contains(&format!("Measured by `c` (quick) on d, in 2 minutes, on: {machine}")),
            "{text}"
        );
        assert!(text.contains("## All exits of large trees\n") && text.contains("\n### T\n"));
        assert!(text.contains("![T](pictures/bench-trees-random.svg)"));
        assert!(text.find("## All exits").unwrap() < text.find("## Hard instances").unwrap());
        assert!(text.contains("Solved: `ours` 2 of 2"));
    }

    #[test]
    fn the_table_of_complexity_is_shown_with_its_picture() {
        let (_, text) = page(&cells());
        assert!(text.contains("| tree-like multigraph | exponential: 2^(1.00 n) ("), "{text}");
        assert!(text.contains("(pictures/bench-complexity.svg)"));
    }

    /// A mark that begins a line ends the paragraph before it, and what follows stays Markdown.
    #[test]
    fn no_paragraph_begins_with_a_mark() {
        let (_, text) = page(&sample());
        let marks: Vec<&str> = text.lines().filter(|line| line.starts_with("<!--")).collect();
        assert_eq!(marks.len(), 1, "{marks:?}");
    }
}
