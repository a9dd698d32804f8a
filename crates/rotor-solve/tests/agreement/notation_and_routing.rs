//! What holds for every instance: text reads back, and a step can be undone.

use crate::brute_force::instances;
use rotor_generate::{Dice, small_forest, small_game, small_graph};
use rotor_graph::{Instance, Past, ReverseWalk, Rule, VertexId, parse, parse_bytes, route, unroute};

/// Random small instances of all makers.
fn for_each_instance(seed: u64, count: u64, mut holds: impl FnMut(&Instance, &mut Dice)) {
    let mut dice = Dice::new(seed);
    for index in 0..instances(count) {
        let make = [small_forest, small_graph, small_game][(index % 3) as usize];
        let instance = make(&mut dice);
        holds(&instance, &mut dice);
    }
}

#[test]
fn canonical_text_reads_back_and_prints_to_the_same_bytes() {
    for_each_instance(11, 6_000, |instance, _| {
        let text = instance.to_string();
        let read = parse(&text).unwrap();
        assert_eq!(&read, instance, "{text}");
        assert_eq!(read.to_string(), text);
        for rule in [Rule::MoveThenTurn, Rule::TurnThenMove] {
            let text = instance.written_for(rule).to_string();
            let (read, said) = parse_bytes(text.as_bytes(), 1 << 20).unwrap();
            assert_eq!((&read, said.unwrap_or_default()), (instance, rule), "{text}");
        }
    });
}

#[test]
fn a_reverse_step_undoes_a_step() {
    let (mut certain, mut unclear) = (0, 0);
    for_each_instance(12, 6_000, |instance, dice| {
        let graph = instance.graph();
        let mut rotors = instance.rotors().clone();
        let mut u = VertexId::new(dice.below(graph.vertex_count() as u32));
        for _ in 0..30 {
            if graph.is_sink(u) {
                break;
            }
            let before = rotors.clone();
            let v = route(graph, &mut rotors, u);
            let mut undone = rotors.clone();
            assert_eq!((unroute(graph, &mut undone, u), &undone), (v, &before), "{instance}");
            let mut reverse = ReverseWalk::new(graph, rotors.clone(), v);
            match reverse.past() {
                Past::From(sender) => {
                    assert_eq!(sender, u, "{instance}");
                    assert_eq!(reverse.step_back().map(|a| graph.head(a)), Some(v));
                    assert_eq!((reverse.particle(), reverse.rotors()), (u, &before));
                    certain += 1;
                }
                Past::Unclear(senders) => {
                    assert!(senders > 1 && reverse.step_back().is_none());
                    unclear += 1;
                }
                Past::Beginning => panic!("a step led here:\n{instance}"),
            }
            u = v;
        }
    });
    assert!(certain > 1_000 && unclear > 1_000, "{certain} certain, {unclear} unclear");
}

#[test]
fn a_reverse_walk_has_the_past_of_one_that_starts_again() {
    let mut long = 0;
    for_each_instance(13, 6_000, |instance, dice| {
        let graph = instance.graph();
        let at = VertexId::new(dice.below(graph.vertex_count() as u32));
        let mut reverse = ReverseWalk::new(graph, instance.rotors().clone(), at);
        for _ in 0..30 {
            let anew = ReverseWalk::new(graph, reverse.rotors().clone(), reverse.particle());
            assert_eq!(reverse.past(), anew.past(), "{instance}");
            if reverse.step_back().is_none() {
                break;
            }
        }
        long += u32::from(reverse.steps() > 2);
    });
    assert!(long > 500, "only {long} walks of more than two steps");
}
