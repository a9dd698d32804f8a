//! Players who pick every step, on any graph: the game on positions of the particle and all rotors.
//!
//! A **state** is the vertex of the particle with the positions of all rotors without an owner. In the binary game "at
//! least x" one player needs an end of its own and the other is content with endless play: a reachability game on finitely
//! many states, won by that player exactly from the states that its ends attract. Such games have a value, with strategies
//! that look at the state only, so this is the value over all strategies whatsoever.

use super::value_of_end;
use crate::unsolved::{NoSolver, Solved};
use rotor_graph::{Instance, Owner, Player, StoppingGraph, Tick, Value, VertexId, VertexMap};
use std::collections::HashMap;

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
