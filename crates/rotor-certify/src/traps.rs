//! Traps: closed sets without a sink, strongly connected or not, and forests.
//!
//! If no arc leaves a set and no sink lies in it, a particle in it never exits; whether the set could be smaller does not
//! matter for that.

use crate::certified::{Refutation, Verdict, display_name, pay, refute, require, require_vertex};
use rotor_graph::{Instance, Multigraph, Stop, Tick, VertexId, VertexMap, prefetch};

/// The number of the trap that each vertex lies in, if the traps are non-empty, disjoint, closed and without a sink.
/// Time O(|V| + |A|).
pub(crate) fn closed_sets(instance: &Instance, traps: &[Vec<VertexId>]) -> Result<TrapOf, Refutation> {
    let graph = instance.graph();
    let mut trap_of = TrapOf::none();
    for (number, trap) in traps.iter().enumerate() {
        if trap.is_empty() {
            return refute(None, format_args!("size of trap {number} > 0"), 0, 0);
        }
        for &u in trap {
            require_vertex(instance, "a trap's vertex", u)?;
            require(Some(u), "how often traps list v = 1", &(1 + usize::from(trap_of.contains(u))), &1)?;
            trap_of.put(graph.vertex_count(), u, number);
        }
    }
    for &u in traps.iter().flatten() {
        if graph.is_sink(u) {
            return refute(Some(u), "d(v) > 0 in a trap", 0, 0);
        }
        let mut leaving = graph.heads(u).iter().filter(|&&v| trap_of.of(v) != trap_of.of(u));
        if let Some(&v) = leaving.next() {
            let equation = format_args!("arcs out of the trap, as to {} = 0", display_name(instance, v));
            return refute(Some(u), equation, 1 + leaving.count(), 0);
        }
    }
    Ok(trap_of)
}

