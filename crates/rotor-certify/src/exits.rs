//! Exits of all vertices, against the ends of paths with one arc from every vertex.

use crate::certified::{Refutation, display_name, require};
use crate::ends::ends;
use crate::trap::TrapOf;
use rotor_graph::{Exit, Instance, VertexId, VertexMap};

/// Checks that every vertex exits where the path along `next` ends: on a sink or in a trap.
///
/// `followed` says what leads to `next`, which is for active vertices only: paths end on sinks and in traps. Time
/// O(|V|).
pub(crate) fn check_exits(
    instance: &Instance,
    trap_of: &TrapOf,
    (followed, next): (&str, &VertexMap<Option<VertexId>>),
    exits: &VertexMap<Exit>,
) -> Result<(), Refutation> {
    require(None, "number of exits = |V|", &exits.len(), &next.len())?;
    let ends = ends(next).map_err(|cycle| {
        let equation = format_args!("length of the cycle of {followed} through v = 0");
        Refutation::new(Some(cycle.vertex), equation, cycle.length, 0)
    })?;
    for (v, &end) in ends.iter() {
        let expected = trap_of.of(end).map_or(Exit::Sink(end), Exit::Trap);
        if exits[v] != expected {
            let [left, right] = [exits[v], expected].map(|exit| place(instance, exit));
            let equation = format_args!("exit(v) = end of the {followed} from v");
            return Err(Refutation::new(Some(v), equation, left, right));
        }
    }
    Ok(())
}

fn place(instance: &Instance, exit: Exit) -> String {
    match exit {
        Exit::Sink(v) => display_name(instance, v).to_string(),
        Exit::Trap(number) => format!("trap {number}"),
    }
}
