//! One start: where a walk ends and how often it leaves each vertex, a short walk first, then return flows.

use super::answers::{Declined, Exits, Forest};
use super::layout::{Halt, NONE, PARENT, RotorLayout, lay_out};
use super::number::{Number, full_turns};
use super::routine::{Last, Scratch};
use super::sweep::{FromBelow, Pass, TICK_EVERY, Unswept, climb, from_below};
use crate::answer::ComponentCounts;
use crate::answer::RunProfile;
use crate::walk::{simulate, simulate_briefly};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{
    AtRoot, Claim, Class, Configuration, Count, FlowClaim, Multigraph, Natural, Stop, Tick, TreeLike,
    VertexId, VertexMap,
};
use std::collections::VecDeque;

/// The walk from one vertex of a tree-like graph, and what was found out about the graph on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneStart {
    /// The run profile.
    pub profile: RunProfile,
    /// The class of the whole graph.
    pub class: Class,
    /// The traps of the whole graph, as [`Traps`](rotor_graph::Traps) numbers them.
    pub traps: Vec<Vec<VertexId>>,
}

impl OneStart {
    /// "The walk from here ends there after this many steps", with the profile as its proof.
    pub fn into_claim(self) -> Claim {
        let steps = Some(self.profile.steps());
        let RunProfile { from, halt, departures, .. } = self.profile;
        let trap = self.traps.into_iter().find(|trap| trap.binary_search(&halt).is_ok());
        Claim::Flow(match trap {
            Some(trap) => FlowClaim::trap(from, trap, departures, steps),
            None => FlowClaim::walk(from, halt, departures, steps),
        })
    }
}

/// The walk from `from` on a tree-like graph; whether it is one is found out on the way.
///
/// Time O(|V| + |A|) machine operations if all return flows away from `from` fit a word, else O(|A|) on integers of O(|A|)
/// bits, whatever the number of steps; how often a vertex is entered may grow beyond a word at the cost of big integers
/// there. Memory about 60 bytes per vertex and 4 per arc, and the departures.
pub fn one_start(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<OneStart, Declined> {
    let mut forest = Forest::of(graph, rotors, Some(from), 2, tick)?;
    let start = Start { graph, rotors, layout: &forest.layout, from };
    let (profile, tops) = start.run(tick)?;
    if tops.is_empty() && forest.cut.is_empty() {
        return Ok(OneStart { profile, class: Class::of_forest(graph, |_| false), traps: Vec::new() });
    }
    // All but the members of traps may stand for themselves: their exits are not asked for.
    let layout = &forest.layout;
    let mut halts: Vec<Halt> = layout.vertices().map(Halt::sink).collect();
    tops.iter().enumerate().for_each(|(number, &top)| halts[top] = Halt::inside(number));
    for at in 0..halts.len() {
        let parent = layout.parent(at);
        if parent != NONE && halts[parent as usize].is_inside() {
            halts[at] = halts[parent as usize];
        }
    }
    let exits: Exits = forest.exits_of(graph, halts.into_iter(), tops.len());
    let class = Class::of_forest(graph, |u| exits.is_in_trap(u));
    Ok(OneStart { profile, class, traps: exits.traps().to_vec() })
}

/// The walk from the root of `tree`.
///
/// Return flows cost as much as about |V| steps, and most walks are shorter: so |V| steps are tried first. Time: that, and
/// that of [`run_profile`].
pub fn exit_on_tree(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let from = tree.root();
    let most = tree.stopping().graph().vertex_count() as u64;
    match simulate_briefly(tree.stopping(), rotors, from, most, tick)? {
        Some(profile) => Ok(profile),
        None => run_from(tree, rotors, tick),
    }
}

/// How often a particle put on the root of `tree` leaves each vertex before it halts, by return flows.
///
/// Time O(|V| + |A|) machine operations if flows fit a word, else O(|A|) operations on integers of O(|A|) bits, whatever
/// the number of steps.
pub fn run_profile(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let graph = tree.stopping().graph();
    let arcs: u64 = tree.order().iter().map(|&u| u64::from(graph.out_degree(u))).sum();
    // Two sweeps over them.
    tick.tick(2 * arcs)?;
    run_from(tree, rotors, tick)
}

/// Only what the root reaches is looked at.
fn run_from(
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let (stopping, from) = (tree.stopping(), tree.root());
    let (graph, pass) = (stopping.graph(), Pass::first(stopping.graph(), 3));
    let root = std::iter::once(from.index());
    match lay_out(graph, rotors, stopping.traps(), root, pass, tick).map_err(Declined::from) {
        Ok(layout) => Ok(Start { graph, rotors, layout: &layout, from }.run(tick)?.0),
        Err(Declined::Stopped(reason)) => Err(reason),
        // A tree has a layout, unless there are too many vertices to number.
        Err(Declined::NotTreeLike | Declined::TooLarge) => simulate(stopping, rotors, from, tick),
    }
}

/// A walk, and the layout whose first root it starts on, unless a particle halts there at once.
#[derive(Clone, Copy)]
struct Start<'a> {
    graph: &'a Multigraph,
    rotors: &'a Configuration,
    layout: &'a RotorLayout,
    from: VertexId,
}

