//! Answers known by name: the examples that the book works by hand, and what is asked of one graph of its own.

use crate::reference::{classes, configuration, configuration_count};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_algebra::{
    Ground, Hits, Members, Order, PathInvariant, Tour, aggregate, burning_script, class_of, fire_plainly,
    group_of, harmonic_measure, harmonic_measure_in_floats, identity, invariant_factors, moment, order_of,
    period_vectors, reduced, rotors_at, stabilise, tour,
};
use rotor_certify::certify;
use rotor_generate::{Dice, budget, draw};
use rotor_graph::{
    Configuration, Instance, Limit, Listing, Multigraph, Stop, Tick, VertexId, VertexMap, parse,
};
use std::collections::BTreeSet;
use std::fmt::Write;

fn pair() -> Instance {
    parse("a: b s\nb: a^2 s\nsink s").unwrap()
}

fn pile(a: i32, b: i32) -> VertexMap<BigInt> {
    VertexMap::from_vec([a, b, 0].map(BigInt::from).to_vec())
}

fn list(graph: &Multigraph, listing: Listing, tick: &mut dyn Tick) -> Result<Vec<Vec<u32>>, Stop> {
    let mut members = Members::of(graph, listing, &[], tick)?;
    std::iter::from_fn(|| Some(members.next(tick).transpose()?.map(|member| member.as_slice().to_vec())))
        .collect()
}

#[test]
fn the_pair_has_the_group_and_the_classes_of_the_chapter() {
    let pair = pair();
    let group = group_of(pair.graph(), &mut ()).unwrap();
    assert_eq!(group.factors, [BigUint::from(4u32)]);
    assert_eq!(group.generators[0], pile(1, 0));
    assert_eq!(group.homomorphism[VertexId::new(1)], [BigInt::from(2)]);
    let mut elements = Vec::new();
    for at_a in 0..2 {
        for at_b in 0..3 {
            let rotors = Configuration::from_positions(pair.graph(), |u| [at_a, at_b, 0][u.index()]);
            elements.extend(class_of(pair.graph(), &group, &rotors));
        }
    }
    assert_eq!(elements, [0, 1, 2, 3, 0, 1].map(BigInt::from));
    assert_eq!(list(pair.graph(), Listing::Forests, &mut ()).unwrap().len(), 4);
}

#[test]
fn the_pair_fires_burns_and_has_the_identity_of_the_chapter() {
    let pair = pair();
    let claim = stabilise(pair.graph(), &pile(2, 0), &mut ()).unwrap();
    let fired = claim.firings[VertexId::new(0)].clone();
    assert_eq!((claim.chips, fired, claim.recurrent), (pile(0, 1), 1u32.into(), true));
    let recurrent = list(pair.graph(), Listing::Recurrent, &mut ()).unwrap();
    assert_eq!(recurrent, [[1, 2, 0], [1, 1, 0], [0, 2, 0], [0, 1, 0]]);
    assert_eq!(identity(pair.graph(), &mut ()).unwrap().chips, pile(0, 2));
}

#[test]
fn the_random_walk_of_the_chapter_ends_with_its_probabilities() {
    let instance = parse("a: s b\nb: a t\nsink s\nsink t").unwrap();
    let claim = harmonic_measure(instance.graph(), VertexId::new(0), &mut ()).unwrap();
    let share = |v: u32| reduced(&claim.sinks[VertexId::new(v)], &claim.denominator);
    assert_eq!([share(2), share(3)], [(2u32.into(), 3u32.into()), (1u32.into(), 3u32.into())]);
    assert!(claim.sinks[VertexId::new(0)].is_zero());
}

