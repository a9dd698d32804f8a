//! Expected visits of a random walk: what the rotor walk does on average, up to roundings.
//!
//! The walk leaves v by each arc equally often. With z(v) = visits(v) / d(v), the visits of particles put down in
//! numbers r(v) solve z(v) · s(v) = r(v) + Σ z(u) · m(u, v) over u ≠ v, where s(v) counts the arcs of v that are no loops.
//! Vertices are eliminated one after the other; m(u, w) grows by m(u, v) · m(v, w) / s(v). After
//! Grassmann, Taksar and Heyman, s(v) is never a difference: it is the sum of what leaves v. So nothing is ever subtracted, and
//! every number is right to nearly all its bits, however small.

use super::big_float::{Cell, Float, Floats, price};
use super::part::Part;
use super::remaining::{Arithmetic, Eliminated, Remaining, SparseRow};
use num_bigint::BigUint;
use rotor_graph::{Stop, Tick};

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
    onward: Vec<SparseRow<Floats>>,
    /// What led to v from vertices eliminated later.
    inward: Vec<SparseRow<Floats>>,
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
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let mut this = Self::empty(part, limbs);
        let mut walk = Remaining::new(part, held, Long::new(limbs));
        order.iter().try_for_each(|&v| this.eliminate(v as usize, &mut walk, tick))?;
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

    fn eliminate(&mut self, v: usize, walk: &mut Remaining<Long>, tick: &mut dyn Tick) -> Result<(), Stop> {
        tick.tick((1 + walk.cost(v)) * price(self.limbs))?;
        let Eliminated { mut onward, inward, .. } = walk.eliminate(v);
        self.inverse.set(v, walk.arithmetic.inverse.get(0));
        self.fill += onward.vertices.len() + inward.vertices.len();
        // Of a list that grows up to half is empty; an entry has a vertex and an exponent besides its words.
        let entry = 8 * self.limbs as u64 + 12;
        tick.reserve(entry * self.fill as u64 + (2 * entry + 8) * walk.entries)?;
        self.order.push(v as u32);
        onward.vertices.shrink_to_fit();
        onward.numbers.shrink_to_fit();
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
        tick: &mut dyn Tick,
    ) -> Result<Floats, Stop> {
        tick.tick((self.fill + self.order.len()) as u64 * price(self.limbs))?;
        let mut flow = Floats::zeros(self.limbs, self.degree.len());
        let (mut share, mut product) = (Cell::new(self.limbs), Cell::new(self.limbs));
        for &v in &self.order {
            flow.set_integer(v as usize, &particles(v as usize));
        }
        for &v in &self.order {
            let v = v as usize;
            if !flow.get(v).is_zero() {
                share.multiply(flow.get(v), self.inverse.get(v));
                for (w, rate) in entries(&self.onward[v]) {
                    flow.add(w, product.multiply(share.get(), rate));
                }
            }
        }
        for &v in self.order.iter().rev() {
            let v = v as usize;
            for (u, rate) in entries(&self.inward[v]) {
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

/// The vertices of a row and their numbers.
fn entries(row: &SparseRow<Floats>) -> impl Iterator<Item = (usize, Float<'_>)> {
    row.vertices.iter().enumerate().map(|(at, &vertex)| (vertex as usize, row.numbers.get(at)))
}

/// Numbers of so many words.
struct Long {
    limbs: usize,
    /// Of the pivot.
    inverse: Floats,
    share: Cell,
    product: Cell,
}

impl Long {
    fn new(limbs: usize) -> Self {
        let [share, product] = [Cell::new(limbs), Cell::new(limbs)];
        Self { limbs, inverse: Floats::zeros(limbs, 1), share, product }
    }
}

impl Arithmetic for Long {
    type Number<'n> = Float<'n>;
    type Numbers = Floats;

    fn with_capacity(&self, length: usize) -> Floats {
        Floats::with_capacity(self.limbs, length)
    }

    fn get(numbers: &Floats, at: usize) -> Float<'_> {
        numbers.get(at)
    }

    fn push(numbers: &mut Floats, number: Float<'_>) {
        numbers.push(number);
    }

    fn push_count(&self, numbers: &mut Floats, count: u32) {
        let mut number = Floats::zeros(self.limbs, 1);
        number.set_integer(0, &count.into());
        numbers.push(number.get(0));
    }

    fn add(numbers: &mut Floats, at: usize, number: Float<'_>) {
        numbers.add(at, number);
    }

    fn swap_remove(numbers: &mut Floats, at: usize) {
        numbers.swap_remove(at);
    }

    fn set_pivot(&mut self, exits: Float<'_>, onward: &Floats) {
        self.inverse.set(0, exits);
        (0..onward.len()).for_each(|at| self.inverse.add(0, onward.get(at)));
        let inverse = self.share.invert(self.inverse.get(0));
        self.inverse.set(0, inverse);
    }

    fn set_share(&mut self, rate: Float<'_>) {
        self.share.multiply(rate, self.inverse.get(0));
    }

    fn product(&mut self, rate: Float<'_>) -> Float<'_> {
        self.product.multiply(self.share.get(), rate)
    }
}
