//! One player on any graph: a search that decides at a vertex when the walk first comes to it.
//!
//! A strategy matters only where the walk gets to. So the walk goes on until it stands on a vertex of the player for the
//! first time; there the search branches, and nowhere else. A branch is left when no sink that the particle can still
//! reach, along whatever arcs, is better than the best end so far.

use super::arrangements::{Arrangements, strategy};
use super::value_of_end;
use rotor_graph::{
    Exit, Instance, Player, Stop, StoppingGraph, Strategy, StrategySet, Tick, Value, VertexId, VertexMap,
};

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
