//! The rotor walk of one particle: plain simulation, the meaning of every faster routine.

use crate::configuration::Configuration;
use crate::ids::{ArcId, VertexId, VertexMap};
use crate::multigraph::Multigraph;
use crate::stopping::StoppingGraph;

/// A rotor walk (ρᵢ, uᵢ) in progress; it halts on a sink and on entering a trap.
///
/// Time O(1) per step, memory one rotor per vertex. A maximal walk can take exponentially many steps
/// [ACD22, `expchain`]; in a stopping graph it is finite [ACD22, `lem:finiteRotorWalk`].
#[derive(Clone, Debug)]
pub struct RotorWalk<'g> {
    graph: &'g Multigraph,
    initial: &'g Configuration,
    /// [`ArcId::NONE`] wherever the walk halts.
    rotors: VertexMap<ArcId>,
    particle: VertexId,
    steps: u64,
}

impl<'g> RotorWalk<'g> {
    /// The walk of a particle put on `from` with rotors `initial`.
    pub fn new(stopping: &StoppingGraph<'g>, initial: &'g Configuration, from: VertexId) -> Self {
        let rotors =
            stopping.active().iter().map(|(u, &active)| if active { initial.rotor(u) } else { ArcId::NONE });
        let rotors = VertexMap::from_vec(rotors.collect());
        Self { graph: stopping.graph(), initial, rotors, particle: from, steps: 0 }
    }

    /// The same on the bare graph: only sinks stop it, so that inside a trap it goes on for ever.
    pub fn through_traps(graph: &'g Multigraph, initial: &'g Configuration, from: VertexId) -> Self {
        let rotor = |u| if graph.is_sink(u) { ArcId::NONE } else { initial.rotor(u) };
        let rotors = VertexMap::from_vec(graph.vertices().map(rotor).collect());
        Self { graph, initial, rotors, particle: from, steps: 0 }
    }

    /// Where the particle is.
    pub fn particle(&self) -> VertexId {
        self.particle
    }

    /// How many steps it has made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether it stands on a sink or in a trap.
    pub fn has_halted(&self) -> bool {
        self.rotors[self.particle] == ArcId::NONE
    }

    /// One step, unless it has halted; returns the arc it took.
    #[inline]
    pub fn step(&mut self) -> Option<ArcId> {
        let u = self.particle;
        let a = self.rotors[u];
        if a == ArcId::NONE {
            return None;
        }
        self.rotors[u] = self.graph.next_arc(u, a);
        self.particle = self.graph.head(a);
        self.steps += 1;
        Some(a)
    }

    /// At most `most` steps; returns how many it made.
    pub fn run(&mut self, most: u64) -> u64 {
        self.run_telling(most, |_| {})
    }

    /// At most `most` steps, adding each departure to the counter of its vertex; returns how many it made.
    pub fn run_counting(&mut self, most: u64, departures: &mut VertexMap<u64>) -> u64 {
        let departures = departures.as_mut_slice();
        self.run_telling(most, |u| departures[u] += 1)
    }

    #[inline]
    fn run_telling(&mut self, most: u64, mut leaves: impl FnMut(usize)) -> u64 {
        let (heads, starts) = (self.graph.all_heads(), self.graph.row_starts());
        let rotors = self.rotors.as_mut_slice();
        let mut u = self.particle.index();
        let mut left = most;
        while left > 0 {
            let a = rotors[u];
            if a == ArcId::NONE {
                break;
            }
            // No branch here: whether a rotor has come round is too hard to guess.
            let (start, end, next) = (starts[u], starts[u + 1], a.raw() + 1);
            rotors[u] = ArcId::new(std::hint::select_unpredictable(next == end, start, next));
            leaves(u);
            u = heads[a.index()].index();
            left -= 1;
        }
        self.particle = VertexId::new(u as u32);
        self.steps += most - left;
        most - left
    }

    /// The rotor configuration it has reached.
    pub fn rotors(&self) -> Configuration {
        let kept = |(u, &a): (VertexId, &ArcId)| if a == ArcId::NONE { self.initial.rotor(u) } else { a };
        Configuration::from_rotors(VertexMap::from_vec(self.rotors.iter().map(kept).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::routing::{route, unroute};

    const FIGURE: &str = "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2\nstart u2";

    #[test]
    fn the_walk_of_the_first_figure_ends_on_s2() {
        let instance = parse(FIGURE).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
        let mut trace = vec![instance.name(walk.particle())];
        while walk.step().is_some() {
            trace.push(instance.name(walk.particle()));
        }
        assert_eq!(trace, ["u2", "u1", "u0", "u2", "u0", "u1", "u2", "s2"]);
        assert_eq!(walk.steps(), 7);
    }

    #[test]
    fn step_run_and_route_walk_the_same_way() {
        let instance = parse(FIGURE).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let start = instance.start().unwrap();
        for most in 0..9 {
            let mut run = RotorWalk::new(&stopping, instance.rotors(), start);
            let mut counting = run.clone();
            let (mut rotors, mut u) = (instance.rotors().clone(), start);
            let mut counts = VertexMap::filled(instance.graph().vertex_count(), 0);
            assert_eq!(run.run(most), most.min(7));
            assert_eq!(counting.run_counting(most, &mut counts), most.min(7));
            for _ in 0..most.min(7) {
                u = route(instance.graph(), &mut rotors, u);
            }
            assert_eq!((run.particle(), counting.particle()), (u, u));
            assert_eq!((run.rotors(), counting.rotors()), (rotors.clone(), rotors));
            assert_eq!(counts.as_slice().iter().sum::<u64>(), run.steps());
        }
    }

    #[test]
    fn a_reverse_step_undoes_a_step() {
        let instance = parse(FIGURE).unwrap();
        let (graph, mut rotors) = (instance.graph(), instance.rotors().clone());
        let mut u = instance.start().unwrap();
        while !graph.is_sink(u) {
            let before = rotors.clone();
            let v = route(graph, &mut rotors, u);
            let mut undone = rotors.clone();
            assert_eq!(unroute(graph, &mut undone, u), v);
            assert_eq!(undone, before);
            u = v;
        }
    }

    #[test]
    fn a_walk_halts_on_entering_a_trap() {
        let instance = parse("u: a s\na: b\nb: a\nsink s").unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.vertex("u").unwrap());
        assert_eq!(walk.run(100), 1);
        assert_eq!(walk.particle(), instance.vertex("a").unwrap());
        assert!(walk.has_halted());
        assert_eq!(
            walk.rotors().rotor(instance.vertex("b").unwrap()),
            instance.rotors().rotor(instance.vertex("b").unwrap())
        );
    }
}
