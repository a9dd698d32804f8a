//! Batches: many small instances in flat arrays, answered without names.

mod row;

use crate::context::Context;
use crate::question::Options;
use crate::solve_error::SolveError;
use rotor_graph::{Instance, Traps, VertexId, amount};
use row::BatchRow;
pub use row::{BatchExit, Scratch, Steps};
use std::ops::Range;

/// Many instances, one after the other: the arrays of a column of lists of lists.
///
/// Heads and starts are numbered within their instance; a vertex without arcs is a sink; a rotor is a position among
/// the arcs of its vertex. There are no players.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// Instance i has the vertices `[i] .. [i + 1]` of the batch.
    vertex_starts: &'a [u32],
    /// Vertex v of the batch has the arcs `[v] .. [v + 1]` of the batch.
    row_starts: &'a [u32],
    heads: &'a [u32],
    /// By vertex of the batch; all on the first arc if there are none.
    rotors: Option<&'a [u32]>,
    starts: &'a [u32],
}

/// Why arrays are not a batch, or an entry of a batch is not an instance.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotABatch {
    /// The rows of an array are not in ascending order, or run past what they divide.
    #[error("{what}[{at}] is {found}, but row starts ascend and end at most at {most}")]
    Rows {
        /// The array.
        what: &'static str,
        /// The first place that offends.
        at: usize,
        /// What stands there.
        found: u32,
        /// The most that may stand in it.
        most: usize,
    },
    /// An array has the wrong length.
    #[error("{what} has {}, not {expected}", amount(.found, "entry", "entries"))]
    Length {
        /// The array.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The right length.
        expected: usize,
    },
    /// A head, rotor or start is out of range.
    #[error("instance {instance}: {what}[{at}] is {found}, but must be less than {below}")]
    Range {
        /// The instance.
        instance: usize,
        /// The array.
        what: &'static str,
        /// The place that offends.
        at: usize,
        /// What stands there.
        found: u32,
        /// What it must stay below.
        below: usize,
    },
}

