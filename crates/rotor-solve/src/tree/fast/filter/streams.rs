//! Exact flows on demand: one number, changed in place from vertex to vertex.
//!
//! A flow depends on one other: r(x, u) is decided by the head w by which u is left for good when x sends everything
//! back, and by r(u, w). So every flow is the end of a stream that starts on a sink, and no table is needed.

use super::super::layout::{Layout, PARENT};
use super::Ledger;
use super::decision::Below;
use super::limbs::Limbs;
use super::list::List;
use rotor_graph::Stop;
use std::collections::HashMap;

/// Exact flows r(p, u) that streams have reached in the sweep from the leaves, by the place of u.
pub(super) type Frontier = HashMap<usize, Limbs>;

/// The place of the child by which the vertex in place `at` is left for good if its parent sends everything back.
pub(super) fn child<const BITS: u32>(layout: &Layout, below: &[Below<BITS>], at: usize) -> Option<usize> {
    let head = below[at].head;
    (head != PARENT).then(|| layout.nodes[at].first_child() + head as usize - 1)
}

/// r(p, u) for the vertex u in place `top`: from the nearest flow below it that is known exactly, which is taken out
/// of the frontier.
///
/// Time O(k) operations on integers of O(k) bits if that lies k vertices below.
pub(super) fn exact_below<const BITS: u32>(
    layout: &Layout,
    below: &[Below<BITS>],
    top: usize,
    frontier: &mut Frontier,
    ledger: &mut Ledger<'_, '_>,
) -> Result<Limbs, Stop> {
    let mut at = top;
    let mut flow = loop {
        if let Some(number) = below[at].flow.number() {
            break Limbs::from(number);
        }
        if let Some(flow) = frontier.remove(&at) {
            break flow;
        }
        match child(layout, below, at) {
            Some(child) => at = child,
            None => break Limbs::from(List::of(layout, at).flow_at_end()),
        }
    };
    while at != top {
        at = layout.parents[at] as usize;
        List::of(layout, at).pass_on(below[at].head, PARENT, &mut flow);
        ledger.count(&flow)?;
    }
    Ok(flow)
}
