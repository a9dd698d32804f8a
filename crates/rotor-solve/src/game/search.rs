//! Games on any graph: searches, each within a limit that it names.
//!
//! **Every pair of strategies is played**, which is what the value of a game means.
//!
//! **One player alone.** A strategy matters only where the walk gets to. So the walk goes on until it stands on a vertex of
//! the player for the first time; there the search branches, and nowhere else. A branch is left when no sink that the
//! particle can still reach, along whatever arcs, is better than the best end so far.
//!
//! **Players who pick every step.** A **state** is the vertex of the particle with the positions of all rotors without an
//! owner. In the binary game "at least x" one player needs an end of its own and the other is content with endless play: a
//! reachability game on finitely many states, won by that player exactly from the states that its ends attract. Such games
//! have a value, with strategies that look at the state only, so this is the value over all strategies whatsoever.

use crate::answer::{NoSolver, Solved};
use rotor_graph::{
    ArcId, Decision, Exit, Instance, Owner, Player, Stop, StoppingGraph, Strategy, StrategySet, Tick, Value,
    VertexId, VertexMap,
};
use std::collections::HashMap;

/// What it is worth to halt on `v`; a vertex that is not an end counts as endless.
fn value_of_end(instance: &Instance, stopping: &StoppingGraph<'_>, v: VertexId, endless: Value) -> Value {
    match stopping.exit_at(v) {
        Some(Exit::Sink(sink)) => instance.value(sink),
        Some(Exit::Trap(_)) | None => endless,
    }
}

/// The strategy that keeps the rotors of the file.
pub(crate) fn file_strategy(instance: &Instance, player: Player, set: StrategySet) -> Strategy {
    strategy(instance, player, set, |_| None)
}

/// All that a player can decide at one vertex: heads in the order in which they are used, the file's own order first.
#[derive(Clone, Debug)]
pub(crate) struct Arrangements {
    pub(crate) vertex: VertexId,
    pub(crate) heads: Vec<Vec<VertexId>>,
    decisions: Vec<Decision>,
}

impl Arrangements {
    /// At every vertex of `player` that is active; `set` must not be free, and [`count`] says how much it will be.
    pub(crate) fn of(
        instance: &Instance,
        stopping: &StoppingGraph<'_>,
        player: Player,
        set: StrategySet,
    ) -> Vec<Self> {
        let own = instance.owned_by(player).filter(|&u| stopping.is_active(u));
        own.map(|u| if set == StrategySet::Order { orders(instance, u) } else { starts(instance, u) })
            .collect()
    }
}

/// How many pairs of strategies there are; as a float, because it says only whether a search is feasible.
pub(crate) fn count(instance: &Instance, stopping: &StoppingGraph<'_>, set: StrategySet) -> f64 {
    let owned = [Player::Max, Player::Min].into_iter().flat_map(|player| instance.owned_by(player));
    let ways = |u: VertexId| {
        let degree = instance.graph().out_degree(u);
        if set != StrategySet::Order {
            return f64::from(degree);
        }
        // The multinomial coefficient of the multiplicities of heads.
        let mut heads = instance.graph().heads(u).to_vec();
        heads.sort_unstable();
        let factorial = |n: u32| (1..=n).map(f64::from).product::<f64>();
        heads.chunk_by(|a, b| a == b).fold(factorial(degree), |ways, run| ways / factorial(run.len() as u32))
    };
    owned.filter(|&u| stopping.is_active(u)).map(ways).product()
}

/// The arcs of `u` from its rotor on.
fn arcs_from_rotor(instance: &Instance, u: VertexId) -> Vec<ArcId> {
    let mut arcs: Vec<ArcId> = instance.graph().out_arcs(u).collect();
    arcs.rotate_left(instance.rotors().position(instance.graph(), u) as usize);
    arcs
}

