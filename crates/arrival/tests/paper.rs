//! The figures of the paper, each with the answers that the paper and its errata give.

use arrival::{Context, Options, Question, equivalent, forest, solve, verify};
use rotor_graph::{
    Claim, Class, Count, Exit, Instance, Owner, Player, ReturnFlows, RotorWalk, StoppingGraph, Value,
    VertexId, VertexMap, move_particle, parse,
};
use rotor_solve::game::{GameValue, exhaustive_search};
use rotor_solve::push::{cycle_through, push, push_to_forest};
use std::path::PathBuf;

/// Where the figures are.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper")
}

/// A figure, read from its file.
fn figure(name: &str) -> Instance {
    let file = folder().join(format!("{name}.rotor"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    parse(&text).unwrap_or_else(|flaws| panic!("{name}: {flaws:?}"))
}

/// The vertex called `name`.
fn vertex(instance: &Instance, name: &str) -> VertexId {
    instance.vertex(name).unwrap_or_else(|| panic!("no vertex {name}"))
}

/// The same instance with rotors on the arcs at these positions.
fn with_rotors(instance: &Instance, positions: &[(&str, u32)]) -> Instance {
    let graph = instance.graph();
    let chosen: Vec<_> = positions.iter().map(|&(name, at)| (vertex(instance, name), at)).collect();
    let position = |u| chosen.iter().find(|&&(v, _)| v == u).map(|&(_, at)| at);
    let changed = rotor_graph::PartialConfiguration::from_positions(graph, position);
    instance.clone().with_rotors(instance.rotors().clone().with(&changed))
}

#[test]
fn every_figure_is_valid_and_prints_what_it_reads() {
    let mut figures: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rotor").to_owned())
        .collect();
    figures.sort();
    let known = [
        "fig-calc-rn",
        "fig-exponential-path-5",
        "fig-integer-game",
        "fig-no-equilibrium",
        "fig-one-player",
        "fig-revolving-example",
        "fig-rotor-routing",
        "fig-simple-path-4",
        "fig-simple-strategy",
    ];
    assert_eq!(figures, known, "a new figure needs its answers among these tests");
    for name in known {
        let instance = figure(name);
        assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance), "{name}");
    }
}

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
    let solution = solve(
        &instance,
        Question::From(instance.start().unwrap()),
        &Options::default(),
        &mut Context::default(),
    )
    .unwrap();
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
    let all = push_to_forest(&stopping, instance.rotors(), &mut ()).unwrap();
    assert_eq!(all.pushes, 2);
    let solution = solve(&instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
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
    let solution = solve(
        &instance,
        Question::From(instance.start().unwrap()),
        &Options::default(),
        &mut Context::default(),
    )
    .unwrap();
    assert_eq!(solution.solver(), "tree");
    assert_eq!(solution.exits().next().unwrap().steps.unwrap().to_string(), "125");
    let Some(Claim::Flow(claim)) = solution.claim() else { panic!("{solution}") };
    for (u, departures) in claim.departures.iter() {
        let walked = names[..125].iter().filter(|name| *name == instance.name(u)).count();
        assert_eq!(departures.to_string(), walked.to_string(), "{}", instance.name(u));
    }
}

fn exits(instance: &Instance) -> Vec<String> {
    let solution = solve(instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
    let name = |row: arrival::ExitRow<'_>| match row.exit {
        Exit::Sink(sink) => instance.name(sink).to_owned(),
        Exit::Trap(trap) => panic!("trap {trap} in a path"),
    };
    solution.exits().map(name).collect()
}

#[test]
fn the_path_of_four_exits_half_and_half() {
    let instance = figure("fig-simple-path-4");
    let solution = solve(&instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
    assert_eq!(solution.sizes().class, Class::Path);
    assert_eq!(exits(&instance), ["s0", "s0", "s0", "s1", "s1", "s1"]);
    // And each of them alone, by its own walk.
    for (from, exit) in [("u1", "s0"), ("u2", "s0"), ("u3", "s1"), ("u4", "s1")] {
        let solution = solve(
            &instance,
            Question::From(vertex(&instance, from)),
            &Options::default(),
            &mut Context::default(),
        )
        .unwrap();
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
    let equivalent = equivalent(&instance, &rotors, &mut Context::default()).unwrap();
    assert!(equivalent.is_equivalent && equivalent.is_checked());
    assert_eq!(exits(&instance.clone().with_rotors(rotors)), exits(&instance));
}

#[test]
fn the_forest_has_as_many_arcs_towards_s1_as_the_path() {
    let instance = figure("fig-simple-path-4");
    let graph = instance.graph();
    let forest = forest(&instance, &mut Context::default()).unwrap();
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
            let equivalent = equivalent(first, second.rotors(), &mut Context::default()).unwrap();
            assert_eq!(equivalent.is_equivalent, towards_s1 == others, "{first}{second}");
        }
    }
}

