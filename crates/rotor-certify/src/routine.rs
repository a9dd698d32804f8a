//! Last departures: how far a rotor turns until the particle leaves its vertex for good.
//!
//! If every departure towards a head w comes back until the r(w)-th one, which does not, the particle leaves for good
//! at the first arc that makes some head's departures complete. No head is complete after
//! q = min ⌊(r(w) − 1) / m(w)⌋ full turns, and the head where that minimum is found is complete within one turn more
//! [ACD22, `alg:ImprovedRoutine`, with erratum E1].

use crate::certified::{Refutation, Verdict, display_name, pay, require, require_vertex};
use crate::flow::Arcs;
use rotor_graph::{
    Count, Instance, LastDeparture, Multigraph, Natural, RoutineClaim, Tick, VertexId, prefetch,
};
use std::collections::BTreeMap;

/// What visits are counted in: machine words, or numbers of any size.
pub(crate) trait Visits: Ord + Sized {
    /// ⌊(visits − 1) / parallel⌋: the full turns that complete no row of this many visits.
    fn full_turns(&self, parallel: u32) -> Self;
    /// turns · parallel + more; at least [`u64::MAX`] if that fits no word.
    fn after(turns: &Self, parallel: u32, more: u32) -> Self;
    /// visits − turns · parallel, unless that is large.
    fn left_after(&self, turns: &Self, parallel: u32) -> Option<u32>;
}

impl Visits for u64 {
    #[inline]
    fn full_turns(&self, parallel: u32) -> Self {
        if parallel == 1 { self - 1 } else { (self - 1) / Self::from(parallel) }
    }

    #[inline]
    fn after(turns: &Self, parallel: u32, more: u32) -> Self {
        turns.saturating_mul(parallel.into()).saturating_add(more.into())
    }

    #[inline]
    fn left_after(&self, turns: &Self, parallel: u32) -> Option<u32> {
        u32::try_from(self - turns * Self::from(parallel)).ok()
    }
}

impl Visits for Natural {
    fn full_turns(&self, parallel: u32) -> Self {
        (self - 1u32) / parallel
    }

    fn after(turns: &Self, parallel: u32, more: u32) -> Self {
        turns * parallel + more
    }

    fn left_after(&self, turns: &Self, parallel: u32) -> Option<u32> {
        (self - &(turns * parallel)).to_u32()
    }
}

/// The arcs of one vertex in the order in which they are used, as numbers of the rows they lead to; its memory is used
/// again for the next vertex.
#[derive(Debug, Default)]
pub(crate) struct Turning {
    row_of_arc: Vec<u32>,
    multiplicity: Vec<u32>,
    /// How often each row is passed after the full turns of the last departure that was looked for.
    passed: Vec<u32>,
    /// How many visits are left to each row after them; [`ENDLESS`] if it comes back at least until one more turn is over.
    left: Vec<u32>,
    /// Where a vertex with many rows lists each head; as long as the graph has vertices, once there is such a vertex.
    listed: Vec<u32>,
}

const ENDLESS: u32 = u32::MAX;

/// Where a vertex is left for good.
#[derive(Debug)]
pub(crate) struct FinalTurn<N> {
    /// The row of its head.
    pub(crate) row: usize,
    full_turns: N,
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

impl Turning {
    /// The arcs in the order in which they are used, each as the number of its row, all less than `rows`.
    pub(crate) fn new(rows: usize, row_of_arc: Vec<u32>) -> Self {
        let mut multiplicity = vec![0; rows];
        row_of_arc.iter().for_each(|&row| multiplicity[row as usize] += 1);
        Self { row_of_arc, multiplicity, ..Self::default() }
    }

