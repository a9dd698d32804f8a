//! Blocks of the documents: the machine, the contests, how their instances are made.

use super::fit::growth;
use super::number::{grouped, memory, time};
use super::results::{Axis, Contest, Part, Row};
use std::fmt::Write;

/// The machine, the versions, the day and the command of a part.
pub(crate) fn machine(part: &Part) -> String {
    let machine = &part.machine;
    let gigabytes = (machine.memory_bytes as f64 / 1e9).round();
    let versions: Vec<String> =
        part.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    format!(
        "{}, {} cores, {gigabytes} GB, {}; {}. `{}` ({}), {}.",
        machine.cpu,
        machine.cores,
        machine.system,
        versions.join(", "),
        part.command,
        part.mode,
        part.date,
    )
}

/// The command, the commit and the day of a part: parts may be measured apart.
pub(crate) fn run(part: &Part) -> String {
    let commit = part.versions.get("commit").map_or(String::new(), |commit| format!(", commit {commit}"));
    format!("`{}` ({}){commit}, {}", part.command, part.mode, part.date)
}

/// A contest whose instances grow: a row for each contestant, a column for each size; else a row for each instance and a
/// column for each contestant. Time and peak memory are in the cells.
pub(crate) fn contest(contest: &Contest) -> String {
    if contest.axis.grows() { by_size(contest) } else { by_instance(contest) }
}

fn by_size(contest: &Contest) -> String {
    let sizes = contest.sizes();
    let mut table = format!("| {} = |", contest.grows);
    sizes.iter().for_each(|&size| _ = write!(table, " {} |", grouped(size.into())));
    let _ = write!(table, " growth |\n|---|{}---|", "---|".repeat(sizes.len()));
    if contest.rows.iter().any(|row| row.bits.is_some()) {
        table.push_str("\n| *bits of the steps* |");
        sizes.iter().for_each(|&size| _ = write!(table, " {} |", bits(contest, size)));
        table.push_str(" |");
    }
    for contestant in &contest.contestants {
        let _ = write!(table, "\n| {contestant} |");
        for &size in &sizes {
            let _ = write!(table, " {} |", cell(contest.row(contestant, &size.to_string())));
        }
        let grown = growth(contest, contestant).map_or(NOTHING.to_owned(), |growth| growth.to_string());
        let _ = write!(table, " {grown} |");
    }
    table
}

fn by_instance(contest: &Contest) -> String {
    let mut table = format!("| {} | vertices | arcs | bits of the steps |", contest.grows);
    contest.contestants.iter().for_each(|contestant| _ = write!(table, " {contestant} |"));
    let _ = write!(table, "\n|---|---|---|---|{}", "---|".repeat(contest.contestants.len()));
    for size in contest.sizes() {
        let name = contest.known(size, |row| row.name.clone()).unwrap_or_else(|| size.to_string());
        let known = |what| contest.known(size, what).map_or(NOTHING.to_owned(), grouped);
        let (vertices, arcs) = (known(|row| row.vertices), known(|row| row.arcs));
        let _ = write!(table, "\n| {name} | {vertices} | {arcs} | {} |", bits(contest, size));
        for contestant in &contest.contestants {
            let _ = write!(table, " {} |", cell(contest.row(contestant, &size.to_string())));
        }
    }
    table
}

const NOTHING: &str = "—";

/// The binary digits of the steps, if a contestant found the steps.
fn bits(contest: &Contest, size: u32) -> String {
    contest.known(size, |row| row.bits).map_or(NOTHING.to_owned(), grouped)
}

/// What a contestant took, or why nothing is known; the memory in both cases.
fn cell(row: Option<&Row>) -> String {
    let Some(row) = row else { return NOTHING.to_owned() };
    let words = [row.seconds.map(time).or(row.because.clone()), row.peak_bytes.map(memory)];
    words.into_iter().flatten().collect::<Vec<String>>().join(", ")
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
