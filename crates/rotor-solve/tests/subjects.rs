//! The subjects: every row of the registry, and every other function that answers the same questions in another way.

use crate::reference::{Statement, Table, end_of, place};
use num_bigint::BigUint;
use rotor_certify::certify;
use rotor_graph::{
    Claim, Classified, Exit, FlowShape, Instance, Player, Rooted, Stop, StoppingGraph, Strategy, StrategySet,
    Tick, TreeLike, Value, VertexId, VertexMap, parse,
};
use rotor_solve::game::{GameAnswer, PlayEnd, ValueBounds, access_flows, values_one_by_one};
use rotor_solve::general::{block_flows, run_by_blocks, switching_flow};
use rotor_solve::particles::{Routed, route_in_bulk};
use rotor_solve::push::{DestinationForest, TurnedToForest};
use rotor_solve::registry::{SOLVERS, markdown_table};
use rotor_solve::tree::{
    self, Exits, Fallbacks, complete_destination, exit_on_tree, exits, filtered_exits, flows, forest,
    large_flows, one_start, run_by_the_paper,
};
use rotor_solve::{
    Answer as RegistryAnswer, Declined, NoSolver, ProofOfAll, RunProfile, Solver, Task as RegistryTask,
    TaskKind, Unsolved, View, ask, short_walk,
};
use std::sync::LazyLock;

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
    Row(&'static Solver, TaskKind),
    OneStart(OneStart),
    AllStarts(AllStarts),
    Games(Games),
}

/// What a subject found, or that it was stopped; none if it does not take this question on this graph.
pub(crate) type Answer = Result<Option<Found>, Stop>;

/// The rows of the registry with the questions that they take. Forests and return flows tell about all starts, as exits do.
static ROWS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let asked = SOLVERS.iter().flat_map(|row| row.tasks.iter().map(move |&kind| (row, kind)));
    let subject = |(row, kind): (&'static Solver, TaskKind)| {
        let name = match kind {
            TaskKind::Forest => format!("{}, forest", row.id).leak(),
            TaskKind::Flows => format!("{}, flows", row.id).leak(),
            _ => row.id,
        };
        Subject { name, answers: Answers::Row(row, kind) }
    };
    asked.map(subject).collect()
});

impl Subject {
    /// All of them: the rows of the registry, and what is beside it.
    pub(crate) fn all() -> Vec<Self> {
        let one_start = ONE_START.iter().map(|&(name, answers)| (name, Answers::OneStart(answers)));
        let all_starts = ALL_STARTS.iter().map(|&(name, answers)| (name, Answers::AllStarts(answers)));
        let games = GAMES.iter().map(|&(name, answers)| (name, Answers::Games(answers)));
        let beside = one_start.chain(all_starts).chain(games);
        ROWS.iter().copied().chain(beside.map(|(name, answers)| Self { name, answers })).collect()
    }

    pub(crate) fn answer(&self, instance: &Instance, task: &Task, tick: &mut dyn Tick) -> Answer {
        let stopping = StoppingGraph::of(instance.graph());
        match (self.answers, task) {
            (Answers::Row(row, kind), _) => by_row(row, kind, instance, task, tick),
            (Answers::OneStart(answers), Task::OneStart(from)) => answers(instance, &stopping, *from, tick),
            (Answers::AllStarts(answers), Task::AllStarts) => answers(instance, &stopping, tick),
            (Answers::Games(answers), _) => answers(instance, &stopping, task, tick),
            _ => Ok(None),
        }
    }
}

