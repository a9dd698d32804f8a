//! The simple path of `fig:chainDFComputation`: exits, and the classes of configurations.

use crate::figure::{figure, vertex, with_rotors};
use arrival::{Context, equivalent_within, forest_within};
use arrival::{Question, solve};
use rotor_graph::{Class, Exit, Instance};
use rotor_solve::push::{cycle_through, push};

fn exits(instance: &Instance) -> Vec<String> {
    let solution = solve(instance, Question::All).unwrap();
    let name = |row: arrival::ExitRow<'_>| match row.exit {
        Exit::Sink(sink) => instance.name(sink).to_owned(),
        Exit::Trap(trap) => panic!("trap {trap} in a path"),
    };
    solution.exits().map(name).collect()
}

#[test]
fn the_path_of_four_exits_half_and_half() {
    let instance = figure("fig-simple-path-4");
    let solution = solve(&instance, Question::All).unwrap();
    assert_eq!(solution.sizes().class, Class::Path);
    assert_eq!(exits(&instance), ["s0", "s0", "s0", "s1", "s1", "s1"]);
    // And each of them alone, by its own walk.
    for (from, exit) in [("u1", "s0"), ("u2", "s0"), ("u3", "s1"), ("u4", "s1")] {
        let solution = solve(&instance, Question::From(vertex(&instance, from))).unwrap();
        let found: Vec<_> = solution.exits().map(|row| row.exit).collect();
        assert_eq!(found, [Exit::Sink(vertex(&instance, exit))], "{from}");
    }
}

#[test]
fn the_push_of_u2_and_u3_stays_in_the_class_of_the_path() {
    let instance = figure("fig-simple-path-4");
    let graph = instance.graph();
    let mut rotors = instance.rotors().clone();
    let cycle = cycle_through(graph, &rotors, vertex(&instance, "u2")).unwrap();
    let names: Vec<_> = cycle.vertices().iter().map(|&u| instance.name(u)).collect();
    assert_eq!(names, ["u2", "u3"]);
    push(graph, &mut rotors, &cycle);
    assert_ne!(&rotors, instance.rotors());
    let equivalent = equivalent_within(&instance, &rotors, &mut Context::default()).unwrap();
    assert!(*equivalent && equivalent.is_checked());
    assert_eq!(exits(&instance.clone().with_rotors(rotors)), exits(&instance));
}

#[test]
fn the_forest_has_as_many_arcs_towards_s1_as_the_path() {
    let instance = figure("fig-simple-path-4");
    let graph = instance.graph();
    let forest = forest_within(&instance, &mut Context::default()).unwrap();
    let heads = ["u1", "u2", "u3", "u4"].map(|u| {
        let a = forest.last_departure(vertex(&instance, u)).unwrap();
        instance.name(graph.head(a))
    });
    assert_eq!(heads, ["s0", "u1", "u4", "s1"]);
}

#[test]
fn path_configurations_with_equal_rotor_counts_are_equivalent() {
    let instance = figure("fig-simple-path-4");
    // The position of the arc towards s1 of each vertex, in the order of its line.
    let towards = [("u1", 0), ("u2", 0), ("u3", 1), ("u4", 1)];
    let all: Vec<(Instance, usize)> = (0..16u32)
        .map(|bits| {
            let chosen: Vec<_> = towards
                .iter()
                .enumerate()
                .map(|(i, &(u, at))| (u, at ^ u32::from(bits >> i & 1 == 0)))
                .collect();
            (with_rotors(&instance, &chosen), bits.count_ones() as usize)
        })
        .collect();
    for (first, towards_s1) in &all {
        let expected: Vec<_> = (1..=4).map(|i| if i > 4 - towards_s1 { "s1" } else { "s0" }).collect();
        assert_eq!(exits(first)[1..5], expected, "{first}");
        for (second, others) in &all {
            let equivalent = equivalent_within(first, second.rotors(), &mut Context::default()).unwrap();
            assert_eq!(*equivalent, towards_s1 == others, "{first}{second}");
        }
    }
}
