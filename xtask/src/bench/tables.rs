//! Tables of the page: a contest, the default against the best of the others, the paper's table, the largest sizes solved.

use super::pictures::seconds;
use super::record::{Axis, Contest, Part, Results, Row, digits, grouped, growth, memory, time};

/// A contest whose instances grow: a row for each contestant, a column for each size; else a row for each instance and a
/// column for each contestant. Time and peak memory are in the cells.
pub(crate) fn contest(contest: &Contest) -> String {
    if contest.axis.grows() { by_size(contest) } else { by_instance(contest) }
}

/// A table in Markdown: its head, then its rows.
fn table(head: Vec<String>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rule = "|---".repeat(head.len()) + "|";
    let cell = |cell: String| if cell.is_empty() { " |".to_owned() } else { format!(" {cell} |") };
    let line = |cells: Vec<String>| "|".to_owned() + &cells.into_iter().map(cell).collect::<String>();
    let rows = rows.into_iter().map(line);
    [line(head), rule].into_iter().chain(rows).collect::<Vec<String>>().join("\n")
}

/// A row of a table: the first cells, then one for each of the others.
fn row<const N: usize, T>(
    first: [&str; N],
    others: impl IntoIterator<Item = T>,
    cell: impl FnMut(T) -> String,
) -> Vec<String> {
    first.into_iter().map(str::to_owned).chain(others.into_iter().map(cell)).collect()
}

fn by_size(contest: &Contest) -> String {
    let sizes = contest.sizes();
    let line = |first: &str, last: String, cell: &dyn Fn(u32) -> String| {
        let mut row = row([first], sizes.iter().copied(), cell);
        row.push(last);
        row
    };
    let head = line(&format!("{} =", contest.grows), "growth".to_owned(), &|size| grouped(size.into()));
    let any_bits = contest.rows.iter().any(|row| row.bits.is_some());
    let bits = any_bits.then(|| line("*bits of the steps*", String::new(), &|size| bits(contest, size)));
    let times = contest.contestants.iter().map(|contestant| {
        let grown = growth(contest, contestant).map_or(NOTHING.to_owned(), |growth| growth.to_string());
        line(contestant, grown, &|size| shown(contest, contestant, size))
    });
    table(head, bits.into_iter().chain(times))
}

fn by_instance(contest: &Contest) -> String {
    let head = [&contest.grows, "vertices", "arcs", "bits of the steps"];
    let rows = contest.sizes().into_iter().map(|size| {
        let name = contest.known(size, |row| row.name.clone()).unwrap_or_else(|| size.to_string());
        let known = |what| contest.known(size, what).map_or(NOTHING.to_owned(), grouped);
        let (vertices, arcs) = (known(|row| row.vertices), known(|row| row.arcs));
        let first = [&*name, &vertices, &arcs, &bits(contest, size)];
        row(first, &contest.contestants, |contestant| shown(contest, contestant, size))
    });
    table(row(head, &contest.contestants, String::clone), rows)
}

const NOTHING: &str = "—";

/// The binary digits of the steps, if a contestant found the steps.
fn bits(contest: &Contest, size: u32) -> String {
    contest.known(size, |row| row.bits).map_or(NOTHING.to_owned(), grouped)
}

/// What a contestant took, or why nothing is known; the memory in both cases. Where everyone walks, that is the time of a step.
fn shown(contest: &Contest, contestant: &str, size: u32) -> String {
    let Some(row) = contest.row(contestant, &size.to_string()) else { return NOTHING.to_owned() };
    let words = [seconds(contest, row).map(time).or(row.because.clone()), row.peak_bytes.map(memory)];
    words.into_iter().flatten().collect::<Vec<String>>().join(", ")
}

/// How far everyone got in each contest of a part whose instances grow: a row for each contest.
pub(crate) fn reached(part: &Part) -> Option<String> {
    let growing = || part.contests.iter().filter(|contest| contest.axis.grows());
    let contestants = &growing().next()?.contestants;
    let rows = growing().map(|contest| {
        row([&contest.title, &contest.grows], contestants, |contestant| {
            let last = contest.row(contestant, "last");
            last.map_or(NOTHING.to_owned(), |row| grouped(row.size.into()))
        })
    });
    Some(table(row(["family", "of size"], contestants, String::clone), rows))
}

