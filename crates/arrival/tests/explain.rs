//! Explanations: what they say of a departure is what its return flows mean.

use arrival::{Context, Options, Question, explain, flows, parse, solve};
use rotor_generate::{Dice, small_forest, small_game, small_graph};
use rotor_graph::{Exit, Instance, VertexId};
use serde_json::Value;

fn explained(instance: &Instance, from: VertexId) -> (Value, String) {
    let explanation = explain(instance, from, &Options::default(), true, &mut Context::default()).unwrap();
    (explanation.json(), explanation.text().to_owned())
}

/// The path must lead from the start to the exit, or into the trap.
fn check_path(instance: &Instance, from: VertexId, json: &Value) {
    let solution =
        solve(instance, Question::From(from), &Options::default(), &mut Context::default()).unwrap();
    let exit = solution.exits().next().unwrap().exit;
    let mut at = from;
    for stop in json["path"].as_array().unwrap() {
        assert_eq!(stop["vertex"], instance.name(at), "{instance}");
        at = instance.vertex(stop["leaves_for"].as_str().unwrap()).unwrap();
    }
    match exit {
        Exit::Sink(sink) => assert_eq!((at, json["exit"].as_str()), (sink, Some(instance.name(sink)))),
        Exit::Trap(trap) => assert!(solution.traps()[trap].contains(&at) && json["exit"].is_null()),
    }
}

#[test]
fn a_vertex_is_left_for_the_head_that_is_used_up_first() {
    let mut dice = Dice::new(5);
    let mut stops = 0;
    for _ in 0..600 {
        let instance = small_forest(&mut dice);
        let graph = instance.graph();
        for from in graph.vertices() {
            let (json, _) = explained(&instance, from);
            check_path(&instance, from, &json);
            for stop in json["path"].as_array().unwrap() {
                let u = instance.vertex(stop["vertex"].as_str().unwrap()).unwrap();
                let flows = stop["flows"].as_array().unwrap();
                let flow = |w: VertexId| {
                    let row = flows.iter().find(|row| row["to"] == instance.name(w))?;
                    row["flow"].as_str().unwrap().parse::<u64>().ok()
                };
                let heads = graph.heads(u);
                let position = instance.rotors().position(graph, u) as usize;
                let mut visits = vec![0u64; graph.vertex_count()];
                let used_up = |number: &usize| {
                    let w = heads[(position + number) % heads.len()];
                    visits[w.index()] += 1;
                    flow(w) == Some(visits[w.index()])
                };
                let last = (0usize..).find(used_up).unwrap();
                assert_eq!(stop["leaves_for"], instance.name(heads[(position + last) % heads.len()]));
                assert_eq!(stop["full_turns"], (last / heads.len()).to_string(), "{instance}");
                stops += 1;
            }
        }
    }
    assert!(stops > 3_000, "{stops}");
}

#[test]
fn on_any_graph_the_last_departures_lead_to_the_exit() {
    let mut dice = Dice::new(6);
    for _ in 0..300 {
        let instance = small_graph(&mut dice);
        for from in instance.graph().vertices() {
            check_path(&instance, from, &explained(&instance, from).0);
        }
    }
}

#[test]
fn a_game_is_explained_by_two_thresholds_and_pairs() {
    let game = "u0: u two\nmax u: one *u0 zero\nsink zero\nsink one = 1\nsink two = 2\nstart u0";
    let instance = parse(game).unwrap();
    let (json, text) = explained(&instance, instance.start().unwrap());
    assert_eq!(
        text,
        "u0 is worth 2: the particle exits at two\n\
         max: u -> u0\n\
         checked: pairs of the games \"at least 2\" and \"more than 2\"\n\
         Max can secure 2 but not more, so the value is 2.\n\
         u0 exits at two after 3 steps.\n\
         u0 sends the particle to two for good on its 2nd departure: of r(u0, u) = 2, r(u0, two) = 1, the one to two is \
         used up first.\n  \
         (u0, two): \"at least\" won with flow 1, \"more than\" lost with flow 1.\n"
    );
    assert_eq!(json["text"], text);
}

#[test]
fn of_many_return_flows_the_first_and_the_used_up_are_named() {
    let leaves: Vec<_> = (0..30).map(|leaf| format!("v{leaf}")).collect();
    let rows: String = leaves.iter().map(|leaf| format!("{leaf}: u\n")).collect();
    let instance = parse(&format!("u: {} s\n{rows}sink s\nstart u", leaves.join(" "))).unwrap();
    let (json, text) = explained(&instance, instance.start().unwrap());
    assert_eq!(json["path"][0]["flows"].as_array().unwrap().len(), 31);
    assert_eq!(
        text,
        "u exits at s after 61 steps.\n\
         u sends the particle to s for good on its 31st departure: of r(u, v0) = inf, r(u, v1) = inf, r(u, v2) = inf, \
         r(u, v3) = inf, r(u, v4) = inf, r(u, v5) = inf, r(u, v6) = inf, r(u, v7) = inf, r(u, v8) = inf, r(u, v9) = inf, \
         r(u, v10) = inf, r(u, v11) = inf, r(u, s) = 1, … 18 more, the one to s is used up first.\n"
    );
}

