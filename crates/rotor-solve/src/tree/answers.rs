//! What the sweeps answer of a whole tree: exits alone, all return flows with exits, and the destination forest.
//!
//! Every question climbs the same ladder of numbers: 32 bits, 64, and then intervals where exits are all that is wanted, or
//! integers of any size. Few trees leave the first rung. A rung that fails has cost one sweep at most, and the next costs
//! more than that in memory alone.

use super::ascending::ascending_exits;
use super::filter::{Fallbacks, filter};
use super::layout::{Halt, NONE, NoLayout, RotorLayout, lay_out};
use super::number::{Number, full_turns};
use super::routine::Scratch;
use super::sweep::{Below, FromAbove, Pass, TICK_EVERY, Unswept, descend, from_above, from_below};
use crate::push::{DestinationForest, TurnedToForest};
use num_bigint::BigUint;
use rotor_graph::{
    ArcId, Configuration, Count, Exit, Flow, FlowsClaim, Multigraph, Natural, ReturnFlows, Stop, Tick, Traps,
    TreeLike, VertexId, VertexMap, prefetch,
};

/// Why the sweeps have no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Declined {
    /// The graph is not tree-like, even when its traps are cut.
    #[error("the undirected graph has a cycle")]
    NotTreeLike,
    /// There are 2²⁹ vertices or more; or, if [`flows`] themselves are wanted, one of them is beyond 2⁶².
    #[error("there are 2²⁹ vertices or more, or a return flow that is asked for is beyond 2⁶²")]
    TooLarge,
    /// They were stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// What was found, unless the graph was declined: then other solvers are asked.
pub fn unless_declined<T>(found: Result<T, Declined>) -> Result<Option<T>, Stop> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Declined::Stopped(reason)) => Err(reason),
        Err(Declined::NotTreeLike | Declined::TooLarge) => Ok(None),
    }
}

