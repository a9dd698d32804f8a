//! Mutants of game claims.

use crate::play::is_true;
use crate::slow_tables::{claim, decisions};
use rotor_certify::certify_game;
use rotor_generate::{Dice, small_game};
use rotor_graph::{Count, GameClaim, Instance, Pair, PairEntry, PairTable, Strategy, StrategySet, VertexId};
use std::collections::BTreeMap;

type Mutants = Vec<(&'static str, GameClaim)>;

fn of_tables(instance: &Instance, claim: &GameClaim, mutants: &mut Mutants) {
    let with = |strict: bool, table: Vec<PairEntry>| {
        let mut mutant = claim.clone();
        *if strict { &mut mutant.more_than } else { &mut mutant.at_least } = PairTable(table);
        mutant
    };
    for (strict, PairTable(table)) in [(false, &claim.at_least), (true, &claim.more_than)] {
        for at in 0..table.len() {
            let mut put = |kind, wins: bool, flow: Count| {
                let mut changed = table.clone();
                changed[at].pair = Pair { wins, flow };
                if changed != *table {
                    mutants.push((kind, with(strict, changed)));
                }
            };
            let Pair { wins, flow } = table[at].pair.clone();
            put("value", !wins, flow.clone());
            put("flow = 0", wins, 0.into());
            put("flow = 1", wins, Count::one());
            put("flow = inf", wins, Count::Infinite);
            if let Count::Finite(flow) = flow {
                put("flow + 1", wins, (flow.clone() + 1u32).into());
                put("flow - 1", wins, (&flow - 1u32).into());
            }
            let mut fewer = table.clone();
            let entry = fewer.remove(at);
            mutants.push(("entry removed", with(strict, fewer)));
            mutants.push(("entry twice", with(strict, [table.clone(), vec![entry.clone()]].concat())));
            let far = PairEntry { from: VertexId::new(instance.graph().vertex_count() as u32), ..entry };
            mutants.push(("entry added", with(strict, [table.clone(), vec![far]].concat())));
            for other in at + 1..table.len() {
                let mut swapped = table.clone();
                (swapped[at].pair, swapped[other].pair) = (table[other].pair.clone(), table[at].pair.clone());
                if swapped != *table {
                    mutants.push(("pairs swapped", with(strict, swapped)));
                }
            }
        }
        for to in instance.graph().vertices() {
            let pair = Pair { wins: strict, flow: Count::one() };
            let entry = PairEntry { from: claim.from, to, pair };
            mutants.push(("entry added", with(strict, [table.clone(), vec![entry]].concat())));
        }
    }
    let (at_least, more_than) = (claim.more_than.clone(), claim.at_least.clone());
    mutants.push(("tables swapped", GameClaim { at_least, more_than, ..claim.clone() }));
}

fn of_strategies(instance: &Instance, claim: &GameClaim, mutants: &mut Mutants) {
    let with = |strategy: Strategy, of_max: bool| {
        let mut mutant = claim.clone();
        *if of_max { &mut mutant.max } else { &mut mutant.min } = strategy;
        mutant
    };
    for (strategy, of_max) in [(&claim.max, true), (&claim.min, false)] {
        for (at, (v, decision)) in strategy.decisions.iter().enumerate() {
            for other in decisions(instance, claim.strategies, *v) {
                if other != *decision {
                    let mut changed = strategy.clone();
                    changed.decisions[at].1 = other;
                    mutants.push(("decision", with(changed, of_max)));
                }
            }
            for set in StrategySet::ALL.into_iter().filter(|&set| set != claim.strategies) {
                let mut changed = strategy.clone();
                changed.decisions[at].1 = decisions(instance, set, *v).remove(0);
                mutants.push(("decision of another set", with(changed, of_max)));
            }
            let mut changed = strategy.clone();
            changed.decisions.remove(at);
            mutants.push(("decision removed", with(changed, of_max)));
            let mut changed = strategy.clone();
            changed.decisions.insert(at, (*v, decision.clone()));
            mutants.push(("decision twice", with(changed, of_max)));
        }
    }
    let (max, min) = (claim.min.clone(), claim.max.clone());
    mutants.push(("players swapped", GameClaim { max, min, ..claim.clone() }));
}

fn of_the_rest(instance: &Instance, claim: &GameClaim, mutants: &mut Mutants) {
    let mut put = |kind, mutant: GameClaim| {
        if mutant != *claim {
            mutants.push((kind, mutant));
        }
    };
    for value in -4..=5 {
        put("value of the game", GameClaim { value, ..claim.clone() });
    }
    for endless_value in [-7, claim.endless_value - 1, claim.endless_value + 1, 7] {
        put("endless value", GameClaim { endless_value, ..claim.clone() });
    }
    for from in instance.graph().vertices() {
        put("start", GameClaim { from, ..claim.clone() });
    }
    put("start", GameClaim { from: VertexId::new(u32::MAX), ..claim.clone() });
    for strategies in StrategySet::ALL {
        put("set of strategies", GameClaim { strategies, ..claim.clone() });
    }
}

/// All mutants of a claim, with what was changed.
pub(crate) fn mutants(instance: &Instance, claim: &GameClaim) -> Mutants {
    let mut mutants = Mutants::new();
    of_tables(instance, claim, &mut mutants);
    of_strategies(instance, claim, &mut mutants);
    of_the_rest(instance, claim, &mut mutants);
    mutants
}

/// How often mutants of each kind were refuted, and how often they were accepted and true.
fn try_mutants(set: StrategySet, games: usize, seed: u64) -> BTreeMap<&'static str, (u32, u32)> {
    let mut dice = Dice::new(seed);
    let mut tally: BTreeMap<&'static str, (u32, u32)> = BTreeMap::new();
    let (mut certified, mut played) = (0, 0);
    for _ in 0..games {
        let instance = small_game(&mut dice);
        let vertices = instance.graph().vertex_count() as u32;
        let from = VertexId::new(dice.below(vertices));
        let endless = i64::from(dice.below(5)) - 2;
        let claim = claim(&instance, from, set, endless);
        certify_game(&instance, claim.clone())
            .unwrap_or_else(|e| panic!("{}\n{instance}\n{claim:?}", e.describe(&instance)));
        certified += 1;
        let Some(truth) = is_true(&instance, &claim) else { continue };
        assert!(truth, "{instance}\n{claim:?}");
        played += 1;
        for (kind, mutant) in mutants(&instance, &claim) {
            let accepted = certify_game(&instance, mutant.clone()).is_ok();
            let (refuted, survived) = tally.entry(kind).or_default();
            *if accepted { survived } else { refuted } += 1;
            if accepted {
                let truth = is_true(&instance, &mutant);
                assert_ne!(truth, Some(false), "{kind} is accepted but false in\n{instance}\n{mutant:?}");
            }
        }
    }
    println!("{}: {certified} certified, {played} played", set.name());
    for (kind, (refuted, survived)) in &tally {
        println!("{kind}: {refuted} refuted, {survived} accepted and true");
    }
    assert!(played * 10 > games * 8, "{played} of {games}");
    assert_eq!(tally.len(), 20, "a kind of mutant never came up");
    assert!(tally.values().all(|&(refuted, _)| refuted > 20), "a kind of mutant was hardly ever refuted");
    tally
}

/// Mutants of these kinds break the claim wherever they are made.
fn assert_never_accepted(tally: &BTreeMap<&'static str, (u32, u32)>, kinds: &[&str]) {
    for kind in kinds {
        assert_eq!(tally[kind].1, 0, "{kind}");
    }
}

const ALWAYS_BROKEN: &[&str] = &[
    "flow = 0",
    "flow = 1",
    "flow = inf",
    "flow + 1",
    "flow - 1",
    "entry twice",
    "decision removed",
    "decision twice",
    "decision of another set",
    "value of the game",
];

#[test]
fn a_claim_about_starts_is_refuted_or_true() {
    assert_never_accepted(&try_mutants(StrategySet::Start, 500, 41), ALWAYS_BROKEN);
}

#[test]
fn a_claim_about_orders_is_refuted_or_true() {
    assert_never_accepted(&try_mutants(StrategySet::Order, 150, 42), ALWAYS_BROKEN);
}

#[test]
fn a_claim_about_free_players_is_refuted_or_true() {
    assert_never_accepted(&try_mutants(StrategySet::Free, 300, 43), ALWAYS_BROKEN);
}
