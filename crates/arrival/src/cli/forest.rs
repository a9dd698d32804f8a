//! `arrival forest`: the arc by which a particle leaves each vertex for the last time.

use super::arguments::{Reading, Screen, Source};
use super::exact_flows::announce;
use super::fault::Fault;
use super::human::write_table;
use super::limits::spent;
use super::progress::Progress;
use super::reading::Read;
use super::writing::{print_json, to_stdout};
use crate::output::human::called;
use clap::Args;
use rotor_graph::{Instance, StoppingGraph, TreeLike, VertexId};
use rotor_solve::general::forest_by_flows;
use rotor_solve::push::DestinationForest;
use rotor_solve::tree::{NotFast, complete_destination, fast_forest, large_flow_bytes};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

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
        let instance = &read.instance;
        let answer = ForestAnswer { instance, forest: self.forest(&read, screen)? };
        if screen.json {
            print_json(&answer)?;
        } else {
            let row = |u| {
                let (head, arc) = match answer.departure(u) {
                    None => ("(trap)".into(), "-".to_owned()),
                    Some(Departure { arc, head }) => (called(instance, head), arc.to_string()),
                };
                vec![called(instance, u).into_owned(), head.into_owned(), arc]
            };
            to_stdout(|out| write_table(out, &["vertex", "leaves for", "arc"], || answer.inner().map(row)))?;
        }
        Ok(0)
    }

    /// By flows in machine words if they fit, by exact ones if not, by flows of particles if the graph is not tree-like.
    fn forest(&self, read: &Read, screen: &Screen) -> Result<DestinationForest, Fault> {
        let instance = &read.instance;
        let (graph, rotors, limits) = (instance.graph(), instance.rotors(), &self.reading.limits);
        announce(instance, 0, limits, screen)?;
        let _progress = Progress::start(screen, "destination forest");
        let mut budget = limits.start_at(read.started);
        match fast_forest(graph, rotors, &mut budget) {
            Ok(forest) => return Ok(forest),
            Err(NotFast::OutOfBudget(reason)) => return Err(spent(reason, &budget)),
            Err(NotFast::NotTreeLike | NotFast::TooLarge) => {}
        }
        let stopping = StoppingGraph::of(graph);
        let forest = match TreeLike::of(&stopping) {
            Ok(tree) => {
                announce(instance, large_flow_bytes(&tree), limits, screen)?;
                complete_destination(&tree, rotors, &mut budget).map(|complete| complete.forest)
            }
            Err(_) => forest_by_flows(&stopping, rotors, &mut budget).map(|turned| turned.forest),
        };
        forest.map_err(|reason| spent(reason, &budget))
    }
}

/// A destination forest as `arrival.forest/1`; entries are written as they are made, not held.
struct ForestAnswer<'i> {
    instance: &'i Instance,
    forest: DestinationForest,
}

/// The arc of a last departure, by its position in the row, and its head.
struct Departure {
    arc: u32,
    head: VertexId,
}

impl ForestAnswer<'_> {
    fn inner(&self) -> impl Iterator<Item = VertexId> {
        let graph = self.instance.graph();
        graph.vertices().filter(|&u| !graph.is_sink(u))
    }

    fn departure(&self, u: VertexId) -> Option<Departure> {
        let (arc, graph) = (self.forest.last_departure(u)?, self.instance.graph());
        Some(Departure { arc: arc.raw() - graph.arc_range(u).start, head: graph.head(arc) })
    }
}

impl Serialize for ForestAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.forest/1")?;
        map.serialize_entry("forest", &Entries(self))?;
        map.end()
    }
}

struct Entries<'a, 'i>(&'a ForestAnswer<'i>);

impl Serialize for Entries<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Entry<'e> {
            arc: u32,
            head: &'e str,
        }
        let name = |u| self.0.instance.name(u);
        let entry = |u| self.0.departure(u).map(|Departure { arc, head }| Entry { arc, head: name(head) });
        serializer.collect_map(self.0.inner().map(|u| (name(u), entry(u))))
    }
}
