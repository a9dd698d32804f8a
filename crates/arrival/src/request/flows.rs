//! `flows`: the return flow of every arc of Ĝ in a tree-like graph, of every block in any other.

use super::fields::wanted;
use super::input::Input;
use super::reply::{Answer, Reply, serialize_standing, to_json, write_standing};
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::flows::{self as found, all_flows};
use crate::judged::Judged;
use crate::words::{Palette, display_name, grouped, write_table};
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_format::certificate::{BlockRows, Certificate, FlowRows};
use rotor_graph::{BlocksClaim, Claim, FlowsClaim, Instance, VertexId};
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What are the return flows?
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Flows {
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

impl Flows {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let flows = all_flows(&read.instance, context);
        let flows = flows.map_err(|error| unsolved(error, &read.name, context))?;
        let flows = flows.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(FlowsReply { flows, certificate: self.certificate }))
    }
}

/// Return flows, of arcs or of blocks.
struct FlowsReply {
    flows: Judged<'static, found::Flows>,
    certificate: bool,
}

impl Answer for FlowsReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &FlowsJson(&self.flows))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (instance, proof) = (
            self.flows.instance(),
            match &self.flows.claim {
                Claim::Blocks(_) => "every flow by two switching flows in its block",
                _ => "every flow by the equation at its vertex",
            },
        );
        match &self.flows.claim {
            Claim::Blocks(claim) => write_blocks(claim, instance, out, palette)?,
            Claim::Flows(claim) => write_arcs(claim, instance, out, palette)?,
            _ => {}
        }
        write_standing(out, palette, &self.flows, proof)
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.then(|| Certificate::of(self.flows.instance(), &self.flows.claim))
    }
}

fn write_arcs(
    claim: &FlowsClaim,
    instance: &Instance,
    out: &mut dyn Write,
    palette: &Palette,
) -> io::Result<()> {
    let flows = &claim.flows;
    let rows = || {
        let rows = instance.graph().vertices().flat_map(|u| flows.of(u).map(move |(v, flow)| (u, v, flow)));
        rows.map(|(u, v, flow)| {
            let [u, v] = [u, v].map(|u| display_name(instance, u).into_owned());
            vec![u, v, grouped(&flow.to_string())]
        })
    };
    write_table(out, palette, &["from", "to", "flow"], rows)
}

fn write_blocks(
    claim: &BlocksClaim,
    instance: &Instance,
    out: &mut dyn Write,
    palette: &Palette,
) -> io::Result<()> {
    let name = |u: VertexId| display_name(instance, u).into_owned();
    let blocks = || {
        let block = |(number, block): (usize, &Vec<VertexId>)| {
            let names: Vec<String> = block.iter().map(|&u| name(u)).collect();
            vec![number.to_string(), names.join(" ")]
        };
        claim.blocks.iter().enumerate().map(block)
    };
    write_table(out, palette, &["block", "vertices"], blocks)?;
    writeln!(out)?;
    let rows = || {
        claim.returns.iter().map(|row| {
            let [flow, deadline] = [&row.flow, &row.deadline].map(|count| grouped(&count.to_string()));
            vec![name(row.vertex), row.block.to_string(), flow, deadline]
        })
    };
    write_table(out, palette, &["from", "block", "flow", "deadline"], rows)?;
    writeln!(out)?;
    let last = || {
        last_departures(instance, claim)
            .map(|(u, number, head)| vec![name(u), name(head), grouped(&number.to_string())])
    };
    write_table(out, palette, &["from", "leaves for good to", "departure"], last)
}

/// Every active vertex with the number and the head of its last departure.
fn last_departures<'c>(
    instance: &'c Instance,
    claim: &'c BlocksClaim,
) -> impl Iterator<Item = (VertexId, &'c BigUint, VertexId)> {
    let graph = instance.graph();
    let left = claim.last_departures.iter().filter(|(_, number)| !number.is_zero());
    left.map(move |(u, number)| {
        let last = instance.rotors().arc_of_departure(graph, u, number);
        (u, number, graph.head(last))
    })
}

/// All return flows as `arrival.flows/1`; rows of arcs are written as they are made, not held.
struct FlowsJson<'a>(&'a Judged<'a, found::Flows>);

impl Serialize for FlowsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let instance = self.0.instance();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.flows/1")?;
        map.serialize_entry("solver", self.0.solver)?;
        serialize_standing(&mut map, self.0)?;
        match &self.0.claim {
            Claim::Blocks(claim) => serialize_blocks(&mut map, instance, claim)?,
            Claim::Flows(claim) => {
                map.serialize_entry("flows", &FlowRows { instance, flows: &claim.flows })?;
            }
            _ => {}
        }
        map.end()
    }
}

fn serialize_blocks<M: SerializeMap>(
    map: &mut M,
    instance: &Instance,
    claim: &BlocksClaim,
) -> Result<(), M::Error> {
    #[derive(serde::Serialize)]
    struct Last<'c> {
        from: &'c str,
        to: &'c str,
        departure: String,
    }
    let block = |block: &Vec<VertexId>| block.iter().map(|&u| instance.name(u)).collect::<Vec<_>>();
    map.serialize_entry("blocks", &claim.blocks.iter().map(block).collect::<Vec<_>>())?;
    map.serialize_entry("flows", &BlockRows { instance, returns: &claim.returns })?;
    let last = |(u, number, head): (VertexId, &BigUint, VertexId)| Last {
        from: instance.name(u),
        to: instance.name(head),
        departure: number.to_string(),
    };
    let last: Vec<Last<'_>> = last_departures(instance, claim).map(last).collect();
    map.serialize_entry("last_departures", &last)
}
