//! Overlays: what is shown on top of a graph.

use crate::marks::Marks;
use num_bigint::BigUint;
use rotor_graph::{ArcId, Exit, ReturnFlows, VertexMap};

/// What a picture shows besides the graph and its rotors. All of it is about the instance that is drawn.
#[derive(Clone, Debug, Default)]
pub struct Overlays {
    /// Return flows, as labels on arcs.
    pub flows: Option<ReturnFlows>,
    /// The destination forest, as bold arcs; [`ArcId::NONE`] where a particle halts.
    pub forest: Option<VertexMap<ArcId>>,
    /// Where a particle from each vertex ends, as the colour of the vertex.
    pub exits: Option<VertexMap<Exit>>,
    /// How often a walk uses each arc, by the number of the arc, as its width.
    pub visits: Option<Vec<BigUint>>,
    /// The arcs that strategies choose, in their order, highlighted.
    pub strategies: Option<Vec<ArcId>>,
    /// What is shown about each vertex, as a line below its name.
    pub values: Option<VertexMap<String>>,
    /// How many particles are on vertices, on a disc at their corner; the disc of a single one has no number.
    pub particles: Option<VertexMap<Option<String>>>,
    /// What an algorithm at work marks and writes, as outlines and labels.
    pub marks: Option<Marks>,
}

impl Overlays {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.flows.is_none()
            && self.forest.is_none()
            && self.exits.is_none()
            && self.visits.is_none()
            && self.strategies.is_none()
            && self.values.is_none()
            && self.particles.is_none()
            && self.marks.is_none()
    }

    /// How often the arc that is used most is used.
    pub(crate) fn most_visits(&self) -> BigUint {
        self.visits.iter().flatten().max().cloned().unwrap_or_default()
    }

    /// Whether a strategy picks `a`.
    pub(crate) fn picks(&self, a: ArcId) -> bool {
        self.strategies.as_ref().is_some_and(|picked| picked.binary_search(&a).is_ok())
    }
}

/// Lines of arcs that are used less often than a number of this many binary digits are not the widest.
const FEW: u64 = 6;

/// How wide a line is that stands for an arc used `count` times, if none is used more than `most` times: on a
/// logarithmic scale, by binary digits.
pub(crate) fn width_of(count: &BigUint, most: &BigUint) -> f64 {
    match count.bits() {
        0 => 0.8,
        bits => 1.0 + 7.0 * bits as f64 / most.bits().max(bits).max(FEW) as f64,
    }
}
