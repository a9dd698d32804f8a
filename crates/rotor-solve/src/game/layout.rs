//! The layout of a game: owned vertices keep all their arcs, rotors those up to the first that ends, and halts are known by
//! the ranks of their worths, so that all thresholds of a game share one layout.

use super::binary::Threshold;
use super::by_the_paper::VertexView;
use crate::tree::Pass;
use crate::tree::layout::{self, Lists, Mark, Marked, NoLayout, Step};
use rotor_graph::{
    Count, Instance, Owner, Pair, PairEntry, PairTable, Player, SimpleDigraph, Stop, StrategySet, Tick,
    TreeLike, Value, VertexId, VertexMap,
};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// A forest in breadth-first order, and what it is worth to halt.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    forest: layout::Layout<Code, Note>,
    pub(super) endless_value: Value,
    /// What it can be worth to halt anywhere, in ascending order.
    pub(super) worths: Vec<Value>,
    /// Which of these the first piece points at, and which any does.
    first_pointed: Vec<bool>,
    pointed: Vec<bool>,
}

/// What is kept of a vertex.
#[derive(Clone, Copy, Debug)]
struct Note {
    owner: Owner,
    shape: Shape,
}

/// What a list of arcs is like.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shape {
    /// One of its arcs ends.
    pub(super) ends: bool,
    /// One of its arcs leads to the parent.
    pub(super) to_parent: bool,
}

/// A vertex, as the sweeps see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'l> {
    pub(super) arcs: &'l [Code],
    pub(super) first_child: usize,
    pub(super) children: usize,
    pub(super) owner: Owner,
    pub(super) shape: Shape,
}

impl Layout {
    /// Lays out the game of `instance` on `tree`, from its first root on. Time O(|V| + |A|).
    pub(crate) fn of(
        instance: &Instance,
        tree: &TreeLike<'_, '_>,
        endless_value: Value,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let active = tree.stopping().active().as_slice();
        let roots = tree.order().iter().map(|root| root.index());
        Self::new(instance, endless_value, |u| active[u], roots, tick).map_err(|reason| match reason {
            NoLayout::Stopped(reason) => reason,
            // A tree has a layout, unless there are too many vertices to number.
            NoLayout::Cyclic | NoLayout::Large => Stop::Memory,
        })
    }

    /// Lays out what `roots` reach, each on its own if no earlier one reaches it. A particle moves on from `active`
    /// vertices and halts on all others; to halt on one that is not a sink is worth `endless_value`.
    ///
    /// Time O(|V| + |A| + k log k) for k sinks, without recursion.
    pub(super) fn new(
        instance: &Instance,
        endless_value: Value,
        active: impl Fn(usize) -> bool,
        roots: impl Iterator<Item = usize>,
        tick: &mut dyn Tick,
    ) -> Result<Self, NoLayout> {
        let (worths, marks) = halts(instance, endless_value, active);
        let mut owned = Owned { pointed: vec![false; worths.len()], first_pointed: None };
        let (graph, rotors) = (instance.graph(), instance.rotors());
        let forest =
            layout::Layout::of(graph, rotors, marks, roots, &mut owned, Pass::first(graph, 1), tick)?;
        let Owned { pointed, first_pointed } = owned;
        let first_pointed = first_pointed.unwrap_or_else(|| pointed.clone());
        Ok(Self { forest, endless_value, worths, first_pointed, pointed })
    }

