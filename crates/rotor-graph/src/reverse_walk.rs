//! The rotor walk run backwards, as far as the past is certain.

use crate::configuration::Configuration;
use crate::ids::{ArcId, VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::routing::unroute;

/// A rotor walk in reverse: from (ρ′, v) back to the one (ρ, u) with **routing**(ρ, u) = (ρ′, v).
///
/// The step into v came from some u whose rotor, turned back, points at v. There may be no such u, one or several, so
/// the reverse walk goes on while there is exactly one. Time O(1) per step after O(|V|) to start.
#[derive(Clone, Debug)]
pub struct ReverseWalk<'g> {
    graph: &'g Multigraph,
    rotors: Configuration,
    particle: VertexId,
    /// For each v, how many vertices could have sent the particle to it, and the sum of their numbers.
    senders: VertexMap<(u32, u64)>,
    steps: u64,
}

/// What came before a rotor-particle configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Past {
    /// Exactly one step leads here, and it left this vertex.
    From(VertexId),
    /// No step leads here: the walk can only have begun here.
    Beginning,
    /// This many steps lead here.
    Unclear(u32),
}

impl<'g> ReverseWalk<'g> {
    /// The reverse walk from a particle on `at` with rotors `rotors`.
    pub fn new(graph: &'g Multigraph, rotors: Configuration, at: VertexId) -> Self {
        let mut walk = Self {
            graph,
            rotors,
            particle: at,
            senders: VertexMap::filled(graph.vertex_count(), (0, 0)),
            steps: 0,
        };
        graph.vertices().filter(|&u| !graph.is_sink(u)).for_each(|u| walk.note_sender(u));
        walk
    }

    /// Where the particle is.
    pub fn particle(&self) -> VertexId {
        self.particle
    }

    /// How many steps it has undone.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The rotors at this moment.
    pub fn rotors(&self) -> &Configuration {
        &self.rotors
    }

    /// Where the particle came from.
    pub fn past(&self) -> Past {
        match self.senders[self.particle] {
            (0, _) => Past::Beginning,
            (1, sender) => Past::From(VertexId::new(sender as u32)),
            (several, _) => Past::Unclear(several),
        }
    }

    /// All vertices that the last step may have left, in order. Time O(|V|).
    pub fn possible_senders(&self) -> impl Iterator<Item = VertexId> + '_ {
        let inner = self.graph.vertices().filter(|&u| !self.graph.is_sink(u));
        inner.filter(|&u| self.last_head(u) == self.particle)
    }

    /// One step back if the past is certain; returns the arc whose crossing it undid.
    pub fn step_back(&mut self) -> Option<ArcId> {
        let Past::From(u) = self.past() else { return None };
        let target = self.last_head(u);
        let (count, sum) = self.senders[target];
        self.senders[target] = (count - 1, sum - u64::from(u.raw()));
        unroute(self.graph, &mut self.rotors, u);
        self.note_sender(u);
        self.particle = u;
        self.steps += 1;
        Some(self.rotors.rotor(u))
    }

    /// Where the last step that left `u`, if there was one, led.
    fn last_head(&self, u: VertexId) -> VertexId {
        self.graph.head(self.graph.previous_arc(u, self.rotors.rotor(u)))
    }

    fn note_sender(&mut self, u: VertexId) {
        let target = self.last_head(u);
        let (count, sum) = self.senders[target];
        self.senders[target] = (count + 1, sum + u64::from(u.raw()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::routing::route;

    #[test]
    fn a_reverse_walk_retraces_a_walk_while_the_past_is_certain() {
        let instance = parse("a: b s\nb: a^2 t\nsink s\nsink t").unwrap();
        let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
        let mut states = vec![(rotors.clone(), instance.vertex("a").unwrap())];
        while !graph.is_sink(states[states.len() - 1].1) {
            let u = route(graph, &mut rotors, states[states.len() - 1].1);
            states.push((rotors.clone(), u));
        }
        for (before, after) in states.iter().zip(&states[1..]) {
            let mut reverse = ReverseWalk::new(graph, after.0.clone(), after.1);
            match reverse.past() {
                Past::From(u) => {
                    assert_eq!(reverse.step_back().map(|a| graph.head(a)), Some(after.1));
                    assert_eq!((u, reverse.particle()), (before.1, before.1));
                    assert_eq!(reverse.rotors(), &before.0);
                }
                Past::Unclear(count) => assert!(count > 1),
                Past::Beginning => panic!("a step led here"),
            }
        }
    }

    #[test]
    fn a_vertex_that_no_arc_enters_is_a_beginning() {
        let instance = parse("a: s b\nb: s\nsink s").unwrap();
        let mut reverse =
            ReverseWalk::new(instance.graph(), instance.rotors().clone(), instance.vertex("a").unwrap());
        assert_eq!(reverse.past(), Past::Beginning);
        assert_eq!(reverse.step_back(), None);
        // Turned back, a points at b and b at s: only one sender for each.
        let reverse =
            ReverseWalk::new(instance.graph(), instance.rotors().clone(), instance.vertex("s").unwrap());
        assert_eq!(reverse.past(), Past::From(instance.vertex("b").unwrap()));
    }
}
