//! Expected visits in machine floats: the elimination of [`expected_visits`](super::expected_visits) as long as its
//! numbers fit a double, and the order it finds in any case.

use super::part::{OUTSIDE, Part};
use crate::budget::{Budget, Outcome};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// What is smaller than this may lose bits on the way to the least double.
const LEAST_SUM: f64 = 1e-280;

/// A pass of the elimination: its order, and its numbers if all of them fit.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    /// Least fill first.
    pub(crate) order: Vec<u32>,
    /// How many products it took.
    pub(crate) products: u64,
    /// How many numbers were kept besides one for each vertex.
    pub(crate) fill: usize,
    pub(crate) doubles: Option<Doubles>,
}

/// What a pass may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// How many entries of rows it looks at.
    pub(crate) looked_at: u64,
    /// How many numbers it keeps, those of vertices not eliminated yet included.
    pub(crate) numbers: u64,
}

#[cfg(test)]
impl Limit {
    /// No limit.
    pub(crate) const NONE: Self = Self { looked_at: u64::MAX, numbers: u64::MAX };
}

/// Where a vertex led that was eliminated, what led to it, and how many entries were looked at.
struct Eliminated {
    onward: Vec<u32>,
    inward: Vec<u32>,
    looked_at: u64,
}

/// The random walk on a part, eliminated in machine floats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Doubles {
    pub(crate) order: Vec<u32>,
    pub(crate) degree: Vec<u32>,
    /// 1 / s(v) when v was eliminated.
    inverse: Vec<f64>,
    /// How much led from v to the outside then.
    pub(crate) exits: Vec<f64>,
    /// Where the factors of v begin, where those that led to it do, and where they end.
    bounds: Vec<[usize; 3]>,
    vertices: Vec<u32>,
    numbers: Vec<f64>,
}

impl Pass {
    /// Eliminates the vertices of `part` that are not `held`, if that stays within `limit`; held ones count as outside.
    ///
    /// Every vertex must reach the outside. Time: the products, and the rows they are added to. Memory: the fill.
    pub(crate) fn within(
        part: &Part,
        held: &[bool],
        limit: Limit,
        budget: &mut dyn Budget,
    ) -> Outcome<Option<Self>> {
        let mut looked_at = 0;
        let mut walk = Remaining::new(part, held);
        let mut this = Self {
            order: Vec::new(),
            products: 0,
            fill: 0,
            doubles: Some(Doubles {
                degree: (0..part.len()).map(|v| part.degree(v)).collect(),
                inverse: vec![0.0; part.len()],
                exits: vec![0.0; part.len()],
                bounds: vec![[0; 3]; part.len()],
                ..Doubles::default()
            }),
        };
        // A vertex stands in the queue by the least cost it has had; one that has become dearer is put back.
        let mut cost: Vec<u64> = (0..part.len()).map(|v| walk.cost(v)).collect();
        let mut queue: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
        queue.extend((0..part.len()).filter(|&v| !held[v]).map(|v| Reverse((cost[v], v as u32))));
        while let Some(Reverse((least, v))) = queue.pop() {
            let v = v as usize;
            if walk.gone[v] || least != cost[v] {
                continue;
            }
            let now = walk.cost(v);
            if now > least {
                cost[v] = now;
                queue.push(Reverse((now, v as u32)));
                continue;
            }
            this.products += now;
            let eliminated = this.eliminate(v, &mut walk, budget)?;
            looked_at += eliminated.looked_at;
            if looked_at > limit.looked_at || this.fill as u64 + walk.entries > limit.numbers {
                return Ok(None);
            }
            for u in eliminated.onward.into_iter().chain(eliminated.inward) {
                let now = walk.cost(u as usize);
                if now < cost[u as usize] {
                    cost[u as usize] = now;
                    queue.push(Reverse((now, u)));
                }
            }
        }
        if let Some(doubles) = &mut this.doubles {
            doubles.order.clone_from(&this.order);
        }
        Ok(Some(this))
    }

