//! The layout: vertices in breadth-first order, arcs as small numbers.

use super::halt::Halt;
use rotor_graph::{Configuration, Multigraph, Traps, VertexId, prefetch};
use std::ops::Range;

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;
/// The arc to the parent; the arc to child number j is j + 1.
pub(super) const PARENT: u32 = 0;

/// A vertex in its new place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The place of its first child, the children of a vertex being consecutive; and whether a child is named twice.
    children: u32,
    /// Where its arcs start.
    first_arc: u32,
    /// Where its list of arcs ends for good.
    pub(super) end: Halt,
}

/// The bit of `children` that tells whether a list names a child twice.
const TWICE: u32 = 1 << 31;

impl Node {
    /// The place of its first child.
    #[inline]
    pub(super) fn first_child(self) -> usize {
        (self.children & !TWICE) as usize
    }

    /// Whether its list names a child twice.
    #[inline]
    pub(super) fn names_a_child_twice(self) -> bool {
        self.children & TWICE != 0
    }
}

/// A forest in breadth-first order.
#[derive(Debug)]
pub(super) struct Layout {
    /// The vertex in each place.
    pub(super) order: Vec<u32>,
    /// The place of its parent, or [`NONE`].
    pub(super) parents: Vec<u32>,
    /// The first place of each piece.
    pub(super) roots: Vec<u32>,
    /// One more than there are places.
    pub(super) nodes: Vec<Node>,
    /// The arcs that matter, from each rotor on, as small numbers. In a list that names no child twice the children
    /// stand in order: 1, 2, …
    arcs: Vec<u32>,
}

/// The graph is not tree-like.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct Cyclic;

/// A vertex that is not in the order yet.
const UNSEEN: u32 = u32::MAX;
/// A sink, or a vertex of a trap that was cut.
const HALT: u32 = u32::MAX - 1;

/// How far ahead memory is asked for: the rows of a vertex first, then its heads, then what is known of them.
const AHEAD: [usize; 3] = [24, 16, 8];

