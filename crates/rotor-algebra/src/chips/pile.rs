//! Piles: chips on the active vertices, in machine words, being fired in bulk.

use super::waiting::WaitingVertices;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{Stop, StoppingGraph, Tick};

/// How many bulk firings are paid for at once.
const PAY_EVERY: u64 = 1 << 12;

/// The active part of a graph, renumbered, with loops and exits left out: firing u takes `loss[u]` chips from u and
/// gives one to each of `heads`.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    first: Vec<u32>,
    heads: Vec<u32>,
    /// d(u): at least this many chips are needed.
    pub(crate) degree: Vec<i64>,
    /// d(u) less the loops of u.
    loss: Vec<i64>,
}

impl Table {
    pub(crate) fn of(stopping: &StoppingGraph<'_>, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let graph = stopping.graph();
        let mut index = vec![u32::MAX; graph.vertex_count()];
        (0..).zip(stopping.active_vertices()).for_each(|(at, u)| index[u.index()] = at);
        let mut table = Self { first: vec![0], heads: Vec::new(), degree: Vec::new(), loss: Vec::new() };
        for (at, u) in stopping.active_vertices().enumerate() {
            tick.tick_at(at)?;
            let degree = i64::from(graph.out_degree(u));
            let loops = graph.heads(u).iter().filter(|&&v| v == u).count() as i64;
            let inner = graph.heads(u).iter().filter(|&&v| v != u && stopping.is_active(v));
            let row = table.heads.len();
            table.heads.extend(inner.map(|v| index[v.index()]));
            // In order, where neighbours lie alike, what they do is easier to predict than in the order of the rotor.
            table.heads[row..].sort_unstable();
            table.first.push(table.heads.len() as u32);
            table.degree.push(degree);
            table.loss.push(degree - loops);
        }
        Ok(table)
    }

    pub(crate) fn len(&self) -> usize {
        self.degree.len()
    }

    /// The heads of the arcs of u that are active and not loops, ascending.
    #[inline]
    pub(crate) fn heads(&self, u: usize) -> &[u32] {
        &self.heads[self.first[u] as usize..self.first[u + 1] as usize]
    }

    /// Fires until every vertex is stable, each time as often as it can at once. Adds the firings to `fired`.
    ///
    /// Chips must be few enough that their sum fits: none is ever made, so that no later sum is greater.
    pub(crate) fn fire_words(
        &self,
        chips: &mut [i64],
        fired: &mut [BigUint],
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let mut firings = vec![0u64; self.len()];
        let mut unstable = WaitingVertices::new(self.len());
        // Chips beyond what a vertex needs to fire: the sign says whether it can, and the loop reads one number per head.
        chips.iter_mut().zip(&self.degree).for_each(|(count, degree)| *count -= degree);
        (0..self.len()).filter(|&u| chips[u] >= 0).for_each(|u| unstable.insert(u));
        let mut unpaid = 0;
        while let Some(u) = unstable.pop() {
            unpaid += 1;
            if unpaid == PAY_EVERY {
                tick.tick(std::mem::take(&mut unpaid))?;
            }
            let (spare, loss) = (chips[u], self.loss[u]);
            // Most vertices fire once, and a division is what the loop would wait for.
            let times = if spare < loss { 1 } else { spare / loss + 1 };
            chips[u] = spare - times * loss;
            firings[u] += times as u64;
            if firings[u] > 1 << 62 {
                fired[u] += std::mem::take(&mut firings[u]);
            }
            for &v in self.heads(u) {
                let v = v as usize;
                let count = chips[v] + times;
                chips[v] = count;
                if count >= 0 {
                    unstable.insert(v);
                }
            }
        }
        tick.tick(unpaid)?;
        chips.iter_mut().zip(&self.degree).for_each(|(count, degree)| *count += degree);
        fired.iter_mut().zip(firings).for_each(|(sum, more)| *sum += more);
        Ok(())
    }

    /// The same as [`fire_words`](Self::fire_words) for chips of any size.
    pub(crate) fn fire_any(
        &self,
        chips: &mut [BigInt],
        fired: &mut [BigUint],
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let is_full = |chips: &[BigInt], u: usize| chips[u] >= self.degree[u].into();
        let mut waiting: Vec<bool> = (0..self.len()).map(|u| is_full(chips, u)).collect();
        let mut now: Vec<usize> = (0..self.len()).filter(|&u| waiting[u]).collect();
        let mut next = Vec::new();
        while !now.is_empty() {
            for u in now.drain(..) {
                tick.tick(1 + self.heads(u).len() as u64)?;
                waiting[u] = false;
                let times: BigInt = (&chips[u] - self.degree[u]) / self.loss[u] + 1;
                chips[u] -= &times * self.loss[u];
                for &v in self.heads(u) {
                    let v = v as usize;
                    chips[v] += &times;
                    if !waiting[v] && is_full(chips, v) {
                        waiting[v] = true;
                        next.push(v);
                    }
                }
                fired[u] += times.magnitude();
            }
            std::mem::swap(&mut now, &mut next);
        }
        Ok(())
    }

    /// Fires until every vertex is stable, in machine words if the chips fit.
    pub(crate) fn fire(
        &self,
        chips: &mut [BigInt],
        fired: &mut [BigUint],
        tick: &mut dyn Tick,
    ) -> Result<(), Stop> {
        let positive: BigInt = chips.iter().filter(|count| count.is_positive()).sum();
        let fits = positive.bits() < 62 && chips.iter().all(|count| count.bits() < 62);
        if !fits {
            return self.fire_any(chips, fired, tick);
        }
        let mut words: Vec<i64> = chips.iter().map(|count| count.to_i64().unwrap_or(0)).collect();
        self.fire_words(&mut words, fired, tick)?;
        chips.iter_mut().zip(words).for_each(|(count, word)| *count = word.into());
        Ok(())
    }

    /// chips − firings · Δ.
    pub(crate) fn after(&self, chips: &[BigInt], firings: &[BigUint]) -> Vec<BigInt> {
        let mut after = chips.to_vec();
        for (u, times) in firings.iter().enumerate().filter(|(_, times)| !times.is_zero()) {
            let times = BigInt::from(times.clone());
            after[u] -= &times * self.loss[u];
            self.heads(u).iter().for_each(|&v| after[v as usize] += &times);
        }
        after
    }

    /// The arcs into each vertex from others that are active.
    pub(crate) fn tails(&self, tick: &mut dyn Tick) -> Result<Tails, Stop> {
        let mut first = vec![0u32; self.len() + 1];
        self.heads.iter().for_each(|&v| first[v as usize + 1] += 1);
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut tails = vec![0; self.heads.len()];
        for u in 0..self.len() {
            tick.tick_at(u)?;
            for &v in self.heads(u) {
                let at = &mut next[v as usize];
                tails[*at as usize] = u as u32;
                *at += 1;
            }
        }
        Ok(Tails { first, tails })
    }

    /// d(u) less the loops of u.
    #[inline]
    pub(crate) fn loss(&self, u: usize) -> i64 {
        self.loss[u]
    }
}

/// Where the arcs into each vertex come from.
#[derive(Clone, Debug)]
pub(crate) struct Tails {
    first: Vec<u32>,
    tails: Vec<u32>,
}

impl Tails {
    /// The tails of the arcs into v, ascending, one per arc.
    #[inline]
    pub(crate) fn of(&self, v: usize) -> &[u32] {
        &self.tails[self.first[v] as usize..self.first[v + 1] as usize]
    }
}
