//! Directed multigraphs with sinks, the out-arcs of every vertex in rotor order.

use crate::amount;
use crate::ids::{ArcId, VertexId, prefetch};
use crate::instance::Facts;
use crate::trap::StoppingGraph;
use crate::walk::Configuration;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use std::ops::Range;

/// A finite directed multigraph G = (V₀ ∪ S₀, A, h, t) with a rotor order at each vertex [ACD22, `sec:defi`].
///
/// Compressed sparse rows: the out-arcs of a vertex are consecutive, and their order is its rotor order θ. Loops and
/// parallel arcs are allowed. A vertex without out-arcs is a **sink**; every other vertex has at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multigraph {
    first_arc: Box<[u32]>,
    head: Box<[VertexId]>,
    pub(crate) facts: Facts,
}

/// Why a pair of arrays is not a multigraph.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NotAMultigraph {
    /// The row starts are not 0 … number of arcs in ascending order.
    #[error("row {row} of the arcs does not start where the row before it ends")]
    Rows {
        /// The first offending row.
        row: usize,
    },
    /// A head is not a vertex.
    #[error("arc {arc} leads to vertex {head}, but the graph has {}", amount(.vertices, "vertex", "vertices"))]
    Head {
        /// Its position.
        arc: usize,
        /// Where it leads.
        head: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More vertices or arcs than ids.
    #[error("{vertices} vertices and {arcs} arcs are more than 2³² − 2")]
    Size {
        /// How many vertices were given.
        vertices: usize,
        /// How many arcs were given.
        arcs: usize,
    },
}

impl Multigraph {
    /// The most arcs, and the most vertices, that a graph may have: 2³² − 2, and where addresses have 32 bits as many as
    /// lists of eight bytes per entry have room for.
    pub const MOST_ARCS: u64 = if usize::BITS < 64 { isize::MAX as u64 / 8 } else { u32::MAX as u64 - 1 };

    /// The graph in which vertex u has the arcs `first_arc[u] .. first_arc[u + 1]`, leading to `head`.
    pub fn from_rows(first_arc: Vec<u32>, head: Vec<VertexId>) -> Result<Self, NotAMultigraph> {
        let vertices = first_arc.len().saturating_sub(1);
        if vertices as u64 > Self::MOST_ARCS || head.len() as u64 > Self::MOST_ARCS {
            return Err(NotAMultigraph::Size { vertices, arcs: head.len() });
        }
        if first_arc.first() != Some(&0) || first_arc.last().map(|&end| end as usize) != Some(head.len()) {
            return Err(NotAMultigraph::Rows { row: vertices });
        }
        if let Some(row) = first_arc.windows(2).position(|ends| ends[0] > ends[1]) {
            return Err(NotAMultigraph::Rows { row });
        }
        if let Some(arc) = head.iter().position(|v| v.index() >= vertices) {
            return Err(NotAMultigraph::Head { arc, head: head[arc].raw(), vertices });
        }
        Ok(Self { first_arc: first_arc.into(), head: head.into(), facts: Facts::default() })
    }

    /// |V|, sinks included.
    pub fn vertex_count(&self) -> usize {
        self.first_arc.len() - 1
    }

    /// |A|.
    pub fn arc_count(&self) -> usize {
        self.head.len()
    }

