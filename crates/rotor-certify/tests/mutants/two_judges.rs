//! Two judges: this crate and the judge extracted from the proofs say the same about true certificates and mutants.
//!
//! The other judge is built by `cargo xtask proofs`; where it is not, nothing is compared, and the test says so.

use crate::simulation::Halts;
use crate::{flows, forest, route, trap, walk};
use rotor_certify::certify;
use rotor_format::{certificate, json};
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Claim, Exit, Instance, Rule, StoppingGraph, VertexId};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/proofs/judge");

/// True claims of every kind about `instance`, each with all its mutants.
fn claims(instance: &Instance, dice: &mut Dice) -> Vec<Claim> {
    let mut claims = Vec::new();
    for claim in walk::certificates(instance, 300) {
        claims.extend(walk::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Walk(mutant)));
        claims.push(Claim::Walk(claim));
    }
    for claim in trap::certificates(instance, 300) {
        claims.extend(trap::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Trap(mutant)));
        claims.push(Claim::Trap(claim));
    }
    if let Some(claim) = route::certificate(instance, dice) {
        claims.extend(route::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Route(mutant)));
        claims.push(Claim::Route(claim));
    }
    let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
    let halts = Halts::of(instance, &traps).unwrap();
    if let Some(claim) = forest::certificate(&halts, &traps) {
        claims.extend(forest::mutants(instance, &claim).into_iter().map(|(_, mutant)| Claim::Forest(mutant)));
        claims.push(Claim::Forest(claim));
    }
    if let Some(claim) = flows::table(&halts, &traps) {
        let mutants = flows::mutants_of_rows(instance, &claim).into_iter();
        let mutants = mutants.chain(flows::mutants_of_traps(instance, &claim));
        claims.extend(mutants.map(|(_, mutant)| Claim::Flows(mutant)));
        claims.push(Claim::Flows(claim));
    }
    claims
}

/// Whether a certificate can say it: all vertices have names, and there is one count for each of them.
fn has_words(instance: &Instance, claim: &Claim) -> bool {
    let vertices = instance.graph().vertex_count();
    let known = |v: &VertexId| v.index() < vertices;
    let named = |traps: &[Vec<VertexId>]| traps.iter().flatten().all(known);
    let is_exit = |traps: &[Vec<VertexId>], exit: &Exit| match exit {
        Exit::Sink(v) => known(v),
        Exit::Trap(number) => *number < traps.len(),
    };
    match claim {
        Claim::Walk(c) => known(&c.from) && known(&c.exit) && c.departures.len() == vertices,
        Claim::Trap(c) => known(&c.from) && c.trap.iter().all(known) && c.departures.len() == vertices,
        Claim::Route(c) => {
            named(&c.traps) && [&c.particles, &c.departures, &c.sinks].iter().all(|m| m.len() == vertices)
        }
        Claim::Forest(c) => {
            named(&c.traps)
                && c.turns.len() == vertices
                && c.exits.len() == vertices
                && c.exits.as_slice().iter().all(|exit| is_exit(&c.traps, exit))
        }
        Claim::Flows(c) => {
            named(&c.traps)
                && c.flows.vertex_count() == vertices
                && c.flows.heads().iter().all(known)
                && c.exits.len() == vertices
                && c.exits.as_slice().iter().all(|exit| is_exit(&c.traps, exit))
        }
        Claim::Game(_) => false,
    }
}

fn kind(claim: &Claim) -> &'static str {
    match claim {
        Claim::Walk(_) => "walk",
        Claim::Trap(_) => "trap",
        Claim::Route(_) => "route",
        Claim::Forest(_) => "forest",
        Claim::Flows(_) => "flows",
        Claim::Game(_) => "game",
    }
}

/// The verdicts of the extracted judge on all of these lines, in one process.
fn extracted(lines: String) -> Vec<String> {
    let mut judge =
        Command::new(JUDGE).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = judge.stdin.take().unwrap();
    // It answers while it reads: both ends must be served at once.
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()).unwrap());
    let output = judge.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_judge_extracted_from_the_proofs_agrees_about_every_kind() {
    if !Path::new(JUDGE).exists() {
        println!("not run: `cargo xtask proofs` has not built {JUDGE}");
        return;
    }
    let mut dice = Dice::new(2_026);
    let (mut lines, mut asked) = (String::new(), Vec::new());
    for round in 0..INSTANCES {
        let instance = if round % 2 == 0 { small_forest(&mut dice) } else { small_graph(&mut dice) };
        let mut text = Vec::new();
        json::write(&instance, Rule::MoveThenTurn, &mut text).unwrap();
        let mut instance_line = String::from_utf8(text).unwrap().replace('\n', " ");
        for claim in claims(&instance, &mut dice) {
            if !has_words(&instance, &claim) {
                continue;
            }
            let text = certificate::write(&instance, &claim);
            lines += &format!("{}\n{}\n", std::mem::take(&mut instance_line), text.trim_end());
            // What a certificate cannot say twice, such as a row, is refused by its reader.
            let read = certificate::read(text.as_bytes(), &instance);
            let accepted = read.is_ok_and(|claim| certify(&instance, claim).is_ok());
            asked.push((kind(&claim), accepted, format!("{instance}\n{text}")));
        }
    }
    let verdicts = extracted(lines);
    assert_eq!(verdicts.len(), asked.len());
    let mut tally = BTreeMap::<_, u32>::new();
    for ((kind, accepted, what), verdict) in asked.iter().zip(&verdicts) {
        assert_eq!(*accepted, verdict == "valid", "the extracted judge says {verdict}\n{what}");
        *tally.entry((kind, accepted)).or_default() += 1;
    }
    println!("{tally:?}");
    assert_eq!(tally.len(), 10, "every kind is accepted and refused: {tally:?}");
    assert!(tally.values().all(|&count| count >= 100), "{tally:?}");
    assert!(asked.len() > 10_000);
}

const INSTANCES: usize = 60;
