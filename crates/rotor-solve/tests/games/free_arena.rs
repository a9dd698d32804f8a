//! Brute force for games in which players pick every step: the game on positions of the particle and all rotors.
//!
//! What a player does may depend on the whole past, and a play may never end, so trying one arc for each owned vertex
//! would prove nothing. A **state** is the vertex of the particle with the positions of all rotors without an owner. In the
//! binary game "at least x" one player needs an end of its own and the other is content with endless play; that is a
//! reachability game on finitely many states, won by that player exactly from the states that its ends attract (an own
//! state with one successor attracted, a state of the other with all of them). Such games are determined, with
//! strategies that look at the state only, so this is the value over all strategies whatsoever.

use rotor_graph::{Decision, Instance, Owner, Player, Strategy, Value, VertexId};
use std::collections::{BTreeSet, HashMap};

/// The states that a start reaches.
pub(crate) struct FreeArena<'i> {
    instance: &'i Instance,
    particle: Vec<usize>,
    successors: Vec<Vec<usize>>,
}

impl<'i> FreeArena<'i> {
    /// Explores from `from`, where the players in `fixed` keep to their strategies; none if there are more than
    /// `most` states.
    pub(crate) fn explore(
        instance: &'i Instance,
        from: VertexId,
        fixed: &[&Strategy],
        most: usize,
    ) -> Option<Self> {
        let rows = crate::arena::rows_of(instance);
        let came_from = came_from(&rows, from.index());
        let options: Vec<Option<Vec<usize>>> = instance
            .graph()
            .vertices()
            .map(|u| {
                let Owner::Player(player) = instance.owner(u) else { return None };
                let decision =
                    fixed.iter().find(|strategy| strategy.player == player).map(|s| s.at(u).unwrap());
                Some(match decision {
                    None => rows[u.index()].iter().copied().collect::<BTreeSet<_>>().into_iter().collect(),
                    Some(Decision::Always(a)) => vec![instance.graph().head(*a).index()],
                    Some(Decision::Bounce) => {
                        let back = came_from[u.index()].unwrap();
                        assert!(rows[u.index()].contains(&back), "no arc back");
                        vec![back]
                    }
                    Some(other) => panic!("{other:?} is no decision of this set"),
                })
            })
            .collect();
        let mut number = HashMap::new();
        let mut states = vec![(from.index(), vec![0u8; rows.len()])];
        number.insert(states[0].clone(), 0);
        let mut successors = Vec::new();
        while let Some((u, positions)) = states.get(successors.len()).cloned() {
            let mut next = Vec::new();
            let turned = |v: usize| {
                let mut positions = positions.clone();
                if options[u].is_none() {
                    positions[u] = (positions[u] + 1) % rows[u].len() as u8;
                }
                (v, positions)
            };
            let heads: Vec<usize> = match &options[u] {
                _ if rows[u].is_empty() => vec![],
                None => vec![rows[u][positions[u] as usize]],
                Some(heads) => heads.clone(),
            };
            for state in heads.into_iter().map(turned) {
                let fresh = states.len();
                let index = *number.entry(state.clone()).or_insert(fresh);
                if index == fresh {
                    states.push(state);
                }
                next.push(index);
            }
            successors.push(next);
            if states.len() > most {
                return None;
            }
        }
        let particle = states.into_iter().map(|(u, _)| u).collect();
        Some(Self { instance, particle, successors })
    }

    /// The value from the start.
    pub(crate) fn value(&self, endless: Value) -> Value {
        let sinks = self.particle.iter().filter(|&&u| self.is_sink(u)).map(|&u| self.worth(u));
        let candidates: BTreeSet<Value> = sinks.chain([endless]).collect();
        let winning = candidates.into_iter().filter(|&x| self.max_wins(x, endless)).collect::<Vec<_>>();
        winning.into_iter().max().expect("the least value is always secured")
    }

    /// Whether a player ever has two steps to choose from.
    pub(crate) fn has_choices(&self) -> bool {
        self.successors.iter().any(|next| next.len() > 1)
    }

    fn is_sink(&self, u: usize) -> bool {
        self.instance.graph().is_sink(VertexId::new(u as u32))
    }

    fn worth(&self, u: usize) -> Value {
        self.instance.value(VertexId::new(u as u32))
    }

    fn max_wins(&self, x: Value, endless: Value) -> bool {
        // Who needs an end: Max if endless play is lost, Min if it is won.
        let hunter = if endless >= x { Player::Min } else { Player::Max };
        let caught = |u: usize| self.is_sink(u) && (self.worth(u) >= x) == (hunter == Player::Max);
        let mut attracted: Vec<bool> = self.particle.iter().map(|&u| caught(u)).collect();
        let mut grows = true;
        while grows {
            grows = false;
            for state in (0..attracted.len()).rev() {
                let next = &self.successors[state];
                if attracted[state] || next.is_empty() {
                    continue;
                }
                let owner = self.instance.owner(VertexId::new(self.particle[state] as u32));
                attracted[state] = if owner == Owner::Player(hunter) {
                    next.iter().any(|&state| attracted[state])
                } else {
                    next.iter().all(|&state| attracted[state])
                };
                grows |= attracted[state];
            }
        }
        attracted[0] == (hunter == Player::Max)
    }
}

/// The vertex from which each vertex is first entered, on a tree always the same one.
fn came_from(rows: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut came_from = vec![None; rows.len()];
    let mut queue = vec![from];
    while let Some(u) = queue.pop() {
        for &v in &rows[u] {
            if v != from && came_from[v].is_none() {
                came_from[v] = Some(u);
                queue.push(v);
            }
        }
    }
    came_from
}
