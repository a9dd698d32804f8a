//! The layout of a forest: vertices in breadth-first order, arcs as small numbers.
//!
//! The children of a vertex stand together, so that an arc is known by a small number; what sweeps read stands in the
//! order in which they read it, and memory is what they wait for. The search finds out on the way whether the graph is
//! a forest. What the arcs of a vertex are to a solver, its [`Lists`] decide: of a rotor, only those up to the first that
//! never brings the particle back matter, without loops, which always do.

use super::sweep::{Pass, TICK_EVERY};
use rotor_graph::{ArcId, Configuration, Exit, Multigraph, Stop, Tick, Traps, VertexId, prefetch};
use std::ops::Range;

/// No place.
pub(crate) const NONE: u32 = u32::MAX;

/// Places, and the numbers of [`Mark`]s, must stay below this.
pub(crate) const MOST_VERTICES: usize = LOOPS as usize;

const HALTS: u32 = 1 << 31;
const UNSEEN: u32 = 1 << 30;

/// What is known of a vertex, in one word: its place; while it has none, a number; and where a particle halts, another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(u32);

/// A [`Mark`], taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marked {
    Placed(u32),
    Unseen(u32),
    Halts(u32),
}

impl Mark {
    pub(crate) const fn unseen(number: u32) -> Self {
        Self(UNSEEN | number)
    }

    pub(crate) const fn halts(number: u32) -> Self {
        Self(HALTS | number)
    }

    #[inline]
    pub(crate) fn read(self) -> Marked {
        let number = self.0 & !(HALTS | UNSEEN);
        match self.0 {
            place if place < UNSEEN => Marked::Placed(place),
            mark if mark & HALTS == 0 => Marked::Unseen(number),
            _ => Marked::Halts(number),
        }
    }
}

/// Where an arc leads, seen from its tail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// To the parent.
    Parent,
    /// To the child of this number, counted from 1.
    Child(u32),
    /// Back to its tail.
    Loop,
    /// To where a particle halts, with the number of that mark.
    Halts(u32),
    /// To this place of an earlier piece, from which the particle does not come back.
    Leaves(u32),
}

/// What a solver keeps of the arcs of a vertex.
pub(crate) trait Lists {
    /// An arc that is kept.
    type Arc: Copy + Default;
    /// What is kept of a vertex beside its arcs.
    type Note: Copy;

    /// The note of a vertex of which no arc was looked at yet, and whose mark had this number, less than 8.
    fn begin(&self, number: u32) -> Self::Note;

    /// The next arc, in rotor order from the rotor on: updates the note, and returns the arc if it is to be kept.
    fn next(&mut self, note: &mut Self::Note, head: VertexId, step: Step) -> Option<Self::Arc>;

    /// A piece is complete.
    fn end_of_piece(&mut self) {}
}

/// A vertex in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<N> {
    /// The place of its first child, the children of a vertex being consecutive; and three flags.
    children: u32,
    /// Where its arcs start.
    first_arc: u32,
    /// What the solver keeps of it.
    pub(crate) note: N,
}

/// The flag of a vertex whose list names a child twice.
const TWICE: u32 = 1 << 31;
/// The flag of the last vertex of a piece: it has no children, and the next is a root.
const LAST: u32 = 1 << 30;
/// The flag of a vertex with loops.
const LOOPS: u32 = 1 << 29;

impl<N> Node<N> {
    /// The place of its first child.
    #[inline]
    pub(crate) fn first_child(&self) -> usize {
        (self.children & !(TWICE | LAST | LOOPS)) as usize
    }

    /// Whether it has loops.
    #[inline]
    pub(crate) fn has_loops(&self) -> bool {
        self.children & LOOPS != 0
    }

    /// Whether its list names a child twice.
    #[inline]
    pub(crate) fn names_a_child_twice(&self) -> bool {
        self.children & TWICE != 0
    }
}

/// The vertex in a place.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    /// Below three bits, the number of its mark.
    vertex: u32,
    /// The place of its parent, or [`NONE`].
    parent: u32,
}

impl Placed {
    #[inline]
    fn new(vertex: u32, number: u32, parent: u32) -> Self {
        Self { vertex: vertex | number << MOST_VERTICES.trailing_zeros(), parent }
    }

    #[inline]
    fn vertex(self) -> usize {
        self.vertex as usize % MOST_VERTICES
    }

    #[inline]
    fn number(self) -> u32 {
        self.vertex >> MOST_VERTICES.trailing_zeros()
    }
}

