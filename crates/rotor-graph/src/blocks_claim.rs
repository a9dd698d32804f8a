//! The claim about blocks: their return flows, with what proves each of them.

use crate::count::Count;
use crate::ids::{VertexId, VertexMap};
use crate::stopping::Exit;
use num_bigint::BigUint;

/// "These are the blocks of the graph, their return flows, and the exits of all vertices."
///
/// Blocks are those of the undirected graph between the vertices that are neither sinks nor in a trap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlocksClaim {
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
    /// The exit of every vertex.
    pub exits: VertexMap<Exit>,
    /// The vertices of each block.
    pub blocks: Vec<Vec<VertexId>>,
    /// A row for each vertex of each block, block by block, in the order of its vertices.
    pub returns: Vec<BlockReturns>,
    /// The number of the departure by which each vertex is left for good in its own walk; 0 on sinks and in traps.
    pub last_departures: VertexMap<BigUint>,
}

/// What is claimed of a vertex c and one of its blocks, B.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockReturns {
    /// c.
    pub vertex: VertexId,
    /// The number of B.
    pub block: usize,
    /// r(c, B): how often c sends the particle into B until it does not come back; +∞ if it always does, or is never sent.
    pub flow: Count,
    /// T(c, B): the number of the departure at which c sends the particle elsewhere for good if B always gives it back.
    pub deadline: Count,
    /// What proves a flow that is finite.
    pub proof: Option<KeptProof>,
}

/// Two flows in B − c, c being a sink and arcs out of B loops: of r − 1 particles that come back, and of r of which one does not.
///
/// Only departures that are not 0 are listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptProof {
    /// Departures with which r − 1 particles come back, less than the deadline of every vertex.
    pub returned: Vec<(VertexId, BigUint)>,
    /// The vertex on which one of r particles halts: at its deadline, or because no way leads back from there to c.
    pub halts: VertexId,
    /// Departures with which r − 1 of r particles come back and one halts there.
    pub kept: Vec<(VertexId, BigUint)>,
}
