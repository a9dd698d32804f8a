//! Arcs in any order, towards one sink: shared by families that model real-world graphs rather than hard cases.

use crate::buckets::Buckets;
use crate::dice::Dice;
use crate::family::Parameter;
use crate::generate_error::{GenerateError, at_least};
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;

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
    tails: Vec<u32>,
    heads: Vec<u32>,
}

impl ArcList {
    /// Room for `n` vertices and at most that many arcs, before `drift` multiplies some of them.
    pub(super) fn new(scratch: &mut Scratch, n: u64, arcs: u64, drift: u32) -> Result<Self, GenerateError> {
        at_least("drift", drift, 1)?;
        let rows = Rows::new(scratch, n, arcs.saturating_mul(drift.into()))?;
        Ok(Self { rows, n: n as u32, drift, tails: scratch.list(), heads: scratch.list() })
    }

    /// How many arcs there are.
    pub(super) fn len(&self) -> u32 {
        self.tails.len() as u32
    }

    /// The tail of an arc.
    pub(super) fn tail(&self, arc: u32) -> u32 {
        self.tails[arc as usize]
    }

    /// Adds an arc.
    #[inline]
    pub(super) fn arc(&mut self, tail: u32, head: u32) {
        self.tails.push(tail);
        self.heads.push(head);
    }

    /// Adds arcs both ways.
    #[inline]
    pub(super) fn edge(&mut self, u: u32, v: u32) {
        self.arc(u, v);
        self.arc(v, u);
    }

    /// Lets an arc lead elsewhere.
    pub(super) fn redirect(&mut self, arc: u32, head: u32) {
        self.heads[arc as usize] = head;
    }

    /// The instance: arcs of each vertex in random order, no arcs at the sink, the walk starting as far from it as the sink
    /// can be reached from.
    pub(super) fn towards_the_sink(
        self,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Result<Unnamed, GenerateError> {
        let Self { mut rows, n, drift, tails, heads } = self;
        let outgoing = Buckets::new(scratch, n as usize, &tails);
        dice.go_on(tails.len() as u64)?;
        let incoming = Buckets::new(scratch, n as usize, &heads);
        dice.go_on(heads.len() as u64)?;
        let into = |v| incoming.items(v).map(|arc| tails[arc as usize]);
        let distances = Distances::to_last(n, into, dice, scratch)?;
        for u in 0..n - 1 {
            for arc in outgoing.items(u) {
                let head = heads[arc as usize];
                rows.arcs(head, if drift > 1 && distances.increase(u, head) { drift } else { 1 });
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        rows.next(dice)?;
        let start = distances.farthest();
        scratch.keep([tails, heads, distances.lengths, distances.reached]);
        [outgoing, incoming].into_iter().for_each(|buckets| buckets.leave_to(scratch));
        Ok(rows.without_more_sinks().starting_at(start))
    }
}

/// For each vertex the length of a shortest way to the last one.
struct Distances {
    /// `u32::MAX` if there is no way.
    lengths: Vec<u32>,
    /// The vertices that have a way, nearest first.
    reached: Vec<u32>,
}

impl Distances {
    /// The distances, given the tails of the arcs that lead to a vertex.
    fn to_last<T: Iterator<Item = u32>>(
        n: u32,
        into: impl Fn(u32) -> T,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Result<Self, GenerateError> {
        let mut lengths = scratch.list_of(u32::MAX, n as usize);
        // One place more than there are vertices: every tail is written to the next free place, which moves on only if the
        // tail is new. Whether it is cannot be foreseen, so a branch would go wrong half of the time.
        let mut reached = scratch.list_of(n - 1, n as usize + 1);
        lengths[n as usize - 1] = 0;
        let (mut next, mut end) = (0, 1);
        while next < end && end < n as usize {
            let v = reached[next];
            next += 1;
            let further = lengths[v as usize] + 1;
            for u in into(v) {
                let length = &mut lengths[u as usize];
                reached[end] = u;
                end += usize::from(*length == u32::MAX);
                *length = further.min(*length);
                dice.go_on(1)?;
            }
        }
        reached.truncate(end);
        Ok(Self { lengths, reached })
    }

    /// Whether an arc leads away from the last vertex.
    fn increase(&self, tail: u32, head: u32) -> bool {
        self.lengths[tail as usize] < self.lengths[head as usize]
    }

    /// The first vertex among those with the longest way; 0 if only the last has one.
    fn farthest(&self) -> u32 {
        let length = |u: u32| self.lengths[u as usize];
        let longest = self.reached.last().map_or(0, |&u| length(u));
        let last_layer = self.reached.iter().rev().copied().take_while(|&u| length(u) == longest);
        if longest == 0 { 0 } else { last_layer.min().unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_start_far_out_and_arcs_away_are_multiplied() {
        let scratch = &mut Scratch::default();
        let mut list = ArcList::new(scratch, 4, 10, 3).unwrap();
        [(1, 0), (0, 2), (2, 3)].into_iter().for_each(|(u, v)| list.edge(u, v));
        let dice = &mut Dice::new(1);
        let instance = list.towards_the_sink(dice, scratch).unwrap().named(dice).unwrap();
        let text = instance.to_string();
        assert!(text.ends_with("sink 3\nstart 1\n"), "{text}");
        let graph = instance.graph();
        assert_eq!(graph.vertices().map(|u| graph.out_degree(u)).collect::<Vec<_>>(), [4, 1, 4, 0], "{text}");
    }

    #[test]
    fn what_cannot_reach_the_sink_is_away_from_it() {
        let scratch = &mut Scratch::default();
        let mut list = ArcList::new(scratch, 3, 10, 2).unwrap();
        [(0, 1), (0, 2), (1, 1)].into_iter().for_each(|(u, v)| list.arc(u, v));
        let dice = &mut Dice::new(1);
        let instance = list.towards_the_sink(dice, scratch).unwrap().named(dice).unwrap();
        let text = instance.to_string();
        let graph = instance.graph();
        assert_eq!(graph.vertices().map(|u| graph.out_degree(u)).collect::<Vec<_>>(), [3, 1, 0], "{text}");
        assert!(text.ends_with("start 0\n"), "{text}");
    }
}
