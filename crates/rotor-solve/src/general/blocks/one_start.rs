//! One start by return flows of blocks: up the block-cut tree to the start, and the run of its particle down again.
//!
//! The particle is followed from one strong component to the next. The blocks of a strong component are strongly
//! connected too, so that c always gets back from B what no deadline keeps. With the tree hung on the start, the run goes
//! down from it: how often c is left says how many particles it sends into each of its blocks, and the run of these
//! in B − c how often the vertices of B are left. At most one block of c does not give back the last of them; it halts at
//! the deadline of one vertex, from where it goes on into another block or out of the component.

use super::block_flow::Halted;
use super::block_flow::uses;
use super::block_flow::{HowKept, Sent};
use super::sweep::Sweep;
use crate::answer::ComponentCounts;
use crate::answer::RunProfile;
use crate::general::component::alone;
use crate::general::component::leave_alone;
use crate::general::expectation::OnDemand;
use crate::general::pseudo_flow::{OUTSIDE, Part};
use crate::general::solve::{A_FLOW_BEFORE_THE_WALK, THE_WALK_BEFORE_A_FLOW};
use crate::race::{Race, Task, finish, turn};
use crate::walk::Walker;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    BlockId, BlockTree, Configuration, Event, Stop, StoppingGraph, Tick, VertexId, VertexMap,
    strong_components,
};

/// The run of a particle from `from`: a short walk, and if that is not enough the walk raced against return flows of blocks.
///
/// Time: within a constant of the cheaper of the walk and, for each block, one return flow and one run of many particles.
pub fn exit_by_blocks(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let mut walker = Walker::new(stopping, rotors, from);
    if let Some(profile) = walker.walk_briefly(tick)? {
        return Ok(profile);
    }
    let mut walked = None;
    let mut spent = Vec::new();
    let by_blocks = follow(stopping, rotors, from, tick, |run, tick| {
        let run: Box<dyn Task<Answer = _> + '_> = Box::new(run.map(Some));
        let walk = (&mut walker).map(|profile| {
            walked = Some(profile);
            None
        });
        let mut race = Race::of(vec![run, Box::new(walk)], turn(stopping.graph().arc_count())).after(&spent);
        let run = finish(&mut race, tick);
        spent = race.spent();
        run
    })?;
    let who = if walked.is_some() { THE_WALK_BEFORE_A_FLOW } else { A_FLOW_BEFORE_THE_WALK };
    tick.observe(Event::Detail(format_args!("{who}")));
    Ok(walked.or(by_blocks).expect("one of them has ended the race"))
}

/// The same without walking first.
///
/// ```
/// use rotor_solve::general::run_by_blocks;
/// use rotor_graph::{StoppingGraph, parse};
///
/// let instance = parse("a: b c\nb: c a\nc: a b s\nsink s")?;
/// let stopping = StoppingGraph::of(instance.graph());
/// let from = instance.vertex("a").unwrap();
/// let run = run_by_blocks(&stopping, instance.rotors(), from, &mut ())?;
/// assert_eq!((instance.name(run.halt), run.steps()), ("s", 9u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_by_blocks(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let run = follow(stopping, rotors, from, tick, |run, tick| finish(run, tick).map(Some))?;
    Ok(run.expect("every run was made"))
}

/// The run of a particle from `from`, followed from one strong component to the next, the run in each of which is made by
/// `run`; nothing if that gives up.
fn follow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
    mut run: impl FnMut(&mut ComponentRun<'_, '_, '_>, &mut dyn Tick) -> Result<Option<VertexMap<BigUint>>, Stop>,
) -> Result<Option<RunProfile>, Stop> {
    let graph = stopping.graph();
    tick.tick(4 * (graph.vertex_count() + graph.arc_count()) as u64)?;
    let mut departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut place = VertexMap::filled(graph.vertex_count(), OUTSIDE);
    let mut at = from;
    // Components come in topological order, so the particle meets them in this one.
    for component in strong_components(graph, stopping.active(), [from]) {
        if !component.contains(&at) {
            continue;
        }
        component.iter().enumerate().for_each(|(index, &u)| place[u] = index as u32);
        let part = Part::of(graph, rotors, &component, |v| place[v]);
        let Some(run) = run_in(&part, place[at], |component| run(component, tick))? else { return Ok(None) };
        component.iter().zip(run).for_each(|(&u, leaving)| departures[u] = leaving);
        at = end_of(stopping, rotors, &component, &place, &departures);
        component.iter().for_each(|&u| place[u] = OUTSIDE);
    }
    let components = ComponentCounts::default();
    Ok(Some(RunProfile { from, halt: at, departures, is_run: true, components }))
}

