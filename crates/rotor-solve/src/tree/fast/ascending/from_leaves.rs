//! The sweep from the leaves, which also tells whether labels ascend.

use super::super::halt::Halt;
use super::super::watch::SweepProgress;
use super::Swept;
use super::record::{LastVisit, NONE, Record, RotorRow, SINK, revolve};
use super::rows::Rows;
use rotor_graph::{Stop, VertexId};

/// What the sweep from the leaves finds.
pub(super) struct FromLeaves {
    /// Of every vertex u with parent p: r(p, u), and where a particle that stays below ends.
    pub(super) records: Vec<Record>,
    /// The top of every trap, as in the sweep over a layout.
    pub(super) traps: Vec<usize>,
}

/// Sweeps from the leaves; nothing comes of it if labels do not ascend or a flow is too large.
///
/// A vertex that is still to come sends everything back as far as the records know, which is what its children must
/// assume of it.
pub(super) fn from_leaves(rows: Rows<'_>, watch: &mut SweepProgress<'_>) -> Result<Swept<FromLeaves>, Stop> {
    let record = |u: usize| match rows.is_sink(u) {
        true => Record::sink(VertexId::new(u as u32)),
        false => Record::RETURNING,
    };
    let mut records: Vec<Record> = (0..rows.len()).map(record).collect();
    let mut traps = Vec::new();
    for u in (0..rows.len()).rev() {
        watch.pass(u)?;
        let Some(row) = rows.row(u) else { continue };
        rows.ask_before(u, &records);
        let last = revolve(&mut records, row);
        let end = match last {
            LastVisit::Departure(head) => records[head.index()].end,
            LastVisit::Never => Halt::NOWHERE,
            LastVisit::TooLarge => return Ok(Swept::TooLarge),
        };
        let Some(Up { parent, visits }) = look_up(&mut records, row, VertexId::new(u as u32)) else {
            return Ok(Swept::NotAscending);
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
    Ok(Swept::Done(FromLeaves { records, traps }))
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
