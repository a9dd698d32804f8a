//! Games: what the players can secure, and what comes of the strategies they are given.

use crate::faults::unfit;
use crate::graph::Graph;
use crate::solve::{About, answer, code};
use crate::watch::Limits;
use arrival::{BestPlay, GameRow, Options, PlayEnd, Question, decided};
use num_bigint::BigUint;
use numpy::PyArray1;
use pyo3::prelude::*;
use rotor_graph::{
    ArcId, Decision, Instance, MOST_VALUE, Multigraph, Owner, Player, Strategy, StrategySet, VertexId, quoted,
};

/// A decision as Python has it.
#[derive(IntoPyObject, FromPyObject)]
pub(crate) enum Choice {
    /// The position of an arc: the initial one, or the one of every visit.
    Position(u32),
    /// The positions of all arcs, in the order picked.
    Order(Vec<u32>),
    /// "bounce".
    Word(String),
}

/// The decisions of one player, by vertex.
type Choices = Vec<(u32, Choice)>;

/// What one start of a game is worth, and how to secure it.
#[derive(IntoPyObject)]
pub(crate) struct OneGame {
    about: About,
    max_min: i64,
    min_max: i64,
    /// How the play ends: the number of a sink, or −1 − the number of a trap; none if it is endless or not known.
    exit: Option<i64>,
    endless: bool,
    max: Choices,
    min: Choices,
    words: String,
    certificate: Option<String>,
}

/// What the players can secure from vertex `start`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "these are the options of the command line")]
pub(crate) fn solve_game(
    py: Python<'_>,
    graph: &Graph,
    start: u32,
    strategies: &str,
    endless_value: i64,
    solver: Option<String>,
    check: bool,
    certificate: bool,
    limits: Limits,
) -> PyResult<OneGame> {
    let strategies = set_of(strategies)?;
    let endless_value = value_of(endless_value)?;
    let options = Options { solver, check, certificate, strategies, endless_value };
    let question = Question::From(graph.vertex(start)?);
    let answered = answer(py, graph.instance(), question, &options, &mut limits.start(), |solution| {
        let row = solution.game().and_then(|game| game.rows.first());
        let row = row.ok_or_else(|| unfit("the graph has no players: ask for solve"))?;
        let (exit, endless) = match row.play.as_ref().and_then(|play| play.end) {
            Some(PlayEnd::Halts(exit)) => (Some(code(exit)), false),
            Some(PlayEnd::Endless) => (None, true),
            None => (None, false),
        };
        let choices = |of: fn(&BestPlay) -> &Strategy| {
            row.play.as_ref().map_or_else(Vec::new, |play| choices(graph.graph(), of(play)))
        };
        let &GameRow { max_min, min_max, .. } = row;
        let (max, min) = (choices(|play| &play.max), choices(|play| &play.min));
        let words = solution.to_string();
        let about = About::of(solution);
        Ok(OneGame { about, max_min, min_max, exit, endless, max, min, words, certificate: None })
    });
    answered.map(|(game, certificate)| OneGame { certificate, ..game })
}

/// About the answer, and two values of each start.
type Values<'py> = (About, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// What each start is worth: the most that Max can be sure of, and the least that Min can hold Max to.
#[pyfunction]
pub(crate) fn values_of_all_starts<'py>(
    py: Python<'py>,
    graph: &Graph,
    strategies: &str,
    endless_value: i64,
    solver: Option<String>,
    check: bool,
    limits: Limits,
) -> PyResult<Values<'py>> {
    let strategies = set_of(strategies)?;
    let endless_value = value_of(endless_value)?;
    let options = Options { solver, check, strategies, endless_value, certificate: false };
    let ((about, max_min, min_max), _) =
        answer(py, graph.instance(), Question::All, &options, &mut limits.start(), |solution| {
            let game =
                solution.game().ok_or_else(|| unfit("the graph has no players: ask for exit_pattern"))?;
            let max_min: Vec<i64> = game.rows.iter().map(|row| row.max_min).collect();
            let min_max: Vec<i64> = game.rows.iter().map(|row| row.min_max).collect();
            Ok((About::of(solution), max_min, min_max))
        })?;
    Ok((about, PyArray1::from_vec(py, max_min), PyArray1::from_vec(py, min_max)))
}

