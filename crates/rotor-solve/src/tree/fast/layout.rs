//! The layout: vertices in breadth-first order, arcs as small numbers.

use super::halt::Halt;
use super::solve::NotFast;
use super::watch::Watch;
use rotor_graph::{Configuration, Multigraph, Traps, VertexId, prefetch};
use std::ops::Range;

/// No vertex.
pub(super) const NONE: u32 = u32::MAX;
/// The arc to the parent; the arc to child number j is j + 1.
pub(super) const PARENT: u32 = 0;

/// A vertex in its new place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The place of its first child, the children of a vertex being consecutive; and two flags.
    children: u32,
    /// Where its arcs start.
    first_arc: u32,
    /// Where its list of arcs ends for good.
    pub(super) end: Halt,
}

/// The bit of `children` that tells whether a list names a child twice.
const TWICE: u32 = 1 << 31;
/// The bit of `children` that tells whether the vertex is the last of its piece: it has none, and the next is a root.
const LAST: u32 = 1 << 30;
/// The bit of `children` that tells whether loops were left out of a list.
const LOOPS: u32 = 1 << 29;

impl Node {
    /// The place of its first child.
    #[inline]
    pub(super) fn first_child(self) -> usize {
        (self.children & !(TWICE | LAST | LOOPS)) as usize
    }