    /// Finds the row of every arc; false if `rows` are not the distinct heads of `arcs`, each once. Time O(number of
    /// arcs).
    pub(crate) fn take(&mut self, graph: &Multigraph, rows: &[VertexId], arcs: [&[VertexId]; 2]) -> bool {
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
            self.listed.resize(graph.vertex_count(), 0);
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

    /// How many arcs lead to `row`.
    pub(crate) fn multiplicity(&self, row: usize) -> u32 {
        self.multiplicity[row]
    }

    /// The last departure if row w comes back until departure number `flow(w)` ≥ 1, none being +∞; none if all always come
    /// back.
    ///
    /// Time O(number of rows) operations on flows and O(number of arcs) others.
    #[inline]
    pub(crate) fn last_departure<'c, N: Visits + 'c>(
        &mut self,
        flow: impl Fn(usize) -> Option<&'c N>,
    ) -> Option<FinalTurn<N>> {
        let full_turns = self.full_turns(flow)?;
        for &row in &self.row_of_arc {
            let row = row as usize;
            if self.left[row] == self.passed[row] + 1 {
                return Some(FinalTurn { row, full_turns });
            }
            self.passed[row] += 1;
        }
        unreachable!("the head of least quotient q has r − q·m ≤ m, so one more turn completes it")
    }

    /// The full turns that complete no row; notes how many visits are then left to each.
    #[inline]
    fn full_turns<'c, N: Visits + 'c>(&mut self, flow: impl Fn(usize) -> Option<&'c N>) -> Option<N> {
        let quotients = self.multiplicity.iter().enumerate();
        let full_turns =
            quotients.filter_map(|(row, &parallel)| Some(flow(row)?.full_turns(parallel))).min()?;
        self.passed.clear();
        self.passed.resize(self.multiplicity.len(), 0);
        self.left.clear();
        for (row, &parallel) in self.multiplicity.iter().enumerate() {
            let left = flow(row).and_then(|flow| flow.left_after(&full_turns, parallel));
            self.left.push(left.unwrap_or(ENDLESS));
        }
        Some(full_turns)
    }

    /// The full turns, and for every arc to start from the row of the last departure and how often the row `back`, which
    /// always comes back, is passed after the full turns; none if all rows always come back.
    ///
    /// A turn that starts one arc later ends no earlier, since it has passed no row more often: so the arcs passed are a
    /// window of which both ends only move forward. Cost as [`last_departure`](Self::last_departure), for all of them.
    pub(crate) fn of_every_start<'c, N: Visits + 'c>(
        &mut self,
        flow: impl Fn(usize) -> Option<&'c N>,
        back: usize,
    ) -> Option<(N, Vec<(usize, u32)>)> {
        let full_turns = self.full_turns(flow)?;
        let mut ends = Vec::with_capacity(self.row_of_arc.len());
        let mut turn = self.row_of_arc.iter().chain(&self.row_of_arc).map(|&row| row as usize).peekable();
        let mut in_window = 0usize;
        for &first in &self.row_of_arc {
            while let Some(row) = turn.next_if(|&row| self.left[row] != self.passed[row] + 1) {
                self.passed[row] += 1;
                in_window += 1;
            }
            let row = turn.peek().expect("one turn from any arc completes the head of least quotient");
            ends.push((*row, self.passed[back]));
            if in_window > 0 {
                self.passed[first as usize] -= 1;
                in_window -= 1;
            } else {
                turn.next();
            }
        }
        Some((full_turns, ends))
    }

    /// The row of the last departure; puts into `expected` how often the neighbour behind each row sees the particle, if it
    /// always sends it back itself: visits of it before the last departure, plus 1 [ACD22, `lem: Retropropag`].
    #[inline]
    pub(crate) fn return_flows<'c, N: Visits + 'c>(
        &mut self,
        flow: impl Fn(usize) -> Option<&'c N>,
        expected: &mut Vec<Option<N>>,
    ) -> Option<usize> {
        let last = self.last_departure(&flow)?;
        expected.clear();
        expected.extend((0..self.multiplicity.len()).map(|row| Some(self.visits_and_one(&last, row))));
        // Only the row of the last departure would be passed again; so it needs one more turning, without it.
        let without = self.last_departure(|row| flow(row).filter(|_| row != last.row));
        expected[last.row] = without.map(|without| self.visits_and_one(&without, last.row));
        Some(last.row)
    }

    /// How many departures there were with the last one, which was looked for last.
    pub(crate) fn departures<N: Visits>(&self, last: &FinalTurn<N>) -> N {
        N::after(&last.full_turns, self.row_of_arc.len() as u32, 1 + self.passed.iter().sum::<u32>())
    }

    /// How often `row` was visited before the last departure, which was looked for last, plus 1.
    #[inline]
    pub(crate) fn visits_and_one<N: Visits>(&self, last: &FinalTurn<N>, row: usize) -> N {
        N::after(&last.full_turns, self.multiplicity[row], self.passed[row] + 1)
    }
}

// The revolving routine at one vertex: that the flow of one head is used up first.

/// Checks where the rotor of a vertex comes to rest [ACD22, `thm:routine`]. Time O(d(u) log d(u)) operations.
pub(crate) fn check(instance: &Instance, claim: &RoutineClaim, tick: &mut dyn Tick) -> Verdict {
    let (graph, u) = (instance.graph(), claim.vertex);
    require_vertex(instance, "the vertex of the routine", u)?;
    pay(tick, 3 * graph.heads(u).len() + claim.flows.len())?;
    let mut flows = BTreeMap::new();
    for (w, flow) in &claim.flows {
        require_vertex(instance, "a head", *w)?;
        let name = display_name(instance, *w);
        let twice = flows.insert(*w, flow.finite()).is_some();
        require(Some(u), format_args!("flows given for {name} = 1"), &(1 + u32::from(twice)), &1)?;
        require(Some(u), format_args!("whether r(u, {name}) is 0"), &(*flow == Count::from(0)), &false)?;
    }
    let heads: BTreeMap<VertexId, u32> = graph.heads(u).iter().copied().zip(0..).collect();
    for w in heads.keys() {
        let equation = format_args!("whether r(u, {}) is given", display_name(instance, *w));
        require(Some(u), equation, &flows.contains_key(w), &true)?;
    }
    require(Some(u), "number of flows = number of heads", &flows.len(), &heads.len())?;
    // A row for each arc, of which that of its head is one; rows without an arc have no flow.
    let rows = Arcs::of(instance).heads_from_rotor(u).map(|w| heads[&w]).collect();
    let mut turning = Turning::new(graph.heads(u).len(), rows);
    let mut of_row = vec![None; graph.heads(u).len()];
    heads.iter().for_each(|(w, &row)| of_row[row as usize] = flows[w]);
    rests(instance, u, &mut turning, &of_row, claim.last.as_ref())?;
    if let Some(last) = &claim.last {
        of_row[heads[&graph.head(last.arc)] as usize] = None;
        rests(instance, u, &mut turning, &of_row, claim.without_last.as_ref())?;
    }
    Ok(())
}

/// Demands that `claimed` is where the rotor of `u` comes to rest.
fn rests(
    instance: &Instance,
    u: VertexId,
    turning: &mut Turning,
    flows: &[Option<&Natural>],
    claimed: Option<&LastDeparture>,
) -> Result<(), Refutation> {
    let last = turning.last_departure(|row| flows[row]);
    require(Some(u), "whether there is a last departure", &claimed.is_some(), &last.is_some())?;
    let (Some(LastDeparture { arc, number }), Some(last)) = (claimed, last) else { return Ok(()) };
    require(Some(u), "number of the last departure", number, &turning.departures(&last).to_big())?;
    let (arcs, rotor) = (instance.graph().arc_range(u), instance.rotors().position(instance.graph(), u));
    let turned = (number - 1u32 + rotor) % arcs.len();
    require(Some(u), "arc of the departure of this number", &arc.raw().into(), &(turned + arcs.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns arc by arc, as the definition says.
    fn by_definition(rows: usize, row_of_arc: &[u32], flows: &[Option<Natural>]) -> (usize, Vec<u32>) {
        let mut visits = vec![0u32; rows];
        for &row in row_of_arc.iter().cycle() {
            if flows[row as usize] == Some(Natural::from(visits[row as usize] + 1)) {
                return (row as usize, visits);
            }
            visits[row as usize] += 1;
        }
        unreachable!("a vertex has an arc")
    }

    /// Flows from the digits of `code`: that of each row is less than `base`, 0 standing for +∞.
    fn flows(code: u32, base: u32, rows: usize) -> Vec<Option<Natural>> {
        let flow = |row| code / base.pow(row as u32) % base;
        (0..rows).map(|row| (flow(row) > 0).then(|| flow(row).into())).collect()
    }

    #[test]
    fn a_window_that_moves_on_ends_where_a_new_one_would() {
        let mut ended = 0;
        for arcs in [vec![0, 3], vec![0, 1, 3], vec![1, 1, 0, 3, 2, 3], vec![2, 0, 1, 0, 3, 1, 0]] {
            for code in 0..7u32.pow(3) {
                let mut flows = flows(code, 7, 4);
                (0..4).filter(|row| !arcs.contains(row)).for_each(|row| flows[row as usize] = None);
                let every = Turning::new(4, arcs.clone()).of_every_start(|row| flows[row].as_ref(), 3);
                for start in 0..arcs.len() {
                    let mut from_start = arcs.clone();
                    from_start.rotate_left(start);
                    let mut turning = Turning::new(4, from_start);
                    let last = turning.last_departure(|row| flows[row].as_ref());
                    let visits = last.map(|last| (last.row, turning.visits_and_one(&last, 3)));
                    let found = every.as_ref().map(|(full_turns, ends)| {
                        let (row, passed) = ends[start];
                        (row, full_turns * turning.multiplicity(3) + passed + 1u32)
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
        for arcs in [vec![0], vec![0, 1], vec![1, 1, 0, 2], vec![2, 0, 1, 0, 1, 0]] {
            let rows = 1 + *arcs.iter().max().unwrap() as usize;
            let mut turning = Turning::new(rows, arcs.clone());
            for code in 0..9u32.pow(rows as u32) {
                let flows = flows(code, 9, rows);
                let Some(last) = turning.last_departure(|row| flows[row].as_ref()) else {
                    assert_eq!(code, 0, "only if no flow is finite");
                    continue;
                };
                let (row, expected) = by_definition(rows, &arcs, &flows);
                assert_eq!(last.row, row, "{arcs:?} {flows:?}");
                for (row, visits) in expected.iter().enumerate() {
                    let found = turning.visits_and_one(&last, row);
                    assert_eq!(found, Natural::from(visits + 1), "{arcs:?} {flows:?}");
                }
                assert_eq!(turning.departures(&last), Natural::from(expected.iter().sum::<u32>() + 1));
            }
        }
    }
}
