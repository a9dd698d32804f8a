//! Games through the whole pipeline: every answer certified, and right by exhaustive search and by replay.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use arrival::{Context, Judged, Options, PlayEnd, Question, Solution, decided, parse, solve_within, verify};
use rotor_generate::{Dice, small_game};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph, StrategySet, Value, VertexId};
use rotor_solve::Unlimited;
use rotor_solve::game::exhaustive_search;
use std::fmt::Write;

fn solved(instance: &Instance, question: Question, set: StrategySet, endless: Value) -> Judged<'_, Solution> {
    let options = Options { strategies: set, endless_value: endless, ..Options::default() };
    let solution = solve_within(instance, question, &options, &mut Context::default());
    let solution = solution.unwrap_or_else(|error| panic!("{error}\n{instance}"));
    assert_eq!((solution.solver(), solution.unchecked_because()), ("game", None), "{instance}");
    solution
}

/// What the play of the strategies against each other is worth, step by step.
fn replayed(solution: &Judged<'_, Solution>, from: VertexId, endless: Value) -> (Option<Exit>, Value) {
    let instance = solution.instance();
    let play = solution.game().unwrap().rows[0].play.as_ref().unwrap();
    let played = decided(instance, from, [&play.max, &play.min]).unwrap();
    let stopping = StoppingGraph::of(played.graph());
    let mut walk = RotorWalk::new(&stopping, played.rotors(), from);
    while !walk.has_halted() {
        walk.run(1 << 20);
    }
    // Free players can close traps that the file does not have.
    let exit = StoppingGraph::of(instance.graph()).exit_at(walk.particle());
    let worth = match exit {
        Some(Exit::Sink(sink)) => instance.value(sink),
        _ => endless,
    };
    (exit, worth)
}

#[test]
fn every_tree_game_is_certified_and_played_at_its_value() {
    let mut dice = Dice::new(77);
    let (mut games, mut endless_plays) = (0, 0);
    for round in 0..250 {
        let instance = small_game(&mut dice);
        if instance.player_count() == 0 {
            continue;
        }
        let endless = Value::from(dice.below(5)) - 2;
        for set in StrategySet::ALL {
            let all = solved(&instance, Question::All, set, endless);
            for row in &all.game().unwrap().rows {
                let one = solved(&instance, Question::From(row.from), set, endless);
                let found = &one.game().unwrap().rows[0];
                assert_eq!(found.value(), row.value(), "{instance}");
                verify(&instance, one.certificate().unwrap().as_bytes()).unwrap();
                let (exit, worth) = replayed(&one, row.from, endless);
                assert_eq!(
                    Some(worth),
                    row.value(),
                    "{} {}\n{instance}",
                    set.name(),
                    instance.name(row.from)
                );
                let end = found.play.as_ref().unwrap().end.unwrap();
                endless_plays += u32::from(end == PlayEnd::Endless);
                assert_eq!(end, exit.map_or(PlayEnd::Endless, PlayEnd::Halts), "{instance}");
                if set == StrategySet::Start && round % 5 == 0 {
                    let stopping = StoppingGraph::of(instance.graph());
                    let searched =
                        exhaustive_search(&instance, &stopping, row.from, endless, &mut Unlimited).unwrap();
                    assert_eq!(searched.value(), row.value(), "{instance}");
                }
                games += 1;
            }
        }
    }
    println!("{games} games, {endless_plays} endless");
    assert!(games > 3_000 && endless_plays > 20, "{games} {endless_plays}");
}

#[test]
fn a_star_of_many_leaves_and_a_long_path_are_certified() {
    let leaves = 30_000;
    let mut star = "max hub:".to_owned();
    (0..leaves).for_each(|leaf| write!(star, " v{leaf}^2").unwrap());
    star.push('\n');
    for leaf in 0..leaves {
        writeln!(star, "v{leaf}: hub^3 s{}", leaf % 7).unwrap();
    }
    (0..7).for_each(|sink| writeln!(star, "sink s{sink} = {sink}").unwrap());
    let star = parse(&star).unwrap();
    let hub = star.vertex("hub").unwrap();
    for set in StrategySet::ALL {
        assert_eq!(solved(&star, Question::From(hub), set, 0).game().unwrap().rows[0].value(), Some(6));
    }
    let length = 1_500;
    let mut path = "u0: lost u1^2\n".to_owned();
    for at in 1..length {
        let owner = ["", "max ", "min "][at % 3];
        writeln!(path, "{owner}u{at}: u{} u{}^2", at - 1, at + 1).unwrap();
    }
    writeln!(path, "u{length}: won\nsink lost\nsink won = 1").unwrap();
    let path = parse(&path).unwrap();
    for from in ["u0", "u700"] {
        let from = path.vertex(from).unwrap();
        let solution = solved(&path, Question::From(from), StrategySet::Start, 0);
        assert!(solution.game().unwrap().rows[0].value().is_some());
    }
}
