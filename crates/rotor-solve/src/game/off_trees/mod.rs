//! Games on any graph: searches, each within a limit that it names.

mod arrangements;
mod exhaustive;
mod free_search;
mod one_player;

pub(crate) use arrangements::count;
pub use exhaustive::{GameValue, exhaustive_search, exhaustive_search_of};
pub use free_search::free_search;
pub use one_player::{OnePlayerValue, one_player_search};

use rotor_graph::{Exit, Instance, Player, StoppingGraph, Strategy, StrategySet, Value, VertexId};

/// What it is worth to halt on `v`; a vertex that is not an end counts as endless.
fn value_of_end(instance: &Instance, stopping: &StoppingGraph<'_>, v: VertexId, endless: Value) -> Value {
    match stopping.exit_at(v) {
        Some(Exit::Sink(sink)) => instance.value(sink),
        Some(Exit::Trap(_)) | None => endless,
    }
}

/// The strategy that keeps the rotors of the file.
pub(crate) fn file_strategy(instance: &Instance, player: Player, set: StrategySet) -> Strategy {
    arrangements::strategy(instance, player, set, |_| None)
}
