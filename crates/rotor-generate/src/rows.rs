//! Rows: a graph being written down vertex by vertex, straight into its final arrays.

use crate::dice::Dice;
use crate::generate_error::GenerateError;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::{Multigraph, VertexId};
use std::ops::Range;

/// The arcs written so far. Vertices are numbered in the order of writing and called by their numbers.
#[derive(Debug)]
pub(crate) struct Rows {
    first: Vec<u32>,
    heads: Vec<VertexId>,
    /// Where the arcs of the vertex being written begin, the last of `first`.
    start: usize,
}

impl Rows {
    /// Room for that many vertices, sinks included, and at most that many arcs; refused if ids would not suffice.
    pub(crate) fn new(scratch: &mut Scratch, vertices: u64, arcs: u64) -> Result<Self, GenerateError> {
        if vertices.max(arcs) > Multigraph::MOST_ARCS {
            return Err(GenerateError::TooLarge { vertices, arcs });
        }
        let (mut first, mut heads) = (scratch.list(), scratch.heads());
        first.reserve(vertices as usize + 1);
        first.push(0);
        // The arcs of a small member are never moved; those of a large one may be far fewer than the bound.
        heads.reserve(arcs.min(4 * vertices).min(1 << 10) as usize);
        Ok(Self { first, heads, start: 0 })
    }

    /// The number of the vertex being written.
    pub(crate) fn vertex(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Gives the vertex being written an arc.
    #[inline(always)]
    pub(crate) fn arc(&mut self, head: u32) {
        self.heads.push(VertexId::new(head));
    }

    /// Gives the vertex being written parallel arcs.
    #[inline(always)]
    pub(crate) fn arcs(&mut self, head: u32, parallel: u32) {
        // Nearly always one, which a loop of unknown length would make slow.
        if parallel == 1 {
            self.arc(head);
        } else {
            self.heads.extend(std::iter::repeat_n(VertexId::new(head), parallel as usize));
        }
    }

    /// Gives the vertex being written an arc to each of these.
    pub(crate) fn arcs_to(&mut self, heads: Range<u32>) {
        self.heads.extend(heads.map(VertexId::new));
    }

    /// The arcs of the vertex being written.
    #[inline(always)]
    pub(crate) fn row(&mut self) -> &mut [VertexId] {
        &mut self.heads[self.start..]
    }

    /// Puts the arcs of the vertex being written in random order.
    #[inline(always)]
    pub(crate) fn shuffle(&mut self, dice: &mut Dice) {
        dice.shuffle(self.row());
    }

    /// Goes on to the next vertex, if the watch of the dice allows it; a vertex without arcs is a sink.
    #[inline(always)]
    pub(crate) fn next(&mut self, dice: &mut Dice) -> Result<(), GenerateError> {
        let operations = 1 + self.heads.len() - self.start;
        self.start = self.heads.len();
        self.first.push(self.start as u32);
        dice.go_on(operations as u64)
    }

    /// The member with two more vertices, the sinks A and B, which arcs call n and n + 1.
    pub(crate) fn with_sinks_a_and_b(mut self, dice: &mut Dice) -> Result<Unnamed, GenerateError> {
        self.next(dice)?;
        self.next(dice)?;
        Ok(Unnamed { ends_with_a_and_b: true, ..self.without_more_sinks() })
    }

    /// The member of these rows alone, rotors on the first arcs.
    pub(crate) fn without_more_sinks(self) -> Unnamed {
        Unnamed {
            first: self.first,
            heads: self.heads,
            rotors: Vec::new(),
            owners: Vec::new(),
            values: Vec::new(),
            start: None,
            ends_with_a_and_b: false,
        }
    }
}
