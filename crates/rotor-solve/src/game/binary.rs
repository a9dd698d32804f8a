//! Binary games: who wins from one start, by one sweep from the leaves.

use super::fast::Played;
use super::game_tree::GameTree;
use super::threshold::Threshold;
use rotor_graph::{Decision, Owner, Pair, PairTable, Player, Stop, StrategySet, Tick, VertexId};

/// A binary game solved from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryGame {
    /// Whether Max wins.
    pub wins: bool,
    /// What the players decide, by vertex; vertices are missing where nothing depends on the decision.
    pub decisions: Vec<(VertexId, Decision)>,
    threshold: Threshold,
    pairs: Pairs,
}

/// The optimal pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pairs {
    /// By arc of Ĝ.
    Exact(Vec<Pair>),
    /// As the fast sweep leaves them.
    Packed(Played),
}

impl BinaryGame {
    /// The optimal pairs, as the certificate of a game wants them.
    ///
    /// Time O(|A|) operations, and sorting.
    pub fn table(&self, game: &GameTree<'_, '_, '_>) -> PairTable {
        match (&self.pairs, game.layout()) {
            (Pairs::Exact(pairs), _) => game.table(pairs),
            (Pairs::Packed(played), Some(layout)) => layout.table(game.instance(), self.threshold, played),
            (Pairs::Packed(_), None) => PairTable::default(),
        }
    }

    /// What `player` decides.
    pub(crate) fn decisions_of<'a>(
        &'a self,
        game: &'a GameTree<'_, '_, '_>,
        player: Player,
    ) -> impl Iterator<Item = &'a (VertexId, Decision)> {
        self.decisions.iter().filter(move |(u, _)| game.instance().owner(*u) == Owner::Player(player))
    }
}

/// Plays the binary game of `threshold` from the first root of the tree [ACD22, `thm:opt_complex`, `sec:2P-B`].
///
/// From the leaves to the root every owner takes the best of what it can secure, seen from its parent: the best value
/// and, for that value, the return flow that suits it [ACD22, `lem:propag_val`]. At the root there is no parent.
///
/// Time O(|A|) machine operations if players pick initial arcs and all flows are below 2⁶²; else that of its slow twin,
/// [`binary_game_exactly`].
pub fn binary_game(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<BinaryGame, Stop> {
    if let (StrategySet::Start, Some(layout)) = (set, game.layout()) {
        tick.tick(layout.cost_from_first())?;
        if let Ok(played) = layout.play(threshold) {
            let decisions = layout.decisions(game.instance(), &played);
            return Ok(BinaryGame { wins: played.wins, decisions, threshold, pairs: Pairs::Packed(played) });
        }
    }
    binary_game_exactly(game, set, threshold, tick)
}

/// Whether Max wins the binary game of `threshold` from the first root, without saying how.
pub(crate) fn binary_value(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    if let (StrategySet::Start, Some(layout)) = (set, game.layout()) {
        tick.tick(layout.cost_from_first())?;
        if let Ok(wins) = layout.wins(threshold) {
            return Ok(wins);
        }
    }
    Ok(binary_game_exactly(game, set, threshold, tick)?.wins)
}

/// The slow twin of [`binary_game`], for any set of strategies and flows of any size.
///
/// Time O(|A|) operations on integers of O(|A|) bits; memory for one pair per arc of Ĝ.
pub fn binary_game_exactly(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    tick: &mut dyn Tick,
) -> Result<BinaryGame, Stop> {
    let graph = game.tree().stopping().graph();
    let rules = game.rules(set, threshold);
    let mut pairs = game.leaf_pairs(threshold);
    let mut decisions = Vec::new();
    let mut wins = rules.endless_wins;
    for &v in game.reached().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        let owner = game.instance().owner(v);
        let row = &pairs[game.simple().row(v)];
        let (pair, decision) = rules.best(&game.vertex_view(v), owner, row, game.back(v));
        if let (Owner::Player(_), Some(decision)) = (owner, decision) {
            decisions.push((v, decision));
        }
        match game.arc_from_parent(v) {
            Some(arc) => pairs[arc] = pair,
            None => wins = pair.wins,
        }
    }
    decisions.sort_unstable_by_key(|&(v, _)| v);
    Ok(BinaryGame { wins, decisions, threshold, pairs: Pairs::Exact(pairs) })
}