/// How many of the instances of a contest were solved by each contestant, and the longest time of those.
pub(crate) fn solved(contest: &Contest) -> String {
    let words = contest.contestants.iter().map(|contestant| {
        let rows: Vec<&Row> = contest.rows_of(contestant).collect();
        let times: Vec<f64> = rows.iter().filter_map(|row| row.seconds).collect();
        let slowest = times
            .iter()
            .copied()
            .reduce(f64::max)
            .map_or(String::new(), |s| format!(", the slowest in {}", time(s)));
        format!("`{contestant}` {} of {}{slowest}", times.len(), rows.len())
    });
    format!("Solved: {}.", words.collect::<Vec<String>>().join("; "))
}

/// The instances of a contest, so that they can be made again.
pub(crate) fn instances(contest: &Contest) -> String {
    let Contest { family, parameters, grows, seed, axis, .. } = contest;
    if *axis == Axis::Files {
        return format!("the files of [{family}](../{family})");
    }
    let flags: String = parameters
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| format!(" --{name} {value}"))
        .collect();
    let seed = if *axis == Axis::Seeds { String::new() } else { format!(" --seed {seed}") };
    // Several that grow together are all N.
    let grown = match grows.split_once(' ') {
        None => format!(" --{grows} {}", grows.to_uppercase()),
        Some(_) => grows.split(' ').map(|name| format!(" --{name} N")).collect(),
    };
    format!("`arrival generate {family}{grown}{flags}{seed}`")
}

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
pub(crate) fn against_the_best(part: &Part) -> String {
    let rows = pairs(part).map(|pair| {
        let nothing = || "none in time".to_owned();
        let best = pair.best.and_then(|row| Some(format!("{}, {}", time(row.seconds?), row.contestant)));
        let (vertices, ratio) = (grouped(pair.vertices), pair.ratio().map_or(NOTHING.to_owned(), digits));
        let (default, best) = (pair.default.map_or_else(nothing, time), best.unwrap_or_else(nothing));
        vec![pair.contest.title.clone(), vertices, default, best, ratio]
    });
    let head = ["graphs", "vertices", "default", "best of the others", "ratio"];
    table(head.map(str::to_owned).to_vec(), rows)
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

/// Kinds of graphs: title, the end of the contests' names, what is proved for each question.
pub(crate) const GRAPHS: [(&str, &str, [&str; 4]); 3] = [
    ("general digraph", "general", ["exponential", "NP ∩ coNP", "in NP", "in Σ₂ᵖ"]),
    ("tree-like multigraph", "tree", ["exponential", "O(|A|)", "O(|A|)", "O(|A|)"]),
    ("simple tree-like graph", "simple", ["O(|V|²)", "O(|V|)", "O(|V|)", "O(|V|)"]),
];

/// Questions: title, and the beginning of the contests' names.
pub(crate) const QUESTIONS: [(&str, &str); 4] =
    [("rotor walk", "walk"), ("0 players", "zero"), ("1 player", "one"), ("2 players", "two")];

/// The contest of a cell.
pub(crate) fn cell<'r>(results: &'r Results, question: &str, graphs: &str) -> Option<&'r Contest> {
    results.contest("complexity", &format!("{question}-{graphs}"))
}

/// The growth of those who solve, then in brackets that of a plain search of the same graphs.
pub(crate) fn measured(contest: &Contest) -> String {
    let (searches, solvers): (Vec<&String>, Vec<&String>) =
        contest.contestants.iter().partition(|one| one.starts_with("search"));
    let growths = |list: Vec<&String>| -> String {
        let growths = list.into_iter().filter_map(|one| growth(contest, one));
        growths.map(|growth| growth.to_string()).collect::<Vec<String>>().join(", ")
    };
    match (growths(solvers), growths(searches)) {
        (solvers, search) if search.is_empty() => solvers,
        (solvers, search) => format!("{solvers} ({search})"),
    }
}