fn starts(instance: &Instance, vertex: VertexId) -> Arrangements {
    let graph = instance.graph();
    let mut arcs = arcs_from_rotor(instance, vertex);
    let (mut heads, mut decisions) = (Vec::new(), Vec::new());
    for _ in 0..arcs.len() {
        heads.push(arcs.iter().map(|&a| graph.head(a)).collect());
        decisions.push(Decision::Start(arcs[0]));
        arcs.rotate_left(1);
    }
    Arrangements { vertex, heads, decisions }
}

/// Parallel arcs are not told apart: they stand in the file's order.
fn orders(instance: &Instance, vertex: VertexId) -> Arrangements {
    let graph = instance.graph();
    let arcs = arcs_from_rotor(instance, vertex);
    let own: Vec<VertexId> = arcs.iter().map(|&a| graph.head(a)).collect();
    let mut order = own.clone();
    order.sort_unstable();
    let mut heads = vec![own.clone()];
    loop {
        if order != own {
            heads.push(order.clone());
        }
        if !next_permutation(&mut order) {
            break;
        }
    }
    let decision = |heads: &Vec<VertexId>| {
        let mut left = arcs.clone();
        let take = |head: &VertexId| {
            let at = left.iter().position(|&a| graph.head(a) == *head);
            left.remove(at.expect("an order has the heads of the arcs"))
        };
        Decision::Order(heads.iter().map(take).collect())
    };
    let decisions = heads.iter().map(decision).collect();
    Arrangements { vertex, heads, decisions }
}

/// The next one in lexicographic order, if there is one.
fn next_permutation(order: &mut [VertexId]) -> bool {
    let Some(at) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let next = order.iter().rposition(|head| *head > order[at]).expect("the one after it is larger");
    order.swap(at, next);
    order[at + 1..].reverse();
    true
}

/// The strategy of these choices; vertices that are not among them keep the file's own.
pub(crate) fn strategy(
    instance: &Instance,
    player: Player,
    set: StrategySet,
    made: impl Fn(VertexId) -> Option<Decision>,
) -> Strategy {
    let own = |u| match set {
        StrategySet::Order => Decision::Order(arcs_from_rotor(instance, u)),
        _ => Decision::Start(instance.rotors().rotor(u)),
    };
    let decisions = instance.owned_by(player).map(|u| (u, made(u).unwrap_or_else(|| own(u))));
    Strategy { player, decisions: decisions.collect() }
}

impl Arrangements {
    /// The decision behind arrangement number `choice`.
    pub(crate) fn decision(&self, choice: usize) -> Decision {
        self.decisions[choice].clone()
    }
}

/// What the players can secure from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameValue {
    /// The most that Max can be sure of: the best strategy of Max against the best reply of Min.
    pub max_min: Value,
    /// The least that Min can hold Max to.
    pub min_max: Value,
    /// A strategy of Max that secures `max_min`.
    pub max: Strategy,
    /// A strategy of Min that secures `min_max`.
    pub min: Strategy,
    /// Where the particle halts when these two meet.
    pub exit: Exit,
}

impl GameValue {
    /// The value of the game, if the two strategies are an equilibrium [ACD22, `thm:pure_eq`]; there may be none on
    /// graphs that are not tree-like [ACD22, `NoEquilibrium`].
    pub fn value(&self) -> Option<Value> {
        (self.max_min == self.min_max).then_some(self.max_min)
    }
}

/// Plays all initial arcs of the players from `from`; a particle that never exits is worth `endless`.
///
/// Of equally good strategies it takes the first, counting from the rotors of the file: vertices that do not matter
/// keep theirs. A strategy is given up as soon as one reply shows that it is no better than the best so far.
///
/// Time: at worst twice the product of the out-degrees of all owned vertices, times the length of a walk.
pub fn exhaustive_search(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    endless: Value,
    tick: &mut dyn Tick,
) -> Result<GameValue, Stop> {
    exhaustive_search_of(instance, stopping, from, (StrategySet::Start, endless), tick)
}

