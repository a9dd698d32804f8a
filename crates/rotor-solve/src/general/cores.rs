//! Cores: where a settled flow may still run in circles.
//!
//! Let z be by how much a flow exceeds the least one: a circulation that takes back the last z(v) uses of arcs of each
//! v. Where z(v) > 0, it is so at the head of the last arc too. So a vertex from which last arcs lead out of the part,
//! or to a vertex that is least already, is least itself. Any other may only take back arcs up to the first, counted
//! backwards, that leads to such a vertex; and as z circulates, only inside strong components of these arcs.

use super::part::OUTSIDE;
use super::pseudo_flow::PseudoFlow;
use num_traits::ToPrimitive;
use rotor_graph::{Multigraph, Stop, Tick, VertexId, VertexMap, position_after, strong_components};

/// No core: what the flow has there is the least.
const LEAST: u32 = u32::MAX;

/// The cores of a settled flow, `held` vertices being least: sets of vertices, apart from each other, outside of which
/// the flow is least. Each can be made least alone.
///
/// Time O(|A|) for each time that components fall apart further.
pub(crate) fn cores(
    flow: &PseudoFlow<'_>,
    held: &[bool],
    tick: &mut dyn Tick,
) -> Result<Vec<Vec<usize>>, Stop> {
    let n = flow.part().len();
    let mut core = led_out_by_last_arcs(flow, held);
    loop {
        tick.tick(2 * (n + flow.part().arc_count()) as u64)?;
        let components = components(flow, &core);
        let mut next = vec![LEAST; n];
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|&v| next[v] = number as u32);
        }
        if next == core {
            return Ok(components);
        }
        core = next;
    }
}

/// [`LEAST`] for what is least because last arcs lead out from there, 0 for everything else. Time O(|V|).
fn led_out_by_last_arcs(flow: &PseudoFlow<'_>, held: &[bool]) -> Vec<u32> {
    const NEW: u32 = 1;
    const AT_HAND: u32 = 2;
    let mut core: Vec<u32> = held.iter().map(|&held| if held { LEAST } else { NEW }).collect();
    let mut path = Vec::new();
    for start in 0..core.len() {
        let mut v = Some(start);
        while let Some(u) = v.filter(|&u| core[u] == NEW) {
            core[u] = AT_HAND;
            path.push(u);
            v = flow.last_head(u);
        }
        // A path that has come back to itself closes a cycle.
        let found = v.map_or(LEAST, |u| if core[u] == AT_HAND { 0 } else { core[u] });
        path.drain(..).for_each(|u| core[u] = found);
    }
    core
}

/// The strong components of the arcs that may be taken back, numbered by their first vertices; vertices on no cycle of
/// them are left out.
fn components(flow: &PseudoFlow<'_>, core: &[u32]) -> Vec<Vec<usize>> {
    let part = flow.part();
    let (mut first, mut heads) = (vec![0], Vec::new());
    for (u, &of) in core.iter().enumerate() {
        if of != LEAST {
            let degree = part.degree(u);
            let used = flow.departures(u).to_u32().map_or(degree, |x| x.min(degree));
            let back =
                (1..=used).map(|back| position_after(flow.position(u), u64::from(degree - back), degree));
            let back = back.map(|at| part.heads(u)[at as usize]);
            let inside = back.take_while(|&head| head != OUTSIDE && core[head as usize] == of);
            heads.extend(inside.map(VertexId::new));
        }
        first.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(first, heads).expect("it has no more arcs than the part");
    let inside = VertexMap::from_vec(core.iter().map(|&of| of != LEAST).collect());
    let circulates = |component: &Vec<VertexId>| match component[..] {
        [u] => graph.heads(u).contains(&u),
        _ => true,
    };
    let components = strong_components(&graph, &inside, graph.vertices().filter(|&u| inside[u]));
    let sorted = |component: Vec<VertexId>| {
        let mut vertices: Vec<usize> = component.into_iter().map(VertexId::index).collect();
        vertices.sort_unstable();
        vertices
    };
    let mut found: Vec<_> = components.into_iter().filter(circulates).map(sorted).collect();
    found.sort_unstable();
    found
}