impl From<NoLayout> for Declined {
    fn from(reason: NoLayout) -> Self {
        match reason {
            NoLayout::Cyclic => Self::NotTreeLike,
            NoLayout::Large => Self::TooLarge,
            NoLayout::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

impl From<Unswept> for Declined {
    fn from(reason: Unswept) -> Self {
        match reason {
            Unswept::TooLarge => Self::TooLarge,
            Unswept::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// The exit of every vertex of a tree-like graph; whether it is one is found out on the way.
///
/// Its reference implementation is [`complete_destination`](super::complete_destination). Time O(|V| + |A|) machine
/// operations [ACD22, `CDA`], if flows fit into machine words; memory 16 bytes per vertex if its labels ascend, that is, if
/// no vertex has two neighbours of smaller numbers, else about 44 and 4 per arc, more if flows need 64 bits. Beyond that as
/// [`filtered_exits`].
pub fn exits(graph: &Multigraph, rotors: &Configuration, tick: &mut dyn Tick) -> Result<Exits, Declined> {
    if let Some(exits) = ascending_exits(graph, rotors, Pass::first(graph, 2), tick)? {
        Pass::first(graph, 2).end(tick);
        return Ok(exits);
    }
    let mut forest = Forest::of(graph, rotors, None, 2, tick)?;
    let wide = match forest.exits::<u32>(graph, tick) {
        Err(Declined::TooLarge) => forest.exits::<u64>(graph, tick),
        found => found,
    };
    let found = match wide {
        Err(Declined::TooLarge) => Ok(forest.filter::<INTERVAL_BITS>(graph, tick)?.0),
        found => found,
    };
    forest.pass.end(tick);
    found
}

/// How many bits of a flow an interval keeps.
const INTERVAL_BITS: u32 = 62;

/// The exit of every vertex of a tree-like graph with flows of any size: by intervals of this many bits, 2 to 62, and by
/// exact integers where they overlap. The fewer bits, the more often they do.
///
/// Time O(|V| + |A|) machine operations, and for each chain of vertices on which intervals overlap one stream of exact
/// integers down and one up, of O(k) integers of O(k) bits if they pass k vertices; memory about 110 bytes per vertex and
/// 4 per arc, and of all exact integers only those that streams have reached.
pub fn filtered_exits<const BITS: u32>(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<(Exits, Fallbacks), Declined> {
    const { assert!(2 <= BITS && BITS <= INTERVAL_BITS) };
    Ok(Forest::of(graph, rotors, None, 2, tick)?.filter::<BITS>(graph, tick)?)
}

/// The exits of all vertices and all return flows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flows {
    /// The exit of every vertex, and the traps.
    pub exits: Exits,
    /// r(u, v) for every arc (u, v) of Ĝ, the heads of a vertex in the order in which its rotor order first names them, as
    /// in [`SimpleDigraph`](rotor_graph::SimpleDigraph). In a trap every flow is infinite.
    pub flows: ReturnFlows,
}

impl Flows {
    /// "These are the exits of all vertices", with the flows that prove it.
    pub fn into_claim(self) -> FlowsClaim {
        FlowsClaim { traps: self.exits.traps().to_vec(), exits: self.exits.pattern(), flows: self.flows }
    }
}

/// The exit of every vertex and the whole table of return flows, if all flows are below 2⁶².
///
/// Its reference implementation is [`complete_destination`](super::complete_destination). Time O(|V| + |A|) machine
/// operations [ACD22, `CDA`]; memory about 60 bytes per vertex and 16 per arc, more if flows need 64 bits.
pub fn flows(graph: &Multigraph, rotors: &Configuration, tick: &mut dyn Tick) -> Result<Flows, Declined> {
    let mut forest = Forest::of(graph, rotors, None, 3, tick)?;
    let found = match forest.flows::<u32>(graph, tick) {
        Err(Declined::TooLarge) => forest.flows::<u64>(graph, tick),
        found => found,
    };
    forest.pass.end(tick);
    found
}

/// [`flows`] of any size.
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for all flows, O(|A|²) bits at worst, see
/// [`large_flow_bytes`](super::large_flow_bytes).
pub fn large_flows(
    tree: &TreeLike<'_, '_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<Flows, Stop> {
    let graph = tree.stopping().graph();
    let arcs: u64 = tree.order().iter().map(|&u| u64::from(graph.out_degree(u))).sum();
    // Two sweeps over them.
    tick.tick(2 * arcs)?;
    let found = Forest::of(graph, rotors, None, 3, tick).and_then(|mut forest| {
        let found = forest.flows::<Count>(graph, tick)?;
        forest.pass.end(tick);
        Ok(found)
    });
    match found {
        Ok(found) => Ok(found),
        Err(Declined::Stopped(reason)) => Err(reason),
        // A tree has a layout, and integers of any size hold its flows, unless there are too many vertices to number.
        Err(Declined::NotTreeLike | Declined::TooLarge) => Err(Stop::Memory),
    }
}

/// A graph whose vertices are in order.
pub(super) struct Forest {
    pub(super) layout: RotorLayout,
    /// Traps that had to be cut first; all others are found by the sweep from the leaves.
    pub(super) cut: Traps,
    /// The last sweep that was begun, and how many were to follow the layout.
    pub(super) pass: Pass,
    sweeps: u64,
}

impl Forest {
    /// Lays out the whole graph, from `first` on if there is one. Only a cycle makes it look for traps: it may run
    /// through one. This many sweeps are to follow.
    pub(super) fn of(
        graph: &Multigraph,
        rotors: &Configuration,
        first: Option<VertexId>,
        sweeps: u64,
        tick: &mut dyn Tick,
    ) -> Result<Self, Declined> {
        let roots = || first.map(VertexId::index).into_iter().chain(0..graph.vertex_count());
        let mut pass = Pass::first(graph, 1 + sweeps);
        let mut cut = Traps::default();
        let mut layout = lay_out(graph, rotors, &cut, roots(), pass, tick);
        if layout.as_ref().is_err_and(|reason| *reason == NoLayout::Cyclic) {
            cut = Traps::of(graph);
            if cut.is_empty() {
                return Err(Declined::NotTreeLike);
            }
            pass = pass.then(1 + sweeps);
            layout = lay_out(graph, rotors, &cut, roots(), pass, tick);
        }
        Ok(Self { layout: layout?, cut, pass, sweeps })
    }

    /// The first of the sweeps in another number.
    pub(super) fn begin(&mut self) -> Pass {
        self.pass = self.pass.then(self.sweeps);
        self.pass
    }

    /// The next of them.
    pub(super) fn next(&mut self) -> Pass {
        self.pass = self.pass.next();
        self.pass
    }

    fn exits<N: Number>(&mut self, graph: &Multigraph, tick: &mut dyn Tick) -> Result<Exits, Declined> {
        let mut scratch = Scratch::default();
        let pass = self.begin();
        let mut found = from_below::<N>(&self.layout, &mut scratch, pass, tick)?;
        let pass = self.next();
        descend(&self.layout, &mut found, &mut scratch, pass, tick)?;
        Ok(self.exits_of(graph, found.below.iter().map(|below| below.end), found.traps.len()))
    }

    pub(super) fn exits_of(
        &mut self,
        graph: &Multigraph,
        halts: impl Iterator<Item = Halt>,
        traps: usize,
    ) -> Exits {
        Exits::new(graph, &mut self.layout, halts, &self.cut).with_traps(self.cut.len() + traps)
    }

    fn filter<const BITS: u32>(
        &mut self,
        graph: &Multigraph,
        tick: &mut dyn Tick,
    ) -> Result<(Exits, Fallbacks), Stop> {
        let pass = self.begin();
        let (halts, traps, fallbacks) = filter::<BITS>(&self.layout, pass, tick)?;
        self.next();
        Ok((self.exits_of(graph, halts.into_iter(), traps), fallbacks))
    }

    fn flows<N: Number>(&mut self, graph: &Multigraph, tick: &mut dyn Tick) -> Result<Flows, Declined> {
        let mut scratch = Scratch::default();
        let pass = self.begin();
        let found = from_below::<N>(&self.layout, &mut scratch, pass, tick)?;
        let pass = self.next();
        let FromAbove { halts, above } = from_above(&self.layout, &found, &mut scratch, pass, tick)?;
        let pass = self.next();
        let exits = self.exits_of(graph, halts.into_iter(), found.traps.len());
        // This was the last sweep over the layout.
        let layout = std::mem::take(&mut self.layout);
        let known = VertexFlows::of_all(graph.vertex_count(), layout, found.below, above);
        let flows = table(graph, &exits, &known, pass, tick)?;
        Ok(Flows { exits, flows })
    }
}

/// The exit of every vertex, and the traps, numbered as [`Traps`] numbers them: by their first vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exits {
    halts: Vec<Halt>,
    traps: Vec<Vec<VertexId>>,
}

impl Exits {
    /// Puts what was found place by place into the order of the file, in the memory that held the places.
    pub(super) fn new(
        graph: &Multigraph,
        layout: &mut RotorLayout,
        found: impl Iterator<Item = Halt>,
        cut: &Traps,
    ) -> Self {
        let place = std::mem::take(&mut layout.marks).into_iter();
        let mut halts: Vec<Halt> = place.zip(graph.vertices()).map(|(_, u)| Halt::sink(u)).collect();
        for (u, halt) in layout.vertices().zip(found) {
            halts[u.index()] = halt;
        }
        for (number, trap) in cut.members().iter().enumerate() {
            trap.iter().for_each(|u| halts[u.index()] = Halt::inside(number));
        }
        Self { halts, traps: Vec::new() }
    }

    /// Exits in the order of the file.
    pub(super) fn in_order(halts: Vec<Halt>) -> Self {
        Self { halts, traps: Vec::new() }
    }

    /// Numbers this many traps, found in any order, by their first vertices.
    pub(super) fn with_traps(mut self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        const UNNUMBERED: u32 = u32::MAX;
        let mut numbers = vec![UNNUMBERED; count];
        let inside = |halt: &Halt| halt.as_trap().filter(|_| halt.is_inside());
        for (u, halt) in (0..).map(VertexId::new).zip(&self.halts) {
            let Some(trap) = inside(halt) else { continue };
            if numbers[trap] == UNNUMBERED {
                numbers[trap] = self.traps.len() as u32;
                self.traps.push(Vec::new());
            }
            self.traps[numbers[trap] as usize].push(u);
        }
        for halt in &mut self.halts {
            if let Some(trap) = halt.as_trap() {
                *halt = halt.renumbered(numbers[trap]);
            }
        }
        self
    }

    /// The exit of a particle on `u`.
    #[inline]
    pub fn of(&self, u: VertexId) -> Exit {
        self.halts[u.index()].exit()
    }

    /// The exit of every vertex.
    pub fn pattern(&self) -> VertexMap<Exit> {
        VertexMap::from_vec(self.halts.iter().map(|halt| halt.exit()).collect())
    }

    /// The vertices of each trap, in order.
    pub fn traps(&self) -> &[Vec<VertexId>] {
        &self.traps
    }

    /// Whether `u` lies in a trap.
    #[inline]
    pub fn is_in_trap(&self, u: VertexId) -> bool {
        self.halts[u.index()].is_inside()
    }
}

/// What the row of a vertex, and those of its neighbours, are made of.
#[derive(Clone)]
struct VertexFlows<N> {
    parent: u32,
    /// r(p, u) and r(u, p) for the parent p.
    below: N,
    above: N,
}

impl<N: Number> VertexFlows<N> {
    /// What is known of this many vertices, in the order of the file.
    fn of_all(vertices: usize, layout: RotorLayout, below: Vec<Below<N>>, above: Vec<N>) -> Vec<Self> {
        let mut all = vec![Self { parent: NONE, below: N::INFINITE, above: N::INFINITE }; vertices];
        for (at, (below, above)) in below.into_iter().zip(above).enumerate() {
            let parent = layout.parent(at);
            let parent = if parent == NONE { NONE } else { layout.vertex(parent as usize).raw() };
            all[layout.vertex(at).index()] = Self { parent, below: below.flow, above };
        }
        all
    }
}

/// The table of all flows. Memory is highest while it grows.
fn table<N: Number>(
    graph: &Multigraph,
    exits: &Exits,
    known: &[VertexFlows<N>],
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<ReturnFlows, Stop> {
    /// How many arcs ahead to prefetch.
    const AHEAD: usize = 24;
    /// Rows of more arcs than this look up which heads they have listed.
    const SHORT: usize = 16;
    let all_heads = graph.all_heads();
    let mut row_starts = Vec::with_capacity(graph.vertex_count() + 1);
    let mut heads: Vec<VertexId> = Vec::with_capacity(all_heads.len());
    let mut codes: Vec<u64> = Vec::with_capacity(all_heads.len());
    let mut spilled: Vec<Natural> = Vec::new();
    row_starts.push(0);
    let mut listed_by = Vec::new();
    for u in graph.vertices() {
        pass.reach(u.index(), TICK_EVERY, tick)?;
        let row = heads.len();
        let arcs = graph.arc_range(u);
        if arcs.len() > SHORT && listed_by.is_empty() {
            listed_by = vec![NONE; graph.vertex_count()];
        }
        for arc in arcs.start as usize..arcs.end as usize {
            if let Some(ahead) = all_heads.get(arc + AHEAD) {
                prefetch(known, ahead.index());
            }
            let v = all_heads[arc];
            let is_listed = if arcs.len() > SHORT {
                std::mem::replace(&mut listed_by[v.index()], u.raw()) == u.raw()
            } else {
                heads[row..].contains(&v)
            };
            if !is_listed {
                heads.push(v);
                codes.push(flow_code(u, v, known, exits, &mut spilled));
            }
        }
        row_starts.push(heads.len() as u32);
    }
    let table = ReturnFlows::from_columns(row_starts, heads, codes, spilled);
    Ok(table.expect("there is one code for every head, of a number or of its place in the list"))
}

/// The code of r(u, v) for a head v of u.
#[inline]
fn flow_code<N: Number>(
    u: VertexId,
    v: VertexId,
    known: &[VertexFlows<N>],
    exits: &Exits,
    spilled: &mut Vec<Natural>,
) -> u64 {
    if v == u || exits.is_in_trap(u) {
        ReturnFlows::INFINITE
    } else if known[u.index()].parent == v.raw() {
        known[u.index()].above.code(spilled)
    } else if known[v.index()].parent == u.raw() {
        known[v.index()].below.code(spilled)
    } else {
        // A sink, a trap, or a vertex without an arc against this one.
        1
    }
}

/// D(ρ) of a tree-like graph and the turns that lead to it, from all its return flows.
///
/// Its reference implementation is [`complete_destination`](super::complete_destination). Time O(|A|) operations on
/// integers of the size of the flows.
pub fn forest(graph: &Multigraph, rotors: &Configuration, Flows { exits, flows }: &Flows) -> TurnedToForest {
    let mut heads = Heads::default();
    let mut departures = VertexMap::filled(graph.vertex_count(), ArcId::NONE);
    let mut turns = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
    for u in graph.vertices().filter(|&u| !graph.is_sink(u) && !exits.is_in_trap(u)) {
        if let Some((arc, turned)) = heads.last_departure(graph, rotors, flows, u) {
            (departures[u], turns[u]) = (arc, turned);
        }
    }
    TurnedToForest { forest: DestinationForest::new(departures), turns }
}

/// The heads of a vertex.
#[derive(Default)]
struct Heads {
    counters: Vec<Counter>,
    /// The number of each vertex among the heads of the last long row that named it.
    number: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Counter {
    /// How many arcs lead there.
    multiplicity: u32,
    /// How many of them are passed after the full turns.
    passed: u32,
    /// How many visits after the full turns make it the last one; 0 if it outlasts one more turn.
    left: u32,
}

/// In rows of more heads than this, heads are looked up and not searched for.
const FEW: usize = 16;

impl Heads {
    /// The routine in full at `u`, which is active: the last departure, and how often the rotor is turned before it.
    fn last_departure(
        &mut self,
        graph: &Multigraph,
        rotors: &Configuration,
        flows: &ReturnFlows,
        u: VertexId,
    ) -> Option<(ArcId, BigUint)> {
        let row = flows.range(u);
        let (listed, codes) = (&flows.heads()[row.clone()], &flows.codes()[row]);
        self.counters.clear();
        self.counters.resize(listed.len(), Counter::default());
        if listed.len() > FEW {
            self.number.resize(graph.vertex_count(), 0);
            listed.iter().zip(0..).for_each(|(v, number)| self.number[v.index()] = number);
        }
        let number = &self.number;
        let number_of = |v: VertexId| match listed.len() > FEW {
            true => number[v.index()] as usize,
            false => listed.iter().position(|&head| head == v).expect("a table lists every head"),
        };
        for &v in graph.heads(u) {
            self.counters[number_of(v)].multiplicity += 1;
        }
        let mut least: Option<Natural> = None;
        // What is left of heads before this one was left after more turns.
        let mut first = 0;
        for (at, (counter, &code)) in self.counters.iter_mut().zip(codes).enumerate() {
            let (turns, left) = match flows.flow(code) {
                Flow::Infinite => continue,
                Flow::Small(flow) => {
                    let (turns, left) = full_turns(flow, counter.multiplicity);
                    (turns.into(), left)
                }
                Flow::Large(flow) => full_turns(flow, counter.multiplicity),
            };
            if least.as_ref().is_none_or(|least| turns < *least) {
                (least, first) = (Some(turns), at);
                counter.left = left;
            } else if least.as_ref() == Some(&turns) {
                counter.left = left;
            }
        }
        let least = least?;
        let mut passed = 0u64;
        let mut arc = rotors.rotor(u);
        loop {
            let at = number_of(graph.head(arc));
            let counter = &mut self.counters[at];
            counter.passed += 1;
            if at >= first && counter.left == counter.passed {
                return Some((arc, BigUint::from(least) * graph.out_degree(u) + passed));
            }
            passed += 1;
            arc = graph.next_arc(u, arc);
        }
    }
}