/// Where the only arc that leads out of a component and was used leads to.
fn end_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    component: &[VertexId],
    place: &VertexMap<u32>,
    departures: &VertexMap<BigUint>,
) -> VertexId {
    let graph = stopping.graph();
    let out = |u| rotors.head_used(graph, u, &departures[u], |v| place[v] == OUTSIDE);
    component.iter().find_map(|&u| out(u)).expect("in a stopping graph the particle leaves every component")
}

/// How often each vertex of a strong component is left by a particle from `start`, until it leaves the component.
pub(crate) fn run_in_component(part: &Part, start: u32, tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
    let run = run_in(part, start, |run| finish(run, tick).map(Some))?;
    Ok(run.expect("every run was made"))
}

/// The same, if the run is made by `run`, unless that gives up.
fn run_in(
    part: &Part,
    start: u32,
    run: impl FnOnce(&mut ComponentRun<'_, '_, '_>) -> Result<Option<VertexMap<BigUint>>, Stop>,
) -> Result<Option<Vec<BigUint>>, Stop> {
    if part.len() == 1 {
        let is_loop = part.heads(0).iter().map(|&v| v != OUTSIDE);
        return Ok(Some(vec![leave_alone(part.degree(0), is_loop, &BigUint::from(1u32))]));
    }
    let graph = alone(part, &vec![false; part.len()]).expect("a component has no more sinks than vertices");
    let stopping = StoppingGraph::of(&graph);
    let rotors = Configuration::first_arcs(&graph);
    let root = VertexId::new(start);
    let tree = BlockTree::rooted_at(&stopping, root);
    let run = run(&mut ComponentRun::new(Sweep::new(&rotors, &tree), root))?;
    Ok(run.map(|run| run.as_slice()[..part.len()].to_vec()))
}

/// The run in a component: flows up the block-cut tree, and then the run on its way down, as a task.
struct ComponentRun<'a, 's, 'g> {
    sweep: Sweep<'a, 's, 'g>,
    is_up: bool,
    /// The blocks that hang on each vertex, all of them in one list.
    first: VertexMap<u32>,
    hanging: Vec<BlockId>,
    departures: VertexMap<BigUint>,
    /// Vertices whose blocks are still to be gone down into.
    waiting: Vec<VertexId>,
    /// The vertex that sends the particle on for good, until that is out of the component.
    keeper: Option<VertexId>,
    present: Option<Present>,
}

/// The vertex at hand, whose departures are known.
#[derive(Clone, Copy)]
struct Present {
    vertex: VertexId,
    /// Its next block, as a place in the list of those that hang.
    next: usize,
    /// The group that keeps the particle which it sends on for good.
    kept_by: Option<usize>,
}

impl Task for ComponentRun<'_, '_, '_> {
    type Answer = VertexMap<BigUint>;

    fn next_cost(&self) -> u64 {
        self.sweep.next_cost()
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<BigUint>>, Stop> {
        if !self.is_up {
            self.is_up = self.sweep.step_up(tick)?;
            return Ok(None);
        }
        if self.present.is_none() {
            let Some(c) = self.waiting.pop() else { return Ok(Some(self.departures.clone())) };
            self.present = self.enter(c);
        }
        if let Some(Present { vertex, next, kept_by }) = self.present {
            let block = self.hanging.get(next).copied().filter(|&block| self.sweep.tree.top(block) == vertex);
            let Some(block) = block else {
                self.present = None;
                return Ok(None);
            };
            let halts = self.run_block(vertex, block, kept_by == Some(block as usize), tick)?;
            self.keeper = halts.or(self.keeper);
            self.waiting.extend(self.sweep.tree.below(block));
            self.present = Some(Present { vertex, next: next + 1, kept_by });
        }
        Ok(None)
    }
}

