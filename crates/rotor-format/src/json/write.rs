//! Writing instances as JSON.

use super::FORMAT;
use rotor_graph::{Instance, Rule, VertexId};
use std::io::{self, Write};

/// Writes `instance` with its rotors as `rule` wants them: one line per vertex, every key said. Time O(|V| + |A|).
pub fn write(instance: &Instance, rule: Rule, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    let rotors = rule.from_inner(graph, instance.rotors().clone());
    write!(out, r#"{{"format":"{FORMAT}","rule":"{}","#, rule.name())?;
    if let Some(start) = instance.start() {
        write!(out, r#""start":"#)?;
        write_name(instance, start, out)?;
        write!(out, ",")?;
    }
    write!(out, r#""vertices":["#)?;
    for u in graph.vertices() {
        write!(out, "{}{{\"name\":", if u.index() == 0 { "\n" } else { ",\n" })?;
        write_name(instance, u, out)?;
        if graph.is_sink(u) {
            write!(out, r#","sink":true,"value":{}}}"#, instance.value(u))?;
            continue;
        }
        write!(out, r#","arcs":["#)?;
        for (index, &head) in graph.heads(u).iter().enumerate() {
            if index > 0 {
                write!(out, ",")?;
            }
            write_name(instance, head, out)?;
        }
        let (rotor, owner) = (rotors.position(graph, u), instance.owner(u).name());
        write!(out, r#"],"rotor":{rotor},"owner":"{owner}"}}"#)?;
    }
    writeln!(out, "\n]}}")
}

fn write_name(instance: &Instance, u: VertexId, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(out, instance.name(u)).map_err(io::Error::from)
}