/// The same for players who pick initial arcs, or whole orders.
///
/// Time: at worst twice the number of pairs of strategies, times the length of a walk; memory for all orders of each vertex.
pub fn exhaustive_search_of(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    (set, endless): (StrategySet, Value),
    tick: &mut dyn Tick,
) -> Result<GameValue, Stop> {
    let mut arena = Arena::new(instance, stopping, from, (set, endless), tick);
    let (max_min, max) = arena.best(Player::Max)?;
    let (min_max, min) = arena.best(Player::Min)?;
    let end = arena.play(&[&max, &min])?;
    let exit = stopping.exit_at(end).expect("a walk halts on a sink or in a trap");
    let [max, min] = [(Player::Max, max), (Player::Min, min)].map(|(player, choices)| {
        let own = &arena.choices[player as usize];
        let made = |u| {
            Some(own.iter().zip(&choices).find(|(it, _)| it.vertex == u)?).map(|(it, &at)| it.decision(at))
        };
        strategy(instance, player, set, made)
    });
    Ok(GameValue { max_min, min_max, max, min, exit })
}

/// How many steps are made between two ticks.
const STRIDE: u64 = 1 << 16;

/// The choices of a player, one number for each of its vertices.
type Choices = Vec<usize>;

struct Arena<'a, 'g> {
    instance: &'a Instance,
    stopping: &'a StoppingGraph<'g>,
    from: VertexId,
    endless: Value,
    /// What Max can decide, and what Min can.
    choices: [Vec<Arrangements>; 2],
    tick: &'a mut dyn Tick,
}

impl<'a, 'g> Arena<'a, 'g> {
    fn new(
        instance: &'a Instance,
        stopping: &'a StoppingGraph<'g>,
        from: VertexId,
        (set, endless): (StrategySet, Value),
        tick: &'a mut dyn Tick,
    ) -> Self {
        let choices =
            [Player::Max, Player::Min].map(|player| Arrangements::of(instance, stopping, player, set));
        Self { instance, stopping, from, endless, choices, tick }
    }

    /// The file's own choices.
    fn first(&self, player: Player) -> Choices {
        vec![0; self.choices[player as usize].len()]
    }

    /// Goes on to the next strategy, like the digits of a counter, if there is one.
    fn advance(&self, player: Player, choices: &mut Choices) -> bool {
        for (choice, arrangements) in choices.iter_mut().zip(&self.choices[player as usize]) {
            *choice += 1;
            if *choice < arrangements.heads.len() {
                return true;
            }
            *choice = 0;
        }
        false
    }

    /// The strategy of `player` that fares best against every reply, and how it fares.
    fn best(&mut self, player: Player) -> Result<(Value, Choices), Stop> {
        let other = if player == Player::Max { Player::Min } else { Player::Max };
        let better = |a: Value, b: Value| if player == Player::Max { a > b } else { a < b };
        let mut best: Option<(Value, Choices)> = None;
        let mut choices = self.first(player);
        loop {
            let mut worst: Option<Value> = None;
            let mut replies = self.first(other);
            loop {
                let both = if player == Player::Max { [&choices, &replies] } else { [&replies, &choices] };
                let end = self.play(&both)?;
                let value = value_of_end(self.instance, self.stopping, end, self.endless);
                if worst.is_none_or(|worst| better(worst, value)) {
                    worst = Some(value);
                }
                let hopeless =
                    best.as_ref().zip(worst).is_some_and(|((best, _), worst)| !better(worst, *best));
                if hopeless || !self.advance(other, &mut replies) {
                    break;
                }
            }
            let worst = worst.expect("there is at least one reply");
            if best.as_ref().is_none_or(|(best, _)| better(worst, *best)) {
                best = Some((worst, choices.clone()));
            }
            if !self.advance(player, &mut choices) {
                return Ok(best.expect("there is at least one strategy"));
            }
        }
    }

