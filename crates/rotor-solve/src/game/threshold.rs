//! Thresholds: the binary games that decide an integer game.

use rotor_graph::Value;

/// A binary game that helps to decide an integer one [ACD22, `subsec:oneP-integ`].
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
