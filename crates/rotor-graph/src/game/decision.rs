//! What a player decides at one vertex.

use crate::ids::ArcId;

/// The decision at an owned vertex, of the kind that the set of strategies asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The initial arc; the rotor order stays that of the file.
    Start(ArcId),
    /// The rotor order, from the initial arc on: every arc of the vertex once.
    Order(Vec<ArcId>),
    /// This arc at every visit.
    Always(ArcId),
    /// At every visit an arc to where the particle first came from.
    Bounce,
}