    /// All vertices, in order.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = VertexId> + ExactSizeIterator + use<> {
        (0..self.vertex_count() as u32).map(VertexId::new)
    }

    /// Whether `u` ∈ S₀.
    #[inline]
    pub fn is_sink(&self, u: VertexId) -> bool {
        self.first_arc[u.index()] == self.first_arc[u.index() + 1]
    }

    /// A⁺(u) in rotor order.
    #[inline]
    pub fn out_arcs(
        &self,
        u: VertexId,
    ) -> impl DoubleEndedIterator<Item = ArcId> + ExactSizeIterator + use<> {
        let Range { start, end } = self.arc_range(u);
        (start..end).map(ArcId::new)
    }

    /// The numbers of the arcs of `u`.
    #[inline]
    pub fn arc_range(&self, u: VertexId) -> Range<u32> {
        self.first_arc[u.index()]..self.first_arc[u.index() + 1]
    }

    /// The heads of the arcs of `u` in rotor order, parallel arcs repeated.
    #[inline]
    pub fn heads(&self, u: VertexId) -> &[VertexId] {
        let Range { start, end } = self.arc_range(u);
        &self.head[start as usize..end as usize]
    }

    /// d(u) = |A⁺(u)|.
    #[inline]
    pub fn out_degree(&self, u: VertexId) -> u32 {
        self.arc_range(u).len() as u32
    }

    /// h(a).
    #[inline]
    pub fn head(&self, a: ArcId) -> VertexId {
        self.head[a.index()]
    }

    /// All heads, by arc.
    pub fn all_heads(&self) -> &[VertexId] {
        &self.head
    }

    /// All row starts: vertex u has the arcs `[u] .. [u + 1]`.
    pub fn row_starts(&self) -> &[u32] {
        &self.first_arc
    }

    /// The in-neighbours of every vertex, with one entry for each arc.
    pub fn reversed(&self) -> ReversedArcs {
        let mut first = vec![0u32; self.vertex_count() + 1];
        for (at, head) in self.head.iter().enumerate() {
            if let Some(ahead) = self.head.get(at + AHEAD[1]) {
                prefetch(&first, ahead.index() + 1);
            }
            first[head.index() + 1] += 1;
        }
        for u in 0..self.vertex_count() {
            first[u + 1] += first[u];
        }
        let mut next = first.clone();
        let mut tail = vec![VertexId::new(0); self.arc_count()];
        for u in self.vertices() {
            for at in self.arc_range(u) {
                if let Some(ahead) = self.head.get(at as usize + AHEAD[0]) {
                    prefetch(&next, ahead.index());
                }
                if let Some(ahead) = self.head.get(at as usize + AHEAD[1]) {
                    prefetch(&tail, next[ahead.index()] as usize);
                }
                let place = &mut next[self.head[at as usize].index()];
                tail[*place as usize] = u;
                *place += 1;
            }
        }
        ReversedArcs { first, tail }
    }
}

/// How many arcs ahead memory is prefetched when arcs are reversed: where a row goes on, then its place.
const AHEAD: [usize; 2] = [48, 24];

/// A⁻(v) for every vertex v: the tails of the arcs that lead to it.
#[derive(Clone, Debug)]
pub struct ReversedArcs {
    first: Vec<u32>,
    tail: Vec<VertexId>,
}

impl ReversedArcs {
    /// The tails of the arcs with head `v`, in vertex order, repeated for parallel arcs.
    pub fn tails(&self, v: VertexId) -> &[VertexId] {
        &self.tail[self.first[v.index()] as usize..self.first[v.index() + 1] as usize]
    }
}

// Uses: how often the arcs of a vertex are taken in a given number of departures.

/// How many of `departures` go along each of `degree` arcs, from the rotor on: arc j carries ⌈(x − j) / d⌉ of them. A
/// sink has no arc.
///
/// Time O(d) operations, one of them a division by a word.
pub fn shares(degree: u32, departures: &BigUint) -> impl Iterator<Item = BigUint> + use<> {
    // A sink has no arc, and nothing to divide by.
    let (full_turns, once_more) = departures.div_rem(&degree.max(1).into());
    let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
    (0..degree).map(move |at| &full_turns + u32::from(at < once_more))
}

impl Configuration {
    /// The arcs of `u` from its rotor on, each with how many of `departures` go along it.
    ///
    /// ```
    /// let instance = rotor_graph::parse("u: a *b c\nsink a\nsink b\nsink c")?;
    /// let (graph, u) = (instance.graph(), instance.vertex("u").unwrap());
    /// let heads = instance.rotors().uses(graph, u, &5u32.into()).map(|(a, uses)| (instance.name(graph.head(a)), uses));
    /// assert!(heads.eq([("b", 2u32.into()), ("c", 2u32.into()), ("a", 1u32.into())]));
    /// # Ok::<(), rotor_graph::Flaws>(())
    /// ```
    pub fn uses(
        &self,
        graph: &Multigraph,
        u: VertexId,
        departures: &BigUint,
    ) -> impl Iterator<Item = (ArcId, BigUint)> + use<> {
        let rotor = self.position(graph, u) as usize;
        let (from_rotor, before) = (graph.out_arcs(u).skip(rotor), graph.out_arcs(u).take(rotor));
        from_rotor.chain(before).zip(shares(graph.out_degree(u), departures))
    }

    /// The first head of an arc used in `departures` departures from `u` that is `wanted`.
    pub fn head_used(
        &self,
        graph: &Multigraph,
        u: VertexId,
        departures: &BigUint,
        wanted: impl Fn(VertexId) -> bool,
    ) -> Option<VertexId> {
        let used = self.uses(graph, u, departures).take_while(|(_, uses)| !uses.is_zero());
        used.map(|(a, _)| graph.head(a)).find(|&v| wanted(v))
    }
}

// Rotor orders: which arc comes after which at a vertex.

