//! Spanning forests towards the sinks, as rotor configurations without a cycle.

use rotor_graph::{Configuration, Multigraph, ReversedArcs, Stop, Tick, VertexId};

/// All spanning forests towards the sinks: one arc of every non-sink, without a cycle. In lexicographic order of the
/// positions of these arcs in their rotor orders; parallel arcs make different forests. There are det Δ of them.
///
/// Before a choice is made final, it is checked that what is left can still be completed: so O(|V|·d) searches of O(|A|)
/// lie between two forests at most.
pub fn spanning_forests<'b>(graph: &Multigraph, tick: &'b mut dyn Tick) -> SpanningForests<'b> {
    SpanningForests { search: Search::of(graph.clone()), tick }
}

/// The iterator of [`spanning_forests`].
pub struct SpanningForests<'b> {
    search: Search,
    tick: &'b mut dyn Tick,
}

impl Iterator for SpanningForests<'_> {
    type Item = Result<Configuration, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        let positions = self.search.next(self.tick).transpose()?;
        let graph = &self.search.graph;
        Some(positions.map(|positions| Configuration::from_positions(graph, |u| positions[u.index()])))
    }
}

/// A search for spanning forests, somewhere in the middle.
pub(super) struct Search {
    graph: Multigraph,
    reversed: ReversedArcs,
    vertices: Vec<VertexId>,
    /// The positions chosen for the first of `vertices`.
    chosen: Vec<u32>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Going,
    Over,
}

impl Search {
    pub(super) fn of(graph: Multigraph) -> Self {
        let vertices = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
        Self { reversed: graph.reversed(), graph, vertices, chosen: Vec::new(), state: State::New }
    }

    /// The positions of the next forest, by vertex; none if there is no other, and after it was stopped.
    pub(super) fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<Vec<u32>>, Stop> {
        let found = self.advance(tick).inspect_err(|_| self.state = State::Over)?;
        Ok(found.then(|| {
            let mut positions = vec![0; self.graph.vertex_count()];
            self.vertices.iter().zip(&self.chosen).for_each(|(u, &chosen)| positions[u.index()] = chosen);
            positions
        }))
    }

    /// Goes on to the next forest, if there is one.
    fn advance(&mut self, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let mut next = match self.state {
            State::Over => return Ok(false),
            State::Going => self.chosen.pop().map(|position| position + 1),
            State::New if !self.can_be_completed(tick)? => None,
            State::New => Some(0),
        };
        self.state = State::Going;
        // All non-sinks are chosen and there is nothing to change: the empty forest comes once.
        if self.vertices.is_empty() {
            self.state = State::Over;
            return Ok(next.is_some());
        }
        while let Some(position) = next {
            let u = self.vertices[self.chosen.len()];
            if position == self.graph.out_degree(u) {
                next = self.chosen.pop().map(|position| position + 1);
                continue;
            }
            self.chosen.push(position);
            if !self.can_be_completed(tick)? {
                self.chosen.pop();
                next = Some(position + 1);
            } else if self.chosen.len() == self.vertices.len() {
                return Ok(true);
            } else {
                next = Some(0);
            }
        }
        self.state = State::Over;
        Ok(false)
    }

    /// Whether every vertex still reaches a sink when those chosen have one arc only.
    fn can_be_completed(&self, tick: &mut dyn Tick) -> Result<bool, Stop> {
        tick.tick((self.graph.vertex_count() + self.graph.arc_count()) as u64)?;
        let mut only = vec![None; self.graph.vertex_count()];
        for (u, &position) in self.vertices.iter().zip(&self.chosen) {
            only[u.index()] = Some(self.graph.heads(*u)[position as usize]);
        }
        let mut stack: Vec<VertexId> = self.graph.vertices().filter(|&v| self.graph.is_sink(v)).collect();
        let mut reaches = vec![false; self.graph.vertex_count()];
        stack.iter().for_each(|v| reaches[v.index()] = true);
        let mut count = stack.len();
        while let Some(v) = stack.pop() {
            for &u in self.reversed.tails(v) {
                let allowed = only[u.index()].is_none_or(|head| head == v);
                if allowed && !std::mem::replace(&mut reaches[u.index()], true) {
                    count += 1;
                    stack.push(u);
                }
            }
        }
        Ok(count == reaches.len())
    }
}
