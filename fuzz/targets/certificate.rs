//! Any bytes as a certificate, and as the instance it is about: the checker extracted from the proofs says of the same bytes what
//! `rotor-certify` says, and what is read comes back from what is written.
//!
//! The first byte chooses an instance and the rule it is written for; if it is above 127, the instance is what stands before
//! the first NUL. This needs `cargo xtask proofs`, which builds the other checker; it answers all questions in one process.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rotor_certify::{Unproved, certify};
use rotor_format::certificate::{Statement, instance_hash, read, write};
use rotor_format::json;
use rotor_graph::{FlawRule, Limit, Rule, Unread, parse};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex};

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/proofs/judge");

const TEXTS: [&str; 6] = [
    include_str!("../instances/0.rotor"),
    include_str!("../instances/1.rotor"),
    include_str!("../instances/2.rotor"),
    include_str!("../instances/3.rotor"),
    include_str!("../instances/4.rotor"),
    include_str!("../instances/5.rotor"),
];

/// How long one certificate is looked at; lowering firings has no polynomial bound.
const MOST_OPERATIONS: u64 = 300 << 14;

struct Extracted {
    _process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

static EXTRACTED: LazyLock<Mutex<Extracted>> = LazyLock::new(|| {
    let checker = Command::new(CHECKER).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = checker.expect("`cargo xtask proofs` builds the other checker");
    let questions = process.stdin.take().expect("its input is a pipe");
    let answers = BufReader::new(process.stdout.take().expect("its output is a pipe"));
    Mutex::new(Extracted { _process: process, questions, answers })
});

fuzz_target!(|data: &[u8]| {
    let Some((&which, data)) = data.split_first() else { return };
    let (file, certificate) = if which > 127 {
        let Some(end) = data.iter().position(|&byte| byte == 0) else { return };
        (data[..end].to_vec(), &data[end + 1..])
    } else {
        let rule = if which & 64 == 0 { Rule::MoveThenTurn } else { Rule::TurnThenMove };
        let instance = parse(TEXTS[usize::from(which) % TEXTS.len()]).expect("the instances have no flaw");
        let mut file = Vec::new();
        json::write(&instance, rule, &mut file).expect("memory takes every byte");
        (file, data)
    };
    let Some((own, certificate)) = verdict(&file, certificate) else { return };
    let other = ask(&file, &certificate);
    // It gives up where a proof would take too long.
    if other.starts_with("undecided") {
        return;
    }
    let kind = |said: &str| said.split(' ').next().unwrap_or_default().to_owned();
    let agree = if own.starts_with("valid") { own == other } else { kind(&own) == kind(&other) };
    assert!(agree, "{own}, but the other says {other}");
});

/// What this crate says, in the words of the other checker, and the certificate with the hash of the instance in it, which no
/// mutation would find; none if that takes too long, or if the certificate is about another instance.
fn verdict(file: &[u8], certificate: &[u8]) -> Option<(String, Vec<u8>)> {
    let instance = match json::read(file, 10_000, &mut ()).map_err(Unread::into_flaws) {
        Ok((instance, _)) => instance,
        Err(flaws) => return Some((format!("unreadable: {flaws}"), certificate.to_vec())),
    };
    let certificate = with_hash(certificate, &instance_hash(&instance));
    let claim = match read(&certificate, &instance, &mut ()).map_err(Unread::into_flaws) {
        Ok(claim) => claim,
        Err(flaws) if flaws.list().iter().any(|flaw| flaw.rule == FlawRule::CertificateInstance) => {
            return None;
        }
        Err(flaws) => return Some((format!("unreadable: {flaws}"), certificate)),
    };
    let text = write(&instance, &claim);
    assert_eq!(read(text.as_bytes(), &instance, &mut ()).as_ref(), Ok(&claim), "{text}");
    let proved = certify(&instance, claim, &mut Limit(MOST_OPERATIONS));
    let said = match proved {
        Ok(proved) => {
            let statement = Statement::of(&instance, proved.get());
            format!("valid {}", serde_json::to_string(&statement).expect("a statement is JSON"))
        }
        Err(Unproved::Refuted(refutation)) => {
            assert!(!refutation.describe(&instance).is_empty());
            "refuted".to_owned()
        }
        Err(Unproved::Stopped(_)) => return None,
    };
    Some((said, certificate))
}

/// The certificate with `hash` for the string after the first key `instance`.
fn with_hash(certificate: &[u8], hash: &str) -> Vec<u8> {
    const KEY: &[u8] = b"\"instance\":\"";
    let Some(key) = certificate.windows(KEY.len()).position(|window| window == KEY) else {
        return certificate.to_vec();
    };
    let (before, rest) = certificate.split_at(key + KEY.len());
    let end = rest.iter().position(|&byte| byte == b'"').unwrap_or(rest.len());
    [before, hash.as_bytes(), &rest[end..]].concat()
}

fn ask(file: &[u8], certificate: &[u8]) -> String {
    let mut checker = EXTRACTED.lock().expect("a panic ends the run");
    let heading = format!("{} {}\n", file.len(), certificate.len());
    let question = [heading.as_bytes(), file, certificate].concat();
    checker.questions.write_all(&question).expect("the other checker reads");
    let mut answer = String::new();
    checker.answers.read_line(&mut answer).expect("the other checker answers");
    answer.trim_end().to_owned()
}
