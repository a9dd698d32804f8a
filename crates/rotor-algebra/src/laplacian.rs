//! The reduced Laplacian of a part of a graph, and what leaves that part.
//!
//! Everything in this crate begins with the same matrix: row u of Δ is d(u)·e_u − Σ e_head over the heads inside of the
//! part. Firing u takes row u away from the chips: u loses d(u), and every head gains one. What the arcs out of the part
//! carry arrives on sinks or in traps, which are its [`Ends`].

use crate::linear::SparseRow;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{Exit, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap};
use std::ops::AddAssign;

/// The reduced Laplacian of a part of a graph, whose vertices are renumbered; loops cancel and are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laplacian {
    /// The vertices inside, in order: row and column i belong to `vertices[i]`.
    pub(crate) vertices: Vec<VertexId>,
    /// d(u).
    pub(crate) degree: Vec<i64>,
    /// d(u) less the loops of u: the entry on the diagonal.
    pub(crate) loss: Vec<i64>,
    heads: Rows,
}

/// A list of vertices for each vertex, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rows {
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Rows {
    #[inline]
    pub(crate) fn of(&self, u: usize) -> &[u32] {
        &self.all[self.first[u] as usize..self.first[u + 1] as usize]
    }
}

impl Laplacian {
    /// Time O(|A| log d), memory O(|A|).
    pub(crate) fn of(
        graph: &Multigraph,
        is_inside: impl Fn(VertexId) -> bool,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let vertices: Vec<_> = graph.vertices().filter(|&u| is_inside(u)).collect();
        let mut index = VertexMap::filled(graph.vertex_count(), u32::MAX);
        (0..).zip(&vertices).for_each(|(at, &u)| index[u] = at);
        let (mut first, mut all) = (vec![0], Vec::new());
        let (mut degree, mut loss) = (Vec::new(), Vec::new());
        for (at, &u) in vertices.iter().enumerate() {
            tick.tick_at(at)?;
            let row = all.len();
            let inside =
                graph.heads(u).iter().map(|&v| index[v]).filter(|&v| v != u32::MAX && v != at as u32);
            all.extend(inside);
            // In order, where neighbours lie alike, what they do is easier to predict than in the order of the rotor.
            all[row..].sort_unstable();
            first.push(all.len() as u32);
            let loops = graph.heads(u).iter().filter(|&&v| v == u).count() as i64;
            degree.push(i64::from(graph.out_degree(u)));
            loss.push(i64::from(graph.out_degree(u)) - loops);
        }
        Ok(Self { vertices, degree, loss, heads: Rows { first, all } })
    }

    /// The part on which the walk goes on, traps being sinks.
    pub(crate) fn of_active(stopping: &StoppingGraph<'_>, tick: &mut dyn Tick) -> Result<Self, Stop> {
        Self::of(stopping.graph(), |u| stopping.is_active(u), tick)
    }

    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// The heads of the arcs of u that lie inside and are not loops, ascending, one per arc.
    #[inline]
    pub(crate) fn heads(&self, u: usize) -> &[u32] {
        self.heads.of(u)
    }

    /// The tails of the arcs into each vertex, like [`heads`](Self::heads).
    pub(crate) fn tails(&self, tick: &mut dyn Tick) -> Result<Rows, Stop> {
        let mut first = vec![0u32; self.len() + 1];
        self.heads.all.iter().for_each(|&v| first[v as usize + 1] += 1);
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut all = vec![0; self.heads.all.len()];
        for u in 0..self.len() {
            tick.tick_at(u)?;
            for &v in self.heads(u) {
                let at = &mut next[v as usize];
                all[*at as usize] = u as u32;
                *at += 1;
            }
        }
        Ok(Rows { first, all })
    }

    /// The non-zero entries of every row.
    pub(crate) fn rows(&self, tick: &mut dyn Tick) -> Result<Vec<SparseRow<i64>>, Stop> {
        self.matrix(&self.heads, tick)
    }

    /// The rows of Δᵀ.
    pub(crate) fn transposed(&self, tick: &mut dyn Tick) -> Result<Vec<SparseRow<i64>>, Stop> {
        self.matrix(&self.tails(tick)?, tick)
    }

