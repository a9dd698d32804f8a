//! The value of a game, from one start and from all, by binary games; and the pure equilibrium from two of them.

use super::binary::{Threshold, binary_game, binary_game_from_all, binary_value, exit_of_play};
use super::layout::GameTree;
use super::search::{
    GameValue, OnePlayerValue, count, exhaustive_search_of, file_strategy, free_search, one_player_search,
};
use super::simple::{access_flows, simple_binary_game_from_all};
use crate::answer::{NoSolver, Solved};
use rotor_graph::{
    AtRoot, Exit, GameClaim, Instance, NotTreeLike, PairTable, Player, SimpleTreeLike, Stop, StoppingGraph,
    Strategy, StrategySet, Tick, TreeLike, Value, VertexId, VertexMap,
};

/// The value of a game, and what it took to find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntegerValue {
    /// v*.
    pub value: Value,
    /// How many binary games were played.
    pub binary_games: u32,
    /// How many distinct values a play can have.
    pub distinct_values: usize,
}

/// The greatest of `values`, in ascending order, that Max can secure; the least one always is. `can_secure` is asked about
/// one of those that are still open, given by its place among them. None if there are no values.
pub fn bisect_values(
    values: &[Value],
    mut can_secure: impl FnMut(&[Value], usize) -> Result<bool, Stop>,
) -> Result<Option<Value>, Stop> {
    let mut open = values;
    while open.len() > 1 {
        let middle = open.len() / 2;
        open = if can_secure(open, middle)? { &open[middle..] } else { &open[..middle] };
    }
    Ok(open.first().copied())
}

/// The value from the first root of the tree [ACD22, `subsec:oneP-integ`], for one player and for two.
///
/// A play ends on a sink that the root reaches, in a trap, or (if the players may pick every step) never; the least of
/// these values is safe, so k distinct ones take ⌈log₂ k⌉ binary games. [ACD22, `thm:pure_eq`] leaves that factor out:
/// erratum E13.
///
/// Time O(|A| log k) operations on integers of O(|A|) bits.
pub fn integer_value(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    tick: &mut dyn Tick,
) -> Result<IntegerValue, Stop> {
    let values = game.values_from_first(set, tick)?;
    let mut binary_games = 0;
    let value = bisect_values(&values, |open, middle| {
        binary_games += 1;
        binary_value(game, set, Threshold::AtLeast(open[middle]), tick)
    })?;
    // Without a root nothing is played, which is worth what endless play is.
    let value = value.unwrap_or(game.endless_value());
    Ok(IntegerValue { value, binary_games, distinct_values: values.len() })
}

