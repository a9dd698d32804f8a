//! Certified claims: what only the judge can make.

use crate::refutation::Refutation;
use crate::stop_check::Unproved;

/// A claim that the judge has proved.
///
/// Only the functions of this crate make one:
///
/// ```compile_fail
/// let claim = rotor_graph::FlowsClaim {
///     traps: Vec::new(),
///     exits: rotor_graph::VertexMap::default(),
///     flows: rotor_graph::ReturnFlows::default(),
/// };
/// let certified = rotor_certify::Certified { claim };
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certified<T> {
    claim: T,
}

impl<T> Certified<T> {
    /// For the judges of other modules, once nothing is left to prove.
    pub(crate) fn proved(claim: T) -> Self {
        Self { claim }
    }

    /// The claim.
    pub fn get(&self) -> &T {
        &self.claim
    }

    /// The claim, without the proof that it was checked.
    pub fn into_inner(self) -> T {
        self.claim
    }
}

/// What `judge` finds if it is never stopped.
pub(crate) fn unhurried<T>(
    judge: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, Unproved>,
) -> Result<T, Refutation> {
    judge(&mut || true).map_err(|unproved| match unproved {
        Unproved::Refuted(refutation) => refutation,
        Unproved::Stopped => unreachable!("a callback that always returns true never stops it"),
    })
}
