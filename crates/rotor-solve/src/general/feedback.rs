//! Which vertex to hold when guesses are stuck.

use super::expectation::Averages;
use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use super::technique::Technique;
use rotor_graph::{Stop, Tick};
use std::collections::{BTreeSet, VecDeque};

/// How many vertices a feedback set may have: each costs a search inside the others.
const MOST_FEEDBACK: usize = 2;

/// How vertices are chosen, one inside the other.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// These, one after the other: what is left then has no cycle but loops.
    Feedback(Vec<usize>),
    /// The vertex that what is left over is expected to visit most.
    MostVisited,
}

impl Choice {
    /// The first of the above that the vertices not `held` allow. Time: that of [`feedback_set`].
    pub(crate) fn of(flow: &PseudoFlow<'_>, held: &[bool], tick: &mut dyn Tick) -> Result<Self, Stop> {
        if Technique::Feedback.is_on()
            && let Some(set) = feedback_set(flow.part(), held, MOST_FEEDBACK, tick)?
        {
            return Ok(Self::Feedback(set));
        }
        Ok(Self::MostVisited)
    }

    /// A vertex that is not `held`, there being some that have not settled.
    pub(crate) fn vertex(
        &self,
        flow: &PseudoFlow<'_>,
        held: &[bool],
        averages: &Averages,
        tick: &mut dyn Tick,
    ) -> Result<usize, Stop> {
        let free = (0..held.len()).filter(|&v| !held[v]);
        let chosen = match self {
            Self::Feedback(set) => set.iter().copied().find(|&v| !held[v]),
            Self::MostVisited => {
                let visits = averages.visits(|v| flow.residual(v).into_parts().1, tick)?;
                free.max_by(|&v, &w| visits[v].compare(visits[w]).then(w.cmp(&v)))
            }
        };
        Ok(chosen.expect("what is held is settled, and what has no cycle is settled in one pass"))
    }
}

// Feedback vertex sets: a few vertices that all cycles run through.

/// At most `most` vertices through which all cycles of the vertices that are not `held` run, loops apart; nothing if
/// none is found, which does not say that there is none.
///
/// One vertex is found whenever one is enough. Else a search that does not always find what there is: a
/// vertex without arcs to it, or from it, lies on no cycle. One with a single predecessor, or successor, is merged
/// into that: every cycle through the one runs through the other. A loop that this makes is a cycle through a single
/// vertex, which therefore belongs to the set. If none of this helps, the vertex with most ways through it is taken.
///
/// Time O(|A| log |V|): if merging takes more than a few operations for each arc, the search is given up.
pub(crate) fn feedback_set(
    part: &Part,
    held: &[bool],
    most: usize,
    tick: &mut dyn Tick,
) -> Result<Option<Vec<usize>>, Stop> {
    const OPERATIONS_AN_ARC: usize = 64;
    tick.tick(4 * part.arc_count() as u64)?;
    if let Some(&vertex) = on_all_cycles(part, held).iter().max().filter(|_| most > 0) {
        return Ok(Some(vec![vertex]));
    }
    let mut rest = Uncut::of(part, held);
    let mut set = Vec::new();
    tick.tick(part.arc_count() as u64)?;
    let mut operations = OPERATIONS_AN_ARC * part.arc_count();
    loop {
        while let Some(v) = rest.queue.pop_front() {
            rest.queued[v] = false;
            if rest.gone[v] {
                continue;
            }
            let (before, after) = (&rest.before[v], &rest.after[v]);
            let on_each_cycle = after.contains(&v);
            let merged = before.is_empty() || after.is_empty() || before.len() == 1 || after.len() == 1;
            if !on_each_cycle && !merged {
                continue;
            }
            let Some(left) = operations.checked_sub(before.len() + after.len()) else { return Ok(None) };
            operations = left;
            tick.tick((before.len() + after.len()) as u64)?;
            let (before, after) = rest.remove(v);
            if on_each_cycle {
                set.push(v);
            } else if before.len() == 1 || after.len() == 1 {
                rest.connect(&before, &after);
            }
            if set.len() > most {
                return Ok(None);
            }
        }
        let ways = |&v: &usize| rest.before[v].len() * rest.after[v].len();
        let Some(v) = (0..held.len()).filter(|&v| !rest.gone[v]).max_by_key(ways) else { break };
        if set.len() == most {
            return Ok(None);
        }
        rest.remove(v);
        set.push(v);
    }
    Ok(Some(set))
}

/// What is left of a part: predecessors and successors of each vertex.
struct Uncut {
    before: Vec<BTreeSet<usize>>,
    after: Vec<BTreeSet<usize>>,
    gone: Vec<bool>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
}

impl Uncut {
    fn of(part: &Part, held: &[bool]) -> Self {
        let n = held.len();
        let (mut before, mut after) = (vec![BTreeSet::new(); n], vec![BTreeSet::new(); n]);
        for v in (0..n).filter(|&v| !held[v]) {
            for &head in part.heads(v).iter().filter(|&&head| head != OUTSIDE) {
                let w = head as usize;
                if w != v && !held[w] {
                    before[w].insert(v);
                    after[v].insert(w);
                }
            }
        }
        Self { before, after, gone: held.to_vec(), queue: (0..n).collect(), queued: vec![true; n] }
    }

