//! Any certificate that can be read: the judge extracted from the proofs must say what `rotor-certify` says.
//!
//! It needs `cargo xtask proofs` to have built that judge, which answers all questions in one process.
#![no_main]

use arrival_fuzz::{certificate_for, read_or_refused};
use libfuzzer_sys::fuzz_target;
use rotor_certify::certify;
use rotor_format::certificate::{read, write};
use rotor_format::json;
use rotor_graph::{Instance, Rule};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex};

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/proofs/judge");

struct Extracted {
    _process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The number of the instance that it was asked about last.
    present: Option<usize>,
}

static EXTRACTED: LazyLock<Mutex<Extracted>> = LazyLock::new(|| {
    let judge = Command::new(JUDGE).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = judge.expect("`cargo xtask proofs` builds the judge");
    let questions = process.stdin.take().expect("its input is a pipe");
    let answers = BufReader::new(process.stdout.take().expect("its output is a pipe"));
    Mutex::new(Extracted { _process: process, questions, answers, present: None })
});

fuzz_target!(|data: &[u8]| {
    let Some((instance, number, certificate)) = certificate_for(data) else { return };
    let Some(claim) = read_or_refused(read(&certificate, instance)) else { return };
    let text = write(instance, &claim);
    let verdict = ask(instance, number, &text);
    // It gives up where a proof would take too long; every kind is judged there.
    if verdict.contains("too many lowerings") {
        return;
    }
    assert_eq!(certify(instance, claim).is_ok(), verdict.starts_with("valid "), "it says {verdict} about {text}");
});

fn ask(instance: &Instance, number: usize, certificate: &str) -> String {
    let mut judge = EXTRACTED.lock().expect("a panic ends the run");
    let mut question = Vec::new();
    if judge.present.replace(number) != Some(number) {
        json::write(instance, Rule::MoveThenTurn, &mut question).expect("memory takes every byte");
    }
    let heading = format!("{} {}\n", question.len(), certificate.len());
    question.splice(..0, heading.into_bytes());
    question.extend_from_slice(certificate.as_bytes());
    judge.questions.write_all(&question).expect("the judge reads");
    let mut verdict = String::new();
    judge.answers.read_line(&mut verdict).expect("the judge answers");
    verdict.trim_end().to_owned()
}
