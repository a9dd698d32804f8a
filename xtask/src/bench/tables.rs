//! Blocks of the documents: the machine, the contests, the paper's table.

use super::fit::growth;
use super::number::{grouped, memory, time};
use super::results::{Contest, Part, Results};
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

/// A contest: a row for each contestant, a column for each size, time and peak memory in the cells.
pub(crate) fn contest(contest: &Contest, limit: f64) -> String {
    let sizes = contest.sizes();
    let mut table = format!("| {} = |", contest.grows);
    sizes.iter().for_each(|&size| _ = write!(table, " {} |", grouped(size.into())));
    let _ = write!(table, " growth |\n|---|{}---|", "---|".repeat(sizes.len()));
    for contestant in &contest.contestants {
        let _ = write!(table, "\n| {contestant} |");
        for &size in &sizes {
            let row = contest.row(contestant, &size.to_string());
            let cell = match row.map(|row| (row.seconds, row.peak_bytes, row.because.as_deref())) {
                None => "—".to_owned(),
                Some((Some(seconds), Some(peak), _)) => format!("{}, {}", time(seconds), memory(peak)),
                Some((Some(seconds), None, _)) => time(seconds),
                Some((None, _, Some(because))) => because.to_owned(),
                Some((None, _, None)) => format!("over {limit} s"),
            };
            let _ = write!(table, " {cell} |");
        }
        let grown = growth(contest, contestant).map_or("—".to_owned(), |growth| growth.to_string());
        let _ = write!(table, " {grown} |");
    }
    table
}

/// The instances of a contest, so that anybody can make them.
pub(crate) fn instances(contest: &Contest) -> String {
    let Contest { family, parameters, grows, seed, .. } = contest;
    let flags: String = parameters
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
        .map(|(name, value)| format!(" --{name} {value}"))
        .collect();
    format!("`arrival generate {family} --{grows} {}{flags} --seed {seed}`", grows.to_uppercase())
}

/// The table of complexity in the paper's introduction, each cell with the growth that was measured beside what is proved.
pub(crate) fn complexity(results: &Results) -> Option<String> {
    const ROWS: [(&str, &str, [&str; 4]); 3] = [
        ("general digraph", "general", ["exponential", "NP ∩ coNP", "NP-complete", "PSPACE-complete"]),
        ("tree-like multigraph", "tree", ["exponential", "O(\\|A\\|)", "O(\\|A\\|)", "O(\\|A\\|)"]),
        ("simple tree-like graph", "simple", ["O(\\|V\\|²)", "O(\\|V\\|)", "O(\\|V\\|)", "O(\\|V\\|)"]),
    ];
    const COLUMNS: [(&str, &str); 4] =
        [("rotor walk", "walk"), ("0 players", "zero"), ("1 player", "one"), ("2 players", "two")];
    let mut table = String::from("| |");
    COLUMNS.iter().for_each(|(title, _)| _ = write!(table, " {title} |"));
    table.push_str("\n|---|---|---|---|---|");
    for (title, graphs, proved) in ROWS {
        let _ = write!(table, "\n| {title} |");
        for ((_, question), proved) in COLUMNS.into_iter().zip(proved) {
            let contest = results.contest("complexity", &format!("{question}-{graphs}"))?;
            let measured = contest.contestants.iter().filter_map(|one| growth(contest, one));
            let measured: Vec<String> = measured.map(|growth| growth.to_string()).collect();
            let _ = write!(table, " {proved}: {} |", measured.join(", "));
        }
    }
    Some(table)
}