fn by_row(row: &Solver, kind: TaskKind, instance: &Instance, task: &Task, tick: &mut dyn Tick) -> Answer {
    let whole = View::of(instance);
    let start = match *task {
        Task::OneStart(from) | Task::Game(from, ..) => Some(from),
        Task::AllStarts | Task::Route(_) | Task::GameFromAll(..) => None,
    };
    let rooted = start.map(|from| whole.at(from));
    let view = rooted.as_ref().unwrap_or(&whole);
    let asked = match (task, kind) {
        (Task::OneStart(_), TaskKind::Exit) => RegistryTask::Exit,
        (Task::AllStarts, TaskKind::AllExits) => RegistryTask::AllExits(ProofOfAll::UpTo(u64::MAX)),
        (Task::AllStarts, TaskKind::Forest) => RegistryTask::Forest,
        (Task::AllStarts, TaskKind::Flows) => RegistryTask::Flows,
        (Task::Route(particles), TaskKind::Route) => RegistryTask::Route(particles),
        (&Task::Game(_, set, endless) | &Task::GameFromAll(set, endless), TaskKind::Game) => {
            RegistryTask::Game(set, endless)
        }
        _ => return Ok(None),
    };
    let class = view.rooted().map_or_else(|Declined| whole.class(), |rooted| rooted.class());
    if !row.takes(kind, class) {
        return Ok(None);
    }
    let (_, answer) = ask(Some(row.id), &asked, view, tick).unwrap();
    let owned = |player| instance.owned_by(player).any(|u| view.reached().unwrap().is_active(u));
    let may_decline = match *task {
        // Access flows are for one player, and for initial arcs.
        Task::Game(_, set, _) => set != StrategySet::Start || owned(Player::Max) && owned(Player::Min),
        Task::GameFromAll(set, _) => set != StrategySet::Start,
        _ => false,
    };
    Ok(Some(match answer {
        Ok(RegistryAnswer::Claim(claim, _)) => {
            let steps = match &claim {
                Claim::Flow(flow) => flow.steps.as_ref(),
                _ => Some(&BigUint::ZERO),
            };
            assert!(steps.is_some(), "only a search that is stopped finds less");
            of_claim(instance, claim)
        }
        Ok(RegistryAnswer::ShortWalk(_)) => panic!("the graph is small"),
        Ok(RegistryAnswer::Exits(_)) => panic!("{} was asked for a proof", row.id),
        Ok(RegistryAnswer::Game(found)) => {
            assert_eq!(found.claim.is_none(), row.unproved_because.is_some(), "{}", row.id);
            of_game(start.unwrap(), found)
        }
        Ok(RegistryAnswer::Values(found)) => Found { said: of_values(&found), ..Found::default() },
        Err(Unsolved::Stopped(why)) => return Err(why),
        Err(Unsolved::NoSolver(NoSolver::Strategies { .. } | NoSolver::Unfit { .. })) if may_decline => {
            return Ok(None);
        }
        Err(other) => panic!("{other}"),
    }))
}