fn flows(instance: &Instance) -> ReturnFlows {
    let solution = solve(instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
    verify(instance, solution.certificate().unwrap().as_bytes(), &mut Context::default()).unwrap();
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
    let forced = parse("u0: u2 u1 u4\nu1: u0 u3\nu2: u0\nu3: u1 s0\nu4: u0\nsink s0").unwrap();
    let stopping = StoppingGraph::of(forced.graph());
    let u2 = vertex(&forced, "u2");
    let mut walk = RotorWalk::new(&stopping, forced.rotors(), u2);
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
    let forest = forest(&instance, &mut Context::default()).unwrap();
    let last = forest.last_departure(u).unwrap();
    assert_eq!((instance.name(graph.head(last)), last.raw() - graph.arc_range(u).start), ("v3", 1));
}

fn game(instance: &Instance, from: &str) -> GameValue {
    let stopping = StoppingGraph::of(instance.graph());
    exhaustive_search(instance, &stopping, vertex(instance, from), 0, &mut ()).unwrap()
}

/// `u -> v` for each choice of Max.
fn choices(instance: &Instance, value: &GameValue) -> Vec<String> {
    let arrow = |(u, a)| format!("{} -> {}", instance.name(u), instance.name(instance.graph().head(a)));
    value.max.starts().unwrap().iter().map(arrow).collect()
}

/// What the start is worth when the owned vertices are rotors at these positions.
fn played(instance: &Instance, from: &str, positions: &[(&str, u32)]) -> Value {
    let rotors = VertexMap::filled(instance.graph().vertex_count(), Owner::Rotor);
    let forced = with_rotors(instance, positions).with_owners(rotors).unwrap();
    let solution =
        solve(&forced, Question::From(vertex(&forced, from)), &Options::default(), &mut Context::default())
            .unwrap();
    match solution.exits().next().unwrap().exit {
        Exit::Sink(sink) => forced.value(sink),
        Exit::Trap(_) => 0,
    }
}

#[test]
fn the_best_strategy_of_the_simple_game_depends_on_the_start() {
    let instance = figure("fig-simple-strategy");
    for (from, choice) in [("u", "g -> u"), ("v", "g -> v")] {
        let found = game(&instance, from);
        assert_eq!(found.value(), Some(1), "{from}");
        assert_eq!(choices(&instance, &found), [choice]);
    }
    // top, v, bottom, u: each start is won by one choice only.
    assert_eq!([0, 1, 2, 3].map(|at| played(&instance, "u", &[("g", at)])), [0, 0, 0, 1]);
    assert_eq!([0, 1, 2, 3].map(|at| played(&instance, "v", &[("g", at)])), [0, 1, 0, 0]);
}

#[test]
fn the_one_player_game_is_worth_1_by_u2_to_u3_and_u4_to_u0() {
    let instance = figure("fig-one-player");
    let found = game(&instance, "u0");
    assert_eq!(found.value(), Some(1));
    assert_eq!(choices(&instance, &found), ["u2 -> u3", "u4 -> u0"]);
    assert_eq!(found.exit, Exit::Sink(vertex(&instance, "l")));
}

#[test]
fn e9_the_strategy_of_the_one_player_game_is_that_of_u2_and_u4() {
    let instance = figure("fig-one-player");
    let owned: Vec<_> = instance.owned_by(Player::Max).map(|u| instance.name(u)).collect();
    assert_eq!(owned, ["u2", "u4"]);
    // u2: u1 u3, u4: u5 g u0. Only the strategy of the figure wins.
    let mut won = Vec::new();
    for (u2, u4) in (0..2).flat_map(|u2| (0..3).map(move |u4| (u2, u4))) {
        if played(&instance, "u0", &[("u2", u2), ("u4", u4)]) == 1 {
            won.push((u2, u4));
        }
    }
    assert_eq!(won, [(1, 2)]);
    assert_eq!(instance.owner(vertex(&instance, "u6")), Owner::Rotor);
}

#[test]
fn e8_the_integer_game_is_worth_2_by_u_pointed_at_u0() {
    let instance = figure("fig-integer-game");
    let found = game(&instance, "u0");
    assert_eq!((found.value(), choices(&instance, &found)), (Some(2), vec!["u -> u0".to_owned()]));
    // one, u0, zero: u has no arc to the sink of value 2, and the direct ways are worth less.
    assert_eq!([0, 1, 2].map(|at| played(&instance, "u0", &[("u", at)])), [1, 2, 0]);
}

#[test]
fn the_general_graph_without_an_equilibrium_has_none() {
    let instance = figure("fig-no-equilibrium");
    let found = game(&instance, "Max");
    assert_eq!((found.value(), found.max_min, found.min_max), (None, 0, 1));
    let worth = |max, min| played(&instance, "Max", &[("Max", max), ("Min", min)]);
    let matrix = [0, 1].map(|max| [0, 1, 2].map(|min| worth(max, min)));
    assert!(matrix.iter().all(|row| row.contains(&0)), "whatever Max does, Min has an answer: {matrix:?}");
    assert!((0..3).all(|min| matrix.iter().any(|row| row[min] == 1)), "and the other way round: {matrix:?}");
}

#[test]
fn games_of_tree_like_figures_are_certified_from_all_starts() {
    let mut certified = 0;
    for name in ["fig-simple-strategy", "fig-one-player", "fig-integer-game"] {
        let instance = figure(name);
        let all = solve(&instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
        assert_eq!((all.solver(), all.unchecked_because()), ("game", None), "{name}");
        for row in &all.game().unwrap().rows {
            let solution =
                solve(&instance, Question::From(row.from), &Options::default(), &mut Context::default())
                    .unwrap();
            assert_eq!((solution.solver(), solution.unchecked_because()), ("game", None), "{name}");
            assert_eq!(solution.game().unwrap().rows[0].value(), row.value(), "{name}");
            assert_eq!(game(&instance, instance.name(row.from)).value(), row.value(), "{name}");
            let certificate = solution.certificate().unwrap();
            assert!(verify(&instance, certificate.as_bytes(), &mut Context::default()).is_ok(), "{name}");
            certified += 1;
        }
    }
    assert!(certified > 15, "{certified}");
    let general = figure("fig-no-equilibrium");
    let solution = solve(
        &general,
        Question::From(vertex(&general, "Max")),
        &Options::default(),
        &mut Context::default(),
    )
    .unwrap();
    assert!(solution.unchecked_because().is_some() && solution.certificate().is_none());
}
