//! When residuals are small, shifts that add up to much, whole turns.

use super::*;
use num_integer::Integer;
use rotor_generate::Dice;
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

#[test]
fn whole_turns_are_those_of_a_division() {
    let mut dice = Dice::new(155);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let degree = if dice.chance(0.2) { u32::MAX - dice.below(9) } else { 1 + dice.below(9) };
        let size = BigInt::from(dice.below(u32::MAX)) << dice.below(200);
        let near = size - i64::from(dice.below(9));
        let departures = if dice.chance(0.5) { -near } else { near };
        let (expected, rest) = departures.div_mod_floor(&degree.into());
        let (found, more) = turns(&departures, degree);
        assert_eq!((found, BigInt::from(more)), (expected, rest), "{departures} / {degree}");
        seen[usize::from(departures.is_negative())] += 1;
        seen[2] += u32::from(more == 0);
    }
    assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
}

#[test]
fn changes_stop_at_no_departure_whatever_is_pending() {
    let (part, _) = Part::of_active(&parse("a: b s\nb: a s\nsink s").unwrap());
    let mut dice = Dice::new(156);
    let mut stopped = 0;
    for _ in 0..4_000 {
        let mut flow = PseudoFlow::new(&part, vec![BigUint::zero(); 2]);
        let many: BigInt = BigInt::from(1 + dice.below(4)) << dice.between(0..=70);
        flow.apply([(0, many.clone()), (1, many.clone())].into_iter());
        let pending = -(i64::from(dice.below(4)) << dice.below(40)).min(many.to_i64().unwrap_or(i64::MAX));
        if flow.small_residuals(&[false; 2]).is_some() {
            flow.shift(0, pending);
        }
        let before = flow.departures(0);
        let change: BigInt = -(BigInt::from(1 + dice.below(4)) << dice.between(0..=70));
        flow.apply([(0, change.clone())].into_iter());
        let expected = BigInt::max(&before + &change, BigInt::zero());
        assert_eq!(flow.departures(0), expected, "{before} {change}");
        stopped += u32::from(expected.is_zero());
    }
    assert!((1_000..3_000).contains(&stopped), "{stopped}");
}
