//! The games of the figures, solved by pairs.

use crate::draw::claim;
use rotor_graph::{Decision, Instance, StoppingGraph, Strategy, StrategySet, TreeLike, VertexId, parse};
use rotor_solve::Unlimited;
use rotor_solve::game::{GameTree, Threshold, binary_game, binary_game_exactly, values_of_all_starts};

pub(crate) fn integer_figure() -> Instance {
    parse(include_str!("../../../../corpus/paper/fig-integer-game.rotor")).unwrap()
}

pub(crate) fn vertex(instance: &Instance, name: &str) -> VertexId {
    instance.vertex(name).unwrap()
}

/// `u -> v` for each decision.
pub(crate) fn arrows(instance: &Instance, strategy: &Strategy) -> Vec<String> {
    let arrow = |(u, decision): &(VertexId, Decision)| match decision {
        Decision::Start(a) => {
            format!("{} -> {}", instance.name(*u), instance.name(instance.graph().head(*a)))
        }
        other => panic!("{other:?}"),
    };
    strategy.decisions.iter().map(arrow).collect()
}

#[test]
fn pairs_find_both_strategies_of_the_simple_game() {
    let instance = parse(include_str!("../../../../corpus/paper/fig-simple-strategy.rotor")).unwrap();
    for (from, arrow) in [("u", "g -> u"), ("v", "g -> v")] {
        let claim = claim(&instance, vertex(&instance, from), StrategySet::Start, 0);
        assert_eq!((claim.value, arrows(&instance, &claim.max)), (1, vec![arrow.to_owned()]));
    }
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let all = values_of_all_starts(&instance, &tree, StrategySet::Start, 0, &mut Unlimited).unwrap();
    let named = |name| all[vertex(&instance, name)];
    assert_eq!(["g", "u", "v", "right", "left", "top", "bottom"].map(named), [0, 1, 1, 1, 1, 0, 0]);
}

#[test]
fn the_one_player_pairs_and_strategy_are_those_of_the_figure() {
    let instance = parse(include_str!("../../../../corpus/paper/fig-one-player.rotor")).unwrap();
    let from = vertex(&instance, "u0");
    let claim = claim(&instance, from, StrategySet::Start, 0);
    assert_eq!((claim.value, arrows(&instance, &claim.max)), (1, vec!["u2 -> u3".into(), "u4 -> u0".into()]));
    let row = |entry: &rotor_graph::PairEntry| {
        let [from, to] = [entry.from, entry.to].map(|u| instance.name(u).to_owned());
        format!("({from},{to})=({},{})", u8::from(entry.pair.wins), entry.pair.flow)
    };
    let mut rows: Vec<_> = claim.at_least.0.iter().map(row).collect();
    rows.sort();
    let mut figure = [
        "(u0,u4)=(0,2)",
        "(u0,u1)=(1,1)",
        "(u1,u2)=(1,1)",
        "(u2,u3)=(1,1)",
        "(u4,u5)=(0,1)",
        "(u5,k)=(0,1)",
        "(u5,h)=(1,1)",
        "(u3,l)=(1,1)",
        "(u1,a)=(0,1)",
        "(u4,g)=(0,1)",
    ];
    figure.sort_unstable();
    assert_eq!(rows, figure);
    assert!(claim.at_least.0.is_sorted_by_key(|entry| (entry.to, entry.from)));
    assert!(claim.more_than.0.iter().all(|entry| !entry.pair.wins), "nothing is worth more than 1");
}

#[test]
fn the_integer_game_is_worth_2_though_its_subtree_is_worth_1() {
    let instance = integer_figure();
    let from = vertex(&instance, "u0");
    let claim = claim(&instance, from, StrategySet::Start, 0);
    assert_eq!((claim.value, arrows(&instance, &claim.max)), (2, vec!["u -> u0".into()]));
    // In the game "at least 1" the subtree of u wins at once; in "at least 2" it sends the particle back.
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    let pair = |x| {
        let solved = binary_game(&game, StrategySet::Start, Threshold::AtLeast(x), &mut Unlimited).unwrap();
        assert!(solved.wins);
        let at = vertex(&instance, "u");
        let entry = solved.table(&game).0.into_iter().find(|entry| entry.to == at).unwrap();
        (entry.pair.wins, entry.pair.flow.to_string())
    };
    assert_eq!([pair(1), pair(2)], [(true, "1".into()), (false, "2".into())]);
}

#[test]
fn what_only_leads_into_a_tree_is_not_in_its_table() {
    let text = "u: a s\nmax a: u t\nx: a z\nmin y: x z\nsink s\nsink t = 1\nsink z = 1\nstart u";
    let instance = parse(text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::rooted_at(&stopping, instance.start().unwrap()).unwrap();
    let game = GameTree::new(&instance, &tree, 0);
    for solve in [binary_game, binary_game_exactly] {
        let solved = solve(&game, StrategySet::Start, Threshold::AtLeast(1), &mut Unlimited).unwrap();
        let arc =
            |entry: &rotor_graph::PairEntry| [entry.from, entry.to].map(|u| instance.name(u).to_owned());
        let mut arcs: Vec<_> = solved.table(&game).0.iter().map(arc).collect();
        arcs.sort();
        assert_eq!(arcs, [["a", "t"], ["u", "a"], ["u", "s"]].map(|arc| arc.map(str::to_owned)));
    }
}
