//! Pictures of results: what was found is drawn as it is, and nothing is solved again (F49).

use crate::faults::{solved, unfit};
use crate::graph::Graph;
use crate::solve::Departures;
use crate::watch::Limits;
use arrival::{DrawError, Overlays, draw_known};
use num_bigint::BigUint;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rotor_graph::{ArcId, Exit, Instance, Natural, ReturnFlows, VertexId, VertexMap};

/// What a result knows: where the particle starts, or none if it is about all starts, and what it is about.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Known<'py> {
    start: Option<u32>,
    /// By vertex: the number of a sink, or −1 − the number of a trap.
    #[pyo3(default)]
    exits: Option<PyReadonlyArray1<'py, i64>>,
    /// By vertex: the position of an arc, or −1.
    #[pyo3(default)]
    forest: Option<PyReadonlyArray1<'py, i64>>,
    /// The columns of [`ReturnFlows`].
    #[pyo3(default)]
    flows: Option<Columns<'py>>,
    /// How often the walk leaves each vertex that it leaves.
    #[pyo3(default)]
    departures: Option<Departures>,
    /// Vertices and positions of the arcs that strategies pick.
    #[pyo3(default)]
    picks: Option<Vec<(u32, u32)>>,
    /// By vertex: what Max can be sure of, and what Min can hold Max to.
    #[pyo3(default)]
    values: Option<(PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>)>,
}

type Columns<'py> =
    (PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, u32>, PyReadonlyArray1<'py, u64>, Vec<BigUint>);

/// The picture of a graph with what is known, as SVG; none if it is too large.
#[pyfunction]
pub(crate) fn draw(
    py: Python<'_>,
    graph: &Graph,
    known: Known<'_>,
    limits: Limits,
) -> PyResult<Option<String>> {
    let start = known.start.map(|u| graph.vertex(u)).transpose()?.or(graph.instance().start());
    let instance = graph.instance().clone().with_start(start).map_err(unfit)?;
    let overlays = known.overlays(&instance)?;
    let mut watch = limits.start();
    py.detach(|| match draw_known(instance, overlays, &mut watch.context()) {
        Ok(drawing) => Ok(drawing.map(|drawing| drawing.svg())),
        Err(DrawError::Solve(error)) => solved(Err(error), graph.instance(), &mut watch),
        Err(unfitting) => Err(unfit(unfitting)),
    })
}

impl Known<'_> {
    fn overlays(self, instance: &Instance) -> PyResult<Overlays> {
        let graph = instance.graph();
        let mut overlays = Overlays::default();
        if let Some(codes) = self.exits {
            let codes = codes.as_slice()?;
            fits(codes.len(), graph.vertex_count())?;
            let sinks = codes.iter().filter(|&&code| code >= 0);
            fits_all(sinks.map(|&code| code as u64), graph.vertex_count() as u64)?;
            let exit = |&code: &i64| match u32::try_from(code) {
                Ok(sink) => Exit::Sink(VertexId::new(sink)),
                Err(_) => Exit::Trap((-1 - code) as usize),
            };
            overlays.exits = Some(VertexMap::from_vec(codes.iter().map(exit).collect()));
        }
        let arc = |u: VertexId, position: u64| {
            fits_all([position].into_iter(), graph.out_degree(u).into())?;
            PyResult::Ok(ArcId::new(graph.arc_range(u).start + position as u32))
        };
        if let Some(positions) = self.forest {
            let positions = positions.as_slice()?;
            fits(positions.len(), graph.vertex_count())?;
            let arc = |(u, &position): (VertexId, &i64)| match u64::try_from(position) {
                Ok(position) => arc(u, position),
                Err(_) => Ok(ArcId::NONE),
            };
            let arcs: PyResult<Vec<ArcId>> = graph.vertices().zip(positions).map(arc).collect();
            overlays.forest = Some(VertexMap::from_vec(arcs?));
        }
        if let Some((starts, heads, codes, spilled)) = self.flows {
            let heads = heads.as_slice()?.iter().map(|&v| VertexId::new(v)).collect();
            let spilled = spilled.into_iter().map(Natural::from).collect();
            let flows = ReturnFlows::from_columns(
                starts.as_slice()?.to_vec(),
                heads,
                codes.as_slice()?.to_vec(),
                spilled,
            );
            let flows = flows.map_err(|_| unfit("these are not return flows"))?;
            fits(flows.vertex_count(), graph.vertex_count())?;
            overlays.flows = Some(flows);
        }
        if let Some(departures) = self.departures {
            fits_all(departures.iter().map(|&(u, _)| u.into()), graph.vertex_count() as u64)?;
            let mut visits = vec![BigUint::default(); graph.arc_count()];
            let left = departures.iter().map(|(u, count)| (VertexId::new(*u), count));
            for (u, departures) in left.filter(|(u, _)| !graph.is_sink(*u)) {
                instance.rotors().uses(graph, u, departures).for_each(|(a, uses)| visits[a.index()] = uses);
            }
            overlays.visits = Some(visits);
        }
        if let Some(picks) = self.picks {
            fits_all(picks.iter().map(|pick| pick.0.into()), graph.vertex_count() as u64)?;
            let arcs: PyResult<Vec<ArcId>> =
                picks.iter().map(|&(u, position)| arc(VertexId::new(u), position.into())).collect();
            let mut arcs = arcs?;
            arcs.sort_unstable();
            overlays.strategies = Some(arcs);
        }
        if let Some((low, high)) = self.values {
            let rows = low.as_slice()?.iter().zip(high.as_slice()?);
            let value = |(low, high): (&i64, &i64)| {
                if low == high { low.to_string() } else { format!("{low}…{high}") }
            };
            let values: Vec<String> = rows.map(value).collect();
            fits(values.len(), graph.vertex_count())?;
            overlays.values = Some(VertexMap::from_vec(values));
        }
        Ok(overlays)
    }
}

fn fits(found: usize, vertices: usize) -> PyResult<()> {
    if found == vertices { Ok(()) } else { Err(unfit("the result is about another graph")) }
}

fn fits_all(mut numbers: impl Iterator<Item = u64>, end: u64) -> PyResult<()> {
    if numbers.all(|number| number < end) { Ok(()) } else { Err(unfit("the result is about another graph")) }
}
