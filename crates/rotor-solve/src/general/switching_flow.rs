//! Any graph, any number of particles: component by component, guess, annihilate, bisect.

use super::balance::balance;
use super::block_runs::BlockRuns;
use super::component::solve_directly;
use super::division::leave_alone;
use super::least_flow::make_least;
use super::part::{OUTSIDE, Part};
use super::pseudo_flow::PseudoFlow;
use crate::component_counts::ComponentCounts;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    Configuration, Event, FlowProgress, Multigraph, Stop, StoppingGraph, Tick, VertexId, VertexMap,
    strong_components,
};

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
    Ok(flow_and_search(stopping, rotors, particles, tick)?.0)
}

/// The least flow of all `particles`, which is their run; if it is stopped before it is found, why.
///
/// Time and memory: as for [`switching_flow`].
pub(crate) fn least_flow(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<SwitchingFlow, Stop> {
    let (flow, searched) = flow_and_search(stopping, rotors, particles, tick)?;
    searched.map(|()| flow)
}

fn flow_and_search(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Result<(SwitchingFlow, Result<(), Stop>), Stop> {
    let (graph, active, effort) = (stopping.graph(), stopping.active(), &mut Effort::default());
    flow_of(graph, active, rotors, particles, Wanted::Run, effort, tick)
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
    let (graph, active) = (stopping.graph(), stopping.active());
    let (flow, _) = flow_of(graph, active, rotors, particles, Wanted::Ends, effort, tick)?;
    Ok(flow)
}

/// The run of one particle from `from` among the vertices `inside`, all of which reach another.
pub(crate) fn run_inside(
    graph: &Multigraph,
    inside: &VertexMap<bool>,
    rotors: &Configuration,
    from: VertexId,
    tick: &mut dyn Tick,
) -> Result<VertexMap<BigUint>, Stop> {
    let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    particles[from] += 1u32;
    let effort = &mut Effort::default();
    let (flow, searched) = flow_of(graph, inside, rotors, &particles, Wanted::Run, effort, tick)?;
    searched.map(|()| flow.departures)
}

/// What a flow is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Ends,
    Run,
}

/// A flow of the particles on vertices `inside` to elsewhere, and whether the search for the least one came to its end.
fn flow_of(
    graph: &Multigraph,
    inside: &VertexMap<bool>,
    rotors: &Configuration,
    particles: &VertexMap<BigUint>,
    wanted: Wanted,
    effort: &mut Effort,
    tick: &mut dyn Tick,
) -> Result<(SwitchingFlow, Result<(), Stop>), Stop> {
    let roots = graph.vertices().filter(|&u| !particles[u].is_zero());
    let components = strong_components(graph, inside, roots);
    tick.tick(0)?;
    let parts = parts(graph, rotors, &components);
    let mut tick = Meter { tick, spent: 0, component: 0, components: components.len() };
    let mut arrived = particles.clone();
    let mut departures = VertexMap::filled(graph.vertex_count(), BigUint::zero());
    let mut flows = Vec::new();
    let mut counts = ComponentCounts::default();
    for (component, part) in components.iter().zip(&parts) {
        tick.component += 1;
        tick.tick(component.len() as u64)?;
        if component.iter().all(|&u| arrived[u].is_zero()) {
            continue;
        }
        if let &[u] = &component[..] {
            counts.division += 1;
            let is_loop = from_rotor(graph, rotors, u).map(|v| v == u);
            departures[u] = leave_alone(graph.out_degree(u), is_loop, &arrived[u]);
        } else if let Some(part) = part {
            let supply: Vec<_> = component.iter().map(|&u| arrived[u].clone()).collect();
            if let Some(run) = solve_directly(part, &supply, &mut counts, &mut tick)? {
                component.iter().zip(run).for_each(|(&u, leaving)| departures[u] = leaving);
            } else {
                counts.flow += 1;
                let mut flow = PseudoFlow::new(part, supply);
                let mut averages = None;
                let blocks = BlockRuns::of(part, &mut tick)?;
                match &blocks {
                    Some(blocks) => blocks.balance(&mut flow, &mut averages, &mut tick)?,
                    None => balance(&mut flow, &vec![false; part.len()], &mut averages, &mut tick)?,
                }
                if let Some(averages) = averages {
                    effort.fill = effort.fill.max(averages.fill());
                    effort.limbs = effort.limbs.max(averages.limbs());
                }
                for (&u, leaving) in component.iter().zip(flow.all_departures()) {
                    departures[u] = leaving;
                }
                flows.push((component, flow, blocks));
            }
        }
        for &u in component {
            pass_on(graph, rotors, u, &departures[u], |v, count| arrived[v] += count);
        }
    }
    effort.operations = tick.spent;
    if wanted == Wanted::Ends {
        return Ok((SwitchingFlow { departures, is_run: flows.is_empty(), components: counts }, Ok(())));
    }
    let steps: BigUint = departures.as_slice().iter().sum();
    tick.observe(Event::Steps(steps.to_u64().unwrap_or(u64::MAX)));
    let mut searched = Ok(());
    for (component, mut flow, blocks) in flows {
        searched = searched.and_then(|()| match blocks {
            Some(blocks) => blocks.make_least(&mut flow, &mut tick),
            None => make_least(&mut flow, &mut tick),
        });
        for (&u, leaving) in component.iter().zip(flow.all_departures()) {
            departures[u] = leaving;
        }
    }
    Ok((SwitchingFlow { departures, is_run: searched.is_ok(), components: counts }, searched))
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

/// Tells `arrive` how many of the departures from `u` go along each arc.
fn pass_on(
    graph: &Multigraph,
    rotors: &Configuration,
    u: VertexId,
    leaving: &BigUint,
    mut arrive: impl FnMut(VertexId, BigUint),
) {
    if !leaving.is_zero() {
        rotors.uses(graph, u, leaving).for_each(|(a, uses)| arrive(graph.head(a), uses));
    }
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

/// A tick that knows what was spent and which component is at hand.
struct Meter<'b> {
    tick: &'b mut dyn Tick,
    spent: u64,
    component: usize,
    components: usize,
}

impl Tick for Meter<'_> {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(operations);
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
