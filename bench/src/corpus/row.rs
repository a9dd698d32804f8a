//! A row of the table: what an instance is like, and its certified answer.

use super::answer::{Answer, answer};
use super::elimination::elimination_width;
use super::entries::Entry;
use rotor_format::certificate::instance_hash;
use rotor_graph::{Class, Classified, Instance, StoppingGraph};
use std::fmt;

/// The columns.
pub(crate) const HEAD: &str = "name,file,family,parameters,seed,sha256,vertices,arcs,sinks,players,class,traps,\
most_arcs,width,start,ends,answer,steps,bits";

/// Up to this many arcs the width is computed.
const MOST_ARCS_FOR_WIDTH: usize = 20_000;

/// A row of the table; no cell holds a comma.
pub(crate) struct Row {
    name: String,
    file: String,
    family: &'static str,
    parameters: String,
    seed: u64,
    hash: String,
    sizes: [usize; 4],
    class: Class,
    traps: usize,
    most_arcs: u32,
    width: Option<usize>,
    start: String,
    answer: Answer,
}

impl Row {
    /// Measures `instance`, solves it and lets the judge prove the answer.
    pub(crate) fn of(entry: &Entry, instance: &Instance) -> Result<Self, String> {
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        let small = graph.arc_count() <= MOST_ARCS_FOR_WIDTH;
        let start = instance.start().ok_or("every instance of the set names a start")?;
        Ok(Self {
            name: entry.name(),
            file: entry.file().unwrap_or_default(),
            family: entry.family,
            parameters: entry.parameters.to_owned(),
            seed: entry.seed,
            hash: instance_hash(instance),
            sizes: [graph.vertex_count(), graph.arc_count(), graph.sink_count(), instance.player_count()],
            class: Classified::of(&stopping).class(),
            traps: stopping.traps().members().len(),
            most_arcs: graph.vertices().map(|u| graph.out_degree(u)).max().unwrap_or(0),
            width: small.then(|| elimination_width(graph)),
            start: instance.name(start).to_owned(),
            answer: answer(instance, start).map_err(|error| format!("{}: {error}", entry.name()))?,
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, file, family, parameters, seed, hash, .. } = self;
        let [vertices, arcs, sinks, players] = self.sizes;
        let width = self.width.map_or(String::new(), |width| width.to_string());
        write!(f, "{name},{file},{family},{parameters},{seed},{hash},{vertices},{arcs},{sinks},{players}")?;
        let (class, traps, most_arcs, start) = (self.class.name(), self.traps, self.most_arcs, &self.start);
        write!(f, ",{class},{traps},{most_arcs},{width},{start},{}", self.answer)
    }
}
