//! Aggregation on ℤ²: from a guessed odometer, with the judge's proof, and by walking.

use crate::clock::time;
use rotor_algebra::{Ground, aggregate, aggregate_by_walking};
use rotor_certify::certify_aggregate_within;
use rotor_solve::Unlimited;

/// Prints each measurement as a line.
pub(crate) fn run() {
    for particles in [20_000, 100_000, 1_000_000] {
        let (claim, found) = time(|| aggregate(Ground::Square, particles, &mut Unlimited));
        let claim = claim.expect("there is no limit");
        let (proved, checked) = time(|| certify_aggregate_within(claim, &mut || true));
        assert!(proved.is_ok(), "{particles} particles: the judge refutes the solver");
        println!("aggregate of {particles} on Z2: {found:.2?}, certified in {checked:.2?}");
    }
    let (_, walked) = time(|| aggregate_by_walking(Ground::Square, 100_000, &mut Unlimited));
    println!("the same of 100000 by walking: {walked:.2?}");
}
