//! Return flows of `fig : calcRN` and `ExempleRN`.

use crate::figure::{figure, vertex};
use arrival::{Context, forest_within};
use arrival::{Question, solve, verify};
use rotor_graph::{Claim, Count, Instance, ReturnFlows, StoppingGraph};

fn flows(instance: &Instance) -> ReturnFlows {
    let solution = solve(instance, Question::All).unwrap();
    verify(instance, solution.certificate().unwrap().as_bytes()).unwrap();
    match solution.claim() {
        Some(Claim::Flows(claim)) => claim.flows.clone(),
        other => panic!("{other:?}"),
    }
}

fn rows(instance: &Instance) -> Vec<String> {
    let flows = flows(instance);
    let row = |u, (v, flow): &(_, Count)| format!("{} {} {flow}", instance.name(u), instance.name(*v));
    let graph = instance.graph();
    graph
        .vertices()
        .flat_map(|u| flows.counts_of(u).iter().map(move |pair| row(u, pair)).collect::<Vec<_>>())
        .collect()
}

fn flow(instance: &Instance, u: &str, v: &str) -> String {
    flows(instance).get(vertex(instance, u), vertex(instance, v)).unwrap().to_string()
}

#[test]
fn the_return_flows_of_the_small_tree_are_those_of_the_figure() {
    let instance = figure("fig-calc-rn");
    let expected = [
        "u0 u2 2",
        "u0 u1 3",
        "u0 u4 inf",
        "u1 u0 2",
        "u1 u3 2",
        "u2 u0 4",
        "u2 s1 1",
        "u3 u1 2",
        "u3 s0 1",
        "u4 u0 2",
    ];
    assert_eq!(rows(&instance), expected);
}

/// r(u2, u0) by its definition: u2 only ever sends the particle to u0, and it is counted how often that happens until
/// the particle never comes back.
#[test]
fn e11_the_return_flow_from_u2_to_u0_is_4_and_not_2() {
    let instance = figure("fig-calc-rn");
    assert_eq!(flow(&instance, "u2", "u0"), "4");
    let forced = rotor_graph::parse("u0: u2 u1 u4\nu1: u0 u3\nu2: u0\nu3: u1 s0\nu4: u0\nsink s0").unwrap();
    let stopping = StoppingGraph::of(forced.graph());
    let u2 = vertex(&forced, "u2");
    let mut walk = rotor_graph::RotorWalk::new(&stopping, forced.rotors(), u2);
    let mut departures = 0;
    loop {
        departures += u32::from(walk.particle() == u2);
        if walk.step().is_none() {
            break;
        }
    }
    assert_eq!(departures, 4);
}

#[test]
fn e12_the_flows_into_the_revolving_example_are_3_2_and_5() {
    let instance = figure("fig-revolving-example");
    assert_eq!(["v1", "v2", "v3"].map(|v| flow(&instance, v, "u")), ["3", "2", "5"]);
}

#[test]
fn the_revolving_example_leaves_u_by_the_second_arc_to_v3() {
    let instance = figure("fig-revolving-example");
    assert_eq!(["v1", "v2", "v3"].map(|v| flow(&instance, "u", v)), ["4", "inf", "4"]);
    let graph = instance.graph();
    let u = vertex(&instance, "u");
    let forest = forest_within(&instance, &mut Context::default()).unwrap();
    let last = forest.last_departure(u).unwrap();
    assert_eq!((instance.name(graph.head(last)), last.raw() - graph.arc_range(u).start), ("v3", 1));
}
