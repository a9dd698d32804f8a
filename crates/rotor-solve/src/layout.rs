//! The layout of a forest: vertices in breadth-first order, arcs as small numbers.
//!
//! The children of a vertex stand together, so that an arc is known by a small number; what sweeps read stands in the
//! order in which they read it, and memory is what they wait for. The search finds out on the way whether the graph is
//! a forest. What the arcs of a vertex are to a solver, its [`Lists`] decide.

use rotor_graph::{ArcId, Configuration, Multigraph, Stop, VertexId, prefetch};
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
    /// What a vertex remembers of its mark once it has a place; a type without content if that is nothing.
    type Seed: Copy + Default;

    /// What the number of an unseen vertex says.
    fn seed(&self, number: u32) -> Self::Seed;

    /// The note of a vertex of which no arc was looked at yet.
    fn begin(&self, seed: Self::Seed) -> Self::Note;

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

/// A forest in breadth-first order. A piece is what a root reaches that earlier roots do not: the arcs between pieces
/// lead to earlier ones and do not come back.
#[derive(Clone, Debug)]
pub(crate) struct Layout<A, N> {
    /// The place of every vertex in it, and the marks of the others.
    pub(crate) marks: Vec<Mark>,
    /// The vertex in each place.
    pub(crate) order: Vec<u32>,
    /// The place of its parent, or [`NONE`].
    pub(crate) parents: Vec<u32>,
    /// The first place of each piece.
    pub(crate) roots: Vec<u32>,
    /// One more than there are places.
    pub(crate) nodes: Vec<Node<N>>,
    /// From each rotor on, the arcs that are kept. In a list that names no child twice the children stand in order.
    arcs: Vec<A>,
}

impl<A, N> Default for Layout<A, N> {
    fn default() -> Self {
        let (order, parents, roots) = (Vec::new(), Vec::new(), Vec::new());
        Self { marks: Vec::new(), order, parents, roots, nodes: Vec::new(), arcs: Vec::new() }
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

/// How far ahead memory is prefetched: the row of a vertex first, then its heads, then their marks.
const AHEAD: [usize; 3] = [24, 16, 8];

impl<A: Copy + Default, N: Copy> Layout<A, N> {
    /// Lays out what `roots` reach, each on its own if no earlier one reaches it; calls `pass` with every place in turn.
    ///
    /// `marks` tell the vertices to be placed from those on which a particle halts. Time O(|V| + |A|), and O(k log k)
    /// for k arcs between pieces; without recursion.
    pub(crate) fn of<L: Lists<Arc = A, Note = N>>(
        graph: &Multigraph,
        rotors: &Configuration,
        mut marks: Vec<Mark>,
        roots_in_turn: impl Iterator<Item = usize>,
        lists: &mut L,
        mut pass: impl FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Self, NoLayout> {
        let (starts, heads, rotors) = (graph.row_starts(), graph.all_heads(), rotors.as_slice());
        let vertices = graph.vertex_count();
        if vertices >= MOST_VERTICES {
            return Err(NoLayout::Large);
        }
        // Longer than needed, and never touched beyond what is: zeroed memory costs nothing until it is used.
        let (mut order, mut parents) = (vec![0; vertices], vec![0; vertices]);
        let mut seeds = vec![L::Seed::default(); vertices];
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
            (order[places], parents[places], seeds[places]) = (root as u32, NONE, lists.seed(number));
            places += 1;
            while at < places {
                pass(at).map_err(NoLayout::Stopped)?;
                prefetch_ahead(&order[at..places], starts, rotors, heads, &marks);
                let u = order[at] as usize;
                let (start, rotor) = (starts[u] as usize, rotors[u].index());
                let (from_rotor, before_rotor) =
                    (&heads[rotor..starts[u + 1] as usize], &heads[start..rotor]);
                let (here, parent) = (at as u32, parents[at]);
                let (first_child, first_arc) = (places as u32, listed as u32);
                let mut note = lists.begin(seeds[at]);
                let (mut twice, mut loops) = (false, false);
                // Neighbours are looked for in the whole row, even if the solver keeps no more of it.
                for part in [from_rotor, before_rotor] {
                    for &v in part {
                        let mut again = false;
                        let step = match marks[v.index()].read() {
                            Marked::Unseen(number) => {
                                marks[v.index()] = Mark(places as u32);
                                (order[places], parents[places], seeds[places]) =
                                    (v.raw(), here, lists.seed(number));
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
        let note = lists.begin(L::Seed::default());
        nodes.push(Node { children: places as u32, first_arc: listed as u32, note });
        order.truncate(places);
        parents.truncate(places);
        if crossings.close_a_cycle(&roots) {
            return Err(NoLayout::Cyclic);
        }
        Ok(Self { marks, order, parents, roots, nodes, arcs })
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
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
fn prefetch_ahead(queue: &[u32], starts: &[u32], rotors: &[ArcId], heads: &[VertexId], marks: &[Mark]) {
    let ahead = |stage: usize| queue.get(AHEAD[stage]).map(|&u| u as usize);
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
