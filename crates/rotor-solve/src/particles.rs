//! Many particles: how many of them end where, and routing in bulk, by which all particles on a vertex leave it at once.

use crate::answer::ComponentCounts;
use crate::race::{Task, blindly, finish, slice_after};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Exit, FlowClaim, FlowShape, Stop, StoppingGraph, Tick, VertexId, VertexMap, position_after,
};
use std::collections::VecDeque;
use std::ops::AddAssign;

/// The run of many particles. The order in which they move does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Routed {
    /// How many particles were put on each vertex.
    pub particles: VertexMap<BigUint>,
    /// How often particles leave each vertex.
    pub departures: VertexMap<BigUint>,
    /// Whether they are those of the run. If not, they are a switching flow with cycles besides the run: it proves how many
    /// particles end where, not how many steps they make.
    pub is_run: bool,
    /// Which solver took how many strong components, if they were solved separately.
    pub components: ComponentCounts,
}

impl Routed {
    /// The number of steps of all particles together, if this is the run.
    pub fn steps(&self) -> BigUint {
        self.departures.as_slice().iter().sum()
    }

    /// The claim of how many end on each sink and in each trap, with the departures that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>, rotors: &Configuration) -> FlowClaim {
        let graph = stopping.graph();
        let steps = self.is_run.then(|| self.steps());
        let mut sinks = VertexMap::filled(graph.vertex_count(), BigUint::zero());
        let mut trapped = vec![BigUint::zero(); stopping.traps().len()];
        let mut arrive = |v, count: &BigUint| match stopping.exit_at(v) {
            Some(Exit::Sink(sink)) => sinks[sink] += count,
            Some(Exit::Trap(trap)) => trapped[trap] += count,
            None => {}
        };
        for u in graph.vertices() {
            arrive(u, &self.particles[u]);
        }
        for u in stopping.active_vertices().filter(|&u| !self.departures[u].is_zero()) {
            for (a, uses) in rotors.uses(graph, u, &self.departures[u]) {
                arrive(graph.head(a), &uses);
            }
        }
        let Self { particles, departures, .. } = self;
        let traps = stopping.traps().members().to_vec();
        let (supply, stays) = (particles.into(), sinks.into());
        FlowClaim { shape: FlowShape::Route, supply, traps, departures, stays, trapped, steps }
    }
}

/// How many arcs are gone along between two ticks.
const STRIDE: u64 = 1 << 14;

/// Sends the particles of one vertex after the other along its arcs, as many to each as turning the rotor would, until
/// all have halted. The order does not matter: the run is the least flow.
///
/// Time: O(d(u)) operations for each time a vertex is emptied; how often that is grows with the logarithm of the number
/// of particles, but on some graphs exponentially with |V|.
pub fn route_in_bulk(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    finish(&mut BulkRouting::new(stopping, rotors, particles), tick)
}

/// Routing in bulk as a task.
#[derive(Debug)]
pub(crate) struct BulkRouting<'s, 'g, 'p> {
    particles: &'p VertexMap<BigUint>,
    bulk: AnyBulk<'s, 'g>,
    /// How many arcs were used.
    spent: u64,
}

/// Routing in progress.
#[derive(Debug)]
enum AnyBulk<'s, 'g> {
    /// Fewer than 2^64 particles. A vertex is then left fewer than 2^128 times, because it is emptied fewer than 2^64 times.
    Few(Bulk<'s, 'g, u64, u128>),
    /// Any number of them.
    Many(Bulk<'s, 'g, BigUint, BigUint>),
}

impl<'s, 'g, 'p> BulkRouting<'s, 'g, 'p> {
    /// No particle has left yet. Time and memory O(|V|).
    pub(crate) fn new(
        stopping: &'s StoppingGraph<'g>,
        rotors: &Configuration,
        particles: &'p VertexMap<BigUint>,
    ) -> Self {
        let total: BigUint = particles.as_slice().iter().sum();
        let bulk = match total.to_u64() {
            Some(_) => AnyBulk::Few(Bulk::new(stopping, rotors, |u| {
                particles[u].to_u64().expect("no vertex has more particles than all together")
            })),
            None => AnyBulk::Many(Bulk::new(stopping, rotors, |u| particles[u].clone())),
        };
        Self { particles, bulk, spent: 0 }
    }