/// Why an instance of a batch has no answer.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// It is not an instance.
    #[error(transparent)]
    Flawed(#[from] NotABatch),
    /// It was not solved.
    #[error(transparent)]
    Unsolved(#[from] SolveError),
}

/// A walk of at most this many turns of all rotors is simulated: quicker than to prepare anything.
const SHORT_TURNS: u64 = 8;

impl<'a> Batch<'a> {
    /// The batch of these arrays, their lengths and rows checked; entries are checked with each instance. Time linear
    /// in the number of vertices.
    pub fn new(
        vertex_starts: &'a [u32],
        row_starts: &'a [u32],
        heads: &'a [u32],
        rotors: Option<&'a [u32]>,
        starts: &'a [u32],
    ) -> Result<Self, NotABatch> {
        let vertices = row_starts.len().saturating_sub(1);
        check_rows("vertex_starts", vertex_starts, vertices)?;
        check_rows("row_starts", row_starts, heads.len())?;
        let instances = vertex_starts.len() - 1;
        let lengths =
            [("starts", starts.len(), instances), ("rotors", rotors.map_or(vertices, <[_]>::len), vertices)];
        if let Some(&(what, found, expected)) = lengths.iter().find(|(_, found, expected)| found != expected)
        {
            return Err(NotABatch::Length { what, found, expected });
        }
        Ok(Self { vertex_starts, row_starts, heads, rotors, starts })
    }

    /// How many instances it has.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Answers the instance number `instance`: a walk of at most 8 · |A| steps to a sink or into a trap is made, anything
    /// longer is solved as [`solve`](crate::solve) does. Time O(|V| + |A|) beside the walk, and no memory once
    /// `scratch` has grown, unless the walk does not come to a sink.
    ///
    /// # Panics
    /// If there is no such instance.
    pub fn exit(
        &self,
        instance: usize,
        options: &Options,
        scratch: &mut Scratch,
        context: &mut Context<'_>,
    ) -> Result<BatchExit, BatchError> {
        let row = self.row(instance)?;
        let most = SHORT_TURNS * row.heads.len() as u64;
        if let Some((sink, steps)) = row.walk(most, |_| false, scratch) {
            return Ok(BatchExit { exit: Some(sink), steps: Some(Steps::Short(steps)) });
        }
        // Traps are looked for only now: most particles meet a sink before that would be worth its while.
        let graph = row.graph();
        let traps = Traps::of(&graph);
        let in_a_trap = |u| traps.trap_of(VertexId::new(u)).is_some();
        if !traps.is_empty()
            && let Some((_, steps)) = row.walk(most, in_a_trap, scratch)
        {
            return Ok(BatchExit { exit: None, steps: Some(Steps::Short(steps)) });
        }
        Ok(row.solve(graph, options, context)?)
    }

    /// The instance number `instance`, its vertices called by their numbers. Time O(|V| + |A|).
    ///
    /// # Panics
    /// If there is no such instance.
    pub fn instance(&self, instance: usize) -> Result<Instance, NotABatch> {
        let row = self.row(instance)?;
        Ok(row.instance(row.graph()))
    }

    /// Which vertices of the batch those of the instance number `instance` are.
    pub fn vertices(&self, instance: usize) -> Range<usize> {
        self.vertex_starts[instance] as usize..self.vertex_starts[instance + 1] as usize
    }

    /// The instance number `instance`, its entries checked.
    fn row(&self, instance: usize) -> Result<BatchRow<'a>, NotABatch> {
        let vertices = self.vertices(instance);
        let row_starts = &self.row_starts[vertices.start..=vertices.end];
        let (start, count) = (self.starts[instance], vertices.len());
        if start as usize >= count {
            return Err(NotABatch::Range {
                instance,
                what: "starts",
                at: instance,
                found: start,
                below: count,
            });
        }
        let arcs = row_starts[0] as usize..row_starts[count] as usize;
        let heads = &self.heads[arcs.clone()];
        if let Some(at) = heads.iter().position(|&head| head as usize >= count) {
            let (found, at) = (heads[at], arcs.start + at);
            return Err(NotABatch::Range { instance, what: "heads", at, found, below: count });
        }
        let rotors = self.rotors.map(|rotors| &rotors[vertices.clone()]);
        let row = BatchRow { row_starts, heads, rotors, start };
        for u in 0..count {
            let (rotor, degree) = (row.rotor(u), row.arcs(u).len());
            if rotor as usize >= degree.max(1) {
                let at = vertices.start + u;
                return Err(NotABatch::Range {
                    instance,
                    what: "rotors",
                    at,
                    found: rotor,
                    below: degree.max(1),
                });
            }
        }
        Ok(row)
    }
}

