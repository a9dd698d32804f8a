//! The solver `flow`: a short walk, then the walk raced against the search for a flow, component by component: division, path,
//! tree; else estimate, cancel, bisect.

use super::balance::Balance;
use super::component::leave_alone;
use super::component::solve_directly;
use super::least_flow::Least;
use super::pseudo_flow::PseudoFlow;
use super::pseudo_flow::{OUTSIDE, Part};
use super::single_runs::BlockRuns;
use crate::answer::ComponentCounts;
use crate::answer::RunProfile;
use crate::particles::{BulkRouting, Routed};
use crate::race::{Slice, Task, finish, race, turn};
use crate::walk::Walker;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_graph::{
    Configuration, Event, FlowProgress, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap,
    strong_components,
};
use std::collections::VecDeque;

/// Where the walk from `from` ends, with a flow that proves it; it is the run profile unless it is stopped when only
/// the end is known.
///
/// Time: within a constant of the cheaper of the walk itself and [`switching_flow`], which are
/// raced.
pub fn exit_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<RunProfile, Stop> {
    let graph = stopping.graph();
    let mut walker = Walker::new(stopping, rotors, from);
    if let Some(profile) = walker.walk_briefly(tick)? {
        return Ok(profile);
    }
    let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    particles[from] = BigUint::one();
    let components = Components::of(graph, stopping.active(), rotors, &particles, tick)?;
    let mut search = Search::new(&components, &particles, Wanted::RunOrEnds);
    let profile = |SwitchingFlow { departures, is_run, components }| {
        let halt = end_of(stopping, rotors, &departures).unwrap_or(from);
        RunProfile { from, halt, departures, is_run, components }
    };
    let raced = race(
        vec![
            Box::new((&mut search).map(|flow| (A_FLOW_BEFORE_THE_WALK, profile(flow)))),
            Box::new(walker.map(|profile| (THE_WALK_BEFORE_A_FLOW, profile))),
        ],
        turn(stopping.graph().arc_count()),
        tick,
    );
    match raced {
        Ok((who, profile)) => {
            tick.observe(Event::Detail(format_args!("{who}")));
            Ok(profile)
        }
        Err(stop) => search.ends().map(profile).ok_or(stop),
    }
}

/// Who has answered.
pub(crate) const A_FLOW_BEFORE_THE_WALK: &str = "answered by a flow, in turns with the walk";
pub(crate) const THE_WALK_BEFORE_A_FLOW: &str = "answered by the walk, in turns with a flow";

/// Where all `particles` end, with a flow that proves it.
///
/// Time: within a constant of the cheaper of [`route_in_bulk`](crate::particles::route_in_bulk) and
/// [`switching_flow`], which are raced.
pub fn route_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    route(stopping, rotors, particles, Wanted::RunOrEnds, tick)
}

/// The run of all `particles`; if it is stopped before it is found, why.
///
/// Time: as for [`route_by_flow`].
pub fn run_by_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    route(stopping, rotors, particles, Wanted::Run, tick)
}

/// Routes all `particles` in bulk, raced against a search for their flow.
fn route(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    wanted: Wanted,
    tick: &mut dyn Tick,
) -> Result<Routed, Stop> {
    let components = Components::of(stopping.graph(), stopping.active(), rotors, particles, tick)?;
    let mut search = Search::new(&components, particles, wanted);
    let routed = |SwitchingFlow { departures, is_run, components }| {
        let particles = particles.clone();
        Routed { particles, departures, is_run, components }
    };
    let bulk = BulkRouting::new(stopping, rotors, particles);
    let raced = race(
        vec![
            Box::new(
                (&mut search).map(|flow| ("answered by a flow, in turns with bulk routing", routed(flow))),
            ),
            Box::new(bulk.map(|routed| ("answered by bulk routing, in turns with a flow", routed))),
        ],
        turn(stopping.graph().arc_count()),
        tick,
    );
    match raced {
        Ok((who, routed)) => {
            tick.observe(Event::Detail(format_args!("{who}")));
            Ok(routed)
        }
        Err(stop) => search.ends().map(routed).ok_or(stop),
    }
}

/// The vertex on which the only particle of a flow halts.
fn end_of(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    departures: &VertexMap<BigUint>,
) -> Option<VertexId> {
    let graph = stopping.graph();
    let end = |u| rotors.head_used(graph, u, &departures[u], |v| !stopping.is_active(v));
    stopping.active_vertices().filter(|&u| !departures[u].is_zero()).find_map(end)
}

/// Departures x = f(x): they prove where particles end, whether they are the run itself or contain circles besides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchingFlow {
    /// How often each vertex is left.
    pub departures: VertexMap<BigUint>,
    /// Whether it is the least such flow: the run of the particles.
    pub is_run: bool,
    /// Who solved the strong components.
    pub components: ComponentCounts,
}

/// What the ends of all particles cost: the largest elimination of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// How many numbers it kept.
    pub fill: usize,
    /// How many words of 64 bits each of them had.
    pub limbs: usize,
    /// How many operations were paid for.
    pub operations: u64,
}