    /// What it is worth to halt where the first piece can, in ascending order.
    pub(crate) fn worths_from_first(&self) -> impl Iterator<Item = Value> + '_ {
        self.worths.iter().zip(&self.first_pointed).filter(|&(_, &pointed)| pointed).map(|(&worth, _)| worth)
    }

    /// What it is worth to halt where any piece can, in ascending order.
    pub(crate) fn worths_from_all(&self) -> impl Iterator<Item = Value> + '_ {
        self.worths.iter().zip(&self.pointed).filter(|&(_, &pointed)| pointed).map(|(&worth, _)| worth)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.forest.len()
    }

    /// The places of each piece in turn.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        (0..self.forest.roots.len()).map(|piece| self.forest.piece(piece))
    }

    /// The places of what the first root reaches.
    pub(super) fn reached(&self) -> Range<usize> {
        self.forest.piece(0)
    }

    /// Where a vertex stands, or the rank of its worth if a particle halts on it.
    pub(super) fn marked(&self, u: VertexId) -> Marked {
        self.forest.marks[u.index()].read()
    }

    /// The same for all vertices.
    pub(super) fn all_marked(&self) -> impl Iterator<Item = (VertexId, Marked)> + '_ {
        (0..).map(VertexId::new).zip(self.forest.marks.iter().map(|mark| mark.read()))
    }

    /// The vertex in place `at`.
    pub(super) fn vertex(&self, at: usize) -> VertexId {
        self.forest.vertex(at)
    }

    /// The place of the parent of the vertex in place `at`, which is not a root.
    pub(super) fn parent(&self, at: usize) -> usize {
        self.forest.parent(at) as usize
    }

    /// How many vertices and arcs there are in these places.
    pub(super) fn cost(&self, places: Range<usize>) -> u64 {
        self.forest.cost(places)
    }

    /// The arcs, children and owner of the vertex in place `at`.
    #[inline]
    pub(super) fn place(&self, at: usize) -> Place<'_> {
        let (children, Note { owner, shape }) = (self.forest.children_of(at), self.forest.nodes[at].note);
        let (first_child, children) = (children.start, children.len());
        Place { arcs: self.forest.arcs_of(at), first_child, children, owner, shape }
    }
}

/// The lists of a game: all arcs of owned vertices; those of rotors up to the first that ends, without loops.
struct Owned {
    pointed: Vec<bool>,
    first_pointed: Option<Vec<bool>>,
}

impl Lists for Owned {
    type Arc = Code;
    type Note = Note;

    #[inline]
    fn begin(&self, number: u32) -> Note {
        Note { owner: owner(number), shape: Shape::default() }
    }

    #[inline]
    fn next(&mut self, Note { owner, shape }: &mut Note, _: VertexId, step: Step) -> Option<Code> {
        if let Step::Halts(rank) = step {
            self.pointed[rank as usize] = true;
        }
        if *owner == Owner::Rotor && (shape.ends || step == Step::Loop) {
            return None;
        }
        let code = Code::from(step);
        shape.ends |= code.ends();
        shape.to_parent |= code == Code::PARENT;
        Some(code)
    }

    fn end_of_piece(&mut self) {
        self.first_pointed.get_or_insert_with(|| self.pointed.clone());
    }
}

fn number(owner: Owner) -> u32 {
    match owner {
        Owner::Rotor => 0,
        Owner::Player(Player::Max) => 1,
        Owner::Player(Player::Min) => 2,
    }
}

#[inline]
fn owner(number: u32) -> Owner {
    match number {
        0 => Owner::Rotor,
        1 => Owner::Player(Player::Max),
        _ => Owner::Player(Player::Min),
    }
}

/// What it can be worth to halt, in ascending order, and the mark of every vertex before anything is placed.
fn halts(
    instance: &Instance,
    endless_value: Value,
    active: impl Fn(usize) -> bool,
) -> (Vec<Value>, Vec<Mark>) {
    let graph = instance.graph();
    let worth = |u| if graph.is_sink(u) { instance.value(u) } else { endless_value };
    let halts = graph.vertices().filter(|u| !active(u.index())).map(worth);
    let mut worths: Vec<Value> = halts.chain([endless_value]).collect();
    worths.sort_unstable();
    worths.dedup();
    let marks = graph.vertices().map(|u| match active(u.index()) {
        true => Mark::unseen(number(instance.owner(u))),
        false => Mark::halts(worths.partition_point(|&other| other < worth(u)) as u32),
    });
    let marks = marks.collect();
    (worths, marks)
}

const ENDS: u32 = 1 << 31;
const SECOND: u32 = 1 << 30;

/// Where an arc leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Code(u32);

impl From<Step> for Code {
    #[inline]
    fn from(step: Step) -> Self {
        match step {
            Step::Parent => Self::PARENT,
            Step::Child(number) => Self(number),
            Step::Loop => Self::LOOP,
            Step::Halts(rank) => Self(ENDS | rank),
            Step::Leaves(place) => Self(ENDS | SECOND | place),
        }
    }
}

