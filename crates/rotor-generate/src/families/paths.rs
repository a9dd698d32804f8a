//! Chains and paths: vertex i leads on to i + 1, and what differs is how arcs lead back.

use crate::build::Rows;
use crate::dice::Dice;
use crate::family::{Family, GenerateError, Parameter, whole};

/// From 0, the walk to A makes 2ⁿ⁺¹ − 2 steps. Nothing is drawn at random.
pub(super) const CHAIN: Family = Family {
    id: "chain",
    sentence: "vertex i leads back to 0 and on to i + 1, the last one to A",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    write: |given, dice, rows| {
        let [n] = whole(given);
        rows.between_a_and_b(dice, n, 2 * n, 0, |rows, _, i| {
            rows.arc(0);
            rows.arc(i + 1);
        })
    },
};

/// Exponential walks without the regularity of the chain.
pub(super) const BACK: Family = Family {
    id: "back",
    sentence: "vertex i leads back to a random vertex up to i and on to i + 1, in random order; the last one to A",
    parameters: &[Parameter::size("number of vertices", 20, 1)],
    write: |given, dice, rows| {
        let [n] = whole(given);
        rows.between_a_and_b(dice, n, 2 * n, 0, |rows, dice, i| {
            rows.arc(dice.between(0..=i));
            rows.arc(i + 1);
            rows.shuffle(dice);
        })
    },
};

/// The more arcs lead back, the more often a vertex must be left before the particle gets on.
pub(super) const NESTED: Family = Family {
    id: "nested",
    sentence: "vertex i has b arcs to random vertices up to i and one to i + 1, shuffled; after the last are A and B",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("b", "number of arcs that lead back from each vertex", 2, 0, 1_000_000),
    ],
    write: |given, dice, rows| {
        let [n, b] = whole(given);
        rows.between_a_and_b(dice, n, u64::from(n) * (u64::from(b) + 1) + 1, 0, |rows, dice, i| {
            for _ in 0..b {
                rows.arc(dice.between(0..=i));
            }
            rows.arc(i + 1);
            if i + 1 == n {
                rows.arc(n + 1);
            }
            rows.shuffle(dice);
        })
    },
};

const AHEAD: Parameter =
    Parameter::switch("ahead", "whether arcs across may lead ahead; if not, walks are far longer", true);

/// Two chains of half the vertices each, the second with the odd one.
pub(super) const TWO: Family = Family {
    id: "two",
    sentence: "two chains whose ends are A and B, with arcs back along each and across, in random order",
    parameters: &[Parameter::size("number of vertices in both chains", 20, 2), AHEAD],
    write: |given, dice, rows| {
        let [n, ahead] = whole(given);
        rows.begin(u64::from(n) + 2, 2 * u64::from(n))?;
        two_chains(rows, dice, n, ahead == 1, [n, n + 1])?;
        rows.end_with_a_and_b(dice, Some(0))
    },
};

/// Copies of [`TWO`] in a row: exit A of a copy leads to the start of the next one (of the last copy: to A), exit B to the
/// start of a random earlier one (of the first copy: to B).
pub(super) const SERIES: Family = Family {
    id: "series",
    sentence: "copies of two; exit A of each leads to the next copy, exit B back to a random earlier one",
    parameters: &[
        Parameter::whole("copies", "number of copies", 4, 1, 10_000_000),
        Parameter::whole("size", "number of vertices in each copy", 6, 2, 10_000_000),
        AHEAD,
    ],
    write: |given, dice, rows| {
        let [copies, size, ahead] = whole(given);
        let vertices = u64::from(copies) * u64::from(size);
        rows.begin(vertices + 2, 2 * vertices)?;
        for copy in 0..copies {
            // After the last copy stand A and B.
            let forward = (copy + 1) * size;
            let back = if copy == 0 { copies * size + 1 } else { dice.below(copy) * size };
            two_chains(rows, dice, size, ahead == 1, [forward, back])?;
        }
        rows.end_with_a_and_b(dice, Some(0))
    },
};

/// Writes the next `n` vertices: two chains that leave through these exits.
///
/// A vertex leads on along its chain. Its other arc leads to a random vertex of its chain up to itself (probability 0.7) or
/// anywhere: with `ahead` to any vertex, else to one of either chain that is no further along, which makes walks
/// exponential in `n`.
fn two_chains(
    rows: &mut Rows,
    dice: &mut Dice,
    n: u32,
    ahead: bool,
    [exit_a, exit_b]: [u32; 2],
) -> Result<(), GenerateError> {
    let offset = rows.vertex();
    let middle = n / 2;
    rows.each(0..n, dice, |rows, dice, i| {
        let first = if i < middle { 0 } else { middle };
        let on = match i + 1 {
            next if next == middle => exit_a,
            next if next == n => exit_b,
            next => offset + next,
        };
        let other = match dice.chance(0.7) {
            true => dice.between(first..=i),
            false if ahead => dice.below(n),
            false => {
                let (chain, length) = if dice.chance(0.5) { (0, middle) } else { (middle, n - middle) };
                chain + dice.below((i - first + 1).min(length))
            }
        };
        rows.arc(offset + other);
        rows.arc(on);
        rows.shuffle(dice);
    })
}

