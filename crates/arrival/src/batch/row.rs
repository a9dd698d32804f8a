//! One instance of a batch: walked in its arrays, or solved as a graph.

use crate::context::Context;
use crate::pipeline::solve;
use crate::question::{Options, Question};
use crate::solve_error::SolveError;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Configuration, Exit, Instance, Multigraph, Names, VertexId};
use std::ops::Range;

/// How many steps a particle makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Less than 2⁶⁴.
    Short(u64),
    /// More.
    Long(BigUint),
}

/// Where the particle of one instance ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchExit {
    /// The sink, or none if it is trapped.
    pub exit: Option<u32>,
    /// After how many steps it halts, unless the solver does not say.
    pub steps: Option<Steps>,
}

/// Memory that is used again from one instance to the next.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    rotors: Vec<u32>,
}

/// One instance of a batch, its entries checked.
pub(super) struct BatchRow<'a> {
    /// By vertex, and one more; the first is where its heads start in the batch.
    pub(super) row_starts: &'a [u32],
    pub(super) heads: &'a [u32],
    pub(super) rotors: Option<&'a [u32]>,
    pub(super) start: u32,
}

impl BatchRow<'_> {
    fn vertex_count(&self) -> usize {
        self.row_starts.len() - 1
    }

    #[inline]
    pub(super) fn arcs(&self, u: usize) -> Range<u32> {
        self.row_starts[u] - self.row_starts[0]..self.row_starts[u + 1] - self.row_starts[0]
    }

    #[inline]
    pub(super) fn rotor(&self, u: usize) -> u32 {
        self.rotors.map_or(0, |rotors| rotors[u])
    }

    /// The first vertex on the walk that is a sink or at which the particle `halts`, and after how many steps, unless they
    /// are more than `most`.
    pub(super) fn walk(
        &self,
        most: u64,
        halts: impl Fn(u32) -> bool,
        scratch: &mut Scratch,
    ) -> Option<(u32, u64)> {
        let rotors = &mut scratch.rotors;
        rotors.clear();
        rotors.extend((0..self.vertex_count()).map(|u| self.arcs(u).start + self.rotor(u)));
        let mut u = self.start;
        for steps in 0..=most {
            let arcs = self.arcs(u as usize);
            if arcs.is_empty() || halts(u) {
                return Some((u, steps));
            }
            let rotor = &mut rotors[u as usize];
            u = self.heads[*rotor as usize];
            *rotor = if *rotor + 1 == arcs.end { arcs.start } else { *rotor + 1 };
        }
        None
    }

    /// Its graph, for those who want more than arrays.
    pub(super) fn graph(&self) -> Multigraph {
        let row_starts = self.row_starts.iter().map(|start| start - self.row_starts[0]).collect();
        let heads = self.heads.iter().map(|&head| VertexId::new(head)).collect();
        Multigraph::from_rows(row_starts, heads).expect("its entries were checked")
    }

    /// Its instance, in which every vertex is called by its number; `graph` is that of the row.
    pub(super) fn instance(&self, graph: Multigraph) -> Instance {
        let rotors = Configuration::from_positions(&graph, |u| self.rotor(u.index()));
        let names: Names = (0..self.vertex_count()).map(|u| u.to_string()).collect();
        let start = VertexId::new(self.start);
        let instance = Instance::new(graph, names).expect("every number is another name").with_rotors(rotors);
        instance.with_start(Some(start)).expect("the start was checked")
    }

    /// The same by the pipeline, for walks of any length; `graph` is that of the row.
    pub(super) fn solve(
        &self,
        graph: Multigraph,
        options: &Options,
        context: &mut Context<'_>,
    ) -> Result<BatchExit, SolveError> {
        let instance = self.instance(graph);
        let question = Question::From(VertexId::new(self.start));
        let solution = solve(&instance, question, options, context)?;
        let row = solution.exits().next().expect("one start has one row");
        let exit = match row.exit {
            Exit::Sink(sink) => Some(sink.raw()),
            Exit::Trap(_) => None,
        };
        let steps = row.steps.map(|steps| match steps.to_u64() {
            Some(steps) => Steps::Short(steps),
            None => Steps::Long(steps.clone()),
        });
        Ok(BatchExit { exit, steps })
    }
}
