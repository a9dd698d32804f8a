//! Listings and exit probabilities that break one rule alone: each is refuted by the equation that says so.

use num_traits::Zero;
use rotor_algebra::{burning_script, group_of, harmonic_measure, period_vectors, with_sinks};
use rotor_certify::{ListingJudge, Unproved, certify_harmonic};
use rotor_graph::{HarmonicClaim, Instance, Listing, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;

fn shorter<T: Clone>(map: &VertexMap<T>) -> VertexMap<T> {
    VertexMap::from_vec(map.as_slice()[1..].to_vec())
}

#[test]
fn exit_probabilities_break_each_rule() {
    let instance = parse("a: b s\nb: a t\nt: t\nsink s").unwrap();
    let honest = harmonic_measure(instance.graph(), VertexId::new(0), &mut Unlimited).unwrap();
    assert!(certify_harmonic(&instance, honest.clone()).is_ok());
    let refuted_by = |equation: &str, forge: &dyn Fn(&mut HarmonicClaim)| {
        let mut forged = honest.clone();
        forge(&mut forged);
        let refutation = certify_harmonic(&instance, forged).unwrap_err().describe(&instance);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    };
    refuted_by("from", &|claim| claim.from = VertexId::new(4));
    refuted_by("number of expected uses = |V|", &|claim| claim.uses = shorter(&claim.uses));
    refuted_by("number of probabilities = |V|", &|claim| claim.sinks = shorter(&claim.sinks));
    refuted_by("number of probabilities of traps", &|claim| claim.trapped.clear());
    // Nothing arrives anywhere.
    refuted_by("denominator > 0", &|claim| {
        claim.denominator.set_zero();
        claim.uses.as_mut_slice().iter_mut().for_each(Zero::set_zero);
        claim.sinks.as_mut_slice().iter_mut().for_each(Zero::set_zero);
        claim.trapped.iter_mut().for_each(Zero::set_zero);
    });
}

fn assert_refuted_by<T>(equation: &str, judged: Result<T, Unproved>) {
    match judged {
        Err(Unproved::Refuted(refutation)) => {
            assert!(refutation.to_string().contains(equation), "{equation}: {refutation}");
        }
        Err(other) => panic!("{equation}: {other}"),
        Ok(_) => panic!("{equation}: proved"),
    }
}

/// Admits these members, each as entries in the order of the vertices.
fn admitted<'i>(mut judge: ListingJudge<'i>, members: &[&[u32]]) -> Result<ListingJudge<'i>, Unproved> {
    for member in members {
        judge.admit(&VertexMap::from_vec(member.to_vec()), &mut || true)?;
    }
    Ok(judge)
}

#[test]
fn members_of_a_listing_break_each_rule() {
    // Three forests, three recurrent piles.
    let triangle = parse("a: b s\nb: a s\nsink s").unwrap();
    let script = burning_script(triangle.graph(), &mut Unlimited).unwrap();
    let judge = |listing| ListingJudge::of(&triangle, listing, &[], &script).unwrap();
    let forests = |members: &[&[u32]]| admitted(judge(Listing::Forests), members);
    assert!(forests(&[&[0, 1, 0], &[1, 0, 0], &[1, 1, 0]]).is_ok());
    assert_refuted_by("number of entries = |V|", forests(&[&[0, 1]]));
    assert_refuted_by("entry of the member < d(v)", forests(&[&[0, 2, 0]]));
    assert_refuted_by("entry of the member < d(v)", forests(&[&[0, 1, 1]]));
    assert_refuted_by("number of cycles of the rotors", forests(&[&[0, 0, 0]]));
    assert_refuted_by("comes after the last one", forests(&[&[1, 0, 0], &[0, 1, 0]]));
    assert_refuted_by("comes after the last one", forests(&[&[1, 0, 0], &[1, 0, 0]]));
    let recurrent = admitted(judge(Listing::Recurrent), &[&[0, 0, 0]]);
    assert_refuted_by("whether the chips burn", recurrent);
    let short = ListingJudge::of(&triangle, Listing::Forests, &[], &VertexMap::filled(2, 0u32.into()))
        .map(|_| ())
        .map_err(Unproved::from);
    assert_refuted_by("number of entries of the script", short);
}

#[test]
fn complete_listings_break_each_rule() {
    let triangle = parse("a: b s\nb: a s\nsink s").unwrap();
    let script = burning_script(triangle.graph(), &mut Unlimited).unwrap();
    let none = VertexMap::filled(3, 0u32.into());
    let two_forests = || {
        let judge = ListingJudge::of(&triangle, Listing::Forests, &[], &script).unwrap();
        admitted(judge, &[&[0, 1, 0], &[1, 0, 0]]).unwrap()
    };
    let mut group = group_of(triangle.graph(), &mut Unlimited).unwrap();
    let short = two_forests().finish_complete(&group, &none, &mut || true);
    assert_refuted_by("number of members listed = number of all members", short);
    // A group of two elements would make the list complete.
    group.factors[0] = 2u32.into();
    assert_refuted_by("coordinate 0 of", two_forests().finish_complete(&group, &none, &mut || true));
}

#[test]
fn listings_of_unicycles_break_each_rule() {
    let instance = parse("t: u\nu: t u\nsink s").unwrap();
    let graph = instance.graph();
    let [t, u, s] = [0, 1, 2].map(VertexId::new);
    let script = burning_script(graph, &mut Unlimited).unwrap();
    let trap = [vec![t, u]];
    let judge = || {
        let judge = ListingJudge::of(&instance, Listing::Unicycles, &trap, &script).unwrap();
        admitted(judge, &[&[0, 0, 0], &[0, 1, 0]]).unwrap()
    };
    let group = group_of(&with_sinks(graph, &[t, s]), &mut Unlimited).unwrap();
    let mut periods = period_vectors(graph, &mut Unlimited).unwrap();
    assert!(judge().finish_complete(&group, &periods, &mut || true).is_ok());
    periods.as_mut_slice().iter_mut().for_each(|period| *period *= 2u32);
    assert_refuted_by("gcd of the periods", judge().finish_complete(&group, &periods, &mut || true));
    let of = |instance: &Instance, traps: &[Vec<VertexId>]| {
        ListingJudge::of(instance, Listing::Unicycles, traps, &script).map(|_| ()).map_err(Unproved::from)
    };
    assert_refuted_by("number of traps whose unicycles are listed = 1", of(&instance, &[]));
    // u leads into the trap and is not of it.
    let corner = parse("t: t\nu: t\nsink s").unwrap();
    assert_refuted_by("strongly connected at v", of(&corner, &trap));
}
