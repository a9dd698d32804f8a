//! Aggregates from guessed odometers against walking, and what the judge says of both.

use num_bigint::BigUint;
use rotor_algebra::{Ground, aggregate, aggregate_by_walking};
use rotor_certify::certify_aggregate_within;
use rotor_graph::Lattice;
use rotor_solve::Unlimited;

#[test]
fn a_guessed_aggregate_is_the_walked_one() {
    // The first has departures in its guess that go round in cycles.
    for particles in [20_277, 20_001] {
        is_walked(particles);
    }
}

fn is_walked(particles: u64) {
    let guessed = aggregate(Ground::Square, particles, &mut Unlimited).unwrap();
    let walked = aggregate_by_walking(Ground::Square, particles, &mut Unlimited).unwrap();
    let total = |departures: &[u64]| departures.iter().map(|&count| BigUint::from(count)).sum::<BigUint>();
    assert_eq!(total(&guessed.departures), total(&walked.departures));
    let (Lattice::Square { half: a }, Lattice::Square { half: b }) = (guessed.lattice, walked.lattice) else {
        panic!("both are on the square lattice");
    };
    let at = |claim: &rotor_graph::AggregateClaim, half: usize, x: isize, y: isize| {
        let side = 2 * half as isize + 1;
        let site = (y + half as isize) * side + x + half as isize;
        (claim.departures[site as usize], claim.occupied[site as usize])
    };
    let least = a.min(b) as isize;
    for y in -least..=least {
        for x in -least..=least {
            assert_eq!(at(&guessed, a, x, y), at(&walked, b, x, y), "{x} {y}");
        }
    }
    certify_aggregate_within(guessed, &mut || true).unwrap();
}

#[test]
fn the_judge_takes_true_aggregates_and_refutes_others() {
    for ground in [Ground::Square, Ground::Tree(2), Ground::Tree(3), Ground::Tree(5)] {
        for particles in [0, 1, 2, 5, 17, 100, 333] {
            let claim = aggregate(ground, particles, &mut Unlimited).unwrap();
            assert_eq!(claim.occupied.iter().filter(|&&occupied| occupied).count() as u64, particles);
            certify_aggregate_within(claim.clone(), &mut || true).unwrap();
            if particles < 5 {
                continue;
            }
            let mut more = claim.clone();
            // One more turn of every rotor sends particles to sites outside.
            let degree = claim.lattice.degree() as u64;
            let inner: Vec<usize> =
                (0..claim.departures.len()).filter(|&site| claim.departures[site] > 0).collect();
            inner.iter().for_each(|&site| more.departures[site] += degree);
            assert!(certify_aggregate_within(more, &mut || true).is_err(), "{ground:?} {particles}");
            let mut moved = claim.clone();
            moved.occupied[claim.lattice.origin()] = false;
            assert!(certify_aggregate_within(moved, &mut || true).is_err(), "{ground:?} {particles}");
            let mut fewer = claim;
            fewer.departures[inner[0]] -= 1;
            assert!(certify_aggregate_within(fewer, &mut || true).is_err(), "{ground:?} {particles}");
        }
    }
}

#[test]
fn on_a_regular_tree_full_balls_are_aggregates() {
    // 1 + 3 + 6 + 12 + 24 sites within distance 4.
    let claim = aggregate(Ground::Tree(3), 46, &mut Unlimited).unwrap();
    assert!(claim.occupied[..46].iter().all(|&occupied| occupied));
}
