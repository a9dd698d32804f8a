//! Listings against all rotor configurations and all stable piles.

use crate::brute_force::{configuration, configuration_count, cycles, instances, small_instance};
use num_bigint::BigInt;
use num_traits::Signed;
use rotor_algebra::{
    Members, burning_script, group_of, order_of, period_vectors, recurrent_piles, spanning_forests,
    stabilise, superstable_piles, unicycles, with_sinks,
};
use rotor_certify::ListingJudge;
use rotor_generate::{Dice, Kinds, walk_bound};
use rotor_graph::{Listing, Multigraph, StoppingGraph, Traps, VertexId, VertexMap, parse};
use rotor_solve::{Operations, OutOfBudget, Unlimited};
use std::collections::BTreeSet;

#[test]
fn forests_have_no_cycle_and_unicycles_one() {
    let mut dice = Dice::new(601);
    let (mut kinds, mut all_forests, mut all_unicycles) = (Kinds::default(), 0, 0);
    for index in 0..instances(2_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        if configuration_count(graph) > 2_000 {
            continue;
        }
        kinds.see(&instance);
        let every = || (0..configuration_count(graph)).map(|number| configuration(graph, number));
        let forests: Vec<_> = spanning_forests(graph, &mut Unlimited).map(Result::unwrap).collect();
        let expected = every().filter(|rotors| cycles(graph, rotors).is_empty());
        let key = |rotors: rotor_graph::Configuration| rotors.as_slice().to_vec();
        assert_eq!(forests.len(), forests.iter().cloned().map(key).collect::<BTreeSet<_>>().len());
        assert!(
            forests.iter().cloned().map(key).eq(expected.map(key).collect::<BTreeSet<_>>()),
            "{instance}"
        );
        all_forests += forests.len();
        for trap in Traps::of(graph).members() {
            let found: Vec<_> = unicycles(graph, trap, &mut Unlimited).map(|one| key(one.unwrap())).collect();
            let inside = |rotors: &rotor_graph::Configuration| {
                let others = graph.vertices().filter(|u| trap.binary_search(u).is_err());
                others.into_iter().all(|u| rotors.position(graph, u) == 0)
            };
            let one_cycle = |rotors: &rotor_graph::Configuration| {
                let found = cycles(graph, rotors);
                found.iter().filter(|cycle| trap.binary_search(&cycle[0]).is_ok()).count() == 1
            };
            let expected: BTreeSet<_> = every().filter(inside).filter(one_cycle).map(key).collect();
            assert_eq!(found.len(), expected.len(), "{instance}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{instance}");
            all_unicycles += expected.len();
        }
    }
    assert!(kinds.missing().iter().all(|&kind| kind == "large multiplicities"), "{kinds}");
    assert!(all_forests > 10_000 && all_unicycles > 2_000, "{all_forests} {all_unicycles}");
}

#[test]
fn listings_pass_the_judge_unless_short_or_repeated() {
    let mut dice = Dice::new(603);
    let (mut kinds, mut judged, mut unicycles) = (Kinds::default(), [0; 4], 0);
    for index in 0..instances(1_200) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        if configuration_count(graph) > 600 || walk_bound(graph) > 100_000 {
            continue;
        }
        kinds.see(&instance);
        let traps = Traps::of(graph).members().to_vec();
        let script = burning_script(graph, &mut Unlimited).unwrap();
        let periods = period_vectors(graph, &mut Unlimited).unwrap();
        for (which, listing) in Listing::ALL.into_iter().enumerate() {
            let (of, trap): (Vec<_>, &[VertexId]) = match listing {
                Listing::Unicycles => match traps.first() {
                    Some(trap) => (vec![trap.clone()], trap),
                    None => continue,
                },
                _ => (traps.clone(), &[]),
            };
            let sinks: Vec<VertexId> = match listing {
                Listing::Forests => Vec::new(),
                Listing::Recurrent | Listing::Superstable => traps.concat(),
                Listing::Unicycles => {
                    graph.vertices().filter(|u| *u == trap[0] || trap.binary_search(u).is_err()).collect()
                }
            };
            let group = group_of(&with_sinks(graph, &sinks), &mut Unlimited).unwrap();
            let mut found = Members::of(graph, listing, trap, &mut Unlimited).unwrap();
            let mut members = Vec::new();
            while let Some(member) = found.next(&mut Unlimited).unwrap() {
                members.push(member);
            }
            let judge = |members: &[VertexMap<u32>]| {
                let mut judge = ListingJudge::of(&instance, listing, &of, &script)?;
                members.iter().try_for_each(|member| judge.admit(member, &mut || true))?;
                judge.finish_complete(&group, &periods, &mut || true)
            };
            let proved = judge(&members).unwrap_or_else(|error| panic!("{listing:?} {error} on\n{instance}"));
            assert!(proved.get().is_complete && proved.get().members == members.len() as u64);
            if let [first, rest @ ..] = &members[..] {
                assert!(judge(rest).is_err(), "{listing:?} without one of them on\n{instance}");
                let twice: Vec<_> = [first].into_iter().chain(&members).cloned().collect();
                assert!(judge(&twice).is_err(), "{listing:?} with one of them twice on\n{instance}");
                unicycles += usize::from(listing == Listing::Unicycles);
            }
            judged[which] += 1;
        }
    }
    assert!(judged.iter().all(|&count| count > 100) && unicycles > 100, "{judged:?} {unicycles}");
    assert!(kinds.missing().iter().all(|&kind| kind == "large multiplicities"), "{kinds}");
}

