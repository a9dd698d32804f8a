//! The sweep from the roots: exits.

use super::super::halt::Halt;
use super::super::watch::SweepProgress;
use super::from_leaves::FromLeaves;
use super::record::{INFINITE, LastVisit, NONE, Record, SINK, revolve};
use super::rows::Rows;
use rotor_graph::Stop;

/// Sweeps from the roots: where a particle on each vertex halts; nothing comes of it if a flow is too large.
///
/// When the turn of u comes, its parent p has left in the record of u how often it visits u: r(u, p) is one more, or
/// infinite if u is where p is left for good. That last flow is not the true one, and is as good: u is not left towards p
/// then, because the destination forest has no cycle. From then on what was known of u and p is not needed, so that
/// their records can hold what the routine at u must know of p and of loops.
pub(super) fn from_roots(
    rows: Rows<'_>,
    found: FromLeaves,
    watch: &mut SweepProgress<'_>,
) -> Result<Option<Vec<Halt>>, Stop> {
    let FromLeaves { mut records, traps } = found;
    for (number, &top) in traps.iter().enumerate() {
        records[top].end = Halt::inside(number);
    }
    for u in 0..rows.len() {
        watch.pass(u)?;
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
