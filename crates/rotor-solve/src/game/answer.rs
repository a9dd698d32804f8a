//! Games as the registry asks them: the question, the answer, and the solvers that give it.

use super::all_starts::values_of_all_starts;
use super::equilibrium::solve_game;
use super::exhaustive::{GameValue, exhaustive_search};
use super::game_tree::GameTree;
use super::play::exit_of_play;
use crate::budget::{Budget, OutOfBudget, Outcome};
use crate::registry::{NoSolver, Solved};
use rotor_graph::{
    Exit, GameClaim, Instance, StoppingGraph, Strategy, StrategySet, TreeLike, Value, VertexId, VertexMap,
};

/// A game to be solved.
#[derive(Clone, Copy, Debug)]
pub struct GameQuestion<'i> {
    /// The graph with its owners and values.
    pub instance: &'i Instance,
    /// What a strategy decides.
    pub strategies: StrategySet,
    /// What a play that never exits is worth.
    pub endless_value: Value,
}

/// What the players can secure from one start. The two bounds agree if there is a pure equilibrium, as there always is
/// on tree-like graphs [ACD22, `thm:pure_eq`], but not on all others [ACD22, `NoEquilibrium`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBounds {
    /// The most that Max can be sure of.
    pub max_min: Value,
    /// The least that Min can hold Max to.
    pub min_max: Value,
}

impl ValueBounds {
    const fn both(value: Value) -> Self {
        Self { max_min: value, min_max: value }
    }
}

/// What a game is worth from one start, and how to play it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameAnswer {
    /// What the players can secure.
    pub bounds: ValueBounds,
    /// A strategy of Max that secures `max_min`.
    pub max: Strategy,
    /// A strategy of Min that secures `min_max`.
    pub min: Strategy,
    /// How the play of one against the other ends, unless the budget was too small to tell.
    pub end: Option<PlayEnd>,
    /// What proves the value; none if the solver leaves no proof.
    pub claim: Option<GameClaim>,
}

/// How a play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// The particle halts.
    Halts(Exit),
    /// It goes on for ever, though it enters no trap.
    Endless,
}

/// The solver `game` from `from`, the first root of `tree` or a vertex on which a particle halts.
///
/// Time: that of [`solve_game`] and [`exit_of_play`].
pub(crate) fn answer_on_tree(
    question: &GameQuestion<'_>,
    tree: &TreeLike<'_, '_>,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Outcome<GameAnswer> {
    let &GameQuestion { instance, strategies, endless_value } = question;
    let claim = solve_game(instance, tree, from, strategies, endless_value, budget)?;
    let end = match tree.stopping().exit_at(from) {
        Some(exit) => Some(PlayEnd::Halts(exit)),
        None => {
            let game = GameTree::new(instance, tree, endless_value);
            match exit_of_play(&game, &claim.max, &claim.min, budget) {
                Ok(exit) => Some(exit.map_or(PlayEnd::Endless, PlayEnd::Halts)),
                Err(OutOfBudget::Interrupted) => return Err(OutOfBudget::Interrupted),
                // The value stands without the end of a play.
                Err(_) => None,
            }
        }
    };
    let (bounds, max, min) = (ValueBounds::both(claim.value), claim.max.clone(), claim.min.clone());
    Ok(GameAnswer { bounds, max, min, end, claim: Some(claim) })
}

/// The solver `game` from all vertices. Time: that of [`values_of_all_starts`].
pub(crate) fn answer_all_on_tree(
    question: &GameQuestion<'_>,
    tree: &TreeLike<'_, '_>,
    budget: &mut dyn Budget,
) -> Outcome<VertexMap<ValueBounds>> {
    let &GameQuestion { instance, strategies, endless_value } = question;
    let values = values_of_all_starts(instance, tree, strategies, endless_value, budget)?;
    Ok(VertexMap::from_vec(values.as_slice().iter().map(|&value| ValueBounds::both(value)).collect()))
}

/// The solver `exhaustive` from `from`. Time: that of [`exhaustive_search`].
pub(crate) fn answer_by_search(
    question: &GameQuestion<'_>,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    budget: &mut dyn Budget,
) -> Solved<GameAnswer> {
    let &GameQuestion { instance, strategies: set, endless_value } = question;
    if set != StrategySet::Start {
        return Err(NoSolver::Strategies { id: "exhaustive", set }.into());
    }
    let found = exhaustive_search(instance, stopping, from, endless_value, budget)?;
    let GameValue { max_min, min_max, max, min, exit } = found;
    let bounds = ValueBounds { max_min, min_max };
    Ok(GameAnswer { bounds, max, min, end: Some(PlayEnd::Halts(exit)), claim: None })
}

/// The solver `exhaustive` from all vertices, one after another.
pub(crate) fn answer_all_by_search(
    question: &GameQuestion<'_>,
    stopping: &StoppingGraph<'_>,
    budget: &mut dyn Budget,
) -> Solved<VertexMap<ValueBounds>> {
    let starts = stopping.graph().vertices();
    let bounds = starts.map(|from| Ok(answer_by_search(question, stopping, from, budget)?.bounds));
    bounds.collect::<Solved<Vec<_>>>().map(VertexMap::from_vec)
}