/// The value of the game from the root of `tree`, strategies that secure it, and the pairs that prove it.
///
/// Time: that of [`integer_value`], and two binary games.
pub fn solve_game(
    instance: &Instance,
    tree: AtRoot<'_, TreeLike<'_, '_>>,
    strategies: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<GameClaim, Stop> {
    let from = tree.root();
    let game = GameTree::new(instance, &tree, endless_value);
    let value = match tree.stopping().is_active(from) {
        true => integer_value(&game, strategies, tick)?.value,
        false => game.worth(from),
    };
    equilibrium(&game, from, strategies, value, tick)
}

/// Strategies that secure `value` from `from`, and the pairs that prove it.
///
/// Max's strategy is that of the binary game
/// "at least the value", Min's that of "more than the value"; together they are a pure equilibrium
/// [ACD22, `thm:pure_eq`]. The paper leaves open how to find one for two players and integers: erratum E10. Vertices
/// that do not matter keep what the file records.
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for two tables of pairs.
pub(crate) fn equilibrium(
    game: &GameTree<'_, '_, '_>,
    from: VertexId,
    strategies: StrategySet,
    value: Value,
    tick: &mut dyn Tick,
) -> Result<GameClaim, Stop> {
    let (instance, endless_value) = (game.instance(), game.endless_value());
    let recorded = |player| Strategy::recorded(instance, player, strategies);
    let mut claim = GameClaim {
        from,
        strategies,
        endless_value,
        value,
        max: recorded(Player::Max),
        min: recorded(Player::Min),
        at_least: PairTable::default(),
        more_than: PairTable::default(),
    };
    if !game.tree().stopping().is_active(from) {
        return Ok(claim);
    }
    let at_least = binary_game(game, strategies, Threshold::AtLeast(value), tick)?;
    let more_than = binary_game(game, strategies, Threshold::MoreThan(value), tick)?;
    for (strategy, source) in [(&mut claim.max, &at_least), (&mut claim.min, &more_than)] {
        let mut decisions = source.decisions_of(instance, strategy.player).cloned().peekable();
        for entry in &mut strategy.decisions {
            if let Some(decided) = decisions.next_if(|(u, _)| *u == entry.0) {
                *entry = decided;
            }
        }
    }
    claim.at_least = at_least.pairs;
    claim.more_than = more_than.pairs;
    Ok(claim)
}

/// The value of the game from every vertex; those on which a particle halts have their own.
///
/// A binary game splits the starts whose values lie in some interval; so the games are at most one fewer than there are
/// distinct values of sinks, and at most m ⌈log₂ k⌉ if these are k and the starts have m. Time O(|A|) operations each.
pub fn values_of_all_starts(
    instance: &Instance,
    tree: &TreeLike<'_, '_>,
    set: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<VertexMap<Value>, Stop> {
    let game = GameTree::new(instance, tree, endless_value);
    split_starts(&game, set, tick, |threshold, tick| binary_game_from_all(&game, set, threshold, tick))
}

/// The value from every vertex, given who wins each binary game from where.
pub(super) fn split_starts(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    tick: &mut dyn Tick,
    mut wins_from_all: impl FnMut(Threshold, &mut dyn Tick) -> Result<VertexMap<bool>, Stop>,
) -> Result<VertexMap<Value>, Stop> {
    let (tree, values) = (game.tree(), game.values_from_all(set, tick)?);
    let mut value_of =
        VertexMap::from_vec(tree.stopping().graph().vertices().map(|v| game.worth(v)).collect());
    let mut starts = tree.order().to_vec();
    // Each group of starts with the values they can still have.
    let mut groups = vec![(0..starts.len(), 0..values.len())];
    while let Some((group, interval)) = groups.pop() {
        if group.is_empty() || interval.is_empty() {
            continue;
        }
        if interval.len() == 1 {
            starts[group].iter().for_each(|&v| value_of[v] = values[interval.start]);
            continue;
        }
        let middle = interval.start + interval.len() / 2;
        let wins = wins_from_all(Threshold::AtLeast(values[middle]), tick)?;
        starts[group.clone()].sort_by_key(|&v| wins[v]);
        let lost = group.start + starts[group.clone()].partition_point(|&v| !wins[v]);
        groups.push((group.start..lost, interval.start..middle));
        groups.push((lost..group.end, middle..interval.end));
    }
    Ok(value_of)
}

/// The reference implementation of [`values_of_all_starts`]: one start at a time. Time O(|V| · |A| log k) operations.
pub fn values_one_by_one(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    set: StrategySet,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<Result<VertexMap<Value>, Stop>, NotTreeLike> {
    let mut values = Vec::new();
    for from in stopping.graph().vertices() {
        let reached = stopping.reached_from(from);
        let tree = TreeLike::rooted_at(&reached, from)?;
        let game = GameTree::new(instance, &tree, endless_value);
        if !stopping.is_active(from) {
            values.push(game.worth(from));
            continue;
        }
        match integer_value(&game, set, tick) {
            Ok(found) => values.push(found.value),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    Ok(Ok(VertexMap::from_vec(values)))
}

// Games as the registry asks them: the question, the answer, and the solvers that give it.

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