/// The neighbours of vertex i of a path of `n` vertices between A on the left and B on the right.
#[inline]
fn sides(i: u32, n: u32) -> [u32; 2] {
    [if i == 0 { n } else { i - 1 }, if i + 1 == n { n + 1 } else { i + 1 }]
}

/// The simple path graph [ACD22, `sec:path`]: A is its sink s₀, B its sink s₁.
pub(super) const PATH: Family = Family {
    id: "path",
    sentence: "one arc left and one right from every vertex, rotors at random, between A and B",
    parameters: &[Parameter::size("number of inner vertices", 20, 1)],
    write: |given, dice, rows| {
        let [n] = whole(given);
        rows.begin(u64::from(n) + 2, 2 * u64::from(n))?;
        rows.each(0..n, dice, |rows, _, i| sides(i, n).into_iter().for_each(|head| rows.arc(head)))?;
        rows.end_with_a_and_b(dice, None)?;
        rows.turn_rotors(dice)
    },
};

/// The same numbers of arcs everywhere; the walk starts in the middle.
pub(super) const MULTIPATH: Family = Family {
    id: "multipath",
    sentence: "x arcs right and y arcs left from every vertex, between A and B",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("x", "number of arcs to the right", 2, 1, 1_000_000),
        Parameter::whole("y", "number of arcs to the left", 1, 1, 1_000_000),
        Parameter::switch("shuffled", "1: arcs in random order, 0: those to the right first", true),
    ],
    write: |given, dice, rows| {
        let [n, x, y, shuffled] = whole(given);
        rows.between_a_and_b(dice, n, u64::from(n) * u64::from(x + y), n / 2, |rows, dice, i| {
            let [left, right] = sides(i, n);
            rows.arcs(right, x);
            rows.arcs(left, y);
            if shuffled == 1 {
                rows.shuffle(dice);
            }
        })
    },
};

/// The path of [ACD22, `expchain`], where x = 2 and y = 1: vertex i of this family is uᵢ there, A is s, and u_n has
/// the number n − 1 here. From 0, the walk to A makes 2ⁿ⁺¹ − 3 steps. Nothing is drawn at random.
pub(super) const EXPCHAIN: Family = Family {
    id: "expchain",
    sentence: "a path with x arcs away from A and y towards it, those away first; B is not used",
    parameters: &[
        Parameter::size("number of vertices", 20, 1),
        Parameter::whole("x", "number of arcs away from the sink", 2, 1, 1_000_000),
        Parameter::whole("y", "number of arcs towards the sink", 1, 1, 1_000_000),
    ],
    write: |given, dice, rows| {
        let [n, x, y] = whole(given);
        rows.between_a_and_b(dice, n, u64::from(n) * u64::from(x + y), 0, |rows, _, i| {
            let [towards, away] = sides(i, n);
            if i + 1 < n {
                rows.arcs(away, x);
                rows.arcs(towards, y);
            } else {
                rows.arc(towards);
            }
        })
    },
};

/// The middle vertex has one arc each way, and the walk starts there. With x > y the return flows of both sides grow
/// exponentially, and comparing them decides; a mirror-symmetric path, which needs an odd n, makes them as equal as can be.
pub(super) const TWO_SIDED: Family = Family {
    id: "two-sided",
    sentence: "a path between A and B on which more arcs lead to the middle than away from it",
    parameters: &[
        Parameter::size("number of vertices", 21, 1),
        Parameter::whole("x", "largest number of arcs inward", 3, 1, 1_000_000),
        Parameter::whole("y", "largest number of arcs outward", 1, 1, 1_000_000),
        Parameter::switch("mirrored", "1: the right half is the mirror image of the left one", false),
    ],
    write: |given, dice, rows| {
        let [n, x, y, mirrored] = whole(given);
        let middle = n / 2;
        rows.between_a_and_b(dice, n, u64::from(n) * u64::from(x + y), middle, |rows, dice, i| {
            let [left, right] = sides(i, n);
            if mirrored == 1 && i > middle {
                let turned = |head| if head == sides(n - 1 - i, n)[0] { right } else { left };
                rows.copy(n - 1 - i, turned);
                return;
            }
            let (inward, outward) = if i < middle { (right, left) } else { (left, right) };
            let [x, y] = if i == middle { [1, 1] } else { [x, y] };
            let [inwards, outwards] = [dice.up_to(x), dice.up_to(y)];
            rows.arcs(inward, inwards);
            rows.arcs(outward, outwards);
            rows.shuffle(dice);
        })
    },
};
