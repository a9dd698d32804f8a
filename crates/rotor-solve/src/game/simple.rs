//! Games on simple graphs: no parallel arcs, so no division. The optimal pair at a vertex by comparisons only, all starts of a
//! binary game by such pairs, and access flows: how often an arc can be crossed, which gives the integer value of a
//! one-player game in linear time.

use super::binary::Threshold;
use super::by_the_paper::VertexView;
use super::layout::GameTree;
use super::windows::wanted_by;
use rotor_graph::{
    AtRoot, Count, Instance, Natural, Owner, Pair, Player, SimpleTreeLike, Stop, Tick, Value, VertexId,
    VertexMap,
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

/// Whether Max wins the binary game of `threshold`, for every start, on a graph without parallel arcs and loops
/// [ACD22, `lem:OptimalValRetSimple`, `OptiRetroSimple`]; one player or two, who pick initial arcs.
///
/// Time O(|V|) comparisons and additions of integers of O(|V|) bits, no division; memory for one pair per arc.
pub fn simple_binary_game_from_all(
    instance: &Instance,
    tree: &SimpleTreeLike<'_, '_>,
    threshold: Threshold,
    endless_value: Value,
    tick: &mut dyn Tick,
) -> Result<VertexMap<bool>, Stop> {
    let tree = tree.tree_like();
    let (game, graph) = (GameTree::new(instance, tree, endless_value), tree.stopping().graph());
    let always_back = Pair { wins: threshold.wins(endless_value), flow: Count::Infinite };
    let mut pairs = game.leaf_pairs(threshold);
    for &v in tree.order().iter().rev() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let Some(arc) = game.arc_from_parent(v) {
            let row = &pairs[game.simple().row(v)];
            let pair = optimal_pair(&game.vertex_view(v), instance.owner(v), row, game.back(v));
            pairs[arc] = pair.unwrap_or_else(|| always_back.clone());
        }
    }
    let halted = |v| !tree.stopping().is_active(v) && threshold.wins(game.worth(v));
    let mut wins = VertexMap::from_vec(graph.vertices().map(halted).collect());
    for &v in tree.order() {
        tick.tick(u64::from(graph.out_degree(v)))?;
        if let (Some(parent), Some(arc), None) =
            (tree.parent(v), game.arc_to_parent(v), game.arc_from_parent(v))
        {
            pairs[arc] = Pair { wins: wins[parent], flow: Count::one() };
        }
        let (at, owner) = (game.vertex_view(v), instance.owner(v));
        let row = &pairs[game.simple().row(v)];
        wins[v] = optimal_pair(&at, owner, row, None).is_some_and(|pair| pair.wins);
        for (back, &w) in optimal_pairs_back(&at, owner, row).into_iter().zip(game.simple().heads(v)) {
            if let (Some(arc), true) = (game.arc_to_parent(w), tree.parent(w) == Some(v)) {
                pairs[arc] = back.unwrap_or_else(|| always_back.clone());
            }
        }
    }
    Ok(wins)
}

/// The least flows among the heads of a vertex, counted from its rotor: only by a head of least flow is it left for
/// good [ACD22, `lem:ret2dest`, `lem:simpleReturnMin`].
struct Least<'p> {
    flow: &'p Count,
    /// The positions of the heads that have it.
    positions: Vec<usize>,
}

impl<'p> Least<'p> {
    /// Among all heads but the one at position `back`; none if every flow is infinite.
    fn of(heads: &[u32], pairs: &'p [Pair], back: Option<usize>) -> Option<Self> {
        let flow = |position: usize| &pairs[heads[position] as usize].flow;
        let others = || (0..heads.len()).filter(|&position| Some(position) != back);
        let least = others().map(flow).min().filter(|&least| *least != Count::Infinite)?;
        Some(Self { flow: least, positions: others().filter(|&position| flow(position) == least).collect() })
    }
}

fn plus(flow: &Count, more: bool) -> Count {
    match flow {
        Count::Finite(number) => Count::Finite(number.clone() + u32::from(more)),
        Count::Infinite => Count::Infinite,
    }
}

