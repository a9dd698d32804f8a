//! Expected visits of a random walk: what the rotor walk does on average, up to roundings.
//!
//! The walk leaves v by each arc equally often. With z(v) = visits(v) / d(v), the visits of particles put down in
//! numbers r(v) solve z(v) · s(v) = r(v) + Σ z(u) · m(u, v) over u ≠ v, where s(v) counts the arcs of v that are no loops.
//! Vertices are eliminated one after the other, least fill first; m(u, w) grows by m(u, v) · m(v, w) / s(v). After
//! Grassmann, Taksar and Heyman, s(v) is never a difference: it is the sum of what leaves v. So nothing is ever subtracted, and
//! every number is right to nearly all its bits, however small.

use super::big_float::{Cell, Float, Floats};
use super::part::{OUTSIDE, Part};
use crate::budget::{Budget, Outcome};
use num_bigint::BigUint;
use num_traits::Zero;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A list of vertices with a number each.
#[derive(Clone, Debug, Default)]
struct Row {
    vertices: Vec<u32>,
    numbers: Floats,
}

impl Row {
    fn new(limbs: usize) -> Self {
        Self { vertices: Vec::new(), numbers: Floats::zeros(limbs, 0) }
    }

    fn with_capacity(limbs: usize, length: usize) -> Self {
        Self { vertices: Vec::with_capacity(length), numbers: Floats::with_capacity(limbs, length) }
    }

    fn push(&mut self, vertex: u32, number: Float<'_>) {
        self.vertices.push(vertex);
        self.numbers.push(number);
    }

    fn iter(&self) -> impl Iterator<Item = (usize, Float<'_>)> {
        self.vertices.iter().enumerate().map(|(at, &vertex)| (vertex as usize, self.numbers.get(at)))
    }
}

/// The random walk on a part, eliminated: whatever is asked of it later costs one pass.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    limbs: usize,
    order: Vec<u32>,
    fill: usize,
    degree: Vec<u32>,
    /// 1 / s(v) when v was eliminated.
    inverse: Floats,
    /// What led from v to vertices eliminated later.
    onward: Vec<Row>,
    /// What led to v from vertices eliminated later.
    inward: Vec<Row>,
}

impl Elimination {
    /// Eliminates the vertices of `part` that are not `held`; held ones count as outside.
    ///
    /// Every vertex must reach the outside. Time and memory: the fill, times products of numbers of `limbs` words.
    pub(crate) fn of(part: &Part, held: &[bool], limbs: usize, budget: &mut dyn Budget) -> Outcome<Self> {
        let mut this = Self::empty(part, limbs);
        let mut walk = Remaining::new(part, held, limbs);
        let mut queue: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
        queue.extend((0..part.len()).filter(|&v| !held[v]).map(|v| Reverse((walk.cost(v), v as u32))));
        while let Some(Reverse((cost, v))) = queue.pop() {
            if walk.gone[v as usize] || walk.cost(v as usize) != cost {
                continue;
            }
            this.eliminate(v as usize, &mut walk, budget)?;
            for &u in this.onward[v as usize].vertices.iter().chain(&this.inward[v as usize].vertices) {
                queue.push(Reverse((walk.cost(u as usize), u)));
            }
        }
        Ok(this)
    }

    /// The same elimination, in the same order, with another precision.
    pub(crate) fn again(
        &self,
        part: &Part,
        held: &[bool],
        limbs: usize,
        budget: &mut dyn Budget,
    ) -> Outcome<Self> {
        let mut this = Self::empty(part, limbs);
        let mut walk = Remaining::new(part, held, limbs);
        self.order.iter().try_for_each(|&v| this.eliminate(v as usize, &mut walk, budget))?;
        Ok(this)
    }

    fn empty(part: &Part, limbs: usize) -> Self {
        let n = part.len();
        Self {
            limbs,
            order: Vec::new(),
            fill: 0,
            degree: (0..n).map(|v| part.degree(v)).collect(),
            inverse: Floats::zeros(limbs, n),
            onward: vec![Row::default(); n],
            inward: vec![Row::default(); n],
        }
    }

