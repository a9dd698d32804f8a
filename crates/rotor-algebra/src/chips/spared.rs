//! Firings that can be spared: taken back set by set, until none is left.
//!
//! Burn the graph from its exits: a vertex of a stable pile catches fire if, all its neighbours that do not burn taking one
//! firing back, it could not take one back itself and stay stable. What does not burn can take one firing back together, and
//! inside of it no chip moves. On an undirected graph a pile from which every set burns has no firing to spare.

use super::pile::Table;
use super::waiting::WaitingVertices;
use rotor_graph::{Stop, Tick};

/// How many sets are taken back before a guess is given up.
const MOST_SETS: usize = 2_000;

/// Takes firings of stable chips back as long as some set of vertices can spare one each and all stay stable; false if
/// that would take too long.
pub(super) fn take_back(
    table: &Table,
    chips: &mut [i64],
    fired: &mut [i64],
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let mut ground = Ground::of(table, fired);
    let mut spares = Vec::with_capacity(table.len());
    let mut arriving = Vec::with_capacity(table.len());
    let mut burning = WaitingVertices::new(table.len());
    for _ in 0..MOST_SETS {
        tick.tick(table.len() as u64)?;
        spares.clone_from(&ground.has_fired);
        arriving.clone_from(&ground.neighbours);
        let cannot =
            |u: usize, arriving: &[u32]| chips[u] + table.loss(u) - i64::from(arriving[u]) >= table.degree[u];
        for &u in &ground.border {
            let u = u as usize;
            if cannot(u, &arriving) {
                spares[u] = false;
                burning.insert(u);
            }
        }
        while let Some(u) = burning.pop() {
            for &v in table.heads(u) {
                let v = v as usize;
                arriving[v] -= 1;
                if spares[v] && cannot(v, &arriving) {
                    spares[v] = false;
                    burning.insert(v);
                }
            }
        }
        // As often as all of them stay stable and none goes below zero.
        let room = |u: usize| match table.loss(u) - i64::from(arriving[u]) {
            0 => fired[u],
            gain => fired[u].min((table.degree[u] - 1 - chips[u]) / gain),
        };
        let Some(times) = (0..table.len()).filter(|&u| spares[u]).map(room).min() else { return Ok(true) };
        let mut is_stale = false;
        for u in 0..table.len() {
            chips[u] -= times * i64::from(arriving[u]);
            if spares[u] {
                chips[u] += times * table.loss(u);
                fired[u] -= times;
                is_stale |= fired[u] == 0;
            }
        }
        if is_stale {
            ground = Ground::of(table, fired);
        }
    }
    Ok(false)
}

/// What a fire starts from; the same for many sets.
struct Ground {
    has_fired: Vec<bool>,
    /// How many arcs lead to each vertex from vertices that have fired.
    neighbours: Vec<u32>,
    /// Vertices that have fired and have an exit or a neighbour that has not: only there a fire starts.
    border: Vec<u32>,
}

impl Ground {
    fn of(table: &Table, fired: &[i64]) -> Self {
        let has_fired: Vec<bool> = fired.iter().map(|&times| times > 0).collect();
        let count = |u: usize| table.heads(u).iter().filter(|&&v| has_fired[v as usize]).count() as u32;
        let neighbours: Vec<u32> = (0..table.len()).map(count).collect();
        let border = (0..table.len() as u32).filter(|&u| {
            let u = u as usize;
            has_fired[u] && i64::from(neighbours[u]) < table.loss(u)
        });
        let border = border.collect();
        Self { has_fired, neighbours, border }
    }
}
