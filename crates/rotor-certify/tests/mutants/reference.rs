//! The reference: what is true of walks, particles and exits, step by step and by definition.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{
    Amounts, Claim, Count, Exit, FlowClaim, FlowShape, FlowsClaim, ForestClaim, Instance, Moment,
    ReturnFlows, StoppingGraph, VertexId, VertexMap,
};
use std::collections::BTreeSet;

/// The most steps that a simulated walk may take; instances with longer ones are passed over.
pub(crate) const MOST_STEPS: u64 = 20_000;

/// Where particles halt: on sinks and in the traps of a claim.
pub(crate) struct Halts<'i> {
    pub(crate) instance: &'i Instance,
    pub(crate) exit_at: VertexMap<Option<Exit>>,
}

impl<'i> Halts<'i> {
    /// None if the traps are not non-empty, disjoint, closed sets of non-sinks.
    pub(crate) fn of(instance: &'i Instance, traps: &[Vec<VertexId>]) -> Option<Self> {
        let graph = instance.graph();
        let members: Vec<VertexId> = traps.iter().flatten().copied().collect();
        let is_vertex = |v: &VertexId| v.index() < graph.vertex_count();
        let twice = |(at, v): (usize, &VertexId)| members[..at].contains(v);
        let closed = |trap: &Vec<VertexId>| {
            trap.iter().all(|&v| !graph.is_sink(v) && graph.heads(v).iter().all(|w| trap.contains(w)))
        };
        let fine = members.iter().all(is_vertex) && !members.iter().enumerate().any(twice);
        if !fine || traps.iter().any(Vec::is_empty) || !traps.iter().all(closed) {
            return None;
        }
        let exit = |v: VertexId| match traps.iter().position(|trap| trap.contains(&v)) {
            Some(number) => Some(Exit::Trap(number)),
            None => graph.is_sink(v).then_some(Exit::Sink(v)),
        };
        Some(Self { instance, exit_at: VertexMap::from_vec(graph.vertices().map(exit).collect()) })
    }

    /// Whether a particle on `v` moves on.
    pub(crate) fn is_active(&self, v: VertexId) -> bool {
        self.exit_at[v].is_none()
    }

    /// The active vertices.
    pub(crate) fn active(&self) -> impl Iterator<Item = VertexId> + '_ {
        self.instance.graph().vertices().filter(|&v| self.is_active(v))
    }

    /// Whether a particle on `from` can halt without ever coming to `barrier`.
    pub(crate) fn can_halt(&self, from: VertexId, barrier: Option<VertexId>) -> bool {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&v) = reached.get(next) {
            next += 1;
            if !self.is_active(v) {
                return true;
            }
            for &w in self.instance.graph().heads(v) {
                if Some(w) != barrier && !reached.contains(&w) {
                    reached.push(w);
                }
            }
        }
        false
    }

    /// One walk from each of these vertices, one after the other: how many halt on each vertex and how often each is left. None
    /// if one of them takes more than `most` steps.
    pub(crate) fn walks(&self, starts: impl IntoIterator<Item = VertexId>, most: u64) -> Option<[Counts; 2]> {
        let (mut ends, mut left) = (self.filled(), self.filled());
        for mut v in starts {
            let mut steps = 0;
            while self.is_active(v) {
                if steps == most {
                    return None;
                }
                steps += 1;
                left[v] += 1;
                v = self.head(v, left[v] - 1);
            }
            ends[v] += 1;
        }
        Some([as_counts(&ends), as_counts(&left)])
    }

    /// Where the walk from `from` halts; none if it is endless or longer than [`MOST_STEPS`].
    pub(crate) fn end(&self, from: VertexId) -> Option<VertexId> {
        let [ends, _] = self.walks([from], MOST_STEPS)?;
        ends.iter().find(|(_, number)| !number.is_zero()).map(|(end, _)| end)
    }

    /// What is kept of these particles on each sink, and in each trap.
    fn kept(&self, ends: &Counts, traps: &[Vec<VertexId>]) -> (Counts, Vec<BigUint>) {
        let on_sink = |(v, number): (VertexId, &BigUint)| match self.exit_at[v] {
            Some(Exit::Sink(_)) => number.clone(),
            _ => BigUint::zero(),
        };
        let in_trap = |trap: &Vec<VertexId>| trap.iter().map(|&v| &ends[v]).sum();
        (VertexMap::from_vec(ends.iter().map(on_sink).collect()), traps.iter().map(in_trap).collect())
    }

    fn filled(&self) -> VertexMap<u64> {
        VertexMap::filled(self.instance.graph().vertex_count(), 0)
    }

    /// The head of the departure number `number`, counted from 0, of `u`.
    pub(crate) fn head(&self, u: VertexId, number: u64) -> VertexId {
        let graph = self.instance.graph();
        let at = u64::from(self.instance.rotors().position(graph, u)) + number;
        graph.heads(u)[(at % u64::from(graph.out_degree(u))) as usize]
    }

    /// How often each vertex is entered if every vertex is left this many times, one departure after another. None if
    /// a vertex where particles halt is left, or if there is not one number for each vertex.
    pub(crate) fn entries(&self, departures: &VertexMap<BigUint>) -> Option<VertexMap<BigUint>> {
        let vertices = self.instance.graph().vertex_count();
        if departures.len() != vertices {
            return None;
        }
        let mut entries = self.filled();
        for (u, number) in departures.iter() {
            let number = number.to_u64().unwrap();
            if number > 0 && !self.is_active(u) {
                return None;
            }
            (0..number).for_each(|i| entries[self.head(u, i)] += 1);
        }
        Some(as_counts(&entries))
    }
}

