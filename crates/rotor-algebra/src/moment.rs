//! Any moment of a walk: the state after exactly N steps, without making them.
//!
//! Fix a vertex c. What happens until the particle is on c for the (k + 1)-st time is its first way to c and then k
//! particles, sent along the arcs of c in rotor order, with c as a sink: one run of many particles, whose number of steps
//! grows with k. So the last return to c before step N is found by probing, and what remains is less than one excursion
//! from c. It avoids c, which becomes a sink for good, and another vertex takes its place.

use crate::laplacian::with_sinks;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Moment, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap, position_after, shares,
};
use rotor_solve::general::run_by_flow;

/// A walk in progress, with all its departures so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Progress<'g> {
    pub(crate) graph: &'g Multigraph,
    pub(crate) from: VertexId,
    pub(crate) particle: VertexId,
    /// The positions of the rotors.
    pub(crate) positions: Vec<u32>,
    pub(crate) departures: VertexMap<BigUint>,
    /// How many steps are walked plainly before a vertex is fixed.
    most_walked: u64,
}

/// Where the particle from `from` is after exactly `steps` steps, or on the sink it reaches before; it goes on inside
/// traps. The rotors then are those of [`rotors_at`].
///
/// Cost: for each vertex that is fixed, a number of runs of many particles logarithmic in `steps`; a few vertices on most
/// graphs, at most |V|.
pub fn moment(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    steps: &BigUint,
    tick: &mut dyn Tick,
) -> Result<Moment, Stop> {
    let mut progress = Progress::new(graph, rotors, from);
    progress.advance(steps.clone(), tick)?;
    Ok(progress.into_claim())
}

/// The rotors at a moment. Time: |V| divisions of a count by a degree.
pub fn rotors_at(graph: &Multigraph, rotors: &Configuration, moment: &Moment) -> Configuration {
    rotors.after(graph, &moment.departures)
}

/// The run of some particles with some vertices as sinks.
struct Excursions {
    departures: VertexMap<BigUint>,
    steps: BigUint,
    /// How many particles halt on each vertex; in a trap, on the vertex at which they enter it.
    halted: VertexMap<BigUint>,
}

impl<'g> Progress<'g> {
    pub(crate) fn new(graph: &'g Multigraph, rotors: &Configuration, from: VertexId) -> Self {
        let positions = graph.vertices().map(|u| rotors.position(graph, u)).collect();
        let departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
        let most_walked = 4 * graph.arc_count() as u64 + 1_000;
        Self { graph, from, particle: from, positions, departures, most_walked }
    }

    pub(crate) fn into_claim(self) -> Moment {
        Moment { from: self.from, at: self.particle, departures: self.departures }
    }

    /// Goes on for exactly `left` steps, or to a sink.
    pub(crate) fn advance(&mut self, mut left: BigUint, tick: &mut dyn Tick) -> Result<(), Stop> {
        let mut held: Vec<VertexId> = Vec::new();
        // What the particle does until it halts is tried once for each place where it could: at first, and in a trap.
        let mut knows_no_exit = false;
        loop {
            let visits = self.walk(&mut left, self.most_walked, tick)?;
            if left.is_zero() || self.graph.is_sink(self.particle) {
                return Ok(());
            }
            if !knows_no_exit {
                let run = self.run(&[self.particle], &[BigUint::one()], &[], tick)?;
                if run.steps <= left {
                    left -= &run.steps;
                    self.apply(&run);
                    self.particle = run.halt().unwrap_or(self.particle);
                    if self.graph.is_sink(self.particle) {
                        return Ok(());
                    }
                }
                knows_no_exit = true;
            }
            let Some(c) = self.next_to_hold(&visits, &held) else { return Err(Stop::Operations) };
            held.push(c);
            if self.particle != c {
                let way = self.run(&[self.particle], &[BigUint::one()], &held, tick)?;
                if way.steps > left || way.halt() != Some(c) {
                    // The particle does not get to c in time.
                    continue;
                }
                left -= &way.steps;
                self.apply(&way);
                self.particle = c;
            }
            self.return_until(c, &held, &mut left, tick)?;
            if left.is_zero() {
                return Ok(());
            }
            self.step();
            left -= 1u32;
        }
    }