/// How the play from vertex `start` ends when both players keep to these strategies: where (a sink, or −1 − a trap) and
/// after how many steps, and why that was not checked if it was not. Vertices without a decision keep the rotor of the graph.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    graph: &Graph,
    start: u32,
    strategies: &str,
    max: Choices,
    min: Choices,
    limits: Limits,
) -> PyResult<(i64, Option<BigUint>, Option<String>)> {
    let from = graph.vertex(start)?;
    let played = decided_by(py, graph, from, strategies, max, min)?;
    let options = Options { certificate: false, ..Options::default() };
    let answered = answer(py, &played, Question::From(from), &options, &mut limits.start(), |solution| {
        let row = solution.exits().next().expect("one start without players has one row");
        Ok((code(row.exit), row.steps.cloned(), solution.unchecked_because().map(str::to_owned)))
    });
    answered.map(|(end, _)| end)
}

/// The graph without players that is left when both keep to these strategies from vertex `start` on. Vertices without a decision
/// keep the rotor of the graph.
#[pyfunction]
pub(crate) fn decide_strategies(
    py: Python<'_>,
    graph: &Graph,
    start: u32,
    strategies: &str,
    max: Choices,
    min: Choices,
) -> PyResult<Graph> {
    decided_by(py, graph, graph.vertex(start)?, strategies, max, min).map(Graph::of)
}

fn decided_by(
    py: Python<'_>,
    graph: &Graph,
    from: VertexId,
    strategies: &str,
    max: Choices,
    min: Choices,
) -> PyResult<Instance> {
    let set = set_of(strategies)?;
    let max = strategy(graph, Player::Max, set, max)?;
    let min = strategy(graph, Player::Min, set, min)?;
    let played = py.detach(|| decided(graph.instance(), from, [&max, &min]));
    played.map(Instance::without_players).map_err(unfit)
}

/// A value that endless play may have; any other would be solved, and its certificate refused (F81).
pub(crate) fn value_of(value: i64) -> PyResult<i64> {
    let words = || format!("the value of endless play is between {} and {MOST_VALUE}", -MOST_VALUE);
    if rotor_graph::is_value(value) { Ok(value) } else { Err(unfit(words())) }
}

pub(crate) fn set_of(name: &str) -> PyResult<StrategySet> {
    let names = || StrategySet::ALL.map(StrategySet::name).join(", ");
    StrategySet::from_name(name).ok_or_else(|| unfit(format!("the sets of strategies are {}", names())))
}

fn choices(graph: &Multigraph, strategy: &Strategy) -> Choices {
    let choice = |u: VertexId, decision: &Decision| {
        let first = graph.arc_range(u).start;
        match decision {
            Decision::Start(a) | Decision::Always(a) => Choice::Position(a.raw() - first),
            Decision::Order(arcs) => Choice::Order(arcs.iter().map(|a| a.raw() - first).collect()),
            Decision::Bounce => Choice::Word("bounce".to_owned()),
        }
    };
    strategy.decisions.iter().map(|(u, decision)| (u.raw(), choice(*u, decision))).collect()
}

/// The strategy of `player` that makes these choices, each of a kind that `set` has.
fn strategy(graph: &Graph, player: Player, set: StrategySet, choices: Choices) -> PyResult<Strategy> {
    let owner = Owner::Player(player);
    let mut decisions = Vec::with_capacity(choices.len());
    for (u, choice) in choices {
        let u = graph.vertex(u)?;
        let name = quoted(graph.instance().name(u));
        if graph.instance().owner(u) != owner {
            return Err(unfit(format!("vertex {name} does not belong to {}", owner.name())));
        }
        let arcs = graph.graph().arc_range(u);
        let arc = |position: u32| match position {
            position if position < arcs.len() as u32 => Ok(ArcId::new(arcs.start + position)),
            position => Err(unfit(format!("vertex {name} has no arc {position}: it has {}", arcs.len()))),
        };
        let decision = match (set, choice) {
            (StrategySet::Start, Choice::Position(position)) => Decision::Start(arc(position)?),
            (StrategySet::Free, Choice::Position(position)) => Decision::Always(arc(position)?),
            (StrategySet::Free, Choice::Word(word)) if word == "bounce" => Decision::Bounce,
            (StrategySet::Order, Choice::Order(order)) => {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                if !sorted.into_iter().eq(0..arcs.len() as u32) {
                    return Err(unfit(format!("the order of vertex {name} does not name every arc once")));
                }
                Decision::Order(order.into_iter().map(arc).collect::<PyResult<_>>()?)
            }
            _ => {
                let kind = match set {
                    StrategySet::Start => "the position of an arc",
                    StrategySet::Order => "the positions of all arcs in the order picked",
                    StrategySet::Free => "the position of an arc, or bounce",
                };
                return Err(unfit(format!("with strategies {}, vertex {name} decides {kind}", set.name())));
            }
        };
        decisions.push((u, decision));
    }
    decisions.sort_by_key(|&(u, _)| u);
    Ok(Strategy { player, decisions })
}
