//! The vertices that all cycles run through.
//!
//! Take one cycle C. If a cycle avoids it altogether, there are none. Else cut C open before its first vertex and number
//! its vertices along the line. A *jump* leads from a to b on C by way of other vertices, or by one arc. A cycle
//! avoids i exactly if some jump, and the way along C from b to a, avoid i: so i is met by all cycles exactly if
//! b ≤ i ≤ a for every jump with b ≤ a, and not a < i < b for any with a < b. Linear time, as for Garey and Tarjan (1978),
//! who found the first such algorithm.

use super::part::{OUTSIDE, Part};

/// All vertices that every cycle of the vertices not `held` runs through, loops apart, in the order of one of the cycles;
/// nothing if there is no cycle. Time and memory O(|A|).
pub(crate) fn on_all_cycles(part: &Part, held: &[bool]) -> Vec<usize> {
    let n = part.len();
    let heads = |v: usize| {
        let leads_on = move |&&w: &&u32| w != OUTSIDE && w as usize != v && !held[w as usize];
        part.heads(v).iter().filter(leads_on).map(|&w| w as usize)
    };
    let Ok(cycle) = search(held, heads) else { return Vec::new() };
    let mut place = vec![None; n];
    cycle.iter().enumerate().for_each(|(at, &v)| place[v] = Some(at));
    let without: Vec<bool> = (0..n).map(|v| held[v] || place[v].is_some()).collect();
    let off = |v: usize| heads(v).filter(|&w| place[w].is_none());
    // What is off the cycle, heads before tails.
    let Err(order) = search(&without, off) else { return Vec::new() };

    // The least and the greatest place that a vertex jumps to.
    let mut jumps: Vec<Option<(usize, usize)>> = vec![None; n];
    for &v in order.iter().chain(&cycle) {
        let ends = heads(v).filter_map(|w| place[w].map_or(jumps[w], |at| Some((at, at))));
        jumps[v] = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    }
    // The greatest place from which there is a jump to a vertex.
    let mut from: Vec<Option<usize>> = vec![None; n];
    for &v in cycle.iter().chain(order.iter().rev()) {
        let start = place[v].or(from[v]);
        heads(v).for_each(|w| from[w] = from[w].max(start));
    }
    let mut least = 0;
    let mut most = cycle.len() - 1;
    // How many open intervals a < i < b begin and end at each place.
    let mut over = vec![0i64; cycle.len() + 1];
    for (at, &v) in cycle.iter().enumerate() {
        if from[v].is_some_and(|a| a >= at) {
            least = least.max(at);
        }
        if let Some((first, last)) = jumps[v] {
            if first <= at {
                most = most.min(at);
            }
            if last > at {
                over[at + 1] += 1;
                over[last] -= 1;
            }
        }
    }
    let mut open = 0;
    let met = |at: &usize| {
        open += over[*at];
        open == 0 && least <= *at && *at <= most
    };
    (0..cycle.len()).filter(met).map(|at| cycle[at]).collect()
}

/// A cycle of the vertices not `held`; if there is none, all of them, heads before tails. Depth first, with a stack of its
/// own.
fn search<I: Iterator<Item = usize>>(
    held: &[bool],
    heads: impl Fn(usize) -> I,
) -> Result<Vec<usize>, Vec<usize>> {
    const NEW: u8 = 0;
    const ON_PATH: u8 = 1;
    const DONE: u8 = 2;
    let mut state: Vec<u8> = held.iter().map(|&held| if held { DONE } else { NEW }).collect();
    let mut order = Vec::new();
    let mut path: Vec<(usize, I)> = Vec::new();
    for root in 0..held.len() {
        if state[root] != NEW {
            continue;
        }
        state[root] = ON_PATH;
        path.push((root, heads(root)));
        while let Some((v, rest)) = path.last_mut() {
            match rest.next() {
                Some(w) if state[w] == ON_PATH => {
                    let from = path.iter().position(|&(u, _)| u == w).unwrap_or(0);
                    return Ok(path[from..].iter().map(|&(u, _)| u).collect());
                }
                Some(w) if state[w] == NEW => {
                    state[w] = ON_PATH;
                    path.push((w, heads(w)));
                }
                Some(_) => {}
                None => {
                    state[*v] = DONE;
                    order.push(*v);
                    path.pop();
                }
            }
        }
    }
    Err(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::acyclic::topological_order;
    use crate::general::feedback::feedback_set;
    use rotor_generate::{Dice, Kinds, small_graph};
    use rotor_graph::parse;

    #[test]
    fn a_vertex_on_all_cycles_leaves_none_and_others_leave_one() {
        let mut dice = Dice::new(88);
        let mut kinds = Kinds::default();
        let mut numbers = [0; 4];
        for _ in 0..20_000 {
            let instance = small_graph(&mut dice);
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.1)).collect();
            let mut found = on_all_cycles(&part, &held);
            found.sort_unstable();
            let is_acyclic = |without: Option<usize>| {
                let held: Vec<bool> = (0..part.len()).map(|v| held[v] || Some(v) == without).collect();
                topological_order(&part, &held).is_some()
            };
            let free = (0..part.len()).filter(|&v| !held[v] && !is_acyclic(None));
            assert_eq!(found, free.filter(|&v| is_acyclic(Some(v))).collect::<Vec<_>>(), "{instance}");
            numbers[found.len().min(3)] += 1;
        }
        let usual: Vec<_> =
            kinds.missing().into_iter().filter(|&kind| kind != "large multiplicities").collect();
        assert!(usual.is_empty(), "never seen: {usual:?}");
        assert!(numbers.iter().all(|&count| count > 100), "0, 1, 2, more vertices: {numbers:?}");
    }

    #[test]
    fn a_vertex_is_found_where_merging_gives_up() {
        // F61: c leads to two hundred vertices, all of which lead to v0, from where a long way leads back to c.
        let size = 200;
        let mut text = String::new();
        for at in 0..size {
            let next = if at + 1 < size { format!("v{}", at + 1) } else { "c s".to_owned() };
            text += &format!("v{at}: {next}\n");
        }
        let all: String = (0..size).map(|at| format!(" p{at}")).collect();
        text += &format!("c:{all}\n");
        (0..size).for_each(|at| text += &format!("p{at}: v0\n"));
        let (part, _) = Part::of_active(&parse(&(text + "sink s")).unwrap());
        let free = vec![false; part.len()];
        assert_eq!(on_all_cycles(&part, &free).len(), size + 1);
        assert_eq!(feedback_set(&part, &free, 1, &mut ()).unwrap().map(|set| set.len()), Some(1));
    }
}