/// A flow of all `particles` to where they halt: the least one, unless it is stopped before it is found.
///
/// Strong components are solved in topological order, whole flows passed on from each to the next. If it is stopped
/// once the ends of all particles are known, the flow is handed out as it is, because any flow proves them. Time: no
/// polynomial bound is known. Memory: the fill of the elimination of a component.
pub fn switching_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<SwitchingFlow, Stop> {
    let components = Components::of(stopping.graph(), stopping.active(), rotors, particles, tick)?;
    let mut search = Search::new(&components, particles, Wanted::RunOrEnds);
    finish(&mut search, tick).or_else(|stop| search.ends().ok_or(stop))
}

/// Any flow of all `particles`, and what it cost: enough to say where they end.
///
/// Time and memory: as for [`switching_flow`], without the search for the least flow.
pub fn switching_flow_with(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    effort: &mut Effort,
    tick: &mut dyn Tick,
) -> Result<SwitchingFlow, Stop> {
    let mut counted = Slice::new(tick, u64::MAX);
    let components = Components::of(stopping.graph(), stopping.active(), rotors, particles, &mut counted)?;
    let mut search = Search::new(&components, particles, Wanted::Ends);
    let flow = finish(&mut search, &mut counted);
    *effort = Effort { operations: counted.spent(), ..search.effort };
    flow
}

/// What a flow is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// To say where particles end.
    Ends,
    /// To be the run.
    Run,
    /// To be the run, unless memory runs out when the ends are known.
    RunOrEnds,
}

/// The strong components of a graph that particles get to, in topological order.
pub(crate) struct Components<'g> {
    graph: &'g Multigraph,
    rotors: &'g Configuration,
    vertices: Vec<Vec<VertexId>>,
    /// One for each component of more than one vertex.
    parts: Vec<Option<Part>>,
}

impl<'g> Components<'g> {
    /// The components of the vertices `inside`, all of which reach another.
    pub(crate) fn of(
        graph: &'g Multigraph,
        inside: &VertexMap<bool>,
        rotors: &'g Configuration,
        particles: &VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        let roots = graph.vertices().filter(|&u| !particles[u].is_zero());
        let vertices = strong_components(graph, inside, roots);
        tick.tick(0)?;
        let parts = parts(graph, rotors, &vertices);
        Ok(Self { graph, rotors, vertices, parts })
    }
}

/// The search for a flow, component by component.
pub(crate) struct Search<'p> {
    components: &'p Components<'p>,
    wanted: Wanted,
    stage: Stage<'p>,
    /// How many particles get to each vertex from components before its own.
    arrived: VertexMap<BigUint>,
    departures: VertexMap<BigUint>,
    counts: ComponentCounts,
    /// Balanced flows that need not be the least.
    balanced: VecDeque<(usize, PseudoFlow<'p>, Option<BlockRuns>)>,
    effort: Effort,
}

/// What the search does next; components are counted from 0.
enum Stage<'p> {
    /// It looks at a component.
    Component(usize),
    /// It balances its flow.
    Balance(usize, Box<Balance<'p>>, Option<BlockRuns>),
    /// All flows are balanced, and the next of them is to be made least.
    NextLeast,
    /// It makes the flow of a component least.
    Least(usize, Box<Least<'p>>),
}

impl<'p> Search<'p> {
    pub(crate) fn new(
        components: &'p Components<'p>,
        particles: &VertexMap<BigUint>,
        wanted: Wanted,
    ) -> Self {
        Self {
            components,
            wanted,
            stage: Stage::Component(0),
            arrived: particles.clone(),
            departures: VertexMap::filled(components.graph.vertex_count(), BigUint::zero()),
            counts: ComponentCounts::default(),
            balanced: VecDeque::new(),
            effort: Effort::default(),
        }
    }

    /// A flow that shows where all particles end, if the search has come that far and this is enough.
    pub(crate) fn ends(&self) -> Option<SwitchingFlow> {
        let is_known = matches!(self.stage, Stage::NextLeast | Stage::Least(..));
        (is_known && self.wanted != Wanted::Run).then(|| self.flow(false))
    }

    fn flow(&self, is_run: bool) -> SwitchingFlow {
        SwitchingFlow { departures: self.departures.clone(), is_run, components: self.counts }
    }

    /// Solves a component, or begins to; what is next.
    fn enter(&mut self, at: usize, tick: &mut dyn Tick) -> Result<Stage<'p>, Stop> {
        let Components { graph, rotors, vertices, parts } = self.components;
        let Some(component) = vertices.get(at) else { return Ok(Stage::NextLeast) };
        tick.tick(component.len() as u64)?;
        if component.iter().all(|&u| self.arrived[u].is_zero()) {
            return Ok(Stage::Component(at + 1));
        }
        if let &[u] = &component[..] {
            self.counts.division += 1;
            let is_loop = from_rotor(graph, rotors, u).map(|v| v == u);
            self.departures[u] = leave_alone(graph.out_degree(u), is_loop, &self.arrived[u]);
        } else if let Some(part) = &parts[at] {
            let supply: Vec<_> = component.iter().map(|&u| self.arrived[u].clone()).collect();
            let Some(run) = solve_directly(part, &supply, &mut self.counts, tick)? else {
                let blocks = BlockRuns::of(part, tick)?;
                self.counts.flow += 1;
                let balance = Balance::new(PseudoFlow::new(part, supply), blocks.clone());
                return Ok(Stage::Balance(at, Box::new(balance), blocks));
            };
            component.iter().zip(run).for_each(|(&u, leaving)| self.departures[u] = leaving);
        }
        self.leave(at);
        Ok(Stage::Component(at + 1))
    }

    /// Passes on what leaves a component.
    fn leave(&mut self, at: usize) {
        let Components { graph, rotors, vertices, .. } = self.components;
        for &u in &vertices[at] {
            if !self.departures[u].is_zero() {
                let uses = rotors.uses(graph, u, &self.departures[u]);
                uses.for_each(|(a, uses)| self.arrived[graph.head(a)] += uses);
            }
        }
    }

    fn keep(&mut self, at: usize, flow: &PseudoFlow<'_>) {
        for (&u, leaving) in self.components.vertices[at].iter().zip(flow.all_departures()) {
            self.departures[u] = leaving;
        }
    }
}

