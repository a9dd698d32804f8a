//! Rows of a return-flow table: one for every distinct head of every vertex, to be read from both ends.

use crate::certified::{Refutation, display_name, require, require_vertex};
use rotor_graph::{Count, Flow, Instance, ReturnFlows, VertexId, VertexMap};

/// A table with exactly the rows it should have, and all flows at least 1.
pub(super) struct Rows<'c> {
    flows: &'c ReturnFlows,
    /// `tail[first_into[w] .. first_into[w + 1]]` are the rows into w: whose they are, and which.
    first_into: Vec<usize>,
    tail: Vec<(VertexId, u32)>,
}

impl<'c> Rows<'c> {
    /// Checks that every vertex has one row for each of its distinct heads. Time and memory O(|V| + |A|).
    pub(super) fn checked(instance: &Instance, flows: &'c ReturnFlows) -> Result<Self, Refutation> {
        let graph = instance.graph();
        require(None, "vertices with return flows = |V|", &flows.vertex_count(), &graph.vertex_count())?;
        let mut first_into = vec![0; graph.vertex_count() + 1];
        // The last vertex that had an arc to, and that had a row for, this one.
        let mut arc_from = VertexMap::filled(graph.vertex_count(), None);
        let mut row_of = VertexMap::filled(graph.vertex_count(), None);
        for u in graph.vertices() {
            graph.heads(u).iter().for_each(|&w| arc_from[w] = Some(u));
            let wrong_rows = |w, found: u32, allowed: u32| {
                let equation = format_args!("rows for {} = [v has an arc there]", display_name(instance, w));
                Err(Refutation::new(Some(u), equation, found, allowed))
            };
            for (w, flow) in flows.of(u) {
                require_vertex(instance, "a row's head", w)?;
                let [found, allowed] =
                    [1 + u32::from(row_of[w] == Some(u)), u32::from(arc_from[w] == Some(u))];
                if found != allowed {
                    return wrong_rows(w, found, allowed);
                }
                if flow == Flow::Small(0) {
                    return Err(Refutation::new(
                        Some(u),
                        format_args!("r(v, {}) > 0", display_name(instance, w)),
                        0,
                        0,
                    ));
                }
                row_of[w] = Some(u);
                first_into[w.index() + 1] += 1;
            }
            if let Some(&w) = graph.heads(u).iter().find(|&&w| row_of[w] != Some(u)) {
                return wrong_rows(w, 0, 1);
            }
        }
        for w in 0..graph.vertex_count() {
            first_into[w + 1] += first_into[w];
        }
        let mut next = first_into.clone();
        let mut tail = vec![(VertexId::new(0), 0); first_into[graph.vertex_count()]];
        for u in graph.vertices() {
            for (row, &w) in (0..).zip(&flows.heads()[flows.range(u)]) {
                tail[next[w.index()]] = (u, row);
                next[w.index()] += 1;
            }
        }
        Ok(Self { flows, first_into, tail })
    }

    /// The heads of `u` with r(u, ·).
    pub(super) fn of(&self, u: VertexId) -> Vec<(VertexId, Count)> {
        self.flows.counts_of(u)
    }

    /// The heads of `u`.
    pub(super) fn heads(&self, u: VertexId) -> &'c [VertexId] {
        &self.flows.heads()[self.flows.range(u)]
    }

    /// The tails of arcs into `w` with r(·, w), each tail once.
    pub(super) fn rows_into(&self, w: VertexId) -> impl Iterator<Item = (VertexId, Flow<'c>)> + '_ {
        let tails = &self.tail[self.first_into[w.index()]..self.first_into[w.index() + 1]];
        let flow = |row: usize| self.flows.flow(self.flows.codes()[row]);
        tails.iter().map(move |&(u, row)| (u, flow(self.flows.range(u).start + row as usize)))
    }
}

/// The rows of one vertex, to be found by their heads in time O(1).
pub(super) struct RowFinder {
    vertex: Option<VertexId>,
    /// Whose row to this vertex was noted last, and its number.
    noted: VertexMap<Option<(VertexId, u32)>>,
}

impl RowFinder {
    /// For a graph with this many vertices; finds nothing yet.
    pub(super) fn new(vertices: usize) -> Self {
        Self { vertex: None, noted: VertexMap::filled(vertices, None) }
    }

    /// Finds the rows of `u` from now on. Time O(number of rows).
    pub(super) fn turn_to(&mut self, u: VertexId, heads: &[VertexId]) {
        self.vertex = Some(u);
        for (number, w) in (0..).zip(heads) {
            self.noted[*w] = Some((u, number));
        }
    }

    /// The number of the row whose head is `w`.
    pub(super) fn row_to(&self, w: VertexId) -> Option<u32> {
        self.noted[w].filter(|&(u, _)| self.vertex == Some(u)).map(|(_, number)| number)
    }
}
