//! Binary games: who wins from one start, by one sweep from the leaves.

use super::game_tree::GameTree;
use super::threshold::Threshold;
use crate::budget::{Budget, Outcome};
use rotor_graph::{Decision, Owner, Pair, PairTable, Player, StrategySet, VertexId};

/// A binary game solved from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BinaryGame {
    /// Whether Max wins.
    pub wins: bool,
    /// What the players decide, by vertex; vertices are missing where nothing depends on the decision.
    pub decisions: Vec<(VertexId, Decision)>,
    /// By arc of Ĝ.
    pairs: Vec<Pair>,
}

impl BinaryGame {
    /// The optimal pairs, as the certificate of a game wants them.
    pub fn table(&self, game: &GameTree<'_, '_, '_>) -> PairTable {
        game.table(&self.pairs)
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
/// Time O(|A|) operations on integers of O(|A|) bits, for any set of strategies; memory for a pair an arc of Ĝ.
pub fn binary_game(
    game: &GameTree<'_, '_, '_>,
    set: StrategySet,
    threshold: Threshold,
    budget: &mut dyn Budget,
) -> Outcome<BinaryGame> {
    let graph = game.tree().stopping().graph();
    let rules = game.rules(set, threshold);
    let mut pairs = game.leaf_pairs(threshold);
    let mut decisions = Vec::new();
    let mut wins = rules.endless_wins;
    for &v in game.reached().iter().rev() {
        budget.spend(u64::from(graph.out_degree(v)))?;
        let owner = game.instance().owner(v);
        let row = &pairs[game.simple().row(v)];
        let (pair, decision) = rules.best(&game.crossroads(v), owner, row, game.back(v));
        if let (Owner::Player(_), Some(decision)) = (owner, decision) {
            decisions.push((v, decision));
        }
        match game.arc_from_parent(v) {
            Some(arc) => pairs[arc] = pair,
            None => wins = pair.wins,
        }
    }
    decisions.sort_unstable_by_key(|&(v, _)| v);
    Ok(BinaryGame { wins, decisions, pairs })
}
