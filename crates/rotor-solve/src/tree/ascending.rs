//! Exits of a forest whose labels ascend: no vertex has two neighbours of smaller numbers.
//!
//! Labels from a breadth-first or depth-first search do, and those in most files that a program has written. Then nothing
//! is renumbered or copied: both sweeps run along the arcs as the graph has them, and one record per vertex holds what its
//! neighbours need. The sweep from the leaves finds out on the way whether labels ascend.

use super::answers::Exits;
use super::layout::{Halt, MOST_VERTICES};
use super::number::full_turns;
use super::sweep::{Pass, TICK_EVERY};
use rotor_graph::{ArcId, Configuration, Multigraph, Stop, Tick, VertexId, prefetch};

/// The exit of every vertex, if labels ascend and flows are less than 2³¹. Time O(|V| + |A|); memory 16 bytes per vertex.
pub(super) fn ascending_exits(
    graph: &Multigraph,
    rotors: &Configuration,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<Option<Exits>, Stop> {
    let rows = Rows::of(graph, rotors);
    if graph.vertex_count() >= MOST_VERTICES || !rows.may_ascend() {
        return Ok(None);
    }
    let Some(found) = from_leaves(rows, pass, tick)? else { return Ok(None) };
    let traps = found.traps.len();
    let halts = from_roots(rows, found, pass.next(), tick)?;
    Ok(halts.map(|halts| Exits::in_order(halts).with_traps(traps)))
}

/// What the sweep from the leaves finds.
struct FromLeaves {
    /// Of every vertex u with parent p: r(p, u), and where a particle that stays below ends.
    records: Vec<Record>,
    /// The top of every trap, as in the sweep over a layout.
    traps: Vec<usize>,
}

/// Sweeps from the leaves; nothing comes of it if labels do not ascend or a flow is too large.
///
/// A vertex that is still to come sends everything back as far as the records know, which is what its children must
/// assume of it.
fn from_leaves(rows: Rows<'_>, pass: Pass, tick: &mut dyn Tick) -> Result<Option<FromLeaves>, Stop> {
    let record = |u: usize| match rows.is_sink(u) {
        true => Record::sink(VertexId::new(u as u32)),
        false => Record::RETURNING,
    };
    let mut records: Vec<Record> = (0..rows.len()).map(record).collect();
    let mut traps = Vec::new();
    for u in (0..rows.len()).rev() {
        pass.reach(rows.len() - 1 - u, TICK_EVERY, tick)?;
        let Some(row) = rows.row(u) else { continue };
        rows.ask_before(u, &records);
        let last = revolve(&mut records, row);
        let end = match last {
            LastVisit::Departure(head) => records[head.index()].end,
            LastVisit::Never => Halt::NOWHERE,
            LastVisit::TooLarge => return Ok(None),
        };
        let Some(Up { parent, visits }) = look_up(&mut records, row, VertexId::new(u as u32)) else {
            return Ok(None);
        };
        records[u] = match last {
            // Nothing keeps the particle, and it is not sent back either.
            LastVisit::Never if parent == NONE => {
                traps.push(u);
                Record { flow: 1, visits: 0, end: Halt::trap(traps.len() - 1), parent }
            }
            LastVisit::Never => Record { parent, ..Record::RETURNING },
            _ => Record { flow: visits + 1, visits: 0, end, parent },
        };
    }
    Ok(Some(FromLeaves { records, traps }))
}

/// The parent to which a vertex has arcs, or [`NONE`], and how often the routine has visited it.
struct Up {
    parent: u32,
    visits: u32,
}

/// Looks for the parent of `u` among its heads, tells the others that `u` is theirs, and forgets all visits. None if `u` or
/// one of them has two.
#[inline]
fn look_up(records: &mut [Record], row: RotorRow<'_>, u: VertexId) -> Option<Up> {
    let mut up = Up { parent: NONE, visits: 0 };
    for &v in row.heads {
        let record = &mut records[v.index()];
        if record.parent != SINK {
            if v < u {
                if up.parent == NONE {
                    up = Up { parent: v.raw(), visits: record.visits };
                } else if up.parent != v.raw() {
                    return None;
                }
            } else if v > u && record.parent != u.raw() {
                if record.parent != NONE {
                    return None;
                }
                record.parent = u.raw();
            }
        }
        record.visits = 0;
    }
    Some(up)
}

/// Sweeps from the roots: where a particle on each vertex halts; nothing comes of it if a flow is too large.
///
/// When the turn of u comes, its parent p has left in the record of u how often it visits u: r(u, p) is one more, or
/// infinite if u is where p is left for good. That last flow is not the true one, and is as good: u is not left towards p
/// then, because the destination forest has no cycle. From then on what was known of u and p is not needed, so that
/// their records can hold what the routine at u must know of p and of loops.
fn from_roots(
    rows: Rows<'_>,
    found: FromLeaves,
    pass: Pass,
    tick: &mut dyn Tick,
) -> Result<Option<Vec<Halt>>, Stop> {
    let FromLeaves { mut records, traps } = found;
    for (number, &top) in traps.iter().enumerate() {
        records[top].end = Halt::inside(number);
    }
    for u in 0..rows.len() {
        pass.reach(u, TICK_EVERY, tick)?;
        let Some(row) = rows.row(u) else { continue };
        rows.ask_after(u, &records);
        let Record { visits, end, parent, .. } = records[u];
        if end.is_inside() {
            for v in row.heads.iter().filter(|v| v.index() > u) {
                records[v.index()].end = end;
            }
            continue;
        }
        (records[u].flow, records[u].visits) = (INFINITE, 0);
        if parent != NONE {
            let parent = &mut records[parent as usize];
            (parent.flow, parent.visits) = (visits.saturating_add(1), 0);
        }
        let LastVisit::Departure(head) = revolve(&mut records, row) else { return Ok(None) };
        let last = &mut records[head.index()];
        let end = last.end.entered();
        if last.parent != SINK {
            last.visits = INFINITE;
        }
        records[u].end = end;
    }
    Ok(Some(records.into_iter().map(|record| record.end).collect()))
}

/// +∞.
const INFINITE: u32 = u32::MAX;
/// No vertex.
const NONE: u32 = u32::MAX;
/// The parent of a sink, which belongs to no tree.
const SINK: u32 = u32::MAX - 1;

/// What is known of a vertex v, as the neighbour u whose routine is run sees it.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// r(u, v).
    flow: u32,
    /// How often u has sent the particle to v.
    visits: u32,
    /// Where a particle that v keeps ends.
    end: Halt,
    /// The neighbour of a smaller number, if one is known; else [`NONE`], or [`SINK`].
    parent: u32,
}