    fn matrix(&self, neighbours: &Rows, tick: &mut dyn Tick) -> Result<Vec<SparseRow<i64>>, Stop> {
        let mut rows = Vec::with_capacity(self.len());
        for u in 0..self.len() {
            tick.tick_at(u)?;
            let alike = neighbours.of(u).chunk_by(|v, w| v == w);
            let mut row: SparseRow<i64> = alike.map(|arcs| (arcs[0], -(arcs.len() as i64))).collect();
            if self.loss[u] != 0 {
                let place = row.partition_point(|&(v, _)| v < u as u32);
                row.insert(place, (u as u32, self.loss[u]));
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// ∏ d(u), loops left out: at least det Δ, because det Δ counts the spanning forests towards what is outside, and such
    /// a forest chooses one arc of every vertex, never a loop.
    pub(crate) fn degree_product(&self, tick: &mut dyn Tick) -> Result<BigUint, Stop> {
        // Pairs of products of about equal size multiply faster than one long chain.
        let mut products: Vec<BigUint> =
            self.loss.iter().map(|loss| loss.max(&1).unsigned_abs().into()).collect();
        while products.len() > 1 {
            tick.tick(0)?;
            products = products.chunks(2).map(|pair| pair.iter().product()).collect();
        }
        Ok(products.pop().unwrap_or_else(BigUint::one))
    }
}

/// The same graph in which the vertices of `sinks` have lost their arcs: they are sinks now.
///
/// Vertices keep their numbers, arcs do not. Time and memory O(|V| + |A|).
pub fn with_sinks(graph: &Multigraph, sinks: &[VertexId]) -> Multigraph {
    let mut halts = VertexMap::filled(graph.vertex_count(), false);
    sinks.iter().for_each(|&u| halts[u] = true);
    let (mut first, mut heads) = (vec![0], Vec::with_capacity(graph.arc_count()));
    for u in graph.vertices() {
        if !halts[u] {
            heads.extend_from_slice(graph.heads(u));
        }
        first.push(heads.len() as u32);
    }
    Multigraph::from_rows(first, heads).expect("rows were only emptied")
}

/// What arrives on each sink and in each trap.
pub(crate) struct Ends<'s, T> {
    stopping: &'s StoppingGraph<'s>,
    pub(crate) sinks: VertexMap<T>,
    pub(crate) trapped: Vec<T>,
}

impl<'s, T: Clone + Zero + for<'t> AddAssign<&'t T>> Ends<'s, T> {
    pub(crate) fn new(stopping: &'s StoppingGraph<'s>) -> Self {
        let sinks = VertexMap::filled(stopping.graph().vertex_count(), T::zero());
        Self { stopping, sinks, trapped: vec![T::zero(); stopping.traps().len()] }
    }

    /// Counts what comes to v, if that is an end.
    pub(crate) fn arrive(&mut self, v: VertexId, count: &T) {
        match self.stopping.exit_at(v) {
            Some(Exit::Sink(sink)) => self.sinks[sink] += count,
            Some(Exit::Trap(trap)) => self.trapped[trap] += count,
            None => {}
        }
    }

    /// Counts as many along each arc of every active vertex as `uses` says.
    pub(crate) fn arrive_along_arcs(&mut self, uses: impl Fn(VertexId) -> T) {
        for u in self.stopping.active_vertices() {
            let uses = uses(u);
            if !uses.is_zero() {
                self.stopping.graph().heads(u).iter().for_each(|&v| self.arrive(v, &uses));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn parallel_arcs_add_up_and_loops_cancel() {
        let instance = parse("a: b^2 a s\nsink s\nb: a b\nc: c").unwrap();
        let graph = instance.graph();
        let laplacian = Laplacian::of(graph, |u| !graph.is_sink(u), &mut ()).unwrap();
        assert_eq!(laplacian.rows(&mut ()).unwrap(), [vec![(0, 3), (1, -2)], vec![(0, -1), (1, 1)], vec![]]);
        let transposed = laplacian.transposed(&mut ()).unwrap();
        assert_eq!(transposed, [vec![(0, 3), (1, -1)], vec![(0, -2), (1, 1)], vec![]]);
        assert_eq!(laplacian.degree_product(&mut ()), Ok(3u32.into()));
    }

    #[test]
    fn a_vertex_made_a_sink_loses_its_arcs_and_nothing_else() {
        let instance = parse("a: b s\nb: a s\nsink s").unwrap();
        let cut = with_sinks(instance.graph(), &[VertexId::new(0)]);
        assert!(cut.is_sink(VertexId::new(0)));
        assert_eq!(cut.heads(VertexId::new(1)), instance.graph().heads(VertexId::new(1)));
    }
}