    /// Whether loops were left out of its list.
    #[inline]
    pub(super) fn has_loops(self) -> bool {
        self.children & LOOPS != 0
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
    /// The place of each vertex, or [`HALT`].
    place: Vec<u32>,
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

/// A vertex that is not in the order yet.
const UNSEEN: u32 = u32::MAX;
/// A sink, or a vertex of a trap that was cut.
const HALT: u32 = u32::MAX - 1;

/// How far ahead memory is asked for: the rows of a vertex first, then its heads, then what is known of them.
const AHEAD: [usize; 3] = [24, 16, 8];

impl Layout {
    /// Orders the vertices of `graph` that are neither sinks nor in the traps `cut`, as far as `roots` reach them: a
    /// piece is what a root reaches that earlier ones do not. Time O(|V| + |A|), without recursion.
    pub(super) fn of(
        graph: &Multigraph,
        rotors: &Configuration,
        cut: &Traps,
        roots_in_turn: impl Iterator<Item = usize>,
        watch: &mut Watch<'_>,
    ) -> Result<Self, NotFast> {
        let (starts, heads) = (graph.row_starts(), graph.all_heads());
        let rotors = rotors.as_slice();
        let vertices = graph.vertex_count();
        let mut place: Vec<u32> =
            starts.windows(2).map(|row| if row[0] == row[1] { HALT } else { UNSEEN }).collect();
        cut.members().iter().flatten().for_each(|u| place[u.index()] = HALT);
        // Longer than needed, and never touched beyond what is: zeroed memory costs nothing until it is used.
        let (mut order, mut parents) = (vec![0; vertices], vec![0; vertices]);
        let mut arcs = vec![0; heads.len()];
        let mut nodes: Vec<Node> = Vec::with_capacity(vertices + 1);
        let mut roots = Vec::new();
        let (mut places, mut listed) = (0, 0);
        let mut crossings = Crossings::default();
        for root in roots_in_turn {
            if place[root] != UNSEEN {
                continue;
            }
            let (piece, mut at) = (places as u32, places);
            place[root] = piece;
            roots.push(piece);
            (order[places], parents[places]) = (root as u32, NONE);
            places += 1;
            while at < places {
                watch.pass(at)?;
                ask_ahead(&order[at..places], starts, rotors, heads, &place);
                let u = order[at] as usize;
                let (start, rotor) = (starts[u] as usize, rotors[u].index());
                let (from_rotor, before_rotor) =
                    (&heads[rotor..starts[u + 1] as usize], &heads[start..rotor]);
                let (here, parent) = (at as u32, parents[at]);
                let (first_child, first_arc) = (places as u32, listed as u32);
                let mut end = Halt::NOWHERE;
                let (mut twice, mut loops) = (false, false);
                // Neighbours are looked for in the whole row, arcs kept up to the first that ends the list.
                for part in [from_rotor, before_rotor] {
                    for &v in part {
                        let code = match place[v.index()] {
                            UNSEEN => {
                                place[v.index()] = places as u32;
                                (order[places], parents[places]) = (v.raw(), here);
                                places += 1;
                                places as u32 - first_child
                            }
                            HALT => {
                                if end == Halt::NOWHERE {
                                    end = cut.trap_of(v).map_or(Halt::sink(v), Halt::trap);
                                }
                                continue;
                            }
                            known if known == parent => PARENT,
                            known if known >= first_child => {
                                twice |= end == Halt::NOWHERE;
                                known - first_child + 1
                            }
                            known if known == here => {
                                loops = true;
                                continue;
                            }
                            known if known < piece => {
                                crossings.note(u as u32, v);
                                if end == Halt::NOWHERE {
                                    end = Halt::like(known);
                                }
                                continue;
                            }
                            _ => return Err(NotFast::NotTreeLike),
                        };
                        if end == Halt::NOWHERE {
                            arcs[listed] = code;
                            listed += 1;
                        }
                    }
                }
                at += 1;
                let flag = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
                let flags = flag(twice, TWICE) | flag(loops, LOOPS) | flag(at == places, LAST);
                nodes.push(Node { children: first_child | flags, first_arc, end });
            }
        }
        nodes.push(Node { children: places as u32, first_arc: listed as u32, end: Halt::NOWHERE });
        order.truncate(places);
        parents.truncate(places);
        let layout = Self { place, order, parents, roots, nodes, arcs };
        if crossings.close_a_cycle(&layout) { Err(NotFast::NotTreeLike) } else { Ok(layout) }
    }

    /// The places of what the first root reaches.
    pub(super) fn first_piece(&self) -> Range<usize> {
        0..self.roots.get(1).map_or(self.len(), |&second| second as usize)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The vertex in each place and the place of its parent; the rest is given up.
    pub(super) fn into_order_and_parents(self) -> (Vec<u32>, Vec<u32>) {
        (self.order, self.parents)
    }

    /// Gives away the memory that tells the place of each vertex, which is not needed once the vertices are in order.
    pub(super) fn take_place(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.place)
    }

    /// The places of the children of the vertex in place `at`.
    #[inline]
    pub(super) fn children_of(&self, at: usize) -> Range<usize> {
        let (node, next) = (self.nodes[at], self.nodes[at + 1]);
        let first = node.first_child();
        first..if node.children & LAST == 0 { next.first_child() } else { first }
    }

    /// The arcs of the vertex in place `at`.
    #[inline]
    pub(super) fn arcs_of(&self, at: usize) -> &[u32] {
        &self.arcs[self.nodes[at].first_arc as usize..self.nodes[at + 1].first_arc as usize]
    }
}

/// Asks for memory that the vertices of `queue` will need.
#[inline]
fn ask_ahead(
    queue: &[u32],
    starts: &[u32],
    rotors: &[rotor_graph::ArcId],
    heads: &[VertexId],
    place: &[u32],
) {
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
    fn close_a_cycle(mut self, layout: &Layout) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        // A piece is known by its first place: the root above a vertex.
        let mut leader: Vec<u32> = if self.0.is_empty() { Vec::new() } else { roots(layout) };
        self.0.iter().any(|&(u, v)| {
            let [a, b] = [layout.place[u as usize], layout.place[v.index()]].map(|at| find(&mut leader, at));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Unlimited;
    use rotor_graph::parse;

    #[test]
    fn a_list_that_names_a_child_twice_before_its_end_is_marked() {
        let is_root_marked = |text: &str| {
            let instance = parse(text).unwrap();
            let mut unlimited = Unlimited;
            let (graph, rotors) = (instance.graph(), instance.rotors());
            let layout =
                Layout::of(graph, rotors, &Traps::default(), 0..3, &mut Watch::new(&mut unlimited)).unwrap();
            layout.nodes[0].names_a_child_twice()
        };
        assert!(is_root_marked("u: v w v s\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: v w s v\nv: u\nw: u\nsink s"));
        assert!(!is_root_marked("u: u v u w s\nv: u\nw: u\nsink s"));
    }
}
