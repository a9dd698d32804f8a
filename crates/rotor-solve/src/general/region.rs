//! Regions: sets of vertices around a place, which what is left over there crosses in one step.
//!
//! Let R be any set of vertices, and let everything else be outside. Departures from R that settle it take whatever is
//! left over in R, particles and holes, to heads of arcs that leave R: that is what walks through R one after the other
//! would do, whichever flow R settles in. So what is left over does not become more, and the step is as long as R is wide.

use super::expectation::OnDemand;
use super::guess::settle;
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Some vertices of a part, and what is known of them.
#[derive(Debug)]
pub(crate) struct Region {
    /// In the order in which they were found.
    pub(crate) vertices: Vec<u32>,
    /// Where arcs lead that leave the region, but not the part.
    pub(crate) border: Vec<u32>,
    part: Part,
    averages: OnDemand,
}

/// Finds regions, with a list as long as the part that is not made anew for each.
#[derive(Debug)]
pub(crate) struct Finder {
    /// The place of each vertex in the region at hand, or [`OUTSIDE`].
    place: Vec<u32>,
}

impl Finder {
    /// For a part with this many vertices.
    pub(crate) fn new(vertices: usize) -> Self {
        Self { place: vec![OUTSIDE; vertices] }
    }

    /// At most `size` vertices from `start` on, those with most `visits` first; only such as `is_free` allows.
    ///
    /// A particle stays long where visits are many. So a region takes in the whole valley around its start before it
    /// goes over a ridge, and of the last half of its growth it ends where the highest of its border is lowest.
    /// Time O(log `size`) for each arc of the region.
    pub(crate) fn vertices_around(
        &mut self,
        part: &Part,
        is_free: impl Fn(usize) -> bool,
        visits: &[u32],
        start: usize,
        size: usize,
    ) -> Vec<u32> {
        let mut seen = vec![start as u32];
        self.place[start] = 0;
        let mut queue = BinaryHeap::from([(visits[start], Reverse(start as u32))]);
        let (mut vertices, mut ridge) = (Vec::new(), (u32::MAX, 0));
        while let Some((level, Reverse(v))) = queue.pop() {
            if 2 * vertices.len() >= size {
                ridge = ridge.min((level, vertices.len()));
            }
            if vertices.len() == size {
                vertices.truncate(ridge.1);
                break;
            }
            vertices.push(v);
            for &w in part.heads(v as usize).iter().filter(|&&w| w != OUTSIDE && is_free(w as usize)) {
                if std::mem::replace(&mut self.place[w as usize], 0) == OUTSIDE {
                    seen.push(w);
                    queue.push((visits[w as usize], Reverse(w)));
                }
            }
        }
        seen.iter().for_each(|&v| self.place[v as usize] = OUTSIDE);
        vertices
    }

    /// The region of these vertices. Time O(arcs of the region · log).
    pub(crate) fn region(&mut self, part: &Part, vertices: Vec<u32>) -> Region {
        vertices.iter().enumerate().for_each(|(at, &v)| self.place[v as usize] = at as u32);
        let inner = part.rows_of(vertices.iter().map(|&v| v as usize), &self.place);
        let leaves = |w: &u32| *w != OUTSIDE && self.place[*w as usize] == OUTSIDE;
        let heads = vertices.iter().flat_map(|&v| part.heads(v as usize)).copied();
        let mut border: Vec<u32> = heads.filter(leaves).collect();
        border.sort_unstable();
        border.dedup();
        vertices.iter().for_each(|&v| self.place[v as usize] = OUTSIDE);
        Region { vertices, border, part: inner, averages: OnDemand::default() }
    }
}

impl Region {
    /// Settles the region, if guesses can; what is left over in it then is at its border. Whether they could: if not,
    /// the flow stays as it is. Residuals must be small. What is left over on vertices that do not `count` stays there.
    pub(crate) fn cross(
        &mut self,
        flow: &mut PseudoFlow<'_>,
        count: impl Fn(usize) -> bool,
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        tick.tick(2 * self.part.arc_count() as u64)?;
        let mut inside = flow.cut_out(&self.part, &self.vertices, count);
        if !settle(&mut inside, &vec![false; self.vertices.len()], &mut self.averages, &mut Quiet(tick))? {
            return Ok(false);
        }
        let change = |(at, &v): (usize, &u32)| {
            let change = inside.departures(at) - flow.position(v as usize);
            (!change.is_zero()).then_some((v as usize, change))
        };
        let changes: Vec<(usize, BigInt)> = self.vertices.iter().enumerate().filter_map(change).collect();
        let few = |change: &BigInt| change.to_i64().filter(|change| change.unsigned_abs() < 1 << 60);
        if changes.iter().all(|(_, change)| few(change).is_some()) {
            changes.iter().for_each(|(v, change)| flow.shift(*v, few(change).unwrap_or(0)));
        } else {
            flow.apply_freely(changes.into_iter());
        }
        Ok(true)
    }
}

/// A tick that does not report how far a region has come: it is not a component.
struct Quiet<'b>(&'b mut dyn Tick);

impl Tick for Quiet<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.0.tick(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.0.reserve(bytes)
    }
}
