//! Expected visits by iteration, for graphs on which an elimination fills in.
//!
//! With z(v) = visits(v) / d(v) as in [`expectation`](super::expectation), a sweep of Gauss and Seidel puts
//! z(v) right at one vertex after the other. That soon evens out what neighbours disagree on, but hardly ever what
//! large parts of the graph do, least of all where the sink is rarely found. So before each sweep the vertices are taken
//! together in clusters: z keeps its proportions inside a cluster, and one factor for each makes as much leave every
//! cluster as gets there (Koury, McAllister and Stewart 1984; without clusters, Takahashi 1975).

use super::pseudo_flow::{MergedArcs, OUTSIDE, Part};
use super::scaled::Scaled;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Stop, Tick};

/// Into how many clusters a graph is divided at most: their elimination takes its cube.
const MOST_CLUSTERS: usize = 128;

/// How many vertices a cluster has at least, on average.
const VERTICES_A_CLUSTER: usize = 16;

/// What is missing may be so much of a particle, or of all that is put down, if that is more.
const MISSING: f64 = 1e-3;
const MISSING_OF_ALL: f64 = 1e-9;

/// The random walk on a part, ready to be iterated.
#[derive(Clone, Debug)]
pub(crate) struct Iteration {
    degree: Vec<u32>,
    /// How many arcs of v are not loops, and how many of them lead outside; 0 for held vertices.
    away: Vec<u32>,
    exits: Vec<u32>,
    /// From where arcs lead to v between free vertices, and how many from each.
    first: Vec<u32>,
    tails: Vec<(u32, u32)>,
    cluster: Vec<u32>,
    clusters: usize,
}

impl Iteration {
    /// The vertices of `part` that are not `held`; held ones count as outside. Time O(|A| log d).
    pub(crate) fn of(part: &Part, held: &[bool]) -> Self {
        let n = part.len();
        let (mut away, mut exits) = (vec![0; n], vec![0; n]);
        let mut arcs = MergedArcs::default();
        let mut rows = vec![Vec::new(); n];
        for v in 0..n {
            arcs.read(part, v, held);
            (away[v], exits[v]) = (arcs.away(), arcs.exits);
            arcs.heads.iter().for_each(|&(w, times)| rows[w as usize].push((v as u32, times)));
        }
        let ends = rows.iter().scan(0, |end, row| {
            *end += row.len() as u32;
            Some(*end)
        });
        let first = std::iter::once(0).chain(ends).collect();
        let (cluster, clusters) = clusters(part, held);
        let degree = (0..n).map(|v| part.degree(v)).collect();
        Self { degree, away, exits, first, tails: rows.concat(), cluster, clusters }
    }

    /// How many numbers are kept besides one for each vertex.
    pub(crate) fn fill(&self) -> usize {
        self.tails.len()
    }

    /// One for each free vertex.
    fn ones(&self) -> Vec<f64> {
        self.away.iter().map(|&away| if away > 0 { 1.0 } else { 0.0 }).collect()
    }

