//! Ends: where a particle ends that follows one arc of every vertex.

use rotor_graph::{VertexId, VertexMap};

/// The followed arcs close a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cycle {
    /// A vertex on it.
    pub(crate) vertex: VertexId,
    /// How many arcs it has.
    pub(crate) length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// The last vertex of the path u, next(u), next(next(u)), … for every u, or a cycle if one is endless.
///
/// Time and memory O(|V|): every vertex on a path remembers its end.
pub(crate) fn ends(next: &VertexMap<Option<VertexId>>) -> Result<VertexMap<VertexId>, Cycle> {
    let mut end = VertexMap::from_vec(next.iter().map(|(u, _)| u).collect());
    let mut state = VertexMap::filled(next.len(), State::New);
    let mut path = Vec::new();
    for (start, _) in next.iter() {
        let mut u = start;
        while state[u] == State::New {
            state[u] = State::OnPath;
            path.push(u);
            u = next[u].unwrap_or(u);
            if state[u] == State::OnPath && next[u].is_some() {
                let length = path.iter().rev().take_while(|&&v| v != u).count() + 1;
                return Err(Cycle { vertex: u, length });
            }
        }
        let last = end[u];
        for v in path.drain(..) {
            end[v] = last;
            state[v] = State::Done;
        }
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(next: &[Option<u32>]) -> VertexMap<Option<VertexId>> {
        VertexMap::from_vec(next.iter().map(|v| v.map(VertexId::new)).collect())
    }

    #[test]
    fn every_vertex_of_a_path_has_the_same_end() {
        let ends = ends(&map(&[Some(2), None, Some(3), None, Some(0)])).unwrap();
        assert_eq!(ends.as_slice(), [3, 1, 3, 3, 3].map(VertexId::new));
    }

    #[test]
    fn a_cycle_is_found_from_outside_it() {
        let cycle = ends(&map(&[Some(1), Some(2), Some(3), Some(1), None])).unwrap_err();
        assert_eq!(cycle, Cycle { vertex: VertexId::new(1), length: 3 });
        assert_eq!(ends(&map(&[None, Some(1)])).unwrap_err(), Cycle { vertex: VertexId::new(1), length: 1 });
    }
}
