//! Letting the judge prove what a solver claims.

use crate::context::Context;
use crate::judged::Judged;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::{Certified, Unproved};
use rotor_graph::{Instance, Stop, Tick};

/// Why an answer that was found has no proof, when the caller asked for none.
pub(crate) const NO_CHECK: &str = "the check was switched off";

/// Lets the judge prove `claim` within the limits, if it is to be checked.
///
/// An answer found with the last operation allowed is still verified: limits that were used up before do not stop the judge.
/// The judge pays for nothing, since what an answer costs is what finding it costs.
pub(crate) fn judge<'i, C>(
    instance: &'i Instance,
    claim: C,
    check: bool,
    context: &mut Context<'_>,
    certify: impl FnOnce(&Instance, C, &mut dyn FnMut() -> bool) -> Result<Certified<C>, Unproved>,
) -> Result<Judged<'i, C>, SolveError> {
    context.stage(Stage::Check);
    if !check {
        return Ok(Judged::unchecked(instance, claim, NO_CHECK));
    }
    let used_up = context.tick(0).is_err();
    let go_on = || if used_up { Ok(()) } else { context.tick(0) };
    let certified = prove(instance, claim, go_on, certify)?;
    Ok(Judged::proved(instance, certified, |claim| claim))
}

/// Lets the judge prove `claim` as long as `go_on` does not stop it.
pub(crate) fn prove<C>(
    instance: &Instance,
    claim: C,
    mut go_on: impl FnMut() -> Result<(), Stop>,
    certify: impl FnOnce(&Instance, C, &mut dyn FnMut() -> bool) -> Result<Certified<C>, Unproved>,
) -> Result<Certified<C>, SolveError> {
    let mut left = Ok(());
    let certified = certify(instance, claim, &mut || {
        left = go_on();
        left.is_ok()
    });
    certified.map_err(|error| unproved(error, left.err()))
}

/// Why the judge has not proved a claim; `reason` is what stopped it, if something did.
pub(crate) fn unproved(error: Unproved, reason: Option<Stop>) -> SolveError {
    match error {
        Unproved::Refuted(refutation) => SolveError::Refuted(refutation),
        // The judge stops only when it is told to.
        Unproved::Stopped => SolveError::Stopped(reason.unwrap_or(Stop::Interrupted)),
    }
}
