//! The fast solver: exits alone, or exits with all return flows.

use super::above::{FromAbove, from_above};
use super::ascending::{Swept, ascending_exits};
use super::below::from_below;
use super::descent::descend;
use super::exits::Exits;
use super::filter::{Fallbacks, filter};
use super::flows::FlowColumns;
use super::halt::Halt;
use super::kept::Kept;
use super::layout::{Layout, lay_out};
use super::not_fast::NotFast;
use super::routine::Scratch;
use super::watch::SweepProgress;
use rotor_graph::{Configuration, Multigraph, Stop, Tick, Traps, VertexId};

/// The exits of all vertices and all return flows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FastFlows {
    /// The exit of every vertex, and the traps.
    pub exits: Exits,
    /// r(u, v) for every arc (u, v) of Ĝ.
    pub flows: FlowColumns,
}

/// The exit of every vertex of a tree-like graph; whether it is one is found out on the way.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`], if flows fit into machine words; memory 16 bytes per vertex if its labels ascend, that is, if no
/// vertex has two neighbours of smaller numbers, else about 44 and 4 per arc, more if flows need 64 bits. Beyond that as
/// [`filtered_exits`].
pub fn fast_exits(graph: &Multigraph, rotors: &Configuration) -> Result<Exits, NotFast> {
    fast_exits_within(graph, rotors, &mut ())
}

