//! Claims about games by recursion over the tree, every decision tried and every rotor turned arc by arc.

use rotor_graph::{
    ArcId, Count, Decision, GameClaim, Instance, Owner, Pair, PairEntry, PairTable, Player, StoppingGraph,
    Strategy, StrategySet, Value, VertexId, VertexMap,
};
use std::collections::BTreeSet;

/// Whether `value` counts as won in "at least `threshold`", or in "more than" it if `strict`.
pub(crate) fn wins(value: Value, threshold: Value, strict: bool) -> bool {
    if strict { value > threshold } else { value >= threshold }
}

/// All decisions at `u` that `set` allows.
pub(crate) fn decisions(instance: &Instance, set: StrategySet, u: VertexId) -> Vec<Decision> {
    let arcs: Vec<ArcId> = instance.graph().out_arcs(u).collect();
    match set {
        StrategySet::Start => arcs.into_iter().map(Decision::Start).collect(),
        StrategySet::Free => arcs.into_iter().map(Decision::Always).chain([Decision::Bounce]).collect(),
        StrategySet::Order => {
            let mut orders = vec![vec![]];
            for _ in 0..arcs.len() {
                let longer = |order: Vec<ArcId>| {
                    let left: Vec<ArcId> = arcs.iter().copied().filter(|a| !order.contains(a)).collect();
                    left.into_iter().map(move |a| [order.clone(), vec![a]].concat())
                };
                orders = orders.into_iter().flat_map(longer).collect();
            }
            orders.into_iter().map(Decision::Order).collect()
        }
    }
}

/// One binary game on the tree that a start reaches.
struct Recursion<'i, 's> {
    instance: &'i Instance,
    stopping: &'s StoppingGraph<'i>,
    set: StrategySet,
    endless: Value,
    threshold: Value,
    strict: bool,
    table: Vec<PairEntry>,
    chosen: VertexMap<Option<Decision>>,
}

impl Recursion<'_, '_> {
    fn wins(&self, value: Value) -> bool {
        wins(value, self.threshold, self.strict)
    }

    /// What `v`, come to from `parent`, is good for; notes the entries and decisions below it.
    fn pair(&mut self, parent: Option<VertexId>, v: VertexId) -> Pair {
        let graph = self.instance.graph();
        if !self.stopping.is_active(v) {
            let value = if graph.is_sink(v) { self.instance.value(v) } else { self.endless };
            return Pair { wins: self.wins(value), flow: Count::one() };
        }
        let heads: BTreeSet<VertexId> = graph.heads(v).iter().copied().collect();
        let mut behind = Vec::new();
        for w in heads.into_iter().filter(|&w| w != v && Some(w) != parent) {
            let pair = self.pair(Some(v), w);
            self.table.push(PairEntry { from: v, to: w, pair: pair.clone() });
            behind.push((w, pair));
        }
        let Owner::Player(player) = self.instance.owner(v) else {
            let rotor = Decision::Start(self.instance.rotors().rotor(v));
            return self.outcome(parent, v, &behind, &rotor).unwrap();
        };
        let mut best: Option<(Pair, Decision)> = None;
        for decision in decisions(self.instance, self.set, v) {
            let Some(pair) = self.outcome(parent, v, &behind, &decision) else { continue };
            if best.as_ref().is_none_or(|(best, _)| better(player, &pair, best)) {
                best = Some((pair, decision));
            }
        }
        let (pair, decision) = best.unwrap();
        self.chosen[v] = Some(decision);
        pair
    }

    /// What a decision comes to, departure by departure; none if it cannot be made.
    fn outcome(
        &self,
        parent: Option<VertexId>,
        v: VertexId,
        behind: &[(VertexId, Pair)],
        decision: &Decision,
    ) -> Option<Pair> {
        let graph = self.instance.graph();
        let arcs: Vec<ArcId> = match decision {
            Decision::Start(a) => {
                let (before, after): (Vec<_>, Vec<_>) = graph.out_arcs(v).partition(|b| b < a);
                [after, before].concat()
            }
            Decision::Order(arcs) => arcs.clone(),
            Decision::Always(a) => vec![*a],
            Decision::Bounce => vec![graph.out_arcs(v).find(|&a| Some(graph.head(a)) == parent)?],
        };
        let pair_of = |w: VertexId| behind.iter().find(|(head, _)| *head == w).map(|(_, pair)| pair);
        let stays = |a: &ArcId| pair_of(graph.head(*a)).is_some_and(|pair| pair.flow != Count::Infinite);
        if !arcs.iter().any(stays) {
            let comes_back = arcs.iter().any(|&a| Some(graph.head(a)) == parent);
            let flow = if comes_back { Count::Infinite } else { Count::one() };
            return Some(Pair { wins: self.wins(self.endless), flow });
        }
        let mut visits = VertexMap::filled(graph.vertex_count(), 0u32);
        for &a in arcs.iter().cycle() {
            let w = graph.head(a);
            visits[w] += 1;
            if let Some(pair) = pair_of(w).filter(|pair| pair.flow == Count::from(visits[w])) {
                let back = parent.map_or(0, |u| visits[u]);
                return Some(Pair { wins: pair.wins, flow: (back + 1).into() });
            }
        }
        unreachable!("some head keeps the particle")
    }
}

fn better(player: Player, one: &Pair, other: &Pair) -> bool {
    let wanted = |pair: &Pair| pair.wins == (player == Player::Max);
    let infinite = |pair: &Pair| pair.flow == Count::Infinite;
    match (infinite(one), infinite(other)) {
        (true, true) => false,
        (true, false) => !wanted(other),
        (false, true) => wanted(one),
        (false, false) if wanted(one) != wanted(other) => wanted(one),
        (false, false) if wanted(one) => one.flow < other.flow,
        (false, false) => one.flow > other.flow,
    }
}

/// The claim about the game from `from`.
pub(crate) fn claim(instance: &Instance, from: VertexId, set: StrategySet, endless: Value) -> GameClaim {
    let graph = instance.graph();
    let stopping = StoppingGraph::of(graph);
    let solve = |threshold, strict| {
        let chosen = VertexMap::filled(graph.vertex_count(), None);
        let table = Vec::new();
        let stopping = &stopping;
        let mut game = Recursion { instance, stopping, set, endless, threshold, strict, table, chosen };
        let pair = game.pair(None, from);
        (pair.wins, PairTable(game.table), game.chosen)
    };
    let sinks = graph.vertices().filter(|&v| graph.is_sink(v)).map(|v| instance.value(v));
    let values: BTreeSet<Value> = sinks.chain([endless]).collect();
    let value = values.into_iter().rfind(|&value| solve(value, false).0).expect("the least value is secured");
    let (_, at_least, of_max) = solve(value, false);
    let (_, more_than, of_min) = solve(value, true);
    let strategy = |player, chosen: VertexMap<Option<Decision>>| {
        let mut strategy = Strategy::recorded(instance, player, set);
        for (v, decision) in &mut strategy.decisions {
            if let Some(chosen) = &chosen[*v] {
                *decision = chosen.clone();
            }
        }
        strategy
    };
    GameClaim {
        from,
        strategies: set,
        endless_value: endless,
        value,
        max: strategy(Player::Max, of_max),
        min: strategy(Player::Min, of_min),
        at_least,
        more_than,
    }
}