impl Multigraph {
    /// θ_u(a): the arc after `a` at its tail `u`, cyclically.
    #[inline]
    pub fn next_arc(&self, u: VertexId, a: ArcId) -> ArcId {
        let row = self.arc_range(u);
        let next = a.raw() + 1;
        ArcId::new(if next == row.end { row.start } else { next })
    }

    /// θ_u⁻¹(a): the arc before `a` at its tail `u`, cyclically.
    #[inline]
    pub(crate) fn previous_arc(&self, u: VertexId, a: ArcId) -> ArcId {
        let row = self.arc_range(u);
        ArcId::new(if a.raw() == row.start { row.end - 1 } else { a.raw() - 1 })
    }

    /// d_u(a, b): how many turns lead from `a` to `b` [ACD22, `def:distance`].
    pub fn rotor_distance(&self, u: VertexId, a: ArcId, b: ArcId) -> u32 {
        if b >= a { b.raw() - a.raw() } else { b.raw() + self.out_degree(u) - a.raw() }
    }

    /// B_u(a; b, c): whether turning from `a` meets `b` no later than `c` [ACD22, `projection`].
    pub fn met_no_later(&self, u: VertexId, a: ArcId, b: ArcId, c: ArcId) -> bool {
        self.rotor_distance(u, a, b) <= self.rotor_distance(u, a, c)
    }
}

// Ĝ: the simple digraph of a multigraph, with the multiplicity of every arc.

/// The simple digraph Ĝ = (V, Â): one arc (u, v) for all parallel arcs from u to v [ACD22, `sec:return`].
///
/// The heads Γ⁺(u) of a vertex stand in the order in which its rotor order first names them.
#[derive(Clone, Debug)]
pub struct SimpleDigraph {
    first: Vec<u32>,
    head: Vec<VertexId>,
    multiplicity: Vec<u32>,
    /// For every arc of G the arc of Ĝ it belongs to.
    class: Vec<u32>,
}

impl SimpleDigraph {
    /// Merges the parallel arcs of `graph`. Time and memory O(|V| + |A|).
    pub fn of(graph: &Multigraph) -> Self {
        let mut first = Vec::with_capacity(graph.vertex_count() + 1);
        first.push(0);
        let (mut head, mut multiplicity) = (Vec::new(), Vec::<u32>::new());
        let mut class = Vec::with_capacity(graph.arc_count());
        // Where the present vertex lists each head; stale entries lie before its own first one.
        let mut listed_at = vec![u32::MAX; graph.vertex_count()];
        for u in graph.vertices() {
            let row = head.len() as u32;
            for &v in graph.heads(u) {
                let at = listed_at[v.index()];
                if at != u32::MAX && at >= row {
                    multiplicity[at as usize] += 1;
                    class.push(at);
                } else {
                    listed_at[v.index()] = head.len() as u32;
                    class.push(head.len() as u32);
                    head.push(v);
                    multiplicity.push(1);
                }
            }
            first.push(head.len() as u32);
        }
        Self { first, head, multiplicity, class }
    }

    /// |Â|.
    pub fn arc_count(&self) -> usize {
        self.head.len()
    }

    /// The numbers of the arcs of Ĝ that leave `u`.
    #[inline]
    pub fn row(&self, u: VertexId) -> Range<usize> {
        self.first[u.index()] as usize..self.first[u.index() + 1] as usize
    }

    /// Γ⁺(u).
    #[inline]
    pub fn heads(&self, u: VertexId) -> &[VertexId] {
        &self.head[self.row(u)]
    }

    /// m(u, v) for each v of Γ⁺(u), in the same order.
    #[inline]
    pub fn multiplicities(&self, u: VertexId) -> &[u32] {
        &self.multiplicity[self.row(u)]
    }

    /// Which of the arcs of Ĝ the arc `a` of G belongs to.
    #[inline]
    pub fn merged_arc(&self, a: ArcId) -> usize {
        self.class[a.index()] as usize
    }

    /// The number of the arc (u, v) of Ĝ, if there is one. Time O(|Γ⁺(u)|).
    pub fn arc(&self, u: VertexId, v: VertexId) -> Option<usize> {
        self.row(u).find(|&at| self.head[at] == v)
    }
}

// Ḡ: the undirected simple graph of a multigraph, between its active vertices.

/// The undirected graph Ḡ between the active vertices of a stopping graph [ACD22, `sec:return`].
///
/// Absorbing vertices are left out: every arc into one has, in effect, a copy of it to itself, so that inner sinks and
/// traps cut the graph. Loops are not edges; an edge may be listed more than once.
#[derive(Clone, Debug)]
pub struct UndirectedGraph {
    /// Up to 2·|A| entries, so wider than an arc's number.
    first: Vec<usize>,
    neighbour: Vec<VertexId>,
}

