//! Explanations: why a particle ends where it does, vertex by vertex along its last departures.

use crate::context::Context;
use crate::flows::flows_within;
use crate::judged::Judged;
use crate::pipeline::solve_within;
use crate::play::decided;
use crate::question::{Options, Question};
use crate::solution::Solution;
use crate::solve_error::SolveError;
use crate::words::{MOST_NAMED, display_name, grouped, in_steps, set};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{
    Claim, Count, GameClaim, Instance, Pair, PairTable, ReturnFlows, StoppingGraph, TreeLike, VertexId,
};
use rotor_solve::tree::complete_destination;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Why the particle ends where it does.
#[derive(Clone, Debug)]
pub struct Explanation {
    from: VertexId,
    exit: Option<VertexId>,
    path: Vec<LastDeparture>,
    text: String,
    /// Whether it names return flows that no judge has seen.
    has_unjudged_flows: bool,
}

/// A vertex on the path of last departures.
#[derive(Clone, Debug)]
struct LastDeparture {
    vertex: VertexId,
    leaves_for: VertexId,
    /// The number of the departure, from 1.
    number: BigUint,
    out_degree: u32,
    /// The return flows of all heads but the one that the particle first came from.
    flows: Vec<(VertexId, Count)>,
}

impl Explanation {
    /// In words, a line for each vertex on the path.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Judged<'_, Explanation> {
    /// As `arrival.explain/1`.
    pub fn json(&self) -> Value {
        let name = |u: VertexId| self.instance().name(u);
        let flow = |(to, flow): &(VertexId, Count)| json!({"to": name(*to), "flow": flow.to_string()});
        let stop = |stop: &LastDeparture| {
            let full_turns = (&stop.number - 1u32) / stop.out_degree;
            json!({"vertex": name(stop.vertex), "leaves_for": name(stop.leaves_for),
                   "full_turns": full_turns.to_string(),
                   "flows": stop.flows.iter().map(flow).collect::<Vec<_>>()})
        };
        json!({"schema": "arrival.explain/1", "from": name(self.from), "exit": self.exit.map(name),
               "path": self.path.iter().map(stop).collect::<Vec<_>>(), "text": self.text})
    }
}

/// Explains where a particle put on `from` ends; in a game, under best play.
///
/// On a tree-like graph a vertex is left for good by the head whose return flow is used up first
/// [ACD22, Lemma `lem:flowReturnFlow`]; elsewhere the walk itself says when each vertex is left for the last time.
///
/// Cost: that of [`solve_within`](crate::solve_within) and, on tree-like graphs, one sweep of return flows more.
pub fn explain_within<'i>(
    instance: &'i Instance,
    from: VertexId,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Explanation>, SolveError> {
    let solution = solve_within(instance, Question::From(from), options, context)?;
    let mut explanation =
        Explanation { from, exit: None, path: Vec::new(), text: String::new(), has_unjudged_flows: false };
    let Some(game) = solution.game() else {
        explanation.add_walk(&solution, &[], context)?;
        return Ok(explanation.following_from(instance, solution));
    };
    explanation.text = solution.to_string();
    let mut pairs = Vec::new();
    if let Some(Claim::Game(claim)) = solution.claim() {
        let value = claim.value;
        explanation.say(format_args!("Max can secure {value} but not more, so the value is {value}."));
        pairs = pairs_of(claim);
    }
    if let Some(play) = game.rows.first().and_then(|row| row.play.as_ref()) {
        let played = decided(instance, from, [&play.max, &play.min])
            .expect("no more arcs than before")
            .without_players();
        let options = Options { solver: None, ..options.clone() };
        let walk = solve_within(&played, Question::From(from), &options, context)?;
        explanation.add_walk(&walk, &pairs, context)?;
    }
    Ok(explanation.following_from(instance, solution))
}

/// u, v, and the pairs of (u, v) in "at least" and "more than".
type BothPairs = (VertexId, VertexId, Pair, Pair);

/// Both pairs of every arc away from the start, by its ends.
fn pairs_of(claim: &GameClaim) -> Vec<BothPairs> {
    let sorted = |PairTable(table): &PairTable| {
        let mut entries = table.clone();
        entries.sort_by_key(|entry| (entry.from, entry.to));
        entries
    };
    let both = sorted(&claim.at_least).into_iter().zip(sorted(&claim.more_than));
    both.map(|(one, two)| (one.from, one.to, one.pair, two.pair)).collect()
}

impl Explanation {
    /// It is proved if the solution is, and all flows that it names.
    fn following_from<'i>(self, instance: &'i Instance, solution: Judged<'i, Solution>) -> Judged<'i, Self> {
        if self.has_unjudged_flows && solution.is_checked() {
            let because = "the return flows of the part that is reached were not checked";
            return Judged::unchecked(instance, self, because);
        }
        solution.map(|_| self)
    }

    fn say(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes all text");
    }