/// The trap of each vertex, if `traps` are all traps of the graph: closed, strongly connected, and every other vertex has a
/// way to one of them or to a sink. Time O(|V| + |A|).
pub(crate) fn all_traps(
    instance: &Instance,
    traps: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Verdict<TrapOf> {
    let graph = instance.graph();
    let trap_of = closed_sets(instance, traps)?;
    strongly_connected(instance, traps, tick)?;
    let halting = reaching(graph, |v| trap_of.halts(graph, v), tick)?;
    for (v, halts) in halting.iter() {
        require(Some(v), "whether v reaches a sink or a trap = true", halts, &true)?;
    }
    Ok(trap_of)
}

/// From which vertices a way leads to one that halts. Time and memory O(|V| + |A|).
pub(crate) fn reaching(
    graph: &Multigraph,
    halts: impl Fn(VertexId) -> bool,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let (halting, moving): (Vec<VertexId>, Vec<VertexId>) = graph.vertices().partition(|&u| halts(u));
    let arcs = ReversedArcs::leaving(graph, moving.into_iter());
    let mut reaching = VertexMap::filled(graph.vertex_count(), false);
    spread(halting, |v| arcs.tails_into(v), &mut reaching, tick)?;
    Ok(reaching)
}

/// Demands that every vertex of a trap reaches every other one of it; the traps must have passed [`closed_sets`].
///
/// A set is strongly connected exactly if its first vertex reaches all of it, along arcs and against them. Time and
/// memory O(|V| + |A|) of the traps and O(|V|) if there is one.
pub(crate) fn strongly_connected(
    instance: &Instance,
    traps: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Verdict {
    if traps.is_empty() {
        return Ok(());
    }
    let graph = instance.graph();
    let reversed = ReversedArcs::leaving(graph, traps.iter().flatten().copied());
    let mut reaches = VertexMap::filled(graph.vertex_count(), false);
    let mut reached = VertexMap::filled(graph.vertex_count(), false);
    for (trap, members) in traps.iter().enumerate() {
        spread(vec![members[0]], |u| graph.heads(u), &mut reached, tick)?;
        spread(vec![members[0]], |u| reversed.tails_into(u), &mut reaches, tick)?;
        if let Some(&v) = members.iter().find(|&&v| !(reached[v] && reaches[v])) {
            let first = display_name(instance, members[0]);
            let way = if reached[v] { format!("from v to {first}") } else { format!("from {first} to v") };
            return refute(Some(v), format_args!("paths within trap {trap} {way} > 0"), 0, 0);
        }
    }
    Ok(())
}

/// Marks everything that can be reached from these vertices.
pub(crate) fn spread<'g>(
    mut waiting: Vec<VertexId>,
    next: impl Fn(VertexId) -> &'g [VertexId],
    marked: &mut VertexMap<bool>,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    waiting.iter().for_each(|&u| marked[u] = true);
    while let Some(u) = waiting.pop() {
        pay(tick, 1 + next(u).len())?;
        for &v in next(u) {
            if !std::mem::replace(&mut marked[v], true) {
                waiting.push(v);
            }
        }
    }
    Ok(())
}

/// The number of the trap that each vertex lies in, if it lies in one.
#[derive(Debug)]
pub(crate) struct TrapOf {
    /// One more than the number of the trap, 0 where there is none; empty if there is no trap.
    codes: Vec<u32>,
}

impl TrapOf {
    pub(crate) fn none() -> Self {
        Self { codes: Vec::new() }
    }

    /// Puts a vertex that lies in no trap into one. There are no more traps than vertices, as none is empty.
    fn put(&mut self, vertices: usize, u: VertexId, number: usize) {
        self.codes.resize(vertices, 0);
        self.codes[u.index()] = number as u32 + 1;
    }

    /// The number of the trap that `v` lies in.
    #[inline]
    pub(crate) fn of(&self, v: VertexId) -> Option<usize> {
        match self.codes.get(v.index()) {
            None | Some(0) => None,
            Some(code) => Some(*code as usize - 1),
        }
    }

    /// Whether a particle halts on `v`: on a sink or in a trap.
    #[inline]
    pub(crate) fn halts(&self, graph: &Multigraph, v: VertexId) -> bool {
        graph.is_sink(v) || self.contains(v)
    }

    /// Prefetches the entry of `v`.
    #[inline]
    pub(crate) fn expect(&self, v: VertexId) {
        prefetch(&self.codes, v.index());
    }

    /// Whether `v` lies in a trap.
    #[inline]
    pub(crate) fn contains(&self, v: VertexId) -> bool {
        self.of(v).is_some()
    }
}

/// The tails of the arcs into each vertex.
struct ReversedArcs {
    /// `tails[first[v] .. first[v + 1]]` are those of v.
    first: Vec<usize>,
    tails: Vec<VertexId>,
}

impl ReversedArcs {
    /// The arcs that leave these vertices. Time and memory O(|V| + number of arcs).
    fn leaving(graph: &Multigraph, tails: impl Iterator<Item = VertexId> + Clone) -> Self {
        let mut first = vec![0; graph.vertex_count() + 1];
        for head in tails.clone().flat_map(|u| graph.heads(u)) {
            first[head.index() + 1] += 1;
        }
        for v in 0..graph.vertex_count() {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut into = vec![VertexId::new(0); first[graph.vertex_count()]];
        for u in tails {
            for &v in graph.heads(u) {
                into[next[v.index()]] = u;
                next[v.index()] += 1;
            }
        }
        Self { first, tails: into }
    }

    /// The tails of the arcs into `v`, one for each arc.
    fn tails_into(&self, v: VertexId) -> &[VertexId] {
        &self.tails[self.first[v.index()]..self.first[v.index() + 1]]
    }
}

// Forests: undirected graphs in which no edge closes a cycle, found out leaf by leaf or edge by edge

/// What is known of the neighbours of a vertex: how many there are, and the exclusive or of their numbers. For a leaf
/// that is its neighbour.
#[derive(Clone, Copy, Default, Debug)]
struct Neighbours {
    count: u32,
    mixed: u32,
}

/// An undirected simple graph, kept in 8 bytes per vertex.
#[derive(Debug)]
pub(crate) struct UndirectedEdges(Vec<Neighbours>);

/// How far ahead entries are prefetched.
const AHEAD: usize = 24;

impl UndirectedEdges {
    /// No edge yet.
    pub(crate) fn none(vertices: usize) -> Self {
        Self(vec![Neighbours::default(); vertices])
    }

    /// Notes at `w` that {w, v} is an edge; it must be noted once at each of its two different ends.
    #[inline]
    pub(crate) fn note(&mut self, w: VertexId, v: VertexId) {
        let neighbours = &mut self.0[w.index()];
        neighbours.count += 1;
        neighbours.mixed ^= v.raw();
    }

    /// Whether no edges form a cycle. Time O(|V|).
    pub(crate) fn form_a_forest(mut self) -> bool {
        for start in 0..self.0.len() {
            if let Some(ahead) = self.0.get(start + AHEAD)
                && ahead.count == 1
            {
                prefetch(&self.0, ahead.mixed as usize);
            }
            let mut leaf = start;
            // A leaf further on is met there.
            while leaf <= start && self.0[leaf].count == 1 {
                let next = self.0[leaf].mixed as usize;
                self.0[leaf].count = 0;
                self.0[next].count -= 1;
                self.0[next].mixed ^= leaf as u32;
                leaf = next;
            }
        }
        self.0.iter().all(|neighbours| neighbours.count == 0)
    }
}

/// The trees of a growing forest: disjoint sets with path halving.
pub(crate) struct Forest {
    /// A vertex nearer to the representative of the tree; the representative itself points at itself.
    towards: VertexMap<VertexId>,
}

impl Forest {
    /// Every vertex a tree of its own.
    pub(crate) fn of_single_vertices(vertices: impl Iterator<Item = VertexId>) -> Self {
        Self { towards: VertexMap::from_vec(vertices.collect()) }
    }

    /// Adds the edge {u, v}; false if it would close a cycle. Amortised time O(log |V|).
    pub(crate) fn join(&mut self, u: VertexId, v: VertexId) -> bool {
        let (one, other) = (self.representative(u), self.representative(v));
        self.towards[one] = other;
        one != other
    }

    fn representative(&mut self, mut u: VertexId) -> VertexId {
        while self.towards[u] != u {
            self.towards[u] = self.towards[self.towards[u]];
            u = self.towards[u];
        }
        u
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vertex(number: u32) -> VertexId {
        VertexId::new(number)
    }

    /// All graphs on five vertices.
    #[test]
    fn leaves_run_out_exactly_if_no_edge_closes_a_cycle() {
        let pairs: Vec<(u32, u32)> = (0..5).flat_map(|u| (u + 1..5).map(move |v| (u, v))).collect();
        let mut forests = 0;
        for graph in 0u32..1 << pairs.len() {
            let edges =
                || pairs.iter().enumerate().filter(|(at, _)| graph >> at & 1 == 1).map(|(_, edge)| edge);
            let mut noted = UndirectedEdges::none(5);
            for &(u, v) in edges() {
                noted.note(vertex(v), vertex(u));
                noted.note(vertex(u), vertex(v));
            }
            let mut joined = Forest::of_single_vertices((0..5).map(vertex));
            let is_forest = edges().all(|&(u, v)| joined.join(vertex(u), vertex(v)));
            assert_eq!(noted.form_a_forest(), is_forest, "{graph:b}");
            forests += u32::from(is_forest);
        }
        assert_eq!(forests, 291, "the number of labelled forests on five vertices");
    }
}