    /// The vertex that was left most often on the last short walk, of those not held.
    fn next_to_hold(&self, visits: &[u64], held: &[VertexId]) -> Option<VertexId> {
        let open = self.graph.vertices().filter(|u| !self.graph.is_sink(*u) && !held.contains(u));
        open.rev().max_by_key(|u| visits[u.index()])
    }

    fn step(&mut self) {
        let u = self.particle;
        let heads = self.graph.heads(u);
        let position = &mut self.positions[u.index()];
        self.particle = heads[*position as usize];
        *position = position_after(*position, 1, heads.len() as u32);
        self.departures[u] += 1u32;
    }

    /// At most `most` plain steps, fewer if there are fewer `left`; returns the departures.
    fn walk(&mut self, left: &mut BigUint, most: u64, tick: &mut dyn Tick) -> Result<Vec<u64>, Stop> {
        let most = left.to_u64().map_or(most, |left| left.min(most));
        tick.tick(most)?;
        let mut visits = vec![0u64; self.graph.vertex_count()];
        let mut made = 0;
        while made < most && !self.graph.is_sink(self.particle) {
            let u = self.particle;
            let heads = self.graph.heads(u);
            let position = &mut self.positions[u.index()];
            self.particle = heads[*position as usize];
            *position = if *position as usize + 1 == heads.len() { 0 } else { *position + 1 };
            visits[u.index()] += 1;
            made += 1;
        }
        *left -= made;
        for (sum, &more) in
            self.departures.as_mut_slice().iter_mut().zip(&visits).filter(|(_, more)| **more > 0)
        {
            *sum += more;
        }
        Ok(visits)
    }

    /// Goes back to c, on which the particle stands, as often as `left` steps allow.
    fn return_until(
        &mut self,
        c: VertexId,
        held: &[VertexId],
        left: &mut BigUint,
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        // `most` returns are too many; `done` of them take `best.steps` + done steps.
        let (mut done, mut best, mut most) = (BigUint::zero(), None, None::<(BigUint, Option<BigUint>)>);
        let mut bisect = false;
        loop {
            let spent: BigUint =
                best.as_ref().map_or_else(BigUint::zero, |run: &Excursions| &run.steps + &done);
            let next = match &most {
                Some((most, _)) if *most == &done + 1u32 => break,
                Some((most, Some(too_long))) if !bisect => {
                    let width = (most - &done) * (&*left - &spent) / (too_long - &spent);
                    &done + width.clamp(BigUint::one(), most - &done - 1u32)
                }
                Some((most, _)) => (&done + most) >> 1,
                // Returns take about equally long: the first guess comes from the returns so far.
                None if done.is_zero() => BigUint::one(),
                None => (&done * &*left / &spent).max(&done * 2u32),
            };
            bisect = !bisect;
            let run = self.excursions(c, &next, held, tick)?;
            let steps = &run.steps + &next;
            if run.halted[c] != next {
                most = Some((next, None));
            } else if steps > *left {
                most = Some((next, Some(steps)));
            } else {
                (done, best) = (next, Some(run));
            }
        }
        if let Some(run) = best {
            *left -= &run.steps + &done;
            self.apply(&run);
            self.leave(c, &done);
        }
        Ok(())
    }

