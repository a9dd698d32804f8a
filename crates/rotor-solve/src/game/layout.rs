//! The layout of a game: owned vertices keep all their arcs, rotors those up to the first that ends, and halts are known by
//! the ranks of their worths, so that all thresholds of a game share one layout.

use crate::tree::Pass;
use crate::tree::layout::{self, Lists, Mark, Marked, NoLayout, Step};
use rotor_graph::{Instance, Owner, Player, Stop, Tick, TreeLike, Value, VertexId};
use std::ops::Range;

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
