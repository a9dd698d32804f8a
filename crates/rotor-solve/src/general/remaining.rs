//! What remains of a random walk while vertices are eliminated one after the other, in numbers of any precision.

use super::part::{MergedArcs, Part};

/// Numbers that an elimination computes with. It needs their sums, products and quotients, and never a difference.
pub(crate) trait Arithmetic {
    /// One of them.
    type Number<'n>: Copy;
    /// A list of them.
    type Numbers: Clone + Default;

    /// An empty list with room for `length` numbers.
    fn with_capacity(&self, length: usize) -> Self::Numbers;

    fn get(numbers: &Self::Numbers, at: usize) -> Self::Number<'_>;

    fn push(numbers: &mut Self::Numbers, number: Self::Number<'_>);

    /// Adds a whole number at the end.
    fn push_count(&self, numbers: &mut Self::Numbers, count: u32);

    /// Adds to an entry.
    fn add(numbers: &mut Self::Numbers, at: usize, number: Self::Number<'_>);

    /// Removes an entry; the last one takes its place.
    fn swap_remove(numbers: &mut Self::Numbers, at: usize);

    /// From now on shares are taken of what leaves a vertex: this number and the sum of these.
    fn set_pivot(&mut self, exits: Self::Number<'_>, onward: &Self::Numbers);

    /// From now on products are made with the share that this number has of the pivot.
    fn set_share(&mut self, rate: Self::Number<'_>);

    /// The share times this number.
    fn product(&mut self, rate: Self::Number<'_>) -> Self::Number<'_>;
}

/// A list of vertices with a number each.
#[derive(Clone, Debug, Default)]
pub(crate) struct SparseRow<N> {
    pub(crate) vertices: Vec<u32>,
    pub(crate) numbers: N,
}

/// Where a vertex led that was eliminated, what led to it, and how many entries were looked at.
pub(crate) struct Eliminated<N> {
    pub(crate) onward: SparseRow<N>,
    pub(crate) inward: SparseRow<N>,
    pub(crate) looked_at: u64,
}

/// The vertices not eliminated yet.
pub(crate) struct Remaining<A: Arithmetic> {
    pub(crate) arithmetic: A,
    /// m(u, v) for v ≠ u.
    rows: Vec<SparseRow<A::Numbers>>,
    /// How much leads from u to the outside.
    pub(crate) exits: A::Numbers,
    /// The tails of what leads to v, eliminated ones included.
    tails: Vec<Vec<u32>>,
    in_degree: Vec<u32>,
    pub(crate) gone: Vec<bool>,
    /// Where each vertex stands in the row at hand, plus one.
    place: Vec<u32>,
    /// How many entries the rows have.
    pub(crate) entries: u64,
}

impl<A: Arithmetic> Remaining<A> {
    /// The vertices of `part` that are not `held`; held ones count as outside. Time O(|A| log d).
    pub(crate) fn new(part: &Part, held: &[bool], arithmetic: A) -> Self {
        let n = part.len();
        let mut this = Self {
            rows: Vec::with_capacity(n),
            exits: arithmetic.with_capacity(n),
            tails: vec![Vec::new(); n],
            in_degree: vec![0; n],
            gone: held.to_vec(),
            place: vec![0; n],
            entries: 0,
            arithmetic,
        };
        let mut arcs = MergedArcs::default();
        for v in 0..n {
            arcs.read(part, v, held);
            let mut numbers = this.arithmetic.with_capacity(arcs.heads.len());
            for &(w, times) in &arcs.heads {
                this.arithmetic.push_count(&mut numbers, times);
                this.tails[w as usize].push(v as u32);
                this.in_degree[w as usize] += 1;
            }
            this.arithmetic.push_count(&mut this.exits, arcs.exits);
            this.entries += arcs.heads.len() as u64;
            let vertices = arcs.heads.iter().map(|&(w, _)| w).collect();
            this.rows.push(SparseRow { vertices, numbers });
        }
        this
    }

    /// How many products the elimination of `v` takes, about.
    pub(crate) fn cost(&self, v: usize) -> u64 {
        u64::from(self.in_degree[v]) * (self.rows[v].vertices.len() as u64 + 1)
    }

    /// Eliminates `v`: whatever leads to it now leads on to where it leads.
    pub(crate) fn eliminate(&mut self, v: usize) -> Eliminated<A::Numbers> {
        let onward = std::mem::take(&mut self.rows[v]);
        self.gone[v] = true;
        self.arithmetic.set_pivot(A::get(&self.exits, v), &onward.numbers);
        let capacity = self.in_degree[v] as usize;
        let mut inward = SparseRow {
            vertices: Vec::with_capacity(capacity),
            numbers: self.arithmetic.with_capacity(capacity),
        };
        let mut looked_at = onward.vertices.len() as u64;
        for u in std::mem::take(&mut self.tails[v]) {
            if self.gone[u as usize] {
                continue;
            }
            let row = &mut self.rows[u as usize];
            let before = row.vertices.len();
            looked_at += (before + onward.vertices.len()) as u64;
            for (at, &w) in row.vertices.iter().enumerate() {
                self.place[w as usize] = at as u32 + 1;
            }
            let at = self.place[v] as usize - 1;
            inward.vertices.push(u);
            A::push(&mut inward.numbers, A::get(&row.numbers, at));
            self.arithmetic.set_share(A::get(&row.numbers, at));
            for (from, &w) in onward.vertices.iter().enumerate().filter(|&(_, &w)| w != u) {
                let through = self.arithmetic.product(A::get(&onward.numbers, from));
                match self.place[w as usize] {
                    0 => {
                        row.vertices.push(w);
                        A::push(&mut row.numbers, through);
                        self.tails[w as usize].push(u);
                        self.in_degree[w as usize] += 1;
                    }
                    at => A::add(&mut row.numbers, at as usize - 1, through),
                }
            }
            row.vertices.iter().for_each(|&w| self.place[w as usize] = 0);
            row.vertices.swap_remove(at);
            A::swap_remove(&mut row.numbers, at);
            self.entries = self.entries + row.vertices.len() as u64 - before as u64;
            let exits = self.arithmetic.product(A::get(&self.exits, v));
            A::add(&mut self.exits, u as usize, exits);
        }
        onward.vertices.iter().for_each(|&w| self.in_degree[w as usize] -= 1);
        self.entries -= onward.vertices.len() as u64;
        Eliminated { onward, inward, looked_at }
    }
}
