//! Solutions in words: a sentence for one start, a table for all, with what proves them.

use super::{MOST_NAMED, Palette, columns, display_name, in_steps, set, standing_line, styled};
use crate::game::{GameRow, PlayEnd};
use crate::judged::Judged;
use crate::solution::Solution;
use num_bigint::BigUint;
use rotor_graph::{ArcId, Claim, Decision, Exit, Instance, Strategy, VertexId, VertexMap, amount};
use std::fmt::{self, Write};

/// A solution in words, with colours or without.
#[derive(Debug)]
pub(crate) struct InWords<'s, 'i>(pub(crate) &'s Judged<'i, Solution>, pub(crate) Palette);

impl fmt::Display for InWords<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_solution(f, self.0, &self.1)
    }
}

/// Writes the answer to one start as a sentence with its certificate, to all starts as a table of exits.
fn write_solution(f: &mut dyn Write, solution: &Judged<'_, Solution>, palette: &Palette) -> fmt::Result {
    let instance = solution.instance();
    if let Some(game) = solution.game() {
        game.rows.iter().try_for_each(|row| write_game_row(f, solution, row, palette))?;
        let proof = match solution.claim() {
            Some(Claim::Game(claim)) => {
                format!("pairs of the games \"at least {0}\" and \"more than {0}\"", claim.value)
            }
            _ => "every start by the pairs of two games of its own".to_owned(),
        };
        return write_checked(f, solution, &proof, palette);
    }
    if !solution.is_of_one_start() {
        write_exits(f, solution, palette)?;
    }
    match solution.claim() {
        Some(Claim::Flow(claim)) => {
            let steps =
                claim.steps.as_ref().map_or_else(String::new, |steps| format!(" after {}", in_steps(steps)));
            let from = claim.supply.only().map(|from| display_name(instance, from)).unwrap_or_default();
            let flow = match claim.stays.only() {
                Some(exit) => {
                    let exit = styled(palette.answer, display_name(instance, exit));
                    writeln!(f, "{from} exits at {exit}{steps}")?;
                    "switching flow"
                }
                None => {
                    let never = styled(palette.answer, "never exits");
                    let trap = claim.traps.first().map_or_else(String::new, |trap| set(instance, trap));
                    writeln!(f, "{from} {never}: trapped in {trap}{steps}")?;
                    "closed set and flow into it"
                }
            };
            let proof = format!("{flow}, departures {}", profile(instance, &claim.departures));
            write_checked(f, solution, &proof, palette)
        }
        Some(Claim::Flows(_)) => write_checked(f, solution, "table of return flows", palette),
        Some(Claim::Forest(_)) => {
            write_checked(f, solution, "cycle pushes to the destination forest", palette)
        }
        Some(Claim::Blocks(_)) => write_checked(f, solution, "return flows of blocks", palette),
        Some(Claim::SignedFlow(_) | Claim::Game(_) | Claim::Algebra(_)) => Ok(()),
        None => write_checked(f, solution, "nothing", palette),
    }
}

/// The exits as a table of two columns, row by row.
fn write_exits(f: &mut dyn Write, solution: &Judged<'_, Solution>, palette: &Palette) -> fmt::Result {
    let instance = solution.instance();
    let starts = solution.exits().map(|row| columns(&display_name(instance, row.from)));
    let width = starts.max().unwrap_or(0).max(4);
    let blanks = " ".repeat(width + 2);
    writeln!(f, "{}{}{}", styled(palette.heading, "from"), &blanks[4..], styled(palette.heading, "exit"))?;
    for row in solution.exits() {
        let name = display_name(instance, row.from);
        f.write_str(&name)?;
        f.write_str(&blanks[columns(&name)..])?;
        match row.exit {
            Exit::Sink(sink) => f.write_str(&display_name(instance, sink))?,
            Exit::Trap(trap) => write!(f, "none: trapped in {}", set(instance, &solution.traps()[trap]))?,
        }
        f.write_str("\n")?;
    }
    Ok(())
}

