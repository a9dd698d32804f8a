//! A destination forest with the turns that lead to it.

use super::{DestinationForest, Pushed};
use num_bigint::BigUint;
use rotor_graph::{ForestClaim, StoppingGraph, VertexMap};

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