#[test]
fn the_endless_walk_of_the_chapter_on_time_is_where_it_says() {
    let instance = parse("a: b c\nb: a\nc: b\nstart a").unwrap();
    let (graph, rotors, a) = (instance.graph(), instance.rotors(), VertexId::new(0));
    let claim = moment(graph, rotors, a, &1_000_000_008u32.into(), &mut ()).unwrap();
    assert_eq!(instance.name(claim.at), "c");
    assert_eq!(rotors_at(graph, rotors, &claim).position(graph, a), 0);
    assert!(certify(&instance, claim, &mut ()).is_ok());
    let Tour::Endless(claim) = tour(graph, rotors, a, true, &mut ()).unwrap() else {
        panic!("there is no sink")
    };
    assert_eq!(claim.periods.as_slice(), [1u32, 2, 1].map(BigUint::from));
    assert_eq!(claim.entry.steps(), 0u32.into());
    assert_eq!(claim.cover.as_ref().map(|cover| cover.steps()), Some(3u32.into()));
    assert!(certify(&instance, claim, &mut ()).is_ok());
}

#[test]
fn groups_of_graphs_known_by_name() {
    let factors = |text: &str| -> Vec<u32> {
        let factors = invariant_factors(parse(text).unwrap().graph(), &mut ()).unwrap();
        factors.iter().map(|factor| factor.to_u32().unwrap()).collect()
    };
    assert_eq!(factors("a: s\nsink s"), [0; 0]);
    assert_eq!(factors("a: s^2\nsink s"), [2]);
    assert_eq!(factors("a: b c s\nb: a c s\nc: a b s\nsink s"), [4, 4], "K₄ has 16 trees");
    assert_eq!(factors("a: a"), [0]);
    assert_eq!(factors(""), [0; 0]);
}

/// No push leads from one to the other, though every vertex lies in a trap.
#[test]
fn rotors_inside_a_trap_count() {
    let [triangle, turned] = ["c", "*c"].map(|c| parse(&format!("a: b {c}\nb: c a\nc: a b")).unwrap());
    let group = group_of(triangle.graph(), &mut ()).unwrap();
    assert_eq!(group.factors, [BigUint::from(3u32), BigUint::zero()]);
    let [first, second] =
        [&triangle, &turned].map(|instance| class_of(triangle.graph(), &group, instance.rotors()));
    assert_ne!(first, second);
}

#[test]
fn one_number_is_constant_on_the_classes_of_a_path() {
    let mut dice = Dice::new(702);
    let (mut deciding, mut not_deciding) = (0, 0);
    for _ in 0..budget(1_500) {
        let numbers = [("n", dice.between(1..=5)), ("x", dice.between(1..=3)), ("y", dice.between(1..=3))];
        let instance = draw("two-sided", &numbers, &mut dice).unwrap();
        let graph = instance.graph();
        if configuration_count(graph) > 800 {
            continue;
        }
        let invariant = PathInvariant::of(graph).unwrap();
        assert_eq!(Order::Finite(invariant.forests.clone()), order_of(graph, &mut ()).unwrap());
        let value = |number| invariant.value_of(graph, &configuration(graph, number));
        let values: Vec<BigUint> = (0..configuration_count(graph)).map(value).collect();
        let classes = classes(graph);
        for (class, value) in classes.iter().zip(&values) {
            assert_eq!(values[*class as usize], *value, "{instance}");
        }
        let pairs: BTreeSet<_> = classes.iter().zip(&values).collect();
        let distinct: BTreeSet<_> = values.iter().collect();
        assert_eq!(distinct.len() == pairs.len(), invariant.decides(), "{instance}");
        *if invariant.decides() { &mut deciding } else { &mut not_deciding } += 1;
    }
    assert!(deciding > budget(300) && not_deciding > budget(50), "{deciding} {not_deciding}");
}

