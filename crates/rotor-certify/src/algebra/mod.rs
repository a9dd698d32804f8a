//! The judge of the algebra: groups, chips and probabilities.

mod chips;
mod class;
mod determinant;
mod group;
mod harmonic;
mod laplacian;
mod listing;
mod moment;
mod relations;
mod signed_route;
mod stopping;
mod tour;

pub use listing::{JudgedListing, ListingJudge};

use crate::certified::{Certified, unhurried};
use crate::refutation::Refutation;
use crate::stop_check::{StopCheck, Unproved};
use rotor_graph::{
    AlgebraClaim, ClassClaim, GroupClaim, HarmonicClaim, IdentityClaim, Instance, MomentClaim,
    SignedRouteClaim, StabilisationClaim, TourClaim,
};

/// Checks a claim of any kind.
pub(crate) fn check(
    instance: &Instance,
    claim: &AlgebraClaim,
    stop_check: &mut StopCheck<'_>,
) -> Result<(), Unproved> {
    match claim {
        AlgebraClaim::Group(claim) => group::check(instance, claim, stop_check),
        AlgebraClaim::Class(claim) => class::check(instance, claim, stop_check),
        AlgebraClaim::Stabilisation(claim) => chips::check_stabilisation(instance, claim, stop_check),
        AlgebraClaim::Identity(claim) => chips::check_identity(instance, claim, stop_check),
        AlgebraClaim::Harmonic(claim) => harmonic::check(instance, claim, stop_check),
        AlgebraClaim::SignedRoute(claim) => signed_route::check(instance, claim, stop_check),
        AlgebraClaim::Moment(claim) => moment::check(instance, claim, stop_check).map(|_| ()),
        AlgebraClaim::Tour(claim) => tour::check(instance, claim, stop_check),
    }
}

/// Proves that the sandpile group is what is claimed.
///
/// Time O(|A|) multiplications of numbers as long as the order for each factor, and one sparse elimination modulo a prime
/// for every 31 bits by which ∏ d exceeds the order; with relations, no elimination, but an addition for every listed number and
/// arc of its vertex.
pub fn certify_group(instance: &Instance, claim: GroupClaim) -> Result<Certified<GroupClaim>, Refutation> {
    unhurried(|go_on| certify_group_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_group_within(
    instance: &Instance,
    claim: GroupClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<GroupClaim>, Unproved> {
    group::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves the class of the rotors, and which particles lead to another configuration. Cost: that of [`certify_group`].
pub fn certify_class(instance: &Instance, claim: ClassClaim) -> Result<Certified<ClassClaim>, Refutation> {
    unhurried(|go_on| certify_class_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_class_within(
    instance: &Instance,
    claim: ClassClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<ClassClaim>, Unproved> {
    class::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves that chips stabilise as claimed, by exactly these firings, and whether the result is recurrent.
///
/// Time: O(|A|) operations where no vertex has more arcs in than out; elsewhere O(d) for each time that some number of
/// firings is lowered, which has no polynomial bound.
pub fn certify_stabilisation(
    instance: &Instance,
    claim: StabilisationClaim,
) -> Result<Certified<StabilisationClaim>, Refutation> {
    unhurried(|go_on| certify_stabilisation_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_stabilisation_within(
    instance: &Instance,
    claim: StabilisationClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<StabilisationClaim>, Unproved> {
    chips::check_stabilisation(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves that chips are the recurrent identity. Cost as [`certify_stabilisation`].
pub fn certify_identity(
    instance: &Instance,
    claim: IdentityClaim,
) -> Result<Certified<IdentityClaim>, Refutation> {
    unhurried(|go_on| certify_identity_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_identity_within(
    instance: &Instance,
    claim: IdentityClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<IdentityClaim>, Unproved> {
    chips::check_identity(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves the exit probabilities of a random walk. Time O(|A|) additions of numbers as long as the denominator.
pub fn certify_harmonic(
    instance: &Instance,
    claim: HarmonicClaim,
) -> Result<Certified<HarmonicClaim>, Refutation> {
    unhurried(|go_on| certify_harmonic_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_harmonic_within(
    instance: &Instance,
    claim: HarmonicClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<HarmonicClaim>, Unproved> {
    harmonic::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves where particles and antiparticles end. Time O(|A|) operations on numbers as long as the claim's.
pub fn certify_signed_route(
    instance: &Instance,
    claim: SignedRouteClaim,
) -> Result<Certified<SignedRouteClaim>, Refutation> {
    unhurried(|go_on| certify_signed_route_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_signed_route_within(
    instance: &Instance,
    claim: SignedRouteClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<SignedRouteClaim>, Unproved> {
    signed_route::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves where a walk is after the claimed departures, and hence after how many steps. Time O(|A|) operations on numbers
/// as long as the claim's.
pub fn certify_moment(instance: &Instance, claim: MomentClaim) -> Result<Certified<MomentClaim>, Refutation> {
    unhurried(|go_on| certify_moment_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_moment_within(
    instance: &Instance,
    claim: MomentClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<MomentClaim>, Unproved> {
    moment::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}

/// Proves when an endless walk begins to repeat itself, its period, and its cover time. Cost: three times
/// [`certify_moment`], and O(|A|) operations on the periods.
pub fn certify_tour(instance: &Instance, claim: TourClaim) -> Result<Certified<TourClaim>, Refutation> {
    unhurried(|go_on| certify_tour_within(instance, claim, go_on))
}

/// The same, as long as `go_on` returns true.
pub fn certify_tour_within(
    instance: &Instance,
    claim: TourClaim,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Certified<TourClaim>, Unproved> {
    tour::check(instance, &claim, &mut StopCheck::of(go_on))?;
    Ok(Certified::proved(claim))
}