    /// Explains one walk by the run that proves it, and on a tree by its return flows.
    fn add_walk(
        &mut self,
        solution: &Judged<'_, Solution>,
        pairs: &[BothPairs],
        context: &mut Context<'_>,
    ) -> Result<(), SolveError> {
        let (instance, from) = (solution.instance(), self.from);
        let graph = instance.graph();
        let (departures, ends) = match solution.claim() {
            Some(Claim::Walk(walk)) => {
                self.exit = Some(walk.exit);
                (&walk.departures, format!("exits at {}", display_name(instance, walk.exit)))
            }
            Some(Claim::Trap(trap)) => {
                (&trap.departures, format!("never exits: it is trapped in {}", set(instance, &trap.trap)))
            }
            _ => return Ok(()),
        };
        let steps = departures.as_slice().iter().sum();
        self.say(format_args!("{} {ends} after {}.", display_name(instance, from), in_steps(&steps)));
        let whole = StoppingGraph::of(graph);
        let reached = whole.reached_from(from);
        let flows = match (flows_within(instance, context), TreeLike::rooted_at(&reached, from)) {
            (Ok(judged), _) => judged.into_answer().flows,
            (Err(SolveError::NotTreeLike(..) | SolveError::Trapped), Ok(tree)) => {
                self.say(format_args!(
                    "Only the part that is reached is tree-like; its return flows were not checked."
                ));
                self.has_unjudged_flows = true;
                complete_destination(&tree, instance.rotors(), context)?.flows
            }
            (Err(SolveError::NotTreeLike(..) | SolveError::Trapped), Err(_)) => {
                self.say(format_args!(
                    "Not tree-like, so there are no return flows; the last departures come from the run."
                ));
                ReturnFlows::default()
            }
            (Err(error), _) => return Err(error),
        };
        let (mut u, mut before) = (from, None);
        while reached.is_active(u) && departures[u] != BigUint::ZERO {
            let (number, out_degree) = (departures[u].clone(), graph.out_degree(u));
            let passed = ((&number - 1u32) % out_degree).to_usize().expect("a remainder is less than d(u)");
            let position = instance.rotors().position(graph, u) as usize;
            let leaves_for = graph.heads(u)[(position + passed) % out_degree as usize];
            let of_u = (flows.vertex_count() > 0).then(|| flows.of(u)).into_iter().flatten();
            let flows =
                of_u.filter(|&(w, _)| Some(w) != before).map(|(w, flow)| (w, flow.to_count())).collect();
            let stop = LastDeparture { vertex: u, leaves_for, number, out_degree, flows };
            self.say_stop(instance, &stop);
            if let Ok(at) = pairs.binary_search_by_key(&(u, leaves_for), |&(from, to, ..)| (from, to)) {
                self.say_pairs(instance, &pairs[at]);
            }
            self.path.push(stop);
            (before, u) = (Some(u), leaves_for);
        }
        Ok(())
    }

    fn say_stop(&mut self, instance: &Instance, stop: &LastDeparture) {
        let [vertex, head] = [stop.vertex, stop.leaves_for].map(|u| display_name(instance, u));
        let leaves = format!(
            "{vertex} sends the particle to {head} for good on its {} departure",
            ordinal(&stop.number)
        );
        let flow =
            |(w, flow): &(VertexId, Count)| format!("r({vertex}, {}) = {flow}", display_name(instance, *w));
        // Of many flows the first few, and the one that matters.
        let named = |&(at, (w, _)): &(usize, &(VertexId, Count))| at < MOST_NAMED || *w == stop.leaves_for;
        let mut flows: Vec<_> =
            stop.flows.iter().enumerate().filter(named).map(|(_, entry)| flow(entry)).collect();
        let more_flows = stop.flows.len() - flows.len();
        if more_flows > 0 {
            flows.push(format!("… {more_flows} more"));
        }
        let flows = flows.join(", ");
        match stop.flows.len() {
            0 => self.say(format_args!("{leaves}.")),
            1 => self.say(format_args!("{leaves}, because {flows}.")),
            _ => self.say(format_args!("{leaves}: of {flows}, the one to {head} is used up first.")),
        }
    }

    fn say_pairs(&mut self, instance: &Instance, (from, to, at_least, more_than): &BothPairs) {
        let [from, to] = [from, to].map(|&u| display_name(instance, u));
        let shown =
            |pair: &Pair| format!("{} with flow {}", if pair.wins { "won" } else { "lost" }, pair.flow);
        let (at_least, more_than) = (shown(at_least), shown(more_than));
        self.say(format_args!("  ({from}, {to}): \"at least\" {at_least}, \"more than\" {more_than}."));
    }
}

/// `1st`, `2nd`, `11th`, `1,024th`.
fn ordinal(number: &BigUint) -> String {
    let digits = number.to_string();
    let teens = digits.len() > 1 && digits.as_bytes()[digits.len() - 2] == b'1';
    let ending = match digits.as_bytes().last() {
        Some(b'1') if !teens => "st",
        Some(b'2') if !teens => "nd",
        Some(b'3') if !teens => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(&digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let spoken = [1u32, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1011, 1023].map(|n| ordinal(&n.into()));
        let written = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th", "1,011th",
            "1,023rd",
        ];
        assert_eq!(spoken, written);
    }
}
