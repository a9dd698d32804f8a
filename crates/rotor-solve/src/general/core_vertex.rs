//! Which vertex of a core to hold at its least departures, and by how much it exceeds them.

use super::cycles::Endless;
use super::expectation::{Averages, BITS_OF_FLOATS};
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use super::technique::Technique;
use rotor_graph::{Stop, Tick};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
