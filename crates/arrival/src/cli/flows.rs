//! `arrival flows`: the return flow of every arc of Ĝ.

use super::arguments::{Reading, Screen, Source};
use super::exact_flows::announce;
use super::fault::{Fault, unfit};
use super::human::write_table;
use super::limits::spent;
use super::progress::Progress;
use super::reading::Read;
use super::writing::{print_json, to_stdout};
use crate::all_exits;
use crate::output::human::called;
use clap::Args;
use rotor_certify::certify_flows;
use rotor_format::certificate::FlowRows;
use rotor_graph::{Claim, FlowsClaim, Instance, ReturnFlows, StoppingGraph, TreeLike};
use rotor_solve::tree::{NotFast, complete_destination, fast_flows_within, large_flow_bytes};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Print the return flows of a tree-like graph
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival flows --example fig-calc-rn")]
pub(super) struct Flows {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: Reading,
}

impl Flows {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let instance = &read.instance;
        let claim = self.claim(&read, screen)?;
        let alarm = self.reading.limits.alarm(read.started);
        let certified = certify_flows(instance, claim).map_err(|refutation| {
            Fault::Refuted(format!("our own flows failed the judge: {}", refutation.describe(instance)))
        })?;
        drop(alarm);
        let FlowsClaim { flows, .. } = certified.get();
        if screen.json {
            print_json(&FlowsAnswer { instance, flows })?;
        } else {
            let rows =
                || instance.graph().vertices().flat_map(|u| flows.of(u).map(move |(v, flow)| (u, v, flow)));
            let row = |(u, v, flow): (_, _, rotor_graph::Flow<'_>)| {
                vec![called(instance, u).into_owned(), called(instance, v).into_owned(), flow.to_string()]
            };
            to_stdout(|out| write_table(out, &["from", "to", "flow"], || rows().map(row)))?;
        }
        Ok(0)
    }

    /// The flows in machine words if they fit, else as exact integers.
    fn claim(&self, read: &Read, screen: &Screen) -> Result<FlowsClaim, Fault> {
        let (instance, limits) = (&read.instance, &self.reading.limits);
        let graph = instance.graph();
        announce(instance, 0, limits, screen)?;
        let _progress = Progress::start(screen, "return flows");
        let mut budget = limits.start_at(read.started);
        match fast_flows_within(graph, instance.rotors(), &mut budget) {
            Ok(found) => return Ok(all_exits::claim(found)),
            Err(NotFast::OutOfBudget(reason)) => return Err(spent(reason, &budget)),
            Err(NotFast::NotTreeLike | NotFast::TooLarge) => {}
        }
        let stopping = StoppingGraph::of(graph);
        let tree = TreeLike::of(&stopping).map_err(|error| {
            let [a, b] = [error.edge.0, error.edge.1].map(|u| called(instance, u));
            unfit(
                read,
                &format!(
                    "return flows need a tree-like graph, but the edge between {a} and {b} closes a cycle"
                ),
            )
        })?;
        announce(instance, large_flow_bytes(&tree), limits, screen)?;
        let complete = complete_destination(&tree, instance.rotors(), &mut budget)
            .map_err(|reason| spent(reason, &budget))?;
        match complete.into_claim(&tree) {
            Claim::Flows(claim) => Ok(claim),
            _ => Err(Fault::Refuted("the complete destination algorithm claims return flows".to_owned())),
        }
    }
}

/// All return flows as `arrival.flows/1`; rows are written as they are made, not held.
struct FlowsAnswer<'c> {
    instance: &'c Instance,
    flows: &'c ReturnFlows,
}

impl Serialize for FlowsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.flows/1")?;
        map.serialize_entry("flows", &FlowRows { instance: self.instance, flows: self.flows })?;
        map.end()
    }
}