/// A forest in breadth-first order. A piece is what a root reaches that earlier roots do not: the arcs between pieces
/// lead to earlier ones and do not come back.
#[derive(Clone, Debug)]
pub(crate) struct Layout<A, N> {
    /// The place of every vertex in it, and the marks of the others.
    pub(crate) marks: Vec<Mark>,
    placed: Vec<Placed>,
    /// The first place of each piece.
    pub(crate) roots: Vec<u32>,
    /// One more than there are places.
    pub(crate) nodes: Vec<Node<N>>,
    /// From each rotor on, the arcs that are kept. In a list that names no child twice the children stand in order.
    arcs: Vec<A>,
}

impl<A, N> Default for Layout<A, N> {
    fn default() -> Self {
        let (marks, placed, roots) = (Vec::new(), Vec::new(), Vec::new());
        Self { marks, placed, roots, nodes: Vec::new(), arcs: Vec::new() }
    }
}

/// Why there is no layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLayout {
    /// The graph is not tree-like.
    Cyclic,
    /// There are too many vertices to number.
    Large,
    /// It was stopped.
    Stopped(Stop),
}

impl From<Stop> for NoLayout {
    fn from(reason: Stop) -> Self {
        Self::Stopped(reason)
    }
}

/// How far ahead memory is prefetched: the row of a vertex first, then its heads, then their marks.
const AHEAD: [usize; 3] = [24, 16, 8];

impl<A: Copy + Default, N: Copy> Layout<A, N> {
    /// Lays out what `roots` reach, each on its own if no earlier one reaches it.
    ///
    /// `marks` tell the vertices to be placed from those on which a particle halts. Time O(|V| + |A|), and O(k log k)
    /// for k arcs between pieces; without recursion.
    pub(crate) fn of<L: Lists<Arc = A, Note = N>>(
        graph: &Multigraph,
        rotors: &Configuration,
        mut marks: Vec<Mark>,
        roots_in_turn: impl Iterator<Item = usize>,
        lists: &mut L,
        pass: Pass,
        tick: &mut dyn Tick,
    ) -> Result<Self, NoLayout> {
        let (starts, heads, rotors) = (graph.row_starts(), graph.all_heads(), rotors.as_slice());
        let vertices = graph.vertex_count();
        if vertices >= MOST_VERTICES {
            return Err(NoLayout::Large);
        }
        // Longer than needed, and never touched beyond what is: zeroed memory costs nothing until it is used.
        let mut placed = vec![Placed::default(); vertices];
        let mut arcs = vec![A::default(); heads.len()];
        let mut nodes: Vec<Node<N>> = Vec::with_capacity(vertices + 1);
        let mut roots = Vec::new();
        let (mut places, mut listed) = (0, 0);
        let mut crossings = Crossings::default();
        for root in roots_in_turn {
            let Marked::Unseen(number) = marks[root].read() else { continue };
            let (piece, mut at) = (places as u32, places);
            roots.push(piece);
            marks[root] = Mark(piece);
            placed[places] = Placed::new(root as u32, number, NONE);
            places += 1;
            while at < places {
                pass.reach(at, TICK_EVERY, tick)?;
                prefetch_ahead(&placed[at..places], starts, rotors, heads, &marks);
                let (u, parent) = (placed[at].vertex(), placed[at].parent);
                let (start, rotor) = (starts[u] as usize, rotors[u].index());
                let (from_rotor, before_rotor) =
                    (&heads[rotor..starts[u + 1] as usize], &heads[start..rotor]);
                let here = at as u32;
                let (first_child, first_arc) = (places as u32, listed as u32);
                let mut note = lists.begin(placed[at].number());
                let (mut twice, mut loops) = (false, false);
                // Neighbours are looked for in the whole row, even if the solver keeps no more of it.
                for part in [from_rotor, before_rotor] {
                    for &v in part {
                        let mut again = false;
                        let step = match marks[v.index()].read() {
                            Marked::Unseen(number) => {
                                marks[v.index()] = Mark(places as u32);
                                placed[places] = Placed::new(v.raw(), number, here);
                                places += 1;
                                Step::Child(places as u32 - first_child)
                            }
                            Marked::Halts(number) => Step::Halts(number),
                            Marked::Placed(place) if place == parent => Step::Parent,
                            Marked::Placed(place) if place >= first_child => {
                                again = true;
                                Step::Child(place - first_child + 1)
                            }
                            Marked::Placed(place) if place == here => {
                                loops = true;
                                Step::Loop
                            }
                            Marked::Placed(place) if place < piece => {
                                crossings.0.push(Crossing { piece, tail: u as u32, head: place });
                                Step::Leaves(place)
                            }
                            Marked::Placed(_) => return Err(NoLayout::Cyclic),
                        };
                        if let Some(arc) = lists.next(&mut note, v, step) {
                            arcs[listed] = arc;
                            listed += 1;
                            twice |= again;
                        }
                    }
                }
                at += 1;
                let flag = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
                let flags = flag(twice, TWICE) | flag(loops, LOOPS) | flag(at == places, LAST);
                nodes.push(Node { children: first_child | flags, first_arc, note });
            }
            lists.end_of_piece();
        }
        let note = lists.begin(0);
        nodes.push(Node { children: places as u32, first_arc: listed as u32, note });
        placed.truncate(places);
        if crossings.close_a_cycle(&roots) {
            return Err(NoLayout::Cyclic);
        }
        Ok(Self { marks, placed, roots, nodes, arcs })
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.placed.len()
    }

