//! Arcs in any order, towards one sink: shared by families that model real-world graphs rather than hard cases.

use crate::dice::Dice;
use crate::family::Parameter;
use crate::generate_error::{GenerateError, at_least};
use crate::rows::Rows;
use crate::unnamed::Unnamed;
use std::collections::VecDeque;

/// How many parallel arcs lead away from the sink wherever one would.
pub(super) const DRIFT: Parameter = Parameter::whole(
    "drift",
    "number of parallel arcs that replace each arc leading away from the sink",
    1,
    1,
    1_000_000,
);

/// The arcs drawn so far; the last vertex is the only sink.
pub(super) struct ArcList {
    rows: Rows,
    n: u32,
    drift: u32,
    arcs: Vec<(u32, u32)>,
}

impl ArcList {
    /// Room for `n` vertices and at most that many arcs, before `drift` multiplies some of them.
    pub(super) fn new(n: u64, arcs: u64, drift: u32) -> Result<Self, GenerateError> {
        at_least("drift", drift, 1)?;
        let rows = Rows::new(n, arcs.saturating_mul(drift.into()))?;
        Ok(Self { rows, n: n as u32, drift, arcs: Vec::new() })
    }

    /// Adds an arc.
    pub(super) fn arc(&mut self, tail: u32, head: u32) {
        self.arcs.push((tail, head));
    }

    /// Adds arcs both ways.
    pub(super) fn edge(&mut self, u: u32, v: u32) {
        self.arcs.extend([(u, v), (v, u)]);
    }

    /// The arcs, to change some of them.
    pub(super) fn arcs_mut(&mut self) -> &mut Vec<(u32, u32)> {
        &mut self.arcs
    }

    /// The instance: arcs of each vertex in random order, no arcs at the sink, the walk starting as far from it as the sink
    /// can be reached from.
    pub(super) fn towards_the_sink(self, dice: &mut Dice) -> Result<Unnamed, GenerateError> {
        let Self { mut rows, n, drift, arcs } = self;
        let (first_in, tails) = sorted(n, arcs.iter().map(|&(tail, head)| (head, tail)), dice)?;
        let distances = distances_to_last(n, &first_in, &tails, dice)?;
        drop((first_in, tails));
        let (first, heads) = sorted(n, arcs.iter().copied(), dice)?;
        drop(arcs);
        let mut start = (0, 0);
        for u in 0..n {
            if let Some(distance) = distances[u as usize]
                && distance > start.1
            {
                start = (u, distance);
            }
            if u + 1 < n {
                for &v in &heads[first[u as usize] as usize..first[u as usize + 1] as usize] {
                    let away =
                        distances[u as usize].is_some_and(|u| distances[v as usize].is_none_or(|v| v > u));
                    rows.arcs(v, if away { drift } else { 1 });
                }
                rows.shuffle(dice);
            }
            rows.next(dice)?;
        }
        Ok(rows.without_more_sinks().starting_at(start.0))
    }
}

/// The pairs by their first entry, a counting sort: where those of each begin, and the second entries.
fn sorted(
    n: u32,
    pairs: impl Iterator<Item = (u32, u32)> + Clone,
    dice: &mut Dice,
) -> Result<(Vec<u32>, Vec<u32>), GenerateError> {
    let mut first = vec![0_u32; n as usize + 1];
    for (key, _) in pairs.clone() {
        first[key as usize + 1] += 1;
        dice.go_on(1)?;
    }
    (0..n as usize).for_each(|u| first[u + 1] += first[u]);
    let mut next = first.clone();
    let mut values = vec![0; first[n as usize] as usize];
    for (key, value) in pairs {
        let at = &mut next[key as usize];
        values[*at as usize] = value;
        *at += 1;
        dice.go_on(1)?;
    }
    Ok((first, values))
}

/// For each vertex the length of a shortest way to the last one, if there is a way.
fn distances_to_last(
    n: u32,
    first_in: &[u32],
    tails: &[u32],
    dice: &mut Dice,
) -> Result<Vec<Option<u32>>, GenerateError> {
    let mut distances = vec![None; n as usize];
    distances[n as usize - 1] = Some(0);
    let mut queue = VecDeque::from([n - 1]);
    while let Some(v) = queue.pop_front() {
        let further = distances[v as usize].map(|distance| distance + 1);
        for &u in &tails[first_in[v as usize] as usize..first_in[v as usize + 1] as usize] {
            if distances[u as usize].is_none() {
                distances[u as usize] = further;
                queue.push_back(u);
            }
            dice.go_on(1)?;
        }
    }
    Ok(distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_start_far_out_and_arcs_away_are_multiplied() {
        let mut list = ArcList::new(4, 10, 3).unwrap();
        [(1, 0), (0, 2), (2, 3)].into_iter().for_each(|(u, v)| list.edge(u, v));
        let dice = &mut Dice::new(1);
        let instance = list.towards_the_sink(dice).unwrap().named(dice).unwrap();
        let text = instance.to_string();
        assert!(text.ends_with("sink 3\nstart 1\n"), "{text}");
        let graph = instance.graph();
        assert_eq!(graph.vertices().map(|u| graph.out_degree(u)).collect::<Vec<_>>(), [4, 1, 4, 0], "{text}");
    }

    #[test]
    fn what_cannot_reach_the_sink_is_away_from_it() {
        let mut list = ArcList::new(3, 10, 2).unwrap();
        [(0, 1), (0, 2), (1, 1)].into_iter().for_each(|(u, v)| list.arc(u, v));
        let dice = &mut Dice::new(1);
        let instance = list.towards_the_sink(dice).unwrap().named(dice).unwrap();
        let text = instance.to_string();
        let graph = instance.graph();
        assert_eq!(graph.vertices().map(|u| graph.out_degree(u)).collect::<Vec<_>>(), [3, 1, 0], "{text}");
        assert!(text.ends_with("start 0\n"), "{text}");
    }
}
