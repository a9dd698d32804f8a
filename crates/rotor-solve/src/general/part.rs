//! Parts: some vertices of a graph, numbered from 0, with everything else outside.

use rotor_graph::{Configuration, Multigraph, VertexId};

/// The head of an arc that leaves a part.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// A part of a graph: the arcs of its vertices in rotor order, those from the present rotor first.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    first: Vec<u32>,
    head: Vec<u32>,
}

impl Part {
    /// The part of these vertices. `place` says where a vertex stands in the list and is [`OUTSIDE`] for others.
    pub(crate) fn of(
        graph: &Multigraph,
        rotors: &Configuration,
        vertices: &[VertexId],
        place: impl Fn(VertexId) -> u32,
    ) -> Self {
        let (mut first, mut head) = (vec![0], Vec::new());
        for &u in vertices {
            let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
            head.extend(from_rotor.iter().chain(before).map(|&v| place(v)));
            first.push(head.len() as u32);
        }
        Self { first, head }
    }

    /// The part with these heads for each vertex.
    pub(crate) fn from_rows(rows: &[Vec<u32>]) -> Self {
        let ends = rows.iter().scan(0, |end, row| {
            *end += row.len() as u32;
            Some(*end)
        });
        Self { first: std::iter::once(0).chain(ends).collect(), head: rows.concat() }
    }

    /// The part of some of its vertices, numbered in the order of the list.
    pub(crate) fn restricted_to(&self, vertices: &[usize]) -> Self {
        let mut place = vec![OUTSIDE; self.len()];
        vertices.iter().enumerate().for_each(|(at, &v)| place[v] = at as u32);
        self.rows_of(vertices.iter().copied(), &place)
    }

    /// The part of these vertices, each being numbered by its `place`, which is [`OUTSIDE`] for all others.
    pub(crate) fn rows_of(&self, vertices: impl Iterator<Item = usize>, place: &[u32]) -> Self {
        let (mut first, mut head) = (vec![0], Vec::new());
        for u in vertices {
            let inside = |&w: &u32| if w == OUTSIDE { OUTSIDE } else { place[w as usize] };
            head.extend(self.heads(u).iter().map(inside));
            first.push(head.len() as u32);
        }
        Self { first, head }
    }

    /// How many vertices it has.
    pub(crate) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The heads of the arcs of `v`, the first being that of its rotor.
    #[inline]
    pub(crate) fn heads(&self, v: usize) -> &[u32] {
        &self.head[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// d(v).
    #[inline]
    pub(crate) fn degree(&self, v: usize) -> u32 {
        self.first[v + 1] - self.first[v]
    }

    /// How many arcs its vertices have.
    pub(crate) fn arc_count(&self) -> usize {
        self.head.len()
    }
}

/// The arcs of a vertex that are not loops, parallel ones taken together; a list that serves for one vertex after the other.
#[derive(Debug, Default)]
pub(crate) struct MergedArcs {
    /// Heads that are not held, in ascending order, and how many arcs lead to each.
    pub(crate) heads: Vec<(u32, u32)>,
    /// How many arcs lead outside or to held vertices.
    pub(crate) exits: u32,
    unmerged: Vec<u32>,
}

impl MergedArcs {
    /// Becomes the arcs of `v`: none, if it is held. Time O(d log d).
    pub(crate) fn read(&mut self, part: &Part, v: usize, held: &[bool]) {
        let Self { heads, exits, unmerged } = self;
        unmerged.clear();
        if !held[v] {
            unmerged.extend(part.heads(v).iter().filter(|&&w| w as usize != v));
        }
        let away = unmerged.len();
        unmerged.retain(|&w| w != OUTSIDE && !held[w as usize]);
        *exits = (away - unmerged.len()) as u32;
        unmerged.sort_unstable();
        heads.clear();
        heads.extend(unmerged.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)));
    }

    /// How many arcs are not loops.
    pub(crate) fn away(&self) -> u32 {
        self.unmerged.len() as u32 + self.exits
    }
}

#[cfg(test)]
impl Part {
    /// The part of all active vertices of an instance, and these.
    pub(crate) fn of_active(instance: &rotor_graph::Instance) -> (Self, Vec<VertexId>) {
        let active = rotor_graph::StoppingGraph::of(instance.graph()).active_vertices().collect::<Vec<_>>();
        (Self::of_list(instance, &active), active)
    }

    /// The part of these vertices of an instance.
    pub(crate) fn of_list(instance: &rotor_graph::Instance, vertices: &[VertexId]) -> Self {
        let mut place = rotor_graph::VertexMap::filled(instance.graph().vertex_count(), OUTSIDE);
        vertices.iter().enumerate().for_each(|(at, &u)| place[u] = at as u32);
        Self::of(instance.graph(), instance.rotors(), vertices, |v| place[v])
    }
}
