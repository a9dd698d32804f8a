//! Graphs from arrays of numbers, and back: compressed sparse rows, as numpy holds them.

use crate::faults::{none_of, unfit};
use crate::graph::Graph;
use crate::rows::{rotor_flaw, rule_of};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use rotor_graph::FlawRule;
use rotor_graph::{
    Configuration, Flaw, FlawList, Instance, Multigraph, Names, Owner, Place, Player, VertexId, VertexMap,
    amount, is_value,
};
use std::fmt::Write;

const OWNERS: [Owner; 3] = [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)];

/// A contiguous array of numbers that is only read, and perhaps none.
type Given<'py, T> = Option<PyReadonlyArray1<'py, T>>;

/// The graph in which vertex u has the arcs `row_starts[u] .. row_starts[u + 1]`, leading to `heads`. The arrays are read
/// in place and copied once, into the graph. Names are the numbers of the vertices if none are given.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a graph has as many parts")]
pub(crate) fn graph_from_arrays(
    py: Python<'_>,
    row_starts: PyReadonlyArray1<'_, u32>,
    heads: PyReadonlyArray1<'_, u32>,
    rotors: Given<'_, u32>,
    owners: Given<'_, u8>,
    values: Given<'_, i64>,
    names: Option<Vec<PyBackedStr>>,
    start: Option<u32>,
    rule: Option<&str>,
) -> PyResult<Graph> {
    let rule = rule.map(rule_of).transpose()?.unwrap_or_default();
    let (row_starts, heads) = (row_starts.as_slice()?, heads.as_slice()?);
    let rotors = rotors.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let owners = owners.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let values = values.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    py.detach(|| {
        let mut flaws = FlawList::default();
        check_rows(row_starts, heads, &mut flaws);
        let vertices = row_starts.len().saturating_sub(1);
        let lengths = [
            ("rotors", rotors.map(<[_]>::len)),
            ("owners", owners.map(<[_]>::len)),
            ("values", values.map(<[_]>::len)),
            ("labels", names.as_ref().map(Vec::len)),
        ];
        for (what, length) in lengths {
            if let Some(length) = length.filter(|&length| length != vertices) {
                flaws.push(|| length_flaw(what, length, vertices));
            }
        }
        if let Some(start) = start.filter(|&start| start as usize >= vertices) {
            flaws.push(|| vertex_flaw("start".to_owned(), start, vertices));
        }
        none_of(flaws)?;
        let heads = heads.iter().map(|&head| VertexId::new(head)).collect();
        let graph = Multigraph::from_rows(row_starts.to_vec(), heads).map_err(unfit)?;
        none_of(entries_flaws(&graph, rotors, owners, values))?;
        let mut inner = Configuration::first_arcs(&graph);
        if let Some(rotors) = rotors {
            inner = Configuration::from_positions(&graph, |u| rotors[u.index()]);
        }
        let inner = rule.to_inner(&graph, inner);
        let names = match names {
            Some(names) => names.iter().map(|name| &**name).collect(),
            None => numbered(vertices),
        };
        let mut instance = Instance::new(graph, names).map_err(unfit)?.with_rotors(inner);
        if let Some(owners) = owners {
            let owners = owners.iter().map(|&owner| OWNERS[usize::from(owner)]).collect();
            instance = instance.with_owners(VertexMap::from_vec(owners)).map_err(unfit)?;
        }
        if let Some(values) = values {
            instance = instance.with_values(VertexMap::from_vec(values.to_vec())).map_err(unfit)?;
        }
        instance.with_start(start.map(VertexId::new)).map(Graph::of).map_err(unfit)
    })
}

/// The names 0, 1, ….
fn numbered(vertices: usize) -> Names {
    let mut names = Names::with_capacity(vertices);
    let mut name = String::new();
    for u in 0..vertices {
        name.clear();
        write!(name, "{u}").expect("a string takes all text");
        names.push(&name);
    }
    names
}

