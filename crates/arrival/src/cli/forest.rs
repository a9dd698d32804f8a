//! `arrival forest`: the arc by which a particle leaves each vertex for the last time.

use super::arguments::{Reading, Screen, Source};
use super::exact_flows::announce;
use super::fault::Fault;
use super::human::write_table;
use super::limits::spent;
use super::writing::{print_json, to_stdout};
use crate::output::human::called;
use clap::Args;
use rotor_graph::{StoppingGraph, TreeLike, VertexId};
use rotor_solve::push::forest_of;
use serde_json::{Map, Value, json};

/// Print the destination forest
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival forest --example fig-simple-path-4")]
pub(super) struct Forest {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: Reading,
}

impl Forest {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let (instance, graph) = (&read.instance, read.instance.graph());
        let stopping = StoppingGraph::of(graph);
        if let Ok(tree) = TreeLike::of(&stopping) {
            announce(instance, &tree, &self.reading.limits, screen)?;
        }
        let mut limits = self.reading.limits.start();
        let forest =
            forest_of(&stopping, instance.rotors(), &mut limits).map_err(|why| spent(why, &limits))?;
        let inner = || graph.vertices().filter(|&u| !graph.is_sink(u));
        let departure = |u: VertexId| {
            let a = forest.last_departure(u)?;
            Some((a.raw() - graph.arc_range(u).start, graph.head(a)))
        };
        if screen.json {
            let entry = |u| {
                let arc = departure(u)
                    .map_or(Value::Null, |(arc, head)| json!({"arc": arc, "head": instance.name(head)}));
                (instance.name(u).to_owned(), arc)
            };
            let forest: Map<_, _> = inner().map(entry).collect();
            print_json(&json!({"schema": "arrival.forest/1", "forest": forest}))?;
        } else {
            let row = |u| {
                let (head, arc) = match departure(u) {
                    None => ("(trap)".into(), "-".to_owned()),
                    Some((arc, head)) => (called(instance, head), arc.to_string()),
                };
                vec![called(instance, u).into_owned(), head.into_owned(), arc]
            };
            to_stdout(|out| write_table(out, &["vertex", "leaves for", "arc"], || inner().map(row)))?;
        }
        Ok(0)
    }
}