    fn eliminate(&mut self, v: usize, walk: &mut Remaining, budget: &mut dyn Budget) -> Outcome<Eliminated> {
        let (onward, inward, looked_at) = walk.eliminate(v);
        self.fill += onward.len() + inward.len();
        self.order.push(v as u32);
        // Rows lie anywhere in memory: to look at an entry of another row takes the time of some steps.
        budget.spend(4 * (1 + looked_at))?;
        // A list that grows is copied into one of twice its length.
        let factor = (size_of::<u32>() + size_of::<f64>()) as u64;
        let kept = if self.doubles.is_some() { 2 * factor * self.fill as u64 } else { 0 };
        budget.reserve(kept + walk.bytes())?;
        let exits = walk.exits[v];
        let sum = exits + onward.iter().map(|&(_, rate)| rate).sum::<f64>();
        let fits = |rate: f64| rate == 0.0 || rate.is_normal();
        if sum < LEAST_SUM || !fits(exits) || !onward.iter().chain(&inward).all(|&(_, rate)| fits(rate)) {
            self.doubles = None;
        }
        if let Some(doubles) = &mut self.doubles {
            (doubles.inverse[v], doubles.exits[v]) = (1.0 / sum, exits);
            let first = doubles.vertices.len();
            doubles.bounds[v] = [first, first + onward.len(), first + onward.len() + inward.len()];
            for &(w, rate) in onward.iter().chain(&inward) {
                doubles.vertices.push(w);
                doubles.numbers.push(rate);
            }
        }
        let vertices = |row: Vec<(u32, f64)>| row.into_iter().map(|(w, _)| w).collect();
        Ok(Eliminated { onward: vertices(onward), inward: vertices(inward), looked_at })
    }
}

impl Doubles {
    /// How many numbers are kept besides one for each vertex.
    pub(crate) fn fill(&self) -> usize {
        self.vertices.len()
    }

    /// Which vertices are not held.
    pub(crate) fn is_free(&self) -> Vec<bool> {
        let mut is_free = vec![false; self.degree.len()];
        self.order.iter().for_each(|&v| is_free[v as usize] = true);
        is_free
    }

    fn factors(&self, range: Range<usize>) -> impl Iterator<Item = (usize, f64)> {
        let vertices = self.vertices[range.clone()].iter().map(|&w| w as usize);
        vertices.zip(self.numbers[range].iter().copied())
    }

    /// What led from v to vertices eliminated later.
    pub(crate) fn onward(&self, v: usize) -> impl Iterator<Item = (usize, f64)> {
        let [from, to, _] = self.bounds[v];
        self.factors(from..to)
    }

    /// What led to v from vertices eliminated later.
    pub(crate) fn inward(&self, v: usize) -> impl Iterator<Item = (usize, f64)> {
        let [_, from, to] = self.bounds[v];
        self.factors(from..to)
    }

    /// The expected number of departures from each vertex if these particles, none of them negative, are put down; 0
    /// for held vertices. Time: the fill.
    pub(crate) fn visits(&self, particles: Vec<f64>) -> Vec<f64> {
        let mut flow = particles;
        for &v in &self.order {
            let v = v as usize;
            let share = flow[v] * self.inverse[v];
            if share != 0.0 {
                self.onward(v).for_each(|(w, rate)| flow[w] += share * rate);
            }
        }
        for &v in self.order.iter().rev() {
            let v = v as usize;
            let arrivals: f64 = self.inward(v).map(|(u, rate)| flow[u] * rate).sum();
            flow[v] = (flow[v] + arrivals) * self.inverse[v];
        }
        for &v in &self.order {
            flow[v as usize] *= f64::from(self.degree[v as usize]);
        }
        flow
    }
}

