//! Certificates for all starts: traps, and the exit of every vertex.

use super::lookup::Lookup;
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, object, wrong_kind};
use rotor_graph::FlawRule;
use rotor_graph::{Exit, Flaw, FlawList, VertexId, VertexMap, quoted};

/// The vertices of each trap, no vertex twice. A trap with a flaw is empty, so that numbers of traps keep their meaning.
pub(super) fn read_traps(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Vec<Vec<VertexId>> {
    let path = Path::Key(&top.path, "traps");
    let mut seen = lookup.filled(false);
    let traps = top.required_list("traps", flaws).unwrap_or_default().iter().enumerate();
    let trap = |(index, node)| {
        lookup.vertices(node, &Path::Index(&path, index), &mut seen, flaws).unwrap_or_default()
    };
    traps.map(trap).collect()
}

/// The exit of every vertex, given how many traps there are.
pub(super) fn read_exits(
    top: &Fields<'_, '_>,
    traps: usize,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<Exit>> {
    let table_path = Path::Key(&top.path, "exits");
    let entries = object(top.required("exits", flaws)?, &table_path, flaws)?;
    let mut exits = lookup.filled(None);
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(&table_path, name);
        let exit = read_exit(node, path, traps, lookup, flaws);
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        exits[u] = exit;
    }
    for (u, _) in seen.iter().filter(|&(_, &seen)| !seen) {
        flaws.note(|| Flaw {
            place: table_path.place(),
            rule: FlawRule::EveryExit,
            message: format!("the exit of vertex {} is missing", quoted(lookup.name(u))),
            remedy: "list the exit of every vertex".to_owned(),
        });
    }
    exits.as_slice().iter().copied().collect::<Option<Vec<_>>>().map(VertexMap::from_vec)
}

fn read_exit(
    node: &Node<'_>,
    path: Path<'_>,
    traps: usize,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<Exit> {
    match node {
        Node::Text(sink) => lookup.vertex(sink, &path, flaws).map(Exit::Sink),
        Node::Object(_) => {
            let fields = Fields::of(node, path, &["trap"], flaws)?;
            let path = Path::Key(&fields.path, "trap");
            let &Node::Integer(trap) = fields.required("trap", flaws)? else {
                return wrong_kind(fields.get("trap")?, &path, "an integer", flaws);
            };
            let known = usize::try_from(trap).ok().filter(|&trap| trap < traps);
            if known.is_none() {
                flaws.note(|| Flaw {
                    place: path.place(),
                    rule: FlawRule::TrapListed,
                    message: format!("trap {trap} of {traps}"),
                    remedy: "count the list `traps` from 0".to_owned(),
                });
            }
            known.map(Exit::Trap)
        }
        _ => wrong_kind(node, &path, "the name of a sink or an object", flaws),
    }
}
