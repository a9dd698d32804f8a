//! Many particles: one after the other, all at once, and particles that are taken back.
//!
//! **Hitting sequences.** The exit of the next particle depends only on the class of the rotors, and each particle from u
//! adds [u] to it: so the sequence is periodic from the beginning, and its period divides the order of [u]. Short walks are
//! made; a long walk, or a long run of particles with the same exit, is one flow of many particles, found by galloping and
//! bisection.
//!
//! **Rounds** (Cooper and Spencer 2006). In a round every vertex sends all of its particles along its arcs in rotor order,
//! and its rotor turns that many times. Nothing but a sink stops a particle.
//!
//! **Antiparticles** turn the rotor back and leave by the arc that it was on. Routings from different vertices commute on the
//! classes of rotor configurations and can be undone there, so that ends and final class depend on the signed counts alone.

use crate::laplacian::Ends;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Exit, FlowClaim, FlowShape, Multigraph, RotorWalk, Stop, StoppingGraph, Tick, VertexId,
    VertexMap, position_after,
};
use rotor_solve::general::run_by_flow;
use std::ops::AddAssign;

/// Particles one after the other with the same exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HitRun {
    /// Where they exit.
    pub exit: Exit,
    /// How many.
    pub count: BigUint,
    /// The rotors before them and the flow of all of them, if they were not walked step by step.
    pub proof: Option<(Configuration, FlowClaim)>,
}

/// The hitting sequence of a vertex, somewhere in the middle.
pub struct Hits<'g> {
    stopping: StoppingGraph<'g>,
    from: VertexId,
    rotors: Configuration,
    left: BigUint,
    /// Walked particles with the same exit as the last one.
    alike: (Option<Exit>, u64),
    /// How many particles are walked before a flow is tried again.
    walks_before_flow: u64,
}

/// After this many particles with one exit, a flow of many is tried.
const ALIKE: u64 = 16;

impl<'g> Hits<'g> {
    /// The exits of `count` particles from `from`.
    pub fn of(graph: &'g Multigraph, rotors: &Configuration, from: VertexId, count: BigUint) -> Self {
        let (stopping, rotors) = (StoppingGraph::of(graph), rotors.clone());
        Self { stopping, from, rotors, left: count, alike: (None, 0), walks_before_flow: ALIKE }
    }

    /// The rotors after the particles so far.
    pub fn rotors(&self) -> &Configuration {
        &self.rotors
    }

    /// The next few particles with one exit; none if all have been sent. Two such runs in a row may have the same exit.
    ///
    /// Cost: one short walk, or logarithmically many runs of many particles.
    pub fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<HitRun>, Stop> {
        if self.left == BigUint::ZERO {
            return Ok(None);
        }
        let alike = self.alike.1 >= self.walks_before_flow;
        let run = match if alike { None } else { self.walk(tick)? } {
            Some(exit) => HitRun { exit, count: BigUint::one(), proof: None },
            None => self.flow(tick)?,
        };
        self.left -= &run.count;
        Ok(Some(run))
    }

    /// The exit of one particle, if its walk is short.
    fn walk(&mut self, tick: &mut dyn Tick) -> Result<Option<Exit>, Stop> {
        let graph = self.stopping.graph();
        let short = 16 * (graph.vertex_count() + graph.arc_count()) as u64 + 1_000;
        let mut walk = RotorWalk::new(&self.stopping, &self.rotors, self.from);
        let made = walk.run(short);
        tick.tick(made + graph.vertex_count() as u64)?;
        let exit = self.stopping.exit_at(walk.particle());
        if exit.is_some() {
            self.rotors = walk.rotors();
            let before = if self.alike.0 == exit { self.alike.1 } else { 0 };
            self.alike = (exit, before + 1);
        }
        Ok(exit)
    }