/// A number for every vertex.
pub(crate) type Counts = VertexMap<BigUint>;

/// Counts as a claim has them.
fn as_counts(numbers: &VertexMap<u64>) -> Counts {
    VertexMap::from_vec(numbers.as_slice().iter().map(|&n| n.into()).collect())
}

/// Whether what `claim` says is so, and each number that proves it is as the theorem demands. None if nobody knows: a simulation
/// would take too long, or the claim is of a kind that has another reference.
pub(crate) fn deserves(instance: &Instance, claim: &Claim) -> Option<bool> {
    match claim {
        Claim::Flow(claim) if claim.shape == FlowShape::Moment => Some(moment_is_proved(instance, claim)),
        Claim::Flow(claim) => Some(flow_is_proved(instance, claim)),
        Claim::Forest(claim) => Some(forest_is_proved(instance, claim)),
        Claim::Flows(claim) => table_is_true(instance, claim),
        _ => None,
    }
}

/// The claim about these particles, walked one by one; none if one of them takes more than 300 steps.
pub(crate) fn route_claim(instance: &Instance, starts: &[VertexId]) -> Option<FlowClaim> {
    let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
    let halts = Halts::of(instance, &traps).unwrap();
    let [ends, departures] = halts.walks(starts.iter().copied(), 300)?;
    let mut supply = Amounts::default();
    starts.iter().for_each(|&u| supply.set(u, &supply[u] + 1u32));
    let (stays, trapped) = halts.kept(&ends, &traps);
    let (shape, steps) = (FlowShape::Route, Some(departures.as_slice().iter().sum()));
    Some(FlowClaim { shape, supply, traps, departures, stays: stays.into(), trapped, steps })
}

/// The claim about the walk from `from` to a sink or into a trap; none if it takes more than 300 steps.
pub(crate) fn walk_claim(instance: &Instance, from: VertexId) -> Option<FlowClaim> {
    let FlowClaim { traps, departures, stays, trapped, steps, .. } = route_claim(instance, &[from])?;
    let entered = traps.into_iter().zip(trapped).find(|(_, number)| !number.is_zero());
    Some(match (stays.only(), entered) {
        (Some(exit), _) => FlowClaim::walk(from, exit, departures, steps),
        (None, entered) => FlowClaim::trap(from, entered?.0, departures, steps),
    })
}

