//! What every question of the algebra owes, on thousands of small nasty graphs.
//!
//! A question is asked of a [`Case`]: an instance with everything that any question needs besides. Its answer owes the
//! [`OBLIGATIONS`], which [`owe`] demands one after the other; `Instances::check` makes an instance smaller on which one of
//! them is not met. At the end two things are pinned: how many pairs of an obligation and an instance were checked, for each
//! question, and how often each kind of answer was seen. A question whose obligations were seldom due has not been tested.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod examples;
#[path = "../../rotor-certify/tests/extracted_judge/mod.rs"]
mod extracted_judge;
mod forged;
mod questions;
mod reference;

use extracted_judge::{Comparison, mutants};
use num_bigint::{BigInt, BigUint};
use questions::{QUESTIONS, Question, TOUR};
use rotor_algebra::{Ground, aggregate, moment};
use rotor_certify::certify_aggregate;
use rotor_format::certificate;
use rotor_generate::{Dice, Instances, budget, draw, walk_bound};
use rotor_graph::{Configuration, Instance, Moment, Multigraph, Names, Owner, VertexId, VertexMap};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An instance, and everything that is asked about it.
#[derive(Clone, Debug)]
struct Case {
    /// Without players.
    instance: Instance,
    /// No walk is longer.
    walks: u64,
    configurations: u64,
    from: VertexId,
    /// Other rotors.
    other: Configuration,
    chips: VertexMap<BigInt>,
    steps: u32,
    particles: u32,
}

impl Case {
    fn draw(instance: &Instance, dice: &mut Dice) -> Self {
        let graph = instance.graph();
        let bare = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
        let negative = if dice.chance(0.5) { 12 } else { 0 };
        let mut chips = |_| BigInt::from(dice.below(12)) - dice.below(negative);
        let chips = VertexMap::from_vec(graph.vertices().map(&mut chips).collect());
        let bits = dice.between(1..=15);
        Self {
            walks: walk_bound(graph),
            configurations: reference::configuration_count(graph),
            from: VertexId::new(dice.below(graph.vertex_count() as u32)),
            other: Configuration::from_positions(graph, |u| dice.below(graph.out_degree(u))),
            chips,
            steps: dice.below(1 << bits),
            particles: dice.between(1..=100),
            instance: instance.clone().with_owners(bare).unwrap(),
        }
    }

    fn graph(&self) -> &Multigraph {
        self.instance.graph()
    }

    fn rotors(&self) -> &Configuration {
        self.instance.rotors()
    }

    fn moment_after(&self, steps: &BigUint) -> Moment {
        moment(self.graph(), self.rotors(), self.from, steps, &mut ()).unwrap()
    }

    /// The same with vertex u in the place `place[u]`.
    fn relabelled(&self, place: &VertexMap<VertexId>) -> Self {
        let graph = self.graph();
        let old = moved(&VertexMap::from_vec(graph.vertices().collect()), place);
        let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
        for &u in old.as_slice() {
            heads.extend(graph.heads(u).iter().map(|&v| place[v]));
            first.push(heads.len() as u32);
            names.push(self.instance.name(u));
        }
        let graph = Multigraph::from_rows(first, heads).unwrap();
        let carried = |rotors: &Configuration| {
            Configuration::from_positions(&graph, |u| match graph.is_sink(u) {
                true => 0,
                false => rotors.position(self.graph(), old[u]),
            })
        };
        let [rotors, other] = [self.rotors(), &self.other].map(carried);
        Self {
            instance: Instance::new(graph, names).unwrap().with_rotors(rotors),
            from: place[self.from],
            other,
            chips: moved(&self.chips, place),
            ..*self
        }
    }
}

/// What is noted of u, noted of `place[u]`.
fn moved<T: Clone>(map: &VertexMap<T>, place: &VertexMap<VertexId>) -> VertexMap<T> {
    let mut pairs: Vec<_> = place.as_slice().iter().zip(map.as_slice()).collect();
    pairs.sort_by_key(|(place, _)| **place);
    VertexMap::from_vec(pairs.into_iter().map(|(_, value)| value.clone()).collect())
}

/// The places that vertices had before they were relabelled, so that two answers can be compared as texts.
struct Before(VertexMap<VertexId>);

impl Before {
    fn vertex(&self, u: VertexId) -> VertexId {
        self.0[u]
    }

    fn map<T: Clone>(&self, map: &VertexMap<T>) -> Vec<T> {
        moved(map, &self.0).as_slice().to_vec()
    }

