//! Plays: where the particle ends when two strategies meet, without walking.

use super::game_tree::GameTree;
use super::windows::Windows;
use rotor_graph::{
    Count, Decision, Exit, Owner, Pair, Player, Stop, Strategy, Tick, Value, VertexId, VertexMap,
};

/// The exit of the play of `max` against `min` from the first root of the tree; none if it never ends though it enters
/// no trap, as only players who pick every step can bring about.
///
/// The decisions make every vertex a rotor of its own kind; return flows then tell the last departure of each
/// [ACD22, `lem:valFromDT`]. Vertices without a decision keep their rotor.
///
/// Time O(|A|) machine operations, whatever the number of steps, if players pick initial arcs and all flows are below
/// 2⁶²; else that of its slow twin, [`exit_of_play_exactly`].
pub fn exit_of_play(
    game: &GameTree<'_, '_, '_>,
    max: &Strategy,
    min: &Strategy,
    tick: &mut dyn Tick,
) -> Result<Option<Exit>, Stop> {
    if let Some(layout) = game.layout() {
        tick.tick(layout.cost_from_first())?;
        if let Ok(Some(halt)) = layout.halt_of_play(game.instance(), [max, min]) {
            return Ok(game.tree().stopping().exit_at(halt));
        }
    }
    exit_of_play_exactly(game, max, min, tick)
}

/// The slow twin of [`exit_of_play`], for decisions of all kinds and flows of any size.
///
/// Time O(|A|) operations on integers of O(|A|) bits.
pub fn exit_of_play_exactly(
    game: &GameTree<'_, '_, '_>,
    max: &Strategy,
    min: &Strategy,
    tick: &mut dyn Tick,
) -> Result<Option<Exit>, Stop> {
    let stopping = game.tree().stopping();
    let Some(&from) = game.reached().first() else { return Ok(None) };
    let mut pairs = game.leaf_pairs(super::Threshold::AtLeast(Value::MIN));
    let mut last: VertexMap<Option<VertexId>> = VertexMap::filled(stopping.graph().vertex_count(), None);
    for &v in game.reached().iter().rev() {
        tick.tick(u64::from(stopping.graph().out_degree(v)))?;
        let decision = match game.instance().owner(v) {
            Owner::Rotor => None,
            Owner::Player(Player::Max) => max.at(v),
            Owner::Player(Player::Min) => min.at(v),
        };
        let (flow, head) = departure(game, v, decision, &pairs[game.simple().row(v)]);
        last[v] = head.map(|head| game.simple().heads(v)[head]);
        if let Some(arc) = game.arc_from_parent(v) {
            pairs[arc].flow = flow;
        }
    }
    let mut particle = from;
    while let Some(next) = last[particle] {
        particle = next;
    }
    Ok(stopping.exit_at(particle))
}

/// The return flow of the arc from the parent of `v`, and the number of the head by which `v` is left for good.
fn departure(
    game: &GameTree<'_, '_, '_>,
    v: VertexId,
    decision: Option<&Decision>,
    pairs: &[Pair],
) -> (Count, Option<usize>) {
    let (mut at, back) = (game.vertex_view(v), game.back(v));
    let number = |arc| game.simple().merged_arc(arc) - game.simple().row(v).start;
    let heads: Vec<u32> = match decision {
        Some(Decision::Bounce) => return (Count::Infinite, None),
        Some(Decision::Always(arc)) => {
            let head = number(*arc);
            let flow = if Some(head) == back { Count::Infinite } else { Count::one() };
            return (
                flow,
                Some(head).filter(|&head| Some(head) != back && pairs[head].flow != Count::Infinite),
            );
        }
        Some(Decision::Order(arcs)) => arcs.iter().map(|&arc| number(arc) as u32).collect(),
        Some(Decision::Start(arc)) => {
            at.rotor = *arc;
            at.head_numbers()
        }
        None => at.head_numbers(),
    };
    let everything_returns = if back.is_some() { Count::Infinite } else { Count::one() };
    let Some(least) = at.least_heads(pairs, back) else { return (everything_returns, None) };
    let mut windows = Windows::new(&heads, &least.left, 1);
    let window = windows.next_window().expect("a vertex that is not a sink has an arc");
    let passed = back.map_or(0, |back| windows.occurs(back));
    let multiplicity = back.map_or(0, |back| at.multiplicities()[back]);
    (least.flow_back(multiplicity, passed), Some(heads[window.end] as usize))
}
