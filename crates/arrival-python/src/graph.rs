//! The graph as Python holds it: immutable, shared, vertices by number.

use crate::faults::{solved, unfit};
use crate::owners::owner_of;
use crate::watch::Limits;
use arrival::is_legible;
use pyo3::prelude::*;
use rotor_graph::{Configuration, Instance, Multigraph, VertexId, VertexMap, amount, quoted};
use std::sync::{Arc, OnceLock};

/// A rotor graph whose vertices are the numbers 0, 1, ….
#[pyclass(frozen, module = "arrival._core")]
pub(crate) struct Graph {
    instance: Arc<Instance>,
    hash: OnceLock<String>,
}

impl Graph {
    pub(crate) fn of(instance: Instance) -> Self {
        Self::sharing(Arc::new(instance))
    }

    pub(crate) fn sharing(instance: Arc<Instance>) -> Self {
        Self { instance, hash: OnceLock::new() }
    }

    pub(crate) fn instance(&self) -> &Instance {
        &self.instance
    }

    pub(crate) fn shared(&self) -> Arc<Instance> {
        Arc::clone(&self.instance)
    }

    pub(crate) fn graph(&self) -> &Multigraph {
        self.instance.graph()
    }

    /// The vertex number `index`.
    pub(crate) fn vertex(&self, index: u32) -> PyResult<VertexId> {
        let vertices = self.graph().vertex_count();
        if (index as usize) < vertices {
            return Ok(VertexId::new(index));
        }
        let vertices = amount(vertices, "vertex", "vertices");
        Err(unfit(format!("the graph has {vertices}, and none of number {index}")))
    }
}

#[pymethods]
impl Graph {
    /// |V|, sinks included.
    #[getter]
    fn vertex_count(&self) -> usize {
        self.graph().vertex_count()
    }

    /// |A|.
    #[getter]
    fn arc_count(&self) -> usize {
        self.graph().arc_count()
    }

    /// |S₀|.
    #[getter]
    fn sink_count(&self) -> usize {
        self.graph().sink_count()
    }

    /// How many of the two players own a vertex.
    #[getter]
    fn player_count(&self) -> usize {
        self.instance.player_count()
    }

    /// The number of signs in a picture of the graph: its vertices and lines, where parallel arcs in a row are one line; none
    /// if it is too large to be drawn one by one.
    #[getter]
    fn sign_count(&self) -> Option<usize> {
        let graph = self.graph();
        let rows = graph.vertices().map(|u| graph.heads(u).chunk_by(|a, b| a == b).count());
        is_legible(&self.instance).then(|| graph.vertex_count() + rows.sum::<usize>())
    }

    /// The number of the start, if there is one.
    #[getter]
    fn start(&self) -> Option<u32> {
        self.instance.start().map(VertexId::raw)
    }

    /// The name of every vertex.
    fn names(&self) -> Vec<&str> {
        self.graph().vertices().map(|u| self.instance.name(u)).collect()
    }

    /// The name of vertex `u`.
    fn name(&self, u: u32) -> PyResult<&str> {
        Ok(self.instance.name(self.vertex(u)?))
    }

    /// The number of the vertex of that name.
    fn find(&self, name: &str) -> Option<u32> {
        self.instance.vertex(name).map(VertexId::raw)
    }

    /// The only vertex whose name `quoted` writes like this, if there is only one: long names are cut.
    fn find_quoted(&self, words: &str) -> Option<u32> {
        let mut vertices = self.graph().vertices().filter(|&u| quoted(self.instance.name(u)) == words);
        let found = vertices.next()?;
        vertices.next().is_none().then(|| found.raw())
    }

    /// Whether vertex `u` has no arcs.
    fn is_sink(&self, u: u32) -> PyResult<bool> {
        Ok(self.graph().is_sink(self.vertex(u)?))
    }

    /// The heads of the arcs of vertex `u`, in rotor order.
    fn heads(&self, u: u32) -> PyResult<Vec<u32>> {
        Ok(self.graph().heads(self.vertex(u)?).iter().map(|v| v.raw()).collect())
    }

    /// The position of the rotor of vertex `u`.
    fn rotor(&self, u: u32) -> PyResult<u32> {
        Ok(self.instance.rotors().position(self.graph(), self.vertex(u)?))
    }

    /// Who owns vertex `u`: "rotor", "max" or "min".
    fn owner(&self, u: u32) -> PyResult<&'static str> {
        Ok(self.instance.owner(self.vertex(u)?).name())
    }

    /// The value of vertex `u`, if it is a sink.
    fn value(&self, u: u32) -> PyResult<i64> {
        Ok(self.instance.value(self.vertex(u)?))
    }

    /// The class of the graph and the vertices of each of its traps.
    fn structure(&self, py: Python<'_>, limits: Limits) -> PyResult<(&'static str, Vec<Vec<u32>>)> {
        py.detach(|| {
            let mut watch = limits.start();
            let survey = arrival::survey(&self.instance, &mut watch.context());
            let survey = solved(survey, &self.instance, &mut watch)?;
            Ok((survey.sizes.class.name(), numbers(&survey.traps)))
        })
    }

    /// The SHA-256 of the canonical text.
    fn content_hash(&self, py: Python<'_>) -> &str {
        py.detach(|| self.hash.get_or_init(|| rotor_format::certificate::instance_hash(&self.instance)))
    }

    /// Whether both are the same instance, names included.
    fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.instance, &other.instance) || self.instance == other.instance
    }

    /// The same graph with the rotors at these positions, each counted from the first arc.
    fn with_rotors(&self, positions: Vec<(u32, u32)>) -> PyResult<Self> {
        let (graph, rotors) = (self.graph(), self.instance.rotors());
        let mut all = VertexMap::from_vec(graph.vertices().map(|u| rotors.position(graph, u)).collect());
        for (u, position) in positions {
            let u = self.vertex(u)?;
            let degree = graph.out_degree(u);
            if position >= degree {
                let name = quoted(self.instance.name(u));
                return Err(unfit(format!("the rotor of {name} is on arc {position} of {degree}")));
            }
            all[u] = position;
        }
        let rotors = Configuration::from_positions(graph, |u| all[u]);
        Ok(Self::of(Instance::clone(&self.instance).with_rotors(rotors)))
    }

    /// The same graph in which these vertices have lost their arcs: they are sinks, too.
    fn with_sinks(&self, sinks: Vec<u32>) -> PyResult<Self> {
        let sinks: Vec<_> = sinks.into_iter().map(|u| self.vertex(u)).collect::<PyResult<_>>()?;
        Ok(Self::of(arrival::with_sinks(&self.instance, &sinks)))
    }

    /// The same graph with these owners (0 rotor, 1 max, 2 min) and values, by number of the vertex.
    fn with_players(&self, owners: Vec<u8>, values: Vec<i64>) -> PyResult<Self> {
        let owners = VertexMap::from_vec(owners.into_iter().map(owner_of).collect());
        let instance = Instance::clone(&self.instance).with_owners(owners).map_err(unfit)?;
        instance.with_values(VertexMap::from_vec(values)).map(Self::of).map_err(unfit)
    }

    /// The same graph with this start, or with none.
    fn with_start(&self, start: Option<u32>) -> PyResult<Self> {
        let start = start.map(|u| self.vertex(u)).transpose()?;
        Instance::clone(&self.instance).with_start(start).map(Self::of).map_err(unfit)
    }
}

/// Lists of vertices as lists of numbers.
pub(crate) fn numbers(lists: &[Vec<VertexId>]) -> Vec<Vec<u32>> {
    lists.iter().map(|list| list.iter().map(|u| u.raw()).collect()).collect()
}
