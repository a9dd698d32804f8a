//! Access flows: how often a player can have each arc of a simple graph crossed.

use crate::context::Context;
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::solve_error::SolveError;
use rotor_certify::Refutation;
use rotor_graph::{Classified, Count, Instance, Tick, Value, VertexId};
use rotor_solve::View;
use rotor_solve::game::access_flows;

/// The access flows from a start, and the value that they show.
#[derive(Clone, Debug)]
pub struct AccessTable {
    /// The start.
    pub from: VertexId,
    /// What the player secures: the best of the sinks that can be reached.
    pub value: Value,
    /// acc(v, w) of every arc (v, w) that leads away from the start out of a vertex that can be reached.
    pub flows: Vec<AccessFlow>,
}

/// The access flow of one arc.
#[derive(Clone, Debug)]
pub struct AccessFlow {
    /// v.
    pub tail: VertexId,
    /// w.
    pub head: VertexId,
    /// acc(v, w).
    pub flow: Count,
}

/// Why a graph has no access flows.
const NEEDS: &str = "access flows need a tree-like graph without parallel arcs and loops, with at most one player, and a \
                     start that is neither a sink nor in a trap";

/// The access flows from `from` [ACD22, `def:constraint`]; none if the graph is not a simple tree, or both players own
/// vertices. Without players the only sink within reach is the exit.
///
/// The flows have no proof of their own: the value that they give is compared with the one that the judge has proved.
/// Time O(|V|) comparisons, and that of solving the game.
pub fn access<'i>(
    instance: &'i Instance,
    from: VertexId,
    endless_value: Value,
    context: &mut Context<'_>,
) -> Result<Judged<'i, AccessTable>, AccessError> {
    context.tick(0).map_err(SolveError::from)?;
    let whole = View::of(instance);
    let view = whole.at(from);
    let tree = view
        .at_root(Classified::simple_tree_like)
        .ok()
        .filter(|tree| tree.tree_like().stopping().is_active(from));
    context.tick(0).map_err(SolveError::from)?;
    let found = tree.map(|tree| access_flows(instance, tree, endless_value, context)).transpose();
    let found = found.map_err(SolveError::from)?.flatten().ok_or(AccessError::Unfit(NEEDS))?;
    let row = |(tail, head, flow)| AccessFlow { tail, head, flow };
    let table = AccessTable { from, value: found.value, flows: found.flows.into_iter().map(row).collect() };
    check_value(instance, &table, endless_value, context)?;
    let because = "access flows have no certificate; the value that they give was proved";
    Ok(Judged::unchecked(instance, table, because))
}

/// Why there are no access flows.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The graph or the start is not of the right kind.
    #[error("{0}")]
    Unfit(&'static str),
    /// A solver stopped, or the value is not the one that the judge has proved.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
}

fn check_value(
    instance: &Instance,
    table: &AccessTable,
    endless_value: Value,
    context: &mut Context<'_>,
) -> Result<(), SolveError> {
    let options = Options { endless_value, ..Options::default() };
    let solution = solve(instance, Question::From(table.from), &options, context)?;
    let proved = match solution.game() {
        Some(game) => game.rows.first().and_then(crate::game::GameRow::value),
        None => solution.exits().next().map(|row| instance.worth(row.exit, endless_value)),
    };
    if proved.is_none_or(|proved| proved == table.value) {
        return Ok(());
    }
    Err(SolveError::Refuted(Refutation {
        vertex: Some(table.from),
        equation: "value by access flows = value of the game".to_owned(),
        left: table.value.to_string(),
        right: proved.unwrap_or_default().to_string(),
    }))
}
