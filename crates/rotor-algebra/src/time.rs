//! Time: any moment of a walk without its steps, endless walks and their periods.
//!
//! **Any moment.** Fix a vertex c. What happens until the particle is on c for the (k + 1)-st time is its first way to c and
//! then k particles, sent along the arcs of c in rotor order, with c as a sink: one run of many particles, whose number of
//! steps grows with k. So the last return to c before step N is found by probing, and what remains is less than one excursion
//! from c. It avoids c, which becomes a sink for good, and another vertex takes its place.
//!
//! **Tours.** In a trap K the state of a walk, particle and rotors, becomes periodic. It has entered its cycle of states
//! exactly when the arcs *before* the rotors lead every vertex of K to the particle: those arcs are the last used ones, or,
//! where none was used, the ones that would have been. Once true it stays true, so that the first such moment is found by
//! galloping and bisection.
//!
//! **Eulerian traps** have as many arcs in as out at every vertex. Count a walk there in phases, from the particle's vertex
//! v: a phase ends when it is back on v having used every arc of v once more. No arc is used twice in a phase, since the first
//! vertex to be left more often than it has arcs would have been entered more often than it has arcs, by arcs none of which
//! was used twice. A vertex that was visited in one phase is left by all its arcs in the next one, so that after as many
//! phases as the greatest distance from v every vertex has been visited: within |A|·D steps, which is 2|E|D on an undirected
//! graph (Yanovski, Wagner, Bruckstein 2003).

use crate::laplacian::{Laplacian, with_sinks};
use crate::linear::solve;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Moment, Multigraph, Stop, StoppingGraph, Tick, TourClaim, Traps, VertexId, VertexMap,
    position_after, shares,
};
use rotor_solve::general::run_by_flow;
use std::collections::VecDeque;

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
    Ok(Progress::new(graph, rotors, from).after(steps.clone(), tick)?.into_claim())
}

/// The rotors at a moment. Time: |V| divisions of a count by a degree.
pub fn rotors_at(graph: &Multigraph, rotors: &Configuration, moment: &Moment) -> Configuration {
    rotors.after(graph, &moment.departures)
}

/// What becomes of a walk that is never stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tour {
    /// It ends on a sink.
    Exits(Moment),
    /// It goes round in a trap.
    Endless(TourClaim),
}

/// The tour of the walk from `from`; with `cover`, also when it has seen its whole trap.
///
/// Cost: that of [`moment`] for each of the logarithmically many probes of the entry time; for the cover time one
/// run per vertex of the trap.
pub fn tour(
    graph: &Multigraph,
    rotors: &Configuration,
    from: VertexId,
    cover: bool,
    tick: &mut dyn Tick,
) -> Result<Tour, Stop> {
    let mut arrival = Progress::new(graph, rotors, from);
    arrival.run_to_halt(&[], tick)?;
    let traps = Traps::of(graph);
    let Some(trap) = traps.trap_of(arrival.particle) else {
        return Ok(Tour::Exits(arrival.into_claim()));
    };
    let trap = traps.members()[trap].clone();
    let periods = periods(graph, std::slice::from_ref(&trap), tick)?;
    let (before, entry) = entry(&arrival, &trap, tick)?;
    let before = match (before, entry.steps()) {
        (None, steps) if steps.is_zero() => None,
        (None, steps) => Some(Progress::new(graph, rotors, from).after(steps - 1u32, tick)?),
        (before, _) => before,
    };
    let cover = if cover { Some(last_first_visit(&arrival, &trap, tick)?.into_claim()) } else { None };
    let before = before.map(Progress::into_claim);
    Ok(Tour::Endless(TourClaim { trap, entry: entry.into_claim(), before, periods, cover }))
}

/// The first moment, from the arrival in the trap on, that comes back, and the one before it if that is in the trap.
fn entry<'g>(
    arrival: &Progress<'g>,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<(Option<Progress<'g>>, Progress<'g>), Stop> {
    if comes_back(arrival, trap) {
        return Ok((None, arrival.clone()));
    }
    // Neither `early` nor any moment before it comes back; `late` does.
    let (mut early, mut stride) = (arrival.clone(), BigUint::one());
    let mut late = loop {
        let next = early.after(stride.clone(), tick)?;
        if comes_back(&next, trap) {
            break next;
        }
        early = next;
        stride <<= 1;
    };
    loop {
        let half: BigUint = (late.steps() - early.steps()) >> 1;
        if half.is_zero() {
            return Ok((Some(early), late));
        }
        let middle = early.after(half, tick)?;
        let end = if comes_back(&middle, trap) { &mut late } else { &mut early };
        *end = middle;
    }
}

