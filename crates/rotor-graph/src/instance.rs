//! Instances: a rotor graph with names, initial rotors, owners, values and a start.

use crate::amount;
use crate::class::Class;
use crate::game::{Owner, Player, Value};
use crate::ids::{VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::names::Names;
use crate::trap::{Exit, Traps};
use crate::walk::Configuration;
use std::sync::{Arc, OnceLock};

/// Everything a `.rotor` file says, validated; immutable from here on.
///
/// Routing is always *move, then turn*: a file written for the other rule was converted when it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    graph: Multigraph,
    names: Names,
    rotors: Configuration,
    /// Empty if there are no players.
    owners: Vec<Owner>,
    /// Empty if every sink is worth 0.
    values: Vec<Value>,
    start: Option<VertexId>,
}

/// The parts of an instance do not fit together.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Misfit {
    /// A list has another length than the graph has vertices.
    #[error("{what} for {}, but the graph has {vertices}", amount(.found, "vertex", "vertices"))]
    Length {
        /// What the list holds.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The right length.
        vertices: usize,
    },
    /// A vertex owned by a player is a sink, a vertex with a value is not, or a value is out of range.
    #[error("vertex {0:?} cannot have that owner or value")]
    Vertex(VertexId),
    /// The start is not a vertex.
    #[error("the start {0:?} is not a vertex")]
    Start(VertexId),
}

impl Instance {
    /// An instance without players, values and start, every rotor on the first arc.
    pub fn new(graph: Multigraph, names: Names) -> Result<Self, Misfit> {
        let vertices = graph.vertex_count();
        if names.len() != vertices {
            return Err(Misfit::Length { what: "names", found: names.len(), vertices });
        }
        let rotors = Configuration::first_arcs(&graph);
        Ok(Self { graph, names, rotors, owners: Vec::new(), values: Vec::new(), start: None })
    }

    /// The same instance with other rotors.
    #[must_use]
    pub fn with_rotors(mut self, rotors: Configuration) -> Self {
        self.rotors = rotors;
        self
    }

    /// The same instance with these owners.
    pub fn with_owners(mut self, owners: VertexMap<Owner>) -> Result<Self, Misfit> {
        let vertices = self.graph.vertex_count();
        if owners.len() != vertices {
            return Err(Misfit::Length { what: "owners", found: owners.len(), vertices });
        }
        if let Some((u, _)) =
            owners.iter().find(|&(u, &owner)| owner != Owner::Rotor && self.graph.is_sink(u))
        {
            return Err(Misfit::Vertex(u));
        }
        let all_rotors = owners.as_slice().iter().all(|&owner| owner == Owner::Rotor);
        self.owners = if all_rotors { Vec::new() } else { owners.as_slice().to_vec() };
        Ok(self)
    }

    /// The same instance with these values of the sinks.
    pub fn with_values(mut self, values: VertexMap<Value>) -> Result<Self, Misfit> {
        let vertices = self.graph.vertex_count();
        if values.len() != vertices {
            return Err(Misfit::Length { what: "values", found: values.len(), vertices });
        }
        let offends = |u, value| value != 0 && !(self.graph.is_sink(u) && crate::game::is_value(value));
        if let Some((u, _)) = values.iter().find(|&(u, &value)| offends(u, value)) {
            return Err(Misfit::Vertex(u));
        }
        let all_zero = values.as_slice().iter().all(|&value| value == 0);
        self.values = if all_zero { Vec::new() } else { values.as_slice().to_vec() };
        Ok(self)
    }

    /// The same instance with this start, or with none.
    pub fn with_start(mut self, start: Option<VertexId>) -> Result<Self, Misfit> {
        if let Some(u) = start.filter(|u| u.index() >= self.graph.vertex_count()) {
            return Err(Misfit::Start(u));
        }
        self.start = start;
        Ok(self)
    }

    /// The same with rotors in place of players, each as the file records it.
    #[must_use]
    pub fn without_players(self) -> Self {
        let owners = VertexMap::filled(self.graph.vertex_count(), Owner::Rotor);
        self.with_owners(owners).expect("there is an owner for each vertex, and none is a player")
    }

    /// The start, or else the first vertex that is not a sink.
    pub fn start_or_first(&self) -> Option<VertexId> {
        self.start.or_else(|| self.graph.vertices().find(|&u| !self.graph.is_sink(u)))
    }

