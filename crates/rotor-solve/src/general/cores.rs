//! Cores: cycles of last used arcs are taken out of a settled flow one by one; where that does not end, what circulates is
//! divided into cores, and a vertex of a core is chosen to be held.

use super::expectation::{Averages, BITS_OF_FLOATS};
use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use super::technique::Technique;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Multigraph, Stop, Tick, VertexId, VertexMap, position_after, strong_components};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Takes out of a settled flow all departures from vertices that no particle gets to along arcs in use: they only go
/// round among themselves. Time O(|A|).
pub(crate) fn drop_unreached(flow: &mut PseudoFlow<'_>) {
    let part = flow.part();
    let n = part.len();
    let mut reached: Vec<bool> = (0..n).map(|v| flow.is_supplied(v)).collect();
    let mut stack: Vec<usize> = (0..n).filter(|&v| reached[v]).collect();
    while let Some(v) = stack.pop() {
        for &head in flow.used_heads(v).iter().filter(|&&head| head != OUTSIDE) {
            if !std::mem::replace(&mut reached[head as usize], true) {
                stack.push(head as usize);
            }
        }
    }
    let lost = (0..n).filter(|&v| !reached[v]).map(|v| (v, -flow.departures(v)));
    let lost: Vec<_> = lost.filter(|(_, change)| !change.is_zero()).collect();
    flow.apply(lost.into_iter());
}

/// Where cycles were taken out without an end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Endless {
    /// The vertex that lost most.
    pub(crate) vertex: usize,
    /// Whether a large part of the cycles ran through it.
    pub(crate) is_hub: bool,
}

/// Takes cycles out of a settled flow until its last used arcs form none, but at most `most` uses of arcs; then where
/// most of them were.
///
/// No start takes more than a part of that: if cycles are endless at one place, they may end at others. Starts are
/// scattered, so that neighbours, whose cycles are mostly the same, do not use up everything together.
pub(crate) fn drop_cycles(
    flow: &mut PseudoFlow<'_>,
    most: u64,
    tick: &mut dyn Tick,
) -> Result<Option<Endless>, Stop> {
    const NEW: u32 = u32::MAX;
    const DONE: u32 = u32::MAX - 1;
    /// Into how many parts the uses are divided.
    const PARTS: u64 = 16;
    let n = flow.part().len();
    let mut place = vec![NEW; n];
    let mut lost = vec![0u32; n];
    let mut path: Vec<usize> = Vec::new();
    let (mut uses, mut cycles) = (0, 0u32);
    let mut endless = false;
    tick.tick(n as u64)?;
    for start in scattered(n) {
        if uses > most {
            endless = true;
            break;
        }
        let before = uses;
        let mut v = Some(start);
        let mut done = DONE;
        while let Some(u) = v.filter(|&u| place[u] != DONE) {
            if place[u] == NEW {
                place[u] = path.len() as u32;
                path.push(u);
                v = flow.last_head(u);
                continue;
            }
            if uses - before > most / PARTS {
                (endless, done) = (true, NEW);
                break;
            }
            let from = place[u] as usize;
            uses += (path.len() - from) as u64;
            cycles += 1;
            for w in path.drain(from..) {
                flow.shift(w, -1);
                place[w] = NEW;
                lost[w] += 1;
            }
        }
        path.drain(..).for_each(|u| place[u] = done);
    }
    tick.tick(uses)?;
    let vertex = (0..n).max_by_key(|&v| lost[v]).filter(|_| endless);
    Ok(vertex.map(|vertex| Endless { vertex, is_hub: 5 * u64::from(lost[vertex]) >= 2 * u64::from(cycles) }))
}

/// All numbers below `n`, neighbours far apart.
fn scattered(n: usize) -> impl Iterator<Item = usize> {
    let golden = (n as f64 * 0.618_034) as usize;
    let stride = (golden.max(1)..).find(|&stride| stride.gcd(&n) == 1).unwrap_or(1);
    (0..n).scan(0, move |at, _| {
        let here = *at;
        *at = (here + stride) % n;
        Some(here)
    })
}

// Cores: where a settled flow may still run in circles.
//
// Let z be by how much a flow exceeds the least one: a circulation that takes back the last z(v) uses of arcs of each
// v. Where z(v) > 0, it is so at the head of the last arc too. So a vertex from which last arcs lead out of the part,
// or to a vertex that is least already, is least itself. Any other may only take back arcs up to the first, counted
// backwards, that leads to such a vertex; and as z circulates, only inside strong components of these arcs.

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

// Which vertex of a core to hold at its least departures, and by how much it exceeds them.

/// A vertex that is held, and what its search needs.
#[derive(Debug)]
pub(crate) struct Hold {
    pub(crate) vertex: usize,
    /// By how many bits it exceeds its least departures, at most.
    pub(crate) excess: u64,
    /// Of everything else.
    pub(crate) averages: Averages,
}