    fn eliminate(&mut self, v: usize, walk: &mut Remaining, budget: &mut dyn Budget) -> Outcome<()> {
        budget.spend((1 + walk.cost(v)) * (self.limbs * self.limbs) as u64)?;
        let (onward, inward) = walk.eliminate(v, &mut self.inverse);
        self.fill += onward.vertices.len() + inward.vertices.len();
        budget.keep(8 * (self.fill * self.limbs) as u64)?;
        self.order.push(v as u32);
        (self.onward[v], self.inward[v]) = (onward, inward);
        Ok(())
    }

    /// How many numbers are kept besides one for each vertex.
    pub(crate) fn fill(&self) -> usize {
        self.fill
    }

    /// The precision in words.
    pub(crate) fn limbs(&self) -> usize {
        self.limbs
    }

    /// The expected number of departures from each vertex if so many particles are put down; 0 for held vertices.
    ///
    /// Time: the fill, times products of numbers of `limbs` words.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        budget: &mut dyn Budget,
    ) -> Outcome<Floats> {
        budget.spend(((self.fill + self.order.len()) * self.limbs * self.limbs) as u64)?;
        let mut flow = Floats::zeros(self.limbs, self.degree.len());
        let (mut share, mut product) = (Cell::new(self.limbs), Cell::new(self.limbs));
        for &v in &self.order {
            flow.set_integer(v as usize, &particles(v as usize));
        }
        for &v in &self.order {
            let v = v as usize;
            if !flow.get(v).is_zero() {
                share.multiply(flow.get(v), self.inverse.get(v));
                for (w, rate) in self.onward[v].iter() {
                    flow.add(w, product.multiply(share.get(), rate));
                }
            }
        }
        for &v in self.order.iter().rev() {
            let v = v as usize;
            for (u, rate) in self.inward[v].iter() {
                let arrivals = product.multiply(flow.get(u), rate);
                flow.add(v, arrivals);
            }
            let turns = share.multiply(flow.get(v), self.inverse.get(v));
            flow.set(v, turns);
        }
        let mut degree = Floats::zeros(self.limbs, 1);
        for &v in &self.order {
            let v = v as usize;
            degree.set_integer(0, &self.degree[v].into());
            let visits = product.multiply(flow.get(v), degree.get(0));
            flow.set(v, visits);
        }
        Ok(flow)
    }
}

/// How the departures of a part follow those of one held vertex, on average.
#[derive(Clone, Debug)]
pub(crate) struct Response(Floats);

impl Response {
    /// The response to `vertex`, one of those that `elimination` takes as outside.
    pub(crate) fn to(
        elimination: &Elimination,
        part: &Part,
        vertex: usize,
        budget: &mut dyn Budget,
    ) -> Outcome<Self> {
        let mut arcs = vec![0u32; part.len()];
        part.heads(vertex).iter().filter(|&&w| w != OUTSIDE).for_each(|&w| arcs[w as usize] += 1);
        let mut visits = elimination.visits(|v| arcs[v].into(), budget)?;
        let limbs = elimination.limbs;
        let mut degree = Floats::zeros(limbs, 1);
        degree.set_integer(0, &part.degree(vertex).into());
        let [mut share, mut product] = [Cell::new(limbs), Cell::new(limbs)];
        share.invert(degree.get(0));
        for v in 0..part.len() {
            let each = product.multiply(visits.get(v), share.get());
            visits.set(v, each);
        }
        Ok(Self(visits))
    }

    /// What `departures` more from the held vertex change elsewhere, rounded; vertices with no change are left out.
    ///
    /// Time O(|V|), and for each change as many words as it has if `departures` is a power of 2, else a product.
    pub(crate) fn scaled(&self, departures: &BigUint) -> Vec<(usize, BigUint)> {
        let Self(visits) = self;
        let mut cell = Cell::new(visits.limbs());
        let mut number = Floats::zeros(visits.limbs(), 1);
        number.set_integer(0, departures);
        let least = -1 - number.get(0).bits();
        let feels = (0..visits.len()).filter(|&v| visits.get(v).bits() > least);
        let changes = feels.map(|v| (v, cell.multiply(number.get(0), visits.get(v)).round()));
        changes.filter(|(_, change)| !change.is_zero()).collect()
    }
}

