//! The checker extracted from the proofs, asked about many certificates in one process.
//!
//! `cargo xtask proofs` builds it; where it is not built, nothing is compared.

#![allow(dead_code, reason = "each test that shares this file asks in its own way")]

use num_bigint::BigInt;
use rotor_certify::certify;
use rotor_format::{certificate, json};
use rotor_graph::{Instance, Rule};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/proofs/judge");

/// Whether the extracted checker is there; if not, says so.
pub(crate) fn is_built() -> bool {
    let is_built = Path::new(JUDGE).exists();
    if !is_built {
        println!("not run: `cargo xtask proofs` has not built {JUDGE}");
    }
    is_built
}

/// Questions to both checkers: what this crate answers, and what the other one is to be asked.
#[derive(Default)]
pub(crate) struct Comparison {
    questions: Questions,
    asked: Vec<(String, bool, String)>,
}

impl Comparison {
    /// No question yet; none if the other checker is not built.
    pub(crate) fn new() -> Option<Self> {
        is_built().then(Self::default)
    }

    /// Asks this crate about all of these certificates.
    pub(crate) fn ask_texts(&mut self, instance: &Instance, texts: impl IntoIterator<Item = String>) {
        let mut file = Some(file_of(instance));
        for text in texts {
            self.questions.ask(file.take().as_deref(), text.as_bytes());
            // Some mutants, such as a row listed twice, are refused by the reader of certificates already.
            let read = certificate::read(text.as_bytes(), instance, &mut ());
            let accepted = read.is_ok_and(|claim| certify(instance, claim, &mut ()).is_ok());
            self.asked.push((kind(&text), accepted, format!("{instance}\n{text}")));
        }
    }

    /// Demands that the other checker says the same; returns how often each kind was accepted and refused.
    pub(crate) fn agree(self) -> BTreeMap<(String, bool), u32> {
        let verdicts = self.questions.answers(&["-"]);
        assert_eq!(verdicts.len(), self.asked.len());
        let mut tally = BTreeMap::new();
        for ((kind, accepted, what), verdict) in self.asked.into_iter().zip(verdicts) {
            assert_eq!(
                accepted,
                verdict.starts_with("valid "),
                "the extracted checker says {verdict}\n{what}"
            );
            *tally.entry((kind, accepted)).or_default() += 1;
        }
        println!("{tally:?}");
        tally
    }
}

/// These certificates of groups and classes with the relations that prove them; the checker is built.
pub(crate) fn completed<'c>(certificates: impl IntoIterator<Item = (&'c Instance, &'c str)>) -> Vec<String> {
    let mut questions = Questions::default();
    for (instance, text) in certificates {
        questions.ask(Some(&file_of(instance)), text.as_bytes());
    }
    questions.answers(&["--complete", "-"])
}

/// The instance as JSON.
fn file_of(instance: &Instance) -> Vec<u8> {
    let mut file = Vec::new();
    json::write(instance, Rule::MoveThenTurn, &mut file).unwrap();
    file
}

/// Files as the extracted checker takes them from its standard input.
#[derive(Default)]
pub(crate) struct Questions(Vec<u8>);

impl Questions {
    /// Asks about the certificate in these bytes; without an instance, about the instance before.
    pub(crate) fn ask(&mut self, instance: Option<&[u8]>, certificate: &[u8]) {
        let length = instance.map_or("-".to_owned(), |instance| instance.len().to_string());
        self.0.extend(format!("{length} {}\n", certificate.len()).bytes());
        self.0.extend(instance.unwrap_or_default().iter().chain(certificate));
    }

    /// What the extracted checker, called with `arguments`, answers about each.
    pub(crate) fn answers(self, arguments: &[&str]) -> Vec<String> {
        let mut checker =
            Command::new(JUDGE).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = checker.stdin.take().unwrap();
        // It answers while it reads: both ends must be served at once.
        let writer = thread::spawn(move || input.write_all(&self.0).unwrap());
        let output = checker.wait_with_output().unwrap();
        assert!(output.status.success());
        writer.join().unwrap();
        // A name may hold anything, so what is printed may be no text; each answer is one line all the same.
        String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
    }
}

/// The certificate with one of its numbers changed by one, up or down, or a yes turned into a no.
pub(crate) fn mutants(text: &str) -> Vec<String> {
    let mut mutants = vec![text.replace("true", "false"), text.replace("false", "true")];
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    for pair in quotes.windows(2) {
        let (before, after) = (&text[..=pair[0]], &text[pair[1]..]);
        // A value, not the name of a vertex that looks like a number.
        let is_value = !after.starts_with("\":");
        let Some(number) = text[pair[0] + 1..pair[1]].parse::<BigInt>().ok().filter(|_| is_value) else {
            continue;
        };
        mutants.extend([1, -1].map(|change| format!("{before}{}{after}", &number + change)));
    }
    mutants
}

/// The kind that a certificate says it is of, and whether it has relations.
fn kind(certificate: &str) -> String {
    let (_, rest) = certificate.split_once(r#""kind":""#).unwrap();
    let related = if certificate.contains(r#""relations":"#) { " with relations" } else { "" };
    rest.split('"').next().unwrap().to_owned() + related
}