fn check_rows(row_starts: &[u32], heads: &[u32], flaws: &mut FlawList) {
    let row_flaw = |at: usize, message: String| Flaw {
        place: Place::Path(format!("row_starts[{at}]")),
        rule: FlawRule::Rows,
        message,
        remedy: "give 0, then where the arcs of each vertex end, in ascending order".to_owned(),
    };
    if row_starts.first() != Some(&0) {
        flaws.push(|| row_flaw(0, "the rows do not start at 0".to_owned()));
    }
    for (at, ends) in row_starts.windows(2).enumerate() {
        if ends[0] > ends[1] {
            flaws.push(|| row_flaw(at + 1, format!("the row starts at {} and ends at {}", ends[0], ends[1])));
        }
    }
    if let Some(&last) = row_starts.last().filter(|&&last| last as usize != heads.len()) {
        let (at, arcs) = (row_starts.len() - 1, heads.len());
        flaws.push(|| row_flaw(at, format!("the rows end at {last}, but the number of heads is {arcs}")));
    }
    let vertices = row_starts.len().saturating_sub(1);
    for (at, &head) in heads.iter().enumerate() {
        if head as usize >= vertices {
            flaws.push(|| vertex_flaw(format!("heads[{at}]"), head, vertices));
        }
    }
}

/// What is wrong with arrays that have the right length.
fn entries_flaws(
    graph: &Multigraph,
    rotors: Option<&[u32]>,
    owners: Option<&[u8]>,
    values: Option<&[i64]>,
) -> FlawList {
    let mut flaws = FlawList::default();
    let degree = |u: usize| graph.out_degree(VertexId::new(u as u32)) as usize;
    let in_arcs = |u: usize| amount(degree(u), "arc", "arcs");
    for (u, &rotor) in rotors.unwrap_or_default().iter().enumerate() {
        if rotor as usize >= degree(u).max(1) {
            let place = Place::Path(format!("rotors[{u}]"));
            flaws.push(|| rotor_flaw(place, rotor.into(), degree(u)));
        }
    }
    for (u, &owner) in owners.unwrap_or_default().iter().enumerate() {
        if usize::from(owner) >= OWNERS.len() || (owner > 0 && degree(u) == 0) {
            flaws.push(|| Flaw {
                place: Place::Path(format!("owners[{u}]")),
                rule: FlawRule::Owner,
                message: format!("vertex {u}, which has {}, cannot have the owner {owner}", in_arcs(u)),
                remedy: "write 0 for a rotor or a sink, 1 for max, 2 for min".to_owned(),
            });
        }
    }
    for (u, &value) in values.unwrap_or_default().iter().enumerate() {
        if value != 0 && (degree(u) > 0 || !is_value(value)) {
            flaws.push(|| Flaw {
                place: Place::Path(format!("values[{u}]")),
                rule: FlawRule::ValueRange,
                message: format!("vertex {u}, which has {}, cannot have the value {value}", in_arcs(u)),
                remedy: format!("give values to sinks only, between -{0} and {0}", rotor_graph::MOST_VALUE),
            });
        }
    }
    flaws
}

fn vertex_flaw(place: String, vertex: u32, vertices: usize) -> Flaw {
    Flaw {
        place: Place::Path(place),
        rule: FlawRule::HeadDeclared,
        message: format!("{vertex} is not a vertex: the graph has {vertices}"),
        remedy: "count vertices from 0".to_owned(),
    }
}

fn length_flaw(what: &'static str, found: usize, vertices: usize) -> Flaw {
    Flaw {
        place: Place::Path(what.to_owned()),
        rule: FlawRule::Length,
        message: format!(
            "{} for {}",
            amount(found, "entry", "entries"),
            amount(vertices, "vertex", "vertices")
        ),
        remedy: "give one for each vertex".to_owned(),
    }
}

/// Row starts, heads, rotors, owners and values of a graph.
type Arrays<'py> = (
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i64>>,
);

/// The arrays of `graph`: row starts, heads, rotors, owners, values.
#[pyfunction]
pub(crate) fn arrays<'py>(py: Python<'py>, graph: &Graph) -> Arrays<'py> {
    let (instance, rows) = (graph.instance(), graph.graph());
    let owner = |u| OWNERS.iter().position(|&owner| owner == instance.owner(u)).unwrap_or_default() as u8;
    let (heads, rotors, owners, values) = py.detach(|| {
        let heads: Vec<u32> = rows.all_heads().iter().map(|v| v.raw()).collect();
        let rotors: Vec<u32> = rows.vertices().map(|u| instance.rotors().position(rows, u)).collect();
        let owners: Vec<u8> = rows.vertices().map(owner).collect();
        let values: Vec<i64> = rows.vertices().map(|u| instance.value(u)).collect();
        (heads, rotors, owners, values)
    });
    (
        PyArray1::from_slice(py, rows.row_starts()),
        PyArray1::from_vec(py, heads),
        PyArray1::from_vec(py, rotors),
        PyArray1::from_vec(py, owners),
        PyArray1::from_vec(py, values),
    )
}
