//! The layout: vertices in breadth-first order, arcs as small numbers.

use super::halt::End;
use rotor_graph::{Configuration, Multigraph, Traps, VertexId, prefetch};
use std::ops::Range;

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;
/// The arc to the parent; the arc to child number j is j + 1.
pub(super) const PARENT: u32 = 0;

/// A vertex in its new place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The place of its parent, or [`NONE`].
    pub(super) parent: u32,
    /// The place of its first child, the children of a vertex being consecutive; and whether a child is named twice.
    children: u32,
    /// Where its arcs start.
    pub(super) first_arc: u32,
    /// Where its list of arcs ends for good.
    pub(super) end: End,
}

/// The bit of `children` that tells whether a list names a child twice.
const TWICE: u32 = 1 << 31;

impl Node {
    /// A vertex whose row has not been read.
    fn unread(parent: u32) -> Self {
        Self { parent, children: 0, first_arc: 0, end: End::NOWHERE }
    }

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
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The vertex in each place.
    pub(super) order: Vec<u32>,
    /// One more than there are places.
    pub(super) nodes: Vec<Node>,
    /// The arcs that matter, from each rotor on, as small numbers.
    pub(super) arcs: Vec<u32>,
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
        let mut layout = Self::default();
        layout.order.reserve(vertices);
        layout.nodes.reserve(vertices + 1);
        layout.arcs.reserve(heads.len());
        let mut crossings = Crossings::default();
        for root in 0..vertices {
            if place[root] != UNSEEN {
                continue;
            }
            let piece = layout.order.len() as u32;
            place[root] = piece;
            layout.order.push(root as u32);
            layout.nodes.push(Node::unread(NONE));
            let mut at = layout.order.len() - 1;
            while let Some(&u) = layout.order.get(at) {
                ask_ahead(&layout.order, at, starts, rotors, heads, &place);
                let u = u as usize;
                let row = starts[u] as usize..starts[u + 1] as usize;
                let rotor = rotors[u].index();
                let here = Here { at: at as u32, parent: layout.nodes[at].parent, piece };
                let first_child = layout.order.len() as u32;
                let first_arc = layout.arcs.len() as u32;
                let mut end = End::NOWHERE;
                let mut twice = 0;
                // Neighbours are looked for in the whole row, arcs kept up to the first that ends the list.
                for &v in heads[rotor..row.end].iter().chain(&heads[row.start..rotor]) {
                    let code = match place[v.index()] {
                        HALT => {
                            if end == End::NOWHERE {
                                end = cut.trap_of(v).map_or(End::sink(v), End::trap);
                            }
                            continue;
                        }
                        UNSEEN => {
                            place[v.index()] = layout.order.len() as u32;
                            layout.order.push(v.raw());
                            layout.nodes.push(Node::unread(here.at));
                            layout.order.len() as u32 - first_child
                        }
                        known if known == here.at => continue,
                        known if known == here.parent => {
                            if end == End::NOWHERE {
                                layout.arcs.push(PARENT);
                            }
                            continue;
                        }
                        known if known >= first_child => {
                            twice = if end == End::NOWHERE { TWICE } else { twice };
                            known - first_child + 1
                        }
                        known if known < here.piece => {
                            crossings.note(u as u32, v);
                            if end == End::NOWHERE {
                                end = End::place(known);
                            }
                            continue;
                        }
                        _ => return Err(Cyclic),
                    };
                    if end == End::NOWHERE {
                        layout.arcs.push(code);
                    }
                }
                layout.nodes[at] =
                    Node { parent: here.parent, children: first_child | twice, first_arc, end };
                at += 1;
            }
        }
        let (first_child, first_arc) = (layout.order.len() as u32, layout.arcs.len() as u32);
        layout.nodes.push(Node { parent: NONE, children: first_child, first_arc, end: End::NOWHERE });
        if crossings.close_a_cycle(&place, &layout) { Err(Cyclic) } else { Ok(layout) }
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The places of the children of the vertex in place `at`.
    #[inline]
    pub(super) fn children_of(&self, at: usize) -> Range<usize> {
        let (first, next) = (self.nodes[at].first_child(), self.nodes[at + 1]);
        // The last vertex of a piece has none, and the next one is a root.
        first..if next.parent == NONE { first } else { next.first_child() }
    }

    /// The arcs of the vertex in place `at`.
    #[inline]
    pub(super) fn arcs_of(&self, at: usize) -> &[u32] {
        &self.arcs[self.nodes[at].first_arc as usize..self.nodes[at + 1].first_arc as usize]
    }
}

/// The vertex whose row is being read.
#[derive(Clone, Copy)]
struct Here {
    at: u32,
    parent: u32,
    /// The first place of its piece.
    piece: u32,
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
        let parent = layout.nodes[at].parent;
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