type OneStart = fn(&Instance, &StoppingGraph<'_>, VertexId, &mut dyn Tick) -> Answer;
type AllStarts = fn(&Instance, &StoppingGraph<'_>, &mut dyn Tick) -> Answer;
type Games = fn(&Instance, &StoppingGraph<'_>, &Task, &mut dyn Tick) -> Answer;

/// What answers questions about one start beside the registry.
const ONE_START: &[(&str, OneStart)] = &[
    ("tree, uncut", |instance, stopping, from, tick| {
        let whole = Classified::of(stopping);
        let found = one_start(instance.graph(), instance.rotors(), from, tick);
        let Some(found) = unless_too_large(found, &whole)? else { return Ok(None) };
        let whole = (whole.class(), stopping.traps().members());
        assert_eq!((found.class, &found.traps[..]), whole, "{instance}");
        let claim = found.clone().into_claim();
        let answer = of_run(stopping, found.profile);
        assert_eq!(Some(claim), answer.claim);
        Ok(Some(answer))
    }),
    ("short walk", |instance, _, from, tick| {
        let found = short_walk(instance.graph(), instance.rotors(), from, 10_000, tick)?;
        let Some(found) = found else { return Ok(None) };
        let is_short = found.steps() <= BigUint::from(instance.graph().vertex_count());
        assert_eq!(certify(instance, found.clone(), &mut ()).is_ok(), is_short);
        Ok(Some(of_claim(instance, Claim::Flow(found.to_walk(instance.graph().vertex_count())))))
    }),
    ("tree, cut", |instance, stopping, from, tick| {
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let Some(tree) = piece.seen_as(Classified::tree_like) else { return Ok(None) };
        Ok(Some(of_run(stopping, exit_on_tree(tree, instance.rotors(), tick)?)))
    }),
    ("tree, by the paper", |instance, stopping, from, tick| {
        let reached = stopping.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let Some(tree) = piece.seen_as(Classified::tree_like) else { return Ok(None) };
        Ok(Some(of_run(stopping, run_by_the_paper(tree, instance.rotors(), tick)?)))
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
        of_exits(instance, stopping, exits(instance.graph(), instance.rotors(), tick))
    }),
    ("tree, intervals of 2 bits", |instance, stopping, tick| of_filtered::<2>(instance, stopping, tick)),
    ("tree, intervals of 3 bits", |instance, stopping, tick| of_filtered::<3>(instance, stopping, tick)),
    ("tree, intervals of 62 bits", |instance, stopping, tick| of_filtered::<62>(instance, stopping, tick)),
    ("tree, all flows", |instance, stopping, tick| {
        let found = flows(instance.graph(), instance.rotors(), tick);
        let Some(found) = unless_too_large(found, &Classified::of(stopping))? else { return Ok(None) };
        let mut answer = of_exits(instance, stopping, Ok(found.exits))?.unwrap();
        answer.said.counts.entry("flows").or_default();
        for u in instance.graph().vertices() {
            for (head, flow) in found.flows.counts_of(u) {
                answer.said.count("flows", Some(u), &[head], flow);
            }
        }
        Ok(Some(answer))
    }),
    ("tree, forest of large flows", |instance, stopping, tick| {
        let Ok(tree) = TreeLike::of(stopping) else { return Ok(None) };
        let found = large_flows(&tree, instance.rotors(), tick)?;
        Ok(Some(of_forest(instance, stopping, forest(instance.graph(), instance.rotors(), &found))))
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
fn unless_too_large<T>(
    found: Result<T, tree::Declined>,
    whole: &Classified<'_, '_>,
) -> Result<Option<T>, Stop> {
    match found {
        Err(tree::Declined::Stopped(why)) => return Err(why),
        Err(tree::Declined::NotTreeLike) => assert!(whole.tree_like().is_none()),
        Ok(_) | Err(tree::Declined::TooLarge) => assert!(whole.tree_like().is_some()),
    }
    Ok(found.ok())
}

fn of_filtered<const BITS: u32>(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    tick: &mut dyn Tick,
) -> Answer {
    let found = filtered_exits::<BITS>(instance.graph(), instance.rotors(), tick);
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

fn of_exits(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    found: Result<Exits, tree::Declined>,
) -> Answer {
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

#[test]
fn free_players_decide_by_the_whole_state() {
    let instance = parse("max a: b s\nb: c s\nc: a t\nsink s\nsink t = 1\nstart a").unwrap();
    let whole = View::of(&instance);
    let view = whole.at(instance.start().unwrap());
    let free = RegistryTask::Game(StrategySet::Free, 0);
    let (search, answer) = ask(None, &free, &view, &mut ()).unwrap();
    let Ok(RegistryAnswer::Game(found)) = answer else { panic!("no value") };
    assert!(
        search.id == "exhaustive" && found.by_state && found.bounds.max_min == 0,
        "b sends the particle on to c only once in two visits"
    );
}

#[test]
fn the_table_of_solvers_has_a_row_for_each() {
    let table = markdown_table();
    assert_eq!(table.lines().count(), 2 + SOLVERS.len());
    assert!(
        table.contains(" | trapped, path, simple-tree-like, tree-like | one start, all starts, destination forest, return flows | O(\\|A\\|) "),
        "{table}"
    );
    assert!(
        table.contains(" | any | one start, all starts, destination forest, return flows, many particles | "),
        "{table}"
    );
}