    fn tails(&self, v: usize) -> &[(u32, u32)] {
        &self.tails[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// Whether so many cycles are enough for one particle on every vertex.
    pub(crate) fn converges(&self, cycles: u32, tick: &mut dyn Tick) -> Result<bool, Stop> {
        Ok(self.turns(&self.ones(), cycles, tick)?.1)
    }

    /// The expected departures from each vertex if these particles are put down; 0 for held vertices. An estimate if it does not
    /// converge.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        tick: &mut dyn Tick,
    ) -> Result<Vec<Scaled>, Stop> {
        /// A graph that needs more cycles is walked as quickly.
        const MOST_CYCLES: u32 = 400;
        // Held vertices are those that nothing leaves.
        let put = |v: usize| if self.away[v] > 0 { particles(v) } else { BigUint::ZERO };
        let put: Vec<BigUint> = (0..self.away.len()).map(put).collect();
        let down = put.iter().map(BigUint::bits).max().unwrap_or(0).saturating_sub(64);
        let number = |count: &BigUint| (count >> down).to_f64().unwrap_or(0.0);
        let numbers: Vec<f64> = put.iter().map(number).collect();
        let (turns, _) = self.turns(&numbers, MOST_CYCLES, tick)?;
        let visits = turns.iter().zip(&self.degree).map(|(z, &degree)| z * f64::from(degree));
        Ok(visits.map(|visits| Scaled::times_power(visits, down as i64)).collect())
    }

    /// z, and whether it is right: after at most so many cycles, of three passes over the arcs each.
    fn turns(&self, particles: &[f64], cycles: u32, tick: &mut dyn Tick) -> Result<(Vec<f64>, bool), Stop> {
        let n = self.away.len();
        let all: f64 = particles.iter().sum();
        if all == 0.0 {
            return Ok((vec![0.0; n], true));
        }
        let enough = (MISSING_OF_ALL * all).max(MISSING * all.min(1.0));
        let mut z = self.ones();
        let mut is_right = false;
        for cycle in 0..cycles {
            // The tails of a vertex lie anywhere in memory.
            tick.tick(12 * (n + self.tails.len()) as u64)?;
            let missing = self.put_clusters_right(particles, &mut z);
            // Before the first sweep z has nothing to do with the question.
            is_right = cycle > 0 && missing <= enough;
            if is_right || !missing.is_finite() {
                break;
            }
            (0..n).for_each(|v| self.put_right(v, particles, &mut z));
            (0..n).rev().for_each(|v| self.put_right(v, particles, &mut z));
        }
        z.iter_mut().filter(|z| !z.is_finite()).for_each(|z| *z = 0.0);
        Ok((z, is_right))
    }

    #[inline]
    fn put_right(&self, v: usize, particles: &[f64], z: &mut [f64]) {
        if self.away[v] > 0 {
            let arrivals: f64 =
                self.tails(v).iter().map(|&(u, times)| z[u as usize] * f64::from(times)).sum();
            z[v] = (particles[v] + arrivals) / f64::from(self.away[v]);
        }
    }

    /// Multiplies z by a factor for each cluster; returns by how much z was not right before, in particles.
    fn put_clusters_right(&self, particles: &[f64], z: &mut [f64]) -> f64 {
        let k = self.clusters;
        let mut coarse = Clusters { k, rates: vec![0.0; k * k], exits: vec![0.0; k], supply: vec![0.0; k] };
        let mut missing = 0.0;
        for v in (0..self.away.len()).filter(|&v| self.away[v] > 0) {
            let to = self.cluster[v] as usize;
            let mut arrivals = particles[v];
            coarse.supply[to] += particles[v];
            coarse.exits[to] += z[v] * f64::from(self.exits[v]);
            for &(u, times) in self.tails(v) {
                let flow = z[u as usize] * f64::from(times);
                arrivals += flow;
                let from = self.cluster[u as usize] as usize;
                if from != to {
                    coarse.rates[from * k + to] += flow;
                }
            }
            missing += (arrivals - z[v] * f64::from(self.away[v])).abs();
        }
        let factors = coarse.solve();
        z.iter_mut().zip(&self.cluster).for_each(|(z, &cluster)| *z *= factors[cluster as usize]);
        missing
    }
}

/// What flows between clusters, out of them, and is put on them.
struct Clusters {
    k: usize,
    rates: Vec<f64>,
    exits: Vec<f64>,
    supply: Vec<f64>,
}

impl Clusters {
    /// The factor for each cluster. Eliminated as in [`expectation`](super::expectation), nothing subtracted.
    fn solve(mut self) -> Vec<f64> {
        let k = self.k;
        let mut inverse = vec![0.0; k];
        for c in (0..k).rev() {
            let sum = self.exits[c] + self.rates[c * k..c * k + c].iter().sum::<f64>();
            // Nothing flows through a cluster that no particle gets to.
            inverse[c] = if sum > 0.0 { 1.0 / sum } else { 0.0 };
            let (before, row) = self.rates.split_at_mut(c * k);
            let row = &row[..c];
            for from in 0..c {
                let share = before[from * k + c] * inverse[c];
                if share > 0.0 {
                    let rates = &mut before[from * k..from * k + c];
                    rates.iter_mut().zip(row).for_each(|(rate, onward)| *rate += share * onward);
                    before[from * k + from] = 0.0;
                    self.exits[from] += share * self.exits[c];
                }
            }
            let share = self.supply[c] * inverse[c];
            self.supply[..c].iter_mut().zip(row).for_each(|(supply, onward)| *supply += share * onward);
        }
        let mut factors = vec![0.0; k];
        for c in 0..k {
            let arrivals: f64 = (0..c).map(|from| factors[from] * self.rates[from * k + c]).sum();
            factors[c] = (self.supply[c] + arrivals) * inverse[c];
        }
        factors
    }
}

/// The cluster of each vertex, and how many there are: what is nearest to each of some vertices far apart.
fn clusters(part: &Part, held: &[bool]) -> (Vec<u32>, usize) {
    let free: Vec<usize> = (0..part.len()).filter(|&v| !held[v]).collect();
    let count = (free.len() / VERTICES_A_CLUSTER).clamp(1, MOST_CLUSTERS);
    let mut cluster = vec![OUTSIDE; part.len()];
    let mut queue = std::collections::VecDeque::new();
    for at in 0..count.min(free.len()) {
        let v = free[at * free.len() / count];
        cluster[v] = at as u32;
        queue.push_back(v);
    }
    while let Some(v) = queue.pop_front() {
        for &w in part.heads(v).iter().filter(|&&w| w != OUTSIDE && !held[w as usize]) {
            if cluster[w as usize] == OUTSIDE {
                cluster[w as usize] = cluster[v];
                queue.push_back(w as usize);
            }
        }
    }
    // What none of them leads to goes with the first.
    cluster.iter_mut().filter(|cluster| **cluster == OUTSIDE).for_each(|cluster| *cluster = 0);
    (cluster, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::expectation::{Eliminating, Limit};
    use rotor_generate::{Dice, Kinds, small_forest, small_graph};

    #[test]
    fn iteration_finds_the_visits_that_an_elimination_finds() {
        let mut dice = Dice::new(141);
        let mut kinds = Kinds::default();
        let (mut right, mut all) = (0, 0);
        for index in 0..4_000 {
            let instance = if index % 2 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.1)).collect();
            let mut put: Vec<f64> = (0..part.len()).map(|_| f64::from(dice.below(9))).collect();
            (0..part.len()).filter(|&v| held[v]).for_each(|v| put[v] = 0.0);
            let elimination = Eliminating::new(&part, &held).within(Limit::NONE, &mut ()).unwrap().unwrap();
            let expected = elimination.visits(|v| Scaled::times_power(put[v], 0));
            let mut iteration = Iteration::of(&part, &held);
            // Small graphs have one cluster, which is not what is to be tested.
            iteration.clusters = 1 + dice.below(4) as usize;
            let clusters = iteration.clusters as u32;
            iteration.cluster.iter_mut().for_each(|cluster| *cluster = dice.below(clusters));
            let (turns, is_right) = iteration.turns(&put, 2_000, &mut ()).unwrap();
            all += 1;
            right += u32::from(is_right);
            if is_right {
                // What is missing adds up to little, and each of it is visited by no more than all visits.
                let most = expected.iter().fold(1.0, |most, visits| f64::max(most, visits.to_f64()));
                for (v, visits) in expected.iter().map(|visits| visits.to_f64()).enumerate() {
                    let found = turns[v] * f64::from(part.degree(v));
                    let error = (found - visits).abs();
                    assert!(
                        error <= 0.01 * most * part.len() as f64,
                        "{v}: {found} for {visits} on\n{instance}"
                    );
                    assert!(!held[v] || found == 0.0);
                }
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(right * 100 > all * 99, "{right} of {all} converged");
    }
}
