//! Games through the registry: every solver that accepts a game finds the same values.

use crate::draw::games;
use rotor_generate::{Dice, Kinds, small_game};
use rotor_graph::{
    Class, Classified, Owner, Player, Rooted, StoppingGraph, StrategySet, Value, VertexId, parse,
};
use rotor_solve::game::{GameQuestion, PlayEnd};
use rotor_solve::registry::SOLVERS;
use rotor_solve::{NoSolver, Operations, Solver, Task, Unlimited, Unsolved, choose};
use std::collections::{BTreeMap, BTreeSet};

/// How many strategies the slow twin may try.
const PLAYS: Operations = Operations(200_000);

#[test]
fn every_game_solver_finds_the_values_of_the_search() {
    let (mut dice, mut kinds) = (Dice::new(84), Kinds::default());
    let mut answered: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for _ in 0..games(3_000) {
        let instance = small_game(&mut dice);
        kinds.see(&instance);
        let graph = instance.graph();
        let endless_value = Value::from(dice.below(5)) - 2;
        let question = GameQuestion { instance: &instance, strategies: StrategySet::Start, endless_value };
        let stopping = StoppingGraph::of(graph);
        let whole = Classified::of(&stopping);
        let search = SOLVERS.iter().find(|solver| takes_any_game(solver)).unwrap();
        let Ok(values) = search.solve_game_from_all(&question, &whole, &mut PLAYS.clone()) else { continue };
        let from = VertexId::new(dice.below(graph.vertex_count() as u32));
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let both = [Player::Max, Player::Min]
            .iter()
            .all(|&player| reached.active_vertices().any(|u| instance.owner(u) == Owner::Player(player)));
        for solver in SOLVERS.iter().filter(|solver| solver.takes(Task::Game, piece.class())) {
            let counts = answered.entry(solver.id).or_default();
            match solver.solve_game(&question, &piece, &mut Unlimited) {
                Ok(found) => {
                    assert_eq!(found.bounds, values[from], "{} {endless_value}\n{instance}", solver.id);
                    assert_eq!(found.claim.is_none(), solver.unproved_because.is_some(), "{}", solver.id);
                    assert!(found.claim.is_none_or(|claim| claim.value == values[from].max_min));
                    assert!(matches!(found.end, Some(PlayEnd::Halts(_))), "only free players go round");
                    counts[0] += 1;
                }
                Err(Unsolved::NoSolver(NoSolver::Unfit { id, .. })) => {
                    assert_eq!(id, solver.id);
                    assert!(both, "one player alone is not declined\n{instance}");
                    counts[1] += 1;
                }
                Err(other) => panic!("{}: {other}\n{instance}", solver.id),
            }
            if solver.takes(Task::Game, whole.class()) {
                let found = solver.solve_game_from_all(&question, &whole, &mut Unlimited).unwrap();
                assert_eq!(found, values, "{} {endless_value}\n{instance}", solver.id);
                counts[2] += 1;
            }
        }
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    let known: BTreeSet<&str> =
        SOLVERS.iter().filter(|it| it.answers().any(is_game)).map(|it| it.id).collect();
    assert_eq!(answered.keys().copied().collect::<BTreeSet<_>>(), known);
    for (id, [found, declined, all_starts]) in answered {
        assert!(
            found > 30 && all_starts > 30,
            "{id}: {found} found, {declined} declined, {all_starts} from all starts"
        );
    }
}

fn is_game(task: Task) -> bool {
    task == Task::Game
}

/// Whether a solver takes games on every graph, as the slow twin of all others does.
fn takes_any_game(solver: &Solver) -> bool {
    Class::ALL.into_iter().all(|class| solver.takes(Task::Game, class))
}

/// F9: what does not fit is an error and never a simulation.
#[test]
fn a_question_that_does_not_fit_is_declined_with_the_reason() {
    let instance = parse("max a: b s\nb: c s\nc: a t\nsink s\nsink t = 1\nstart a").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let piece = Rooted::at(&stopping, instance.start().unwrap());
    let class = piece.class();
    assert_eq!(class, Class::Cactus);
    for solver in SOLVERS {
        for task in Task::ALL.into_iter().filter(|&task| !solver.takes(task, class)) {
            let declined = match task {
                Task::Exit => solver.solve_exit(&piece, instance.rotors(), &mut Unlimited).err(),
                Task::ExitPattern => {
                    solver.solve_exit_pattern(&piece, instance.rotors(), &mut Unlimited).err()
                }
                Task::Route => {
                    let none = rotor_graph::VertexMap::filled(5, Default::default());
                    solver.solve_route(&piece, instance.rotors(), &none, &mut Unlimited).err()
                }
                Task::Game => {
                    let question = GameQuestion {
                        instance: &instance,
                        strategies: StrategySet::Start,
                        endless_value: 0,
                    };
                    solver.solve_game(&question, &piece, &mut Unlimited).err()
                }
            };
            let expected = NoSolver::Declines { id: solver.id, words: task.words(), class: class.name() };
            assert_eq!(declined, Some(Unsolved::NoSolver(expected)));
        }
    }
    let free = GameQuestion { instance: &instance, strategies: StrategySet::Free, endless_value: 0 };
    let search = choose(None, Task::Game, class).unwrap();
    let found = search.solve_game(&free, &piece, &mut Unlimited).unwrap();
    assert!(
        found.by_state && found.bounds.max_min == 0,
        "b sends the particle on to c only once in two visits"
    );
}
