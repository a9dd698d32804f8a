//! Return flows in columns: a head and a code for every arc of Ĝ, and a list for the numbers that no code holds.

use crate::count::Count;
use crate::count::Natural;
use crate::ids::VertexId;
use std::ops::Range;

/// The return flow r(u, v) of every arc (u, v) of Ĝ where `u` is not a sink [ACD22, `DefRN`].
///
/// A flow below 2⁶³ is its own code, so that a table of small flows is three plain columns: 4 bytes per vertex, 12 per row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReturnFlows {
    row_starts: Vec<u32>,
    heads: Vec<VertexId>,
    codes: Vec<u64>,
    spilled: Vec<Natural>,
}

/// A return flow as a table keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow<'t> {
    /// A number below 2⁶³.
    Small(u64),
    /// A larger one.
    Large(&'t Natural),
    /// +∞.
    Infinite,
}

/// Why some columns are not a table of return flows.
#[derive(Debug, thiserror::Error, PartialEq, Eq, Clone, Copy)]
pub enum NotReturnFlows {
    /// The row starts are not 0 … number of rows in ascending order.
    #[error("the rows of vertex {vertex} do not start where those before it end")]
    RowStarts {
        /// The first offending vertex.
        vertex: usize,
    },
    /// There are not as many heads as codes.
    #[error("{heads} heads, but {codes} codes")]
    Lengths {
        /// How many heads were given.
        heads: usize,
        /// How many codes were given.
        codes: usize,
    },
    /// A code is neither a number below 2⁶³ nor +∞ nor the place of a number in the list.
    #[error("the code of row {row} stands for no number")]
    Code {
        /// The first offending row.
        row: usize,
    },
}

impl Default for ReturnFlows {
    fn default() -> Self {
        Self { row_starts: vec![0], heads: Vec::new(), codes: Vec::new(), spilled: Vec::new() }
    }
}

impl ReturnFlows {
    /// The code of +∞.
    pub const INFINITE: u64 = u64::MAX;
    /// The code of the first number of the list; that of number k is k more.
    pub const SPILLED: u64 = 1 << 63;

    /// The table in which vertex u has the rows `row_starts[u] .. row_starts[u + 1]`. Time linear in their number;
    /// nothing is copied.
    pub fn from_columns(
        row_starts: Vec<u32>,
        heads: Vec<VertexId>,
        codes: Vec<u64>,
        spilled: Vec<Natural>,
    ) -> Result<Self, NotReturnFlows> {
        if heads.len() != codes.len() {
            return Err(NotReturnFlows::Lengths { heads: heads.len(), codes: codes.len() });
        }
        if row_starts.first() != Some(&0) {
            return Err(NotReturnFlows::RowStarts { vertex: 0 });
        }
        if let Some(vertex) = row_starts.windows(2).position(|ends| ends[0] > ends[1]) {
            return Err(NotReturnFlows::RowStarts { vertex });
        }
        if row_starts.last().map(|&end| end as usize) != Some(codes.len()) {
            return Err(NotReturnFlows::RowStarts { vertex: row_starts.len() - 1 });
        }
        let last_spilled = Self::SPILLED + spilled.len() as u64;
        let stands = |&code: &u64| code < last_spilled || code == Self::INFINITE;
        match codes.iter().position(|code| !stands(code)) {
            Some(row) => Err(NotReturnFlows::Code { row }),
            None => Ok(Self { row_starts, heads, codes, spilled }),
        }
    }

    /// Adds the rows of the next vertex.
    ///
    /// # Panics
    /// If there are more rows than a graph may have arcs.
    pub fn push_vertex(&mut self, rows: impl IntoIterator<Item = (VertexId, Count)>) {
        for (head, flow) in rows {
            self.heads.push(head);
            let code = match flow {
                Count::Infinite => Self::INFINITE,
                Count::Finite(number) => match number.to_u64().filter(|&number| number < Self::SPILLED) {
                    Some(number) => number,
                    None => {
                        self.spilled.push(number);
                        Self::SPILLED + (self.spilled.len() as u64 - 1)
                    }
                },
            };
            self.codes.push(code);
        }
        let end =
            u32::try_from(self.heads.len()).expect("a table has no more rows than a graph may have arcs");
        self.row_starts.push(end);
    }

    /// How many vertices have rows, empty ones included.
    pub fn vertex_count(&self) -> usize {
        self.row_starts.len() - 1
    }

    /// The numbers of the rows of `u`.
    #[inline]
    pub fn range(&self, u: VertexId) -> Range<usize> {
        self.row_starts[u.index()] as usize..self.row_starts[u.index() + 1] as usize
    }

    /// The heads of `u` and their return flows.
    pub fn of(&self, u: VertexId) -> impl ExactSizeIterator<Item = (VertexId, Flow<'_>)> {
        let range = self.range(u);
        let flows = self.codes[range.clone()].iter().map(|&code| self.flow(code));
        self.heads[range].iter().copied().zip(flows)
    }

    /// The same as numbers of their own.
    pub fn counts_of(&self, u: VertexId) -> Vec<(VertexId, Count)> {
        self.of(u).map(|(head, flow)| (head, flow.to_count())).collect()
    }