    /// The vertex in place `at`.
    #[inline]
    pub(crate) fn vertex(&self, at: usize) -> VertexId {
        VertexId::new(self.placed[at].vertex() as u32)
    }

    /// The vertices in all places.
    pub(crate) fn vertices(&self) -> impl ExactSizeIterator<Item = VertexId> + '_ {
        self.placed.iter().map(|placed| VertexId::new(placed.vertex() as u32))
    }

    /// The place of the parent of the vertex in place `at`, or [`NONE`].
    #[inline]
    pub(crate) fn parent(&self, at: usize) -> u32 {
        self.placed[at].parent
    }

    /// The places of piece number `piece`; none if there are fewer pieces.
    pub(crate) fn piece(&self, piece: usize) -> Range<usize> {
        let first = |piece: usize| self.roots.get(piece).map_or(self.len(), |&root| root as usize);
        first(piece)..first(piece + 1)
    }

    /// How many vertices and arcs there are in these places.
    pub(crate) fn cost(&self, places: Range<usize>) -> u64 {
        let arcs = self.nodes[places.end].first_arc - self.nodes[places.start].first_arc;
        places.len() as u64 + u64::from(arcs)
    }

    /// The places of the children of the vertex in place `at`.
    #[inline]
    pub(crate) fn children_of(&self, at: usize) -> Range<usize> {
        let (node, next) = (&self.nodes[at], &self.nodes[at + 1]);
        let first = node.first_child();
        first..if node.children & LAST == 0 { next.first_child() } else { first }
    }

    /// The arcs of the vertex in place `at`.
    #[inline]
    pub(crate) fn arcs_of(&self, at: usize) -> &[A] {
        &self.arcs[self.nodes[at].first_arc as usize..self.nodes[at + 1].first_arc as usize]
    }
}

/// Prefetches what the vertices of `queue` will need.
#[inline]
fn prefetch_ahead(queue: &[Placed], starts: &[u32], rotors: &[ArcId], heads: &[VertexId], marks: &[Mark]) {
    let ahead = |stage: usize| queue.get(AHEAD[stage]).map(|placed| placed.vertex());
    if let Some(u) = ahead(0) {
        prefetch(starts, u);
        prefetch(rotors, u);
    }
    if let Some(u) = ahead(1) {
        prefetch(heads, starts[u] as usize);
    }
    if let Some(u) = ahead(2) {
        let (start, end) = (starts[u] as usize, starts[u + 1] as usize);
        for v in &heads[start..end.min(start + 4)] {
            prefetch(marks, v.index());
        }
    }
}

/// The arcs from one piece into an earlier one, which must not close a cycle of pieces.
#[derive(Default)]
struct Crossings(Vec<Crossing>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    /// The first place of the piece.
    piece: u32,
    /// A vertex of it.
    tail: u32,
    /// A place in an earlier piece.
    head: u32,
}

impl Crossings {
    /// Whether the crossings, parallel ones counted once, connect some pieces twice.
    fn close_a_cycle(mut self, roots: &[u32]) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        let mut leader: Vec<usize> = if self.0.is_empty() { Vec::new() } else { (0..roots.len()).collect() };
        let piece_of = |place: u32| roots.partition_point(|&root| root <= place) - 1;
        self.0.iter().any(|crossing| {
            let [a, b] = [crossing.piece, crossing.head].map(|place| find(&mut leader, piece_of(place)));
            leader[a] = b;
            a == b
        })
    }
}

fn find(leader: &mut [usize], mut piece: usize) -> usize {
    while leader[piece] != piece {
        leader[piece] = leader[leader[piece]];
        piece = leader[piece];
    }
    piece
}

/// The arc to the parent; the arc to child number j is j + 1.
pub(crate) const PARENT: u32 = 0;

/// Arcs to neighbours as small numbers, and where each list ends for good.
pub(crate) type RotorLayout = Layout<u32, Halt>;

