//! Play: what is true of a game, by its definition.

use crate::slow_tables::{decisions, wins};
use rotor_graph::{
    ArcId, Decision, GameClaim, Instance, Owner, Player, StoppingGraph, Strategy, StrategySet, Value,
    VertexId,
};
use std::collections::BTreeMap;

const MOST_PLAYS: usize = 3_000;
const MOST_STEPS: usize = 100_000;
const MOST_STATES: usize = 30_000;

/// Whether the strategies of `claim` secure its value against everything the other player can do; none if that takes
/// too long to try.
pub(crate) fn is_true(instance: &Instance, claim: &GameClaim) -> Option<bool> {
    if claim.strategies == StrategySet::Free {
        let max = endless_arena(instance, claim, &claim.max)?.max_wins(claim, false);
        let min = endless_arena(instance, claim, &claim.min)?.max_wins(claim, true);
        return Some(max && !min);
    }
    for (strategy, other, strict) in [(&claim.max, Player::Min, false), (&claim.min, Player::Max, true)] {
        let replies: Vec<(VertexId, Vec<Decision>)> =
            instance.owned_by(other).map(|v| (v, decisions(instance, claim.strategies, v))).collect();
        let plays = replies.iter().try_fold(1usize, |plays, (_, all)| plays.checked_mul(all.len()))?;
        if plays > MOST_PLAYS {
            return None;
        }
        for play in 0..plays {
            let mut digits = play;
            let mut orders: BTreeMap<VertexId, Vec<ArcId>> = BTreeMap::new();
            for (v, all) in &replies {
                orders.insert(*v, order(instance, *v, &all[digits % all.len()]));
                digits /= all.len();
            }
            for (v, decision) in &strategy.decisions {
                orders.insert(*v, order(instance, *v, decision));
            }
            let value = played(instance, claim, &orders)?;
            if wins(value, claim.value, strict) == strict {
                return Some(false);
            }
        }
    }
    Some(true)
}

fn order(instance: &Instance, v: VertexId, decision: &Decision) -> Vec<ArcId> {
    match decision {
        Decision::Start(a) => {
            let (before, after): (Vec<_>, Vec<_>) = instance.graph().out_arcs(v).partition(|b| b < a);
            [after, before].concat()
        }
        Decision::Order(arcs) => arcs.clone(),
        _ => unreachable!("a decision of start or order"),
    }
}

/// What the play is worth in which the arcs of these vertices are used in these orders.
fn played(instance: &Instance, claim: &GameClaim, orders: &BTreeMap<VertexId, Vec<ArcId>>) -> Option<Value> {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let mut left = vec![0usize; graph.vertex_count()];
    let mut v = claim.from;
    for _ in 0..MOST_STEPS {
        if !stopping.is_active(v) {
            return Some(if graph.is_sink(v) { instance.value(v) } else { claim.endless_value });
        }
        let by_rotor = order(instance, v, &Decision::Start(instance.rotors().rotor(v)));
        let arcs = orders.get(&v).unwrap_or(&by_rotor);
        left[v.index()] += 1;
        v = graph.head(arcs[(left[v.index()] - 1) % arcs.len()]);
    }
    None
}

/// All that can happen when players choose at every visit: a particle, the turns of the rotors, and who moves it on.
struct EndlessArena {
    /// Where Max can move the particle to (`true`), or Min, or the only way on; the value at an end.
    states: Vec<(bool, Vec<usize>, Option<Value>)>,
}

/// The arena from the start, with one player held to a strategy. None if it is too large.
fn endless_arena(instance: &Instance, claim: &GameClaim, held: &Strategy) -> Option<EndlessArena> {
    let graph = instance.graph();
    // Where the particle first came from is the same in every play on a tree: the vertex nearer to the start.
    let mut parent = vec![None; graph.vertex_count()];
    let mut queue = vec![claim.from];
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in graph.heads(u) {
            if !queue.contains(&v) {
                parent[v.index()] = Some(u);
                queue.push(v);
            }
        }
    }
    let first: Vec<u32> = graph.vertices().map(|u| instance.rotors().position(graph, u)).collect();
    let mut numbers = BTreeMap::from([((claim.from, first.clone()), 0)]);
    let mut open = vec![(claim.from, first)];
    let mut states: Vec<(bool, Vec<usize>, Option<Value>)> = Vec::new();
    while let Some((u, turned)) = open.get(states.len()).cloned() {
        if graph.is_sink(u) {
            states.push((true, vec![], Some(instance.value(u))));
            continue;
        }
        let decision = held.at(u);
        let arcs: Vec<ArcId> = match (instance.owner(u), decision) {
            (Owner::Rotor, _) => vec![ArcId::new(graph.arc_range(u).start + turned[u.index()])],
            (_, Some(Decision::Always(a))) => vec![*a],
            (_, Some(Decision::Bounce)) => {
                let back = graph.out_arcs(u).find(|&a| Some(graph.head(a)) == parent[u.index()]);
                vec![back?]
            }
            _ => graph.out_arcs(u).collect(),
        };
        let mut after = turned;
        if instance.owner(u) == Owner::Rotor {
            after[u.index()] = (after[u.index()] + 1) % graph.out_degree(u);
        }
        let mut successors = Vec::new();
        for a in arcs {
            let state = (graph.head(a), after.clone());
            let number = *numbers.entry(state.clone()).or_insert_with(|| {
                open.push(state);
                open.len() - 1
            });
            successors.push(number);
        }
        if open.len() > MOST_STATES {
            return None;
        }
        states.push((instance.owner(u) == Owner::Player(Player::Max), successors, None));
    }
    Some(EndlessArena { states })
}

impl EndlessArena {
    /// Whether Max wins the binary game of `claim` from the start: who would lose by an endless play has to force an end.
    fn max_wins(&self, claim: &GameClaim, strict: bool) -> bool {
        let won = |value| wins(value, claim.value, strict);
        let forcing_is_max = !won(claim.endless_value);
        let mut forced: Vec<bool> = self
            .states
            .iter()
            .map(|(.., value)| value.is_some_and(|value| won(value) == forcing_is_max))
            .collect();
        loop {
            let mut grown = false;
            for (number, (of_max, successors, value)) in self.states.iter().enumerate() {
                if forced[number] || value.is_some() {
                    continue;
                }
                let force = |&next: &usize| forced[next];
                let now = if *of_max == forcing_is_max {
                    successors.iter().any(force)
                } else {
                    successors.iter().all(force)
                };
                forced[number] = now;
                grown |= now;
            }
            if !grown {
                return forced[0] == forcing_is_max;
            }
        }
    }
}
