//! Graphs from rows of names: what a dictionary or a networkx graph says, judged like a file.

use crate::faults::{flawed, unfit};
use crate::graph::Graph;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use rotor_graph::FlawRule;
use rotor_graph::{Draft, Flaw, Multigraph, Owner, Place, Player, Rule, Site, quoted};

/// What stands at a declaration: an owner, or a sink.
const OWNERS: [Option<Owner>; 4] =
    [Some(Owner::Rotor), Some(Owner::Player(Player::Max)), Some(Owner::Player(Player::Min)), None];

/// The graph in which declaration i is called `names[i]`, is of kind `kinds[i]` (0 rotor, 1 max, 2 min, 3 sink) and has
/// the next `degrees[i]` of `heads`. Rotors and values are pairs of a declaration and a number.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a graph has as many parts")]
pub(crate) fn graph_from_rows(
    py: Python<'_>,
    names: Vec<PyBackedStr>,
    kinds: Vec<u8>,
    degrees: Vec<u32>,
    heads: Vec<PyBackedStr>,
    rotors: Vec<(usize, i64)>,
    values: Vec<(usize, i64)>,
    start: Option<PyBackedStr>,
    rule: Option<&str>,
) -> PyResult<Graph> {
    let rule = rule.map(rule_of).transpose()?;
    if kinds.len() != names.len() || degrees.len() != names.len() {
        return Err(unfit("there are as many kinds and degrees as names"));
    }
    py.detach(|| {
        let mut draft = Draft::with_capacity(Multigraph::MOST_ARCS, names.len(), heads.len());
        if let Some(rule) = rule {
            draft.rule(rule);
        }
        let place = |declaration: usize| format!("arcs[{}]", quoted(&names[declaration]));
        let mut rotors = rotors.iter().peekable();
        let mut values = values.iter().peekable();
        let mut rest = &heads[..];
        for (index, (name, &kind)) in names.iter().zip(&kinds).enumerate() {
            let degree = (degrees[index] as usize).min(rest.len());
            let (arcs, after) = rest.split_at(degree);
            rest = after;
            match OWNERS.get(usize::from(kind)).copied().flatten() {
                Some(owner) => draft.vertex((&**name).into(), owner),
                None => draft.sink((&**name).into()),
            }
            arcs.iter().for_each(|head| draft.arcs((&**head).into(), 1));
            while let Some(&(_, position)) = rotors.next_if(|&&(declaration, _)| declaration == index) {
                match u32::try_from(position).ok().filter(|&position| (position as usize) < degree) {
                    Some(position) => draft.rotor(position),
                    None => draft.flaw(|| rotor_flaw(Place::Path(place(index)), position, degree)),
                }
            }
            while let Some(&(_, value)) = values.next_if(|&&(declaration, _)| declaration == index) {
                match OWNERS.get(usize::from(kind)).copied().flatten() {
                    None => draft.value(value),
                    Some(_) => draft.flaw(|| value_flaw(Place::Path(place(index)), name)),
                }
            }
        }
        if let Some(start) = &start {
            draft.start((&**start).into());
        }
        let finished = draft.finish(|site| match site {
            Site::Declaration(declaration) => Place::Path(place(declaration)),
            Site::Arc { declaration, entry } => Place::Path(format!("{}[{entry}]", place(declaration))),
            Site::Start => Place::Path("start".to_owned()),
        });
        finished
            .map(|(instance, _)| Graph::of(instance))
            .map_err(|flaws| flawed(None, &flaws.map(in_a_dictionary)))
    })
}

/// A dictionary has each key once, so what is declared twice has arcs and is listed as a sink, too.
fn in_a_dictionary(flaw: Flaw) -> Flaw {
    match flaw.rule {
        FlawRule::DeclaredOnce => Flaw {
            message: "the vertex has arcs, but is listed among the sinks, which have none".to_owned(),
            remedy: "leave it out of the sinks, or leave out its arcs".to_owned(),
            ..flaw
        },
        _ => flaw,
    }
}

fn value_flaw(place: Place, name: &str) -> Flaw {
    Flaw {
        place,
        rule: FlawRule::ValueOfASink,
        message: format!("vertex {} has a value but is not a sink", quoted(name)),
        remedy: "give values to sinks only".to_owned(),
    }
}

/// A name as messages write it.
#[pyfunction(name = "quoted")]
pub(crate) fn in_quotes(name: &str) -> String {
    quoted(name)
}

/// A rotor that stands on no arc.
pub(crate) fn rotor_flaw(place: Place, position: i64, degree: usize) -> Flaw {
    Flaw {
        place,
        rule: FlawRule::RotorRange,
        message: format!("the rotor is on arc {position} of {degree}"),
        remedy: match degree {
            0 => "a sink has no rotor: leave it out".to_owned(),
            _ => format!("count from 0: keep it between 0 and {}", degree - 1),
        },
    }
}

/// The rule of that name.
pub(crate) fn rule_of(name: &str) -> PyResult<Rule> {
    Rule::from_name(name).ok_or_else(|| unfit("the rules are move-then-turn and turn-then-move"))
}
