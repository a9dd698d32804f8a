//! Chips against firing one vertex at a time, recurrence against reachability, and forged claims against the judge.

use crate::brute_force::{instances, require_all, small_instance};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_algebra::{element_of, fire_plainly, group_of, identity, order_of, stabilise, with_sinks};
use rotor_certify::{certify_identity, certify_stabilisation};
use rotor_generate::{Dice, Kinds, walk_bound};
use rotor_graph::{Instance, Multigraph, StabilisationClaim, StoppingGraph, VertexId, VertexMap, parse};
use rotor_solve::Unlimited;
use std::collections::BTreeSet;

/// Fires one vertex once, in any legal order, until all are stable.
fn one_by_one(stopping: &StoppingGraph<'_>, chips: &VertexMap<BigInt>, dice: &mut Dice) -> [Vec<BigInt>; 2] {
    let graph = stopping.graph();
    let mut left = chips.clone();
    let mut fired = vec![BigInt::zero(); graph.vertex_count()];
    loop {
        let unstable: Vec<VertexId> =
            stopping.active_vertices().filter(|&u| left[u] >= graph.out_degree(u).into()).collect();
        let Some(&u) = dice.pick(&unstable) else { break };
        left[u] -= graph.out_degree(u);
        graph.heads(u).iter().for_each(|&v| left[v] += 1);
        fired[u.index()] += 1;
    }
    [left.as_slice().to_vec(), fired]
}

fn random_chips(instance: &Instance, most: u32, dice: &mut Dice) -> VertexMap<BigInt> {
    let negative = dice.chance(0.4);
    let draw = |_| BigInt::from(dice.below(most)) - if negative { dice.below(most) } else { 0 };
    VertexMap::from_vec(instance.graph().vertices().map(draw).collect())
}

fn certified(instance: &Instance, claim: StabilisationClaim) -> StabilisationClaim {
    match certify_stabilisation(instance, claim) {
        Ok(certified) => certified.into_inner(),
        Err(refutation) => panic!("{} on\n{instance}", refutation.describe(instance)),
    }
}

#[test]
fn chips_stabilise_as_they_do_one_firing_at_a_time() {
    let mut dice = Dice::new(201);
    let (mut kinds, mut negative, mut trapped) = (Kinds::default(), 0, 0);
    for index in 0..instances(3_000) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 2_000 {
            continue;
        }
        kinds.see(&instance);
        let stopping = StoppingGraph::of(instance.graph());
        let chips = random_chips(&instance, 12, &mut dice);
        negative += usize::from(chips.as_slice().iter().any(|count| *count < BigInt::zero()));
        let claim = certified(&instance, stabilise(instance.graph(), &chips, &mut Unlimited).unwrap());
        let [left, fired] = one_by_one(&stopping, &chips, &mut dice);
        for v in instance.graph().vertices() {
            assert_eq!(BigInt::from(claim.firings[v].clone()), fired[v.index()], "{instance}");
            let expected = if stopping.is_active(v) { &left[v.index()] } else { &BigInt::zero() };
            assert_eq!(claim.chips[v], *expected, "{instance}");
            if instance.graph().is_sink(v) {
                assert_eq!(claim.sinks[v], left[v.index()]);
            }
        }
        for (count, members) in claim.trapped.iter().zip(stopping.traps().members()) {
            assert_eq!(*count, members.iter().map(|u| &left[u.index()]).sum(), "{instance}");
            trapped += usize::from(!count.is_zero());
        }
    }
    require_all(&kinds);
    assert!(negative > 500 && trapped > 300, "{negative} {trapped}");
}

#[test]
fn huge_piles_are_halved_and_end_as_the_plain_loop_does() {
    let mut dice = Dice::new(202);
    for index in 0..instances(150) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 5_000 {
            continue;
        }
        let mut chips = random_chips(&instance, 1_000, &mut dice);
        for count in chips.as_mut_slice() {
            *count <<= dice.below(120);
        }
        let [fast, slow] =
            [stabilise, fire_plainly].map(|by| by(instance.graph(), &chips, &mut Unlimited).unwrap());
        assert_eq!(fast, slow, "{instance}");
        certified(&instance, fast);
    }
}

