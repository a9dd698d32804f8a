//! What is known of a vertex, and the routine on such records.

use super::super::halt::Halt;
use crate::full_turns::full_turns;
use rotor_graph::VertexId;

/// +∞.
pub(super) const INFINITE: u32 = u32::MAX;
/// No vertex.
pub(super) const NONE: u32 = u32::MAX;
/// The parent of a sink, which belongs to no tree.
pub(super) const SINK: u32 = u32::MAX - 1;

/// What is known of a vertex v, as the neighbour u whose routine is run sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// r(u, v).
    pub(super) flow: u32,
    /// How often u has sent the particle to v.
    pub(super) visits: u32,
    /// Where a particle that v keeps ends.
    pub(super) end: Halt,
    /// The neighbour of a smaller number, if one is known; else [`NONE`], or [`SINK`].
    pub(super) parent: u32,
}

impl Record {
    /// A vertex that sends everything back.
    pub(super) const RETURNING: Self = Self { flow: INFINITE, visits: 0, end: Halt::NOWHERE, parent: NONE };

    /// A sink.
    pub(super) fn sink(v: VertexId) -> Self {
        Self { flow: 1, visits: 0, end: Halt::sink(v), parent: SINK }
    }
}

/// The arcs of a vertex, and which of them comes first.
#[derive(Clone, Copy)]
pub(super) struct RotorRow<'g> {
    pub(super) heads: &'g [VertexId],
    pub(super) rotor: usize,
}

/// What the routine ends with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LastVisit {
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
pub(super) fn revolve(records: &mut [Record], row: RotorRow<'_>) -> LastVisit {
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
