//! Claims about the revolving routine at one vertex.

use crate::count::Count;
use crate::ids::{ArcId, VertexId};
use num_bigint::BigUint;

/// "With these return flows, the rotor of the vertex comes to rest here" [ACD22, `thm:routine`], proved by counting.
///
/// The rotor makes one visit per turn and stops at the first visit that uses up the flow of its head. All counts follow from
/// the number of that departure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoutineClaim {
    /// u.
    pub vertex: VertexId,
    /// Every head w of u once, with r(u, w) ≥ 1.
    pub flows: Vec<(VertexId, Count)>,
    /// The last departure; none if every flow is infinite.
    pub last: Option<LastDeparture>,
    /// The last departure if the head of `last` always sent the particle back: what that head sees of u.
    pub without_last: Option<LastDeparture>,
}

/// The last departure from a vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastDeparture {
    /// Its arc.
    pub arc: ArcId,
    /// Its number among the departures, from 1.
    pub number: BigUint,
}
