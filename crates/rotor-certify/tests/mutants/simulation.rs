//! Simulation: what is true, step by step and by definition.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_graph::{Exit, Instance, VertexId, VertexMap};

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

    /// The maximal walk from `from`: where it halts and how often it leaves each vertex. None if it is endless or
    /// longer than [`MOST_STEPS`].
    pub(crate) fn walk(&self, from: VertexId) -> Option<(VertexId, VertexMap<BigUint>)> {
        let mut left = self.filled();
        let end = self.walk_on(from, &mut left)?;
        Some((end, as_counts(&left)))
    }

    /// All particles, one after the other: how many halt on each vertex and how often each is left. None if one walks
    /// for ever or longer than [`MOST_STEPS`].
    pub(crate) fn walk_all(
        &self,
        particles: &VertexMap<BigUint>,
    ) -> Option<(VertexMap<BigUint>, VertexMap<BigUint>)> {
        let (mut ends, mut left) = (self.filled(), self.filled());
        for (u, number) in particles.iter() {
            for _ in 0..number.to_u64()? {
                ends[self.walk_on(u, &mut left)?] += 1;
            }
        }
        Some((as_counts(&ends), as_counts(&left)))
    }

    /// One walk from `v` after every vertex has been left `left` times; counts on.
    fn walk_on(&self, mut v: VertexId, left: &mut VertexMap<u64>) -> Option<VertexId> {
        for _ in 0..=MOST_STEPS {
            if !self.is_active(v) {
                return Some(v);
            }
            left[v] += 1;
            v = self.head(v, left[v] - 1);
        }
        None
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

    /// Whether `departures` are a switching flow from `from` that brings one particle to where `ends` says.
    pub(crate) fn is_flow(
        &self,
        from: VertexId,
        departures: &VertexMap<BigUint>,
        ends: impl Fn(VertexId) -> bool,
    ) -> bool {
        let Some(mut entries) = self.entries(departures) else { return false };
        entries[from] += 1u32;
        let mut arrivals = BigUint::ZERO;
        for (v, entered) in entries.iter() {
            match () {
                () if self.is_active(v) && *entered != departures[v] => return false,
                () if self.is_active(v) => {}
                () if ends(v) => arrivals += entered,
                () if *entered != BigUint::ZERO => return false,
                () => {}
            }
        }
        arrivals == BigUint::from(1u32)
    }
}

/// Counts as a claim has them.
pub(crate) fn as_counts(numbers: &VertexMap<u64>) -> VertexMap<BigUint> {
    VertexMap::from_vec(numbers.as_slice().iter().map(|&n| n.into()).collect())
}