fn write_checked(
    f: &mut dyn Write,
    solution: &Judged<'_, Solution>,
    proof: &str,
    palette: &Palette,
) -> fmt::Result {
    f.write_str(&standing_line(solution, proof, palette).unwrap_or_default())
}

fn write_game_row(
    f: &mut dyn Write,
    solution: &Judged<'_, Solution>,
    row: &GameRow,
    palette: &Palette,
) -> fmt::Result {
    let instance = solution.instance();
    let name = display_name(instance, row.from);
    let Some(worth) = row.value() else {
        writeln!(f, "{name} has no pure equilibrium: max-min {}, min-max {}", row.max_min, row.min_max)?;
        return write_strategies(f, instance, row);
    };
    let worth = styled(palette.answer, worth);
    match row.play.as_ref().and_then(|play| play.end) {
        None => writeln!(f, "{name} is worth {worth}")?,
        Some(end) => writeln!(f, "{name} is worth {worth}: the particle {}", ends(solution, end))?,
    }
    write_strategies(f, instance, row)
}

fn write_strategies(f: &mut dyn Write, instance: &Instance, row: &GameRow) -> fmt::Result {
    let Some(play) = &row.play else { return Ok(()) };
    for (word, strategy) in [("max", &play.max), ("min", &play.min)] {
        for line in strategy_lines(instance, strategy) {
            writeln!(f, "{word}: {line}")?;
        }
    }
    Ok(())
}

fn ends(solution: &Judged<'_, Solution>, end: PlayEnd) -> String {
    let instance = solution.instance();
    match end {
        PlayEnd::Halts(Exit::Sink(sink)) => format!("exits at {}", display_name(instance, sink)),
        PlayEnd::Halts(Exit::Trap(trap)) => {
            format!("never exits, trapped in {}", set(instance, &solution.traps()[trap]))
        }
        PlayEnd::Endless => "never exits: the players keep it going round".to_owned(),
    }
}

/// `u -> v` for each decision, with the position of the arc where it has parallels.
fn strategy_lines(instance: &Instance, strategy: &Strategy) -> Vec<String> {
    let graph = instance.graph();
    let written = |u: VertexId, a: ArcId, parallel: bool| {
        let which =
            if parallel { format!(" (arc {})", a.raw() - graph.arc_range(u).start) } else { String::new() };
        format!("{}{which}", display_name(instance, graph.head(a)))
    };
    let arc = |u: VertexId, a: ArcId| {
        let parallel = graph.heads(u).iter().filter(|&&v| v == graph.head(a)).count() > 1;
        written(u, a, parallel)
    };
    let line = |(u, decision): &(VertexId, Decision)| {
        let name = display_name(instance, *u);
        match decision {
            Decision::Start(a) => format!("{name} -> {}", arc(*u, *a)),
            Decision::Order(arcs) => {
                // Sorted once: a vertex may have millions of arcs.
                let mut heads = graph.heads(*u).to_vec();
                heads.sort_unstable();
                let parallel = |v: VertexId| heads.get(heads.partition_point(|&w| w < v) + 1) == Some(&v);
                let arcs: Vec<_> = arcs.iter().map(|&a| written(*u, a, parallel(graph.head(a)))).collect();
                format!("{name}: {}", arcs.join(", "))
            }
            Decision::Always(a) => format!("{name} -> {} always", arc(*u, *a)),
            Decision::Bounce => format!("{name} bounces"),
        }
    };
    strategy.decisions.iter().map(line).collect()
}

fn profile(instance: &Instance, departures: &VertexMap<BigUint>) -> String {
    let left: Vec<_> = departures.iter().filter(|(_, count)| **count != BigUint::default()).collect();
    if left.is_empty() {
        return "none".to_owned();
    }
    if left.len() > MOST_NAMED || left.iter().any(|(_, count)| count.bits() > 80) {
        return format!("of {}, listed in the certificate", amount(left.len(), "vertex", "vertices"));
    }
    left.iter()
        .map(|&(u, count)| format!("{} {count}", display_name(instance, u)))
        .collect::<Vec<_>>()
        .join(", ")
}

impl fmt::Display for Judged<'_, Solution> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        InWords(self, Palette::PLAIN).fmt(f)
    }
}
