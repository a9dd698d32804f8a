//! Cycle pushing: turning whole cycles of the rotor configuration at once, and the forest that is left when none is.
//!
//! A push turns every rotor on a cycle once. It keeps every exit, and whatever the order of the pushes, they end with the
//! same configuration without cycles, D(ρ) [ACD22, `finitePush`, `sinkconserv`]: its arcs lead a particle from anywhere to
//! where it halts.

use crate::race::{Task, blindly, slice_after};
use num_bigint::BigUint;
use rotor_graph::{
    ArcId, Configuration, Event, Exit, ForestClaim, Multigraph, Stop, StoppingGraph, Tick, VertexId,
    VertexMap, move_particle,
};

/// A directed cycle of G(ρ), each vertex followed by the head of its rotor [ACD22, `inducedGraph`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle(Vec<VertexId>);

impl Cycle {
    /// Its vertices, from the one it was asked for.
    pub fn vertices(&self) -> &[VertexId] {
        &self.0
    }
}

/// The cycle of G(ρ) that `u` lies on, if it lies on one: there is at most one. Time O(|V|).
pub fn cycle_through(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> Option<Cycle> {
    let mut cycle = Vec::new();
    let mut v = u;
    while !graph.is_sink(v) && cycle.len() < graph.vertex_count() {
        cycle.push(v);
        v = move_particle(graph, rotors, v);
        if v == u {
            return Some(Cycle(cycle));
        }
    }
    None
}

/// The cycle through `u` that a push would have turned last: the cycle of G(ρ) with all rotors turned back once.
pub fn cycle_before(graph: &Multigraph, rotors: &Configuration, u: VertexId) -> Option<Cycle> {
    cycle_through(graph, &rotors.clone().turned_back(graph), u)
}

/// Pushes `cycle`: every rotor on it turns once. In a stopping graph this keeps every exit [ACD22, `sinkconserv`].
pub fn push(graph: &Multigraph, rotors: &mut Configuration, cycle: &Cycle) {
    cycle.0.iter().for_each(|&u| rotors.turn(graph, u));
}

/// Undoes a push: every rotor turned back once must form `cycle` again; whether it does is returned, and if not,
/// nothing has changed.
pub fn reverse_push(graph: &Multigraph, rotors: &mut Configuration, cycle: &Cycle) -> bool {
    let mut before = rotors.clone();
    cycle.0.iter().for_each(|&u| before.turn_back(graph, u));
    let follows =
        |(at, &u): (usize, &VertexId)| move_particle(graph, &before, u) == cycle.0[(at + 1) % cycle.0.len()];
    let closed = cycle.0.iter().enumerate().all(follows);
    if closed {
        *rotors = before;
    }
    closed
}

/// The end of a maximal sequence of cycle pushes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pushed {
    /// D(ρ).
    pub forest: DestinationForest,
    /// How often each rotor was turned on the way.
    pub turns: VertexMap<u64>,
    /// How many cycles were pushed.
    pub pushes: u64,
}

/// Pushes cycles until none is left. The end does not depend on the order [ACD22, `finitePush`, `sinkconserv`].
///
/// Follows rotors from every vertex and pushes each cycle it closes. Time O(|V| + turns): exponential at worst, as
/// the remark after [ACD22, `finitePush`] shows with `expchain`.
pub fn push_to_forest(
    stopping: &StoppingGraph<'_>,
    rotors: &Configuration,
    tick: &mut dyn Tick,
) -> Result<Pushed, Stop> {
    let mut pushing = Pushing::new(stopping, rotors);
    for start in stopping.active_vertices() {
        pushing.start_at(start);
        loop {
            let pushed = pushing.push(STRIDE, tick);
            if pushing.or_settled(pushed, tick)? {
                break;
            }
        }
    }
    Ok(pushing.into_pushed())
}

/// How many turns are made between two ticks, at most a cycle more.
const STRIDE: u64 = 1 << 12;

/// Cycle pushing in progress: rotors are followed from one start after the other.
#[derive(Clone, Debug)]
pub(crate) struct Pushing<'s, 'g> {
    stopping: &'s StoppingGraph<'g>,
    pub(crate) rotors: Configuration,
    turns: VertexMap<u64>,
    pushes: u64,
    /// How many rotors were turned, each as often as it was.
    turned: u64,
    /// The place of each vertex on the present path, or [`NEW`], or [`DONE`] if it leads to the forest.
    place: VertexMap<u32>,
    path: Vec<VertexId>,
    /// Where the path has led to.
    end: VertexId,
}

