//! Graphs that are neither paths nor grids: complete, round, random, grown, and made of blocks.

use super::arcs::{Arcs, DRIFT};
use crate::build::{Buckets, Rows};
use crate::dice::{Chance, Dice};
use crate::family::{Family, GenerateError, Parameter, numbers, whole};

/// The complete graph on n + 1 vertices, one of which is the sink A: (n + 1)ⁿ⁻¹ spanning trees (Cayley).
pub(super) const COMPLETE: Family = Family {
    id: "complete",
    sentence: "arcs between all n vertices in random order, and one from each to A",
    parameters: &[Parameter::size("number of vertices", 6, 1)],
    write: |given, dice, rows| {
        let [n] = whole(given);
        rows.between_a_and_b(dice, n, u64::from(n) * u64::from(n), 0, |rows, dice, i| {
            rows.arcs_to(0..i);
            rows.arcs_to(i + 1..n + 1);
            rows.shuffle(dice);
        })
    },
};

/// Without a sink the walk goes round for ever, with period 2n.
pub(super) const CYCLE: Family = Family {
    id: "cycle",
    sentence: "n vertices in a ring with arcs both ways in random order; 0 has one to A",
    parameters: &[
        Parameter::size("number of vertices", 8, 1),
        Parameter::switch("sink", "whether 0 has an arc to A", true),
    ],
    write: |given, dice, rows| {
        let [n, sink] = whole(given);
        rows.between_a_and_b(dice, n, 2 * n + 1, 0, |rows, dice, i| {
            rows.arc((i + n - 1) % n);
            rows.arc((i + 1) % n);
            if sink == 1 && i == 0 {
                rows.arc(n);
            }
            rows.shuffle(dice);
        })
    },
};

/// A hub and n − 1 vertices on its rim.
pub(super) const WHEEL: Family = Family {
    id: "wheel",
    sentence: "a hub, 0, joined to a ring of n − 1 vertices, arcs in random order; the hub has one to A",
    parameters: &[
        Parameter::size("number of vertices", 7, 2),
        Parameter::switch("sink", "whether the hub has an arc to A", true),
    ],
    write: |given, dice, rows| {
        let [n, sink] = whole(given);
        let rim = n - 1;
        rows.between_a_and_b(dice, n, 4 * n + 1, 0, |rows, dice, v| {
            if v == 0 {
                // A has the number n.
                rows.arcs_to(1..n + sink);
            } else {
                rows.arc(0);
                rows.arc(1 + (v + rim - 2) % rim);
                rows.arc(1 + v % rim);
            }
            rows.shuffle(dice);
        })
    },
};

/// A switch graph in the sense of Dohrau et al. 2017, drawn uniformly: usually easy, since an exit is never far; with
/// probability about e⁻⁴ no vertex leads to A or B.
pub(super) const SWITCH: Family = Family {
    id: "switch",
    sentence: "every vertex has two random successors among the vertices, A and B",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    write: |given, dice, rows| {
        let [n] = whole(given);
        rows.between_a_and_b(dice, n, 2 * n, 0, |rows, dice, _| {
            (0..2).for_each(|_| rows.arc(dice.below(n + 2)))
        })
    },
};

