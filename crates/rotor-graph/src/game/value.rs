//! What a sink is worth, and pairs of value and return flow, which decide a binary game on a tree.

use crate::count::Count;
use crate::ids::VertexId;

/// The value of a sink: an integer that a JSON number holds exactly.
pub type Value = i64;

/// The largest value: 2⁵³ − 1. The smallest is its negative.
pub const MOST_VALUE: Value = (1 << 53) - 1;

/// Whether `value` is small enough.
pub const fn is_value(value: i64) -> bool {
    -MOST_VALUE <= value && value <= MOST_VALUE
}

/// What a subtree is good for in a binary game: the value if the particle stays in it, and how often it sends the
/// particle back before [ACD22, `lem:propag_val`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Whether the value is 1.
    pub wins: bool,
    /// The optimal return flow.
    pub flow: Count,
}

/// The pair of every arc (u, v) of Ĝ that is directed away from the start, in the tree that the start reaches, by v.
///
/// A sink or a trap that several vertices point at has an entry for each of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairTable(pub Vec<PairEntry>);

/// An entry of a [`PairTable`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairEntry {
    /// u.
    pub from: VertexId,
    /// v.
    pub to: VertexId,
    /// The pair of (u, v).
    pub pair: Pair,
}
