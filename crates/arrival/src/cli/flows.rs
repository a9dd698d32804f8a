//! `arrival flows`: the return flow of every arc of Ĝ.

use super::arguments::{Reading, Screen, Source};
use super::exact_flows::announce;
use super::fault::{Fault, unfit};
use super::human::write_table;
use super::writing::{print_json, to_stdout};
use crate::output::human::called;
use clap::Args;
use rotor_certify::certify_flows;
use rotor_graph::{Claim, FlowsClaim, StoppingGraph, TreeLike};
use rotor_solve::tree::complete_destination;
use serde_json::json;

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
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).map_err(|error| {
            let [a, b] = [error.edge.0, error.edge.1].map(|u| called(instance, u));
            unfit(
                &read,
                &format!(
                    "return flows need a tree-like graph, but the edge between {a} and {b} closes a cycle"
                ),
            )
        })?;
        announce(instance, &tree, &self.reading.limits, screen)?;
        let complete = complete_destination(&tree, instance.rotors(), &mut self.reading.limits.start())?;
        let Claim::Flows(claim) = complete.into_claim(&tree) else {
            return Err(Fault::Refuted("the complete destination algorithm claims return flows".to_owned()));
        };
        let certified = certify_flows(instance, claim).map_err(|refutation| {
            Fault::Refuted(format!("our own flows failed the judge: {}", refutation.describe(instance)))
        })?;
        let FlowsClaim { flows, .. } = certified.get();
        let rows =
            || instance.graph().vertices().flat_map(|u| flows.of(u).map(move |(v, flow)| (u, v, flow)));
        if screen.json {
            let row = |(u, v, flow): (_, _, rotor_graph::Flow<'_>)| json!({"from": instance.name(u), "to": instance.name(v), "flow": flow.to_string()});
            let rows: Vec<_> = rows().map(row).collect();
            print_json(&json!({"schema": "arrival.flows/1", "flows": rows}))?;
        } else {
            let row = |(u, v, flow): (_, _, rotor_graph::Flow<'_>)| {
                vec![called(instance, u).into_owned(), called(instance, v).into_owned(), flow.to_string()]
            };
            to_stdout(|out| write_table(out, &["from", "to", "flow"], || rows().map(row)))?;
        }
        Ok(0)
    }
}