/// Whether some vector of firings, each at most so large, leaves all chips that it touches non-negative.
fn can_fire(graph: &Multigraph, chips: &VertexMap<BigInt>, most: u32) -> bool {
    let stopping = StoppingGraph::of(graph);
    let active: Vec<_> = stopping.active_vertices().collect();
    let count = u64::from(most + 1).saturating_pow(active.len() as u32);
    (1..count).any(|mut number| {
        let mut left = chips.clone();
        for &u in &active {
            let times = number % u64::from(most + 1);
            number /= u64::from(most + 1);
            left[u] -= times * u64::from(graph.out_degree(u));
            graph.heads(u).iter().for_each(|&v| left[v] += times);
        }
        active.iter().all(|&u| !left[u].is_negative())
    })
}

#[test]
fn superstable_piles_mirror_the_recurrent_ones() {
    let mut dice = Dice::new(602);
    let mut seen = 0;
    for index in 0..instances(2_000) {
        let instance = small_instance(index, &mut dice);
        let graph = instance.graph();
        let cut = with_sinks(graph, &Traps::of(graph).members().concat());
        let order = order_of(&cut, &mut Unlimited).unwrap().forests();
        if order > 200u32.into() || walk_bound(graph) > 2_000 {
            continue;
        }
        seen += 1;
        let superstable: Vec<_> =
            superstable_piles(graph, &mut Unlimited).unwrap().map(Result::unwrap).collect();
        let recurrent: Vec<_> = recurrent_piles(graph, &mut Unlimited).unwrap().map(Result::unwrap).collect();
        assert_eq!(order, superstable.len().into(), "{instance}");
        assert_eq!(superstable.len(), recurrent.len());
        for (small, large) in superstable.iter().zip(&recurrent) {
            let claim = stabilise(graph, large, &mut Unlimited).unwrap();
            assert!(claim.recurrent && claim.chips == *large, "{instance}");
            for u in StoppingGraph::of(graph).active_vertices() {
                assert_eq!(&small[u] + &large[u], BigInt::from(graph.out_degree(u)) - 1);
            }
        }
        if cut.vertices().filter(|&u| !cut.is_sink(u)).count() <= 3 {
            assert!(superstable.iter().all(|pile| !can_fire(graph, pile, 6)), "{instance}");
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_listing_ends_with_its_budget() {
    let instance = parse("a: b s\nb: a s\nsink s").unwrap();
    let mut budget = Operations(20);
    let mut forests = spanning_forests(instance.graph(), &mut budget);
    let ended = forests.find_map(Result::err);
    assert_eq!(ended, Some(OutOfBudget::Operations));
    assert!(forests.next().is_none());
    assert_eq!(spanning_forests(instance.graph(), &mut Unlimited).count(), 3);
    assert_eq!(spanning_forests(parse("sink s").unwrap().graph(), &mut Unlimited).count(), 1);
    assert_eq!(spanning_forests(parse("a: a").unwrap().graph(), &mut Unlimited).count(), 0);
    let empty = superstable_piles(parse("").unwrap().graph(), &mut Unlimited).unwrap().count();
    assert_eq!(empty, 1);
}
