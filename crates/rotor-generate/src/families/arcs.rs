//! Arcs in any order, towards one sink: shared by the families that model real-world graphs rather than hard cases.

use crate::build::{Buckets, Rows};
use crate::dice::Dice;
use crate::family::{GenerateError, Parameter};

/// How many parallel arcs lead away from the sink wherever one would.
pub(super) const DRIFT: Parameter = Parameter::whole(
    "drift",
    "number of parallel arcs that replace each arc leading away from the sink",
    1,
    1,
    1_000_000,
);

/// The arcs drawn so far; the last vertex is the only sink.
pub(super) struct Arcs {
    n: u32,
    drift: u32,
    tails: Vec<u32>,
    heads: Vec<u32>,
}

impl Arcs {
    /// Room for `n` vertices and at most that many arcs, before `drift` multiplies some of them.
    pub(super) fn begin(rows: &mut Rows, n: u64, arcs: u64, drift: u32) -> Result<Self, GenerateError> {
        rows.begin(n, arcs.saturating_mul(drift.into()))?;
        Ok(Self { n: n as u32, drift, tails: rows.list(), heads: rows.list() })
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

    /// Writes the rows: arcs of each vertex in random order, no arcs at the sink, the walk starting as far from it as the
    /// sink can be reached from.
    pub(super) fn towards_the_sink(self, dice: &mut Dice, rows: &mut Rows) -> Result<(), GenerateError> {
        let Self { n, drift, tails, heads } = self;
        let outgoing = Buckets::new(rows, n as usize, &tails);
        dice.go_on(tails.len() as u64)?;
        let incoming = Buckets::new(rows, n as usize, &heads);
        dice.go_on(heads.len() as u64)?;
        let into = |v| incoming.items(v).map(|arc| tails[arc as usize]);
        let distances = Distances::to_last(n, into, dice, rows)?;
        rows.each(0..n - 1, dice, |rows, dice, u| {
            for arc in outgoing.items(u) {
                let head = heads[arc as usize];
                rows.arcs(head, if drift > 1 && distances.increase(u, head) { drift } else { 1 });
            }
            rows.shuffle(dice);
        })?;
        rows.next(dice)?;
        rows.start_at(distances.farthest());
        rows.keep([tails, heads, distances.lengths, distances.reached]);
        [outgoing, incoming].into_iter().for_each(|buckets| buckets.leave_to(rows));
        Ok(())
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
        rows: &mut Rows,
    ) -> Result<Self, GenerateError> {
        let mut lengths = rows.list_of(u32::MAX, n as usize);
        // One place more than there are vertices: every tail is written to the next free place, which moves on only if the
        // tail is new. Whether it is cannot be foreseen, so a branch would go wrong half of the time.
        let mut reached = rows.list_of(n - 1, n as usize + 1);
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

    /// The degrees and the text of a graph of these arcs.
    fn written(n: u64, drift: u32, add: impl FnOnce(&mut Arcs)) -> (Vec<u32>, String) {
        let (mut rows, dice) = (Rows::default(), &mut Dice::new(1));
        let mut arcs = Arcs::begin(&mut rows, n, 10, drift).unwrap();
        add(&mut arcs);
        arcs.towards_the_sink(dice, &mut rows).unwrap();
        let instance = rows.named(dice).unwrap();
        let graph = instance.graph();
        (graph.vertices().map(|u| graph.out_degree(u)).collect(), instance.to_string())
    }

    #[test]
    fn walks_start_far_out_and_arcs_away_are_multiplied() {
        let (degrees, text) =
            written(4, 3, |arcs| [(1, 0), (0, 2), (2, 3)].into_iter().for_each(|(u, v)| arcs.edge(u, v)));
        assert_eq!(degrees, [4, 1, 4, 0], "{text}");
        assert!(text.ends_with("sink 3\nstart 1\n"), "{text}");
    }

    #[test]
    fn what_cannot_reach_the_sink_is_away_from_it() {
        let (degrees, text) =
            written(3, 2, |arcs| [(0, 1), (0, 2), (1, 1)].into_iter().for_each(|(u, v)| arcs.arc(u, v)));
        assert_eq!(degrees, [3, 1, 0], "{text}");
        assert!(text.ends_with("start 0\n"), "{text}");
    }
}
