//! Explanations: why a particle ends where it does, vertex by vertex along its last departures.

use crate::context::Context;
use crate::flows::flows;
use crate::frames::{Frames, Recorder};
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::play::decided;
use crate::question::{Options, Question};
use crate::solution::Solution;
use crate::solve_error::SolveError;
use crate::words::{MOST_NAMED, and_more, display_name, in_steps, ordinal, set};
use num_bigint::BigUint;
use rotor_graph::{
    Claim, Classified, Count, FlowClaim, GameClaim, Instance, Pair, PairTable, ReturnFlows, TreeLike,
    VertexId, VertexMap,
};
use rotor_solve::View;
use rotor_solve::tree::complete_destination;
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// Why the particle ends where it does.
#[derive(Clone, Debug)]
pub struct Explanation {
    from: VertexId,
    exit: Option<VertexId>,
    path: Vec<PathStop>,
    text: String,
    /// Whether it names return flows that no judge has seen.
    has_unjudged_flows: bool,
    /// The algorithm at work, if that was asked for.
    frames: Option<Frames>,
}

/// A vertex on the path of last departures.
#[derive(Clone, Debug)]
struct PathStop {
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

    /// Whether it names return flows.
    pub(crate) fn names_flows(&self) -> bool {
        self.path.iter().any(|stop| !stop.flows.is_empty())
    }

    /// The algorithm at work, if that was asked for.
    pub fn frames(&self) -> Option<&Frames> {
        self.frames.as_ref()
    }
}

impl Judged<'_, Explanation> {
    /// As `arrival.explain/1`.
    pub fn json(&self) -> Value {
        let name = |u: VertexId| self.instance().name(u);
        let flow = |(to, flow): &(VertexId, Count)| json!({"to": name(*to), "flow": flow.to_string()});
        let stop = |stop: &PathStop| {
            let full_turns = (&stop.number - 1u32) / stop.out_degree;
            json!({"vertex": name(stop.vertex), "leaves_for": name(stop.leaves_for),
                   "full_turns": full_turns.to_string(),
                   "flows": stop.flows.iter().map(flow).collect::<Vec<_>>()})
        };
        let mut object = json!({"schema": "arrival.explain/1", "from": name(self.from), "exit": self.exit.map(name),
               "path": self.path.iter().map(stop).collect::<Vec<_>>(), "text": self.text});
        if let Some(frames) = &self.frames {
            object["frames"] = frames.json(self.instance());
            object["frames_left_out"] = frames.left_out().into();
            object["frames_checked"] = false.into();
        }
        object
    }
}

