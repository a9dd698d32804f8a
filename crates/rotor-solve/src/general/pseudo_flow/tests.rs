//! When residuals are small, and shifts that add up to much.

use super::*;
use rotor_graph::parse;

#[test]
fn residuals_are_small_if_they_add_up_to_little() {
    let (part, _) = Part::of_active(&parse("a: b s\nb: a s\nsink s").unwrap());
    let is_small = |supply: [u64; 2], held: [bool; 2]| {
        let flow = PseudoFlow::new(&part, supply.map(BigUint::from).to_vec());
        assert_eq!([0, 1].map(|v| flow.residual(v)), supply.map(BigInt::from));
        flow.small_residuals(&held).is_some()
    };
    let most = MOST_LEFT_OVER;
    assert!(is_small([most - 1, 0], [false; 2]) && is_small([most / 2, most / 2 - 1], [false; 2]));
    assert!(!is_small([most, 0], [false; 2]) && !is_small([most / 2, most / 2], [false; 2]));
    assert!(is_small([most, 5], [true, false]) && !is_small([most, 5], [false, true]));
    // Of a vertex that is held alone.
    assert!(is_small([most - 1, 5], [true, false]) && !is_small([most - 1, 5], [false, true]));
    assert!(is_small([u64::MAX, u64::MAX], [true; 2]) && !is_small([u64::MAX, u64::MAX], [true, false]));
}

#[test]
fn many_large_shifts_are_counted_to_the_last_one() {
    let instance = parse("a: a\nsink s").unwrap();
    let part = Part::of_list(&instance, &[instance.vertex("a").unwrap()]);
    let mut flow = PseudoFlow::new(&part, vec![BigUint::zero()]);
    let (size, times) = ((1 << 47) + 1, 20_000);
    (0..times).for_each(|_| flow.shift(0, size));
    assert_eq!(flow.departures(0), BigInt::from(size) * times);
    (0..times).for_each(|_| flow.shift(0, -size));
    assert!(flow.departures(0).is_zero() && flow.residual(0).is_zero());
}
