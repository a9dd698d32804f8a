//! `verify`: the judge, on a certificate that a user hands in.

use super::fields::{Document, NamesList};
use super::input::Input;
use super::reply::{Answer, Reply, to_json};
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::verify::{VerifyError, verify};
use crate::words::{Palette, styled};
use rotor_certify::Refutation;
use rotor_format::certificate::Statement;
use rotor_graph::{Claim, Instance};
use serde::Deserialize;
use serde_json::json;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Is this certificate valid?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// The certificate.
    pub certificate: Document,
    /// More vertices that it takes as sinks.
    #[serde(default)]
    pub sink: NamesList,
}

impl Verify {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?.with_sinks(&self.sink)?;
        let Document { name, bytes } = self.certificate;
        match verify(&read.instance, &bytes, context) {
            Ok(proved) => Ok(Reply::new(proved.sharing(Arc::clone(&read.instance)))),
            Err(VerifyError::Flawed(flaws)) => Err(Fault::Flawed { input: name, source: bytes, flaws }),
            Err(VerifyError::Stopped(reason)) => {
                Err(Fault::Stopped { reason, known: "the certificate was not checked to its end".to_owned() })
            }
            Err(VerifyError::Refuted(refutation)) => {
                Ok(Reply::new(Refuted { refutation, instance: Arc::clone(&read.instance) }))
            }
        }
    }
}

impl Answer for Judged<'static, Claim> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let proved = Statement::of(self.instance(), self);
        to_json(out, &json!({"schema": "arrival.verify/1", "valid": true, "proved": proved}))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        writeln!(out, "{}", styled(palette.good, "valid"))?;
        writeln!(out, "proved: {}", Statement::of(self.instance(), self))
    }
}

struct Refuted {
    refutation: Refutation,
    instance: Arc<Instance>,
}

impl Answer for Refuted {
    fn code(&self) -> ExitCode {
        ExitCode::No
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let Refutation { vertex, equation, left, right } = &self.refutation;
        let vertex = vertex.map(|u| self.instance.name(u));
        let refutation = json!({"vertex": vertex, "equation": equation, "left": left, "right": right});
        to_json(out, &json!({"schema": "arrival.verify/1", "valid": false, "refutation": refutation}))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let words = self.refutation.describe(&self.instance);
        writeln!(out, "{}: {words}", styled(palette.bad, "refuted"))
    }
}