/// Whether the state comes back: whether the arcs before the rotors lead from every vertex of the trap to the particle.
/// Time O(|K|).
fn comes_back(progress: &Progress<'_>, trap: &[VertexId]) -> bool {
    let graph = progress.graph;
    let head = |u: VertexId| {
        let (position, degree) = (progress.positions[u.index()], graph.out_degree(u));
        graph.heads(u)[position_after(position, u64::from(degree) - 1, degree) as usize]
    };
    let (mut leads, mut path) = (VertexMap::filled(graph.vertex_count(), None), Vec::new());
    leads[progress.particle] = Some(true);
    for &start in trap {
        let mut u = start;
        while leads[u].is_none() {
            // Until the answer is known, a vertex met again closes a cycle without the particle.
            leads[u] = Some(false);
            path.push(u);
            u = head(u);
        }
        if leads[u] != Some(true) {
            return false;
        }
        path.drain(..).for_each(|u| leads[u] = Some(true));
    }
    true
}

/// The moment at which the last vertex of the trap is visited first.
fn last_first_visit<'g>(
    arrival: &Progress<'g>,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<Progress<'g>, Stop> {
    let mut last = arrival.clone();
    for &v in trap {
        let mut first_visit = arrival.clone();
        first_visit.run_to_halt(&[v], tick)?;
        if first_visit.steps() > last.steps() {
            last = first_visit;
        }
    }
    Ok(last)
}

/// How often each vertex of a trap is left in one period of the walk there, divided by its degree; 0 outside of the traps.
///
/// Cost: one exact solution per trap.
pub fn period_vectors(graph: &Multigraph, tick: &mut dyn Tick) -> Result<VertexMap<BigUint>, Stop> {
    periods(graph, Traps::of(graph).members(), tick)
}

/// For every trap K of these the primitive positive integers p with Σ_u p_u·(row u of the full Laplacian of K) = 0; 0 outside.
///
/// In the long run the walk in K leaves u in proportion to p_u·d(u), and exactly this many times in one period. With c ∈ K
/// as a sink, the others solve x·Δ = (arcs from c), scaled until all are integers.
pub(crate) fn periods(
    graph: &Multigraph,
    traps: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigUint>, Stop> {
    let mut periods = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    for trap in traps {
        let c = trap[0];
        let laplacian = Laplacian::of(graph, |u| u != c && trap.binary_search(&u).is_ok(), tick)?;
        let mut right = vec![0i64; laplacian.len()];
        for v in graph.heads(c) {
            if let Ok(at) = laplacian.vertices.binary_search(v) {
                right[at] += 1;
            }
        }
        let most = laplacian.degree_product(tick)?;
        let most_numerator = &most * graph.out_degree(c);
        let fractions = solve(&laplacian.transposed(tick)?, &right, &most_numerator, &most, tick)?;
        for (&u, numerator) in laplacian.vertices.iter().zip(fractions.numerators) {
            periods[u] = numerator.into_parts().1;
        }
        periods[c] = fractions.denominator;
    }
    Ok(periods)
}

/// The size of an Eulerian trap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eulerian {
    /// Its arcs, which are also the period of every walk there.
    pub arcs: u64,
    /// The greatest distance between two of its vertices.
    pub diameter: u64,
}

/// The size of a trap, if it is Eulerian. Time O(|K|·|A|) for the arcs A of the trap K.
pub fn eulerian(
    graph: &Multigraph,
    trap: &[VertexId],
    tick: &mut dyn Tick,
) -> Result<Option<Eulerian>, Stop> {
    let mut into = VertexMap::filled(graph.vertex_count(), 0u32);
    trap.iter().flat_map(|&u| graph.heads(u)).for_each(|&v| into[v] += 1);
    if trap.iter().any(|&u| into[u] != graph.out_degree(u)) {
        return Ok(None);
    }
    let arcs = trap.iter().map(|&u| u64::from(graph.out_degree(u))).sum();
    let mut diameter = 0;
    let mut seen_from = VertexMap::filled(graph.vertex_count(), None);
    let mut queue = VecDeque::new();
    for &start in trap {
        tick.tick(arcs)?;
        queue.push_back((start, 0));
        seen_from[start] = Some(start);
        while let Some((u, distance)) = queue.pop_front() {
            diameter = diameter.max(distance);
            for &v in graph.heads(u) {
                if seen_from[v] != Some(start) {
                    seen_from[v] = Some(start);
                    queue.push_back((v, distance + 1));
                }
            }
        }
    }
    Ok(Some(Eulerian { arcs, diameter }))
}

