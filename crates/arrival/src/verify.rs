//! Verification of a certificate that somebody hands in.

use rotor_certify::{Certified, Refutation, certify};
use rotor_graph::{Claim, Flaws, Instance};

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// It cannot be read, or belongs to another instance.
    #[error(transparent)]
    Flawed(#[from] Flaws),
    /// It breaks an equation.
    #[error("refuted: {0}")]
    Refuted(#[from] Refutation),
}

/// Reads a certificate for `instance` and lets the judge prove or refute it.
pub fn verify(instance: &Instance, certificate: &[u8]) -> Result<Certified<Claim>, VerifyError> {
    let claim = rotor_format::certificate::read(certificate, instance)?;
    Ok(certify(instance, claim)?)
}
