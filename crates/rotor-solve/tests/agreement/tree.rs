//! Exits, flows, forests and profiles on random small forests against plain walks.

use crate::brute_force::{instances, return_flow, walk};
use rotor_generate::{Dice, Kinds, small_forest};
use rotor_graph::{
    Claim, Classified, Count, Instance, Natural, Rooted, SimpleDigraph, StoppingGraph, TreeLike,
};
use rotor_solve::Unlimited;
use rotor_solve::push::push_to_forest;
use rotor_solve::tree::{complete_destination, run_profile};

/// What the test saw beyond the kinds of instances.
#[derive(Debug, Default)]
struct Seen {
    ties: u64,
    starts_on_sinks: u64,
    starts_in_traps: u64,
    infinite_flows: u64,
    walks_into_traps: u64,
    several_turns: u64,
}

#[test]
fn exits_flows_forests_and_profiles_are_those_of_the_walk() {
    let mut dice = Dice::new(1);
    let (mut kinds, mut seen) = (Kinds::default(), Seen::default());
    for _ in 0..instances(20_000) {
        let instance = small_forest(&mut dice);
        kinds.see(&instance);
        agree(&instance, &mut seen);
    }
    println!("{kinds}\n{seen:?}");
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    let Seen { ties, starts_on_sinks, starts_in_traps, infinite_flows, walks_into_traps, several_turns } =
        seen;
    for (kind, count) in [
        ("ties", ties),
        ("starts on sinks", starts_on_sinks),
        ("starts in traps", starts_in_traps),
        ("infinite flows", infinite_flows),
        ("walks into traps", walks_into_traps),
        ("several full turns", several_turns),
    ] {
        assert!(count > 100, "only {count} {kind}");
    }
}

fn agree(instance: &Instance, seen: &mut Seen) {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let tree = TreeLike::of(&stopping).unwrap_or_else(|_| panic!("no forest:\n{instance}"));
    let complete = complete_destination(&tree, rotors, &mut Unlimited).unwrap();
    let pushed = push_to_forest(&stopping, rotors, &mut Unlimited).unwrap();
    assert_eq!(complete.forest, pushed.forest, "destination forests differ:\n{instance}");
    let exits = complete.forest.exit_pattern(&stopping);
    for u in graph.vertices() {
        let walked = walk(&stopping, rotors, u);
        assert_eq!(exits[u], walked.exit, "exit of {}:\n{instance}", instance.name(u));
        assert_eq!(
            complete.forest.last_departure(u),
            walked.last_departure,
            "D at {}:\n{instance}",
            instance.name(u)
        );
        for (v, flow) in complete.flows.counts_of(u) {
            let brute = return_flow(&stopping, rotors, u, v);
            assert_eq!(flow, brute, "r({}, {}):\n{instance}", instance.name(u), instance.name(v));
            seen.infinite_flows += u64::from(flow == Count::Infinite);
        }
        seen.starts_on_sinks += u64::from(graph.is_sink(u));
        seen.starts_in_traps += u64::from(stopping.traps().trap_of(u).is_some());

        let reached = stopping.reached_from(u);
        let rooted = Rooted::at(&reached, u);
        let tree = rooted.seen_as(Classified::tree_like).unwrap();
        let profile = run_profile(tree, rotors, &mut Unlimited).unwrap();
        assert_eq!(profile.departures, walked.departures, "profile from {}:\n{instance}", instance.name(u));
        assert_eq!(stopping.exit_at(profile.halt), Some(walked.exit));
        seen.walks_into_traps +=
            u64::from(stopping.is_active(u) && matches!(profile.into_claim(&stopping), Claim::Trap(_)));
    }
    look_for_ties(&stopping, &complete.flows, seen);
}

fn look_for_ties(stopping: &StoppingGraph<'_>, flows: &rotor_graph::ReturnFlows, seen: &mut Seen) {
    let simple = SimpleDigraph::of(stopping.graph());
    for u in stopping.active_vertices() {
        let quotient = |((_, flow), &m): (&(_, Count), &u32)| flow.finite().map(|flow| (flow - 1u32) / m);
        let mut quotients: Vec<_> =
            flows.counts_of(u).iter().zip(simple.multiplicities(u)).filter_map(quotient).collect();
        quotients.sort();
        seen.ties += u64::from(quotients.len() > 1 && quotients[0] == quotients[1]);
        seen.several_turns += u64::from(quotients[0] > Natural::ONE);
    }
}