    /// A trap by its least vertex.
    fn trap(&self, trap: &[VertexId]) -> Option<VertexId> {
        trap.iter().map(|&u| self.0[u]).min()
    }

    /// What is noted of each trap, in the order of their least vertices.
    fn traps<T: Clone + Ord>(&self, traps: &[Vec<VertexId>], noted: &[T]) -> Vec<(Option<VertexId>, T)> {
        let mut noted: Vec<_> =
            traps.iter().zip(noted).map(|(trap, noted)| (self.trap(trap), noted.clone())).collect();
        noted.sort();
        noted
    }
}

/// What a question owes; the numbers of pairs are counted in this order.
const OBLIGATIONS: [&str; 6] = [
    "the reference answer",
    "the checker's yes",
    "the extracted checker's yes",
    "no false claim",
    "the same again",
    "the same under other labels",
];

/// How often each obligation of each question was met, and what was seen meanwhile.
#[derive(Default)]
struct Tally {
    /// The question that is being asked.
    id: &'static str,
    pairs: BTreeMap<&'static str, [u64; OBLIGATIONS.len()]>,
    seen: BTreeMap<(&'static str, &'static str), u64>,
    /// None if the extracted checker is not built.
    comparison: Option<Comparison>,
}

impl Tally {
    fn see(&mut self, what: &'static str, times: usize) {
        *self.seen.entry((self.id, what)).or_default() += times as u64;
    }

    /// Demands an obligation, which `holds` checks.
    fn demand(&mut self, obligation: usize, holds: impl FnOnce(&mut Self)) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| holds(self))) {
            let words = payload.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default();
            panic!("{} owes {}: {words}", self.id, OBLIGATIONS[obligation]);
        }
        self.pairs.entry(self.id).or_default()[obligation] += 1;
    }
}

/// Demands everything that a question owes for one instance.
fn owe(question: &Question, case: &Case, dice: &mut Dice, tally: &mut Tally) {
    if !(question.is_small)(case) {
        return;
    }
    tally.id = question.id;
    let found = (question.answer)(case);
    tally.demand(0, |tally| found.compare(case, dice, tally));
    let verdicts = found.check(case);
    if !verdicts.is_empty() {
        tally.demand(1, |_| verdicts.into_iter().for_each(Result::unwrap));
    }
    // The extracted checker is asked at the end, in one process; what it is asked differs in one number from the truth.
    let claim = found.claim().filter(|_| case.walks <= 1_000 && dice.below(50) == 0);
    if let (Some(comparison), Some(claim)) = (&mut tally.comparison, claim) {
        let text = certificate::write(&case.instance, &claim);
        comparison.ask_texts(&case.instance, mutants(&text).into_iter().chain([text]));
        tally.demand(2, |_| ());
    }
    let forged = found.forged(case, dice);
    if let Some((kind, forged)) = dice.pick(&forged) {
        let verdicts = forged.check(case);
        tally.demand(3, |_| {
            assert!(
                !verdicts.is_empty() && verdicts.iter().all(Result::is_err),
                "another {kind} is accepted: {found:?}"
            )
        });
        tally.see(kind, 1);
    }
    tally.demand(4, |_| assert_eq!((question.answer)(case), found));
    let mut place: Vec<VertexId> = case.graph().vertices().collect();
    let before = Before(VertexMap::from_vec(place.clone()));
    dice.shuffle(&mut place);
    let place = VertexMap::from_vec(place);
    tally.demand(5, |_| {
        let other = case.relabelled(&place);
        let back = Before(moved(&before.0, &place));
        assert_eq!((question.answer)(&other).told(&other, &back), found.told(case, &before));
    });
}

/// Aggregates are grown on lattices, not on instances: each counts as one.
fn aggregates(tally: &mut Tally) {
    tally.id = "aggregate";
    for ground in [Ground::Square, Ground::Tree(2), Ground::Tree(3), Ground::Tree(5)] {
        for particles in [0, 1, 2, 5, 17, 100, 333] {
            let claim = aggregate(ground, particles, &mut ()).unwrap();
            tally.demand(0, |_| reference::is_the_walked_one(ground, &claim));
            tally.demand(1, |_| drop(certify_aggregate(claim.clone(), &mut ()).unwrap()));
            tally.demand(4, |_| assert_eq!(aggregate(ground, particles, &mut ()).unwrap(), claim));
            if particles >= 5 {
                let [mut more, mut elsewhere, mut fewer] = [(); 3].map(|()| claim.clone());
                let left = |site: &usize| claim.departures[*site] > 0;
                // One more turn of every rotor sends particles to sites outside.
                let turned = (0..claim.departures.len()).filter(left);
                turned.for_each(|site| more.departures[site] += claim.lattice.degree() as u64);
                elsewhere.occupied[claim.lattice.origin()] = false;
                fewer.departures[(0..claim.departures.len()).find(left).unwrap()] -= 1;
                tally.demand(3, |_| {
                    for forged in [more, elsewhere, fewer] {
                        assert!(certify_aggregate(forged, &mut ()).is_err(), "{ground:?} {particles}");
                    }
                });
            }
        }
    }
}