/// The frames of a kind.
fn frames_of<'j>(json: &'j Value, step: &str) -> Vec<&'j Value> {
    json["frames"].as_array().unwrap().iter().filter(|frame| frame["step"] == step).collect()
}

#[test]
fn frames_fill_in_every_return_flow_and_last_departure() {
    let mut dice = Dice::new(8);
    let (mut flows_seen, mut departures) = (0, 0);
    for _ in 0..600 {
        let instance = small_forest(&mut dice);
        let graph = instance.graph();
        let Ok(flows) = flows(&instance, &mut Context::default()) else { continue };
        for from in graph.vertices() {
            let (json, _) = explained(&instance, from);
            assert_eq!(json["frames_left_out"], 0);
            let frames = json["frames"].as_array().unwrap();
            for label in frames.iter().flat_map(|frame| frame["arcs"].as_array().unwrap()) {
                let [tail, head] =
                    ["tail", "head"].map(|key| instance.vertex(label[key].as_str().unwrap()).unwrap());
                let arc =
                    graph.arc_range(tail).find(|&a| u64::from(a) == label["arc"].as_u64().unwrap()).unwrap();
                assert_eq!(graph.all_heads()[arc as usize], head, "{instance}");
            }
            for frame in frames_of(&json, "return-flow") {
                for label in frame["arcs"].as_array().unwrap().iter().filter(|label| label["mark"] == "now") {
                    let [tail, head] =
                        ["tail", "head"].map(|key| instance.vertex(label[key].as_str().unwrap()).unwrap());
                    let flow = flows.flows.get(tail, head).unwrap().to_count().to_string();
                    assert_eq!(label["label"], flow, "{instance}");
                    flows_seen += 1;
                }
            }
            let routines = frames_of(&json, "routine");
            assert_eq!(routines.len(), json["path"].as_array().unwrap().len());
            for (frame, stop) in routines.iter().zip(json["path"].as_array().unwrap()) {
                let chosen: Vec<_> = frame["arcs"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|label| label["mark"] == "chosen")
                    .collect();
                assert_eq!(chosen.len(), 1);
                assert_eq!((&chosen[0]["tail"], &chosen[0]["head"]), (&stop["vertex"], &stop["leaves_for"]));
                departures += 1;
            }
        }
    }
    assert!(flows_seen > 5_000 && departures > 3_000, "{flows_seen} {departures}");
}

#[test]
fn off_trees_frames_push_cycles_until_rotors_lead_to_the_exit() {
    let mut dice = Dice::new(9);
    let mut pushes = 0;
    for _ in 0..1_600 {
        let instance = small_graph(&mut dice);
        let graph = instance.graph();
        for from in graph.vertices() {
            let (json, _) = explained(&instance, from);
            let pushed = frames_of(&json, "push");
            if pushed.is_empty() || json["frames_left_out"] != 0 || pushed.len() >= 1_000 {
                continue;
            }
            let mut positions: Vec<u32> =
                graph.vertices().map(|u| instance.rotors().position(graph, u)).collect();
            for (name, position) in pushed.iter().flat_map(|frame| frame["rotors"].as_object().unwrap()) {
                positions[instance.vertex(name).unwrap().index()] = position.as_u64().unwrap() as u32;
            }
            for stop in json["path"].as_array().unwrap() {
                let u = instance.vertex(stop["vertex"].as_str().unwrap()).unwrap();
                let head = graph.heads(u)[positions[u.index()] as usize];
                assert_eq!(stop["leaves_for"], instance.name(head), "{instance}");
            }
            pushes += pushed.len();
        }
    }
    assert!(pushes > 1_000, "{pushes}");
}

#[test]
fn frames_of_a_game_bisect_its_values_down_to_its_own() {
    let mut dice = Dice::new(10);
    let (mut games, mut pairs) = (0, 0);
    for _ in 0..600 {
        let instance = small_game(&mut dice);
        if instance.player_count() == 0 {
            continue;
        }
        for from in instance.graph().vertices() {
            let (json, text) = explained(&instance, from);
            let asked = frames_of(&json, "binary-game");
            let Some(last) = asked.last() else { continue };
            let value = solve(&instance, Question::From(from), &Options::default(), &mut Context::default())
                .unwrap()
                .game()
                .unwrap()
                .rows[0]
                .value()
                .unwrap();
            assert!(
                last["words"].as_str().unwrap().ends_with(&format!(": {value} left.")),
                "{instance}{text}{last}"
            );
            games += 1;
            pairs += frames_of(&json, "pair").len();
        }
    }
    assert!(games > 300 && pairs > 300, "{games} {pairs}");
}