impl Code {
    /// To the child of this number, counted from 0.
    pub(super) fn child(number: u32) -> Self {
        Self(number + 1)
    }

    /// To the parent.
    pub(super) const PARENT: Self = Self(0);
    /// Back to its tail.
    pub(super) const LOOP: Self = Self(SECOND);

    /// Whether a particle never comes back along it.
    #[inline]
    pub(super) fn ends(self) -> bool {
        self.0 & ENDS != 0
    }

    /// Whether it leads to the parent or to a child.
    #[inline]
    pub(super) fn is_neighbour(self) -> bool {
        self.0 < SECOND
    }

    /// 0 for the parent, the number of a child; no meaning for other arcs.
    #[inline]
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }

    /// For an arc that ends: whether Max wins there, if that takes this rank and if the places of earlier pieces are
    /// won or not.
    #[inline]
    pub(super) fn wins(self, least_rank: u32, won: &[bool]) -> bool {
        let rest = self.0 & !(ENDS | SECOND);
        if self.0 & SECOND == 0 { rest >= least_rank } else { won[rest as usize] }
    }
}

// Game trees: a game on a tree-like graph, laid out for sweeps away from the start and back.

/// A game and the trees it is played on. A start stands on the root of the first tree, if the tree was rooted there.
#[derive(Clone, Debug)]
pub struct GameTree<'t, 's, 'g> {
    instance: &'t Instance,
    tree: &'t TreeLike<'s, 'g>,
    endless_value: Value,
    /// For the sweeps, and for what works without a layout: each is made when it is first asked for.
    layout: OnceLock<Layout>,
    arcs: OnceLock<Arcs>,
}

/// The arcs of Ĝ along the trees.
#[derive(Clone, Debug)]
struct Arcs {
    simple: SimpleDigraph,
    /// For each vertex the arc of Ĝ from its parent to it, and from it to its parent.
    from_parent: VertexMap<Option<usize>>,
    to_parent: VertexMap<Option<usize>>,
    /// What the first root reaches, each vertex after its parent.
    reached: Vec<VertexId>,
}

impl<'t, 's, 'g> GameTree<'t, 's, 'g> {
    /// The game of `instance` on `tree`, which is made of its graph; a play that never exits is worth `endless_value`.
    ///
    /// It is laid out when it is first solved, in time and memory O(|V| + |A|).
    pub fn new(instance: &'t Instance, tree: &'t TreeLike<'s, 'g>, endless_value: Value) -> Self {
        Self { instance, tree, endless_value, layout: OnceLock::new(), arcs: OnceLock::new() }
    }

    /// The layout for the sweeps.
    pub(crate) fn layout(&self, tick: &mut dyn Tick) -> Result<&Layout, Stop> {
        if let Some(layout) = self.layout.get() {
            return Ok(layout);
        }
        let layout = Layout::of(self.instance, self.tree, self.endless_value, tick)?;
        Ok(self.layout.get_or_init(|| layout))
    }

    fn arcs(&self) -> &Arcs {
        self.arcs.get_or_init(|| Arcs::of(self.tree))
    }

