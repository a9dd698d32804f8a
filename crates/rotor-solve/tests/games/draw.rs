//! Random games, and the count of what they have shown.

use rotor_generate::{Dice, Kinds, small_forest, small_game};
use rotor_graph::{
    Exit, GameClaim, Instance, Owner, Player, StoppingGraph, StrategySet, TreeLike, Value, VertexId,
    VertexMap,
};
use rotor_solve::Unlimited;
use rotor_solve::game::{GameTree, exit_of_play, solve_game};
use std::collections::BTreeMap;

/// How many games a test draws: `default`, or what ARRIVAL_INSTANCES says for a deeper run.
pub(crate) fn games(default: u64) -> u64 {
    std::env::var("ARRIVAL_INSTANCES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A random game with a start and a value for endless play: any small game, or one with players where the start leads
/// and sinks of many values, in which more is at stake.
pub(crate) fn draw(dice: &mut Dice) -> (Instance, VertexId, Value) {
    let endless = if dice.chance(0.5) { 0 } else { Value::from(dice.below(7)) - 3 };
    if dice.chance(0.3) {
        let instance = small_game(dice);
        let from = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        return (instance, from, endless);
    }
    loop {
        let instance = small_forest(dice);
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        let Some(&from) = dice.pick(&stopping.active_vertices().collect::<Vec<_>>()) else { continue };
        let reached = stopping.reached_from(from);
        let sinks = graph.vertices().filter(|&u| graph.is_sink(u)).count();
        let mut open: Vec<_> =
            reached.active_vertices().filter(|&u| (2..=5).contains(&graph.out_degree(u))).collect();
        if open.is_empty() || (sinks < 2 && dice.chance(0.9)) {
            continue;
        }
        dice.shuffle(&mut open);
        open.truncate(1 + dice.below(4) as usize);
        let mut owners = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
        let maximisers = *dice.pick(&[0.0, 0.5, 0.5, 1.0]).unwrap();
        for u in open {
            owners[u] = Owner::Player(if dice.chance(maximisers) { Player::Max } else { Player::Min });
        }
        let worth = |u| if graph.is_sink(u) { Value::from(dice.below(9)) - 4 } else { 0 };
        let values = VertexMap::from_vec(graph.vertices().map(worth).collect());
        return (instance.with_owners(owners).unwrap().with_values(values).unwrap(), from, endless);
    }
}

/// The claim of the solver under test, whose two strategies must meet where the value says.
pub(crate) fn claim(instance: &Instance, from: VertexId, set: StrategySet, endless: Value) -> GameClaim {
    let stopping = StoppingGraph::of(instance.graph()).reached_from(from);
    let tree = TreeLike::rooted_at(&stopping, from).unwrap();
    let claim = solve_game(instance, tree.at_root(from).unwrap(), set, endless, &mut Unlimited).unwrap();
    if stopping.is_active(from) {
        let game = GameTree::new(instance, &tree, endless);
        let worth = match exit_of_play(&game, &claim.max, &claim.min, &mut Unlimited).unwrap() {
            Some(Exit::Sink(sink)) => instance.value(sink),
            Some(Exit::Trap(_)) => endless,
            None => {
                assert_eq!(set, StrategySet::Free, "such a play ends in a trap or on a sink\n{instance}");
                endless
            }
        };
        assert_eq!(worth, claim.value, "the play of the two strategies, {set:?}\n{instance}");
    }
    claim
}

/// How many games have shown each kind.
#[derive(Default)]
pub(crate) struct Seen {
    kinds: Kinds,
    more: BTreeMap<&'static str, u64>,
}

const MORE: [&str; 10] = [
    "something at stake",
    "negative values",
    "an endless value that is not 0",
    "starts on sinks",
    "starts in traps",
    "no player",
    "one player",
    "both players",
    "more than two values",
    "equal sinks",
];

impl Seen {
    pub(crate) fn see(&mut self, instance: &Instance, from: VertexId, endless: Value, at_stake: bool) {
        self.kinds.see(instance);
        let graph = instance.graph();
        let sinks = || graph.vertices().filter(|&u| graph.is_sink(u));
        let mut values: Vec<_> = sinks().map(|u| instance.value(u)).collect();
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        let players =
            [Player::Max, Player::Min].iter().filter(|&&player| instance.owned_by(player).next().is_some());
        let players = players.count();
        let shows = [
            at_stake,
            values.iter().any(|&value| value < 0),
            endless != 0,
            graph.is_sink(from),
            StoppingGraph::of(graph).traps().trap_of(from).is_some(),
            players == 0,
            players == 1,
            players == 2,
            values.len() > 2,
            values.len() < all,
        ];
        for (kind, shown) in MORE.into_iter().zip(shows) {
            *self.more.entry(kind).or_default() += u64::from(shown);
        }
    }

    /// Notes something else that a game has shown.
    pub(crate) fn count(&mut self, kind: &'static str, shown: bool) {
        *self.more.entry(kind).or_default() += u64::from(shown);
    }

    /// Fails if a kind is missing.
    pub(crate) fn assert_complete(&self) {
        println!("{} {:?}", self.kinds, self.more);
        assert_eq!(self.kinds.missing(), [""; 0], "{}", self.kinds);
        assert!(self.more.values().all(|&seen| seen > 0), "{:?}", self.more);
    }
}
