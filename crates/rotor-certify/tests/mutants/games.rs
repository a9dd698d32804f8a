//! Games: claims by recursion over the tree, every decision tried and every rotor turned arc by arc; and what is true of them, by
//! playing.

use rotor_graph::{
    ArcId, Count, Decision, GameClaim, Instance, Owner, Pair, PairEntry, PairTable, Player, StoppingGraph,
    Strategy, StrategySet, Value, VertexId, VertexMap,
};
use std::collections::{BTreeMap, BTreeSet};

/// Whether `value` counts as won in "at least `threshold`", or in "more than" it if `strict`.
fn wins(value: Value, threshold: Value, strict: bool) -> bool {
    if strict { value > threshold } else { value >= threshold }
}

/// All decisions at `u` that `set` allows.
fn decisions(instance: &Instance, set: StrategySet, u: VertexId) -> Vec<Decision> {
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

/// The arcs that a decision uses in turn; none if it is to bounce and no arc leads to the parent.
fn arcs_of(
    instance: &Instance,
    u: VertexId,
    parent: Option<VertexId>,
    decision: &Decision,
) -> Option<Vec<ArcId>> {
    let graph = instance.graph();
    Some(match decision {
        Decision::Start(a) => {
            let (before, after): (Vec<_>, Vec<_>) = graph.out_arcs(u).partition(|b| b < a);
            [after, before].concat()
        }
        Decision::Order(arcs) => arcs.clone(),
        Decision::Always(a) => vec![*a],
        Decision::Bounce => vec![graph.out_arcs(u).find(|&a| Some(graph.head(a)) == parent)?],
    })
}

// True claims

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
        let mut behind = BTreeMap::new();
        for w in heads.into_iter().filter(|&w| w != v && Some(w) != parent) {
            let pair = self.pair(Some(v), w);
            self.table.push(PairEntry { from: v, to: w, pair: pair.clone() });
            behind.insert(w, pair);
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
        behind: &BTreeMap<VertexId, Pair>,
        decision: &Decision,
    ) -> Option<Pair> {
        let graph = self.instance.graph();
        let heads: Vec<VertexId> =
            arcs_of(self.instance, v, parent, decision)?.into_iter().map(|a| graph.head(a)).collect();
        if !heads.iter().any(|w| behind.get(w).is_some_and(|pair| pair.flow != Count::Infinite)) {
            let comes_back = heads.iter().any(|&w| Some(w) == parent);
            let flow = if comes_back { Count::Infinite } else { Count::one() };
            return Some(Pair { wins: self.wins(self.endless), flow });
        }
        let mut visits = VertexMap::filled(graph.vertex_count(), 0u32);
        for w in heads.iter().cycle() {
            visits[*w] += 1;
            if let Some(pair) = behind.get(w).filter(|pair| pair.flow == Count::from(visits[*w])) {
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
    let (max, min) = (strategy(Player::Max, of_max), strategy(Player::Min, of_min));
    GameClaim { from, strategies: set, endless_value: endless, value, max, min, at_least, more_than }
}

// Play

const MOST_STATES: usize = 4_000;

/// Whether the strategies of `claim` secure its value against everything the other player can do; none if there is too much
/// to try.
pub(crate) fn is_true(instance: &Instance, claim: &GameClaim) -> Option<bool> {
    let max = is_secured(instance, claim, &claim.max, false)?;
    Some(max && is_secured(instance, claim, &claim.min, true)?)
}

/// Whether no play against `strategy` ends, or goes on for ever, where the player of it loses the binary game.
///
/// A state is where the particle is, with what was decided at each vertex so far, and how often its rotor was turned since.
fn is_secured(instance: &Instance, claim: &GameClaim, strategy: &Strategy, strict: bool) -> Option<bool> {
    let graph = instance.graph();
    let (stopping, parent) = (StoppingGraph::of(graph), parents(instance, claim.from));
    let is_lost = |value| wins(value, claim.value, strict) == strict;
    let mut states = vec![(claim.from, vec![None; graph.vertex_count()])];
    let mut numbers = BTreeMap::from([(states[0].clone(), 0)]);
    let mut next: Vec<Vec<usize>> = Vec::new();
    while let Some((u, decided)) = states.get(next.len()).cloned() {
        let mut successors = Vec::new();
        if !stopping.is_active(u) {
            let value = if graph.is_sink(u) { instance.value(u) } else { claim.endless_value };
            if is_lost(value) {
                return Some(false);
            }
            next.push(successors);
            continue;
        }
        let arcs_of = |decision| arcs_of(instance, u, parent[u], &decision);
        let options: Vec<Vec<ArcId>> = match (instance.owner(u), strategy.at(u)) {
            (Owner::Rotor, _) => vec![arcs_of(Decision::Start(instance.rotors().rotor(u)))?],
            (_, Some(decision)) => vec![arcs_of(decision.clone())?],
            (_, None) => decisions(instance, claim.strategies, u).into_iter().filter_map(arcs_of).collect(),
        };
        for (which, arcs) in options.iter().enumerate() {
            let turned = match decided[u.index()] {
                Some((decided, _)) if decided != which => continue,
                Some((_, turned)) => turned,
                None => 0,
            };
            let mut after = decided.clone();
            // A player who is free decides anew at every visit.
            let is_kept = options.len() == 1 || claim.strategies != StrategySet::Free;
            after[u.index()] = is_kept.then_some((which, (turned + 1) % arcs.len()));
            let state = (graph.head(arcs[turned]), after);
            let number = *numbers.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            });
            successors.push(number);
        }
        if states.len() > MOST_STATES {
            return None;
        }
        next.push(successors);
    }
    let mut ends = vec![!is_lost(claim.endless_value); next.len()];
    loop {
        let before = ends.iter().filter(|&&ends| ends).count();
        for state in (0..next.len()).rev() {
            ends[state] |= next[state].iter().all(|&next| ends[next]);
        }
        if ends.iter().filter(|&&ends| ends).count() == before {
            return Some(ends[0]);
        }
    }
}

/// Where the particle first comes to each vertex from: on a tree that is the same in every play.
fn parents(instance: &Instance, from: VertexId) -> VertexMap<Option<VertexId>> {
    let mut parents = VertexMap::filled(instance.graph().vertex_count(), None);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&u) = queue.get(next) {
        next += 1;
        for &v in instance.graph().heads(u) {
            if !queue.contains(&v) {
                parents[v] = Some(u);
                queue.push(v);
            }
        }
    }
    parents
}