/// The departures are a flow of all particles, all end where the claim says, and steps are the true ones.
fn flow_is_proved(instance: &Instance, claim: &FlowClaim) -> bool {
    let Some(halts) = Halts::of(instance, &claim.traps) else { return false };
    let Some(entries) = halts.entries(&claim.departures) else { return false };
    if halts.active().any(|v| &entries[v] + &claim.supply[v] != claim.departures[v]) {
        return false;
    }
    let starts = claim.supply.iter().flat_map(|(u, number)| (0..number.to_u64().unwrap()).map(move |_| u));
    let [ends, departures] =
        halts.walks(starts, MOST_STEPS).expect("a switching flow proves that all walks end");
    let (stays, trapped) = halts.kept(&ends, &claim.traps);
    let is_run =
        |steps: &BigUint| claim.departures == departures && *steps == departures.as_slice().iter().sum();
    claim.stays == stays.into() && claim.trapped == trapped && claim.steps.as_ref().is_none_or(is_run)
}

/// The first steps of the walk, as many as there are departures, are these departures and lead there.
fn moment_is_proved(instance: &Instance, claim: &FlowClaim) -> bool {
    let steps: BigUint = claim.departures.as_slice().iter().sum();
    *claim == moment_claim(instance, claim.supply.only().unwrap(), steps.to_u64().unwrap()).into()
}

/// The claim about some moment of a walk.
pub(crate) fn moment_claim(instance: &Instance, from: VertexId, steps: u64) -> Moment {
    let halts = Halts::of(instance, &[]).expect("no trap is wrong");
    let (mut at, mut left) = (from, halts.filled());
    for _ in 0..steps {
        if halts.is_active(at) {
            left[at] += 1;
            at = halts.head(at, left[at] - 1);
        }
    }
    Moment { from, at, departures: as_counts(&left) }
}

/// The end of the path along the rotors after `turns` from `v`, or a cycle if it is endless.
fn follow(halts: &Halts<'_>, turns: &VertexMap<u64>, v: VertexId) -> Result<VertexId, Vec<VertexId>> {
    let mut path = vec![v];
    loop {
        let last = path[path.len() - 1];
        if !halts.is_active(last) {
            return Ok(last);
        }
        let next = halts.head(last, turns[last]);
        if let Some(at) = path.iter().position(|&u| u == next) {
            return Err(path.split_off(at));
        }
        path.push(next);
    }
}

/// Pushes cycles until there are none. None if that takes too long.
pub(crate) fn forest_claim(halts: &Halts<'_>, traps: &[Vec<VertexId>]) -> Option<ForestClaim> {
    let mut turns = VertexMap::filled(halts.instance.graph().vertex_count(), 0u64);
    for _ in 0..MOST_STEPS {
        let ends: Result<Vec<_>, _> =
            halts.instance.graph().vertices().map(|v| follow(halts, &turns, v)).collect();
        match ends {
            Err(cycle) => cycle.iter().for_each(|&v| turns[v] += 1),
            Ok(ends) => {
                let exits = ends.iter().map(|&end| halts.exit_at[end].unwrap()).collect();
                let turns = turns.as_slice().iter().map(|&n| n.into()).collect();
                let (exits, turns) = (VertexMap::from_vec(exits), VertexMap::from_vec(turns));
                return Some(ForestClaim { traps: traps.to_vec(), exits, turns });
            }
        }
    }
    None
}

/// The turns circulate, no cycle is left, and every walk ends where the claim says.
fn forest_is_proved(instance: &Instance, claim: &ForestClaim) -> bool {
    let Some(halts) = Halts::of(instance, &claim.traps) else { return false };
    let Some(entries) = halts.entries(&claim.turns) else { return false };
    if entries != claim.turns || claim.exits.len() != instance.graph().vertex_count() {
        return false;
    }
    let turns = VertexMap::from_vec(claim.turns.as_slice().iter().map(|n| n.to_u64().unwrap()).collect());
    let exits_as_claimed = |v| {
        let end = halts.end(v).expect("a circulation without a cycle of rotors proves that every walk ends");
        halts.exit_at[end] == Some(claim.exits[v])
    };
    let acyclic = instance.graph().vertices().all(|v| follow(&halts, &turns, v).is_ok());
    acyclic && instance.graph().vertices().all(exits_as_claimed)
}