/// For each question the least numbers of instances for which it met its obligations, in the order of [`OBLIGATIONS`], so
/// that no question makes up for another. The extracted checker is pinned on its own: it need not be built.
const LEAST: [(&str, [usize; OBLIGATIONS.len()]); 12] = [
    ("group", [1_900, 1_900, 0, 1_700, 1_900, 1_900]),
    ("class", [1_900, 1_900, 0, 1_700, 1_900, 1_900]),
    ("chips", [1_800, 1_800, 0, 1_800, 1_800, 1_800]),
    ("identity", [1_800, 1_800, 0, 1_800, 1_800, 1_800]),
    ("harmonic", [1_700, 1_700, 0, 1_700, 1_700, 1_700]),
    ("signed route", [1_800, 1_800, 0, 1_800, 1_800, 1_800]),
    ("moment", [1_900, 1_900, 0, 1_700, 1_900, 1_900]),
    ("tour", [2_000, 2_000, 0, 600, 2_000, 2_000]),
    ("hits", [1_800, 1_100, 0, 1_100, 1_800, 1_800]),
    ("rounds", [1_900, 0, 0, 0, 1_900, 1_900]),
    ("listing", [900, 900, 0, 900, 900, 900]),
    ("aggregate", [28, 28, 0, 16, 28, 0]),
];

/// What has to be seen more often than other kinds of answers and forgeries.
const SEEN: [(&str, &str, usize); 12] = [
    ("group", "enumerated", 1_000),
    ("group", "a last generator of one chip", 1_000),
    ("class", "another class by routing", 400),
    ("chips", "negative", 700),
    ("chips", "chips in traps", 900),
    ("identity", "all recurrent piles", 900),
    ("identity", "scripts that fire a vertex twice", 900),
    ("signed route", "both signs", 700),
    ("moment", "on a sink before", 900),
    ("tour", "endless", 600),
    ("tour", "in an Eulerian trap", 150),
    ("hits", "a whole period", 1_300),
];

#[test]
fn every_question_meets_its_obligations() {
    let mut tally = Tally { comparison: Comparison::new(), ..Tally::default() };
    Instances::small(72).check(budget(2_000), |instance, dice| {
        let case = &Case::draw(instance, dice);
        QUESTIONS.iter().for_each(|question| owe(question, case, dice, &mut tally));
    });
    // Undirected graphs without a sink are one Eulerian trap, which the stream seldom has.
    for number in 0..budget(300) {
        let (id, dice) = (["cycle", "wheel", "torus"][number % 3], &mut Dice::new(number as u64));
        let instance = draw(id, &[("n", dice.between(2..=6)), ("sink", 0)], dice).unwrap();
        owe(&TOUR, &Case::draw(&instance, dice), dice, &mut tally);
    }
    aggregates(&mut tally);
    let Tally { pairs, seen, comparison, .. } = tally;
    for (id, least) in LEAST {
        for ((obligation, met), least) in OBLIGATIONS.iter().zip(pairs[id]).zip(least) {
            // Aggregates are the same ones however many instances are drawn.
            let least = if id == "aggregate" { least } else { budget(least) };
            assert!(met >= least as u64, "{id} owed {obligation} for {met} instances: {pairs:?}");
        }
    }
    let times = |kind| seen.get(&kind).copied().unwrap_or_default();
    for (id, what, least) in SEEN {
        assert!(times((id, what)) >= budget(least) as u64, "{id}: {what}, {seen:?}");
    }
    assert!(seen.values().all(|&times| times >= budget(25) as u64), "{seen:?}");
    assert_eq!(seen.len(), 59, "a kind was not seen at all: {seen:?}");
    if let Some(comparison) = comparison {
        let verdicts = comparison.agree();
        assert!(verdicts.values().all(|&count| count as usize > budget(10)), "{verdicts:?}");
        assert_eq!(verdicts.len(), 16, "every kind is accepted and refused: {verdicts:?}");
    }
    eprintln!("obligations × instances: {}", pairs.values().flatten().sum::<u64>());
}