    /// The game.
    pub fn instance(&self) -> &'t Instance {
        self.instance
    }

    /// The trees.
    pub fn tree(&self) -> &'t TreeLike<'s, 'g> {
        self.tree
    }

    /// The value of a play that never exits.
    pub(crate) fn endless_value(&self) -> Value {
        self.endless_value
    }

    /// What the first root reaches, each vertex after its parent.
    pub(crate) fn reached(&self) -> &[VertexId] {
        &self.arcs().reached
    }

    /// Ĝ.
    pub(crate) fn simple(&self) -> &SimpleDigraph {
        &self.arcs().simple
    }

    /// The arc of Ĝ from the parent of `v` to it.
    pub(crate) fn arc_from_parent(&self, v: VertexId) -> Option<usize> {
        self.arcs().from_parent[v]
    }

    /// The arc of Ĝ from `v` to its parent.
    pub(crate) fn arc_to_parent(&self, v: VertexId) -> Option<usize> {
        self.arcs().to_parent[v]
    }

    /// The number of its parent among the heads of `v`, if it is one.
    pub(crate) fn back(&self, v: VertexId) -> Option<usize> {
        self.arc_to_parent(v).map(|arc| arc - self.simple().row(v).start)
    }

    /// The vertex `v` as its owner sees it.
    pub(crate) fn vertex_view(&self, v: VertexId) -> VertexView<'_> {
        let rotor = self.instance.rotors().rotor(v);
        VertexView { graph: self.tree.stopping().graph(), simple: self.simple(), vertex: v, rotor }
    }

    /// What it is worth to halt on a vertex that is not active.
    pub(crate) fn worth(&self, halt: VertexId) -> Value {
        let exit = self.tree.stopping().exit_at(halt);
        exit.map_or(self.endless_value, |exit| self.instance.worth(exit, self.endless_value))
    }

    /// A pair for every arc of Ĝ: right for those that lead to where the particle halts, and for loops, which always
    /// come back; the others wait to be computed.
    pub(crate) fn leaf_pairs(&self, threshold: Threshold) -> Vec<Pair> {
        let endless = Pair { wins: threshold.wins(self.endless_value), flow: Count::Infinite };
        let mut pairs = vec![endless; self.simple().arc_count()];
        for &u in self.tree.order() {
            for (at, &v) in self.simple().row(u).zip(self.simple().heads(u)) {
                if !self.tree.stopping().is_active(v) {
                    pairs[at] = Pair { wins: threshold.wins(self.worth(v)), flow: Count::one() };
                }
            }
        }
        pairs
    }

    /// The distinct values that a play from the first root can have, from the least to the greatest: those of the sinks
    /// it reaches, and the endless value if it reaches a trap or the players can play without end.
    pub fn values_from_first(&self, set: StrategySet, tick: &mut dyn Tick) -> Result<Vec<Value>, Stop> {
        Ok(self.with_endless(self.layout(tick)?.worths_from_first().collect(), set))
    }

    /// The same for a play from anywhere.
    pub(crate) fn values_from_all(&self, set: StrategySet, tick: &mut dyn Tick) -> Result<Vec<Value>, Stop> {
        Ok(self.with_endless(self.layout(tick)?.worths_from_all().collect(), set))
    }

    fn with_endless(&self, mut values: BTreeSet<Value>, set: StrategySet) -> Vec<Value> {
        if set == StrategySet::Free {
            values.insert(self.endless_value);
        }
        values.into_iter().collect()
    }

    /// The pairs of all arcs that lead away from the first root, by head.
    pub(crate) fn table(&self, pairs: &[Pair]) -> PairTable {
        let mut entries = Vec::new();
        for &from in self.reached() {
            for (at, &to) in self.simple().row(from).zip(self.simple().heads(from)) {
                if to != from && self.tree.parent(from) != Some(to) {
                    entries.push(PairEntry { from, to, pair: pairs[at].clone() });
                }
            }
        }
        entries.sort_by_key(|entry| (entry.to, entry.from));
        PairTable(entries)
    }
}

impl Arcs {
    /// Time and memory O(|V| + |A|).
    fn of(tree: &TreeLike<'_, '_>) -> Self {
        let stopping = tree.stopping();
        let simple = SimpleDigraph::of(stopping.graph());
        let mut from_parent = VertexMap::filled(stopping.graph().vertex_count(), None);
        let mut to_parent = from_parent.clone();
        for &u in tree.order() {
            for (at, &v) in simple.row(u).zip(simple.heads(u)) {
                if !stopping.is_active(v) || v == u {
                    continue;
                }
                if tree.parent(u) == Some(v) {
                    to_parent[u] = Some(at);
                } else {
                    from_parent[v] = Some(at);
                }
            }
        }
        let mut seen = VertexMap::filled(stopping.graph().vertex_count(), false);
        let mut reached = Vec::new();
        for (at, &u) in tree.order().iter().enumerate() {
            let parent_seen = tree.parent(u).is_some_and(|parent| seen[parent]);
            if at == 0 || (parent_seen && from_parent[u].is_some()) {
                seen[u] = true;
                reached.push(u);
            }
        }
        Self { simple, from_parent, to_parent, reached }
    }
}