impl<'a> Start<'a> {
    /// The run, and the tops of all traps.
    fn run(self, tick: &mut dyn Tick) -> Result<(RunProfile, Vec<usize>), Stop> {
        let found = climb([Self::run_in::<u32>, Self::run_in::<u64>, Self::run_in::<Count>], self, tick)?;
        Pass::first(self.graph, 3).end(tick);
        Ok(found)
    }

    fn run_in<N: Number>(self, tick: &mut dyn Tick) -> Result<(RunProfile, Vec<usize>), Unswept> {
        let pass = Pass::first(self.graph, 3).next();
        let mut scratch = Scratch::<N>::default();
        let found = from_below(self.layout, &mut scratch, pass, tick)?;
        let profile = Run::of(self, &found, &mut scratch, pass.next(), tick)?;
        Ok((profile, found.traps))
    }
}

/// A run, filled in from the root down: a vertex is finished before its children.
struct Run<'a> {
    start: Start<'a>,
    /// How often each place is entered from its parent, or [`SPILLED`].
    entered: Vec<u64>,
    /// The counts that do not fit, in the order of their places: that of the sweep.
    spilled: VecDeque<BigUint>,
    departures: VertexMap<BigUint>,
}

/// A count of 2⁶⁴ − 1 or more.
const SPILLED: u64 = u64::MAX;

impl<'a> Run<'a> {
    /// Sweeps what the first root reaches [ACD22, `lem:flowReturnFlow`].
    ///
    /// On the way to the exit a vertex is left as its return flows say. Any other vertex that is entered k times sends
    /// the particle back k times, and rests right after the k-th.
    fn of<N: Number>(
        start: Start<'a>,
        found: &FromBelow<N>,
        scratch: &mut Scratch<N>,
        pass: Pass,
        tick: &mut dyn Tick,
    ) -> Result<RunProfile, Stop> {
        let Start { graph, layout, from, .. } = start;
        let departures = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        let starts_first = layout.vertices().next() == Some(from);
        let places = if starts_first { layout.piece(0) } else { 0..0 };
        let entered = vec![0; places.len()];
        let mut run = Self { start, entered, spilled: VecDeque::new(), departures };
        // The vertex on the way to the exit that comes next, and where the particle is after it.
        let (mut next, mut halt) = (0, from);
        let is_trap = |at: usize| found.traps.binary_search_by(|top| at.cmp(top)).is_ok();
        let parent = N::INFINITE;
        for at in places {
            pass.reach(at, TICK_EVERY, tick)?;
            if at == next {
                // How often it is entered does not matter here.
                if run.entered[at] == SPILLED {
                    run.spilled.pop_front();
                }
                if is_trap(at) {
                    continue;
                }
                let (node, children) = (layout.nodes[at], layout.children_of(at));
                let below = &found.below[children.clone()];
                let flow_of = |arc: u32| if arc == PARENT { &parent } else { &below[arc as usize - 1].flow };
                let last = scratch.routine(layout.arcs_of(at), node.note, children.len(), flow_of);
                let turns: Natural = scratch.full_turns.clone().into();
                let passed = match turns.to_u64().filter(|&turns| turns < SPILLED >> 1) {
                    Some(turns) => run.leave(at, turns, scratch.position()),
                    None => run.leave_often(at, &turns.into(), scratch.position()),
                };
                halt = run.head(layout.vertex(at), passed);
                if let Last::Arc(arc) = last {
                    next = children.start + arc as usize - 1;
                }
                continue;
            }
            match run.entered[at] {
                0 => {}
                SPILLED => {
                    let times = run.spilled.pop_front().expect("a count was spilled for this place");
                    let (turns, number) = match layout.nodes[at].note {
                        Halt::NOWHERE => full_turns(&times, run.parents(at)),
                        _ => (BigUint::ZERO, times.to_u32().unwrap_or(u32::MAX)),
                    };
                    run.leave_often(at, &turns, run.parent_arc(at, number));
                }
                times => {
                    let (turns, number) = match layout.nodes[at].note {
                        Halt::NOWHERE => full_turns(times, run.parents(at)),
                        // A list that ends is left within the first turn.
                        _ => (0, times as u32),
                    };
                    run.leave(at, turns, run.parent_arc(at, number));
                }
            }
        }
        let (departures, components) = (run.departures, ComponentCounts::default());
        Ok(RunProfile { from, halt, departures, is_run: true, components })
    }