    /// The graph.
    pub fn graph(&self) -> &Multigraph {
        &self.graph
    }

    /// ρ, the initial rotors.
    pub fn rotors(&self) -> &Configuration {
        &self.rotors
    }

    /// The start the file names.
    pub fn start(&self) -> Option<VertexId> {
        self.start
    }

    /// The names of all vertices.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The name of `u`.
    pub fn name(&self, u: VertexId) -> &str {
        self.names.get(u)
    }

    /// The vertex called `name`. Time linear in the length of all names: to look up many of them use
    /// [`Names::index`].
    pub fn vertex(&self, name: &str) -> Option<VertexId> {
        self.names.find(name)
    }

    /// Who owns `u`.
    pub fn owner(&self, u: VertexId) -> Owner {
        self.owners.get(u.index()).copied().unwrap_or_default()
    }

    /// What an exit is worth: the value of the sink, or in a trap `endless_value`.
    pub fn worth(&self, exit: Exit, endless_value: Value) -> Value {
        match exit {
            Exit::Sink(sink) => self.value(sink),
            Exit::Trap(_) => endless_value,
        }
    }

    /// The value of the sink `u`; 0 for other vertices.
    pub fn value(&self, u: VertexId) -> Value {
        self.values.get(u.index()).copied().unwrap_or(0)
    }

    /// The vertices of `player`, in order.
    pub fn owned_by(&self, player: Player) -> impl Iterator<Item = VertexId> + '_ {
        let owned = self.owners.iter().enumerate().filter(move |&(_, &owner)| owner == Owner::Player(player));
        owned.map(|(index, _)| VertexId::new(index as u32))
    }

    /// How many of the two players own a vertex.
    pub fn player_count(&self) -> usize {
        [Player::Max, Player::Min]
            .into_iter()
            .filter(|&player| self.owned_by(player).next().is_some())
            .count()
    }
}

// Facts of a graph that are found out once and kept with it, so that the next question does not find them out again.

/// What was found out about a graph. A graph never changes, so neither do they; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    cut: OnceLock<Arc<Cut>>,
    class: OnceLock<Class>,
    sinks: OnceLock<usize>,
}

/// The traps of a graph, and which vertices are active when they are cut.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) traps: Arc<Traps>,
    pub(crate) active: Arc<VertexMap<bool>>,
}

/// What was found out about a graph does not tell it from another one.
impl PartialEq for Facts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Facts {}

impl Multigraph {
    /// The traps, cut. Time and memory O(|V| + |A|) for whoever asks first.
    pub(crate) fn cut(&self) -> &Cut {
        self.facts.cut.get_or_init(|| {
            let traps = Traps::of(self);
            let active = self.vertices().map(|u| !self.is_sink(u) && traps.trap_of(u).is_none());
            let active = VertexMap::from_vec(active.collect());
            Arc::new(Cut { traps: Arc::new(traps), active: Arc::new(active) })
        })
    }

    /// |S₀|. Time O(|V|) for whoever asks first.
    pub fn sink_count(&self) -> usize {
        *self.facts.sinks.get_or_init(|| self.vertices().filter(|&u| self.is_sink(u)).count())
    }

    /// The class of the graph when its traps are cut, by `find_out` unless it is known; [`Classified::of`] finds it out.
    ///
    /// [`Classified::of`]: crate::Classified::of
    pub fn class_or(&self, find_out: impl FnOnce() -> Class) -> Class {
        *self.facts.class.get_or_init(find_out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::trap::StoppingGraph;

    #[test]
    fn facts_are_found_out_once_and_shared_by_clones() {
        let instance = parse("a: b s\nb: a\nsink s").unwrap();
        let graph = instance.graph();
        let cut = StoppingGraph::of(graph).shared_traps();
        let clone = graph.clone();
        assert!(Arc::ptr_eq(&cut, &StoppingGraph::of(&clone).shared_traps()));
        assert_eq!(clone.class_or(|| Class::Path), Class::Path);
        assert_eq!(clone.class_or(|| Class::General), Class::Path, "it is not asked again");
        assert_eq!((&clone, graph.class_or(|| Class::TreeLike)), (graph, Class::TreeLike));
    }
}
