//! The layout of a game: vertices in breadth-first order, arcs as small numbers.

use super::code::{Code, Known, MOST_VERTICES, Sort};
use super::pieces::{Crossing, Crossings};
use rotor_graph::{Instance, Multigraph, Owner, TreeLike, Value, prefetch};
use std::ops::Range;

/// A forest in breadth-first order, and what it is worth to halt. A piece is what a root reaches that earlier roots do
/// not: the arcs between pieces lead to earlier ones and do not come back.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The vertex in each place.
    pub(super) order: Vec<u32>,
    /// One more than there are places.
    nodes: Vec<Node>,
    /// From each rotor on: all arcs of an owned vertex; those of a rotor up to the first that ends, without loops.
    arcs: Vec<Code>,
    /// Where each piece starts, and where the last one ends.
    pub(super) pieces: Vec<u32>,
    /// The place of every vertex in it, and the worth of those on which a particle halts.
    pub(super) known: Vec<Known>,
    pub(super) endless_value: Value,
    /// What it can be worth to halt anywhere, in ascending order.
    pub(super) worths: Vec<Value>,
    /// Which of these the first piece points at, and which any does.
    first_pointed: Vec<bool>,
    pointed: Vec<bool>,
}

/// A vertex in its place.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    /// The children of a vertex are consecutive.
    first_child: u32,
    first_arc: u32,
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

/// Why there is no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLayout {
    /// The graph is not tree-like.
    Cyclic,
    /// There are too many vertices to number.
    Large,
}

/// How far ahead memory is asked for: the row of a vertex first, then its heads, then what is known of them.
const AHEAD: [usize; 3] = [24, 16, 8];

impl Layout {
    /// Lays out the game of `instance` on `tree`, from its first root on; none if it is too large. Time O(|V| + |A|).
    pub(crate) fn of(instance: &Instance, tree: &TreeLike<'_, '_>, endless_value: Value) -> Option<Self> {
        let active = tree.stopping().active().as_slice();
        let roots = tree.order().iter().map(|root| root.index());
        Self::new(instance, endless_value, |u| active[u], roots).ok()
    }

    /// Lays out what `roots` reach, each on its own if no earlier one reaches it. A particle moves on from `active`
    /// vertices and halts on all others; to halt on one that is no sink is worth `endless_value`.
    ///
    /// Time O(|V| + |A| + k log k) for k sinks, without recursion.
    pub(super) fn new(
        instance: &Instance,
        endless_value: Value,
        active: impl Fn(usize) -> bool,
        roots: impl Iterator<Item = usize>,
    ) -> Result<Self, NoLayout> {
        let graph = instance.graph();
        if graph.vertex_count() >= MOST_VERTICES {
            return Err(NoLayout::Large);
        }
        let (worths, known) = halts(instance, endless_value, active);
        let pointed = vec![false; worths.len()];
        let mut layout = Self {
            order: Vec::with_capacity(known.len()),
            nodes: Vec::with_capacity(known.len() + 1),
            arcs: Vec::with_capacity(graph.arc_count()),
            pieces: Vec::new(),
            known,
            endless_value,
            worths,
            first_pointed: pointed.clone(),
            pointed,
        };
        let mut crossings = Crossings::default();
        for root in roots {
            let Sort::Unseen(owner) = layout.known[root].sort() else { continue };
            let piece = layout.pieces.len();
            layout.pieces.push(layout.order.len() as u32);
            let mut at = layout.order.len();
            layout.find(root as u32, owner, NONE);
            while at < layout.order.len() {
                layout.ask_ahead(at, graph, instance.rotors().as_slice());
                layout.read_row(at, piece, instance, &mut crossings)?;
                at += 1;
            }
            if piece == 0 {
                layout.first_pointed.clone_from(&layout.pointed);
            }
        }
        layout.pieces.push(layout.order.len() as u32);
        let end = Node { first_arc: layout.arcs.len() as u32, ..Node::unread(NONE, Owner::Rotor) };
        layout.nodes.push(Node { first_child: layout.order.len() as u32, ..end });
        let starts = &layout.pieces[..layout.pieces.len() - 1];
        if crossings.close_a_cycle(starts) { Err(NoLayout::Cyclic) } else { Ok(layout) }
    }

    /// Gives a vertex the next place.
    #[inline]
    fn find(&mut self, v: u32, owner: Owner, parent: u32) {
        self.known[v as usize] = Known::placed(self.order.len());
        self.order.push(v);
        self.nodes.push(Node::unread(parent, owner));
    }