/// Explains where a particle put on `from` ends; in a game, under best play.
///
/// On a tree-like graph a vertex is left for good by the head whose return flow is used up first
/// [ACD22, Lemma `lem:flowReturnFlow`]; elsewhere the walk itself says when each vertex is left for the last time.
///
/// Cost: that of [`solve`](crate::solve) and, on tree-like graphs, one sweep of return flows more.
pub fn explain<'i>(
    instance: &'i Instance,
    from: VertexId,
    options: &Options,
    with_frames: bool,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Explanation>, SolveError> {
    let solution = solve(instance, Question::From(from), options, context)?;
    let frames = with_frames.then(Frames::default);
    let (path, text) = (Vec::new(), String::new());
    let mut explanation = Explanation { from, exit: None, path, text, has_unjudged_flows: false, frames };
    let Some(game) = solution.game() else {
        explanation.add_walk(&solution, &[], instance, context)?;
        return Ok(explanation.following_from(instance, &[&solution]));
    };
    explanation.add_bisection(instance, options, context)?;
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
        let walk = solve(&played, Question::From(from), &options, context)?;
        explanation.add_walk(&walk, &pairs, instance, context)?;
        return Ok(explanation.following_from(instance, &[&solution, &walk]));
    }
    Ok(explanation.following_from(instance, &[&solution]))
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
    /// It is proved if all `solutions` are, and all flows that it names.
    fn following_from<'i>(
        self,
        instance: &'i Instance,
        solutions: &[&Judged<'_, Solution>],
    ) -> Judged<'i, Self> {
        let has_unjudged_flows = self.has_unjudged_flows;
        let judged = Judged::following_from(instance, solutions.iter().copied(), self);
        match judged.unchecked_because() {
            None if has_unjudged_flows => {
                let because = "the return flows of the part that is reached were not checked";
                Judged::unchecked(instance, judged.into_answer(), because)
            }
            _ => judged,
        }
    }

    fn say(&mut self, line: fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes all text");
    }

    /// Adds the frames of a game on a tree.
    fn add_bisection(
        &mut self,
        instance: &Instance,
        options: &Options,
        context: &mut Context<'_>,
    ) -> Result<(), SolveError> {
        let (from, Some(frames)) = (self.from, &mut self.frames) else { return Ok(()) };
        let whole = View::of(instance);
        let view = whole.at(from);
        let tree = view.at_root(Classified::tree_like).ok().filter(|tree| tree.stopping().is_active(from));
        let Some(tree) = tree else { return Ok(()) };
        let mut recorder = Recorder::of(instance);
        recorder.add_bisection(&tree, options.strategies, options.endless_value, context)?;
        *frames = recorder.into_frames();
        Ok(())
    }

    /// Explains one walk by the run that proves it, and on a tree by its return flows. In a game it is that of the best
    /// play, and `whole` is the game.
    fn add_walk(
        &mut self,
        solution: &Judged<'_, Solution>,
        pairs: &[BothPairs],
        whole_game: &Instance,
        context: &mut Context<'_>,
    ) -> Result<(), SolveError> {
        let (instance, from) = (solution.instance(), self.from);
        let Some(Claim::Flow(FlowClaim { departures, steps, stays, traps, .. })) = solution.claim() else {
            return Ok(());
        };
        self.exit = stays.only().or(self.exit);
        let ends = match (stays.only(), traps.first()) {
            (Some(exit), _) => format!("exits at {}", display_name(instance, exit)),
            (None, trap) => {
                let trap = trap.map_or_else(String::new, |trap| set(instance, trap));
                format!("never exits: it is trapped in {trap}")
            }
        };
        // Any switching flow proves the exit, but only the run has last departures: those of another flow may lead in circles.
        let Some(steps) = steps else {
            let name = display_name(instance, from);
            self.say(format_args!("{name} {ends}. The run itself was not found within the limits."));
            return Ok(());
        };
        self.say(format_args!("{} {ends} after {}.", display_name(instance, from), in_steps(steps)));
        let whole = View::of(instance);
        let view = whole.at(from);
        let tree = view.at_root(Classified::tree_like).ok();
        self.add_stops(instance, departures, pairs, whole_game, tree.as_deref(), context)
    }

    /// Adds a stop for every vertex on the path of last departures; `tree` is what the start reaches, if that is tree-like.
    fn add_stops(
        &mut self,
        instance: &Instance,
        departures: &VertexMap<BigUint>,
        pairs: &[BothPairs],
        whole_game: &Instance,
        tree: Option<&TreeLike<'_, '_>>,
        context: &mut Context<'_>,
    ) -> Result<(), SolveError> {
        let (graph, from) = (instance.graph(), self.from);
        let flows = match (flows(instance, context), tree) {
            (Ok(judged), _) => judged.into_answer().flows,
            (Err(SolveError::NotTreeLike(..) | SolveError::Trapped), Some(tree)) => {
                self.say(format_args!(
                    "Only the part that is reached is tree-like; its return flows were not checked."
                ));
                self.has_unjudged_flows = true;
                complete_destination(tree, instance.rotors(), context)?.flows
            }
            (Err(SolveError::NotTreeLike(..) | SolveError::Trapped), None) => {
                self.say(format_args!(
                    "Not tree-like, so the last departures come from the run, not from return flows."
                ));
                ReturnFlows::default()
            }
            (Err(error), _) => return Err(error),
        };
        let mut recorder = self.frames.is_some().then(|| Recorder::of(instance));
        if let Some(recorder) = &mut recorder {
            match tree {
                Some(tree) => recorder.add_return_flows(tree, &flows),
                None => recorder.add_pushes([from]),
            }
        }
        let (mut u, mut before) = (from, None);
        while departures[u] != BigUint::ZERO {
            let (number, out_degree) = (departures[u].clone(), graph.out_degree(u));
            let last = instance.rotors().arc_of_departure(graph, u, &number);
            let leaves_for = graph.head(last);
            let of_u = (flows.vertex_count() > 0).then(|| flows.of(u)).into_iter().flatten();
            let flows =
                of_u.filter(|&(w, _)| Some(w) != before).map(|(w, flow)| (w, flow.to_count())).collect();
            let stop = PathStop { vertex: u, leaves_for, number, out_degree, flows };
            let words = stop_in_words(instance, &stop);
            if let Some(recorder) = &mut recorder {
                recorder.add_last_departure(u, &stop.number, &words);
            }
            self.say(format_args!("{words}"));
            if let Ok(at) = pairs.binary_search_by_key(&(u, leaves_for), |&(from, to, ..)| (from, to)) {
                self.say_pairs(instance, &pairs[at]);
            }
            self.path.push(stop);
            (before, u) = (Some(u), leaves_for);
        }
        if let (Some(frames), Some(recorder)) = (&mut self.frames, recorder) {
            frames.add_played(recorder.into_frames(), whole_game.graph(), graph);
        }
        Ok(())
    }

    fn say_pairs(&mut self, instance: &Instance, (from, to, at_least, more_than): &BothPairs) {
        let [from, to] = [from, to].map(|&u| display_name(instance, u));
        let shown =
            |pair: &Pair| format!("{} with flow {}", if pair.wins { "won" } else { "lost" }, pair.flow);
        let (at_least, more_than) = (shown(at_least), shown(more_than));
        self.say(format_args!("  ({from}, {to}): \"at least\" {at_least}, \"more than\" {more_than}."));
    }
}

/// Why a vertex is left for good, in one sentence.
fn stop_in_words(instance: &Instance, stop: &PathStop) -> String {
    let [vertex, head] = [stop.vertex, stop.leaves_for].map(|u| display_name(instance, u));
    let leaves =
        format!("{vertex} sends the particle to {head} for good on its {} departure", ordinal(&stop.number));
    let flow =
        |(w, flow): &(VertexId, Count)| format!("r({vertex}, {}) = {flow}", display_name(instance, *w));
    // Of many flows the first few, and the one that matters.
    let named = |&(at, (w, _)): &(usize, &(VertexId, Count))| at < MOST_NAMED || *w == stop.leaves_for;
    let mut flows: Vec<_> =
        stop.flows.iter().enumerate().filter(named).map(|(_, entry)| flow(entry)).collect();
    let more_flows = stop.flows.len() - flows.len();
    if more_flows > 0 {
        flows.push(and_more(more_flows));
    }
    let flows = flows.join(", ");
    match stop.flows.len() {
        0 => format!("{leaves}."),
        1 => format!("{leaves}, because {flows}."),
        _ => format!("{leaves}: of {flows}, the one to {head} is used up first."),
    }
}