const NEW: u32 = u32::MAX;
const DONE: u32 = u32::MAX - 1;

impl<'s, 'g> Pushing<'s, 'g> {
    /// Nothing has been pushed yet, and no start chosen.
    pub(crate) fn new(stopping: &'s StoppingGraph<'g>, rotors: &Configuration) -> Self {
        let vertices = stopping.graph().vertex_count();
        Self {
            stopping,
            rotors: rotors.clone(),
            turns: VertexMap::filled(vertices, 0),
            pushes: 0,
            turned: 0,
            place: VertexMap::filled(vertices, NEW),
            path: Vec::new(),
            end: VertexId::new(0),
        }
    }

    /// The graph.
    pub(crate) fn graph(&self) -> &'g Multigraph {
        self.stopping.graph()
    }

    /// Forgets the path at hand and follows rotors from `start` next.
    pub(crate) fn start_at(&mut self, start: VertexId) {
        self.path.drain(..).for_each(|v| self.place[v] = NEW);
        self.end = start;
    }

    /// Pushing from the present start, and then from these, as a task.
    pub(crate) fn all_from<'p>(
        &'p mut self,
        starts: &'p mut dyn Iterator<Item = VertexId>,
    ) -> FromAll<'p, 's, 'g> {
        FromAll { before: self.turned, pushing: self, starts }
    }

    /// Whether the rotors do not lead from `v` to the forest yet, as far as is known.
    pub(crate) fn is_free(&self, v: VertexId) -> bool {
        self.place[v] != DONE
    }

    /// Pushes cycles until the start leads to the forest, or `most` turns were made; says whether it does.
    pub(crate) fn push(&mut self, most: u64, tick: &mut dyn Tick) -> Result<bool, Stop> {
        let graph = self.stopping.graph();
        let mut turned = 0;
        while self.stopping.is_active(self.end) && self.place[self.end] != DONE {
            let u = self.end;
            if self.place[u] == NEW {
                self.place[u] = self.path.len() as u32;
                self.path.push(u);
                self.end = move_particle(graph, &self.rotors, u);
                continue;
            }
            if turned >= most {
                return Ok(false);
            }
            let from = self.place[u] as usize;
            let length = (self.path.len() - from) as u64;
            tick.tick(length)?;
            turned += length;
            self.turned += length;
            for v in self.path.drain(from..) {
                self.rotors.turn(graph, v);
                self.turns[v] += 1;
                self.place[v] = NEW;
            }
            self.pushes += 1;
        }
        self.path.drain(..).for_each(|v| self.place[v] = DONE);
        Ok(true)
    }

    /// Pushes from the present start and then from these, until the last one leads to the forest, or `most` turns were
    /// made; says whether it does.
    pub(crate) fn push_from(
        &mut self,
        starts: &mut dyn Iterator<Item = VertexId>,
        most: u64,
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        let most = self.turned.saturating_add(most);
        while self.turned < most {
            if self.push(most - self.turned, tick)? {
                let Some(start) = starts.next() else { return Ok(true) };
                self.start_at(start);
            }
        }
        Ok(false)
    }

    /// The exits of all vertices whose rotors lead to the forest; those will not be turned any more. Sinks and traps
    /// included. Time O(|V|).
    pub(crate) fn settled(&self) -> Vec<(VertexId, Exit)> {
        let graph = self.stopping.graph();
        let mut exits = VertexMap::filled(graph.vertex_count(), None);
        let mut path = Vec::new();
        for start in graph.vertices().filter(|&v| !self.stopping.is_active(v) || !self.is_free(v)) {
            let mut v = start;
            while self.stopping.is_active(v) && exits[v].is_none() {
                path.push(v);
                v = move_particle(graph, &self.rotors, v);
            }
            let exit = exits[v].or_else(|| self.stopping.exit_at(v));
            exits[v] = exit;
            path.drain(..).for_each(|u| exits[u] = exit);
        }
        exits.iter().filter_map(|(v, exit)| Some((v, (*exit)?))).collect()
    }

    /// `found`; if it was stopped, what is settled is reported to it.
    pub(crate) fn or_settled<T>(&self, found: Result<T, Stop>, tick: &mut dyn Tick) -> Result<T, Stop> {
        if found.is_err() {
            tick.observe(Event::Known(self.settled()));
        }
        found
    }

    /// The forest, when every active vertex was a start.
    pub(crate) fn into_pushed(self) -> Pushed {
        let forest = DestinationForest::of_acyclic(self.stopping, &self.rotors);
        Pushed { forest, turns: self.turns, pushes: self.pushes }
    }
}

