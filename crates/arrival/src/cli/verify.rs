//! `arrival verify`: the judge, on a certificate that somebody hands in.

use super::arguments::{Reading, Screen};
use super::fault::Fault;
use super::human::{BAD, GOOD, styled};
use super::reading::{bytes_within, read_file, shown};
use super::writing::{print_json, to_stdout};
use crate::verify::{VerifyError, verify};
use clap::Args;
use serde_json::json;

/// Check a certificate against an instance: exit code 0 if it is valid, 1 if it is refuted
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival solve graph.rotor --certificate proof.json\n  arrival verify graph.rotor proof.json"
)]
pub(super) struct Verify {
    /// The instance; `-` is standard input
    file: String,
    /// The certificate
    certificate: String,
    #[command(flatten)]
    reading: Reading,
}

impl Verify {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = read_file(&self.file, &self.reading)?;
        let alarm = self.reading.limits.alarm(read.started);
        let source = bytes_within(&self.certificate, self.reading.limits.memory())?;
        let verified = verify(&read.instance, &source);
        drop(alarm);
        match verified {
            Ok(_) => {
                if screen.json {
                    print_json(&json!({"schema": "arrival.verify/1", "valid": true}))?;
                } else {
                    to_stdout(|out| writeln!(out, "{}", styled(GOOD, "valid")))?;
                }
                Ok(0)
            }
            Err(VerifyError::Flawed(flaws)) => {
                Err(Fault::Flawed { file: shown(&self.certificate).to_owned(), source, flaws })
            }
            Err(VerifyError::Refuted(refutation)) => {
                if screen.json {
                    let vertex = refutation.vertex.map(|u| read.instance.name(u));
                    let (equation, left, right) = (&refutation.equation, &refutation.left, &refutation.right);
                    let refutation =
                        json!({"vertex": vertex, "equation": equation, "left": left, "right": right});
                    print_json(
                        &json!({"schema": "arrival.verify/1", "valid": false, "refutation": refutation}),
                    )?;
                } else {
                    let words = refutation.describe(&read.instance);
                    to_stdout(|out| writeln!(out, "{}: {words}", styled(BAD, "refuted")))?;
                }
                Ok(1)
            }
        }
    }
}