impl Task for Search<'_> {
    type Answer = SwitchingFlow;

    fn next_cost(&self) -> u64 {
        match &self.stage {
            Stage::Component(_) | Stage::NextLeast => 0,
            Stage::Balance(_, balance, _) => balance.next_cost(),
            Stage::Least(_, least) => least.next_cost(),
        }
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<SwitchingFlow>, Stop> {
        let mut tick = InComponent { tick, component: 0, components: self.components.vertices.len() };
        match &mut self.stage {
            &mut Stage::Component(at) => self.stage = self.enter(at, &mut tick)?,
            Stage::Balance(at, balance, _) => {
                tick.component = *at + 1;
                if balance.step(&mut tick)?.is_some() {
                    let next = Stage::Component(*at + 1);
                    let Stage::Balance(at, balance, blocks) = std::mem::replace(&mut self.stage, next) else {
                        unreachable!("it was looked at above")
                    };
                    let (flow, averages) = balance.into_parts();
                    if let Some(averages) = averages.made() {
                        self.effort.fill = self.effort.fill.max(averages.fill());
                        self.effort.limbs = self.effort.limbs.max(averages.limbs());
                    }
                    self.keep(at, &flow);
                    self.leave(at);
                    self.balanced.push_back((at, flow, blocks));
                }
            }
            Stage::NextLeast if self.wanted == Wanted::Ends => {
                return Ok(Some(self.flow(self.balanced.is_empty())));
            }
            Stage::NextLeast => match self.balanced.pop_front() {
                Some((at, flow, blocks)) => self.stage = Stage::Least(at, Box::new(Least::new(flow, blocks))),
                None => return Ok(Some(self.flow(true))),
            },
            Stage::Least(at, least) => {
                let at = *at;
                tick.component = at + 1;
                match least.step(&mut tick) {
                    Ok(None) => {}
                    Ok(Some(flow)) => {
                        self.stage = Stage::NextLeast;
                        self.keep(at, &flow);
                    }
                    Err(Stop::Memory) if self.wanted == Wanted::RunOrEnds => return Ok(self.ends()),
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(None)
    }
}

/// A part for every component of more than one vertex.
fn parts(graph: &Multigraph, rotors: &Configuration, components: &[Vec<VertexId>]) -> Vec<Option<Part>> {
    // The component of a vertex and its place there.
    let mut place = VertexMap::filled(graph.vertex_count(), (OUTSIDE, OUTSIDE));
    for (number, component) in components.iter().enumerate() {
        component.iter().enumerate().for_each(|(at, &u)| place[u] = (number as u32, at as u32));
    }
    let part = |(number, component): (usize, &Vec<VertexId>)| {
        let inside = |v| if place[v].0 == number as u32 { place[v].1 } else { OUTSIDE };
        (component.len() > 1).then(|| Part::of(graph, rotors, component, inside))
    };
    components.iter().enumerate().map(part).collect()
}

/// The heads of the arcs of `u`, that of its rotor first.
fn from_rotor<'g>(
    graph: &'g Multigraph,
    rotors: &Configuration,
    u: VertexId,
) -> impl Iterator<Item = VertexId> + Clone + use<'g> {
    let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
    from_rotor.iter().chain(before).copied()
}

/// A tick that knows which component is at hand.
struct InComponent<'b> {
    tick: &'b mut dyn Tick,
    component: usize,
    components: usize,
}

impl Tick for InComponent<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.tick.tick(operations)
    }

    fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
        self.tick.reserve(bytes)
    }

    fn observe(&mut self, event: Event<'_>) {
        self.tick.observe(match event {
            Event::Flow(progress) => Event::Flow(FlowProgress {
                component: self.component,
                components: self.components,
                ..progress
            }),
            event => event,
        });
    }
}
