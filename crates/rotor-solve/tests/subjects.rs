//! The subjects: every row of the registry, and every other function that answers the same questions in another way.

use crate::reference::{Statement, Table, end_of, place};
use num_bigint::BigUint;
use rotor_graph::{
    Claim, Class, Classified, Count, Exit, FlowShape, Instance, Player, Rooted, Stop, StoppingGraph,
    Strategy, StrategySet, Tick, TreeLike, Value, VertexId, VertexMap, parse,
};
use rotor_solve::game::{GameAnswer, GameQuestion, PlayEnd, ValueBounds, access_flows, values_one_by_one};
use rotor_solve::general::{block_flows, forest_by_flows, proved_block_flows, run_by_blocks, switching_flow};
use rotor_solve::particles::{Routed, route_in_bulk};
use rotor_solve::push::{DestinationForest, TurnedToForest, push_to_forest};
use rotor_solve::registry::{SOLVERS, markdown_table};
use rotor_solve::tree::{
    Exits, Fallbacks, FlowColumns, NotFast, complete_destination, fast_forest, filtered_exits, run_profile,
};
use rotor_solve::{
    NoSolver, RunProfile, Solved, Solver, Task as RegistryTask, Unsolved, choose, turn_to_forest,
};

/// A question about an instance.
#[derive(Clone, Debug)]
pub(crate) enum Task {
    OneStart(VertexId),
    AllStarts,
    Route(VertexMap<BigUint>),
    Game(VertexId, StrategySet, Value),
    GameFromAll(StrategySet, Value),
}

impl Task {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::OneStart(_) => "one start",
            Self::AllStarts => "all starts",
            Self::Route(_) => "route",
            Self::Game(_, StrategySet::Start, _) => "game",
            Self::Game(_, StrategySet::Order, _) => "game of orders",
            Self::Game(..) => "free game",
            Self::GameFromAll(StrategySet::Start, _) => "game from all",
            Self::GameFromAll(StrategySet::Order, _) => "game of orders from all",
            Self::GameFromAll(..) => "free game from all",
        }
    }
}

/// An answer.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Found {
    pub(crate) said: Statement,
    /// What a certificate states, if the subject leaves one.
    pub(crate) claim: Option<Claim>,
    /// The strategies of Max and Min, and how the play of one against the other ends.
    pub(crate) play: Option<([Strategy; 2], PlayEnd)>,
}

/// Who answers.
#[derive(Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    answers: Answers,
}

#[derive(Clone, Copy)]
enum Answers {
    Row(&'static Solver),
    OneStart(OneStart),
    AllStarts(AllStarts),
    Games(Games),
}

/// What a subject found, or that it was stopped; none if it does not take this question on this graph.
pub(crate) type Answer = Result<Option<Found>, Stop>;

impl Subject {
    /// All of them: the rows of the registry, and what is beside it.
    pub(crate) fn all() -> Vec<Self> {
        let rows = SOLVERS.iter().map(|row| (row.id, Answers::Row(row)));
        let one_start = ONE_START.iter().map(|&(name, answers)| (name, Answers::OneStart(answers)));
        let all_starts = ALL_STARTS.iter().map(|&(name, answers)| (name, Answers::AllStarts(answers)));
        let games = GAMES.iter().map(|&(name, answers)| (name, Answers::Games(answers)));
        let all = rows.chain(one_start).chain(all_starts).chain(games);
        all.map(|(name, answers)| Self { name, answers }).collect()
    }