/// On undirected graphs firings are guessed in floats; loops do not matter.
#[test]
fn guessed_firings_are_those_of_the_plain_loop() {
    let mut dice = Dice::new(205);
    for index in 0..budget(300) {
        let sides = [dice.between(2..=7), dice.between(2..=7)].map(f64::from);
        let n = [("n", sides[0] * sides[1])];
        let instance = match index % 4 {
            0 => draw("planar", &[("w", sides[0]), ("h", sides[1])], &mut dice),
            1 => draw("road", &[("w", sides[0]), ("h", sides[1]), ("one-way", 0.0)], &mut dice),
            2 => draw("preferential", &n, &mut dice),
            _ => draw("tree", &[("n", 30.0), ("loops", 0.3)], &mut dice),
        };
        let instance = instance.unwrap();
        let graph = instance.graph();
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::zero());
        for _ in 0..dice.between(1..=5) {
            let u = VertexId::new(dice.below(graph.vertex_count() as u32));
            chips[u] += BigInt::from(dice.below(2_000)) - 100;
        }
        let [fast, slow] = [stabilise, fire_plainly].map(|by| by(graph, &chips, &mut ()).unwrap());
        assert_eq!(fast, slow, "{instance}");
        assert!(certify(&instance, fast, &mut ()).is_ok(), "{instance}");
        let identity = identity(graph, &mut ()).unwrap();
        assert!(certify(&instance, identity, &mut ()).is_ok(), "{instance}");
    }
}

#[test]
fn long_walks_and_long_runs_are_not_walked() {
    let path = draw("expchain", &[("n", 80)], &mut Dice::new(0)).unwrap();
    let (graph, rotors, from) = (path.graph(), path.rotors(), path.start().unwrap());
    let many = BigUint::from(10u32).pow(30);
    let mut hits = Hits::of(graph, rotors, from, many.clone());
    let mut sent = BigUint::ZERO;
    for _ in 0..3 {
        let Some(run) = hits.next(&mut ()).unwrap() else { break };
        assert!(run.proof.is_some() || run.count == BigUint::from(1u32));
        sent += run.count;
    }
    assert!(sent <= many && sent > BigUint::from(1_000_000u32), "{sent}");
    let Tour::Exits(end) = tour(graph, rotors, from, false, &mut ()).unwrap() else {
        panic!("the path has exits")
    };
    assert!(end.steps().bits() > 70);
    let half: BigUint = end.steps() >> 1;
    let claim = moment(graph, rotors, from, &half, &mut ()).unwrap();
    assert_eq!(claim.steps(), half);
    assert!(certify(&path, claim, &mut ()).is_ok());
}

#[test]
fn a_listing_ends_with_its_budget() {
    let graph = |text: &str| parse(text).unwrap().graph().clone();
    let triangle = graph("a: b s\nb: a s\nsink s");
    let tick = &mut Limit(20);
    let mut forests = Members::of(&triangle, Listing::Forests, &[], tick).unwrap();
    let ended = std::iter::from_fn(|| forests.next(tick).transpose()).find_map(Result::err);
    assert_eq!(ended, Some(Stop::Operations));
    assert_eq!(forests.next(&mut ()), Ok(None));
    let count = |text: &str, listing| list(&graph(text), listing, &mut ()).unwrap().len();
    let texts = ["a: b s\nb: a s\nsink s", "sink s", "a: a"];
    assert_eq!(texts.map(|text| count(text, Listing::Forests)), [3, 1, 0]);
    assert_eq!(count("", Listing::Superstable), 1);
}

#[test]
fn too_much_memory_or_too_many_operations_are_refused() {
    struct Bytes(u64);
    impl Tick for Bytes {
        fn tick(&mut self, _: u64) -> Result<(), Stop> {
            Ok(())
        }

        fn reserve(&mut self, bytes: u64) -> Result<(), Stop> {
            if bytes > self.0 { Err(Stop::Memory) } else { Ok(()) }
        }
    }
    let grid = draw("grid", &[("w", 12), ("h", 12)], &mut Dice::new(1)).unwrap();
    assert_eq!(order_of(grid.graph(), &mut Bytes(1_000)), Err(Stop::Memory));
    assert!(order_of(grid.graph(), &mut Bytes(1_000_000)).is_ok());
    assert_eq!(group_of(grid.graph(), &mut Limit(1_000)), Err(Stop::Operations));
}

