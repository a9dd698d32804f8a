//! The judge of the algebra: groups, chips and probabilities.

mod determinant;
mod group;
mod laplacian;

use crate::certify::{Certified, unhurried};
use crate::patience::{Patience, Unproved};
use crate::refutation::Refutation;
use rotor_graph::{GroupClaim, Instance};

/// Proves that the sandpile group is what is claimed.
///
/// Time O(|A|) multiplications of numbers as long as the order for each factor, and one sparse elimination modulo a prime
/// for every 31 bits by which ∏ d exceeds the order.
pub fn certify_group(instance: &Instance, claim: GroupClaim) -> Result<Certified<GroupClaim>, Refutation> {
    unhurried(|go_on| certify_group_within(instance, claim, go_on))
}

/// The same, as long as `go_on` says so.
pub fn certify_group_within(
    instance: &Instance,
    claim: GroupClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<GroupClaim>, Unproved> {
    group::check(instance, &claim, &mut Patience::of(go_on))?;
    Ok(Certified::proved(claim))
}