/// Lays out the vertices of `graph` that are neither sinks nor in the traps `cut`, as far as `roots` reach them.
pub(crate) fn lay_out(
    graph: &Multigraph,
    rotors: &Configuration,
    cut: &Traps,
    roots: impl Iterator<Item = usize>,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<RotorLayout, NoLayout> {
    let rows = graph.row_starts().windows(2);
    let mut marks: Vec<Mark> =
        rows.map(|row| if row[0] == row[1] { Mark::halts(0) } else { Mark::unseen(0) }).collect();
    cut.members().iter().flatten().for_each(|u| marks[u.index()] = Mark::halts(0));
    Layout::of(graph, rotors, marks, roots, &mut Rotors { cut }, pass, tick)
}

/// The lists of rotors: neighbours up to the first arc that ends, without loops, which always come back.
struct Rotors<'t> {
    cut: &'t Traps,
}

impl Lists for Rotors<'_> {
    type Arc = u32;
    type Note = Halt;

    #[inline]
    fn begin(&self, _: u32) -> Halt {
        Halt::NOWHERE
    }

    #[inline]
    fn next(&mut self, end: &mut Halt, v: VertexId, step: Step) -> Option<u32> {
        if *end != Halt::NOWHERE {
            return None;
        }
        match step {
            Step::Parent => Some(PARENT),
            Step::Child(number) => Some(number),
            Step::Loop => None,
            Step::Halts(_) => {
                *end = self.cut.trap_of(v).map_or(Halt::sink(v), Halt::trap);
                None
            }
            Step::Leaves(place) => {
                *end = Halt::like(place);
                None
            }
        }
    }
}

// Three bits of a word tell sinks, traps and places apart: a layout leaves that many.
const PLACE: u32 = 1 << 31;
const TRAP: u32 = 1 << 30;
const INSIDE: u32 = 1 << 29;

/// Where a particle is for good: on a sink, in a trap, or wherever a place of an earlier piece leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Halt(u32);

impl Halt {
    /// Nowhere, or not known yet.
    pub(crate) const NOWHERE: Self = Self(u32::MAX);

    /// On this sink.
    pub(crate) fn sink(v: VertexId) -> Self {
        Self(v.raw())
    }

    /// In the trap of this number.
    pub(crate) fn trap(number: usize) -> Self {
        Self(number as u32 | TRAP)
    }

    /// In the trap of this number, and there from the start.
    pub(crate) fn inside(number: usize) -> Self {
        Self(number as u32 | TRAP | INSIDE)
    }

    /// Where a particle on this place of an earlier piece halts.
    pub(crate) fn like(place: u32) -> Self {
        Self(place | PLACE)
    }

    /// The place that decides, if it is another one.
    #[inline]
    fn place(self) -> Option<usize> {
        (self.0 & PLACE != 0 && self != Self::NOWHERE).then_some((self.0 & !PLACE) as usize)
    }

    /// Looks up where places lead to.
    #[inline]
    pub(crate) fn resolved(self, halt_of: impl Fn(usize) -> Self) -> Self {
        self.place().map_or(self, |place| Self(halt_of(place).0 & !INSIDE))
    }

    /// The same for a particle that comes from elsewhere.
    #[inline]
    pub(crate) fn entered(self) -> Self {
        Self(self.0 & !INSIDE)
    }

    /// Whether the particle is inside a trap from the start.
    #[inline]
    pub(crate) fn is_inside(self) -> bool {
        self.0 & (PLACE | INSIDE) == INSIDE
    }

    /// The number of the trap, if it is one.
    #[inline]
    pub(crate) fn as_trap(self) -> Option<usize> {
        (self.0 & TRAP != 0).then_some((self.0 & !(TRAP | INSIDE)) as usize)
    }

    /// As a noun of the graph.
    #[inline]
    pub(crate) fn exit(self) -> Exit {
        self.as_trap().map_or(Exit::Sink(VertexId::new(self.0)), Exit::Trap)
    }

    /// The same place under another number of its trap.
    pub(crate) fn renumbered(self, trap: u32) -> Self {
        Self(trap | (self.0 & (TRAP | INSIDE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn a_list_that_names_a_child_twice_before_its_end_is_marked() {
        let is_root_marked = |text: &str| {
            let instance = parse(text).unwrap();
            let (graph, rotors) = (instance.graph(), instance.rotors());
            let pass = Pass::first(graph, 1);
            let layout = lay_out(graph, rotors, &Traps::default(), 0..3, pass, &mut ()).unwrap();
            layout.nodes[0].names_a_child_twice()
        };
        assert!(is_root_marked("u: v w v s\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: v w s v\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: u v u w s\nv: u\nw: u\nsink s"));
    }
}