    /// Where the particle halts when Max and Min have chosen.
    fn play(&mut self, chosen: &[&Choices; 2]) -> Result<VertexId, Stop> {
        let graph = self.stopping.graph();
        self.tick.tick(graph.vertex_count() as u64)?;
        let mut rows: VertexMap<&[VertexId]> =
            VertexMap::from_vec(graph.vertices().map(|u| graph.heads(u)).collect());
        let mut positions = VertexMap::from_vec(
            graph.vertices().map(|u| self.instance.rotors().position(graph, u)).collect(),
        );
        for (arrangements, choices) in self.choices.iter().zip(chosen) {
            for (arrangement, &choice) in arrangements.iter().zip(*choices) {
                rows[arrangement.vertex] = &arrangement.heads[choice];
                positions[arrangement.vertex] = 0;
            }
        }
        let (mut particle, mut steps) = (self.from, 0);
        while self.stopping.is_active(particle) {
            let (row, position) = (rows[particle], &mut positions[particle]);
            particle = row[*position as usize];
            *position = if *position as usize + 1 == row.len() { 0 } else { *position + 1 };
            steps += 1;
            if steps == STRIDE {
                self.tick.tick(std::mem::take(&mut steps))?;
            }
        }
        self.tick.tick(steps)?;
        Ok(particle)
    }
}

/// What one player can reach, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnePlayerValue {
    /// The best value.
    pub value: Value,
    /// A strategy that leads to it.
    pub strategy: Strategy,
    /// Where it leads.
    pub exit: Exit,
}

/// The best that `player`, to whom all vertices with a choice belong, can reach from `from`.
///
/// Time: at worst the product of the choices at all owned vertices that walks come to, times the length of a walk.
pub fn one_player_search(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    player: Player,
    (set, endless): (StrategySet, Value),
    tick: &mut dyn Tick,
) -> Result<OnePlayerValue, Stop> {
    let graph = stopping.graph();
    let choices = Arrangements::of(instance, stopping, player, set);
    let better = |a: Value, b: Value| if player == Player::Max { a > b } else { a < b };
    let bounds = bounds(instance, stopping, player, endless);
    let mut search = State {
        rotors: VertexMap::from_vec(graph.vertices().map(|u| instance.rotors().position(graph, u)).collect()),
        choice: vec![None; choices.len()],
        particle: from,
    };
    let place = |u: VertexId| choices.binary_search_by_key(&u, |it| it.vertex).ok();
    let mut best: Option<(Value, State)> = None;
    let mut open: Vec<State> = Vec::new();
    loop {
        let is_hopeless = |state: &State, best: &Option<(Value, State)>| {
            best.as_ref().is_some_and(|(value, _)| !better(bounds[state.particle], *value))
        };
        let mut steps = 0;
        while stopping.is_active(search.particle) && !is_hopeless(&search, &best) {
            let u = search.particle;
            let heads = match place(u) {
                None => graph.heads(u),
                Some(at) => match search.choice[at] {
                    Some(choice) => &choices[at].heads[choice][..],
                    None => {
                        // The first choice is tried at once, the others later, in their order.
                        for choice in (1..choices[at].heads.len()).rev() {
                            let mut other = search.clone();
                            other.choice[at] = Some(choice);
                            other.rotors[u] = 0;
                            open.push(other);
                        }
                        search.choice[at] = Some(0);
                        search.rotors[u] = 0;
                        &choices[at].heads[0][..]
                    }
                },
            };
            let position = search.rotors[u] as usize;
            search.particle = heads[position];
            search.rotors[u] = if position + 1 == heads.len() { 0 } else { position as u32 + 1 };
            steps += 1;
            if steps == 1 << 12 {
                tick.tick(steps)?;
                steps = 0;
            }
        }
        tick.tick(steps + graph.vertex_count() as u64)?;
        if !stopping.is_active(search.particle) {
            let value = value_of_end(instance, stopping, search.particle, endless);
            if best.as_ref().is_none_or(|(best, _)| better(value, *best)) {
                best = Some((value, search));
            }
        }
        let next = std::iter::from_fn(|| open.pop()).find(|state| !is_hopeless(state, &best));
        match next {
            Some(state) => search = state,
            None => break,
        }
    }
    let (value, state) = best.expect("the first branch is followed to its end");
    let made = |u| place(u).and_then(|at| Some(choices[at].decision(state.choice[at]?)));
    let exit = stopping.exit_at(state.particle).expect("a walk halts on a sink or in a trap");
    Ok(OnePlayerValue { value, strategy: strategy(instance, player, set, made), exit })
}

