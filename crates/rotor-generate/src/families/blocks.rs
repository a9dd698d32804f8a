//! Blocks: cycles and edges, with or without chords, attached to each other at random, between A and B.

use crate::buckets::Buckets;
use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::sync::Arc;

/// Random blocks until there are `n` vertices. Each hangs on a random earlier vertex and has 2 to `size` vertices: an edge,
/// or a cycle with up to `chords` random chords. Arcs lead both ways along all of them, `back` times as many towards the
/// vertex with the lower number. Vertices on which nothing hangs have an arc to A or B; the walk starts at 0.
///
/// Without chords it is a cactus.
///
/// ```
/// let cactus = rotor_generate::Blocks { n: 6, size: 4, chords: 0, back: 1 };
/// let cactus = cactus.build(&mut rotor_generate::Dice::new(1))?;
/// assert_eq!(cactus.graph().vertex_count(), 6 + 2);
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// How many vertices besides A and B, at least 1.
    pub n: u32,
    /// The largest number of vertices in a block, at least 2.
    pub size: u32,
    /// The largest number of chords in a block.
    pub chords: u32,
    /// How many arcs lead back for each that leads on, at least 1.
    pub back: u32,
}

impl Blocks {
    /// The instance.
    pub fn build(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.build_with(dice)
    }
}

impl Recipe for Blocks {
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let Self { n, size, chords, back } = *self;
        at_least("n", n, 1)?;
        at_least("size", size, 2)?;
        at_least("back", back, 1)?;
        // A block of k new vertices has at most k + 1 edges besides chords, each with 1 + back arcs.
        let edges = u64::from(n).saturating_mul(2 + u64::from(chords));
        let arcs = edges.saturating_mul(1 + u64::from(back)).saturating_add(n.into());
        let mut rows = Rows::new(scratch, u64::from(n) + 2, arcs)?;
        let ends = self.edges(dice, scratch)?;
        // Blocks are drawn with rising numbers: most rows come out in order, and sorting them finds nothing to do.
        let at = Buckets::new(scratch, n as usize, &ends);
        for u in 0..n {
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
            rows.next(dice)?;
        }
        scratch.keep([ends]);
        at.leave_to(scratch);
        rows.with_sinks_a_and_b(dice)?.starting_at(0).with_random_rotors(dice, scratch)
    }
}

impl Blocks {
    /// The edges of the blocks, two ends each.
    fn edges(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Vec<u32>, GenerateError> {
        let mut edges = scratch.list();
        let mut edge = |u, v| edges.extend([u, v]);
        let mut next = 1;
        while next < self.n {
            let top = dice.below(next);
            let new = dice.up_to(self.size - 1).min(self.n - next);
            let member = |at: u32| if at == 0 { top } else { next + at - 1 };
            (0..new).for_each(|at| edge(member(at), member(at + 1)));
            if new > 1 {
                edge(member(new), top);
                for _ in 0..if self.chords == 0 { 0 } else { dice.below(self.chords + 1) } {
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
}

const N: Parameter = Parameter::size("number of vertices", 12, 1);
const SIZE: Parameter = Parameter::whole("size", "largest number of vertices in a block", 5, 2, 1_000_000);
const BACK: Parameter = Parameter::whole("back", "arcs back for each arc onward", 1, 1, 1_000_000);

pub(crate) const CACTUS: Family = Family {
    id: "cactus",
    sentence: "edges and cycles attached to each other at random, ends leading to A or B",
    parameters: &[N, SIZE, BACK],
    make: |given| {
        let [n, size, back] = ["n", "size", "back"].map(|name| given.whole(name));
        Arc::new(Blocks { n, size, chords: 0, back })
    },
};

pub(crate) const FAMILY: Family = Family {
    id: "blocks",
    sentence: "edges and cycles with chords attached to each other at random, ends leading to A or B",
    parameters: &[
        N,
        SIZE,
        Parameter::whole("chords", "largest number of chords of a block", 3, 0, 1_000_000),
        BACK,
    ],
    make: |given| {
        let [n, size, chords, back] = ["n", "size", "chords", "back"].map(|name| given.whole(name));
        Arc::new(Blocks { n, size, chords, back })
    },
};