/// Every arc has a uniform head; some are redirected to the sink, so that most vertices reach it.
pub(super) const RANDOM_OUT: Family = Family {
    id: "random-out",
    sentence: "k arcs from every vertex to random ones, `exits` of them redirected to the last vertex, the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("k", "number of arcs of a vertex", 2, 1, 1_000_000),
        Parameter::whole("exits", "number of random arcs that are redirected to the sink", 8, 0, 1_000_000),
        DRIFT,
    ],
    write: |given, dice, rows| {
        let [n, k, exits, drift] = whole(given);
        let mut arcs = Arcs::begin(rows, n.into(), u64::from(n) * u64::from(k), drift)?;
        for u in 0..n - 1 {
            (0..k).for_each(|_| arcs.arc(u, dice.below(n)));
            dice.go_on(k.into())?;
        }
        for _ in 0..exits {
            arcs.redirect(dice.below(arcs.len()), n - 1);
            dice.go_on(1)?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

/// The digraph of Imase and Itoh, and of Reddy, Pradhan and Kuhl, for any number of vertices; for n a power of k it is de
/// Bruijn's.
pub(super) const DE_BRUIJN: Family = Family {
    id: "de-bruijn",
    sentence: "vertex u leads to ku, …, ku + k − 1 modulo n, in random order; the last vertex is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 16, 2),
        Parameter::whole("k", "number of arcs of a vertex", 2, 2, 1_000_000),
        DRIFT,
    ],
    write: |given, dice, rows| {
        let [n, k, drift] = whole(given);
        let [size, degree] = [n, k].map(u64::from);
        let mut arcs = Arcs::begin(rows, size, size * degree, drift)?;
        for u in 0..n - 1 {
            (0..degree).for_each(|letter| arcs.arc(u, ((u64::from(u) * degree + letter) % size) as u32));
            dice.go_on(degree)?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

/// The graph of Watts and Strogatz, with each direction of an edge rewired on its own.
pub(super) const SMALL_WORLD: Family = Family {
    id: "small-world",
    sentence: "a ring with arcs to the nearest vertices, some rewired; the last vertex is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("near", "number of neighbours on each side", 2, 1, 1_000_000),
        Parameter::probability("rewired", "probability that an arc leads to a random vertex instead", 0.1),
        DRIFT,
    ],
    write: |given, dice, rows| {
        let [n, near, _, drift] = whole(given);
        let [_, _, rewired, _] = numbers(given).map(Chance::of);
        let mut arcs = Arcs::begin(rows, n.into(), 2 * u64::from(n) * u64::from(near), drift)?;
        for u in 0..n - 1 {
            let (mut after, mut before) = (u, u);
            for _ in 0..near {
                after = if after + 1 == n { 0 } else { after + 1 };
                before = if before == 0 { n - 1 } else { before - 1 };
                for head in [after, before] {
                    arcs.arc(u, if dice.generator.happens(rewired) { dice.below(n) } else { head });
                }
            }
            dice.go_on(near.into())?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

/// The multigraph of Barabási and Albert with arcs both ways, in which the degrees of vertices differ most. The sink, the
/// last vertex, is one of the least.
pub(super) const PREFERENTIAL: Family = Family {
    id: "preferential",
    sentence: "every vertex joins k earlier ones, in proportion to their arcs; the last is the only sink",
    parameters: &[
        Parameter::size("number of vertices", 20, 2),
        Parameter::whole("k", "number of earlier vertices that each joins", 2, 1, 1_000_000),
        DRIFT,
    ],
    write: |given, dice, rows| {
        let [n, k, drift] = whole(given);
        let mut arcs = Arcs::begin(rows, n.into(), 2 * u64::from(n) * u64::from(k), drift)?;
        arcs.edge(0, 1);
        for u in 2..n {
            // The tail of a uniform arc is a vertex in proportion to its arcs; those of u itself are not among them.
            let earlier = arcs.len();
            (0..k).for_each(|_| arcs.edge(u, arcs.tail(dice.below(earlier))));
            dice.go_on(k.into())?;
        }
        arcs.towards_the_sink(dice, rows)
    },
};

const SIZE: Parameter = Parameter::whole("size", "largest number of vertices in a block", 5, 2, 1_000_000);
const ONWARD: Parameter = Parameter::whole("back", "arcs back for each arc onward", 1, 1, 1_000_000);

/// Blocks without chords.
pub(super) const CACTUS: Family = Family {
    id: "cactus",
    sentence: "edges and cycles attached to each other at random, ends leading to A or B",
    parameters: &[Parameter::size("number of vertices", 12, 1), SIZE, ONWARD],
    write: |given, dice, rows| {
        let [n, size, back] = whole(given);
        blocks([n, size, 0, back], dice, rows)
    },
};

pub(super) const BLOCKS: Family = Family {
    id: "blocks",
    sentence: "edges and cycles with chords attached to each other at random, ends leading to A or B",
    parameters: &[
        Parameter::size("number of vertices", 12, 1),
        SIZE,
        Parameter::whole("chords", "largest number of chords of a block", 3, 0, 1_000_000),
        ONWARD,
    ],
    write: |given, dice, rows| blocks(whole(given), dice, rows),
};

/// Random blocks until there are `n` vertices. Each hangs on a random earlier vertex and has 2 to `size` vertices: an edge,
/// or a cycle with up to `chords` random chords. Arcs lead both ways along all of them, `back` times as many towards the
/// vertex with the lower number. Vertices on which nothing hangs have an arc to A or B; the walk starts at 0.
fn blocks([n, size, chords, back]: [u32; 4], dice: &mut Dice, rows: &mut Rows) -> Result<(), GenerateError> {
    // A block of k new vertices has at most k + 1 edges besides chords, each with 1 + back arcs.
    let edges = u64::from(n).saturating_mul(2 + u64::from(chords));
    rows.begin(u64::from(n) + 2, edges.saturating_mul(1 + u64::from(back)).saturating_add(n.into()))?;
    let ends = edges_of_blocks([n, size, chords], dice, rows)?;
    // Blocks are drawn with rising numbers: most rows come out in order, and sorting them finds nothing to do.
    let at = Buckets::new(rows, n as usize, &ends);
    rows.each(0..n, dice, |rows, dice, u| {
        for end in at.items(u) {
            let head = ends[end as usize ^ 1];
            rows.arcs(head, if head < u { back } else { 1 });
        }
        let row = rows.row();
        row.sort_unstable();
        if row.last().is_none_or(|head| head.raw() < u) {
            rows.arc(n + dice.below(2));
        }
        rows.shuffle(dice);
    })?;
    rows.keep([ends]);
    at.leave_to(rows);
    rows.end_with_a_and_b(dice, Some(0))?;
    rows.turn_rotors(dice)
}

/// The edges of the blocks, two ends each.
fn edges_of_blocks(
    [n, size, chords]: [u32; 3],
    dice: &mut Dice,
    rows: &mut Rows,
) -> Result<Vec<u32>, GenerateError> {
    let mut edges = rows.list();
    let mut edge = |u, v| edges.extend([u, v]);
    let mut next = 1;
    while next < n {
        let top = dice.below(next);
        let new = dice.up_to(size - 1).min(n - next);
        let member = |at: u32| if at == 0 { top } else { next + at - 1 };
        (0..new).for_each(|at| edge(member(at), member(at + 1)));
        if new > 1 {
            edge(member(new), top);
            for _ in 0..if chords == 0 { 0 } else { dice.below(chords + 1) } {
                let (u, v) = (dice.below(new + 1), dice.below(new + 1));
                if u != v {
                    edge(member(u), member(v));
                }
            }
        }
        next += new;
        dice.go_on(new.into())?;
    }
    Ok(edges)
}