/// A walk on its way, and what was decided.
#[derive(Clone, Debug)]
struct State {
    rotors: VertexMap<u32>,
    choice: Vec<Option<usize>>,
    particle: VertexId,
}

/// The best end that each vertex has a way to.
fn bounds(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    player: Player,
    endless: Value,
) -> VertexMap<Value> {
    let graph = stopping.graph();
    let best_first = |value: Value| if player == Player::Max { -value } else { value };
    let mut tails: VertexMap<Vec<VertexId>> = VertexMap::filled(graph.vertex_count(), Vec::new());
    for u in stopping.active_vertices() {
        graph.heads(u).iter().for_each(|&v| tails[v].push(u));
    }
    let mut ends: Vec<VertexId> = graph.vertices().filter(|&v| !stopping.is_active(v)).collect();
    ends.sort_by_key(|&v| best_first(value_of_end(instance, stopping, v, endless)));
    let mut bounds: VertexMap<Option<Value>> = VertexMap::filled(graph.vertex_count(), None);
    for end in ends {
        let value = value_of_end(instance, stopping, end, endless);
        let mut waiting = vec![end];
        while let Some(v) = waiting.pop() {
            if bounds[v].is_none() {
                bounds[v] = Some(value);
                waiting.extend(&tails[v]);
            }
        }
    }
    let known = |bound: &Option<Value>| bound.expect("in a stopping graph every vertex has a way to an end");
    VertexMap::from_vec(bounds.as_slice().iter().map(known).collect())
}

/// At most this many states are searched.
const MOST_STATES: usize = 1 << 20;

/// What the game is worth from `from` if players pick an arc at every visit.
///
/// Time and memory: the states that can be reached and their successors, times log of the number of different ends.
pub fn free_search(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    endless: Value,
    tick: &mut dyn Tick,
) -> Solved<Value> {
    let states = States::explore(instance, stopping, from, tick)?;
    let ends = states.vertices.iter().filter(|&&v| !stopping.is_active(v));
    let mut values: Vec<Value> =
        ends.map(|&v| value_of_end(instance, stopping, v, endless)).chain([endless]).collect();
    values.sort_unstable();
    values.dedup();
    // Max is sure of the least value; how far up is it still?
    let (mut sure, mut not) = (0, values.len());
    while sure + 1 < not {
        let middle = (sure + not) / 2;
        tick.tick(states.successors.len() as u64)?;
        if states.max_secures(instance, stopping, values[middle], endless) {
            sure = middle
        } else {
            not = middle
        }
    }
    Ok(values[sure])
}

/// The states that a start reaches.
struct States {
    vertices: Vec<VertexId>,
    /// The successors of all states in one list.
    first: Vec<u32>,
    successors: Vec<u32>,
}