impl UndirectedGraph {
    /// Forgets directions. Time and memory O(|V| + |A|).
    pub fn of(stopping: &StoppingGraph<'_>) -> Self {
        let graph = stopping.graph();
        let edges = || {
            let edge = |u, v| (u != v && stopping.is_active(v)).then_some((u, v));
            stopping
                .active_vertices()
                .flat_map(move |u| graph.heads(u).iter().filter_map(move |&v| edge(u, v)))
        };
        let mut first = vec![0usize; graph.vertex_count() + 1];
        for (u, v) in edges() {
            first[u.index() + 1] += 1;
            first[v.index() + 1] += 1;
        }
        for u in 0..graph.vertex_count() {
            first[u + 1] += first[u];
        }
        let mut next = first.clone();
        let mut neighbour = vec![VertexId::new(0); first[graph.vertex_count()]];
        let mut put = |u: VertexId, v| {
            neighbour[next[u.index()]] = v;
            next[u.index()] += 1;
        };
        for (u, v) in edges() {
            put(u, v);
            put(v, u);
        }
        Self { first, neighbour }
    }

    /// The neighbours of `u`, repeated for parallel and opposite arcs.
    pub fn neighbours(&self, u: VertexId) -> &[VertexId] {
        &self.neighbour[self.first[u.index()]..self.first[u.index() + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn vertex(index: u32) -> VertexId {
        VertexId::new(index)
    }

    #[test]
    fn rows_that_do_not_fit_are_refused() {
        assert_eq!(Multigraph::from_rows(vec![], vec![]), Err(NotAMultigraph::Rows { row: 0 }));
        assert_eq!(Multigraph::from_rows(vec![0, 1], vec![]), Err(NotAMultigraph::Rows { row: 1 }));
        let heads = vec![vertex(0), vertex(0)];
        assert_eq!(Multigraph::from_rows(vec![0, 2, 1, 2], heads), Err(NotAMultigraph::Rows { row: 1 }));
        let far = NotAMultigraph::Head { arc: 0, head: 7, vertices: 1 };
        assert_eq!(Multigraph::from_rows(vec![0, 1], vec![vertex(7)]), Err(far));
    }

    #[test]
    fn reversed_arcs_list_every_arc_at_its_head() {
        let graph = Multigraph::from_rows(vec![0, 3, 4, 4], vec![vertex(1), vertex(1), vertex(0), vertex(2)])
            .unwrap();
        let reversed = graph.reversed();
        assert_eq!(reversed.tails(vertex(0)), [vertex(0)]);
        assert_eq!(reversed.tails(vertex(1)), [vertex(0), vertex(0)]);
        assert_eq!(reversed.tails(vertex(2)), [vertex(1)]);
        assert!(graph.is_sink(vertex(2)) && !graph.is_sink(vertex(1)));
    }

    #[test]
    fn the_orbit_of_an_arc_is_its_whole_row() {
        let instance = parse("b: a\na: b s b\nsink s").unwrap();
        let (graph, a) = (instance.graph(), instance.vertex("a").unwrap());
        let arcs: Vec<_> = graph.out_arcs(a).collect();
        for (i, &arc) in arcs.iter().enumerate() {
            assert_eq!(graph.next_arc(a, arc), arcs[(i + 1) % 3]);
            assert_eq!(graph.previous_arc(a, graph.next_arc(a, arc)), arc);
            for (j, &other) in arcs.iter().enumerate() {
                assert_eq!(graph.rotor_distance(a, arc, other) as usize, (3 + j - i) % 3);
            }
        }
        assert!(graph.met_no_later(a, arcs[1], arcs[2], arcs[0]));
        assert!(!graph.met_no_later(a, arcs[1], arcs[0], arcs[2]));
        assert!(graph.met_no_later(a, arcs[1], arcs[0], arcs[0]));
    }

    #[test]
    fn parallel_arcs_become_one_with_their_number() {
        let instance = parse("a: b a^2 b^3 s\nb: b s\nsink s").unwrap();
        let [a, b, s] = ["a", "b", "s"].map(|name| instance.vertex(name).unwrap());
        let simple = SimpleDigraph::of(instance.graph());
        assert_eq!(simple.heads(a), [b, a, s]);
        assert_eq!(simple.multiplicities(a), [4, 2, 1]);
        assert_eq!(simple.heads(b), [b, s]);
        assert_eq!(simple.arc(b, s), Some(4));
        assert_eq!(simple.arc(s, a), None);
        let classes: Vec<_> = instance.graph().out_arcs(a).map(|arc| simple.merged_arc(arc)).collect();
        assert_eq!(classes, [0, 1, 1, 0, 0, 0, 2]);
    }
}
