//! Last departures: how far a rotor turns until the particle leaves its vertex for good.
//!
//! If every departure towards a head w comes back until the r(w)-th one, which does not, the particle leaves for good
//! at the first arc that makes some head's departures complete. No head is complete after
//! q = min ⌊(r(w) − 1) / m(w)⌋ full turns, and the head where that minimum is found is complete within one turn more
//! [ACD22, `alg:ImprovedRoutine`, with erratum E1].

use rotor_graph::{Count, Natural};

/// The arcs of one vertex in the order in which they are used, as numbers of the rows they lead to.
pub(crate) struct Turning {
    row_of_arc: Vec<u32>,
    multiplicity: Vec<u32>,
}

/// Where a vertex is left for good, and how often the other heads were visited before.
pub(crate) struct FinalTurn {
    /// The row of its head.
    pub(crate) row: usize,
    full_turns: Natural,
    passed: Vec<u32>,
}

impl Turning {
    /// The arcs in the order in which they are used, each as the number of its row, all less than `rows`.
    pub(crate) fn new(rows: usize, row_of_arc: Vec<u32>) -> Self {
        let mut multiplicity = vec![0; rows];
        row_of_arc.iter().for_each(|&row| multiplicity[row as usize] += 1);
        Self { row_of_arc, multiplicity }
    }

    /// How many arcs lead to `row`.
    pub(crate) fn multiplicity(&self, row: usize) -> u32 {
        self.multiplicity[row]
    }