impl States {
    fn explore(
        instance: &Instance,
        stopping: &StoppingGraph<'_>,
        from: VertexId,
        tick: &mut dyn Tick,
    ) -> Solved<Self> {
        let graph = stopping.graph();
        let is_rotor = |u: &VertexId| instance.owner(*u) == Owner::Rotor;
        // The positions of all rotors are the digits of one number.
        let mut weight = VertexMap::filled(graph.vertex_count(), 0u128);
        let mut all = 1u128;
        let all_states = stopping.active_vertices().filter(is_rotor).map(|u| f64::from(graph.out_degree(u)));
        let all_states = all_states.product::<f64>() * graph.vertex_count() as f64;
        let too_many = || NoSolver::TooMany {
            what: "states",
            size: format!("up to {all_states:.3e}"),
            limit: MOST_STATES as u64,
        };
        for u in stopping.active_vertices().filter(is_rotor) {
            weight[u] = all;
            all = all.checked_mul(graph.out_degree(u).into()).ok_or_else(too_many)?;
        }
        let mut number: HashMap<(VertexId, u128), u32> = HashMap::from([((from, 0), 0)]);
        let mut states = vec![(from, 0u128)];
        let mut this = Self { vertices: Vec::new(), first: vec![0], successors: Vec::new() };
        while let Some(&(u, code)) = states.get(this.vertices.len()) {
            this.vertices.push(u);
            let mut go_to = |state: (VertexId, u128)| {
                let fresh = states.len() as u32;
                let index = *number.entry(state).or_insert(fresh);
                if index == fresh {
                    states.push(state);
                }
                this.successors.push(index);
            };
            if stopping.is_active(u) {
                let heads = graph.heads(u);
                if is_rotor(&u) {
                    let (degree, digit) = (heads.len() as u128, code / weight[u] % heads.len() as u128);
                    let position = (u128::from(instance.rotors().position(graph, u)) + digit) % degree;
                    let turned =
                        if digit + 1 == degree { code - digit * weight[u] } else { code + weight[u] };
                    go_to((heads[position as usize], turned));
                } else {
                    let mut heads = heads.to_vec();
                    heads.sort_unstable();
                    heads.dedup();
                    heads.into_iter().for_each(|v| go_to((v, code)));
                }
            }
            tick.tick(1 + u64::from(this.successors.len() as u32 - this.first[this.vertices.len() - 1]))?;
            this.first.push(this.successors.len() as u32);
            if states.len() > MOST_STATES {
                return Err(too_many().into());
            }
        }
        Ok(this)
    }

    /// Whether Max secures at least `threshold` from the first state.
    fn max_secures(
        &self,
        instance: &Instance,
        stopping: &StoppingGraph<'_>,
        threshold: Value,
        endless: Value,
    ) -> bool {
        // Who is not content with endless play has to reach an end.
        let hunter = if endless >= threshold { Player::Min } else { Player::Max };
        let is_prize = |v: VertexId| {
            let value = value_of_end(instance, stopping, v, endless);
            !stopping.is_active(v) && (value >= threshold) == (hunter == Player::Max)
        };
        let mut tails: Vec<Vec<u32>> = vec![Vec::new(); self.vertices.len()];
        for state in 0..self.vertices.len() {
            self.after(state).iter().for_each(|&next| tails[next as usize].push(state as u32));
        }
        // How many successors must still be attracted.
        let own = Owner::Player(hunter);
        let mut missing: Vec<usize> = (0..self.vertices.len())
            .map(
                |state| if instance.owner(self.vertices[state]) == own { 1 } else { self.after(state).len() },
            )
            .collect();
        let mut attracted: Vec<bool> = self.vertices.iter().map(|&v| is_prize(v)).collect();
        let mut waiting: Vec<u32> =
            (0..attracted.len() as u32).filter(|&it| attracted[it as usize]).collect();
        while let Some(state) = waiting.pop() {
            for &tail in &tails[state as usize] {
                let left = &mut missing[tail as usize];
                *left = left.saturating_sub(1);
                if *left == 0 && !std::mem::replace(&mut attracted[tail as usize], true) {
                    waiting.push(tail);
                }
            }
        }
        attracted[0] == (hunter == Player::Max)
    }

    fn after(&self, state: usize) -> &[u32] {
        &self.successors[self.first[state] as usize..self.first[state + 1] as usize]
    }
}