    /// How many arcs lead from a place to its parent.
    fn parents(&self, at: usize) -> u32 {
        self.start.layout.arcs_of(at).iter().filter(|&&arc| arc == PARENT).count() as u32
    }

    /// The position in its list of arc number `number`, from 1, to the parent of a place.
    fn parent_arc(&self, at: usize, number: u32) -> usize {
        let mut positions =
            self.start.layout.arcs_of(at).iter().enumerate().filter(|&(_, &arc)| arc == PARENT);
        let arc = positions.nth(number as usize - 1);
        arc.expect("the particle comes back from a subtree where it does not halt").0
    }

    /// A place is left in this many full turns, and then up to and including the arc in this position of its list.
    /// Returns how many arcs, counted from the rotor, these last ones are.
    #[inline]
    fn leave(&mut self, at: usize, turns: u64, position: usize) -> u32 {
        let first_child = self.start.layout.nodes[at].first_child();
        let arcs = self.start.layout.arcs_of(at);
        // Without a turn in full, what comes after the position is not visited.
        let visited = if turns == 0 { arcs.len().min(position + 1) } else { arcs.len() };
        for (index, &arc) in arcs[..visited].iter().enumerate().filter(|&(_, &arc)| arc != PARENT) {
            let entered = &mut self.entered[first_child + arc as usize - 1];
            let more = turns + u64::from(index <= position);
            match entered.checked_add(more) {
                Some(sum) if sum < SPILLED => *entered = sum,
                _ => {
                    self.entered[self.start.layout.children_of(at)].fill(0);
                    return self.leave_often(at, &turns.into(), position);
                }
            }
        }
        let (u, passed) = self.passed(at, position);
        let degree = self.start.graph.out_degree(u);
        self.departures[u] = (u128::from(turns) * u128::from(degree) + u128::from(passed)).into();
        passed
    }

    /// [`leave`](Self::leave) with numbers of any size.
    #[cold]
    fn leave_often(&mut self, at: usize, turns: &BigUint, position: usize) -> u32 {
        let children = self.start.layout.children_of(at);
        let mut counts = vec![[0u32; 2]; children.len()];
        for (index, &arc) in
            self.start.layout.arcs_of(at).iter().enumerate().filter(|&(_, &arc)| arc != PARENT)
        {
            let [multiplicity, passed] = &mut counts[arc as usize - 1];
            *multiplicity += 1;
            *passed += u32::from(index <= position);
        }
        for (child, [multiplicity, passed]) in children.zip(counts) {
            let times = turns * multiplicity + passed;
            self.entered[child] = times.to_u64().filter(|&times| times < SPILLED).unwrap_or_else(|| {
                self.spilled.push_back(times);
                SPILLED
            });
        }
        let (u, passed) = self.passed(at, position);
        self.departures[u] = turns * self.start.graph.out_degree(u) + passed;
        passed
    }

    /// The vertex in a place, and how many of its arcs stand from its rotor up to and including this position of its
    /// list, which has no loops.
    fn passed(&self, at: usize, position: usize) -> (VertexId, u32) {
        let (u, listed) = (self.start.layout.vertex(at), position as u32 + 1);
        if !self.start.layout.nodes[at].has_loops() {
            return (u, listed);
        }
        let degree = self.start.graph.out_degree(u);
        let mut others = (1..=degree).filter(|&passed| self.head(u, passed) != u);
        (u, others.nth(position).unwrap_or(degree))
    }

    /// The head of arc number `number`, from 1, counted from the rotor of `u`.
    fn head(&self, u: VertexId, number: u32) -> VertexId {
        let heads = self.start.graph.heads(u);
        let at = self.start.rotors.position(self.start.graph, u) as usize + number as usize - 1;
        heads[if at < heads.len() { at } else { at - heads.len() }]
    }
}
