//! Letting the judge prove what a solver claims.

use crate::context::Context;
use crate::judged::Judged;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::{Check, certify};
use rotor_graph::{Instance, Tick};

/// Why an answer that was found has no proof, when the caller asked for none.
pub(crate) const NO_CHECK: &str = "the check was switched off";

/// Lets the judge prove `claim` within the limits, if it is to be checked.
///
/// An answer found with the last operation allowed is still verified: limits that were used up before do not stop the judge.
/// The judge pays for nothing, since what an answer costs is what finding it costs.
pub(crate) fn judge<'i, C: Check>(
    instance: &'i Instance,
    claim: C,
    check: bool,
    context: &mut Context<'_>,
) -> Result<Judged<'i, C>, SolveError> {
    context.stage(Stage::Check);
    if !check {
        return Ok(Judged::unchecked(instance, claim, NO_CHECK));
    }
    let certified = match context.tick(0) {
        Ok(()) => certify(instance, claim, &mut context.uncounted()),
        Err(_) => certify(instance, claim, &mut ()),
    };
    Ok(Judged::proved(instance, certified?, |claim| claim))
}
