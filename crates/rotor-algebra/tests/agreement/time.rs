//! Moments and tours against plain walking.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_algebra::{Tour, eulerian, moment, rotors_at, tour};
use rotor_certify::{certify_moment, certify_tour};
use rotor_generate::{Dice, Kinds, draw};
use rotor_graph::{Configuration, Instance, VertexId, parse, route};
use rotor_solve::Unlimited;
use std::collections::BTreeMap;

/// The states of a walk one after the other, which goes on inside traps.
struct Plain<'i> {
    instance: &'i Instance,
    rotors: Configuration,
    particle: VertexId,
}

impl<'i> Plain<'i> {
    fn new(instance: &'i Instance, from: VertexId) -> Self {
        Self { instance, rotors: instance.rotors().clone(), particle: from }
    }

    fn step(&mut self) {
        if !self.instance.graph().is_sink(self.particle) {
            self.particle = route(self.instance.graph(), &mut self.rotors, self.particle);
        }
    }
}

#[test]
fn the_state_after_any_number_of_steps_is_that_of_plain_walking() {
    let mut dice = Dice::new(501);
    let (mut kinds, mut far, mut stopped) = (Kinds::default(), 0, 0);
    for index in 0..instances(3_000) {
        let instance = small_instance(index, &mut dice);
        kinds.see(&instance);
        let graph = instance.graph();
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let bits = dice.between(1..=15);
        let steps = dice.below(1 << bits);
        far += usize::from(steps > 4_000);
        let mut plain = Plain::new(&instance, from);
        (0..steps).for_each(|_| plain.step());
        let claim = moment(graph, instance.rotors(), from, &steps.into(), &mut Unlimited).unwrap();
        assert_eq!(claim.at, plain.particle, "{steps} steps from {from:?} on\n{instance}");
        assert_eq!(rotors_at(graph, instance.rotors(), &claim), plain.rotors, "{instance}");
        assert!(claim.steps() == steps.into() || graph.is_sink(claim.at), "{instance}");
        stopped += usize::from(claim.steps() < steps.into());
        let mut forged = claim.clone();
        let u = VertexId::new(dice.below(graph.vertex_count() as u32));
        forged.departures[u] += graph.out_degree(u).max(1);
        if let Err(refutation) = certify_moment(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
        // Once more round one vertex is a true moment only if all of its arcs are loops.
        if graph.heads(u).iter().any(|&v| v != u) || graph.is_sink(u) {
            assert!(certify_moment(&instance, forged).is_err(), "{u:?} on\n{instance}");
        }
    }
    require_all(&kinds);
    assert!(far > 200 && stopped > 500, "{far} {stopped}");
}

/// The first state that was seen before: when it was seen first, and when again.
fn first_repeated(instance: &Instance, from: VertexId) -> (u64, u64) {
    let mut plain = Plain::new(instance, from);
    let mut seen = BTreeMap::new();
    for steps in 0.. {
        let key = (plain.particle.raw(), plain.rotors.as_slice().to_vec());
        if let Some(first) = seen.insert(key, steps) {
            return (first, steps);
        }
        plain.step();
    }
    unreachable!("the states are finitely many")
}

/// When the last vertex of the trap was visited first.
fn cover_time(instance: &Instance, from: VertexId, trap: &[VertexId]) -> u64 {
    let mut plain = Plain::new(instance, from);
    let mut seen = vec![false; instance.graph().vertex_count()];
    for steps in 0.. {
        seen[plain.particle.index()] = true;
        if trap.iter().all(|u| seen[u.index()]) {
            return steps;
        }
        plain.step();
    }
    unreachable!("every vertex of a trap is visited")
}

/// Whether as many arcs lead into every vertex of the trap as out of it, counted one by one.
fn is_balanced(instance: &Instance, trap: &[VertexId]) -> bool {
    let graph = instance.graph();
    let into = |v: VertexId| trap.iter().flat_map(|&u| graph.heads(u)).filter(|&&w| w == v).count();
    trap.iter().all(|&v| into(v) == graph.out_degree(v) as usize)
}

#[test]
fn an_eulerian_trap_keeps_to_its_period_and_cover_bound() {
    let mut dice = Dice::new(503);
    let (mut found, mut tight) = (0, 0);
    for _ in 0..instances(3_000) {
        // A union of random closed walks through all vertices is Eulerian.
        let n = dice.between(2..=6);
        let mut rows = vec![Vec::new(); n as usize];
        for walk in 0..dice.between(1..=3) {
            let mut order: Vec<u32> = (0..n).collect();
            (1..n as usize).rev().for_each(|at| order.swap(at, dice.below(at as u32 + 1) as usize));
            let order = if walk == 0 { &order[..] } else { &order[..dice.between(1..=n) as usize] };
            for (&u, &v) in order.iter().zip(order.iter().cycle().skip(1)) {
                rows[u as usize].push(v);
            }
        }
        let line = |(u, heads): (usize, &Vec<u32>)| {
            let heads: Vec<_> = heads.iter().map(|v| format!("v{v}")).collect();
            format!("v{u}: {}\n", heads.join(" "))
        };
        let instance = parse(&rows.iter().enumerate().map(line).collect::<String>()).unwrap();
        let graph = instance.graph();
        let from = VertexId::new(dice.below(n));
        let Ok(Tour::Endless(claim)) = tour(graph, instance.rotors(), from, true, &mut Unlimited) else {
            panic!("no tour on\n{instance}");
        };
        let eulerian = eulerian(graph, &claim.trap, &mut Unlimited).unwrap();
        assert_eq!(eulerian.is_some(), is_balanced(&instance, &claim.trap), "{instance}");
        let eulerian = eulerian.unwrap();
        assert_eq!(claim.period(graph), BigUint::from(eulerian.arcs), "{instance}");
        let cover = claim.cover.unwrap().steps();
        let bound = BigUint::from(eulerian.arcs * eulerian.diameter);
        assert!(cover <= bound, "{cover} > {bound} on\n{instance}");
        assert!(claim.entry.steps() <= bound, "{instance}");
        tight += usize::from(&cover * 2u32 >= bound);
        found += 1;
    }
    assert!(found > 1_000 && tight > 50, "{found} {tight}");
}

#[test]
fn a_tour_has_the_entry_period_and_cover_time_of_plain_walking() {
    let mut dice = Dice::new(502);
    let (mut endless, mut late, mut uneven, mut forged_ones) = (0, 0, 0, 0);
    for index in 0..instances(12_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let claim = match tour(graph, instance.rotors(), from, true, &mut Unlimited).unwrap() {
            Tour::Exits(end) => {
                assert!(graph.is_sink(end.at), "{instance}");
                assert!(certify_moment(&instance, end).is_ok(), "{instance}");
                continue;
            }
            Tour::Endless(claim) => claim,
        };
        let (first, again) = first_repeated(&instance, from);
        let period = claim.period(graph);
        assert_eq!((claim.entry.steps(), period), (first.into(), (again - first).into()), "{instance}");
        let cover = claim.cover.as_ref().unwrap().steps();
        assert_eq!(cover, cover_time(&instance, from, &claim.trap).into(), "{instance}");
        endless += 1;
        late += usize::from(first > 3);
        uneven += usize::from(claim.trap.iter().any(|&u| claim.periods[u] != claim.periods[claim.trap[0]]));
        let mut forged = claim.clone();
        match dice.below(4) {
            0 => forged.periods[claim.trap[0]] += 1u32,
            1 => forged.before = None,
            2 => {
                // One step later the state comes back too, but so does the one before.
                let later = claim.entry.steps() + 1u32;
                forged.before = Some(claim.entry.clone());
                forged.entry = moment(graph, instance.rotors(), from, &later, &mut Unlimited).unwrap();
            }
            _ => {
                let later = cover + 1u32;
                forged.cover = Some(moment(graph, instance.rotors(), from, &later, &mut Unlimited).unwrap());
            }
        }
        if forged != claim {
            assert!(certify_tour(&instance, forged).is_err(), "{instance}");
            forged_ones += 1;
        }
        if let Err(refutation) = certify_tour(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
    }
    assert!(endless > 1_500 && late > 300 && uneven > 100, "{endless} {late} {uneven}");
    assert!(forged_ones > 1_000, "{forged_ones}");
}

#[test]
fn half_of_an_astronomical_walk_is_found_without_walking() {
    let instance = draw("expchain", &[("n", 100)], &mut Dice::new(0)).unwrap();
    let graph = instance.graph();
    let from = instance.start().unwrap();
    let Tour::Exits(end) = tour(graph, instance.rotors(), from, false, &mut Unlimited).unwrap() else {
        panic!("the path has exits")
    };
    assert!(end.steps().bits() > 90);
    let half: BigUint = end.steps() >> 1;
    let claim = moment(graph, instance.rotors(), from, &half, &mut Unlimited).unwrap();
    assert_eq!(claim.steps(), half);
    assert!(certify_moment(&instance, claim).is_ok());
}

#[test]
fn moment_zero_is_the_start_and_a_sink_is_the_end() {
    let instance = parse("a: s\nsink s").unwrap();
    let at = |steps: u32, from: u32| {
        let claim =
            moment(instance.graph(), instance.rotors(), VertexId::new(from), &steps.into(), &mut Unlimited);
        let claim = claim.unwrap();
        (claim.at.raw(), claim.steps().to_u32().unwrap())
    };
    assert_eq!([at(0, 0), at(1, 0), at(9, 0), at(9, 1)], [(0, 0), (1, 1), (1, 1), (1, 0)]);
}
