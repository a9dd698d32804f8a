//! Cycles of last used arcs: taken out of a settled flow one by one.

use super::part::OUTSIDE;
use super::pseudo_flow::PseudoFlow;
use num_integer::Integer;
use num_traits::Zero;
use rotor_graph::{Stop, Tick};

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