impl Hold {
    /// Holds this vertex of a core, or the one that is left most often, if visits are short then and would not be otherwise.
    ///
    /// In a graph with a drift all that is left over gathers where visits are most, and comes out after so many of them. If
    /// that place is held, it is at an end there: probes are more, but each is a few guesses in machine words.
    pub(crate) fn at_best(
        vertex: usize,
        flow: &PseudoFlow<'_>,
        core: &[usize],
        held: &mut [bool],
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let bits = |v: usize| flow.departures(v).bits();
        let deepest = core.iter().copied().max_by_key(|&v| flow.departures(v)).unwrap_or(vertex);
        if Technique::Deepest.is_on() && bits(deepest) > bits(vertex) + BITS_OF_FLOATS {
            let hold = Self::at(deepest, flow, core, held, tick)?;
            if hold.averages.limbs() == 1 {
                return Ok(hold);
            }
            held[deepest] = false;
        }
        Self::at(vertex, flow, core, held, tick)
    }

    fn at(
        vertex: usize,
        flow: &PseudoFlow<'_>,
        core: &[usize],
        held: &mut [bool],
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        held[vertex] = true;
        let excess = bits_of_excess(flow, core, vertex);
        Ok(Self { vertex, excess, averages: Averages::of(flow.part(), held, tick)? })
    }
}

/// Which vertex of a core to hold: one that a large part of its cycles runs through, else one that divides it into
/// halves, if few do, near its middle; and whether it is of this kind.
pub(crate) fn to_hold(flow: &PseudoFlow<'_>, core: &[usize], endless: Endless) -> (usize, bool) {
    /// How many vertices a layer in the middle has, if holding one of them is to divide the core.
    const FEW: usize = 6;
    /// By how many bits fewer visits a ridge has than a valley.
    const RIDGE: u64 = 12;
    let is_inside = core.binary_search(&endless.vertex).is_ok();
    if endless.is_hub && is_inside {
        return (endless.vertex, false);
    }
    if !Technique::Middle.is_on() {
        let most = core.iter().copied().max_by_key(|&v| flow.departures(v));
        return (if is_inside { endless.vertex } else { most.unwrap_or(core[0]) }, false);
    }
    // The layers from a vertex that is far from the first one.
    let far = layers_from(flow.part(), core, core[0]).last().map_or(core[0], |&(v, _)| v);
    let order = layers_from(flow.part(), core, far);
    let middle = order[order.len() / 2].1;
    let width = order.iter().filter(|&&(_, layer)| layer == middle).count();
    if width > FEW && is_inside {
        return (endless.vertex, false);
    }
    let (from, to) = (order.len() * 3 / 8, order.len() * 5 / 8);
    let near = order[from..to.max(from + 1)].iter().map(|&(v, _)| v);
    let most = near.clone().max_by_key(|&v| flow.departures(v)).unwrap_or(far);
    let least = near.min_by_key(|&v| flow.departures(v)).unwrap_or(far);
    // On a ridge there is little to take back, so few probes find how much; elsewhere more follows the most visited.
    let is_ridge = flow.departures(most).bits() > flow.departures(least).bits() + RIDGE;
    (if is_ridge { least } else { most }, width <= FEW)
}

/// The vertices of a core in the order of their distance from one of them, which stands beside each.
fn layers_from(part: &Part, core: &[usize], from: usize) -> Vec<(usize, u32)> {
    let mut is_new = vec![false; part.len()];
    core.iter().for_each(|&v| is_new[v] = true);
    is_new[from] = false;
    let mut order = vec![(from, 0)];
    let mut next = 0;
    while let Some(&(v, layer)) = order.get(next) {
        next += 1;
        for &w in part.heads(v).iter().filter(|&&w| w != OUTSIDE) {
            if std::mem::replace(&mut is_new[w as usize], false) {
                order.push((w as usize, layer + 1));
            }
        }
    }
    order
}

/// How many bits the excess z over the least flow has at `vertex`, at most.
///
/// d(u) uses taken back are one of each arc of u: so z(u) + 1 ≤ d(u)·(z(v) + 1) along every arc, and
/// z(u) + 1 ≤ d(u) if an arc leads out of the core. Dijkstra's algorithm with logarithms, rounded up, in 1/64 bits.
fn bits_of_excess(flow: &PseudoFlow<'_>, core: &[usize], vertex: usize) -> u64 {
    let part = flow.part();
    let mut place = vec![OUTSIDE; part.len()];
    core.iter().enumerate().for_each(|(at, &v)| place[v] = at as u32);
    let length = |v: usize| (64.0 * f64::from(part.degree(v)).log2()).ceil() as u64;
    let mut tails = vec![Vec::new(); core.len()];
    let mut least = vec![u64::MAX; core.len()];
    let mut queue = BinaryHeap::new();
    for (at, &u) in core.iter().enumerate() {
        for &w in part.heads(u) {
            match if w == OUTSIDE { OUTSIDE } else { place[w as usize] } {
                OUTSIDE => least[at] = length(u),
                head => tails[head as usize].push(at),
            }
        }
        queue.extend((least[at] < u64::MAX).then_some(Reverse((least[at], at))));
    }
    while let Some(Reverse((bits, at))) = queue.pop() {
        if bits == least[at] {
            for &tail in &tails[at] {
                let through = bits + length(core[tail]);
                if through < least[tail] {
                    least[tail] = through;
                    queue.push(Reverse((through, tail)));
                }
            }
        }
    }
    // A core from which nothing leads out has no bound.
    match least[place[vertex] as usize] {
        u64::MAX => u64::MAX,
        bits => bits / 64 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_taken_once() {
        for n in 0..200 {
            let mut all: Vec<_> = scattered(n).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..n), "{n}");
        }
    }
}
