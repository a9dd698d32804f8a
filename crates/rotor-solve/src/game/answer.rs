//! Games as the registry asks them: the question, the answer, and the solvers that give it.

use super::binary::exit_of_play;
use super::game_tree::GameTree;
use super::search::{
    GameValue, OnePlayerValue, count, exhaustive_search_of, file_strategy, free_search, one_player_search,
};
use super::simple::{access_flows, simple_binary_game_from_all};
use super::value::{equilibrium, solve_game, split_starts, values_of_all_starts};
use crate::answer::{NoSolver, Solved};
use rotor_graph::{
    AtRoot, Exit, GameClaim, Instance, Player, SimpleTreeLike, Stop, StoppingGraph, Strategy, StrategySet,
    Tick, TreeLike, Value, VertexId, VertexMap,
};

/// A game to be solved.
#[derive(Clone, Copy, Debug)]
pub struct GameQuestion<'i> {
    /// The graph with its owners and values.
    pub instance: &'i Instance,
    /// What a strategy decides.
    pub strategies: StrategySet,
    /// The value of a play that never exits.
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
    /// The bounds of a game with a value: both are that.
    pub const fn both(value: Value) -> Self {
        Self { max_min: value, min_max: value }
    }

    fn of_all(values: VertexMap<Value>) -> VertexMap<Self> {
        VertexMap::from_vec(values.as_slice().iter().map(|&value| Self::both(value)).collect())
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
    /// How the play of one against the other ends, unless it was stopped before.
    pub end: Option<PlayEnd>,
    /// Whether the best choices depend on the whole state, so that `max` and `min` decide nothing.
    pub by_state: bool,
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

/// The solver `game` from the root of `tree`.
///
/// Time: that of [`solve_game`] and [`exit_of_play`].
pub(crate) fn answer_on_tree(
    question: &GameQuestion<'_>,
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    tick: &mut dyn Tick,
) -> Result<GameAnswer, Stop> {
    let &GameQuestion { instance, strategies, endless_value } = question;
    let claim = solve_game(instance, tree, strategies, endless_value, tick)?;
    with_play(question, &tree, claim, tick)
}

/// An answer with what comes of the strategies of a claim.
fn with_play(
    question: &GameQuestion<'_>,
    tree: &TreeLike<'_, '_>,
    claim: GameClaim,
    tick: &mut dyn Tick,
) -> Result<GameAnswer, Stop> {
    let end = match tree.stopping().exit_at(claim.from) {
        Some(exit) => Some(PlayEnd::Halts(exit)),
        None => {
            let game = GameTree::new(question.instance, tree, question.endless_value);
            match exit_of_play(&game, &claim.max, &claim.min, tick) {
                Ok(exit) => Some(exit.map_or(PlayEnd::Endless, PlayEnd::Halts)),
                Err(Stop::Interrupted) => return Err(Stop::Interrupted),
                // The value stands without the end of a play.
                Err(_) => None,
            }
        }
    };
    let (bounds, max, min) = (ValueBounds::both(claim.value), claim.max.clone(), claim.min.clone());
    Ok(GameAnswer { bounds, max, min, end, by_state: false, claim: Some(claim) })
}

/// The solver `game` from all vertices. Time: that of [`values_of_all_starts`].
pub(crate) fn answer_all_on_tree(
    question: &GameQuestion<'_>,
    tree: &TreeLike<'_, '_>,
    tick: &mut dyn Tick,
) -> Result<VertexMap<ValueBounds>, Stop> {
    let &GameQuestion { instance, strategies, endless_value } = question;
    values_of_all_starts(instance, tree, strategies, endless_value, tick).map(ValueBounds::of_all)
}

/// The solver `simple` from the root of the tree: access flows tell what one player secures, and two binary games prove
/// it.
///
/// Time O(|V|) comparisons and additions of integers of O(|V|) bits, and two binary games.
pub(crate) fn answer_on_simple(
    question: &GameQuestion<'_>,
    simple: AtRoot<'_, SimpleTreeLike<'_, '_>>,
    tick: &mut dyn Tick,
) -> Solved<GameAnswer> {
    initial_arcs_only(question, "simple")?;
    let (from, tree, strategies) = (simple.root(), simple.tree_like(), question.strategies);
    let game = GameTree::new(question.instance, tree, question.endless_value);
    let value = match tree.stopping().is_active(from) {
        false => game.worth(from),
        true => match access_flows(question.instance, simple, question.endless_value, tick)? {
            Some(found) => found.value,
            None => {
                let because = "finds one start by access flows, which take a single player";
                return Err(NoSolver::Unfit { id: "simple", because }.into());
            }
        },
    };
    let claim = equilibrium(&game, from, strategies, value, tick)?;
    Ok(with_play(question, tree, claim, tick)?)
}

/// The solver `simple` from all vertices, for one player or two: binary games by comparisons only.
///
/// Time O(|V|) comparisons and additions of integers of O(|V|) bits for each binary game; how many there are, see
/// [`values_of_all_starts`].
pub(crate) fn answer_all_on_simple(
    question: &GameQuestion<'_>,
    simple: &SimpleTreeLike<'_, '_>,
    tick: &mut dyn Tick,
) -> Solved<VertexMap<ValueBounds>> {
    initial_arcs_only(question, "simple")?;
    let &GameQuestion { instance, strategies, endless_value } = question;
    let game = GameTree::new(instance, simple.tree_like(), endless_value);
    let values = split_starts(&game, strategies, tick, |threshold, tick| {
        simple_binary_game_from_all(instance, simple, threshold, endless_value, tick)
    })?;
    Ok(ValueBounds::of_all(values))
}

/// Declines players who decide more than initial arcs.
fn initial_arcs_only(question: &GameQuestion<'_>, id: &'static str) -> Solved<()> {
    match question.strategies {
        StrategySet::Start => Ok(()),
        set => Err(NoSolver::Strategies { id, set }.into()),
    }
}

/// At most this many pairs of orders are played.
const MOST_PAIRS: u64 = 1 << 22;

/// The solver `exhaustive` from `from`. Time: that of [`one_player_search`], [`exhaustive_search_of`] or [`free_search`].
pub(crate) fn answer_by_search(
    question: &GameQuestion<'_>,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Solved<GameAnswer> {
    let &GameQuestion { instance, endless_value, strategies } = question;
    let nothing = |player| Strategy { player, decisions: Vec::new() };
    let of = |player| instance.owned_by(player).any(|u| stopping.is_active(u));
    let answer = |bounds, max, min, end| GameAnswer { bounds, max, min, end, by_state: false, claim: None };
    let how = (strategies, endless_value);
    if strategies == StrategySet::Free {
        let bounds = ValueBounds::both(free_search(instance, stopping, from, endless_value, tick)?);
        let found = answer(bounds, nothing(Player::Max), nothing(Player::Min), None);
        return Ok(GameAnswer { by_state: true, ..found });
    }
    let pairs = count(instance, stopping, strategies);
    if strategies == StrategySet::Order && pairs > MOST_PAIRS as f64 {
        let size = format!("{pairs:.3e}");
        return Err(NoSolver::TooMany { what: "pairs of strategies", size, limit: MOST_PAIRS }.into());
    }
    if of(Player::Max) && of(Player::Min) {
        let GameValue { max_min, min_max, max, min, exit } =
            exhaustive_search_of(instance, stopping, from, how, tick)?;
        let bounds = ValueBounds { max_min, min_max };
        return Ok(answer(bounds, max, min, Some(PlayEnd::Halts(exit))));
    }
    let (player, other) =
        if of(Player::Min) { (Player::Min, Player::Max) } else { (Player::Max, Player::Min) };
    let OnePlayerValue { value, strategy, exit } =
        one_player_search(instance, stopping, from, player, how, tick)?;
    // Where the other player decides nothing that matters, it keeps the file's rotors.
    let kept = file_strategy(instance, other, strategies);
    let (max, min) = if player == Player::Max { (strategy, kept) } else { (kept, strategy) };
    Ok(answer(ValueBounds::both(value), max, min, Some(PlayEnd::Halts(exit))))
}

/// The solver `exhaustive` from all vertices, one after another.
pub(crate) fn answer_all_by_search(
    question: &GameQuestion<'_>,
    stopping: &StoppingGraph<'_>,
    tick: &mut dyn Tick,
) -> Solved<VertexMap<ValueBounds>> {
    let starts = stopping.graph().vertices();
    let bounds = starts.map(|from| Ok(answer_by_search(question, stopping, from, tick)?.bounds));
    bounds.collect::<Solved<Vec<_>>>().map(VertexMap::from_vec)
}