    /// Reads the arcs of the vertex in place `at`: neighbours are looked for in the whole row.
    #[inline]
    fn read_row(
        &mut self,
        at: usize,
        piece: usize,
        instance: &Instance,
        crossings: &mut Crossings,
    ) -> Result<(), NoLayout> {
        let (graph, u) = (instance.graph(), self.order[at]);
        let row = graph.row_starts()[u as usize] as usize..graph.row_starts()[u as usize + 1] as usize;
        let rotor = instance.rotors().as_slice()[u as usize].index();
        let piece_start = self.pieces[piece];
        let Node { parent, owner, .. } = self.nodes[at];
        let (first_child, first_arc) = (self.order.len() as u32, self.arcs.len() as u32);
        let mut shape = Shape::default();
        let heads = graph.all_heads();
        for &v in heads[rotor..row.end].iter().chain(&heads[row.start..rotor]) {
            let matters = owner != Owner::Rotor || !shape.ends;
            let code = match self.known[v.index()].sort() {
                Sort::Halts(rank) => {
                    self.pointed[rank as usize] = true;
                    Code::halts(rank)
                }
                Sort::Unseen(owner) => {
                    self.find(v.raw(), owner, at as u32);
                    Code::child(self.order.len() as u32 - first_child)
                }
                Sort::Placed(place) if place >= first_child => Code::child(place - first_child + 1),
                Sort::Placed(place) if place == at as u32 => Code::LOOP,
                Sort::Placed(place) if place == parent => {
                    shape.to_parent |= matters;
                    Code::PARENT
                }
                Sort::Placed(place) if place < piece_start => {
                    crossings.note(Crossing { piece, tail: u, head: place });
                    Code::leaves(place)
                }
                Sort::Placed(_) => return Err(NoLayout::Cyclic),
            };
            if matters && (owner != Owner::Rotor || code != Code::LOOP) {
                self.arcs.push(code);
                shape.ends |= code.ends();
            }
        }
        self.nodes[at] = Node { parent, first_child, first_arc, owner, shape };
        Ok(())
    }

    #[inline]
    fn ask_ahead(&self, at: usize, graph: &Multigraph, rotors: &[rotor_graph::ArcId]) {
        let (starts, heads) = (graph.row_starts(), graph.all_heads());
        if let Some(&u) = self.order.get(at + AHEAD[0]) {
            prefetch(starts, u as usize);
            prefetch(rotors, u as usize);
        }
        if let Some(&u) = self.order.get(at + AHEAD[1]) {
            prefetch(heads, starts[u as usize] as usize);
        }
        if let Some(&u) = self.order.get(at + AHEAD[2]) {
            let (start, end) = (starts[u as usize] as usize, starts[u as usize + 1] as usize);
            for v in &heads[start..end.min(start + 4)] {
                prefetch(&self.known, v.index());
            }
        }
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
        self.order.len()
    }

    /// The places of piece number `piece`.
    pub(super) fn piece(&self, piece: usize) -> Range<usize> {
        self.pieces[piece] as usize..self.pieces[piece + 1] as usize
    }

    /// The place of the parent of the vertex in place `at`, which is no root.
    pub(super) fn parent(&self, at: usize) -> usize {
        self.nodes[at].parent as usize
    }

    /// How many vertices and arcs there are in these places.
    pub(super) fn cost(&self, places: Range<usize>) -> u64 {
        let arcs = self.nodes[places.end].first_arc - self.nodes[places.start].first_arc;
        places.len() as u64 + u64::from(arcs)
    }

    /// The vertex in place `at`.
    #[inline]
    pub(super) fn place(&self, at: usize) -> Place<'_> {
        let (node, next) = (&self.nodes[at], &self.nodes[at + 1]);
        Place {
            arcs: &self.arcs[node.first_arc as usize..next.first_arc as usize],
            first_child: node.first_child as usize,
            children: (next.first_child - node.first_child) as usize,
            owner: node.owner,
            shape: node.shape,
        }
    }
}

/// No place.
const NONE: u32 = u32::MAX;

impl Node {
    fn unread(parent: u32, owner: Owner) -> Self {
        Self { parent, first_child: 0, first_arc: 0, owner, shape: Shape::default() }
    }
}

/// What it can be worth to halt, in ascending order, and what is known of every vertex before anything is placed.
fn halts(
    instance: &Instance,
    endless_value: Value,
    active: impl Fn(usize) -> bool,
) -> (Vec<Value>, Vec<Known>) {
    let graph = instance.graph();
    let worth = |u| if graph.is_sink(u) { instance.value(u) } else { endless_value };
    let halts = graph.vertices().filter(|u| !active(u.index())).map(worth);
    let mut worths: Vec<Value> = halts.chain([endless_value]).collect();
    worths.sort_unstable();
    worths.dedup();
    let known = graph.vertices().map(|u| match active(u.index()) {
        true => Known::unseen(instance.owner(u)),
        false => Known::halts(worths.partition_point(|&other| other < worth(u))),
    });
    let known = known.collect();
    (worths, known)
}