impl Record {
    /// A vertex that sends everything back.
    const RETURNING: Self = Self { flow: INFINITE, visits: 0, end: Halt::NOWHERE, parent: NONE };

    /// A sink.
    fn sink(v: VertexId) -> Self {
        Self { flow: 1, visits: 0, end: Halt::sink(v), parent: SINK }
    }
}

/// The arcs of a vertex, and which of them comes first.
#[derive(Clone, Copy)]
struct RotorRow<'g> {
    heads: &'g [VertexId],
    rotor: usize,
}

/// What the routine ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastVisit {
    /// The last departure, to this head.
    Departure(VertexId),
    /// There is none: everything comes back.
    Never,
    /// Some head is visited 2³¹ times or more.
    TooLarge,
}

/// The improved revolving routine [ACD22, `alg:ImprovedRoutine`]: afterwards the records of all heads, which must have been
/// without visits, tell how often they are visited before the last departure. Time O(1) an arc.
#[inline]
fn revolve(records: &mut [Record], row: RotorRow<'_>) -> LastVisit {
    match turn(records, row) {
        Turn::Ends(head) => LastVisit::Departure(head),
        Turn::Passes { least: INFINITE } => LastVisit::Never,
        Turn::Passes { .. } => revolve_on(records, row),
    }
}

/// The routine after a first turn, which has counted how often each head is named.
#[inline(never)]
fn revolve_on(records: &mut [Record], row: RotorRow<'_>) -> LastVisit {
    let mut least = INFINITE;
    for v in row.heads {
        let Record { flow, visits: multiplicity, .. } = records[v.index()];
        let turns = match (flow, multiplicity) {
            (INFINITE, _) => INFINITE,
            (flow, multiplicity) => full_turns(flow, multiplicity).0,
        };
        least = least.min(turns);
    }
    // One of them is done.
    for v in row.heads {
        let visits = &mut records[v.index()].visits;
        *visits = visits.saturating_add(least - 1);
        if *visits >= 1 << 31 {
            return LastVisit::TooLarge;
        }
    }
    match turn(records, row) {
        Turn::Ends(head) => LastVisit::Departure(head),
        Turn::Passes { .. } => LastVisit::Never,
    }
}

enum Turn {
    /// Some head keeps the particle.
    Ends(VertexId),
    /// None does; this is the least of their flows.
    Passes { least: u32 },
}

/// One turn of the rotor, in one loop around the row: the end of a loop is what the processor foresees worst.
#[inline]
fn turn(records: &mut [Record], row: RotorRow<'_>) -> Turn {
    let (mut at, mut least) = (row.rotor, INFINITE);
    loop {
        let head = row.heads[at];
        let record = &mut records[head.index()];
        if record.visits + 1 == record.flow {
            return Turn::Ends(head);
        }
        record.visits += 1;
        least = least.min(record.flow);
        at = if at + 1 == row.heads.len() { 0 } else { at + 1 };
        if at == row.rotor {
            return Turn::Passes { least };
        }
    }
}

/// The arcs of all vertices and their rotors.
#[derive(Clone, Copy)]
struct Rows<'g> {
    starts: &'g [u32],
    heads: &'g [VertexId],
    rotors: &'g [ArcId],
}