/// [`fast_exits`] that may be stopped; the tick is told how many vertices the sweeps have passed, and asked every few ten
/// thousand of them.
pub fn fast_exits_within(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<Exits, NotFast> {
    let mut watch = SweepProgress::new(tick);
    let exits = match ascending_exits(graph, rotors, &mut watch)? {
        Swept::Done(exits) => exits,
        // Flows that are too large for that are hardly ever below 2³².
        swept => {
            let mut laid_out = LaidOut::of(graph, rotors, None, 2, &mut watch)?;
            let narrow = match swept {
                Swept::TooLarge => Err(NotFast::TooLarge),
                _ => laid_out.exits::<u32>(graph, &mut watch),
            };
            match narrow {
                Err(NotFast::TooLarge) => laid_out.wide_exits(graph, &mut watch)?,
                narrow => narrow?,
            }
        }
    };
    watch.end();
    Ok(exits)
}

/// How many bits of a flow an interval keeps.
const INTERVAL_BITS: u32 = 62;

/// The exit of every vertex of a tree-like graph with flows of any size: by intervals of this many bits, 2 to 62, and by
/// exact integers where they overlap. The fewer bits, the more often they do.
///
/// Time O(|V| + |A|) machine operations, and for each chain of vertices on which intervals overlap one stream of exact
/// integers down and one up, of O(k) integers of O(k) bits if they pass k vertices; memory about 110 bytes per vertex and
/// 4 per arc, and of all exact integers only those that streams have reached.
pub fn filtered_exits<const BITS: u32>(
    graph: &Multigraph,
    rotors: &Configuration,
) -> Result<(Exits, Fallbacks), NotFast> {
    const { assert!(2 <= BITS && BITS <= INTERVAL_BITS) };
    let mut unlimited = ();
    let mut watch = SweepProgress::new(&mut unlimited);
    Ok(LaidOut::of(graph, rotors, None, 2, &mut watch)?.filter::<BITS>(graph, &mut watch)?)
}

/// The exit of every vertex and the whole table of return flows, if all flows are small.
///
/// Its slow twin is [`complete_destination`](crate::tree::complete_destination). Time O(|V| + |A|) machine operations
/// [ACD22, `CDA`]; memory about 60 bytes per vertex and 16 per arc, more if flows need 64 bits.
pub fn fast_flows(graph: &Multigraph, rotors: &Configuration) -> Result<FastFlows, NotFast> {
    fast_flows_within(graph, rotors, &mut ())
}

/// [`fast_flows`] that may be stopped; the tick is told and asked as by [`fast_exits_within`].
pub fn fast_flows_within(
    graph: &Multigraph,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<FastFlows, NotFast> {
    let mut watch = SweepProgress::new(tick);
    let mut laid_out = LaidOut::of(graph, rotors, None, 3, &mut watch)?;
    let flows = match laid_out.flows::<u32>(graph, &mut watch) {
        Err(NotFast::TooLarge) => laid_out.flows::<u64>(graph, &mut watch)?,
        swept => swept?,
    };
    watch.end();
    Ok(flows)
}

/// A graph whose vertices are in order.
pub(super) struct LaidOut {
    pub(super) layout: Layout,
    /// Traps that had to be cut first; all others are found by the sweep from the leaves.
    pub(super) cut: Traps,
}

impl LaidOut {
    /// Lays out the whole graph, from `first` on if there is one. Only a cycle makes it look for traps: it may run
    /// through one. This many sweeps are to follow.
    pub(super) fn of(
        graph: &Multigraph,
        rotors: &Configuration,
        first: Option<VertexId>,
        sweeps: usize,
        watch: &mut SweepProgress<'_>,
    ) -> Result<Self, NotFast> {
        let all_sweeps = (1 + sweeps) * graph.vertex_count();
        watch.expect(all_sweeps);
        let all = graph.vertex_count();
        let roots = || first.map(VertexId::index).into_iter().chain(0..all);
        match lay_out(graph, rotors, &Traps::default(), roots(), watch) {
            Err(NotFast::NotTreeLike) => {}
            layout => return Ok(Self { layout: layout?, cut: Traps::default() }),
        }
        let cut = Traps::of(graph);
        if cut.is_empty() {
            return Err(NotFast::NotTreeLike);
        }
        watch.expect(all_sweeps);
        Ok(Self { layout: lay_out(graph, rotors, &cut, roots(), watch)?, cut })
    }

    /// Exits with flows kept in 64 bits, else as intervals.
    fn wide_exits(&mut self, graph: &Multigraph, watch: &mut SweepProgress<'_>) -> Result<Exits, NotFast> {
        match self.exits::<u64>(graph, watch) {
            Err(NotFast::TooLarge) => Ok(self.filter::<INTERVAL_BITS>(graph, watch)?.0),
            swept => swept,
        }
    }

    fn exits<K: Kept>(
        &mut self,
        graph: &Multigraph,
        watch: &mut SweepProgress<'_>,
    ) -> Result<Exits, NotFast> {
        watch.expect(2 * self.layout.len());
        let mut scratch = Scratch::default();
        let mut found = from_below::<K>(&self.layout, &mut scratch, watch)?;
        descend(&self.layout, &mut found, &mut scratch, watch)?;
        Ok(self.exits_of(graph, found.below.iter().map(|below| below.end), found.traps.len()))
    }

    pub(super) fn exits_of(
        &mut self,
        graph: &Multigraph,
        halts: impl Iterator<Item = Halt>,
        traps: usize,
    ) -> Exits {
        Exits::new(graph, &mut self.layout, halts, &self.cut).with_traps(self.cut.len() + traps)
    }

    fn filter<const BITS: u32>(
        &mut self,
        graph: &Multigraph,
        watch: &mut SweepProgress<'_>,
    ) -> Result<(Exits, Fallbacks), Stop> {
        watch.expect(2 * self.layout.len());
        let (halts, traps, fallbacks) = filter::<BITS>(&self.layout, watch)?;
        Ok((self.exits_of(graph, halts.into_iter(), traps), fallbacks))
    }

    fn flows<K: Kept>(
        &mut self,
        graph: &Multigraph,
        watch: &mut SweepProgress<'_>,
    ) -> Result<FastFlows, NotFast> {
        watch.expect(2 * self.layout.len() + graph.vertex_count());
        let mut scratch = Scratch::default();
        let found = from_below::<K>(&self.layout, &mut scratch, watch)?;
        let FromAbove { halts, above } = from_above(&self.layout, &found, &mut scratch, watch)?;
        let exits = self.exits_of(graph, halts.into_iter(), found.traps.len());
        // This was the last sweep.
        let layout = std::mem::take(&mut self.layout);
        let flows = FlowColumns::new(graph, &exits, layout, found.below, above, watch)?;
        Ok(FastFlows { exits, flows })
    }
}