/// A walk in progress, with all its departures so far.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Progress<'g> {
    graph: &'g Multigraph,
    from: VertexId,
    particle: VertexId,
    /// The positions of the rotors.
    positions: Vec<u32>,
    departures: VertexMap<BigUint>,
    /// How many steps are walked plainly before a vertex is fixed.
    most_walked: u64,
}

/// The run of some particles with some vertices as sinks.
struct Excursions {
    departures: VertexMap<BigUint>,
    steps: BigUint,
    /// How many particles halt on each vertex; in a trap, on the vertex at which they enter it.
    halted: VertexMap<BigUint>,
}

impl<'g> Progress<'g> {
    fn new(graph: &'g Multigraph, rotors: &Configuration, from: VertexId) -> Self {
        let positions = graph.vertices().map(|u| rotors.position(graph, u)).collect();
        let departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
        let most_walked = 4 * graph.arc_count() as u64 + 1_000;
        Self { graph, from, particle: from, positions, departures, most_walked }
    }

    fn into_claim(self) -> Moment {
        Moment { from: self.from, at: self.particle, departures: self.departures }
    }

    fn steps(&self) -> BigUint {
        self.departures.as_slice().iter().sum()
    }

    /// The moment exactly that many steps later, or on a sink.
    fn after(&self, steps: BigUint, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let mut later = self.clone();
        later.advance(steps, tick)?;
        Ok(later)
    }

    /// Goes on for exactly `left` steps, or to a sink.
    fn advance(&mut self, mut left: BigUint, tick: &mut dyn Tick) -> Result<(), Stop> {
        let mut fixed: Vec<VertexId> = Vec::new();
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
            let Some(c) = self.next_to_fix(&visits, &fixed) else { return Err(Stop::Operations) };
            fixed.push(c);
            if self.particle != c {
                let way = self.run(&[self.particle], &[BigUint::one()], &fixed, tick)?;
                if way.steps > left || way.halt() != Some(c) {
                    // The particle does not get to c in time.
                    continue;
                }
                left -= &way.steps;
                self.apply(&way);
                self.particle = c;
            }
            self.return_until(c, &fixed, &mut left, tick)?;
            if left.is_zero() {
                return Ok(());
            }
            self.step();
            left -= 1u32;
        }
    }

    /// The vertex that was left most often on the last short walk, of those not fixed.
    fn next_to_fix(&self, visits: &[u64], fixed: &[VertexId]) -> Option<VertexId> {
        let open = self.graph.vertices().filter(|u| !self.graph.is_sink(*u) && !fixed.contains(u));
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
        fixed: &[VertexId],
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
            let run = self.excursions(c, &next, fixed, tick)?;
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

    /// That many particles sent along the arcs of c in rotor order, with c and all `fixed` vertices as sinks.
    fn excursions(
        &self,
        c: VertexId,
        count: &BigUint,
        fixed: &[VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Excursions, Stop> {
        let (before, from_rotor) = self.graph.heads(c).split_at(self.positions[c.index()] as usize);
        let heads: Vec<_> = from_rotor.iter().chain(before).copied().collect();
        let counts: Vec<_> = shares(self.graph.out_degree(c), count).collect();
        self.run(&heads, &counts, fixed, tick)
    }

    /// The run of `counts` particles from `starts` until they are on sinks, fixed vertices or in traps.
    fn run(
        &self,
        starts: &[VertexId],
        counts: &[BigUint],
        fixed: &[VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Excursions, Stop> {
        let cut = with_sinks(self.graph, fixed);
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

    /// Goes on to where the particle halts: a sink, one of `fixed`, or the first vertex of a trap.
    fn run_to_halt(&mut self, fixed: &[VertexId], tick: &mut dyn Tick) -> Result<(), Stop> {
        let run = self.run(&[self.particle], &[BigUint::one()], fixed, tick)?;
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