/// Every stable pile that adding single chips to the greatest one leads to: the recurrent ones.
fn recurrent_by_search(graph: &Multigraph) -> BTreeSet<Vec<BigInt>> {
    let stopping = StoppingGraph::of(graph);
    let active: Vec<_> = stopping.active_vertices().collect();
    let mut greatest = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    active.iter().for_each(|&u| greatest[u] = BigInt::from(graph.out_degree(u)) - 1);
    let mut found = BTreeSet::from([greatest.as_slice().to_vec()]);
    let mut queue = vec![greatest];
    while let Some(chips) = queue.pop() {
        for &u in &active {
            let mut more = chips.clone();
            more[u] += 1;
            let next = fire_plainly(graph, &more, &mut Unlimited).expect("there is no limit").chips;
            if found.insert(next.as_slice().to_vec()) {
                queue.push(next);
            }
        }
    }
    found
}

#[test]
fn there_are_as_many_recurrent_piles_as_group_elements() {
    let mut dice = Dice::new(203);
    let (mut kinds, mut seen, mut stretched) = (Kinds::default(), 0, 0);
    for index in 0..instances(3_000) {
        let instance = small_instance(index, &mut dice);
        let traps = rotor_graph::Traps::of(instance.graph()).members().concat();
        let cut = with_sinks(instance.graph(), &traps);
        let rotor_algebra::Order::Finite(order) = order_of(&cut, &mut Unlimited).unwrap() else {
            panic!("the traps were cut:\n{instance}")
        };
        if order > 60u32.into() || walk_bound(instance.graph()) > 2_000 {
            continue;
        }
        kinds.see(&instance);
        seen += 1;
        let recurrent = recurrent_by_search(instance.graph());
        assert_eq!(order, recurrent.len().into(), "{instance}");
        for _ in 0..4 {
            let chips = random_chips(&instance, 6, &mut dice);
            let claim = stabilise(instance.graph(), &chips, &mut Unlimited).unwrap();
            assert_eq!(claim.recurrent, recurrent.contains(claim.chips.as_slice()), "{instance}");
            stretched += usize::from(claim.script.as_slice().iter().any(|times| *times > BigUint::one()));
            certified(&instance, claim);
        }
        let claim = identity(instance.graph(), &mut Unlimited).unwrap();
        assert!(recurrent.contains(claim.chips.as_slice()), "{instance}");
        let group = group_of(&cut, &mut Unlimited).unwrap();
        assert!(element_of(&group, &claim.chips).iter().all(Zero::is_zero), "{instance}");
        let mut forged = claim.clone();
        if let Err(refutation) = certify_identity(&instance, claim) {
            panic!("{} on\n{instance}", refutation.describe(&instance));
        }
        let u = VertexId::new(dice.below(instance.graph().vertex_count() as u32));
        forged.firings[u] += 1;
        assert!(certify_identity(&instance, forged).is_err(), "{instance}");
    }
    // Graphs with few classes have no large multiplicities.
    assert!(kinds.missing().iter().all(|&kind| kind == "large multiplicities"), "{kinds}");
    assert!(seen > 800 && stretched > 200, "{seen} {stretched}");
}

#[test]
fn firings_that_can_be_spared_are_refuted() {
    let instance = parse("a: b\nb: a a s\nsink s").unwrap();
    let chips = VertexMap::from_vec([1, 1, 0].map(BigInt::from).to_vec());
    let claim = stabilise(instance.graph(), &chips, &mut Unlimited).unwrap();
    assert_eq!(claim.firings.as_slice(), [1u32, 0, 0].map(BigUint::from));
    let mut forged = certified(&instance, claim);
    forged.firings = VertexMap::from_vec([3u32, 1, 0].map(BigUint::from).to_vec());
    forged.chips = VertexMap::from_vec([0, 1, 0].map(BigInt::from).to_vec());
    forged.sinks[VertexId::new(2)] = BigInt::one();
    let refutation = certify_stabilisation(&instance, forged).unwrap_err();
    assert_eq!(
        refutation.describe(&instance),
        "at a, firings that can be spared = 0 does not hold: 2 against 0"
    );
}