/// The starts of rows ascend, the first one anywhere, and end within what they divide.
fn check_rows(what: &'static str, starts: &[u32], most: usize) -> Result<(), NotABatch> {
    let Some(&last) = starts.last() else { return Err(NotABatch::Length { what, found: 0, expected: 1 }) };
    let at = match starts.windows(2).position(|ends| ends[0] > ends[1]) {
        Some(at) => at + 1,
        None if last as usize > most => starts.len() - 1,
        None => return Ok(()),
    };
    Err(NotABatch::Rows { what, at, found: starts[at], most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Question;
    use num_bigint::BigUint;
    use num_traits::ToPrimitive;
    use rotor_generate::{Dice, small_forest, small_graph};
    use rotor_graph::{Exit, Instance};

    #[derive(Default)]
    struct Arrays {
        vertex_starts: Vec<u32>,
        row_starts: Vec<u32>,
        heads: Vec<u32>,
        rotors: Vec<u32>,
        starts: Vec<u32>,
    }

    impl Arrays {
        fn of<'i>(instances: impl IntoIterator<Item = (&'i Instance, VertexId)>) -> Self {
            let mut all = Self { vertex_starts: vec![0], row_starts: vec![0], ..Self::default() };
            for (instance, start) in instances {
                let graph = instance.graph();
                for u in graph.vertices() {
                    all.heads.extend(graph.heads(u).iter().map(|v| v.raw()));
                    all.row_starts.push(all.heads.len() as u32);
                    all.rotors.push(instance.rotors().position(graph, u));
                }
                all.vertex_starts.push(all.rotors.len() as u32);
                all.starts.push(start.raw());
            }
            all
        }

        fn batch(&self) -> Result<Batch<'_>, NotABatch> {
            Batch::new(&self.vertex_starts, &self.row_starts, &self.heads, Some(&self.rotors), &self.starts)
        }
    }

    #[test]
    fn a_batch_answers_as_the_pipeline_does_one_by_one() {
        let mut dice = Dice::new(20);
        let mut instances: Vec<Instance> = (0..3000).map(|_| small_graph(&mut dice)).collect();
        instances.extend((0..1000).map(|_| small_forest(&mut dice)));
        let long = [("n".to_owned(), "80".to_owned())].into();
        let long = rotor_generate::generate("expchain", &long, 1).unwrap();
        // The same with both sinks made traps: the way into them is long too.
        let no_way_out: String = long
            .to_string()
            .lines()
            .map(|line| line.strip_prefix("sink ").map_or(format!("{line}\n"), |s| format!("{s}: {s}\n")))
            .collect();
        instances.extend([rotor_graph::parse(&no_way_out).unwrap(), long]);
        let asked =
            instances.iter().flat_map(|instance| instance.graph().vertices().map(move |u| (instance, u)));
        let asked: Vec<_> = asked.filter(|(instance, _)| instance.player_count() == 0).collect();
        let arrays = Arrays::of(asked.iter().copied());
        let batch = arrays.batch().unwrap();
        let (mut sinks, mut trapped, mut long, mut long_to_a_trap) = (0, 0, 0, 0);
        let mut scratch = Scratch::default();
        for (index, &(instance, start)) in asked.iter().enumerate() {
            let found =
                batch.exit(index, &Options::default(), &mut scratch, &mut Context::default()).unwrap();
            let solution =
                crate::solve(instance, Question::From(start), &Options::default(), &mut Context::default())
                    .unwrap();
            let row = solution.exits().next().unwrap();
            let exit = match row.exit {
                Exit::Sink(sink) => Some(sink.raw()),
                Exit::Trap(_) => None,
            };
            let steps = match found.steps.unwrap() {
                Steps::Short(steps) => BigUint::from(steps),
                Steps::Long(steps) => steps,
            };
            assert_eq!((found.exit, Some(&steps)), (exit, row.steps), "{instance}");
            if exit.is_some() {
                sinks += 1
            } else {
                trapped += 1
            }
            let solved = steps.to_u64().is_none();
            long += u32::from(solved && exit.is_some());
            long_to_a_trap += u32::from(solved && exit.is_none());
        }
        assert!(sinks > 1000 && trapped > 1000, "{sinks} {trapped}");
        assert!(long > 10 && long_to_a_trap > 10, "{long} {long_to_a_trap}");
    }

    #[test]
    fn arrays_that_do_not_fit_are_refused_with_the_place() {
        let instance = rotor_graph::parse("a: b s\nb: a s\nsink s").unwrap();
        let good = || Arrays::of([(&instance, VertexId::new(1)), (&instance, VertexId::new(0))]);
        assert_eq!(good().batch().unwrap().len(), 2);
        let says = |arrays: Arrays| match arrays.batch() {
            Err(error) => error.to_string(),
            Ok(batch) => {
                let (options, scratch) = (Options::default(), &mut Scratch::default());
                let answered =
                    (0..batch.len()).map(|i| batch.exit(i, &options, scratch, &mut Context::default()));
                answered.filter_map(Result::err).map(|error| error.to_string()).collect()
            }
        };
        assert_eq!(says(good()), "");
        let mut bad = good();
        bad.heads[5] = 3;
        assert_eq!(says(bad), "instance 1: heads[5] is 3, but must be less than 3");
        let mut bad = good();
        bad.rotors[4] = 2;
        assert_eq!(says(bad), "instance 1: rotors[4] is 2, but must be less than 2");
        let mut bad = good();
        bad.starts[0] = 7;
        assert_eq!(says(bad), "instance 0: starts[0] is 7, but must be less than 3");
        let mut bad = good();
        bad.row_starts[3] = 9;
        assert_eq!(says(bad), "row_starts[4] is 6, but row starts ascend and end at most at 8");
        let mut bad = good();
        bad.vertex_starts[2] = 99;
        assert_eq!(says(bad), "vertex_starts[2] is 99, but row starts ascend and end at most at 6");
        let mut bad = good();
        bad.starts.pop();
        assert_eq!(says(bad), "starts has 1 entry, not 2");
        let mut bad = good();
        bad.vertex_starts.clear();
        assert_eq!(says(bad), "vertex_starts has 0 entries, not 1");
    }
}