/// Pushing from the present start and from all others, as a task.
pub(crate) struct FromAll<'p, 's, 'g> {
    pushing: &'p mut Pushing<'s, 'g>,
    starts: &'p mut dyn Iterator<Item = VertexId>,
    /// How many turns were made before.
    before: u64,
}

impl Task for FromAll<'_, '_, '_> {
    type Answer = ();

    fn next_cost(&self) -> u64 {
        blindly(self.pushing.turned - self.before)
    }

    fn is_blind(&self) -> bool {
        true
    }

    fn step(&mut self, tick: &mut dyn Tick) -> Result<Option<()>, Stop> {
        let most = slice_after(self.pushing.turned - self.before);
        Ok(self.pushing.push_from(self.starts, most, tick)?.then_some(()))
    }
}

impl Pushed {
    /// "These are the exits of all vertices", with the turns that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> ForestClaim {
        let turns = self.turns.as_slice().iter().map(|&turns| BigUint::from(turns)).collect();
        self.forest.into_claim(stopping, VertexMap::from_vec(turns))
    }
}

/// D(ρ): the acyclic configuration that maximal cycle pushing leads to [ACD22, `EquivClass`].
///
/// A particle that ever reaches u leaves it by this arc on its last visit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DestinationForest(VertexMap<ArcId>);

impl DestinationForest {
    /// The forest with these arcs; [`ArcId::NONE`] where a particle halts.
    pub(crate) fn new(last_departure: VertexMap<ArcId>) -> Self {
        Self(last_departure)
    }

    /// The forest that a configuration without cycles is itself.
    pub(crate) fn of_acyclic(stopping: &StoppingGraph<'_>, rotors: &Configuration) -> Self {
        let arc = |(u, &active): (VertexId, &bool)| if active { rotors.rotor(u) } else { ArcId::NONE };
        Self(VertexMap::from_vec(stopping.active().iter().map(arc).collect()))
    }

    /// D(ρ)(u), unless a particle halts on `u`.
    pub fn last_departure(&self, u: VertexId) -> Option<ArcId> {
        Some(self.0[u]).filter(|&a| a != ArcId::NONE)
    }

    /// "These are the exits of all vertices", with the `turns` from ρ to this forest that prove it.
    pub(crate) fn into_claim(self, stopping: &StoppingGraph<'_>, turns: VertexMap<BigUint>) -> ForestClaim {
        let traps = stopping.traps().members().to_vec();
        ForestClaim { traps, exits: self.exit_pattern(stopping), turns }
    }

    /// The exit of every vertex: the end of its path in the forest. Time and memory O(|V|).
    ///
    /// # Panics
    /// If `stopping` is not the graph it was made for.
    pub fn exit_pattern(&self, stopping: &StoppingGraph<'_>) -> VertexMap<Exit> {
        let graph = stopping.graph();
        let mut exits: Vec<Option<Exit>> = graph.vertices().map(|u| stopping.exit_at(u)).collect();
        let mut path = Vec::new();
        for start in graph.vertices() {
            let mut u = start;
            while exits[u.index()].is_none() {
                path.push(u);
                u = graph.head(self.0[u]);
            }
            let exit = exits[u.index()];
            path.drain(..).for_each(|v| exits[v.index()] = exit);
        }
        let known = |exit: Option<Exit>| {
            exit.expect("every path of a destination forest ends where a particle halts")
        };
        VertexMap::from_vec(exits.into_iter().map(known).collect())
    }
}

/// The forest D(ρ) and the circulation of turns that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnedToForest {
    /// The forest.
    pub forest: DestinationForest,
    /// How often each rotor is turned.
    pub turns: VertexMap<BigUint>,
}

impl TurnedToForest {
    pub(crate) fn from_pushed(pushed: Pushed) -> Self {
        let turns = pushed.turns.as_slice().iter().map(|&turns| turns.into()).collect();
        Self { forest: pushed.forest, turns: VertexMap::from_vec(turns) }
    }

    /// "These are the exits of all vertices", with the turns that prove it.
    pub fn into_claim(self, stopping: &StoppingGraph<'_>) -> ForestClaim {
        self.forest.into_claim(stopping, self.turns)
    }
}