    /// That many particles sent along the arcs of c in rotor order, with c and all `held` vertices as sinks.
    fn excursions(
        &self,
        c: VertexId,
        count: &BigUint,
        held: &[VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Excursions, Stop> {
        let (before, from_rotor) = self.graph.heads(c).split_at(self.positions[c.index()] as usize);
        let heads: Vec<_> = from_rotor.iter().chain(before).copied().collect();
        let counts: Vec<_> = shares(self.graph.out_degree(c), count).collect();
        self.run(&heads, &counts, held, tick)
    }

    /// The run of `counts` particles from `starts` until they are on sinks, held vertices or in traps.
    fn run(
        &self,
        starts: &[VertexId],
        counts: &[BigUint],
        held: &[VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Excursions, Stop> {
        let cut = with_sinks(self.graph, held);
        tick.tick(cut.arc_count() as u64)?;
        let stopping = StoppingGraph::of(&cut);
        let rotors = Configuration::from_positions(&cut, |u| self.positions[u.index()]);
        let mut particles = VertexMap::filled(cut.vertex_count(), BigUint::zero());
        starts.iter().zip(counts).for_each(|(&u, count)| particles[u] += count);
        let routed = run_by_flow(&stopping, &rotors, &particles, tick)?;
        let steps = routed.steps();
        let mut halted = VertexMap::filled(cut.vertex_count(), BigUint::zero());
        let halts = |v: VertexId| !stopping.is_active(v);
        particles.iter().filter(|&(v, _)| halts(v)).for_each(|(v, count)| halted[v] += count);
        for u in stopping.active_vertices().filter(|&u| !routed.departures[u].is_zero()) {
            let uses = rotors.uses(&cut, u, &routed.departures[u]);
            let ends = uses.map(|(a, uses)| (cut.head(a), uses)).filter(|&(v, _)| halts(v));
            ends.for_each(|(v, uses)| halted[v] += uses);
        }
        Ok(Excursions { departures: routed.departures, steps, halted })
    }

    /// Adds departures of a vertex and turns its rotor by them.
    fn leave(&mut self, u: VertexId, count: &BigUint) {
        let degree = self.graph.out_degree(u);
        let turns = (count % degree).to_u64().expect("a remainder by d(u) is less than d(u)");
        let position = &mut self.positions[u.index()];
        *position = position_after(*position, turns, degree);
        self.departures[u] += count;
    }

    /// Adds the departures of a run and turns the rotors by them.
    fn apply(&mut self, run: &Excursions) {
        for (u, count) in run.departures.iter().filter(|(_, count)| !count.is_zero()) {
            self.leave(u, count);
        }
    }

    /// Goes on to where the particle halts: a sink, one of `held`, or the first vertex of a trap.
    pub(crate) fn run_to_halt(&mut self, held: &[VertexId], tick: &mut dyn Tick) -> Result<(), Stop> {
        let run = self.run(&[self.particle], &[BigUint::one()], held, tick)?;
        self.apply(&run);
        self.particle = run.halt().unwrap_or(self.particle);
        Ok(())
    }
}

impl Excursions {
    /// Where the only particle halts.
    fn halt(&self) -> Option<VertexId> {
        self.halted.iter().find(|(_, count)| !count.is_zero()).map(|(v, _)| v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::{Dice, small_forest, small_graph};
    use rotor_graph::route;

    #[test]
    fn any_choice_of_fixed_vertices_leads_to_the_same_moment() {
        let mut dice = Dice::new(77);
        for index in 0..3_000 {
            let instance = if index % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
            let graph = instance.graph();
            let from = VertexId::new(dice.below(graph.vertex_count() as u32));
            let steps = dice.below(200);
            let (mut rotors, mut particle) = (instance.rotors().clone(), from);
            for _ in 0..steps {
                if !graph.is_sink(particle) {
                    particle = route(graph, &mut rotors, particle);
                }
            }
            let mut progress = Progress::new(graph, instance.rotors(), from);
            progress.most_walked = u64::from(dice.below(4));
            progress.advance(steps.into(), &mut ()).unwrap();
            assert_eq!(progress.particle, particle, "{steps} steps from {from:?} on\n{instance}");
            let positions: Vec<_> = graph.vertices().map(|u| rotors.position(graph, u)).collect();
            assert_eq!(progress.positions, positions, "{steps} steps from {from:?} on\n{instance}");
        }
    }
}