    /// The return flow of (u, v). Time linear in the number of rows of u.
    pub fn get(&self, u: VertexId, v: VertexId) -> Option<Flow<'_>> {
        self.of(u).find(|&(head, _)| head == v).map(|(_, flow)| flow)
    }

    /// The flow that a code of this table stands for; +∞ for a code of another one that stands for nothing here.
    #[inline]
    pub fn flow(&self, code: u64) -> Flow<'_> {
        if code < Self::SPILLED {
            return Flow::Small(code);
        }
        let place = usize::try_from(code - Self::SPILLED).ok();
        place.and_then(|place| self.spilled.get(place)).map_or(Flow::Infinite, Flow::Large)
    }

    /// Where the rows of each vertex start, and where the last ones end.
    pub fn row_starts(&self) -> &[u32] {
        &self.row_starts
    }

    /// The heads, by row.
    pub fn heads(&self) -> &[VertexId] {
        &self.heads
    }

    /// The codes, by row.
    pub fn codes(&self) -> &[u64] {
        &self.codes
    }

    /// The numbers that are too large to be codes.
    pub fn spilled(&self) -> &[Natural] {
        &self.spilled
    }

    /// How many bytes a table of small flows takes.
    pub fn bytes(vertices: u64, rows: u64) -> u64 {
        4 * (vertices + 1) + 12 * rows
    }
}

impl Flow<'_> {
    /// The same as a number of its own.
    pub fn to_count(self) -> Count {
        match self {
            Self::Small(number) => Natural::from(number).into(),
            Self::Large(number) => number.clone().into(),
            Self::Infinite => Count::Infinite,
        }
    }

    /// Whether it is +∞.
    pub fn is_infinite(self) -> bool {
        self == Self::Infinite
    }
}

impl PartialEq<Count> for Flow<'_> {
    fn eq(&self, count: &Count) -> bool {
        match (self, count) {
            (Self::Small(flow), Count::Finite(number)) => number.to_u64() == Some(*flow),
            (Self::Large(flow), Count::Finite(number)) => *flow == number,
            (Self::Infinite, Count::Infinite) => true,
            _ => false,
        }
    }
}

impl std::fmt::Display for Flow<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Small(number) => number.fmt(f),
            Self::Large(number) => number.fmt(f),
            Self::Infinite => f.pad("inf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    fn vertex(number: u32) -> VertexId {
        VertexId::new(number)
    }

    /// Counts around every border of the codes.
    fn counts() -> Vec<Count> {
        let numbers = [0u32, 1, 62, 63, 64, 65, 200].map(|bits| BigUint::from(1u32) << bits);
        let near = numbers.iter().flat_map(|number| [number - 1u32, number.clone(), number + 1u32]);
        near.map(Count::from).chain([Count::Infinite]).collect()
    }

    #[test]
    fn a_table_gives_back_every_count_it_was_given() {
        let mut table = ReturnFlows::default();
        let rows = || (0..).map(vertex).zip(counts());
        table.push_vertex([]);
        table.push_vertex(rows());
        table.push_vertex([(vertex(7), Count::one())]);
        assert_eq!(table.vertex_count(), 3);
        assert_eq!(table.of(vertex(0)).len(), 0);
        assert_eq!(table.counts_of(vertex(1)), rows().collect::<Vec<_>>());
        for (head, count) in rows() {
            let flow = table.get(vertex(1), head).unwrap();
            let equal: Vec<_> = counts().into_iter().filter(|other| flow == *other).collect();
            assert!(equal.iter().all(|other| *other == count) && !equal.is_empty());
            assert_eq!((flow.to_string(), flow.is_infinite()), (count.to_string(), count == Count::Infinite));
        }
        assert_eq!(table.get(vertex(2), vertex(8)), None);
        assert!(table.spilled().len() > 5, "{:?}", table.spilled());
    }

    #[test]
    fn columns_that_do_not_fit_are_refused() {
        let rows = |starts: &[u32], heads: usize, codes: &[u64], spilled: u32| {
            let spilled = (0..spilled).map(|_| Natural::from(u64::MAX)).collect();
            ReturnFlows::from_columns(starts.to_vec(), vec![vertex(0); heads], codes.to_vec(), spilled)
        };
        let spill = ReturnFlows::SPILLED;
        let table = rows(&[0, 1, 1, 3], 3, &[5, ReturnFlows::INFINITE, spill], 1).unwrap();
        let flows: Vec<_> = table.of(vertex(2)).map(|(_, flow)| flow.to_string()).collect();
        assert_eq!(flows, ["inf", "18446744073709551615"]);
        let starts = |vertex| Err(NotReturnFlows::RowStarts { vertex });
        assert_eq!(rows(&[], 0, &[], 0), starts(0));
        assert_eq!(rows(&[1, 1], 1, &[1], 0), starts(0));
        assert_eq!(rows(&[0, 2, 1], 1, &[1], 0), starts(1));
        assert_eq!(rows(&[0, 1, 1], 2, &[1, 1], 0), starts(2));
        assert_eq!(rows(&[0, 1], 1, &[1, 2], 0), Err(NotReturnFlows::Lengths { heads: 1, codes: 2 }));
        assert_eq!(rows(&[0, 1], 1, &[spill], 0), Err(NotReturnFlows::Code { row: 0 }));
        assert_eq!(rows(&[0, 2], 2, &[spill, spill + 1], 1), Err(NotReturnFlows::Code { row: 1 }));
    }
}