/// The pair of the arc from the parent, which is the head number `back`, or, without one, what the vertex is worth as a
/// start [ACD22, `lem:OptimalValRetSimple`]; none if every other flow is infinite.
///
/// A rotor is left by the first head of least flow, and sends the particle back once more if it meets the parent before
/// [ACD22, `form:returnSimple`]. A player picks any head of least flow, or meets the parent first. Time O(d(v)).
fn optimal_pair(at: &VertexView<'_>, owner: Owner, pairs: &[Pair], back: Option<usize>) -> Option<Pair> {
    let heads = at.head_numbers();
    let wins = |position: usize| pairs[heads[position] as usize].wins;
    let back = back.map(|head| position_of(&heads, head));
    let least = Least::of(&heads, pairs, back)?;
    let (wins, once_more) = match wanted_by(owner) {
        None => (wins(least.positions[0]), back.is_some_and(|back| back < least.positions[0])),
        Some(wanted) => {
            let secured = least.positions.iter().any(|&position| wins(position) == wanted);
            (secured == wanted, !secured)
        }
    };
    Some(Pair { wins, flow: if back.is_some() { plus(least.flow, once_more) } else { Count::one() } })
}

/// The pairs of the arcs from all heads, each with itself left out [ACD22, `lem:SimpleRetroPropag`, `OptiRetroSimple`];
/// none where every other flow is infinite. Time O(d(v)) for all of them.
fn optimal_pairs_back(at: &VertexView<'_>, owner: Owner, pairs: &[Pair]) -> Vec<Option<Pair>> {
    let heads = at.head_numbers();
    let mut back = vec![None; pairs.len()];
    let Some(least) = Least::of(&heads, pairs, None) else { return back };
    let wins = |position: usize| pairs[heads[position] as usize].wins;
    let mut is_least = vec![false; heads.len()];
    least.positions.iter().for_each(|&position| is_least[position] = true);
    let wanted = wanted_by(owner);
    let good = |position: usize| is_least[position] && Some(wins(position)) == wanted;
    let all_good = (0..heads.len()).filter(|&position| good(position)).count();
    let first = least.positions[0];
    for (position, &head) in heads.iter().enumerate() {
        // When it is left out, the least flow or the first to have it may change: for one head only.
        let decisive = match wanted {
            None => position == first,
            Some(_) => is_least[position] && least.positions.len() == 1,
        };
        back[head as usize] = match wanted {
            _ if decisive => optimal_pair(at, owner, pairs, Some(head as usize)),
            None => Some(Pair { wins: wins(first), flow: plus(least.flow, position < first) }),
            Some(wanted) => {
                let secured = all_good > usize::from(good(position));
                Some(Pair { wins: secured == wanted, flow: plus(least.flow, !secured) })
            }
        };
    }
    back
}

fn position_of(heads: &[u32], head: usize) -> usize {
    heads.iter().position(|&other| other as usize == head).expect("every head has an arc")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::optimal_choice_by_trying;
    use rotor_generate::Dice;
    use rotor_graph::{Player, SimpleDigraph, VertexId, parse};

    #[test]
    fn comparisons_find_the_pairs_that_divisions_find() {
        let mut dice = Dice::new(61);
        let (mut several_least, mut endless) = (0, 0);
        for _ in 0..20_000 {
            let degree = 1 + dice.below(5) as usize;
            let rotor = dice.below(degree as u32) as usize;
            let word = |at| format!("{}s{at}", if at == rotor { "*" } else { "" });
            let words: Vec<_> = (0..degree).map(word).collect();
            let sinks: String = (0..degree).map(|at| format!("sink s{at}\n")).collect();
            let text = format!("u: {}\n{sinks}", words.join(" "));
            let instance = parse(&text).unwrap();
            let pair = |_| Pair {
                wins: dice.chance(0.5),
                flow: if dice.chance(0.3) { Count::Infinite } else { Count::from(1 + dice.below(3)) },
            };
            let pairs: Vec<_> = (0..degree).map(pair).collect();
            let (simple, u) = (SimpleDigraph::of(instance.graph()), VertexId::new(0));
            let rotor = instance.rotors().rotor(u);
            let at = VertexView { graph: instance.graph(), simple: &simple, vertex: u, rotor };
            for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
                let all = optimal_pairs_back(&at, owner, &pairs);
                for (head, found) in all.iter().enumerate() {
                    let slow =
                        optimal_choice_by_trying(&at, owner, &pairs, Some(head)).map(|choice| choice.pair);
                    assert_eq!(optimal_pair(&at, owner, &pairs, Some(head)), slow, "{text}{pairs:?} {head}");
                    assert_eq!(*found, slow, "{text}{pairs:?} {head}");
                    endless += u32::from(slow.is_none());
                }
                let slow = optimal_choice_by_trying(&at, owner, &pairs, None).map(|choice| choice.pair);
                assert_eq!(optimal_pair(&at, owner, &pairs, None), slow, "{text}{pairs:?}");
            }
            let heads = at.head_numbers();
            several_least +=
                u32::from(Least::of(&heads, &pairs, None).is_some_and(|l| l.positions.len() > 1));
        }
        assert!(several_least > 1_000 && endless > 1_000, "{several_least} {endless}");
    }
}
