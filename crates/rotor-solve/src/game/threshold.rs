//! Thresholds: the binary games that are asked of an integer one.

use rotor_graph::Value;

/// A binary game asked of an integer one [ACD22, `subsec:oneP-integ`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// Can Max secure at least this?
    AtLeast(Value),
    /// Can Max secure more than this?
    MoreThan(Value),
}

impl Threshold {
    /// Whether Max wins the binary game with this value.
    pub fn wins(self, value: Value) -> bool {
        match self {
            Self::AtLeast(least) => value >= least,
            Self::MoreThan(bound) => value > bound,
        }
    }
}