/// The vertices not eliminated yet.
struct Remaining {
    /// m(u, v) for v ≠ u.
    rows: Vec<Row>,
    /// How much leads from u to the outside.
    exits: Floats,
    /// The tails of what leads to v, eliminated ones included.
    tails: Vec<Vec<u32>>,
    in_degree: Vec<u32>,
    gone: Vec<bool>,
    /// Where each vertex stands in the row at hand, plus one.
    place: Vec<u32>,
    cells: [Cell; 2],
}

impl Remaining {
    fn new(part: &Part, held: &[bool], limbs: usize) -> Self {
        let n = part.len();
        let mut this = Self {
            rows: vec![Row::new(limbs); n],
            exits: Floats::zeros(limbs, n),
            tails: vec![Vec::new(); n],
            in_degree: vec![0; n],
            gone: held.to_vec(),
            place: vec![0; n],
            cells: [Cell::new(limbs), Cell::new(limbs)],
        };
        let mut number = Floats::zeros(limbs, 1);
        let mut heads = Vec::new();
        for v in (0..n).filter(|&v| !held[v]) {
            heads.clear();
            heads.extend(part.heads(v).iter().filter(|&&w| w as usize != v));
            heads.iter_mut().filter(|w| **w != OUTSIDE && held[**w as usize]).for_each(|w| *w = OUTSIDE);
            heads.sort_unstable();
            for run in heads.chunk_by(|a, b| a == b) {
                number.set_integer(0, &run.len().into());
                match run[0] {
                    OUTSIDE => this.exits.set(v, number.get(0)),
                    w => {
                        this.rows[v].push(w, number.get(0));
                        this.tails[w as usize].push(v as u32);
                        this.in_degree[w as usize] += 1;
                    }
                }
            }
        }
        this
    }

    /// How many products the elimination of `v` takes, about.
    fn cost(&self, v: usize) -> u64 {
        u64::from(self.in_degree[v]) * (self.rows[v].vertices.len() as u64 + 1)
    }

    /// Eliminates `v`: whatever leads to it now leads on to where it leads. Returns what led from it and what led to it.
    fn eliminate(&mut self, v: usize, inverses: &mut Floats) -> (Row, Row) {
        let onward = std::mem::take(&mut self.rows[v]);
        self.gone[v] = true;
        let [share, product] = &mut self.cells;
        inverses.set(v, self.exits.get(v));
        onward.iter().for_each(|(_, rate)| inverses.add(v, rate));
        let inverse = share.invert(inverses.get(v));
        inverses.set(v, inverse);
        let mut inward = Row::with_capacity(onward.numbers.limbs(), self.in_degree[v] as usize);
        for u in std::mem::take(&mut self.tails[v]) {
            if self.gone[u as usize] {
                continue;
            }
            let row = &mut self.rows[u as usize];
            for (at, &w) in row.vertices.iter().enumerate() {
                self.place[w as usize] = at as u32 + 1;
            }
            let at = self.place[v] as usize - 1;
            inward.push(u, row.numbers.get(at));
            share.multiply(row.numbers.get(at), inverses.get(v));
            for (w, rate) in onward.iter().filter(|&(w, _)| w != u as usize) {
                let through = product.multiply(share.get(), rate);
                match self.place[w] {
                    0 => {
                        row.push(w as u32, through);
                        self.tails[w].push(u);
                        self.in_degree[w] += 1;
                    }
                    at => row.numbers.add(at as usize - 1, through),
                }
            }
            row.vertices.iter().for_each(|&w| self.place[w as usize] = 0);
            row.vertices.swap_remove(at);
            row.numbers.swap_remove(at);
            let exits = product.multiply(share.get(), self.exits.get(v));
            self.exits.add(u as usize, exits);
        }
        onward.vertices.iter().for_each(|&w| self.in_degree[w as usize] -= 1);
        (onward, inward)
    }
}
