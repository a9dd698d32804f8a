//! Access flows: how often an arc can be crossed, which gives the integer value of a one-player game in linear time.

use super::super::preference::wanted_by;
use super::optimal_pair::optimal_pair;
use crate::game::{GameTree, Threshold};
use rotor_graph::{
    AtRoot, Count, Instance, Natural, Owner, Player, SimpleTreeLike, Stop, Tick, Value, VertexId,
};

/// The access flows from a start, and the value that they show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessFlows {
    /// What the player secures.
    pub value: Value,
    /// acc(v, w) of every arc (v, w) that leads away from the start out of a vertex that the player can bring the
    /// particle to.
    pub flows: Vec<(VertexId, VertexId, Count)>,
}

/// The value of a one-player game from the root of `tree`, a simple graph, and all access flows
/// [ACD22, `def:constraint`]; none if both players own vertices, or a particle halts on the root at once.
///
/// acc(v, w) is how often the player can have (v, w) crossed if w always sent the particle straight back. Off the way
/// to w every vertex of the player points at the start, which makes all return flows as large as can be
/// [ACD22, `lem:sigmax`]; on the way it points along it. So a sink can be reached exactly if its access flow is
/// positive, and the player takes the one it likes best.
///
/// Time O(|V|) comparisons and additions of integers of O(|V|) bits.
pub fn access_flows(
    instance: &Instance,
    tree: AtRoot<'_, SimpleTreeLike<'_, '_>>,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<Option<AccessFlows>, Stop> {
    let game = GameTree::new(instance, tree.tree_like(), endless_value);
    let owns = |player| game.reached().iter().any(|&v| instance.owner(v) == Owner::Player(player));
    if owns(Player::Max) && owns(Player::Min) {
        return Ok(None);
    }
    let from = tree.root();
    if !tree.tree_like().stopping().is_active(from) {
        return Ok(None);
    }
    let player = if owns(Player::Min) { Player::Min } else { Player::Max };
    let flows_away = largest_flows(&game, tick)?;
    let mut access = vec![Count::Finite(Natural::ZERO); game.simple().arc_count()];
    let (mut best, mut flows) = (None, Vec::new());
    for &v in game.reached() {
        tick.tick(u64::from(tree.tree_like().stopping().graph().out_degree(v)))?;
        let entered = game.arc_from_parent(v).map(|arc| access[arc].clone());
        // Nothing below is reached: erratum E7.
        if v != from && entered.as_ref().is_none_or(|entered| entered.finite().is_some_and(Natural::is_zero))
        {
            continue;
        }
        let row = game.simple().row(v);
        let parent = game.back(v);
        // How often each head lets the particle pass on to another. The parent counts only if it is a head: erratum E7.
        let bound = |head: usize| match (Some(head) == parent, &entered) {
            (true, Some(entered)) => entered.clone(),
            _ => flows_away[row.start + head].clone(),
        };
        let heads = game.vertex_view(v).head_numbers();
        let bounds: Vec<Count> = heads.iter().map(|&head| bound(head as usize)).collect();
        let owned = wanted_by(instance.owner(v)).is_some();
        for (&head, access_flow) in heads.iter().zip(crossings(&bounds, owned)) {
            let (at, w) = (row.start + head as usize, game.simple().heads(v)[head as usize]);
            if Some(head as usize) == parent {
                continue;
            }
            if !tree.tree_like().stopping().is_active(w)
                && !access_flow.finite().is_some_and(Natural::is_zero)
            {
                let worth = game.worth(w);
                let better = |best| if player == Player::Max { worth > best } else { worth < best };
                best = Some(best.filter(|&best| !better(best)).unwrap_or(worth));
            }
            flows.push((v, w, access_flow.clone()));
            access[at] = access_flow;
        }
    }
    Ok(best.map(|value| AccessFlows { value, flows }))
}

/// The return flows away from the start when every vertex of the player points at it, by arc [ACD22, `lem:sigmax`].
fn largest_flows(game: &GameTree<'_, '_, '_>, tick: &mut dyn Tick) -> Result<Vec<Count>, Stop> {
    // When no end is won, Max makes every return flow as large as can be.
    let mut pairs = game.leaf_pairs(Threshold::MoreThan(Value::MAX));
    for &v in game.reached().iter().rev() {
        tick.tick(u64::from(game.tree().stopping().graph().out_degree(v)))?;
        if let Some(arc) = game.arc_from_parent(v) {
            let owner = match game.instance().owner(v) {
                Owner::Rotor => Owner::Rotor,
                Owner::Player(_) => Owner::Player(Player::Max),
            };
            let row = &pairs[game.simple().row(v)];
            pairs[arc].flow = optimal_pair(&game.vertex_view(v), owner, row, game.back(v))
                .map_or(Count::Infinite, |pair| pair.flow);
        }
    }
    Ok(pairs.into_iter().map(|pair| pair.flow).collect())
}

/// The access flow of every arc of a vertex, in rotor order from its rotor [ACD22, `lem:constraintV`,
/// `lem:ConstPropag`, `lem:constraintRetro`].
///
/// `bounds` are the return flows of its heads, the parent's being the access flow of the vertex; each at least 1. From
/// the rotor on, a head met before w lets one visit fewer through. The owner starts at w, so none is met before.
fn crossings(bounds: &[Count], owned: bool) -> Vec<Count> {
    let one_less = |bound: &Count| match bound {
        Count::Finite(number) if !owned => Count::Finite(number - 1u32),
        bound => bound.clone(),
    };
    let mut crossings = vec![Count::Infinite; bounds.len()];
    let mut before = Count::Infinite;
    for (bound, crossing) in bounds.iter().zip(&mut crossings) {
        crossing.clone_from(&before);
        before = before.min(one_less(bound));
    }
    let mut after = Count::Infinite;
    for (bound, crossing) in bounds.iter().zip(&mut crossings).rev() {
        if after < *crossing {
            crossing.clone_from(&after);
        }
        after = after.min(bound.clone());
    }
    crossings
}