    /// As many particles as have one exit, at least one.
    fn flow(&mut self, tick: &mut dyn Tick) -> Result<HitRun, Stop> {
        let one = self.all_alike(&BigUint::one(), tick)?.expect("one particle has one exit");
        let (mut least, mut found) = (BigUint::one(), one);
        let mut mixed = &self.left + 1u32;
        while &least + 1u32 < mixed {
            let doubled: BigUint = &least << 1;
            // Galloping until some number is too many, then halving.
            let probe = if doubled < mixed && mixed > self.left { doubled } else { (&least + &mixed) >> 1 };
            match self.all_alike(&probe, tick)? {
                Some(flow) => (least, found) = (probe, flow),
                None => mixed = probe,
            }
        }
        let (exit, claim) = found;
        // Runs that are hardly longer than what was walked are better walked.
        self.walks_before_flow = if least.bits() <= 4 { self.walks_before_flow * 2 } else { ALIKE };
        self.alike = (Some(exit), 0);
        let after = self.rotors.after(self.stopping.graph(), &claim.departures);
        let before = std::mem::replace(&mut self.rotors, after);
        Ok(HitRun { exit, count: least, proof: Some((before, claim)) })
    }

    /// The one exit of `count` particles, with their flow, if they have one.
    fn all_alike(&self, count: &BigUint, tick: &mut dyn Tick) -> Result<Option<(Exit, FlowClaim)>, Stop> {
        let graph = self.stopping.graph();
        let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
        particles[self.from] = count.clone();
        let routed = run_by_flow(&self.stopping, &self.rotors, &particles, tick)?;
        let claim = routed.into_claim(&self.stopping, &self.rotors);
        let sink = claim.stays.iter().find(|(_, ended)| *ended == count).map(|(sink, _)| Exit::Sink(sink));
        let exit = sink.or_else(|| claim.trapped.iter().position(|ended| ended == count).map(Exit::Trap));
        Ok(exit.map(|exit| (exit, claim)))
    }
}

/// Particles and rotors after some rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rounds {
    /// How many particles are on each vertex, sinks included.
    pub particles: VertexMap<BigUint>,
    /// The rotors.
    pub rotors: Configuration,
    /// How many rounds were made; fewer than asked for if all particles have reached sinks before.
    pub rounds: u64,
}

/// The state after `rounds` rounds. Time O(|V| + arcs of the vertices with particles) per round, in machine words if the
/// particles are fewer than 2⁶³.
pub fn rounds(
    graph: &Multigraph,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    rounds: u64,
    tick: &mut dyn Tick,
) -> Result<Rounds, Stop> {
    let mut positions: Vec<u32> =
        graph.vertices().map(|u| if graph.is_sink(u) { 0 } else { rotors.position(graph, u) }).collect();
    let total: BigUint = particles.as_slice().iter().sum();
    let (particles, made) = match total.bits() {
        0..=63 => {
            let words = particles.as_slice().iter().map(|count| count.to_u64().unwrap_or(0)).collect();
            let (after, made) = advance::<u64>(graph, &mut positions, words, rounds, tick)?;
            (after.into_iter().map(BigUint::from).collect(), made)
        }
        _ => advance(graph, &mut positions, particles.as_slice().to_vec(), rounds, tick)?,
    };
    let rotors = Configuration::from_positions(graph, |u| positions[u.index()]);
    Ok(Rounds { particles: VertexMap::from_vec(particles), rotors, rounds: made })
}

/// What stands where after that many rounds, and how many were needed.
fn advance<T: Integer + Clone + From<u32> + ToPrimitive + for<'t> AddAssign<&'t T>>(
    graph: &Multigraph,
    positions: &mut [u32],
    mut now: Vec<T>,
    rounds: u64,
    tick: &mut dyn Tick,
) -> Result<(Vec<T>, u64), Stop> {
    for round in 0..rounds {
        let mut next: Vec<T> = vec![T::zero(); now.len()];
        let mut moved = 0;
        for u in graph.vertices() {
            let count = &now[u.index()];
            if count.is_zero() {
                continue;
            }
            if graph.is_sink(u) {
                next[u.index()] += count;
                continue;
            }
            moved += graph.out_degree(u) as u64;
            send(graph, u, count, &mut positions[u.index()], &mut next);
        }
        tick.tick(moved + graph.vertex_count() as u64)?;
        now = next;
        if moved == 0 {
            return Ok((now, round));
        }
    }
    Ok((now, rounds))
}

