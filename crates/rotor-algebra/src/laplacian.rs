//! The reduced Laplacian: one row and one column for every non-sink.

use crate::sparse::SparseRow;
use num_bigint::BigUint;
use num_traits::One;
use rotor_graph::{Multigraph, Stop, Tick, VertexId, VertexMap};

/// The reduced Laplacian Δ of a graph in sparse rows: row u is d(u)·e_u − Σ e_head over the heads that are not sinks.
///
/// Row u says what firing u does to chips, with the sign turned round: u loses d(u), every head gains one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laplacian {
    /// The non-sinks, in order: row and column i belong to `vertices[i]`.
    pub(crate) vertices: Vec<VertexId>,
    /// The non-zero entries of every row, by column.
    pub(crate) rows: Vec<SparseRow<i64>>,
}

impl Laplacian {
    /// Time O(|A| log d), memory O(|A|).
    pub(crate) fn of(graph: &Multigraph, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let vertices: Vec<_> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
        let mut index = VertexMap::filled(graph.vertex_count(), u32::MAX);
        (0..).zip(&vertices).for_each(|(at, &u)| index[u] = at);
        let row = |&u: &VertexId| {
            let heads = graph.heads(u).iter().map(|&v| index[v]).filter(|&column| column != u32::MAX);
            let mut entries: Vec<(u32, i64)> = heads.map(|column| (column, -1)).collect();
            entries.push((index[u], i64::from(graph.out_degree(u))));
            entries.sort_unstable_by_key(|&(column, _)| column);
            entries.dedup_by(|next, kept| {
                let same = next.0 == kept.0;
                kept.1 += if same { next.1 } else { 0 };
                same
            });
            entries.retain(|&(_, entry)| entry != 0);
            entries
        };
        let mut rows = Vec::with_capacity(vertices.len());
        for (at, u) in vertices.iter().enumerate() {
            tick.tick_at(at)?;
            rows.push(row(u));
        }
        Ok(Self { vertices, rows })
    }

    /// The rows of Δᵀ.
    pub(crate) fn transposed(&self, tick: &mut dyn Tick) -> Result<Vec<SparseRow<i64>>, Stop> {
        let mut transposed = vec![Vec::new(); self.rows.len()];
        for (at, row) in (0u32..).zip(&self.rows) {
            tick.tick_at(at as usize)?;
            row.iter().for_each(|&(column, entry)| transposed[column as usize].push((at, entry)));
        }
        Ok(transposed)
    }

    /// ∏ d(u) over non-sinks, loops left out: at least det Δ, because det Δ counts the spanning forests towards the
    /// sinks, and such a forest chooses one arc of every vertex, never a loop.
    pub(crate) fn degree_product(&self, tick: &mut dyn Tick) -> Result<BigUint, Stop> {
        let diagonal = |(at, row): (usize, &Vec<(u32, i64)>)| {
            let entry = row.iter().find(|&&(column, _)| column as usize == at).map_or(1, |&(_, entry)| entry);
            BigUint::from(entry.unsigned_abs())
        };
        // Pairs of products of about equal size multiply faster than one long chain.
        let mut products: Vec<BigUint> = self.rows.iter().enumerate().map(diagonal).collect();
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

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn parallel_arcs_add_up_and_loops_cancel() {
        let instance = parse("a: b^2 a s\nsink s\nb: a b\nc: c").unwrap();
        let laplacian = Laplacian::of(instance.graph(), &mut ()).unwrap();
        assert_eq!(laplacian.rows, [vec![(0, 3), (1, -2)], vec![(0, -1), (1, 1)], vec![]]);
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
