//! Walks and cycle pushes of `fig :RotorRouting`, and the exponential walk of `expchain`.

use crate::figure::{figure, vertex};
use arrival::{Question, solve};
use rotor_graph::{Claim, Exit, Instance, RotorWalk, StoppingGraph, move_particle};
use rotor_solve::Unlimited;
use rotor_solve::push::{cycle_through, push, push_to_forest};

fn walk_of(instance: &Instance, from: &str) -> Vec<String> {
    let stopping = StoppingGraph::of(instance.graph());
    let mut walk = RotorWalk::new(&stopping, instance.rotors(), vertex(instance, from));
    let mut names = vec![from.to_owned()];
    while walk.step().is_some() {
        names.push(instance.name(walk.particle()).to_owned());
    }
    names
}

#[test]
fn the_figure_s_walk_visits_what_the_paper_lists() {
    let instance = figure("fig-rotor-routing");
    let names = walk_of(&instance, "u2");
    assert_eq!(names, ["u2", "u1", "u0", "u2", "u0", "u1", "u2", "s2"]);
    let solution = solve(&instance, Question::From(instance.start().unwrap())).unwrap();
    let row = solution.exits().next().unwrap();
    assert_eq!(row.exit, Exit::Sink(vertex(&instance, "s2")));
    assert_eq!(row.steps.unwrap().to_string(), "7");
    assert_eq!(solution.unchecked_because(), None);
}

#[test]
fn two_pushes_lead_to_the_destination_forest_of_the_figure() {
    let instance = figure("fig-rotor-routing");
    let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
    let mut rotors = instance.rotors().clone();
    let mut pushed = Vec::new();
    while let Some(cycle) = cycle_through(graph, &rotors, vertex(&instance, "u0")) {
        pushed.push(cycle.vertices().iter().map(|&u| instance.name(u)).collect::<Vec<_>>());
        push(graph, &mut rotors, &cycle);
    }
    assert_eq!(pushed, [["u0", "u2", "u1"], ["u0", "u1", "u2"]]);
    let heads =
        ["u0", "u1", "u2"].map(|u| instance.name(move_particle(graph, &rotors, vertex(&instance, u))));
    assert_eq!(heads, ["u2", "s1", "s2"]);
    let all = push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap();
    assert_eq!(all.pushes, 2);
    let solution = solve(&instance, Question::All).unwrap();
    let exits: Vec<_> = solution.exits().map(|row| row.exit).collect();
    let sinks = ["s2", "s1", "s2", "s1", "s2"].map(|sink| Exit::Sink(vertex(&instance, sink)));
    assert_eq!(exits, sinks);
}

#[test]
fn the_exponential_path_takes_powers_of_two_in_125_steps() {
    let instance = figure("fig-exponential-path-5");
    let names = walk_of(&instance, "u0");
    assert_eq!(names.len(), 126);
    assert_eq!(names.last().map(String::as_str), Some("s"));
    for i in 0..5 {
        let crossing = [format!("u{i}"), format!("u{}", i + 1)];
        let crossings = names.windows(2).filter(|step| *step == crossing).count();
        assert_eq!(crossings, 1 << (i + 1), "from u{i}");
    }
    let solution = solve(&instance, Question::From(instance.start().unwrap())).unwrap();
    assert_eq!(solution.solver(), "tree");
    assert_eq!(solution.exits().next().unwrap().steps.unwrap().to_string(), "125");
    let Some(Claim::Walk(claim)) = solution.claim() else { panic!("{solution}") };
    for (u, departures) in claim.departures.iter() {
        let walked = names[..125].iter().filter(|name| *name == instance.name(u)).count();
        assert_eq!(departures.to_string(), walked.to_string(), "{}", instance.name(u));
    }
}