    pub(crate) fn answer(&self, instance: &Instance, task: &Task, tick: &mut dyn Tick) -> Answer {
        let stopping = StoppingGraph::of(instance.graph());
        match (self.answers, task) {
            (Answers::Row(row), _) => by_row(row, instance, task, tick),
            (Answers::OneStart(answers), Task::OneStart(from)) => answers(instance, &stopping, *from, tick),
            (Answers::AllStarts(answers), Task::AllStarts) => answers(instance, &stopping, tick),
            (Answers::Games(answers), _) => answers(instance, &stopping, task, tick),
            _ => Ok(None),
        }
    }
}

fn by_row(row: &Solver, instance: &Instance, task: &Task, tick: &mut dyn Tick) -> Answer {
    let (rotors, stopping) = (instance.rotors(), StoppingGraph::of(instance.graph()));
    let question = |strategies, endless_value| GameQuestion { instance, strategies, endless_value };
    let whole = Classified::of(&stopping);
    let takes = |asked, class| row.takes(asked, class);
    Ok(Some(match task {
        Task::OneStart(from) => {
            let reached = stopping.reached_from(*from);
            let piece = Rooted::at(&reached, *from);
            if !takes(RegistryTask::Exit, piece.class()) {
                return Ok(None);
            }
            let Some(run) = fit(row.solve_exit(&piece, rotors, tick), false)? else { return Ok(None) };
            assert_eq!(run.from, *from);
            of_run(&stopping, run)
        }
        Task::AllStarts if takes(RegistryTask::ExitPattern, whole.class()) => {
            let Some(claim) = fit(row.solve_exit_pattern(&whole, rotors, tick), false)? else {
                return Ok(None);
            };
            of_claim(instance, claim)
        }
        Task::Route(particles) if takes(RegistryTask::Route, whole.class()) => {
            let solved = row.solve_route(&whole, rotors, particles, tick);
            let Some(found) = fit(solved, false)? else { return Ok(None) };
            assert_eq!(found.particles, *particles);
            of_routed(instance, found)
        }
        &Task::Game(from, set, endless) => {
            let reached = stopping.reached_from(from);
            let piece = Rooted::at(&reached, from);
            if !takes(RegistryTask::Game, piece.class()) {
                return Ok(None);
            }
            let owned = |player| instance.owned_by(player).any(|u| reached.is_active(u));
            let may_decline = set != StrategySet::Start || owned(Player::Max) && owned(Player::Min);
            let solved = row.solve_game(&question(set, endless), &piece, tick);
            let Some(found) = fit(solved, may_decline)? else { return Ok(None) };
            assert_eq!(found.claim.is_none(), row.unproved_because.is_some(), "{}", row.id);
            of_game(from, found)
        }
        &Task::GameFromAll(set, endless) if takes(RegistryTask::Game, whole.class()) => {
            let solved = row.solve_game_from_all(&question(set, endless), &whole, tick);
            let Some(found) = fit(solved, set != StrategySet::Start)? else { return Ok(None) };
            Found { said: of_values(&found), ..Found::default() }
        }
        _ => return Ok(None),
    }))
}

/// The answer, unless the solver declined and may: access flows are for one player, and for initial arcs.
fn fit<T>(solved: Solved<T>, may_decline: bool) -> Result<Option<T>, Stop> {
    match solved {
        Ok(found) => Ok(Some(found)),
        Err(Unsolved::Stopped(why)) => Err(why),
        Err(Unsolved::NoSolver(NoSolver::Strategies { .. } | NoSolver::Unfit { .. })) if may_decline => {
            Ok(None)
        }
        Err(other) => panic!("{other}"),
    }
}

type OneStart = fn(&Instance, &StoppingGraph<'_>, VertexId, &mut dyn Tick) -> Answer;
type AllStarts = fn(&Instance, &StoppingGraph<'_>, &mut dyn Tick) -> Answer;
type Games = fn(&Instance, &StoppingGraph<'_>, &Task, &mut dyn Tick) -> Answer;

/// What answers questions about one start beside the registry.
const ONE_START: &[(&str, OneStart)] = &[
    ("tree, uncut", |instance, stopping, from, tick| {
        let (whole, sweeps) = (Classified::of(stopping), SOLVERS.iter().find_map(|row| row.sweeps).unwrap());
        let found = (sweeps.exit)(instance.graph(), instance.rotors(), from, tick);
        let Some(found) = unless_too_large(found, &whole)? else { return Ok(None) };
        let whole = (whole.class(), stopping.traps().members());
        assert_eq!((found.class, &found.traps[..]), whole, "{instance}");
        let claim = found.clone().into_claim();
        let answer = of_run(stopping, found.profile);
        assert_eq!(Some(claim), answer.claim);
        Ok(Some(answer))
    }),
    ("tree, by the paper", |instance, stopping, from, tick| {
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let Some(tree) = piece.seen_as(Classified::tree_like) else { return Ok(None) };
        Ok(Some(of_run(stopping, run_profile(tree, instance.rotors(), tick)?)))
    }),
    ("blocks, alone", |instance, stopping, from, tick| {
        Ok(Some(of_run(stopping, run_by_blocks(stopping, instance.rotors(), from, tick)?)))
    }),
    ("flow, alone", |instance, stopping, from, tick| {
        let mut one = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
        one[from] += 1u32;
        let found = switching_flow(stopping, instance.rotors(), &one, tick)?;
        let (departures, is_run, components) = (found.departures, found.is_run, found.components);
        Ok(Some(of_one_routed(instance, Routed { particles: one, departures, is_run, components })))
    }),
    ("bulk, alone", |instance, stopping, from, tick| {
        let mut one = VertexMap::filled(instance.graph().vertex_count(), BigUint::default());
        one[from] += 1u32;
        Ok(Some(of_one_routed(instance, route_in_bulk(stopping, instance.rotors(), &one, tick)?)))
    }),
];

/// What answers questions about all starts beside the registry.
const ALL_STARTS: &[(&str, AllStarts)] = &[
    ("tree, uncut", |instance, stopping, tick| {
        let sweeps = SOLVERS.iter().find_map(|row| row.sweeps).unwrap();
        of_exits(instance, stopping, (sweeps.exits)(instance.graph(), instance.rotors(), tick))
    }),
    ("tree, intervals of 2 bits", |instance, stopping, _| of_filtered::<2>(instance, stopping)),
    ("tree, intervals of 3 bits", |instance, stopping, _| of_filtered::<3>(instance, stopping)),
    ("tree, intervals of 62 bits", |instance, stopping, _| of_filtered::<62>(instance, stopping)),
    ("tree, all flows", |instance, stopping, tick| {
        let sweeps = SOLVERS.iter().find_map(|row| row.sweeps).unwrap();
        let found = (sweeps.flows)(instance.graph(), instance.rotors(), tick);
        let Some(found) = unless_too_large(found, &Classified::of(stopping))? else { return Ok(None) };
        let mut answer = of_exits(instance, stopping, Ok(found.exits))?.unwrap();
        answer.said.counts.entry("flows").or_default();
        for u in instance.graph().vertices() {
            for at in found.flows.row(u) {
                let flow = match found.flows.codes[at] {
                    FlowColumns::INFINITE => Count::Infinite,
                    code => BigUint::from(code).into(),
                };
                answer.said.count("flows", Some(u), &[found.flows.heads[at]], flow);
            }
        }
        Ok(Some(answer))
    }),
    ("tree, forest", |instance, stopping, tick| {
        let found = fast_forest(instance.graph(), instance.rotors(), tick);
        let found = unless_too_large(found, &Classified::of(stopping))?;
        Ok(found.map(|found| of_forest(instance, stopping, found)))
    }),
    ("tree, by the paper", |instance, stopping, tick| {
        let Ok(tree) = TreeLike::of(stopping) else { return Ok(None) };
        let complete = complete_destination(&tree, instance.rotors(), tick)?;
        let turned = TurnedToForest { forest: complete.forest.clone(), turns: complete.turns.clone() };
        let mut answer = of_forest(instance, stopping, turned);
        let flows = of_claim(instance, Claim::Flows(complete.into_claim(&tree)));
        assert_eq!(flows.said.ends, answer.said.ends);
        answer.said.counts.extend(flows.said.counts);
        Ok(Some(answer))
    }),
    ("blocks, alone", |instance, stopping, tick| {
        let found = block_flows(stopping, instance.rotors(), tick)?;
        Ok(Some(of_forest(instance, stopping, found.forest)))
    }),
    ("blocks, proved", |instance, stopping, tick| {
        let found = proved_block_flows(stopping, instance.rotors(), tick)?;
        Ok(Some(of_claim(instance, Claim::Blocks(found))))
    }),
    ("flow, alone", |instance, stopping, tick| {
        Ok(Some(of_forest(instance, stopping, forest_by_flows(stopping, instance.rotors(), tick)?)))
    }),
    ("any way to the forest", |instance, stopping, tick| {
        Ok(Some(of_forest(instance, stopping, turn_to_forest(instance.graph(), instance.rotors(), tick)?)))
    }),
    ("push, as forest", |instance, stopping, tick| {
        let pushed = push_to_forest(stopping, instance.rotors(), tick)?;
        let turns = pushed.turns.as_slice().iter().map(|&turns| turns.into()).collect();
        let turned = TurnedToForest { forest: pushed.forest, turns: VertexMap::from_vec(turns) };
        Ok(Some(of_forest(instance, stopping, turned)))
    }),
];

/// What answers questions about games beside the registry.
const GAMES: &[(&str, Games)] = &[
    ("game, one by one", |instance, stopping, task, tick| {
        let &Task::GameFromAll(set, endless) = task else { return Ok(None) };
        let Ok(found) = values_one_by_one(instance, stopping, set, endless, tick) else { return Ok(None) };
        let bounds = found?.as_slice().iter().map(|&value| ValueBounds::both(value)).collect();
        Ok(Some(Found { said: of_values(&VertexMap::from_vec(bounds)), ..Found::default() }))
    }),
    ("game, access flows", |instance, stopping, task, tick| {
        let &Task::Game(from, StrategySet::Start, endless) = task else { return Ok(None) };
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let Some(simple) = piece.seen_as(Classified::simple_tree_like) else { return Ok(None) };
        let mut answer = Found::default();
        let Some(found) = access_flows(instance, simple, endless, tick)? else { return Ok(None) };
        answer.said.values.insert(from, (found.value, found.value));
        Ok(Some(answer))
    }),
];

/// What a sweep found, unless a flow was too large for it or the graph is not tree-like.
fn unless_too_large<T>(found: Result<T, NotFast>, whole: &Classified<'_, '_>) -> Result<Option<T>, Stop> {
    match found {
        Err(NotFast::Stopped(why)) => return Err(why),
        Err(NotFast::NotTreeLike) => assert!(whole.tree_like().is_none()),
        Ok(_) | Err(NotFast::TooLarge) => assert!(whole.tree_like().is_some()),
    }
    Ok(found.ok())
}

fn of_filtered<const BITS: u32>(instance: &Instance, stopping: &StoppingGraph<'_>) -> Answer {
    let found = filtered_exits::<BITS>(instance.graph(), instance.rotors());
    if let Ok((_, Fallbacks { steps, words, .. })) = found {
        assert!(steps <= words, "a flow has a word at least: {steps} steps, {words} words");
    }
    of_exits(instance, stopping, found.map(|(exits, _)| exits))
}

fn of_run(stopping: &StoppingGraph<'_>, run: RunProfile) -> Found {
    assert!(run.is_run, "only a search that is stopped finds less");
    let mut said = Statement::default();
    let exit = stopping.exit_at(run.halt).unwrap();
    said.ends.insert(run.from, end_of(exit, stopping.traps().members()));
    said.counts.entry("departures").or_default();
    for (u, departures) in run.departures.iter() {
        said.count("departures", Some(u), &[], departures.clone());
    }
    Found { said, claim: Some(run.into_claim(stopping)), play: None }
}

fn of_routed(instance: &Instance, found: Routed) -> Found {
    assert!(found.is_run, "only a search that is stopped finds less");
    let stopping = StoppingGraph::of(instance.graph());
    of_claim(instance, Claim::Flow(found.into_claim(&stopping, instance.rotors())))
}

/// The same of a single particle, whose only arrival is where its walk ends.
fn of_one_routed(instance: &Instance, found: Routed) -> Found {
    let (from, _) = found.particles.iter().find(|(_, count)| **count > BigUint::ZERO).unwrap();
    let mut answer = of_routed(instance, found);
    let arrivals = answer.said.counts.remove("arrivals").unwrap();
    assert_eq!(arrivals.len(), 1);
    answer.said.ends.extend(arrivals.into_keys().map(|(_, end)| (from, end)));
    answer
}

fn of_exits(instance: &Instance, stopping: &StoppingGraph<'_>, found: Result<Exits, NotFast>) -> Answer {
    let Some(found) = unless_too_large(found, &Classified::of(stopping))? else { return Ok(None) };
    assert_eq!(found.traps(), stopping.traps().members(), "{instance}");
    let mut said = Statement::default();
    for (u, &exit) in found.pattern().iter() {
        assert_eq!(exit, found.of(u));
        said.ends.insert(u, end_of(exit, found.traps()));
    }
    Ok(Some(Found { said, ..Found::default() }))
}

fn of_forest(instance: &Instance, stopping: &StoppingGraph<'_>, found: TurnedToForest) -> Found {
    let mut said = last_departures(instance, &found.forest);
    for (u, turns) in found.turns.iter() {
        said.count("turns", Some(u), &[], turns.clone());
    }
    let claim = Claim::Forest(found.into_claim(stopping));
    said.ends = said_by(instance, &claim).ends;
    Found { said, claim: Some(claim), play: None }
}

fn last_departures(instance: &Instance, forest: &DestinationForest) -> Statement {
    let mut said = Statement::default();
    said.counts.entry("last departures").or_default();
    for u in instance.graph().vertices() {
        if let Some(a) = forest.last_departure(u) {
            said.count("last departures", Some(u), &[], place(instance, u, a));
        }
    }
    said
}

fn of_game(from: VertexId, found: GameAnswer) -> Found {
    let mut said = Statement::default();
    said.values.insert(from, (found.bounds.max_min, found.bounds.min_max));
    let end = found.end.filter(|_| !found.by_state);
    Found { said, claim: found.claim.map(Claim::Game), play: end.map(|end| ([found.max, found.min], end)) }
}

fn of_values(found: &VertexMap<ValueBounds>) -> Statement {
    let values = found.iter().map(|(u, bounds)| (u, (bounds.max_min, bounds.min_max))).collect();
    Statement { values, ..Statement::default() }
}

fn of_claim(instance: &Instance, claim: Claim) -> Found {
    Found { said: said_by(instance, &claim), claim: Some(claim), play: None }
}

/// What a claim states. All of it is determined by the instance, so that two true claims never disagree.
pub(crate) fn said_by(instance: &Instance, claim: &Claim) -> Statement {
    let mut said = Statement::default();
    let mut table = |name: &'static str, of: Option<&VertexMap<BigUint>>| {
        said.counts.entry(name).or_default();
        for (u, count) in of.into_iter().flat_map(VertexMap::iter) {
            said.count(name, Some(u), &[], count.clone());
        }
    };
    match claim {
        Claim::Flow(flow) if flow.shape != FlowShape::Route => {
            if flow.steps.is_some() {
                table("departures", Some(&flow.departures));
            }
            let end = flow.stays.only().map_or_else(|| flow.traps[0].clone(), |exit| vec![exit]);
            said.ends.insert(flow.supply.only().unwrap(), end);
        }
        Claim::Flow(route) => {
            if route.steps.is_some() {
                table("departures", Some(&route.departures));
            }
            table("arrivals", None);
            for sink in instance.graph().vertices().filter(|&v| instance.graph().is_sink(v)) {
                said.count("arrivals", None, &[sink], route.stays[sink].clone());
            }
            for (trap, count) in route.traps.iter().zip(&route.trapped) {
                said.count("arrivals", None, trap, count.clone());
            }
        }
        Claim::Flows(flows) => {
            table("flows", None);
            for u in instance.graph().vertices() {
                for (v, flow) in flows.flows.counts_of(u) {
                    said.count("flows", Some(u), &[v], flow);
                }
            }
            said.ends = ends(&flows.exits, &flows.traps);
        }
        Claim::Forest(forest) => {
            table("turns", Some(&forest.turns));
            said.ends = ends(&forest.exits, &forest.traps);
        }
        Claim::Blocks(blocks) => {
            let before = |&(_, last): &(VertexId, &BigUint)| *last > BigUint::ZERO;
            table("turns", None);
            for (u, last) in blocks.last_departures.iter().filter(before) {
                said.count("turns", Some(u), &[], last - 1u32);
            }
            said.ends = ends(&blocks.exits, &blocks.traps);
            said.counts.extend([("block flows", Table::new()), ("deadlines", Table::new())]);
            for row in &blocks.returns {
                let mut members = blocks.blocks[row.block].clone();
                members.sort_unstable();
                said.count("block flows", Some(row.vertex), &members, row.flow.clone());
                said.count("deadlines", Some(row.vertex), &members, row.deadline.clone());
            }
        }
        Claim::Game(game) => {
            said.values.insert(game.from, (game.value, game.value));
        }
        Claim::SignedFlow(_) | Claim::Algebra(_) => panic!("no solver claims that"),
    }
    said
}

fn ends(
    exits: &VertexMap<Exit>,
    traps: &[Vec<VertexId>],
) -> std::collections::BTreeMap<VertexId, Vec<VertexId>> {
    exits.iter().map(|(u, &exit)| (u, end_of(exit, traps))).collect()
}

/// What does not fit is an error and never a simulation.
#[test]
fn a_question_that_does_not_fit_is_declined_with_the_reason() {
    let instance = parse("max a: b s\nb: c s\nc: a t\nsink s\nsink t = 1\nstart a").unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let piece = Rooted::at(&stopping, instance.start().unwrap());
    let class = piece.class();
    assert_eq!(class, Class::Cactus);
    for solver in SOLVERS {
        for task in RegistryTask::ALL.into_iter().filter(|&task| !solver.takes(task, class)) {
            let declined = match task {
                RegistryTask::Exit => solver.solve_exit(&piece, instance.rotors(), &mut ()).err(),
                RegistryTask::ExitPattern => {
                    solver.solve_exit_pattern(&piece, instance.rotors(), &mut ()).err()
                }
                RegistryTask::Route => {
                    let none = VertexMap::filled(5, Default::default());
                    solver.solve_route(&piece, instance.rotors(), &none, &mut ()).err()
                }
                RegistryTask::Game => {
                    let question = GameQuestion {
                        instance: &instance,
                        strategies: StrategySet::Start,
                        endless_value: 0,
                    };
                    solver.solve_game(&question, &piece, &mut ()).err()
                }
            };
            let expected = NoSolver::Declines { id: solver.id, words: task.words(), class: class.name() };
            assert_eq!(declined, Some(Unsolved::NoSolver(expected)));
        }
    }
    let free = GameQuestion { instance: &instance, strategies: StrategySet::Free, endless_value: 0 };
    let search = choose(None, RegistryTask::Game, class).unwrap();
    let found = search.solve_game(&free, &piece, &mut ()).unwrap();
    assert!(
        found.by_state && found.bounds.max_min == 0,
        "b sends the particle on to c only once in two visits"
    );
}

#[test]
fn the_table_of_solvers_has_a_row_for_each() {
    let table = markdown_table();
    assert_eq!(table.lines().count(), 2 + SOLVERS.len());
    assert!(
        table.contains(" | trapped, path, simple-tree-like, tree-like | one start, all starts | O(\\|A\\|) "),
        "{table}"
    );
    assert!(table.contains(" | any | one start, all starts, many particles | "), "{table}");
}
