//! Blocks: cycles and edges, with or without chords, attached to each other at random, between A and B.

use crate::dice::Dice;
use crate::family::{Family, Parameter};
use crate::generate_error::{GenerateError, at_least};
use crate::recipe::Recipe;
use crate::rows::Rows;
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
        self.write(dice)?.named(dice)
    }
}

impl Recipe for Blocks {
    fn write(&self, dice: &mut Dice) -> Result<Unnamed, GenerateError> {
        let Self { n, size, chords, back } = *self;
        at_least("n", n, 1)?;
        at_least("size", size, 2)?;
        at_least("back", back, 1)?;
        // A block of k new vertices has at most k + 1 edges besides chords, each with 1 + back arcs.
        let edges = u64::from(n).saturating_mul(2 + u64::from(chords));
        let arcs = edges.saturating_mul(1 + u64::from(back)).saturating_add(n.into());
        let mut rows = Rows::new(u64::from(n) + 2, arcs)?;
        let edges = self.edges(dice);
        let mut carries = vec![false; n as usize];
        let mut arcs: Vec<(u32, u32, u32)> = Vec::with_capacity(2 * edges.len());
        for (u, v) in edges {
            let (low, high) = (u.min(v), u.max(v));
            carries[low as usize] = true;
            arcs.extend([(low, high, 1), (high, low, back)]);
        }
        arcs.sort_unstable();
        let mut arcs = arcs.into_iter().peekable();
        for u in 0..n {
            while let Some((_, head, parallel)) = arcs.next_if(|&(tail, ..)| tail == u) {
                rows.arcs(head, parallel);
            }
            if !carries[u as usize] {
                rows.arc(n + dice.below(2));
            }
            rows.shuffle(dice);
            rows.next(dice)?;
        }
        rows.with_sinks_a_and_b(dice)?.starting_at(0).with_random_rotors(dice)
    }
}

impl Blocks {
    /// The edges of all blocks.
    fn edges(&self, dice: &mut Dice) -> Vec<(u32, u32)> {
        let mut edges = Vec::new();
        let mut next = 1;
        while next < self.n {
            let top = dice.below(next);
            let new = dice.between(1..=self.size - 1).min(self.n - next);
            let member = |at: u32| if at == 0 { top } else { next + at - 1 };
            edges.extend((0..new).map(|at| (member(at), member(at + 1))));
            if new > 1 {
                edges.push((member(new), top));
                for _ in 0..if self.chords == 0 { 0 } else { dice.below(self.chords + 1) } {
                    let (u, v) = (dice.below(new + 1), dice.below(new + 1));
                    if u != v {
                        edges.push((member(u), member(v)));
                    }
                }
            }
            next += new;
        }
        edges
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