/// The rows of the table, vertex by vertex, without repetitions of parallel arcs.
fn distinct_heads(instance: &Instance, u: VertexId) -> BTreeSet<VertexId> {
    instance.graph().heads(u).iter().copied().collect()
}

/// r(u, w): how often u is left if all its arcs lead to w, by simulation. None if that takes too long.
fn return_flow(halts: &Halts<'_>, u: VertexId, w: VertexId) -> Option<Count> {
    if u == w || !halts.is_active(u) || !halts.can_halt(w, Some(u)) {
        return Some(Count::Infinite);
    }
    let mut left = VertexMap::filled(halts.instance.graph().vertex_count(), 0u64);
    let (mut times, mut v) = (1u32, w);
    for _ in 0..MOST_STEPS {
        if !halts.is_active(v) {
            return Some(times.into());
        }
        if v == u {
            times += 1;
            v = w;
            continue;
        }
        left[v] += 1;
        v = halts.head(v, left[v] - 1);
    }
    None
}

/// Whether the undirected graph between active vertices has as few edges as a forest.
pub(crate) fn is_forest(halts: &Halts<'_>) -> bool {
    let heads =
        |u| distinct_heads(halts.instance, u).into_iter().filter(move |&w| w != u && halts.is_active(w));
    let edges: BTreeSet<_> =
        halts.active().flat_map(|u| heads(u).map(move |w| (u.min(w), u.max(w)))).collect();
    let mut component = VertexMap::from_vec(halts.instance.graph().vertices().collect());
    for _ in 0..component.len() {
        for &(u, w) in &edges {
            component[u] = component[u].min(component[w]);
            component[w] = component[u];
        }
    }
    let components: BTreeSet<_> = halts.active().map(|u| component[u]).collect();
    edges.len() + components.len() == halts.active().count()
}

pub(crate) enum Truth {
    /// The one true certificate with these traps.
    Certificate(FlowsClaim),
    /// There is none.
    None,
    /// A simulation took too long.
    Unknown,
}

/// What simulation says of all walks with these traps; also for graphs that are not forests.
pub(crate) fn table(halts: &Halts<'_>, traps: &[Vec<VertexId>]) -> Option<FlowsClaim> {
    let graph = halts.instance.graph();
    let mut flows = ReturnFlows::default();
    for u in graph.vertices() {
        let row = |w| Some((w, return_flow(halts, u, w)?));
        flows
            .push_vertex(distinct_heads(halts.instance, u).into_iter().map(row).collect::<Option<Vec<_>>>()?);
    }
    let exits: Option<Vec<Exit>> = graph.vertices().map(|v| halts.exit_at[halts.end(v)?]).collect();
    Some(FlowsClaim { traps: traps.to_vec(), exits: VertexMap::from_vec(exits?), flows })
}

pub(crate) fn truth(instance: &Instance, traps: &[Vec<VertexId>]) -> Truth {
    let Some(halts) = Halts::of(instance, traps) else { return Truth::None };
    let is_stopping = instance.graph().vertices().all(|v| halts.can_halt(v, None));
    if !is_stopping || !is_forest(&halts) {
        return Truth::None;
    }
    table(&halts, traps).map_or(Truth::Unknown, Truth::Certificate)
}

/// Whether the claim is the true certificate for its traps.
fn table_is_true(instance: &Instance, claim: &FlowsClaim) -> Option<bool> {
    match truth(instance, &claim.traps) {
        Truth::Certificate(truth) => Some(is_same_table(instance, &truth, claim)),
        Truth::None => Some(false),
        Truth::Unknown => None,
    }
}

/// Whether two certificates are the same, up to the order of a vertex's rows.
pub(crate) fn is_same_table(instance: &Instance, one: &FlowsClaim, other: &FlowsClaim) -> bool {
    let rows = |claim: &FlowsClaim| {
        let sorted = |u| {
            let mut rows = claim.flows.counts_of(u);
            rows.sort();
            rows
        };
        instance.graph().vertices().map(sorted).collect::<Vec<_>>()
    };
    rows(one) == rows(other) && one.exits == other.exits
}
