//! Endless walks and signed routes that break one rule alone: each is refuted by the equation that says so.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_algebra::{Tour, burning_script, moment, route_signed, tour};
use rotor_certify::{ListingJudge, certify_signed_route, certify_tour};
use rotor_graph::{Instance, Listing, MomentClaim, SignedRouteClaim, TourClaim, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;

fn shorter<T: Clone>(map: &VertexMap<T>) -> VertexMap<T> {
    VertexMap::from_vec(map.as_slice()[1..].to_vec())
}

/// The walk from `a` enters the trap of `t` and `u`.
fn endless() -> Instance {
    parse("a: t\nt: u\nu: t u\nsink s").unwrap()
}

#[test]
fn a_tour_breaks_each_rule() {
    let instance = endless();
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let [a, t, u] = [0, 1, 2].map(VertexId::new);
    let after = |from: VertexId, steps: u32| -> MomentClaim {
        moment(graph, rotors, from, &BigUint::from(steps), &mut Unlimited).unwrap()
    };
    let Ok(Tour::Endless(honest)) = tour(graph, rotors, a, true, &mut Unlimited) else { panic!() };
    assert!(certify_tour(&instance, honest.clone()).is_ok() && honest.before.is_some());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut TourClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_tour(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("strongly connected", &|claim| claim.trap = vec![a, t, u]);
    refuted_by("number of periods = |V|", &|claim| claim.periods = shorter(&claim.periods));
    refuted_by("period outside of the trap = 0", &|claim| claim.periods[a] += 1u32);
    refuted_by("inflow + [v = from]", &|claim| claim.entry.departures[t] += 1u32);
    refuted_by("whether the state at the entry comes back = true", &|claim| {
        (claim.entry, claim.before) = (after(a, 0), None);
    });
    refuted_by("steps before the entry = 0", &|claim| claim.before = None);
    refuted_by("inflow + [v = from]", &|claim| claim.before.as_mut().unwrap().departures[t] += 1u32);
    refuted_by("number of the start before the entry", &|claim| claim.before = Some(after(t, 0)));
    refuted_by("steps before the entry + 1", &|claim| claim.entry = after(a, 8));
    refuted_by("whether the state before the entry comes back = false", &|claim| {
        (claim.entry, claim.before) = (after(a, 8), Some(after(a, 7)));
    });
    refuted_by("number of the start of the cover", &|claim| claim.cover = Some(after(t, 1)));
    refuted_by("whether the walk ends its cover in the trap", &|claim| claim.cover = Some(after(a, 0)));
    refuted_by("how often v was entered = 1", &|claim| claim.cover = Some(after(a, 8)));
    refuted_by("how often v was entered > 0", &|claim| claim.cover = Some(after(a, 1)));
}

#[test]
fn a_signed_route_breaks_each_rule() {
    let instance = endless();
    let t = VertexId::new(1);
    let particles = VertexMap::from_vec([2, -1, 0, 3].map(BigInt::from).to_vec());
    let honest = route_signed(instance.graph(), instance.rotors(), &particles, &mut Unlimited).unwrap();
    assert!(certify_signed_route(&instance, honest.clone()).is_ok() && honest.traps.len() == 1);
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut SignedRouteClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_signed_route(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    let lengths = "number of entries = |V|";
    refuted_by(lengths, &|claim| claim.particles = shorter(&claim.particles));
    refuted_by(lengths, &|claim| claim.departures = shorter(&claim.departures));
    refuted_by(lengths, &|claim| claim.sinks = shorter(&claim.sinks));
    refuted_by("number of counts of trapped particles", &|claim| claim.trapped.push(BigInt::zero()));
    // Particles may go round in a trap, and the claim says that they halt where they enter it.
    refuted_by("outflow within a trap = 0", &|claim| claim.departures[t] += 1);
}

#[test]
fn traps_of_a_listing_break_each_rule() {
    let instance = endless();
    let [a, t, u] = [0, 1, 2].map(VertexId::new);
    let script = burning_script(instance.graph(), &mut Unlimited).unwrap();
    let of = |traps: &[Vec<VertexId>]| {
        let judge = ListingJudge::of(&instance, Listing::Recurrent, traps, &script);
        judge.map(|_| ()).map_err(|refutation| refutation.to_string())
    };
    assert_eq!(of(&[vec![t, u]]), Ok(()));
    assert!(of(&[]).unwrap_err().contains("whether v reaches a sink or a trap"));
    assert!(of(&[vec![a, t, u]]).unwrap_err().contains("strongly connected"));
}