/// The vertices not eliminated yet.
struct Remaining {
    /// m(u, v) for v ≠ u.
    rows: Vec<Vec<(u32, f64)>>,
    /// How much leads from u to the outside.
    exits: Vec<f64>,
    /// The tails of what leads to v, eliminated ones included.
    tails: Vec<Vec<u32>>,
    in_degree: Vec<u32>,
    gone: Vec<bool>,
    /// Where each vertex stands in the row at hand, plus one.
    place: Vec<u32>,
    /// How many entries the rows have.
    entries: u64,
}

impl Remaining {
    fn new(part: &Part, held: &[bool]) -> Self {
        let n = part.len();
        let mut this = Self {
            rows: vec![Vec::new(); n],
            exits: vec![0.0; n],
            tails: vec![Vec::new(); n],
            in_degree: vec![0; n],
            gone: held.to_vec(),
            place: vec![0; n],
            entries: 0,
        };
        let mut heads = Vec::new();
        for v in (0..n).filter(|&v| !held[v]) {
            heads.clear();
            heads.extend(part.heads(v).iter().filter(|&&w| w as usize != v));
            heads.iter_mut().filter(|w| **w != OUTSIDE && held[**w as usize]).for_each(|w| *w = OUTSIDE);
            heads.sort_unstable();
            for run in heads.chunk_by(|a, b| a == b) {
                match run[0] {
                    OUTSIDE => this.exits[v] = run.len() as f64,
                    w => {
                        this.rows[v].push((w, run.len() as f64));
                        this.tails[w as usize].push(v as u32);
                        this.in_degree[w as usize] += 1;
                    }
                }
            }
            this.entries += this.rows[v].len() as u64;
        }
        this
    }

    /// What the rows take, and the tails, both in lists that may be half empty.
    fn bytes(&self) -> u64 {
        2 * (size_of::<(u32, f64)>() + size_of::<u32>()) as u64 * self.entries
    }

    /// How many products the elimination of `v` takes, about.
    fn cost(&self, v: usize) -> u64 {
        u64::from(self.in_degree[v]) * (self.rows[v].len() as u64 + 1)
    }

    /// Eliminates `v`: whatever leads to it now leads on to where it leads. Returns what led from it, what led to it, and
    /// how many entries were looked at.
    #[expect(clippy::type_complexity, reason = "two rows and a number")]
    fn eliminate(&mut self, v: usize) -> (Vec<(u32, f64)>, Vec<(u32, f64)>, u64) {
        let onward = std::mem::take(&mut self.rows[v]);
        self.gone[v] = true;
        let sum = self.exits[v] + onward.iter().map(|&(_, rate)| rate).sum::<f64>();
        let mut inward = Vec::with_capacity(self.in_degree[v] as usize);
        let mut looked_at = onward.len() as u64;
        for u in std::mem::take(&mut self.tails[v]) {
            if self.gone[u as usize] {
                continue;
            }
            let row = &mut self.rows[u as usize];
            let before = row.len();
            looked_at += (before + onward.len()) as u64;
            for (at, &(w, _)) in row.iter().enumerate() {
                self.place[w as usize] = at as u32 + 1;
            }
            let at = self.place[v] as usize - 1;
            let rate = row[at].1;
            inward.push((u, rate));
            let share = rate / sum;
            for &(w, rate) in onward.iter().filter(|&&(w, _)| w != u) {
                match self.place[w as usize] {
                    0 => {
                        row.push((w, share * rate));
                        self.tails[w as usize].push(u);
                        self.in_degree[w as usize] += 1;
                    }
                    at => row[at as usize - 1].1 += share * rate,
                }
            }
            row.iter().for_each(|&(w, _)| self.place[w as usize] = 0);
            row.swap_remove(at);
            self.entries = self.entries + row.len() as u64 - before as u64;
            self.exits[u as usize] += share * self.exits[v];
        }
        onward.iter().for_each(|&(w, _)| self.in_degree[w as usize] -= 1);
        self.entries -= onward.len() as u64;
        (onward, inward, looked_at)
    }
}
