//! Feedback vertex sets: a few vertices that all cycles run through.

use super::on_all_cycles::on_all_cycles;
use super::part::{OUTSIDE, Part};
use rotor_graph::{Stop, Tick};
use std::collections::{BTreeSet, VecDeque};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::acyclic::topological_order;
    use rotor_generate::{Dice, draw, small_graph};
    use rotor_graph::parse;

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
}
