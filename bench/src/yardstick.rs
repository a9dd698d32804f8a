//! The yardstick: what one expert writes in an afternoon, on plain arrays.

const NONE: u32 = u32::MAX;
const INFINITE: u64 = u64::MAX;

/// A breadth-first search along arcs from vertex after vertex: the order and the parents.
pub(crate) fn breadth_first(starts: &[u32], heads: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let n = starts.len() - 1;
    let mut seen = vec![false; n];
    let mut parent = vec![NONE; n];
    let mut order = Vec::with_capacity(n);
    for root in 0..n {
        if seen[root] || starts[root] == starts[root + 1] {
            continue;
        }
        seen[root] = true;
        let mut next = order.len();
        order.push(root as u32);
        while let Some(&u) = order.get(next) {
            next += 1;
            let u = u as usize;
            for &v in &heads[starts[u] as usize..starts[u + 1] as usize] {
                if !seen[v as usize] {
                    seen[v as usize] = true;
                    parent[v as usize] = u as u32;
                    order.push(v);
                }
            }
        }
    }
    (order, parent)
}

/// Exits of all vertices of a tree: two passes of the routine with flows and counters by head, then path compression.
/// What ends in a trap has none.
pub(crate) fn yardstick(starts: &[u32], heads: &[u32], rotors: &[u32]) -> Vec<u32> {
    let n = starts.len() - 1;
    let (order, parent) = breadth_first(starts, heads);
    let is_sink = |v: u32| starts[v as usize] == starts[v as usize + 1];
    // The flow towards v from its parent, and the flow from v towards its parent.
    let (mut down, mut up) = (vec![INFINITE; n], vec![INFINITE; n]);
    let (mut multiplicity, mut visits) = (vec![0u64; n], vec![0u64; n]);
    let mut last = vec![NONE; n];
    // Counts in `visits` how often each head is visited before the last departure, and returns the head of that.
    let routine =
        |u: u32, skipped: u32, down: &[u64], up: &[u64], multiplicity: &mut [u64], visits: &mut [u64]| {
            let row = &heads[starts[u as usize] as usize..starts[u as usize + 1] as usize];
            let flow = |v: u32| match v {
                v if v == skipped || v == u => INFINITE,
                v if is_sink(v) => 1,
                v if v == parent[u as usize] => up[u as usize],
                v if parent[v as usize] == u => down[v as usize],
                _ => 1,
            };
            for &v in row {
                multiplicity[v as usize] = 0;
            }
            for &v in row {
                multiplicity[v as usize] += 1;
            }
            let finite = row.iter().filter(|&&v| flow(v) != INFINITE);
            let turns = finite.map(|&v| (flow(v) - 1) / multiplicity[v as usize]).min()?;
            for &v in row {
                visits[v as usize] = turns * multiplicity[v as usize];
            }
            let mut at = rotors[u as usize] as usize - starts[u as usize] as usize;
            while visits[row[at] as usize] + 1 != flow(row[at]) {
                visits[row[at] as usize] += 1;
                at = if at + 1 == row.len() { 0 } else { at + 1 };
            }
            Some(row[at])
        };
    for &u in order.iter().rev().filter(|&&u| !is_sink(u) && parent[u as usize] != NONE) {
        let above = parent[u as usize];
        visits[above as usize] = 0;
        multiplicity[above as usize] = 0;
        let found = routine(u, above, &down, &up, &mut multiplicity, &mut visits);
        let always_returns = found.is_none() && multiplicity[above as usize] > 0;
        down[u as usize] = if always_returns { INFINITE } else { visits[above as usize] + 1 };
    }
    for &u in order.iter().filter(|&&u| !is_sink(u)) {
        let Some(head) = routine(u, NONE, &down, &up, &mut multiplicity, &mut visits) else { continue };
        last[u as usize] = head;
        for &v in &heads[starts[u as usize] as usize..starts[u as usize + 1] as usize] {
            if v != head && parent[v as usize] == u {
                up[v as usize] = visits[v as usize] + 1;
            }
        }
        if parent[head as usize] == u && !is_sink(head) {
            let found = routine(u, head, &down, &up, &mut multiplicity, &mut visits);
            up[head as usize] = if found.is_none() { INFINITE } else { visits[head as usize] + 1 };
        }
    }
    let mut exit: Vec<u32> = (0..n as u32).map(|v| if is_sink(v) { v } else { NONE }).collect();
    let mut path = Vec::new();
    for start in 0..n as u32 {
        let mut v = start;
        while v != NONE && exit[v as usize] == NONE {
            path.push(v);
            v = last[v as usize];
        }
        let end = if v == NONE { NONE } else { exit[v as usize] };
        path.drain(..).for_each(|u| exit[u as usize] = end);
    }
    exit
}
