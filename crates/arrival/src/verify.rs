//! Verification of a certificate that a user hands in.

use crate::context::Context;
use crate::judged::Judged;
use crate::timings::Stage;
use rotor_certify::{Refutation, Unproved, certify};
use rotor_graph::{Claim, Flaws, Instance, Stop, Unread};

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read, or belongs to another instance.
    #[error(transparent)]
    Flawed(#[from] Flaws),
    /// It breaks an equation.
    #[error("refuted: {0}")]
    Refuted(#[from] Refutation),
    /// The limits ended before the judge did.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Reads a certificate for `instance` and lets the judge prove or refute it.
///
/// Cost: O(certificate) for reading; O(|A|) operations on the integers of the certificate for walks, flows and forests, more for
/// some claims of the algebra, as [`rotor_certify`] states for each.
pub fn verify<'i>(
    instance: &'i Instance,
    certificate: &[u8],
    context: &mut Context<'_>,
) -> Result<Judged<'i, Claim>, VerifyError> {
    context.stage(Stage::Check);
    let read = rotor_format::certificate::read(certificate, instance, &mut context.uncounted());
    let claim = read.map_err(|unread| match unread {
        Unread::Flawed(flaws) => VerifyError::Flawed(flaws),
        Unread::Stopped(stop) => stop.into(),
    })?;
    match certify(instance, claim, &mut context.uncounted()) {
        Ok(certified) => Ok(Judged::proved(instance, certified, |claim| claim)),
        Err(Unproved::Refuted(refutation)) => Err(refutation.into()),
        Err(Unproved::Stopped(reason)) => Err(reason.into()),
    }
}