    /// The last departure if row w comes back until departure number `flow(w)` ≥ 1; none if all always come back.
    ///
    /// Time O(number of rows) big-integer operations and O(number of arcs) others.
    pub(crate) fn last_departure<'c>(&self, flow: impl Fn(usize) -> &'c Count) -> Option<FinalTurn> {
        let (full_turns, left_over) = self.full_turns(flow)?;
        let mut passed = vec![0; self.multiplicity.len()];
        let completes = |row: &usize| {
            let completes = left_over[*row] == Some(passed[*row] + 1);
            passed[*row] += u32::from(!completes);
            completes
        };
        let row = self.row_of_arc.iter().map(|&row| row as usize).find(completes);
        let row = row.expect("the head of least quotient q has r − q·m ≤ m, so one more turn completes it");
        Some(FinalTurn { row, full_turns, passed })
    }

    /// The full turns, and for every arc to start from the row of the last departure and how often the row `back`, which
    /// always comes back, is passed after the full turns; none if all rows always come back.
    ///
    /// A turn that starts one arc later ends no earlier, since it has passed no row more often: so the arcs passed are a
    /// window of which both ends only move forward. Cost as [`last_departure`](Self::last_departure), for all of them.
    pub(crate) fn of_every_start<'c>(
        &self,
        flow: impl Fn(usize) -> &'c Count,
        back: usize,
    ) -> Option<(Natural, Vec<(usize, u32)>)> {
        let (full_turns, left_over) = self.full_turns(flow)?;
        let mut passed = vec![0; self.multiplicity.len()];
        let mut ends = Vec::with_capacity(self.row_of_arc.len());
        let mut turn = self.row_of_arc.iter().chain(&self.row_of_arc).map(|&row| row as usize).peekable();
        let mut in_window = 0usize;
        for &first in &self.row_of_arc {
            while let Some(row) = turn.next_if(|&row| left_over[row] != Some(passed[row] + 1)) {
                passed[row] += 1;
                in_window += 1;
            }
            let row = turn.peek().expect("one turn from any arc completes the head of least quotient");
            ends.push((*row, passed[back]));
            if in_window > 0 {
                passed[first as usize] -= 1;
                in_window -= 1;
            } else {
                turn.next();
            }
        }
        Some((full_turns, ends))
    }

    /// The full turns that complete no row, and the departures to each row that are left over; none for a row that
    /// always comes back, or at least until after the turn that follows.
    fn full_turns<'c>(&self, flow: impl Fn(usize) -> &'c Count) -> Option<(Natural, Vec<Option<u32>>)> {
        let multiplicities = || self.multiplicity.iter().enumerate();
        let quotient = |(row, &parallel): (usize, &u32)| Some((flow(row).finite()? - 1u32) / parallel);
        let full_turns = multiplicities().filter_map(quotient).min()?;
        let left_over =
            |(row, &parallel): (usize, &u32)| (flow(row).finite()? - &(&full_turns * parallel)).to_u32();
        let left_over = multiplicities().map(left_over).collect();
        Some((full_turns, left_over))
    }

    /// How often the neighbour behind `row` sees the particle, if it always sends it back itself: visits of it before
    /// the last departure, plus 1 [ACD22, `lem: Retropropag`].
    pub(crate) fn return_flow<'c>(
        &self,
        last: &FinalTurn,
        row: usize,
        flow: impl Fn(usize) -> &'c Count,
    ) -> Count {
        let visits = |last: &FinalTurn| Count::from(self.visits_before(last, row) + 1u32);
        if row != last.row {
            return visits(last);
        }
        let without = |other: usize| if other == row { &Count::Infinite } else { flow(other) };
        self.last_departure(without).as_ref().map_or(Count::Infinite, visits)
    }

    /// How many departures there were before the last one.
    pub(crate) fn departures_before(&self, last: &FinalTurn) -> Natural {
        let passed = last.passed.iter().sum::<u32>();
        &last.full_turns * self.row_of_arc.len() as u32 + passed
    }

    /// How often `row` was visited before the last departure, which is not counted.
    pub(crate) fn visits_before(&self, last: &FinalTurn, row: usize) -> Natural {
        &last.full_turns * self.multiplicity[row] + last.passed[row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns arc by arc, as the definition says.
    fn by_definition(rows: usize, row_of_arc: &[u32], flows: &[Count]) -> (usize, Vec<u32>) {
        let mut visits = vec![0u32; rows];
        for &row in row_of_arc.iter().cycle() {
            if Count::from(visits[row as usize] + 1) == flows[row as usize] {
                return (row as usize, visits);
            }
            visits[row as usize] += 1;
        }
        unreachable!("a vertex has an arc")
    }

    #[test]
    fn a_window_that_moves_on_ends_where_a_new_one_would() {
        let mut ended = 0;
        for arcs in [vec![0, 3], vec![0, 1, 3], vec![1, 1, 0, 3, 2, 3], vec![2, 0, 1, 0, 3, 1, 0]] {
            for code in 0..7u32.pow(3) {
                let flow = |row: u32| code / 7u32.pow(row) % 7;
                let flow = |row| if row == 3 || flow(row) == 0 { Count::Infinite } else { flow(row).into() };
                let present = |row: u32| arcs.contains(&row) || row == 3;
                let flows: Vec<Count> =
                    (0..4).map(|row| if present(row) { flow(row) } else { Count::Infinite }).collect();
                let every = Turning::new(4, arcs.clone()).of_every_start(|row| &flows[row], 3);
                for start in 0..arcs.len() {
                    let mut from_start = arcs.clone();
                    from_start.rotate_left(start);
                    let turning = Turning::new(4, from_start);
                    let last = turning.last_departure(|row| &flows[row]);
                    let visits = last.as_ref().map(|last| (last.row, turning.visits_before(last, 3)));
                    let found = every.as_ref().map(|(full_turns, ends)| {
                        let (row, passed) = ends[start];
                        (row, full_turns * turning.multiplicity(3) + passed)
                    });
                    assert_eq!(found, visits, "{arcs:?} from {start} {flows:?}");
                    ended += usize::from(found.is_some());
                }
            }
        }
        assert!(ended > 3_000, "{ended}");
    }

    #[test]
    fn full_turns_at_once_are_full_turns_one_by_one() {
        let inf = || Count::Infinite;
        for arcs in [vec![0], vec![0, 1], vec![1, 1, 0, 2], vec![2, 0, 1, 0, 1, 0]] {
            let rows = 1 + *arcs.iter().max().unwrap() as usize;
            let turning = Turning::new(rows, arcs.clone());
            for code in 0..9u32.pow(rows as u32) {
                let flow = |row| code / 9u32.pow(row as u32) % 9;
                let flows: Vec<Count> =
                    (0..rows).map(|row| if flow(row) == 0 { inf() } else { flow(row).into() }).collect();
                let Some(last) = turning.last_departure(|row| &flows[row]) else {
                    assert_eq!(code, 0, "only if no flow is finite");
                    continue;
                };
                let visits: Vec<Natural> = (0..rows).map(|row| turning.visits_before(&last, row)).collect();
                let (row, expected) = by_definition(rows, &arcs, &flows);
                assert_eq!(last.row, row, "{arcs:?} {flows:?}");
                assert_eq!(
                    visits,
                    expected.into_iter().map(Natural::from).collect::<Vec<_>>(),
                    "{arcs:?} {flows:?}"
                );
            }
        }
    }
}
