//! Certificates for tree-like graphs: the table of return flows.

use super::lookup::{Lookup, not_a_count};
use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, list};
use rotor_graph::FlawRule;
use rotor_graph::{Count, Flaw, FlawList, Flow, Instance, ReturnFlows, VertexId, quoted};
use serde::{Serialize, Serializer};

/// All return flows of an instance, row by row; rows are written as they are made, not held.
#[derive(Debug, Clone, Copy)]
pub struct FlowRows<'c> {
    /// The instance, for its names.
    pub instance: &'c Instance,
    /// Its flows.
    pub flows: &'c ReturnFlows,
}

impl Serialize for FlowRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct FlowEntry<'c> {
            from: &'c str,
            to: &'c str,
            flow: String,
        }
        let Self { instance, flows } = *self;
        let rows = instance.graph().vertices().flat_map(|u| {
            let row = move |(v, flow): (VertexId, Flow<'_>)| FlowEntry {
                from: instance.name(u),
                to: instance.name(v),
                flow: flow.to_string(),
            };
            flows.of(u).map(row)
        });
        serializer.collect_seq(rows)
    }
}

/// All rows, each under the vertex it starts from.
pub(super) fn read_return_flows(
    top: &Fields<'_, '_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<ReturnFlows> {
    let table_path = Path::Key(&top.path, "flows");
    let entries = list(top.required("flows", flaws)?, &table_path, flaws)?;
    let mut rows = Vec::with_capacity(entries.len());
    for (index, node) in entries.iter().enumerate() {
        if let Some((from, to, flow)) = read_row(node, Path::Index(&table_path, index), lookup, flaws) {
            rows.push((from, to, index, flow));
        }
    }
    note_repeated(&rows, &table_path, lookup, flaws);
    rows.sort_by_key(|&(from, ..)| from);
    let mut flows = ReturnFlows::default();
    let mut rows = rows.into_iter().peekable();
    for u in lookup.vertices_in_order() {
        let own =
            std::iter::from_fn(|| rows.next_if(|&(from, ..)| from == u).map(|(_, to, _, flow)| (to, flow)));
        flows.push_vertex(own);
    }
    Some(flows)
}

fn read_row(
    node: &Node<'_>,
    path: Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<(VertexId, VertexId, Count)> {
    let row = Fields::of(node, path, &["from", "to", "flow"], flaws)?;
    let (from, to) = (lookup.under(&row, "from", flaws), lookup.under(&row, "to", flaws));
    let digits = row.required_text("flow", flaws)?;
    let flow = digits.parse::<Count>().ok();
    if flow.is_none() {
        not_a_count(digits, &Path::Key(&path, "flow"), "write decimal digits, or inf", flaws);
    }
    Some((from?, to?, flow?))
}

/// Notes every arc of Ĝ that has two rows.
fn note_repeated(
    rows: &[(VertexId, VertexId, usize, Count)],
    table_path: &Path<'_>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) {
    let mut arcs: Vec<_> = rows.iter().map(|&(from, to, index, _)| (from, to, index)).collect();
    arcs.sort_unstable();
    for pair in arcs.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
        let (from, to, index) = pair[1];
        let [from, to] = [from, to].map(|u| quoted(lookup.name(u)));
        flaws.note(|| Flaw {
            place: Path::Index(table_path, index).place(),
            rule: FlawRule::ListedOnce,
            message: format!("the return flow from {from} to {to} is listed a second time"),
            remedy: "list it once".to_owned(),
        });
    }
}
