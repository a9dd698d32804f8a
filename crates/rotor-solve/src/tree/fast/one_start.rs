//! One start: where a walk ends and how often it leaves each vertex, in machine words where they suffice.

use super::below::{FromBelow, from_below};
use super::exits::Exits;
use super::halt::Halt;
use super::kept::{INFINITE, Kept};
use super::layout::{Layout, NONE, PARENT, lay_out};
use super::not_fast::NotFast;
use super::routine::{Last, Scratch};
use super::solve::LaidOut;
use super::watch::SweepProgress;
use crate::component_counts::ComponentCounts;
use crate::full_turns::full_turns;
use crate::run_profile::RunProfile;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{
    Claim, Class, Configuration, FlowClaim, Multigraph, StoppingGraph, Tick, VertexId, VertexMap,
};
use std::collections::VecDeque;

/// The walk from one vertex of a tree-like graph, and what was found out about the graph on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastExit {
    /// The run profile.
    pub profile: RunProfile,
    /// The class of the whole graph.
    pub class: Class,
    /// The traps of the whole graph, as [`Traps`](rotor_graph::Traps) numbers them.
    pub traps: Vec<Vec<VertexId>>,
}

impl FastExit {
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
/// Its slow twin is [`run_profile`](crate::tree::run_profile). Time O(|V| + |A|) machine operations if all return flows
/// away from `from` fit a word; how often a vertex is entered may grow beyond that, at the cost of big integers there.
/// Memory about 60 bytes per vertex and 4 per arc, and the departures.
pub fn fast_exit_within(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<FastExit, NotFast> {
    let mut watch = SweepProgress::new(tick);
    let mut laid_out = LaidOut::of(graph, rotors, Some(from), 2, &mut watch)?;
    let (run, exits) = match laid_out.run::<u32>(graph, rotors, from, &mut watch) {
        Err(NotFast::TooLarge) => laid_out.run::<u64>(graph, rotors, from, &mut watch)?,
        run => run?,
    };
    watch.end();
    let class = Class::of_forest(graph, |u| exits.as_ref().is_some_and(|exits| exits.is_in_trap(u)));
    let traps = exits.map_or_else(Vec::new, |exits| exits.traps().to_vec());
    Ok(FastExit { profile: run, class, traps })
}

/// The same on a graph whose traps are cut, of which only what `from` reaches is looked at.
pub(crate) fn fast_run_profile(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, NotFast> {
    let (graph, mut watch) = (stopping.graph(), SweepProgress::new(tick));
    watch.expect(3 * graph.vertex_count());
    let root = std::iter::once(from.index());
    let layout = lay_out(graph, rotors, stopping.traps(), root, &mut watch)?;
    let mut scratch = Scratch::default();
    let profile = match from_below::<u32>(&layout, &mut scratch, &mut watch) {
        Err(NotFast::TooLarge) => {
            let found = from_below::<u64>(&layout, &mut scratch, &mut watch)?;
            Run::of(graph, rotors, from, &layout, &found, &mut scratch, &mut watch)?
        }
        found => Run::of(graph, rotors, from, &layout, &found?, &mut scratch, &mut watch)?,
    };
    watch.end();
    Ok(profile)
}

impl LaidOut {
    /// The run from the first root, and the traps if there are any.
    fn run<K: Kept>(
        &mut self,
        graph: &Multigraph,
        rotors: &Configuration,
        from: VertexId,
        watch: &mut SweepProgress<'_>,
    ) -> Result<(RunProfile, Option<Exits>), NotFast> {
        watch.expect(2 * self.layout.len());
        let mut scratch = Scratch::default();
        let found = from_below::<K>(&self.layout, &mut scratch, watch)?;
        let profile = Run::of(graph, rotors, from, &self.layout, &found, &mut scratch, watch)?;
        if found.traps.is_empty() && self.cut.is_empty() {
            return Ok((profile, None));
        }
        // All but the members of traps may stand for themselves: their exits are not asked for.
        let mut halts: Vec<Halt> = self.layout.order.iter().map(|&u| Halt::sink(VertexId::new(u))).collect();
        found.traps.iter().enumerate().for_each(|(number, &top)| halts[top] = Halt::inside(number));
        for at in 0..halts.len() {
            let parent = self.layout.parents[at];
            if parent != NONE && halts[parent as usize].is_inside() {
                halts[at] = halts[parent as usize];
            }
        }
        Ok((profile, Some(self.exits_of(graph, halts.into_iter(), found.traps.len()))))
    }
}

/// A run, filled in from the root down: a vertex is finished before its children.
struct Run<'a> {
    graph: &'a Multigraph,
    rotors: &'a Configuration,
    layout: &'a Layout,
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
    fn of<K: Kept>(
        graph: &'a Multigraph,
        rotors: &'a Configuration,
        from: VertexId,
        layout: &'a Layout,
        found: &FromBelow<K>,
        scratch: &mut Scratch,
        watch: &mut SweepProgress<'_>,
    ) -> Result<RunProfile, NotFast> {
        let departures = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        let starts_first = layout.order.first() == Some(&from.raw());
        let places = if starts_first { layout.piece(0) } else { 0..0 };
        let entered = vec![0; places.len()];
        let mut run = Self { graph, rotors, layout, entered, spilled: VecDeque::new(), departures };
        // The vertex on the way to the exit that comes next, and where the particle is after it.
        let (mut next, mut halt) = (0, from);
        let is_trap = |at: usize| found.traps.binary_search_by(|top| at.cmp(top)).is_ok();
        for at in places {
            watch.pass(at)?;
            if at == next {
                if is_trap(at) {
                    continue;
                }
                let (node, children) = (layout.nodes[at], layout.children_of(at));
                let below = &found.below[children.clone()];
                let flow_of =
                    |arc: u32| if arc == PARENT { INFINITE } else { below[arc as usize - 1].flow.flow() };
                let last = scratch.routine(layout.arcs_of(at), node.note, children.len(), flow_of);
                let (turns, position) = scratch.stop();
                let passed = run.leave(at, turns, position);
                halt = run.head(VertexId::new(layout.order[at]), passed);
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
        self.layout.arcs_of(at).iter().filter(|&&arc| arc == PARENT).count() as u32
    }

    /// The position in its list of arc number `number`, from 1, to the parent of a place.
    fn parent_arc(&self, at: usize, number: u32) -> usize {
        let mut positions = self.layout.arcs_of(at).iter().enumerate().filter(|&(_, &arc)| arc == PARENT);
        let arc = positions.nth(number as usize - 1);
        arc.expect("the particle comes back from a subtree where it does not halt").0
    }

    /// A place is left in this many full turns, and then up to and including the arc in this position of its list.
    /// Returns how many arcs, counted from the rotor, these last ones are.
    #[inline]
    fn leave(&mut self, at: usize, turns: u64, position: usize) -> u32 {
        let first_child = self.layout.nodes[at].first_child();
        let arcs = self.layout.arcs_of(at);
        // Without a turn in full, what comes after the position is not visited.
        let visited = if turns == 0 { arcs.len().min(position + 1) } else { arcs.len() };
        for (index, &arc) in arcs[..visited].iter().enumerate().filter(|&(_, &arc)| arc != PARENT) {
            let entered = &mut self.entered[first_child + arc as usize - 1];
            let more = turns + u64::from(index <= position);
            match entered.checked_add(more) {
                Some(sum) if sum < SPILLED => *entered = sum,
                _ => {
                    self.entered[self.layout.children_of(at)].fill(0);
                    return self.leave_often(at, &turns.into(), position);
                }
            }
        }
        let (u, passed) = self.passed(at, position);
        let degree = self.graph.out_degree(u);
        self.departures[u] = (u128::from(turns) * u128::from(degree) + u128::from(passed)).into();
        passed
    }

    /// [`leave`](Self::leave) with numbers of any size.
    #[cold]
    fn leave_often(&mut self, at: usize, turns: &BigUint, position: usize) -> u32 {
        let children = self.layout.children_of(at);
        let mut counts = vec![[0u32; 2]; children.len()];
        for (index, &arc) in self.layout.arcs_of(at).iter().enumerate().filter(|&(_, &arc)| arc != PARENT) {
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
        self.departures[u] = turns * self.graph.out_degree(u) + passed;
        passed
    }

    /// The vertex in a place, and how many of its arcs stand from its rotor up to and including this position of its
    /// list, which has no loops.
    fn passed(&self, at: usize, position: usize) -> (VertexId, u32) {
        let (u, listed) = (VertexId::new(self.layout.order[at]), position as u32 + 1);
        if !self.layout.nodes[at].has_loops() {
            return (u, listed);
        }
        let degree = self.graph.out_degree(u);
        let mut others = (1..=degree).filter(|&passed| self.head(u, passed) != u);
        (u, others.nth(position).unwrap_or(degree))
    }

    /// The head of arc number `number`, from 1, counted from the rotor of `u`.
    fn head(&self, u: VertexId, number: u32) -> VertexId {
        let heads = self.graph.heads(u);
        let at = self.rotors.position(self.graph, u) as usize + number as usize - 1;
        heads[if at < heads.len() { at } else { at - heads.len() }]
    }
}
