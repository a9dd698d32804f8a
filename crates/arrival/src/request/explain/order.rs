//! `explain --order`: distances and comparisons in the rotor order of one vertex.

use super::super::input::Read;
use super::super::reply::{Answer, Reply, to_json};
use crate::fault::Fault;
use crate::words::{Palette, display_name, write_table};
use rotor_graph::{ArcId, Instance, VertexId};
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// More arcs than this give tables too long to read.
const MOST_ARCS: u32 = 1_000;

pub(super) fn answer(vertex: &str, read: &Read) -> Result<Reply, Fault> {
    let u = read.inner_vertex(vertex)?;
    if read.instance.graph().out_degree(u) > MOST_ARCS {
        let words = format!("a vertex of more than {MOST_ARCS} arcs is too large for a table of all pairs");
        return Err(Fault::unfit(&read.name, words));
    }
    Ok(Reply::new(RotorOrder { instance: Arc::clone(&read.instance), vertex: u }))
}

/// d_u and B_u from the rotor of u on [ACD22, `def:distance`, `projection`].
struct RotorOrder {
    instance: Arc<Instance>,
    vertex: VertexId,
}

impl RotorOrder {
    /// The arcs from the rotor on: as far as they are from it.
    fn arcs(&self) -> Vec<ArcId> {
        let (graph, rotor) = (self.instance.graph(), self.instance.rotors().rotor(self.vertex));
        let next = |&a: &ArcId| Some(graph.next_arc(self.vertex, a)).filter(|&a| a != rotor);
        std::iter::successors(Some(rotor), next).collect()
    }

    fn position(&self, a: ArcId) -> u32 {
        a.raw() - self.instance.graph().arc_range(self.vertex).start
    }

    /// B_u(ρ(u); a, b) for all arcs b, by the order of the file.
    fn met_no_later(&self, a: ArcId) -> Vec<u8> {
        let (graph, u) = (self.instance.graph(), self.vertex);
        let rotor = self.instance.rotors().rotor(u);
        graph.out_arcs(u).map(|b| u8::from(graph.met_no_later(u, rotor, a, b))).collect()
    }

    fn distance(&self, a: ArcId) -> u32 {
        let rotor = self.instance.rotors().rotor(self.vertex);
        self.instance.graph().rotor_distance(self.vertex, rotor, a)
    }
}

impl Answer for RotorOrder {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let graph = self.instance.graph();
        let arc = |a: ArcId| {
            json!({"arc": self.position(a), "head": self.instance.name(graph.head(a)),
                   "distance": self.distance(a), "met_no_later": self.met_no_later(a)})
        };
        let arcs: Vec<_> = self.arcs().into_iter().map(arc).collect();
        to_json(
            out,
            &json!({"schema": "arrival.order/1", "vertex": self.instance.name(self.vertex), "arcs": arcs}),
        )
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (graph, u) = (self.instance.graph(), self.vertex);
        let columns: Vec<_> = graph.out_arcs(u).map(|b| format!("B(., {})", self.position(b))).collect();
        let mut headings = vec!["arc", "head", "distance"];
        headings.extend(columns.iter().map(String::as_str));
        let row = |a: ArcId| {
            let head = display_name(&self.instance, graph.head(a)).into_owned();
            let mut row = vec![self.position(a).to_string(), head, self.distance(a).to_string()];
            row.extend(self.met_no_later(a).iter().map(ToString::to_string));
            row
        };
        write_table(out, palette, &headings, || self.arcs().into_iter().map(row))?;
        let name = display_name(&self.instance, u);
        writeln!(
            out,
            "distance: turns of the rotor of {name} to the arc; B(a, b) = 1 if the rotor meets a no later than b"
        )
    }
}