impl Layout {
    /// Orders the vertices of `graph` that are no sinks and in none of the traps `cut`. Time O(|V| + |A|), without
    /// recursion.
    pub(super) fn of(graph: &Multigraph, rotors: &Configuration, cut: &Traps) -> Result<Self, Cyclic> {
        let (starts, heads) = (graph.row_starts(), graph.all_heads());
        let rotors = rotors.as_slice();
        let vertices = graph.vertex_count();
        let mut place: Vec<u32> =
            (0..vertices).map(|u| if starts[u] == starts[u + 1] { HALT } else { UNSEEN }).collect();
        cut.members().iter().flatten().for_each(|u| place[u.index()] = HALT);
        // Longer than needed, and never touched beyond what is: zeroed memory costs nothing until it is used.
        let mut layout = Self {
            order: vec![0; vertices],
            parents: vec![0; vertices + 1],
            roots: Vec::new(),
            nodes: Vec::with_capacity(vertices + 1),
            arcs: vec![0; heads.len()],
        };
        let (mut places, mut arcs) = (0, 0);
        let mut crossings = Crossings::default();
        for root in 0..vertices {
            if place[root] != UNSEEN {
                continue;
            }
            let (piece, mut at) = (places as u32, places);
            place[root] = piece;
            layout.roots.push(piece);
            (layout.order[places], layout.parents[places]) = (root as u32, NONE);
            places += 1;
            while at < places {
                ask_ahead(&layout.order, at, starts, rotors, heads, &place);
                let u = layout.order[at] as usize;
                let row = starts[u] as usize..starts[u + 1] as usize;
                let rotor = rotors[u].index();
                let (here, parent) = (at as u32, layout.parents[at]);
                let (first_child, first_arc) = (places as u32, arcs as u32);
                let mut end = Halt::NOWHERE;
                let mut twice = 0;
                // Neighbours are looked for in the whole row, arcs kept up to the first that ends the list.
                for part in [&heads[rotor..row.end], &heads[row.start..rotor]] {
                    for &v in part {
                        let code = match place[v.index()] {
                            HALT => {
                                if end == Halt::NOWHERE {
                                    end = cut.trap_of(v).map_or(Halt::sink(v), Halt::trap);
                                }
                                continue;
                            }
                            UNSEEN => {
                                place[v.index()] = places as u32;
                                (layout.order[places], layout.parents[places]) = (v.raw(), here);
                                places += 1;
                                places as u32 - first_child
                            }
                            known if known == here => continue,
                            known if known == parent => PARENT,
                            known if known >= first_child => {
                                twice = if end == Halt::NOWHERE { TWICE } else { twice };
                                known - first_child + 1
                            }
                            known if known < piece => {
                                crossings.note(u as u32, v);
                                if end == Halt::NOWHERE {
                                    end = Halt::like(known);
                                }
                                continue;
                            }
                            _ => return Err(Cyclic),
                        };
                        if end == Halt::NOWHERE {
                            layout.arcs[arcs] = code;
                            arcs += 1;
                        }
                    }
                }
                layout.nodes.push(Node { children: first_child | twice, first_arc, end });
                at += 1;
            }
        }
        let last = Node { children: places as u32, first_arc: arcs as u32, end: Halt::NOWHERE };
        layout.nodes.push(last);
        layout.parents[places] = NONE;
        layout.order.truncate(places);
        layout.parents.truncate(places + 1);
        if crossings.close_a_cycle(&place, &layout) { Err(Cyclic) } else { Ok(layout) }
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The places of the children of the vertex in place `at`.
    #[inline]
    pub(super) fn children_of(&self, at: usize) -> Range<usize> {
        let (first, next) = (self.nodes[at].first_child(), self.nodes[at + 1].first_child());
        // The last vertex of a piece has none, and the next one is a root.
        first..if self.parents[at + 1] == NONE { first } else { next }
    }

    /// The arcs of the vertex in place `at`.
    #[inline]
    pub(super) fn arcs_of(&self, at: usize) -> &[u32] {
        &self.arcs[self.nodes[at].first_arc as usize..self.nodes[at + 1].first_arc as usize]
    }
}

#[inline]
fn ask_ahead(
    order: &[u32],
    at: usize,
    starts: &[u32],
    rotors: &[rotor_graph::ArcId],
    heads: &[VertexId],
    place: &[u32],
) {
    if let Some(&u) = order.get(at + AHEAD[0]) {
        prefetch(starts, u as usize);
        prefetch(rotors, u as usize);
    }
    if let Some(&u) = order.get(at + AHEAD[1]) {
        prefetch(heads, starts[u as usize] as usize);
    }
    if let Some(&u) = order.get(at + AHEAD[2]) {
        let (start, end) = (starts[u as usize] as usize, starts[u as usize + 1] as usize);
        for v in &heads[start..end.min(start + 4)] {
            prefetch(place, v.index());
        }
    }
}

/// The arcs from one piece into another, which must not close a cycle of pieces.
#[derive(Default)]
struct Crossings(Vec<(u32, VertexId)>);

impl Crossings {
    fn note(&mut self, u: u32, v: VertexId) {
        self.0.push((u, v));
    }

    /// Whether the crossings, parallel ones counted once, connect some pieces twice.
    fn close_a_cycle(mut self, place: &[u32], layout: &Layout) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        // A piece is known by its first place: the root above a vertex.
        let mut leader: Vec<u32> = if self.0.is_empty() { Vec::new() } else { roots(layout) };
        self.0.iter().any(|&(u, v)| {
            let [a, b] = [place[u as usize], place[v.index()]].map(|at| find(&mut leader, at));
            leader[a as usize] = b;
            a == b
        })
    }
}

/// The root above each place.
fn roots(layout: &Layout) -> Vec<u32> {
    let mut root: Vec<u32> = (0..layout.len() as u32).collect();
    for at in 0..layout.len() {
        let parent = layout.parents[at];
        if parent != NONE {
            root[at] = root[parent as usize];
        }
    }
    root
}

fn find(leader: &mut [u32], mut at: u32) -> u32 {
    while leader[at as usize] != at {
        leader[at as usize] = leader[leader[at as usize] as usize];
        at = leader[at as usize];
    }
    at
}
