//! Claims about the algebra of a graph: its sandpile group, chips, probabilities.

use crate::ids::{VertexId, VertexMap};
use num_bigint::{BigInt, BigUint};

/// "The sandpile group ℤ^V / (rows of the Laplacian) is ⊕ ℤ/fᵢ", proved by an isomorphism.
///
/// Sinks count as one and as zero. `homomorphism` sends one chip on v to its coordinates; it must vanish on every row of
/// the Laplacian and send `generators[i]` to the i-th unit vector, so it is onto. That it is also one-to-one follows from
/// the order: ∏ fᵢ must be the determinant of the Laplacian.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupClaim {
    /// The invariant factors, those that are 1 left out, each dividing the next; a 0 at the end for every trap.
    pub factors: Vec<BigUint>,
    /// φ: the coordinates of one chip on each vertex, one per factor; all 0 at sinks.
    pub homomorphism: VertexMap<Vec<BigInt>>,
    /// For each factor, chips whose class generates its part of the group.
    pub generators: Vec<VertexMap<BigInt>>,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// How often each vertex of a trap is left in one period of the walk there; 0 outside of traps. These are the
    /// relations between the rows of the Laplacian.
    pub periods: VertexMap<BigUint>,
}
