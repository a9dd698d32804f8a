//! Mutants: every number, name and list of thousands of true certificates is changed, and the checker must see it.
//!
//! True claims come from plain simulation, and so does the verdict that each mutant deserves: the checker has to agree with it
//! both ways. Some mutants still prove what they claim (a switching flow may hold more than the walk), so every kind of change
//! is tallied, and a kind of which none was refuted fails the test. The mutants of the first instances also go to the checker
//! that is extracted from the proofs.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

#[path = "../extracted_judge/mod.rs"]
mod extracted_judge;
mod games;
mod reference;
mod visitor;

use extracted_judge::Comparison;
use num_bigint::BigUint;
use reference::{
    Halts, Truth, deserves, forest_claim, is_forest, is_same_table, moment_claim, route_claim, table, truth,
    walk_claim,
};
use rotor_certify::{Unproved, certify};
use rotor_format::certificate;
use rotor_generate::{Dice, Instances, budget};
use rotor_graph::{Claim, FlowClaim, FlowShape, Instance, StoppingGraph, StrategySet, VertexId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use visitor::{Edit, edits};

/// Where the verdicts stand in a tally.
const REFUTED: usize = 0;
const ACCEPTED: usize = 1;
const UNREADABLE: usize = 2;

/// The verdicts on mutants by kind of change.
struct Trial {
    tally: BTreeMap<String, [u32; 3]>,
    certified: usize,
    /// Of how many changes of a certificate one is tried.
    of: u32,
    comparison: Option<Comparison>,
}

impl Trial {
    fn one_of(of: u32) -> Self {
        Self { tally: BTreeMap::new(), certified: 0, of, comparison: Comparison::new() }
    }

    /// Certifies a true claim, and judges its mutants; `may_be` says whether a verdict is right.
    fn run(
        &mut self,
        instance: &Instance,
        claim: Claim,
        dice: &mut Dice,
        may_be: impl Fn(&Claim, bool) -> bool,
    ) {
        let text = certificate::write(instance, &claim);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(may_be(&claim, true), "the reference refuses {text}");
        certify(instance, claim, &mut ())
            .unwrap_or_else(|refutation| panic!("{}\n{text}", refutation.describe(instance)));
        self.certified += 1;
        let mut texts = vec![text];
        let edits = edits(instance, &value);
        let mut readable: Vec<&Edit> = Vec::new();
        for edit in &edits {
            if dice.below(self.of) > 0 {
                continue;
            }
            let mutant = edit.applied(&value);
            let moves = edit.kind.starts_with("departures") || edit.kind.starts_with("particles");
            let mut is_readable = true;
            for mutant in if moves { steps_of(&mutant) } else { vec![mutant.clone()] } {
                is_readable &= self.judge(instance, &edit.kind, &mutant, &may_be, &mut texts);
            }
            if !is_readable {
                continue;
            }
            if let Some(second) = dice.pick(&readable).filter(|second| edit.is_apart_from(second)) {
                self.judge(instance, "two changes", &second.applied(&mutant), &may_be, &mut texts);
            }
            readable.push(edit);
        }
        if let Some(comparison) = self.comparison.as_mut().filter(|_| self.certified < budget(60)) {
            comparison.ask_texts(instance, texts);
        }
    }

    /// Judges one mutant; returns whether it can be read.
    fn judge(
        &mut self,
        instance: &Instance,
        kind: &str,
        mutant: &Value,
        may_be: impl Fn(&Claim, bool) -> bool,
        texts: &mut Vec<String>,
    ) -> bool {
        let text = mutant.to_string();
        let verdict = match certificate::read(text.as_bytes(), instance, &mut ()) {
            Err(_) => UNREADABLE,
            Ok(claim) => {
                let accepted = certify(instance, claim.clone(), &mut ()).is_ok();
                assert!(
                    may_be(&claim, accepted),
                    "{kind}: accepted is {accepted}, which is wrong, for {text}"
                );
                if accepted { ACCEPTED } else { REFUTED }
            }
        };
        self.tally.entry(kind.to_owned()).or_default()[verdict] += 1;
        texts.push(text);
        verdict != UNREADABLE
    }

    /// There were this many certificates, kinds of change and refuted mutants, the other checker agrees, and of each kind of
    /// change some were refuted or could not be read, but for those that change nothing.
    fn finish(
        self,
        certified: usize,
        kinds: usize,
        refuted: usize,
        change_nothing: &[&str],
    ) -> BTreeMap<String, [u32; 3]> {
        let all_refuted: u32 = self.tally.values().map(|verdicts| verdicts[REFUTED]).sum();
        println!(
            "{} certificates, {} kinds of change, {all_refuted} refuted",
            self.certified,
            self.tally.len()
        );
        for (kind, [refuted, accepted, unreadable]) in &self.tally {
            println!("{kind}: {refuted} refuted, {accepted} accepted, {unreadable} unreadable");
        }
        assert!(self.certified >= budget(certified), "{} certificates", self.certified);
        let always = self.tally.iter().filter(|(_, verdicts)| verdicts[REFUTED] + verdicts[UNREADABLE] == 0);
        assert_eq!(always.map(|(kind, _)| &**kind).collect::<Vec<_>>(), change_nothing);
        // A larger number is a number: the reader takes it, and leaves it to the checker.
        let larger =
            self.tally.iter().filter(|(kind, _)| ["+ 1", "* 2"].iter().any(|end| kind.ends_with(end)));
        let refused: Vec<_> = larger.filter(|(_, verdicts)| verdicts[UNREADABLE] > 0).collect();
        assert!(refused.is_empty(), "the reader refuses {refused:?}");
        assert!(all_refuted as usize >= budget(refuted), "{all_refuted} refuted");
        let is_whole = budget(1_000) >= 1_000;
        assert!(!is_whole || self.tally.len() >= kinds, "{} kinds of change", self.tally.len());
        if let Some(comparison) = self.comparison {
            let tally = comparison.agree();
            let both = |kind: &String| [true, false].map(|accepted| tally.get(&(kind.clone(), accepted)));
            for (kind, _) in tally.keys().filter(|_| is_whole) {
                let is_tried = both(kind).iter().all(|seen| seen.is_some_and(|&seen| seen > 20));
                assert!(is_tried, "{kind}: {:?} accepted and refused", both(kind));
            }
        }
        self.tally
    }
}

/// The certificate as it is, and if it claims a number of steps, without them and with the sum of its departures.
fn steps_of(certificate: &Value) -> Vec<Value> {
    let mut variants = vec![certificate.clone()];
    if certificate.get("steps").is_some() {
        let mut without = certificate.clone();
        without.as_object_mut().unwrap().shift_remove("steps");
        let departures = certificate.get("departures").and_then(Value::as_object);
        let numbers = departures
            .map(|departures| departures.values().map(|count| count.as_str()?.parse::<BigUint>().ok()));
        if let Some(sum) = numbers.and_then(Iterator::sum::<Option<BigUint>>) {
            let mut with_sum = certificate.clone();
            with_sum["steps"] = json!(sum.to_string());
            variants.push(with_sum);
        }
        variants.push(without);
    }
    variants
}

/// The verdict is the deserved one, if anybody knows that.
fn by_definition(instance: &Instance) -> impl Fn(&Claim, bool) -> bool {
    |claim, accepted| deserves(instance, claim).is_none_or(|deserved| deserved == accepted)
}

fn some_vertex(instance: &Instance, dice: &mut Dice) -> VertexId {
    VertexId::new(dice.below(instance.graph().vertex_count() as u32))
}

fn traps(instance: &Instance) -> Vec<Vec<VertexId>> {
    StoppingGraph::of(instance.graph()).traps().members().to_vec()
}

#[test]
fn a_walk_is_certified_exactly_if_simulation_agrees() {
    let mut trial = Trial::one_of(1);
    Instances::small(20_170).check(budget(400), |instance, dice| {
        let from = some_vertex(instance, dice);
        if let Some(claim) = walk_claim(instance, from) {
            trial.run(instance, Claim::Flow(claim), dice, by_definition(instance));
        }
    });
    trial.finish(380, 34, 42_000, &["steps removed", "trap swapped"]);
}

#[test]
fn a_moment_is_certified_exactly_if_simulation_agrees() {
    let mut trial = Trial::one_of(1);
    Instances::small(20_171).check(budget(400), |instance, dice| {
        let moment = moment_claim(instance, some_vertex(instance, dice), dice.below(60).into());
        trial.run(instance, Claim::Flow(moment.into()), dice, by_definition(instance));
    });
    trial.finish(380, 18, 20_000, &[]);
}

#[test]
fn many_particles_are_certified_exactly_if_simulation_agrees() {
    let mut trial = Trial::one_of(4);
    Instances::small(2_025).check(budget(400), |instance, dice| {
        let starts: Vec<_> = (0..dice.between(0..=9)).map(|_| some_vertex(instance, dice)).collect();
        if let Some(claim) = route_claim(instance, &starts) {
            trial.run(instance, Claim::Flow(claim), dice, by_definition(instance));
        }
    });
    trial.finish(380, 65, 32_000, &["steps removed"]);
}

#[test]
fn a_forest_is_certified_exactly_if_simulation_agrees() {
    let mut trial = Trial::one_of(4);
    Instances::small(41).check(budget(400), |instance, dice| {
        let traps = traps(instance);
        let halts = Halts::of(instance, &traps).unwrap();
        if let Some(claim) = forest_claim(&halts, &traps) {
            trial.run(instance, Claim::Forest(claim), dice, by_definition(instance));
        }
    });
    trial.finish(380, 31, 23_000, &[]);
}

#[test]
fn return_flows_are_certified_exactly_if_simulation_agrees() {
    let mut trial = Trial::one_of(12);
    Instances::small(2_022).check(budget(400), |instance, dice| {
        let Truth::Certificate(claim) = truth(instance, &traps(instance)) else { return };
        let by_definition = by_definition(instance);
        trial.run(instance, Claim::Flows(claim.clone()), dice, |mutant, accepted| match mutant {
            // The simulations are those that made the true claim.
            Claim::Flows(mutant) if mutant.traps == claim.traps => {
                accepted == is_same_table(instance, &claim, mutant)
            }
            _ => by_definition(mutant, accepted),
        });
    });
    trial.finish(200, 42, 5_700, &["flows swapped"]);
}

/// Claims about games come from a slow recursion over the tree that turns every rotor arc by arc for every decision; what is true
/// comes from playing, all strategies against all. A mutant that is accepted must still be true.
fn games_are_refuted_or_true(set: StrategySet, seed: u64) {
    let mut trial = Trial::one_of(2);
    let (mut claims, mut played) = (0, 0);
    Instances::small(seed).check(budget(400), |instance, dice| {
        if !is_forest(&Halts::of(instance, &[]).unwrap()) {
            return;
        }
        let (from, endless) = (some_vertex(instance, dice), i64::from(dice.below(5)) - 2);
        let claim = games::claim(instance, from, set, endless);
        claims += 1;
        played += u32::from(games::is_true(instance, &claim) == Some(true));
        trial.run(instance, Claim::Game(claim), dice, |claim, accepted| {
            let Claim::Game(claim) = claim else { unreachable!("the kind is never changed") };
            !accepted || games::is_true(instance, claim) != Some(false)
        });
    });
    println!("{played} of {claims} claims are played to the end");
    assert!(played * 10 > claims * 8, "{played} of {claims} claims are played to the end");
    let tally = trial.finish(133, 68, 8_900, &["at_least swapped", "more_than swapped"]);
    // Only these changes may leave a claim about a game true.
    let may_survive = [
        "at_least swapped",
        "at_least.value is another",
        "endless_value is another",
        "from is another",
        "max is another",
        "max swapped",
        "min is another",
        "min swapped",
        "more_than swapped",
        "more_than.value is another",
        "strategies is another",
        "two changes",
    ];
    let survived = tally.iter().filter(|(_, verdicts)| verdicts[ACCEPTED] > 0).map(|(kind, _)| &**kind);
    let wrong: Vec<_> = survived.filter(|kind| !may_survive.contains(kind)).collect();
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_game_of_starts_is_refuted_or_true() {
    games_are_refuted_or_true(StrategySet::Start, 41);
}

#[test]
fn a_game_of_orders_is_refuted_or_true() {
    games_are_refuted_or_true(StrategySet::Order, 42);
}

#[test]
fn a_game_of_free_players_is_refuted_or_true() {
    games_are_refuted_or_true(StrategySet::Free, 43);
}

#[test]
fn extra_circulation_proves_the_exit_but_not_the_steps() {
    let mut circulations = 0;
    Instances::small(2_017).check(budget(600), |instance, _| {
        let halts = Halts::of(instance, &[]).unwrap();
        for from in instance.graph().vertices() {
            let Some(claim) = walk_claim(instance, from) else { continue };
            if claim.shape != FlowShape::Walk {
                continue;
            }
            // The next arcs of all vertices after the walk: a cycle of them is a circulation.
            let next = |v: VertexId| {
                let left = claim.departures[v].iter_u64_digits().next().unwrap_or(0);
                halts.is_active(v).then(|| halts.head(v, left))
            };
            for start in halts.active() {
                let mut cycle = vec![start];
                while let Some(v) = cycle.last().and_then(|&v| next(v)).filter(|v| !cycle.contains(v)) {
                    cycle.push(v);
                }
                if cycle.last().and_then(|&v| next(v)) != Some(start) {
                    continue;
                }
                let mut more = FlowClaim { steps: None, ..claim.clone() };
                cycle.iter().for_each(|&v| more.departures[v] += 1u32);
                assert!(certify(instance, more.clone(), &mut ()).is_ok(), "a switching flow proves its exit");
                let sum = more.departures.as_slice().iter().sum();
                for steps in [claim.steps.clone(), Some(sum)] {
                    let claim = FlowClaim { steps, ..more.clone() };
                    let Err(Unproved::Refuted(refutation)) = certify(instance, claim, &mut ()) else {
                        panic!("the steps of a circulation are proved");
                    };
                    assert!(refutation.equation.contains("cycle of last arcs"), "{refutation}");
                    assert!(refutation.vertex.is_some_and(|v| cycle.contains(&v)), "{refutation}");
                    assert_eq!(refutation.left, cycle.len().to_string(), "{refutation}");
                }
                circulations += 1;
            }
        }
    });
    assert!(circulations > budget(500), "{circulations} circulations");
}

/// In a closed set that is larger than a trap, flows that are finite would pass for +∞.
#[test]
fn only_strongly_connected_closed_sets_are_cut_as_traps() {
    let (mut cut, mut larger) = (0, 0);
    Instances::small(7).check(budget(4_000), |instance, _| {
        let halts = Halts::of(instance, &[]).unwrap();
        let lost: Vec<_> = instance.graph().vertices().filter(|&v| !halts.can_halt(v, None)).collect();
        let is_trap = traps(instance) == [lost.clone()];
        let Truth::Certificate(claim) = truth(instance, &[lost]) else { return };
        match certify(instance, claim, &mut ()) {
            Ok(_) => assert!(is_trap),
            Err(refutation) => {
                assert!(!is_trap, "{refutation}");
                assert!(refutation.to_string().contains("paths within trap 0 "), "{refutation}");
            }
        }
        *if is_trap { &mut cut } else { &mut larger } += 1;
    });
    assert!(cut > budget(200) && larger > budget(80), "{cut} traps, {larger} larger sets");
}

#[test]
fn a_table_proves_nothing_on_a_graph_that_is_not_a_forest() {
    let (mut forests, mut others) = (0, 0);
    Instances::small(8).check(budget(3_000), |instance, _| {
        let traps = traps(instance);
        let halts = Halts::of(instance, &traps).unwrap();
        let Some(claim) = table(&halts, &traps) else { return };
        let verdict = certify(instance, claim, &mut ());
        if is_forest(&halts) {
            assert!(verdict.is_ok());
            forests += 1;
        } else {
            let refutation = verdict.unwrap_err();
            assert!(refutation.to_string().contains("undirected cycles through"), "{refutation}");
            others += 1;
        }
    });
    assert!(forests > budget(500) && others > budget(500), "{forests} forests, {others} others");
}