/// With fewer arcs than this, visits that were below 2³¹ a turn ago fit a word.
const MOST_ARCS: usize = 1 << 30;
/// How many rows are looked at before anything is begun.
const LOOKED_AT: usize = 256;
/// How many arcs ahead of a row, and for how many of them, records are prefetched.
const AHEAD: usize = 48;
const PREFETCHED: usize = 4;

impl<'g> Rows<'g> {
    fn of(graph: &'g Multigraph, rotors: &'g Configuration) -> Self {
        Self { starts: graph.row_starts(), heads: graph.all_heads(), rotors: rotors.as_slice() }
    }

    fn len(self) -> usize {
        self.rotors.len()
    }

    /// The arcs of a vertex, unless it is a sink.
    #[inline]
    fn row(self, u: usize) -> Option<RotorRow<'g>> {
        let (start, end) = (self.starts[u] as usize, self.starts[u + 1] as usize);
        let heads = &self.heads[start..end];
        (start < end).then(|| RotorRow { heads, rotor: self.rotors[u].index() - start })
    }

    #[inline]
    fn is_sink(self, v: usize) -> bool {
        self.starts[v] == self.starts[v + 1]
    }

    /// Whether labels seem to ascend, by the look of the last rows: where they are random, these soon tell.
    fn may_ascend(self) -> bool {
        let has_one_parent = |u: usize| {
            let above = |&&v: &&VertexId| v.index() < u && !self.is_sink(v.index());
            let mut above = self.row(u).map_or(&[][..], |row| row.heads).iter().filter(above);
            above.next().is_none_or(|parent| above.all(|v| v == parent))
        };
        self.heads.len() < MOST_ARCS && (self.len().saturating_sub(LOOKED_AT)..self.len()).all(has_one_parent)
    }

    /// Asks for records that rows after that of `u` will need.
    #[inline]
    fn ask_after(self, u: usize, records: &[Record]) {
        self.ask(self.starts[u] as usize + AHEAD, records);
    }

    /// Asks for records that rows before that of `u` will need.
    #[inline]
    fn ask_before(self, u: usize, records: &[Record]) {
        self.ask((self.starts[u] as usize).wrapping_sub(AHEAD), records);
    }

    #[inline]
    fn ask(self, arc: usize, records: &[Record]) {
        if let Some(heads) = self.heads.get(arc..arc.saturating_add(PREFETCHED)) {
            heads.iter().for_each(|v| prefetch(records, v.index()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::complete_destination;
    use rotor_generate::{Dice, small_forest, small_graph};
    use rotor_graph::{StoppingGraph, TreeLike, VertexId};

    /// Whether no vertex has two neighbours of smaller numbers that are no sinks.
    fn ascends(graph: &Multigraph) -> bool {
        let mut smaller = vec![Vec::new(); graph.vertex_count()];
        for u in graph.vertices() {
            for &v in graph.heads(u).iter().filter(|&&v| v != u && !graph.is_sink(v)) {
                smaller[u.max(v).index()].push(u.min(v));
            }
        }
        smaller.iter().all(|smaller| smaller.iter().all(|v| *v == smaller[0]))
    }

    /// The same graph with a path of this many vertices, which ascend, leading to its last vertex.
    fn with_tail(graph: &Multigraph, length: u32) -> Multigraph {
        let n = graph.vertex_count() as u32;
        let mut heads: Vec<VertexId> = graph.all_heads().to_vec();
        let mut starts = graph.row_starts().to_vec();
        for u in n..n + length {
            heads.push(VertexId::new(u - 1));
            heads.extend((u + 1 < n + length).then_some(VertexId::new(u + 1)));
            starts.push(heads.len() as u32);
        }
        Multigraph::from_rows(starts, heads).unwrap()
    }

    #[test]
    fn a_graph_is_swept_as_it_is_exactly_if_labels_ascend() {
        let mut dice = Dice::new(40);
        let mut seen = [0; 2];
        for index in 0..4_000 {
            let instance = if index % 4 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
            // Long enough that the look at the last rows does not tell.
            let graph = with_tail(instance.graph(), if index % 2 == 0 { 300 } else { 0 });
            let rotors = Configuration::from_positions(&graph, |u| dice.below(graph.out_degree(u).max(1)));
            let swept = ascending_exits(&graph, &rotors, Pass::first(&graph, 2), &mut ()).unwrap();
            let does = ascends(&graph);
            seen[usize::from(does)] += 1;
            assert_eq!(swept.is_some(), does, "flows of few vertices are small:\n{instance}");
            if let Some(exits) = swept {
                let stopping = StoppingGraph::of(&graph);
                let tree = TreeLike::of(&stopping).unwrap();
                let printed = complete_destination(&tree, &rotors, &mut ()).unwrap();
                assert_eq!(exits.pattern(), printed.forest.exit_pattern(&stopping), "{instance}");
            }
        }
        assert!(seen.iter().all(|&count| count > 300), "labels that do not ascend, and that do: {seen:?}");
    }
}