/// The table in the paper's introduction, what was measured behind what is proved.
pub(crate) fn complexity(results: &Results) -> Option<String> {
    let rows = GRAPHS.into_iter().map(|(title, graphs, proved)| {
        let measured = |(_, question)| Some(measured(cell(results, question, graphs)?));
        let cells = QUESTIONS.map(measured).into_iter().zip(proved);
        let cells =
            cells.map(|(measured, proved)| Some(format!("{}: {}", proved.replace('|', "\\|"), measured?)));
        std::iter::once(Some(title.to_owned())).chain(cells).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect::<Option<_>>()?;
    Some(table(row([""], QUESTIONS, |(title, _)| title.to_owned()), rows))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cells, sample};
    use super::*;

    #[test]
    fn a_contest_that_grows_has_a_row_for_each_contestant() {
        let results = sample();
        let random = results.contest("trees", "random").unwrap();
        let table = contest(random);
        assert!(table.contains("| ours | 1.0 ms, 2.0 MB | 2.0 ms | 4.0 ms | n^1.00 |"), "{table}");
        assert!(table.contains("| theirs | 4.0 ms | no answer within 10 s, 3.0 MB | — | — |"), "{table}");
        assert_eq!(instances(random), "`arrival generate tree --n N --parallel 2 --seed 1`");
        let reached = reached(results.part("trees").unwrap()).unwrap();
        assert!(reached.ends_with("| t | n | 4,000 | 1,000 |"), "{reached}");
    }

    #[test]
    fn instances_that_do_not_grow_have_a_row_each() {
        let results = sample();
        let found = results.contest("hard", "found").unwrap();
        let table = contest(found);
        assert!(table.contains("| two-1 | 1,200 | 2,400 | 77 | 2.0 s | no answer within 3 s |"), "{table}");
        assert!(table.contains("| two-2 | — | — | — | 500 ms, 2.0 MB | 1.0 s |"), "{table}");
        assert_eq!(instances(found), "the files of [corpus/bench/hard](../corpus/bench/hard)");
        let words = "Solved: `ours` 2 of 2, the slowest in 2.0 s; `walk` 1 of 2, the slowest in 1.0 s.";
        assert_eq!(solved(found), words);
        assert_eq!(reached(results.part("hard").unwrap()), None);
    }

    #[test]
    fn where_everyone_walks_the_cells_are_times_of_a_step() {
        let mut walks = sample().contest("trees", "random").unwrap().clone();
        walks.rows.iter_mut().for_each(|row| row.steps = Some(1000));
        assert!(contest(&walks).contains("| ours | 1.0 µs, 2.0 MB | 2.0 µs |"), "{}", contest(&walks));
    }

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
            against_the_best(&part).contains("| grids | 9 | 50.0 ms | 20.0 ms, by-walk | 2.0 |"),
            "{}",
            against_the_best(&part)
        );
        assert!(against_the_best(&part).contains("| grids | 1,000 | 5.0 ms | 1.0 ms, by-linear | 0.000 |"));
        assert_eq!(worst(&part).unwrap(), "2.0 on grids of 9 vertices");
    }

    #[test]
    fn an_instance_that_only_another_solves_is_the_worst() {
        let part = part(&ROWS.replace("\"seconds\":0.005", "\"seconds\":null"));
        assert_eq!(worst(&part).unwrap(), "no answer where another has one: grids of 1,000 vertices");
        assert!(against_the_best(&part).contains("| grids | 1,000 | none in time | 1.0 ms, by-linear | — |"));
    }

    #[test]
    fn each_cell_says_what_is_proved_and_what_was_measured() {
        let table = complexity(&cells()).unwrap();
        assert_eq!(table.lines().count(), 5);
        assert!(table.contains("| tree-like multigraph | exponential: 2^(1.00 n) ("), "{table}");
        assert!(table.contains(" O(\\|A\\|): n^2.00 (n^1.00) |"), "{table}");
    }

    #[test]
    fn without_a_cell_there_is_no_table() {
        assert_eq!(complexity(&Results::of(Vec::new())), None);
    }
}
