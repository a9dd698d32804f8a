//! Expected visits of a random walk: what the rotor walk does on average, up to roundings.
//!
//! The walk leaves v by each arc equally often. With z(v) = visits(v) / d(v), the visits of particles put down in
//! numbers r(v) solve z(v) · s(v) = r(v) + Σ z(u) · m(u, v) over u ≠ v, where s(v) counts the arcs of v that are no loops.
//! Vertices are eliminated one after the other; m(u, w) grows by m(u, v) · m(v, w) / s(v). After
//! Grassmann, Taksar and Heyman, s(v) is never a difference: it is the sum of what leaves v. So nothing is ever subtracted, and
//! every number is right to nearly all its bits, however small.

use super::big_float::{Cell, Float, Floats, price};
use super::part::{OUTSIDE, Part};
use crate::budget::{Budget, Outcome};
use num_bigint::BigUint;

/// A list of vertices with a number each.
#[derive(Clone, Debug, Default)]
struct SparseRow {
    vertices: Vec<u32>,
    numbers: Floats,
}

impl SparseRow {
    fn new(limbs: usize) -> Self {
        Self { vertices: Vec::new(), numbers: Floats::zeros(limbs, 0) }
    }

    fn with_capacity(limbs: usize, length: usize) -> Self {
        Self { vertices: Vec::with_capacity(length), numbers: Floats::with_capacity(limbs, length) }
    }

    fn shrink_to_fit(&mut self) {
        self.vertices.shrink_to_fit();
        self.numbers.shrink_to_fit();
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
    onward: Vec<SparseRow>,
    /// What led to v from vertices eliminated later.
    inward: Vec<SparseRow>,
}

impl Elimination {
    /// Eliminates the vertices of `part` that are not `held`, in this order; held ones count as outside.
    ///
    /// Every vertex must reach the outside. Time and memory: the fill, times products of numbers of `limbs` words.
    pub(crate) fn in_order(
        part: &Part,
        held: &[bool],
        order: &[u32],
        limbs: usize,
        budget: &mut dyn Budget,
    ) -> Outcome<Self> {
        let mut this = Self::empty(part, limbs);
        let mut walk = Remaining::new(part, held, limbs);
        order.iter().try_for_each(|&v| this.eliminate(v as usize, &mut walk, budget))?;
        Ok(this)
    }

    /// The order of elimination.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    fn empty(part: &Part, limbs: usize) -> Self {
        let n = part.len();
        Self {
            limbs,
            order: Vec::new(),
            fill: 0,
            degree: (0..n).map(|v| part.degree(v)).collect(),
            inverse: Floats::zeros(limbs, n),
            onward: vec![SparseRow::default(); n],
            inward: vec![SparseRow::default(); n],
        }
    }

    fn eliminate(&mut self, v: usize, walk: &mut Remaining, budget: &mut dyn Budget) -> Outcome<()> {
        budget.spend((1 + walk.cost(v)) * price(self.limbs))?;
        let (onward, inward) = walk.eliminate(v, &mut self.inverse);
        self.fill += onward.vertices.len() + inward.vertices.len();
        // Of a list that grows up to half is empty; an entry has a vertex and an exponent besides its words.
        let entry = 8 * self.limbs as u64 + 12;
        budget.reserve(entry * self.fill as u64 + (2 * entry + 8) * walk.entries)?;
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

    /// The expected number of departures from each vertex if these particles are put down; 0 for held vertices.
    ///
    /// Time: the fill, times products of numbers of `limbs` words.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        budget: &mut dyn Budget,
    ) -> Outcome<Floats> {
        budget.spend((self.fill + self.order.len()) as u64 * price(self.limbs))?;
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

/// The vertices not eliminated yet.
struct Remaining {
    /// m(u, v) for v ≠ u.
    rows: Vec<SparseRow>,
    /// How much leads from u to the outside.
    exits: Floats,
    /// The tails of what leads to v, eliminated ones included.
    tails: Vec<Vec<u32>>,
    in_degree: Vec<u32>,
    gone: Vec<bool>,
    /// Where each vertex stands in the row at hand, plus one.
    place: Vec<u32>,
    /// How many entries the rows have.
    entries: u64,
    cells: [Cell; 2],
}

impl Remaining {
    fn new(part: &Part, held: &[bool], limbs: usize) -> Self {
        let n = part.len();
        let mut this = Self {
            rows: vec![SparseRow::new(limbs); n],
            exits: Floats::zeros(limbs, n),
            tails: vec![Vec::new(); n],
            in_degree: vec![0; n],
            gone: held.to_vec(),
            place: vec![0; n],
            entries: 0,
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
            this.entries += this.rows[v].vertices.len() as u64;
        }
        this
    }

    /// How many products the elimination of `v` takes, about.
    fn cost(&self, v: usize) -> u64 {
        u64::from(self.in_degree[v]) * (self.rows[v].vertices.len() as u64 + 1)
    }

    /// Eliminates `v`: whatever leads to it now leads on to where it leads. Returns what led from it and what led to it.
    fn eliminate(&mut self, v: usize, inverses: &mut Floats) -> (SparseRow, SparseRow) {
        let mut onward = std::mem::take(&mut self.rows[v]);
        self.gone[v] = true;
        let [share, product] = &mut self.cells;
        inverses.set(v, self.exits.get(v));
        onward.iter().for_each(|(_, rate)| inverses.add(v, rate));
        let inverse = share.invert(inverses.get(v));
        inverses.set(v, inverse);
        let mut inward = SparseRow::with_capacity(onward.numbers.limbs(), self.in_degree[v] as usize);
        for u in std::mem::take(&mut self.tails[v]) {
            if self.gone[u as usize] {
                continue;
            }
            let row = &mut self.rows[u as usize];
            let before = row.vertices.len();
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
            self.entries = self.entries + row.vertices.len() as u64 - before as u64;
            let exits = product.multiply(share.get(), self.exits.get(v));
            self.exits.add(u as usize, exits);
        }
        onward.vertices.iter().for_each(|&w| self.in_degree[w as usize] -= 1);
        self.entries -= onward.vertices.len() as u64;
        onward.shrink_to_fit();
        (onward, inward)
    }
}
