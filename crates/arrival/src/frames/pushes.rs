//! Frames of cycle pushes.

use super::{Frame, Mark, Part, Recorder, Step};
use crate::words;
use rotor_graph::{StoppingGraph, VertexId, VertexMap, move_particle};

impl Recorder<'_> {
    /// Adds a frame for every push until the rotors lead from each of `starts` to an end, as long as frames are made
    /// [ACD22, `finitePush`]; what is pushed beyond that is not counted.
    pub(crate) fn add_pushes(&mut self, starts: impl IntoIterator<Item = VertexId>) {
        let graph = self.instance.graph();
        let stopping = StoppingGraph::of(graph);
        let mut rotors = self.instance.rotors().clone();
        let mut place = VertexMap::filled(graph.vertex_count(), usize::MAX);
        let mut frames = Part::default();
        for start in starts {
            let (mut path, mut u) = (Vec::new(), start);
            while stopping.is_active(u) && !frames.is_full() {
                if place[u] == usize::MAX {
                    place[u] = path.len();
                    path.push(u);
                    u = move_particle(graph, &rotors, u);
                    continue;
                }
                let cycle = path.split_off(place[u]);
                let mut frame = Frame::new(Step::Push, self.push_in_words(&cycle));
                for &v in &cycle {
                    frame.vertex(v, Mark::Cycle, None);
                    frame.arc(v, rotors.rotor(v), Mark::Cycle, None);
                    rotors.turn(graph, v);
                    frame.rotors.push((v, rotors.position(graph, v)));
                    place[v] = usize::MAX;
                }
                frames.add(|| frame);
            }
            path.into_iter().for_each(|v| place[v] = usize::MAX);
        }
        self.frames.close(frames);
    }

    fn push_in_words(&self, cycle: &[VertexId]) -> String {
        let cycle = words::cycle(self.instance, cycle);
        format!("The rotors close the cycle {cycle}; each of them turns once.")
    }
}