impl<'a, 's, 'g> ComponentRun<'a, 's, 'g> {
    fn new(sweep: Sweep<'a, 's, 'g>, root: VertexId) -> Self {
        let vertices = sweep.stopping.graph().vertex_count();
        let mut hanging: Vec<BlockId> = sweep.tree.blocks().collect();
        hanging.sort_by_key(|&block| sweep.tree.top(block));
        let mut first = VertexMap::filled(vertices, 0u32);
        let mut at = 0;
        for v in sweep.stopping.graph().vertices() {
            first[v] = at as u32;
            while hanging.get(at).is_some_and(|&block| sweep.tree.top(block) == v) {
                at += 1;
            }
        }
        Self {
            sweep,
            is_up: false,
            first,
            hanging,
            departures: VertexMap::filled(vertices, BigUint::zero()),
            waiting: vec![root],
            keeper: Some(root),
            present: None,
        }
    }

    /// What there is to do at `c`, unless the particle does not get there.
    fn enter(&mut self, c: VertexId) -> Option<Present> {
        let mut kept_by = None;
        if self.keeper == Some(c) {
            let last = self.sweep.routine(c, self.sweep.tree.home(c));
            let last = last.expect("the particle stays behind the vertex that has reached its deadline");
            self.departures[c] = last.before + 1u32;
            kept_by = Some(last.group);
        }
        let is_left = !self.departures[c].is_zero();
        is_left.then(|| Present { vertex: c, next: self.first[c] as usize, kept_by })
    }

    /// The run inside a block that hangs on `c`, which is left as often as is known; where the last particle halts if the
    /// block keeps it.
    fn run_block(
        &mut self,
        c: VertexId,
        block: BlockId,
        keeps: bool,
        tick: &mut dyn Tick,
    ) -> Result<Option<VertexId>, Stop> {
        let heads: Vec<VertexId> = self.sweep.heads(c).collect();
        let stopping = self.sweep.stopping;
        let leads_in = |arc: usize| {
            let v = heads[arc];
            v != c && stopping.is_active(v) && self.sweep.tree.block_of(c, v) == block
        };
        let sent = uses(heads.len() as u32, &self.departures[c], leads_in);
        if sent.is_zero() {
            return Ok(None);
        }
        tick.tick(heads.len() as u64)?;
        if let &[other] = self.sweep.tree.below(block) {
            if keeps {
                return Ok(Some(other));
            }
            self.departures[other] = self.left_until_back(other, c, &sent);
            return Ok(None);
        }
        let block = self.sweep.sent(c, block, None);
        let (departures, halts) = if keeps {
            let Halted { at, departures } = keep(&block, &sent, tick)?;
            (departures, Some(block.vertices[at]))
        } else {
            (give_back(&block, &sent, tick)?, None)
        };
        block.vertices.iter().zip(departures).for_each(|(&v, leaving)| self.departures[v] = leaving);
        Ok(halts)
    }

    /// How often `v` is left until it has gone to `c` the given number of times, not 0.
    fn left_until_back(&self, v: VertexId, c: VertexId, times: &BigUint) -> BigUint {
        let heads: Vec<VertexId> = self.sweep.heads(v).collect();
        let back: Vec<usize> = (0..heads.len()).filter(|&arc| heads[arc] == c).collect();
        let (full_turns, rest) = (times - 1u32).div_rem(&back.len().into());
        let last = back[rest.to_usize().expect("a remainder by a number of arcs is one")];
        full_turns * heads.len() + last + 1u32
    }
}

/// How many steps a run inside a block is walked before it is computed.
fn few_steps(block: &Sent) -> u64 {
    16 * block.part.arc_count() as u64 + 200
}

/// The run of the particles that were sent, the last of which the block keeps.
fn keep(block: &Sent, sent: &BigUint, tick: &mut dyn Tick) -> Result<Halted, Stop> {
    let walked = block.walk(few_steps(block), tick)?;
    if let Some(HowKept::Deadline(at)) = walked.end {
        let departures = walked.departures.into_iter().map(BigUint::from).collect();
        return Ok(Halted { at, departures });
    }
    let halted = block.halted(sent, tick)?;
    Ok(halted.expect("the particle that completes the return flow halts at a deadline"))
}

/// The run of the particles that were sent, all of which come back.
fn give_back(block: &Sent, sent: &BigUint, tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
    if let Some(departures) = block.walk_back(sent, few_steps(block), tick)? {
        return Ok(departures.into_iter().map(BigUint::from).collect());
    }
    let departures = block.returning(sent, true, &mut OnDemand::default(), tick)?;
    Ok(departures.expect("fewer than the return flow come back"))
}