/// Sends `count` particles from `u` along its arcs in rotor order.
fn send<T: Integer + Clone + From<u32> + ToPrimitive + for<'t> AddAssign<&'t T>>(
    graph: &Multigraph,
    u: VertexId,
    count: &T,
    position: &mut u32,
    next: &mut [T],
) {
    let degree = graph.out_degree(u);
    let (full_turns, once_more) = count.div_rem(&T::from(degree));
    let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
    let (before, from_rotor) = graph.heads(u).split_at(*position as usize);
    for (at, &v) in (0u32..).zip(from_rotor.iter().chain(before)) {
        next[v.index()] += &full_turns;
        if at < once_more {
            next[v.index()] += &T::one();
        }
    }
    *position = position_after(*position, once_more.into(), degree);
}

/// Where particles and antiparticles end; [`after_signed_route`] gives the rotors afterwards.
///
/// The rotors depend on the order of the particles: here all particles run first, then all antiparticles, each of the two runs
/// being the least. Cost: two runs of many particles.
pub fn route_signed(
    graph: &Multigraph,
    rotors: &Configuration,
    particles: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<FlowClaim<BigInt>, Stop> {
    let stopping = StoppingGraph::of(graph);
    let [positive, negative] = [BigInt::is_positive, BigInt::is_negative].map(|is_wanted| {
        let count =
            |count: &BigInt| if is_wanted(count) { count.magnitude().clone() } else { BigUint::zero() };
        VertexMap::from_vec(particles.as_slice().iter().map(count).collect())
    });
    let forward = run_by_flow(&stopping, rotors, &positive, tick)?;
    let between = rotors.after(graph, &forward.departures);

    let (reversed, turned_back) = reversed(graph, &between);
    let backward = run_by_flow(&StoppingGraph::of(&reversed), &turned_back, &negative, tick)?;
    let difference = |u: VertexId| {
        BigInt::from(forward.departures[u].clone()) - BigInt::from(backward.departures[u].clone())
    };
    let departures = VertexMap::from_vec(graph.vertices().map(difference).collect());
    Ok(claim_of(&stopping, rotors, particles, departures))
}

/// The graph with all rotor orders reversed, and rotors on the arcs that antiparticles use first.
fn reversed(graph: &Multigraph, rotors: &Configuration) -> (Multigraph, Configuration) {
    let heads = graph.vertices().flat_map(|u| graph.heads(u).iter().rev().copied()).collect();
    let reversed =
        Multigraph::from_rows(graph.row_starts().to_vec(), heads).expect("arcs only changed places");
    // The arc before ρ(u), number k − 1 of d, has number d − 1 − (k − 1) = d − k in the reversed order.
    let turned_back =
        Configuration::from_positions(&reversed, |u| graph.out_degree(u) - rotors.position(graph, u));
    (reversed, turned_back)
}

/// The rotors after that many departures of either sign.
pub fn after_signed_route(
    graph: &Multigraph,
    rotors: &Configuration,
    departures: &VertexMap<BigInt>,
) -> Configuration {
    let turns = |u: VertexId| {
        let degree = BigInt::from(graph.out_degree(u).max(1));
        departures[u].mod_floor(&degree).into_parts().1
    };
    rotors.after(graph, &VertexMap::from_vec(graph.vertices().map(turns).collect()))
}

/// What the departures send to sinks and traps.
fn claim_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigInt>,
    departures: VertexMap<BigInt>,
) -> FlowClaim<BigInt> {
    let graph = stopping.graph();
    let mut ends = Ends::new(stopping);
    particles.iter().for_each(|(v, count)| ends.arrive(v, count));
    for u in stopping.active_vertices().filter(|&u| !departures[u].is_zero()) {
        let (full_turns, once_more) = departures[u].div_mod_floor(&graph.out_degree(u).into());
        let once_more = once_more.to_usize().expect("a remainder by d(u) is less than d(u)");
        let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
        for (at, &v) in from_rotor.iter().chain(before).enumerate() {
            ends.arrive(v, &(&full_turns + i32::from(at < once_more)));
        }
    }
    let Ends { sinks, trapped, .. } = ends;
    let traps = stopping.traps().members().to_vec();
    let (supply, stays) = (particles.clone().into(), sinks.into());
    FlowClaim { shape: FlowShape::Route, supply, traps, departures, stays, trapped, steps: None }
}
