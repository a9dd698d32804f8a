//! Last departures: how far a rotor turns until the particle leaves its vertex for good.
//!
//! If every departure towards a head w comes back until the r(w)-th one, which does not, the particle leaves for good
//! at the first arc that makes some head's departures complete. No head is complete after
//! q = min ⌊(r(w) − 1) / m(w)⌋ full turns, and the head where that minimum is found is complete within one turn more
//! [ACD22, `alg:ImprovedRoutine`, with erratum E1].

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    Count, Instance, LastDeparture, Natural, ReturnFlows, RoutineClaim, Tick, VertexId, prefetch,
};
use std::collections::{BTreeMap, BTreeSet};

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

// Machine words: the last departure from one vertex, and what its neighbours must see, without a big integer.

/// Flows that are too large for the codes of a table, or that would become so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge;

/// Room for the rows of one vertex, used again for the next.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The row of every arc, in the order in which they are used.
    row_of_arc: Vec<u32>,
    multiplicity: Vec<u32>,
    passed: Vec<u32>,
    expected: Vec<u64>,
    /// Where a vertex with many rows lists each head; as long as the graph has vertices, once there is such a vertex.
    listed: Vec<u32>,
}

/// Up to this many rows are searched one by one.
pub(crate) const FEW: usize = 12;

/// How many rows or arcs ahead memory is prefetched, where there are many.
pub(crate) const AHEAD: usize = 24;

/// Prefetches the entry of a vertex.
#[inline]
pub(crate) fn prefetch_entry(noted: &[u32], v: Option<&VertexId>) {
    if let Some(v) = v {
        prefetch(noted, v.index());
    }
}

impl Words {
    /// Finds the row of every arc; false if `rows` are not the distinct heads of `arcs`, each once. Time O(number of
    /// arcs).
    pub(crate) fn take(&mut self, vertices: usize, rows: &[VertexId], arcs: [&[VertexId]; 2]) -> bool {
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
    pub(crate) fn row_of_arc(&self) -> &[u32] {
        &self.row_of_arc
    }

    /// The row of the last departure, if there is one.
    ///
    /// Demand 3 for all other rows is kept for [`expected`](Self::expected); codes must be at least 1.
    pub(crate) fn last_departure(&mut self, codes: &[u64]) -> Result<Option<usize>, TooLarge> {
        let Some((last, full_turns)) = self.turn(codes, usize::MAX)? else { return Ok(None) };
        self.expected.clear();
        for row in 0..codes.len() {
            let visits = if row == last { Some(0) } else { self.visits_and_one(full_turns, row) };
            self.expected.push(visits.ok_or(TooLarge)?);
        }
        Ok(Some(last))
    }

    /// Demand 3 for the row `last` itself: one more turning, without it.
    pub(crate) fn without_last(&mut self, codes: &[u64], last: usize) -> Result<(), TooLarge> {
        self.expected[last] = match self.turn(codes, last)? {
            None => ReturnFlows::INFINITE,
            Some((_, full_turns)) => self.visits_and_one(full_turns, last).ok_or(TooLarge)?,
        };
        Ok(())
    }

    /// What the flow back along this row has to be.
    pub(crate) fn expected(&self, row: usize) -> u64 {
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

// The revolving routine at one vertex: that the flow of one head is used up first.

/// Checks where the rotor of a vertex comes to rest [ACD22, `thm:routine`].
///
/// Departure number k is the last one exactly if its head is then visited r times, and every other head fewer times than
/// its flow. Both are counted: (k − 1)/d(u) full turns and the arcs passed after them. Time O(d(u) log d(u)) operations.
pub(crate) fn check(instance: &Instance, claim: &RoutineClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let (graph, u) = (instance.graph(), claim.vertex);
    require_vertex(instance, "the vertex of the routine", u)?;
    pay(tick, graph.heads(u).len() + claim.flows.len())?;
    let mut flows = BTreeMap::new();
    for (w, flow) in &claim.flows {
        require_vertex(instance, "a head", *w)?;
        let name = display_name(instance, *w);
        require(
            Some(u),
            format_args!("flows given for {name} = 1"),
            &(1 + usize::from(flows.contains_key(w))),
            &1,
        )?;
        require(Some(u), format_args!("whether r(u, {name}) is 0"), &(*flow == Count::from(0)), &false)?;
        flows.insert(*w, flow.clone());
    }
    for w in graph.heads(u) {
        let name = display_name(instance, *w);
        require(Some(u), format_args!("whether r(u, {name}) is given"), &flows.contains_key(w), &true)?;
    }
    let heads: BTreeSet<_> = graph.heads(u).iter().collect();
    require(Some(u), "number of flows = number of heads", &flows.len(), &heads.len())?;
    revolution(instance, u, &flows, claim.last.as_ref(), tick)?;
    if let Some(last) = &claim.last {
        flows.insert(graph.head(last.arc), Count::Infinite);
        revolution(instance, u, &flows, claim.without_last.as_ref(), tick)?;
    }
    Ok(())
}

/// Demands that `last` is where the rotor of `u` comes to rest.
fn revolution(
    instance: &Instance,
    u: VertexId,
    flows: &BTreeMap<VertexId, Count>,
    last: Option<&LastDeparture>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let heads = graph.heads(u);
    let Some(LastDeparture { arc, number }) = last else {
        let finite = heads.iter().filter(|w| flows[w] != Count::Infinite).count();
        return Ok(require(Some(u), "finite flows without a last departure = 0", &finite, &0)?);
    };
    if number.is_zero() || heads.is_empty() {
        return Err(Refutation::new(Some(u), "number of the last departure ≥ 1", number, 1).into());
    }
    pay(tick, 2 * heads.len())?;
    let before = number - 1u32;
    let (turns, passed) = (&before / heads.len(), &before % heads.len());
    let passed = passed.to_usize().expect("a remainder is less than d(u)");
    let rotor = instance.rotors().position(graph, u) as usize;
    let row = graph.arc_range(u).start as usize;
    let position = (rotor + passed) % heads.len();
    require(Some(u), "arc of the departure of this number", &arc.index(), &(row + position))?;
    // How many arcs each head has, and how many of these are passed after the full turns.
    let mut counts: BTreeMap<VertexId, (usize, usize)> = BTreeMap::new();
    for step in 0..heads.len() {
        let (arcs, after_turns) = counts.entry(heads[(rotor + step) % heads.len()]).or_default();
        *arcs += 1;
        *after_turns += usize::from(step < passed);
    }
    for (w, (arcs, after_turns)) in counts {
        let visits: BigUint = &turns * arcs + after_turns;
        let name = display_name(instance, w);
        if w == heads[position] {
            let used_up = Count::from(&visits + 1u32);
            require(Some(u), format_args!("visits of {name} = r(u, {name})"), &used_up, &flows[&w])?;
        } else if Count::from(visits.clone()) >= flows[&w] {
            return Err(Refutation::new(
                Some(u),
                format_args!("visits of {name} < r(u, {name})"),
                visits,
                &flows[&w],
            )
            .into());
        }
    }
    Ok(())
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