/// The first has departures in its guess that go round in cycles.
#[test]
fn a_guessed_aggregate_is_the_walked_one() {
    for particles in [20_277, 20_001] {
        let guessed = aggregate(Ground::Square, particles, &mut ()).unwrap();
        crate::reference::is_the_walked_one(Ground::Square, &guessed);
        rotor_certify::certify_aggregate(guessed, &mut ()).unwrap();
    }
}

#[test]
fn on_a_regular_tree_full_balls_are_aggregates() {
    // 1 + 3 + 6 + 12 + 24 sites within distance 4.
    let claim = aggregate(Ground::Tree(3), 46, &mut ()).unwrap();
    assert!(claim.occupied[..46].iter().all(|&occupied| occupied));
}

/// A tick whose time is up after some checks, however much is paid for before.
struct Checks {
    left: usize,
    made: usize,
}

impl Tick for Checks {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        if operations > 0 {
            return Ok(());
        }
        self.made += 1;
        self.left = self.left.checked_sub(1).ok_or(Stop::Time)?;
        Ok(())
    }
}

/// Three checks for each loop over its vertices.
const VERTICES: usize = 8_200;

/// A path both ways between two sinks, or a ring both ways, which is a trap.
fn long_graph(is_ring: bool) -> Instance {
    let mut text = String::new();
    let last = VERTICES - 1;
    for u in 0..VERTICES {
        let [before, after] = match (is_ring, u) {
            (true, _) => [(u + last) % VERTICES, (u + 1) % VERTICES].map(|v| v.to_string()),
            (false, 0) => ["s".to_owned(), "1".to_owned()],
            (false, _) if u == last => [(u - 1).to_string(), "t".to_owned()],
            (false, _) => [u - 1, u + 1].map(|v| v.to_string()),
        };
        writeln!(text, "{u}: {before} {after}").unwrap();
    }
    text += if is_ring { "" } else { "sink s\nsink t\n" };
    parse(&text).unwrap()
}

type Ask = fn(&Multigraph, &mut dyn Tick) -> Result<(), Stop>;

/// Each question, whether it is asked of the ring, and how many loops over all vertices prepare its answer.
const QUESTIONS: [(&str, bool, usize, Ask); 11] = [
    ("order", false, 2, |graph, tick| order_of(graph, tick).map(drop)),
    ("factors", false, 2, |graph, tick| invariant_factors(graph, tick).map(drop)),
    ("group", false, 2, |graph, tick| group_of(graph, tick).map(drop)),
    ("periods", true, 3, |graph, tick| period_vectors(graph, tick).map(drop)),
    ("stabilise", false, 2, |graph, tick| {
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::ZERO);
        chips[VertexId::new(7)] = 5.into();
        stabilise(graph, &chips, tick).map(drop)
    }),
    ("identity", false, 2, |graph, tick| identity(graph, tick).map(drop)),
    ("burning script", false, 2, |graph, tick| burning_script(graph, tick).map(drop)),
    ("harmonic", false, 3, |graph, tick| harmonic_measure(graph, VertexId::new(0), tick).map(drop)),
    ("harmonic in floats", false, 2, |graph, tick| {
        harmonic_measure_in_floats(graph, VertexId::new(0), 1e-3, tick).map(drop)
    }),
    ("recurrent", false, 2, |graph, tick| Members::of(graph, Listing::Recurrent, &[], tick).map(drop)),
    ("superstable", false, 2, |graph, tick| Members::of(graph, Listing::Superstable, &[], tick).map(drop)),
];

#[test]
fn preparations_check_the_budget_in_every_loop() {
    let [path, ring] = [false, true].map(long_graph);
    for (name, is_ring, loops, ask) in QUESTIONS {
        let graph = if is_ring { ring.graph() } else { path.graph() };
        for allowed in 0..3 * loops {
            let mut tick = Checks { left: allowed, made: 0 };
            assert_eq!(ask(graph, &mut tick), Err(Stop::Time), "{name} after {allowed} checks");
            assert_eq!(tick.made, allowed + 1, "{name} goes on after its time was up");
        }
    }
}
