//! Expected visits in machine floats: the elimination of [`expected_visits`](super::expected_visits) as long as its
//! numbers fit a double, and the order it finds in any case.

use super::part::Part;
use super::remaining::{Arithmetic, Eliminated, Remaining};
use rotor_graph::{Stop, Tick};
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
    /// How many products they took.
    pub(crate) products: u64,
    /// Whether some were too small for a double and are taken as 0. Less than 2^-90 of what leaves a vertex is lost there: so visits
    /// are right if they are few, and mean nothing if they are not.
    pub(crate) is_lossy: bool,
}

impl Pass {
    /// Eliminates the vertices of `part` that are not `held`, if that stays within `limit`; held ones count as outside.
    ///
    /// Every vertex must reach the outside. Time: the products, and the rows they are added to. Memory: the fill.
    pub(crate) fn within(
        part: &Part,
        held: &[bool],
        limit: Limit,
        tick: &mut dyn Tick,
    ) -> Result<Option<Self>, Stop> {
        let mut looked_at = 0;
        let mut walk = Remaining::new(part, held, Machine::default());
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
            let (neighbours, looked) = this.eliminate(v, &mut walk, tick)?;
            looked_at += looked;
            if looked_at > limit.looked_at || this.fill as u64 + walk.entries > limit.numbers {
                return Ok(None);
            }
            for u in neighbours.into_iter().flatten() {
                let now = walk.cost(u as usize);
                if now < cost[u as usize] {
                    cost[u as usize] = now;
                    queue.push(Reverse((now, u)));
                }
            }
        }
        if let Some(doubles) = &mut this.doubles {
            doubles.order.clone_from(&this.order);
            (doubles.products, doubles.is_lossy) = (this.products, walk.arithmetic.has_lost);
        }
        Ok(Some(this))
    }

    /// Eliminates `v`; returns the vertices it led to or was led to by, and how many entries were looked at.
    fn eliminate(
        &mut self,
        v: usize,
        walk: &mut Remaining<Machine>,
        tick: &mut dyn Tick,
    ) -> Result<([Vec<u32>; 2], u64), Stop> {
        let Eliminated { onward, inward, looked_at } = walk.eliminate(v);
        self.fill += onward.vertices.len() + inward.vertices.len();
        self.order.push(v as u32);
        // Rows lie anywhere in memory: to look at an entry of another row takes the time of some steps.
        tick.tick(4 * (1 + looked_at))?;
        // A list that grows is copied into one of twice its length.
        let factor = (size_of::<u32>() + size_of::<f64>()) as u64;
        let kept = if self.doubles.is_some() { 2 * factor * self.fill as u64 } else { 0 };
        // Rows and tails lie in lists that may be half empty.
        let remaining = 2 * (factor + size_of::<u32>() as u64) * walk.entries;
        tick.reserve(kept + remaining)?;
        let (sum, exits) = (walk.arithmetic.pivot, walk.exits[v]);
        if sum < LEAST_SUM {
            self.doubles = None;
        }
        if let Some(doubles) = &mut self.doubles {
            (doubles.inverse[v], doubles.exits[v]) = (1.0 / sum, exits);
            let first = doubles.vertices.len();
            let middle = first + onward.vertices.len();
            doubles.bounds[v] = [first, middle, middle + inward.vertices.len()];
            for row in [&onward, &inward] {
                doubles.vertices.extend_from_slice(&row.vertices);
                doubles.numbers.extend_from_slice(&row.numbers);
            }
        }
        Ok(([onward.vertices, inward.vertices], looked_at))
    }
}

/// Machine floats.
#[derive(Default)]
struct Machine {
    pivot: f64,
    share: f64,
    /// Whether a product was too small.
    has_lost: bool,
}

impl Arithmetic for Machine {
    type Number<'n> = f64;
    type Numbers = Vec<f64>;

    fn with_capacity(&self, length: usize) -> Vec<f64> {
        Vec::with_capacity(length)
    }

    #[inline]
    fn get(numbers: &Vec<f64>, at: usize) -> f64 {
        numbers[at]
    }

    #[inline]
    fn push(numbers: &mut Vec<f64>, number: f64) {
        numbers.push(number);
    }

    fn push_count(&self, numbers: &mut Vec<f64>, count: u32) {
        numbers.push(count.into());
    }

    #[inline]
    fn add(numbers: &mut Vec<f64>, at: usize, number: f64) {
        numbers[at] += number;
    }

    #[inline]
    fn swap_remove(numbers: &mut Vec<f64>, at: usize) {
        numbers.swap_remove(at);
    }

    fn set_pivot(&mut self, exits: f64, onward: &Vec<f64>) {
        self.pivot = exits + onward.iter().sum::<f64>();
    }

    #[inline]
    fn set_share(&mut self, rate: f64) {
        self.share = rate / self.pivot;
    }

    #[inline]
    fn product(&mut self, rate: f64) -> f64 {
        let product = self.share * rate;
        if product < f64::MIN_POSITIVE && rate > 0.0 {
            self.has_lost = true;
            return 0.0;
        }
        product
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
