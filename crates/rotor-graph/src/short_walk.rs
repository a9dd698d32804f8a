//! Claims of short walks, of a size that follows the walk and not the graph.

use crate::claim::{FlowClaim, Moment};
use crate::ids::{VertexId, VertexMap};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// "After these departures the particle from `from` is on `at`": the run so far, of what it visits alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortWalkClaim {
    /// Where the particle starts.
    pub from: VertexId,
    /// Where it is.
    pub at: VertexId,
    /// How often it has left the vertices that it has left at all.
    pub departures: BTreeMap<VertexId, u64>,
    /// Whether the walk ends there, on a sink.
    pub ends: bool,
}

impl ShortWalkClaim {
    /// The number of steps.
    pub fn steps(&self) -> BigUint {
        self.departures.values().copied().map(BigUint::from).sum()
    }

    /// The same of a walk to a sink, about all of so many vertices. Memory O(|V|).
    pub fn to_walk(&self, vertices: usize) -> FlowClaim {
        let Moment { from, at, departures } = self.to_moment(vertices);
        FlowClaim::walk(from, at, departures, Some(self.steps()))
    }

    /// The same about all of so many vertices. Memory O(|V|).
    pub fn to_moment(&self, vertices: usize) -> Moment {
        let mut departures = VertexMap::filled(vertices, BigUint::ZERO);
        self.departures.iter().for_each(|(&u, &count)| departures[u] = count.into());
        Moment { from: self.from, at: self.at, departures }
    }
}