#[test]
fn the_judge_refutes_forged_stabilisations() {
    let mut dice = Dice::new(204);
    let mut refuted = [0; 7];
    for index in 0..instances(4_000) {
        let instance = small_instance(index, &mut dice);
        if walk_bound(instance.graph()) > 2_000 {
            continue;
        }
        let graph = instance.graph();
        let chips = random_chips(&instance, 12, &mut dice);
        let claim = stabilise(graph, &chips, &mut Unlimited).unwrap();
        let u = VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut forged = claim.clone();
        let kind = dice.below(7) as usize;
        match kind {
            0 => forged.chips[u] += 1,
            1 => forged.sinks[u] -= 1,
            2 => forged.firings[u] += 1u32,
            3 => forged.recurrent ^= true,
            4 => forged.start[u] += 1,
            5 => match forged.trapped.first_mut() {
                Some(count) => *count += 1,
                None => continue,
            },
            _ => {
                // Every vertex once more: conserved and often stable, but not the least.
                let active: Vec<_> = StoppingGraph::of(graph).active_vertices().collect();
                for &v in &active {
                    forged.firings[v] += 1u32;
                    forged.chips[v] -= graph.out_degree(v);
                }
                for &v in &active {
                    for &w in graph.heads(v) {
                        match rotor_graph::Traps::of(graph).trap_of(w) {
                            Some(trap) => forged.trapped[trap] += 1,
                            None if graph.is_sink(w) => forged.sinks[w] += 1,
                            None => forged.chips[w] += 1,
                        }
                    }
                }
                if active.is_empty() {
                    continue;
                }
            }
        }
        assert!(certify_stabilisation(&instance, forged).is_err(), "{kind} on\n{instance}");
        refuted[kind] += 1;
    }
    assert!(refuted.iter().all(|&count| count > 80), "{refuted:?}");
}

#[test]
fn guessed_firings_are_those_of_the_plain_loop() {
    let mut dice = Dice::new(205);
    for index in 0..instances(300) {
        let vertices = dice.between(1..=40);
        let mut rows = vec![Vec::new(); vertices as usize];
        // A path, so that every vertex reaches the exit of the first, and random edges.
        for u in 1..vertices {
            let others = (0..dice.below(3)).map(|_| dice.below(u)).collect::<Vec<_>>();
            for v in others.into_iter().chain([u - 1]) {
                rows[u as usize].push(v);
                rows[v as usize].push(u);
            }
        }
        let mut text = String::from("sink s\n");
        for (u, row) in rows.iter().enumerate() {
            let exits = u32::from(u == 0) + u32::from(dice.chance(0.1));
            let heads: Vec<String> = row.iter().map(|v| format!("u{v}")).collect();
            text += &format!(
                "u{u}: {} {}{}\n",
                heads.join(" "),
                "s ".repeat(exits as usize),
                if index % 5 == 0 { format!("u{u}") } else { String::new() }
            );
        }
        let instance = parse(&text).unwrap();
        let mut chips = VertexMap::filled(instance.graph().vertex_count(), BigInt::zero());
        for _ in 0..dice.between(1..=5) {
            let u = VertexId::new(dice.below(vertices + 1));
            chips[u] += BigInt::from(dice.below(2_000)) - 100;
        }
        let [fast, slow] =
            [stabilise, fire_plainly].map(|by| by(instance.graph(), &chips, &mut Unlimited).unwrap());
        assert_eq!(fast, slow, "{instance}");
        certified(&instance, fast);
        let identity = identity(instance.graph(), &mut Unlimited).unwrap();
        assert!(certify_identity(&instance, identity).is_ok(), "{instance}");
    }
}
