//! Explanations: why a particle ends where it does, vertex by vertex along its last departures.

use crate::output::human::{MOST_NAMED, called, in_steps, set};
use crate::pipeline::{Options, Question, SolveError, solve_within};
use crate::play::decided;
use crate::solution::Solution;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;
use rotor_graph::{
    Claim, Count, GameClaim, Instance, Owner, Pair, PairTable, ReturnFlows, StoppingGraph, TreeLike,
    VertexId, VertexMap,
};
use rotor_solve::Budget;
use rotor_solve::tree::complete_destination;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Why the particle ends where it does.
#[derive(Clone, Debug)]
pub struct Explanation<'i> {
    instance: &'i Instance,
    from: VertexId,
    exit: Option<VertexId>,
    path: Vec<Stop>,
    text: String,
}

/// A vertex on the path of last departures.
#[derive(Clone, Debug)]
struct Stop {
    vertex: VertexId,
    leaves_for: VertexId,
    full_turns: BigUint,
    /// The return flows of all heads but the one that the particle first came from.
    flows: Vec<(VertexId, Count)>,
}

impl Explanation<'_> {
    /// In words, a line for each vertex on the path.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As `arrival.explain/1`.
    pub fn json(&self) -> Value {
        let name = |u: VertexId| self.instance.name(u);
        let flow = |(to, flow): &(VertexId, Count)| json!({"to": name(*to), "flow": flow.to_string()});
        let stop = |stop: &Stop| {
            json!({"vertex": name(stop.vertex), "leaves_for": name(stop.leaves_for),
                   "full_turns": stop.full_turns.to_string(),
                   "flows": stop.flows.iter().map(flow).collect::<Vec<_>>()})
        };
        json!({"schema": "arrival.explain/1", "from": name(self.from), "exit": self.exit.map(name),
               "path": self.path.iter().map(stop).collect::<Vec<_>>(), "text": self.text})
    }
}

/// Explains where a particle put on `from` ends; in a game, under best play.
///
/// On a tree-like graph a vertex is left for good by the head whose return flow is used up first
/// [ACD22, `lem:flowReturnFlow`]; elsewhere the walk itself says when each vertex is left for the last time.
pub fn explain_within<'i>(
    instance: &'i Instance,
    from: VertexId,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<Explanation<'i>, SolveError> {
    let solution = solve_within(instance, Question::From(from), options, budget)?;
    let mut explanation = Explanation { instance, from, exit: None, path: Vec::new(), text: String::new() };
    let Some(game) = solution.game() else {
        explanation.add_walk(&solution, &[], budget)?;
        return Ok(explanation);
    };
    explanation.text = solution.to_string();
    let mut pairs = Vec::new();
    if let Some(Claim::Game(claim)) = solution.claim() {
        let (name, value) = (called(instance, from), claim.value);
        explanation.say(format_args!(
            "Max wins \"at least {value}\" from {name} and loses \"more than {value}\": so much is it worth."
        ));
        pairs = pairs_of(claim);
    }
    if let Some(play) = game.rows.first().and_then(|row| row.play.as_ref()) {
        let owners = VertexMap::filled(instance.graph().vertex_count(), Owner::Rotor);
        let played = decided(instance, from, [&play.max, &play.min]).expect("no more arcs than before");
        let played = played.with_owners(owners).expect("rotors may own any vertex that is no sink");
        let options = Options { solver: None, ..options.clone() };
        let walk = solve_within(&played, Question::From(from), &options, budget)?;
        explanation.add_walk(&walk, &pairs, budget)?;
    }
    Ok(explanation)
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

impl Explanation<'_> {
    fn say(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes all text");
    }

    /// Explains one walk by the run that proves it, and on a tree by its return flows.
    fn add_walk(
        &mut self,
        solution: &Solution<'_>,
        pairs: &[BothPairs],
        budget: &mut dyn Budget,
    ) -> Result<(), SolveError> {
        let (instance, from) = (solution.instance(), self.from);
        let graph = instance.graph();
        let (departures, ends) = match solution.claim() {
            Some(Claim::Walk(walk)) => {
                self.exit = Some(walk.exit);
                (&walk.departures, format!("exits at {}", called(instance, walk.exit)))
            }
            Some(Claim::Trap(trap)) => {
                (&trap.departures, format!("never exits: it is trapped in {}", set(instance, &trap.trap)))
            }
            _ => return Ok(()),
        };
        let steps = departures.as_slice().iter().sum();
        self.say(format_args!("{} {ends} after {}.", called(instance, from), in_steps(&steps)));
        let whole = StoppingGraph::of(graph);
        let reached = whole.reached_from(from);
        let flows = match TreeLike::rooted_at(&reached, from) {
            Ok(tree) => complete_destination(&tree, instance.rotors(), budget)?.flows,
            Err(_) => {
                self.say(format_args!(
                    "The graph is no tree: only the walk itself tells the last departures."
                ));
                ReturnFlows::default()
            }
        };
        let (mut u, mut before) = (from, None);
        while reached.is_active(u) && departures[u] != BigUint::ZERO {
            let degree = graph.out_degree(u);
            let (full_turns, more) = (&departures[u] - 1u32).div_rem(&degree.into());
            let more = more.to_usize().expect("a remainder is less than d(u)");
            let position = instance.rotors().position(graph, u) as usize;
            let leaves_for = graph.heads(u)[(position + more) % degree as usize];
            let of_u = (flows.vertex_count() > 0).then(|| flows.of(u)).into_iter().flatten();
            let flows =
                of_u.filter(|&(w, _)| Some(w) != before).map(|(w, flow)| (w, flow.to_count())).collect();
            let stop = Stop { vertex: u, leaves_for, full_turns, flows };
            self.say_stop(&stop, degree, more + 1);
            if let Ok(at) = pairs.binary_search_by_key(&(u, leaves_for), |&(from, to, ..)| (from, to)) {
                self.say_pairs(&pairs[at]);
            }
            self.path.push(stop);
            (before, u) = (Some(u), leaves_for);
        }
        Ok(())
    }

    fn say_stop(&mut self, stop: &Stop, degree: u32, more: usize) {
        let instance = self.instance;
        let [vertex, head] = [stop.vertex, stop.leaves_for].map(|u| called(instance, u));
        let turns = if stop.full_turns == BigUint::from(1u32) { "turn" } else { "turns" };
        let arcs = if more == 1 { "arc" } else { "arcs" };
        let after = format!("{} full {turns} of {degree} and {more} {arcs} more", stop.full_turns);
        let flow = |(w, flow): &(VertexId, Count)| format!("{} {flow}", called(instance, *w));
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
            0 => self.say(format_args!("{vertex} leaves for {head} after {after}.")),
            1 => self.say(format_args!("{vertex} leaves for {head} after {after}: its return flow is {flows}.")),
            _ => self.say(format_args!(
                "{vertex} leaves for {head} after {after}: of the return flows {flows}, that of {head} is used up first."
            )),
        }
    }

    fn say_pairs(&mut self, (from, to, at_least, more_than): &BothPairs) {
        let [from, to] = [from, to].map(|&u| called(self.instance, u));
        let shown =
            |pair: &Pair| format!("{} with flow {}", if pair.wins { "won" } else { "lost" }, pair.flow);
        let (at_least, more_than) = (shown(at_least), shown(more_than));
        self.say(format_args!("  ({from}, {to}): \"at least\" {at_least}, \"more than\" {more_than}."));
    }
}
