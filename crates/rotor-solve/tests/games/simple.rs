//! Simple graphs: formulas without division against the general ones, access flows against bisection.

use crate::arena::Arena;
use crate::draw::{draw, games};
use crate::figures::{integer_figure, vertex};
use rotor_generate::{Dice, small_game};
use rotor_graph::{
    Classified, Instance, Rooted, SimpleTreeLike, StoppingGraph, StrategySet, TreeLike, Value, VertexId,
};
use rotor_solve::Unlimited;
use rotor_solve::game::{
    AccessFlows, GameTree, Threshold, access_flows, binary_game_from_all, integer_value,
    simple_binary_game_from_all,
};

/// The access flows from `from`, if the part that it reaches is simple and one player owns it.
pub(crate) fn flows_from(instance: &Instance, from: VertexId, endless: Value) -> Option<AccessFlows> {
    let reached = StoppingGraph::of(instance.graph()).reached_from(from);
    let piece = Rooted::at(&reached, from);
    access_flows(instance, piece.seen_as(Classified::simple_tree_like)?, endless, &mut Unlimited).unwrap()
}

#[test]
fn comparisons_decide_the_binary_games_of_simple_graphs() {
    let mut dice = Dice::new(57);
    let (mut played, mut won, mut lost) = (0, 0, 0);
    while played < games(12_000) {
        let instance = small_game(&mut dice);
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        let Ok(simple) = SimpleTreeLike::of(tree.clone()) else { continue };
        let (endless, x) = (Value::from(dice.below(5)) - 2, Value::from(dice.below(5)) - 2);
        let threshold = if dice.chance(0.5) { Threshold::AtLeast(x) } else { Threshold::MoreThan(x) };
        let fast =
            simple_binary_game_from_all(&instance, &simple, threshold, endless, &mut Unlimited).unwrap();
        let game = GameTree::new(&instance, &tree, endless);
        let general = binary_game_from_all(&game, StrategySet::Start, threshold, &mut Unlimited).unwrap();
        assert_eq!(fast, general, "{threshold:?} {endless}\n{instance}");
        for u in stopping.active_vertices() {
            *(if fast[u] { &mut won } else { &mut lost }) += 1;
        }
        played += 1;
    }
    assert!(won > 1_000 && lost > 1_000, "{won} won, {lost} lost");
}

#[test]
fn access_flows_give_the_value_of_one_player_simple_games() {
    let mut dice = Dice::new(58);
    let (mut played, mut walked, mut kinds) = (0, 0, [0; 3]);
    while played < games(20_000) {
        let (instance, from, endless) = draw(&mut dice);
        let Some(found) = flows_from(&instance, from, endless) else { continue };
        let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
        let tree = TreeLike::rooted_at(&stopping, from).unwrap();
        let game = GameTree::new(&instance, &tree, endless);
        let bisected = integer_value(&game, StrategySet::Start, &mut Unlimited).unwrap();
        let context = || format!("from {} endless {endless}\n{instance}", instance.name(from));
        assert_eq!(found.value, bisected.value, "{}", context());
        if let Some(arena) = Arena::play_all(&instance, from, StrategySet::Start, endless, 30_000) {
            assert_eq!(arena.bounds(), (found.value, found.value), "{}", context());
            walked += 1;
        }
        kinds[0] += u64::from(!stopping.traps().is_empty());
        kinds[1] += u64::from(bisected.distinct_values > 2);
        kinds[2] += u64::from(found.flows.iter().any(|(_, _, flow)| flow.to_string() == "0"));
        played += 1;
    }
    assert!(walked > played / 2 && kinds.iter().all(|&seen| seen > 100), "{walked} {kinds:?}");
}

#[test]
fn every_sink_of_the_integer_game_has_access_flow_1() {
    let instance = integer_figure();
    let found = flows_from(&instance, vertex(&instance, "u0"), 0).unwrap();
    let name = |&u: &VertexId| instance.name(u).to_owned();
    let rows: Vec<_> =
        found.flows.iter().map(|(v, w, flow)| format!("acc({},{})={flow}", name(v), name(w))).collect();
    assert_eq!(found.value, 2);
    assert_eq!(rows.join(" "), "acc(u0,u)=1 acc(u0,two)=1 acc(u,one)=1 acc(u,zero)=1");
}
