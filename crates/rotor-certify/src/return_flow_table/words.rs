//! Machine words: the last departure from one vertex, and what its neighbours must see, without a big integer.

use rotor_graph::{ReturnFlows, VertexId, prefetch};

/// Flows that are too large for the codes of a table, or that would become so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLarge;

/// Room for the rows of one vertex, used again for the next.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// The row of every arc, in the order in which they are used.
    row_of_arc: Vec<u32>,
    multiplicity: Vec<u32>,
    passed: Vec<u32>,
    expected: Vec<u64>,
    /// Where a vertex with many rows lists each head; as long as the graph has vertices, once there is such a vertex.
    listed: Vec<u32>,
}

/// Up to this many rows are searched one by one.
pub(super) const FEW: usize = 12;

/// How many rows or arcs ahead memory is prefetched, where there are many.
pub(super) const AHEAD: usize = 24;

/// Prefetches the entry of a vertex.
#[inline]
pub(super) fn prefetch_entry(noted: &[u32], v: Option<&VertexId>) {
    if let Some(v) = v {
        prefetch(noted, v.index());
    }
}

impl Words {
    /// Finds the row of every arc; false if `rows` are not the distinct heads of `arcs`, each once. Time O(number of
    /// arcs).
    pub(super) fn take(&mut self, vertices: usize, rows: &[VertexId], arcs: [&[VertexId]; 2]) -> bool {
        self.row_of_arc.clear();
        self.multiplicity.clear();
        self.multiplicity.resize(rows.len(), 0);
        let arcs = arcs[0].iter().chain(arcs[1]);
        if rows.len() <= FEW {
            for v in arcs {
                let Some(row) = rows.iter().position(|head| head == v) else { return false };
                self.row_of_arc.push(row as u32);
                self.multiplicity[row] += 1;
            }
        } else {
            self.listed.resize(vertices, 0);
            for (row, head) in rows.iter().enumerate() {
                prefetch_entry(&self.listed, rows.get(row + AHEAD));
                match self.listed.get_mut(head.index()) {
                    Some(listed) => *listed = row as u32,
                    None => return false,
                }
            }
            let ahead = arcs.clone().skip(AHEAD).map(Some).chain(std::iter::repeat(None));
            for (v, ahead) in arcs.zip(ahead) {
                prefetch_entry(&self.listed, ahead);
                let row = self.listed[v.index()];
                if rows.get(row as usize) != Some(v) {
                    return false;
                }
                self.row_of_arc.push(row);
                self.multiplicity[row as usize] += 1;
            }
        }
        !self.multiplicity.contains(&0)
    }

    /// The rows of the arcs, in the order in which they are used.
    pub(super) fn row_of_arc(&self) -> &[u32] {
        &self.row_of_arc
    }

    /// The row of the last departure, if there is one.
    ///
    /// Demand 3 for all other rows is kept for [`expected`](Self::expected); codes must be at least 1.
    pub(super) fn last_departure(&mut self, codes: &[u64]) -> Result<Option<usize>, TooLarge> {
        let Some((last, full_turns)) = self.turn(codes, usize::MAX)? else { return Ok(None) };
        self.expected.clear();
        for row in 0..codes.len() {
            let visits = if row == last { Some(0) } else { self.visits_and_one(full_turns, row) };
            self.expected.push(visits.ok_or(TooLarge)?);
        }
        Ok(Some(last))
    }

    /// Demand 3 for the row `last` itself: one more turning, without it.
    pub(super) fn without_last(&mut self, codes: &[u64], last: usize) -> Result<(), TooLarge> {
        self.expected[last] = match self.turn(codes, last)? {
            None => ReturnFlows::INFINITE,
            Some((_, full_turns)) => self.visits_and_one(full_turns, last).ok_or(TooLarge)?,
        };
        Ok(())
    }

    /// What the flow back along this row has to be.
    pub(super) fn expected(&self, row: usize) -> u64 {
        self.expected[row]
    }

    /// The row and the full turns of the last departure if the row `without` always comes back.
    fn turn(&mut self, codes: &[u64], without: usize) -> Result<Option<(usize, u64)>, TooLarge> {
        let mut full_turns = u64::MAX;
        for (row, (&code, &parallel)) in codes.iter().zip(&self.multiplicity).enumerate() {
            if code == ReturnFlows::INFINITE || row == without {
                continue;
            }
            if code >= ReturnFlows::SPILLED {
                return Err(TooLarge);
            }
            let turns = if parallel == 1 { code - 1 } else { (code - 1) / u64::from(parallel) };
            full_turns = full_turns.min(turns);
        }
        if full_turns == u64::MAX {
            return Ok(None);
        }
        self.passed.clear();
        self.passed.resize(codes.len(), 0);
        for &row in &self.row_of_arc {
            let row = row as usize;
            // For a finite flow at most the flow less one, as the full turns are the least of all.
            let visits = full_turns.wrapping_mul(self.multiplicity[row].into());
            if row != without
                && codes[row] != ReturnFlows::INFINITE
                && codes[row] - visits == u64::from(self.passed[row]) + 1
            {
                return Ok(Some((row, full_turns)));
            }
            self.passed[row] += 1;
        }
        // The head of least quotient q has r − q·m ≤ m, so one more turn completes it.
        Ok(None)
    }

    fn visits_and_one(&self, full_turns: u64, row: usize) -> Option<u64> {
        let turned = full_turns.checked_mul(self.multiplicity[row].into())?;
        let visits = turned.checked_add(u64::from(self.passed[row]) + 1)?;
        (visits < ReturnFlows::SPILLED).then_some(visits)
    }
}