    /// The run, when all particles have halted.
    fn routed(&self) -> Routed {
        let departures = match &self.bulk {
            AnyBulk::Few(few) => few.departures.as_slice().iter().map(|&count| count.into()).collect(),
            AnyBulk::Many(many) => many.departures.as_slice().to_vec(),
        };
        Routed {
            particles: self.particles.clone(),
            departures: VertexMap::from_vec(departures),
            is_run: true,
            components: ComponentCounts::default(),
        }
    }
}

impl Task for BulkRouting<'_, '_, '_> {
    type Answer = Routed;

    fn next_cost(&self) -> u64 {
        blindly(self.spent)
    }

    fn is_blind(&self) -> bool {
        true
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<Routed>, Stop> {
        let most = self.spent.saturating_add(slice_after(self.spent));
        while self.spent < most {
            let stride = STRIDE.min(most - self.spent);
            let (is_finished, arcs) = match &mut self.bulk {
                AnyBulk::Few(few) => few.route(stride),
                AnyBulk::Many(many) => many.route(stride),
            };
            self.spent += arcs;
            tick.tick(arcs)?;
            if is_finished {
                return Ok(Some(self.routed()));
            }
        }
        Ok(None)
    }
}

/// Routing in progress, particles counted by `N` and departures by `D`.
#[derive(Debug)]
struct Bulk<'s, 'g, N, D> {
    stopping: &'s StoppingGraph<'g>,
    /// How many particles each vertex has to send on, or has got for good.
    waiting: VertexMap<N>,
    departures: VertexMap<D>,
    position: Vec<u32>,
    /// The vertices that have particles to send on.
    queue: VecDeque<VertexId>,
}

impl<'s, 'g, N, D> Bulk<'s, 'g, N, D>
where
    N: Integer + Clone + From<u32> + ToPrimitive + AddAssign,
    D: Zero + Clone + From<N> + AddAssign,
{
    fn new(
        stopping: &'s StoppingGraph<'g>,
        rotors: &Configuration,
        particles: impl Fn(VertexId) -> N,
    ) -> Self {
        let graph = stopping.graph();
        let waiting = VertexMap::from_vec(graph.vertices().map(particles).collect());
        let queue = stopping.active_vertices().filter(|&u| !waiting[u].is_zero()).collect();
        let position = graph.vertices().map(|u| rotors.position(graph, u)).collect();
        let departures = VertexMap::filled(graph.vertex_count(), D::zero());
        Self { stopping, waiting, departures, position, queue }
    }

    /// Empties vertices until no particle waits or about `most` arcs were used; whether none waits, and how many arcs.
    fn route(&mut self, most: u64) -> (bool, u64) {
        let graph = self.stopping.graph();
        let mut arcs = 0;
        while arcs < most
            && let Some(u) = self.queue.pop_front()
        {
            let degree = graph.out_degree(u);
            let leaving = std::mem::replace(&mut self.waiting[u], N::zero());
            let (full_turns, once_more) = leaving.div_rem(&degree.into());
            let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
            let position = self.position[u.index()];
            let (before, from_rotor) = graph.heads(u).split_at(position as usize);
            let used = if full_turns.is_zero() { once_more } else { degree };
            arcs += 1 + u64::from(used);
            for (&v, turn) in from_rotor.iter().chain(before).zip(0..used) {
                if self.waiting[v].is_zero() && self.stopping.is_active(v) {
                    self.queue.push_back(v);
                }
                self.waiting[v] += full_turns.clone() + u32::from(turn < once_more).into();
            }
            self.position[u.index()] = position_after(position, once_more.into(), degree);
            self.departures[u] += leaving.into();
        }
        (self.queue.is_empty(), arcs)
    }
}