    /// Takes `v` away; returns what was before and after it.
    fn remove(&mut self, v: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        self.gone[v] = true;
        let (before, after) = (std::mem::take(&mut self.before[v]), std::mem::take(&mut self.after[v]));
        for &u in &before {
            self.after[u].remove(&v);
            self.look_at(u);
        }
        for &w in &after {
            self.before[w].remove(&v);
            self.look_at(w);
        }
        (before, after)
    }

    /// Puts an arc from each vertex of `before` to each of `after`.
    fn connect(&mut self, before: &BTreeSet<usize>, after: &BTreeSet<usize>) {
        for &u in before {
            for &w in after {
                self.after[u].insert(w);
                self.before[w].insert(u);
            }
        }
    }

    fn look_at(&mut self, v: usize) {
        if !std::mem::replace(&mut self.queued[v], true) {
            self.queue.push_back(v);
        }
    }
}

// The vertices that all cycles run through.
//
// Take one cycle C. If a cycle avoids it altogether, there are none. Else cut C open before its first vertex and number
// its vertices along the line. A *jump* leads from a to b on C by way of other vertices, or by one arc. A cycle
// avoids i exactly if some jump, and the way along C from b to a, avoid i: so i is met by all cycles exactly if
// b ≤ i ≤ a for every jump with b ≤ a, and not a < i < b for any with a < b. Linear time, as for Garey and Tarjan (1978),
// who found the first such algorithm.

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
    use crate::general::component::topological_order;
    use crate::general::pseudo_flow::Part;
    use num_bigint::BigUint;
    use rotor_generate::{Dice, Kinds, draw, small_graph};
    use rotor_graph::parse;

    #[test]
    fn a_small_feedback_set_comes_first() {
        let choice = |text: &str| {
            let (part, vertices) = Part::of_active(&parse(text).unwrap());
            let flow = PseudoFlow::new(&part, vec![BigUint::from(1u32); vertices.len()]);
            Choice::of(&flow, &vec![false; vertices.len()], &mut ()).unwrap()
        };
        let wheel = "hub: a b s\na: b hub\nb: hub s\nsink s";
        assert!(matches!(choice(wheel), Choice::Feedback(set) if set.len() == 1));
        let all = "a: b c d\nb: a c d\nc: a b d\nd: a b c s\nsink s";
        assert!(matches!(choice(all), Choice::MostVisited));
    }

    fn is_acyclic_without(part: &Part, set: &[usize]) -> bool {
        let held: Vec<bool> = (0..part.len()).map(|v| set.contains(&v)).collect();
        topological_order(part, &held).is_some()
    }

    #[test]
    fn without_its_feedback_set_a_graph_has_no_cycle() {
        let mut dice = Dice::new(75);
        let mut sizes = [0; 4];
        let (mut one_is_enough, mut one_is_found) = (0, 0);
        for _ in 0..20_000 {
            let (part, _) = Part::of_active(&small_graph(&mut dice));
            let free = vec![false; part.len()];
            let Some(set) = feedback_set(&part, &free, 3, &mut ()).unwrap() else { continue };
            assert!(is_acyclic_without(&part, &set));
            sizes[set.len()] += 1;
            assert_eq!(set.is_empty(), is_acyclic_without(&part, &[]), "nothing is taken for nothing");
            if !set.is_empty() && (0..part.len()).any(|v| is_acyclic_without(&part, &[v])) {
                one_is_enough += 1;
                one_is_found += u32::from(set.len() == 1);
            }
        }
        assert!(sizes.iter().all(|&count| count > 10), "sets of 0 to 3 vertices: {sizes:?}");
        assert_eq!(one_is_found, one_is_enough, "where one vertex is enough, one is taken");
    }

    #[test]
    fn what_is_left_after_a_vertex_is_taken_is_looked_at_again() {
        // Two hubs, each joined both ways to each of five vertices that lead on to all later ones.
        let others = |i: usize| (i + 1..5).map(|j| format!("v{j} ")).collect::<String>();
        let rows: String = (0..5).map(|i| format!("v{i}: {}g h\n", others(i))).collect();
        let hubs = "g: v0 v1 v2 v3 v4 s\nh: v0 v1 v2 v3 v4 s\n";
        let instance = parse(&format!("{hubs}{rows}sink s")).unwrap();
        let (part, vertices) = Part::of_active(&instance);
        let mut set = feedback_set(&part, &[false; 7], 2, &mut ()).unwrap().unwrap();
        set.sort_unstable();
        assert_eq!(set.iter().map(|&v| instance.name(vertices[v])).collect::<Vec<_>>(), ["g", "h"]);
        assert_eq!(feedback_set(&part, &[false; 7], 1, &mut ()).unwrap(), None);
    }

    #[test]
    fn all_cycles_of_a_chain_but_a_loop_meet_its_second_vertex() {
        let instance = draw("chain", &[("n", 500)], &mut Dice::new(0)).unwrap();
        let (part, _) = Part::of_active(&instance);
        let set = feedback_set(&part, &vec![false; part.len()], 2, &mut ()).unwrap();
        assert_eq!(set, Some(vec![1]));
    }

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
