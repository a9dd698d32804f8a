//! Changes of single exits.

use rotor_graph::{Exit, Instance, VertexId, VertexMap};

/// Every change of one of `exits` to another sink, another trap, the vertex itself or something that does not exist.
pub(crate) fn changes(instance: &Instance, traps: usize, exits: &VertexMap<Exit>) -> Vec<VertexMap<Exit>> {
    let mut changed = Vec::new();
    for (v, &right) in exits.iter() {
        let sinks =
            instance.graph().vertices().filter(|&s| s == v || instance.graph().is_sink(s)).map(Exit::Sink);
        let wrong = sinks.chain((0..=traps).map(Exit::Trap)).chain([Exit::Sink(VertexId::new(u32::MAX))]);
        for exit in wrong.filter(|&exit| exit != right) {
            let mut map = exits.clone();
            map[v] = exit;
            changed.push(map);
        }
    }
    changed.push(VertexMap::from_vec(exits.as_slice()[1..].to_vec()));
    changed
}
