//! Games: who solves them, what is said about them, and how it is proved.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::{NO_CHECK, judge};
use crate::pipeline;
use crate::play::decided;
use crate::question::Options;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::Refutation;
use rotor_graph::{
    Claim, Exit, FlowShape, Instance, Stop, Strategy, StrategySet, Value, VertexId, VertexMap,
};
pub use rotor_solve::game::PlayEnd;
use rotor_solve::game::{GameAnswer, ValueBounds};
use rotor_solve::{Answer, Solver, Task, View};

/// What was found in a game, from each start that was asked for.
#[derive(Clone, Debug)]
pub struct GameFinding {
    /// The starts and what they are worth.
    pub rows: Vec<GameRow>,
    /// What strategies could decide.
    pub strategies: StrategySet,
    /// What a play that never exits was taken to be worth.
    pub endless_value: Value,
    /// The claim that proves the value of the only start; none for all starts, or after an exhaustive search.
    pub(crate) claim: Option<Claim>,
}

impl GameFinding {
    fn new(rows: Vec<GameRow>, options: &Options) -> Self {
        Self { rows, strategies: options.strategies, endless_value: options.endless_value, claim: None }
    }
}

/// What one start is worth.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The start.
    pub from: VertexId,
    /// The most that Max can be sure of.
    pub max_min: Value,
    /// The least that Min can hold Max to.
    pub min_max: Value,
    /// Strategies that secure both, if only one start was asked for and they do not depend on the whole state.
    pub play: Option<BestPlay>,
}

impl GameRow {
    fn new(from: VertexId, bounds: ValueBounds, play: Option<BestPlay>) -> Self {
        Self { from, max_min: bounds.max_min, min_max: bounds.min_max, play }
    }

    /// The value of the game; none if there is no pure equilibrium, as on some graphs that are not tree-like
    /// [ACD22, `NoEquilibrium`].
    pub fn value(&self) -> Option<Value> {
        (self.max_min == self.min_max).then_some(self.max_min)
    }
}

/// The strategies of both players, and where they lead.
#[derive(Clone, Debug)]
pub struct BestPlay {
    /// The strategy of Max.
    pub max: Strategy,
    /// The strategy of Min.
    pub min: Strategy,
    /// How the play of one against the other ends, unless it was stopped before.
    pub end: Option<PlayEnd>,
}

/// Up to this product of vertices and arcs, the values of all starts are judged, each by a claim of its own.
const MOST_JUDGED: usize = 1 << 21;

const NO_CERTIFICATE: &str = "the solver leaves no certificate";

/// Solves the game of an instance, from the root of `view` or from all vertices.
pub(crate) fn solve<'v, 'i>(
    instance: &'i Instance,
    view: &'v View<'v>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<(&'static Solver, Judged<'i, GameFinding>), SolveError> {
    let task = Task::Game(options.strategies, options.endless_value);
    let (solver, answer) = rotor_solve::ask(options.solver.as_deref(), &task, view, context)?;
    let found = match (answer?, view.root()) {
        (Answer::Game(answer), Ok(root)) => judge_start(instance, solver, root, answer, options, context)?,
        (Answer::Values(bounds), _) => judge_each(instance, solver, &bounds, options, context)?,
        _ => unreachable!("a game has values"),
    };
    Ok((solver, found))
}

/// What one start is worth, read off the claim that the judge has seen, if the solver makes one.
fn judge_start<'i>(
    instance: &'i Instance,
    solver: &Solver,
    from: VertexId,
    answer: GameAnswer,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, GameFinding>, SolveError> {
    let GameAnswer { bounds, max, min, end, by_state, claim } = answer;
    let Some(claim) = claim else {
        let play = (!by_state).then_some(BestPlay { max, min, end });
        let row = GameRow::new(from, bounds, play);
        let because = solver.unproved_because.unwrap_or(NO_CERTIFICATE);
        return Ok(Judged::unchecked(instance, GameFinding::new(vec![row], options), because));
    };
    let judged = judge(instance, claim, options.check, context)?;
    let end = match end.filter(|_| judged.is_checked()) {
        Some(end) => checked_end(instance, from, [&judged.max, &judged.min], end, context)?,
        None => end,
    };
    Ok(judged.map(|claim| {
        let play = BestPlay { max: claim.max.clone(), min: claim.min.clone(), end };
        let row = GameRow::new(from, ValueBounds::both(claim.value), Some(play));
        let claim = Some(Claim::Game(claim));
        GameFinding { claim, ..GameFinding::new(vec![row], options) }
    }))
}

/// The end of the play of two strategies as the checker has seen it: that of the walk which both leave. The claim of the game
/// proves what the end is worth, not which of several ends of that worth it is. None if it is stopped: the value stands
/// without the end of a play.
fn checked_end(
    instance: &Instance,
    from: VertexId,
    strategies: [&Strategy; 2],
    end: PlayEnd,
    context: &mut Context<'_>,
) -> Result<Option<PlayEnd>, SolveError> {
    let played = decided(instance, from, strategies).expect("no more arcs than before").without_players();
    let whole = View::of(&played);
    let view = whole.at(from);
    let mut walk = || {
        context.stage(Stage::Solve);
        let (_, claim, _) = pipeline::claim(&Task::Exit, &view, &Options::default(), context)?;
        judge(&played, claim, true, context)
    };
    match walk() {
        Ok(walk) => {
            let sink = match &*walk {
                Claim::Flow(walk) if walk.shape == FlowShape::Walk => walk.stays.only(),
                _ => None,
            };
            ends_there(instance, from, end, sink)?;
            Ok(Some(end))
        }
        Err(SolveError::Stopped(Stop::Interrupted)) => Err(Stop::Interrupted.into()),
        Err(SolveError::Stopped(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Refutes an `end` other than that of the walk which the judge has seen: on `sink`, or nowhere.
pub(crate) fn ends_there(
    instance: &Instance,
    from: VertexId,
    end: PlayEnd,
    sink: Option<VertexId>,
) -> Result<(), SolveError> {
    let claimed = match end {
        PlayEnd::Halts(Exit::Sink(sink)) => Some(sink),
        PlayEnd::Halts(Exit::Trap(_)) | PlayEnd::Endless => None,
    };
    if claimed == sink {
        return Ok(());
    }
    let name =
        |sink: Option<VertexId>| sink.map_or("never exits".to_owned(), |u| instance.name(u).to_owned());
    Err(SolveError::Refuted(Refutation {
        vertex: Some(from),
        equation: "end of the play = exit of the walk that both strategies leave".to_owned(),
        left: name(claimed),
        right: name(sink),
    }))
}

/// The values of all starts, each proved by a claim of its own if the game is small enough for that.
fn judge_each<'i>(
    instance: &'i Instance,
    solver: &Solver,
    bounds: &VertexMap<ValueBounds>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, GameFinding>, SolveError> {
    let graph = instance.graph();
    let unchecked = |because| {
        let rows = bounds.iter().map(|(from, &bounds)| GameRow::new(from, bounds, None)).collect();
        Ok(Judged::unchecked(instance, GameFinding::new(rows, options), because))
    };
    if let Some(because) = solver.unproved_because {
        return unchecked(because);
    }
    if !options.check {
        return unchecked(NO_CHECK);
    }
    if graph.vertex_count().saturating_mul(graph.arc_count()) > MOST_JUDGED {
        return unchecked(
            "the judge takes the starts of a game one by one, and there are too many; ask for one start",
        );
    }
    let task = Task::Game(options.strategies, options.endless_value);
    // Each row is read off the claim that the judge has proved; the values found together must be the same.
    let mut rows: Vec<Judged<'_, GameRow>> = Vec::with_capacity(graph.vertex_count());
    for (from, &bounds) in bounds.iter() {
        let whole = View::of(instance);
        let (_, answer) = rotor_solve::ask(Some(solver.id), &task, &whole.at(from), context)?;
        let Answer::Game(GameAnswer { claim: Some(claim), .. }) = answer? else {
            return unchecked(NO_CERTIFICATE);
        };
        let judged = judge(instance, claim, true, context)?;
        if judged.value != bounds.max_min {
            return Err(SolveError::Refuted(Refutation {
                vertex: Some(from),
                equation: "value of all starts at once = value of this start".to_owned(),
                left: bounds.max_min.to_string(),
                right: judged.value.to_string(),
            }));
        }
        let bounds = ValueBounds::both(judged.value);
        rows.push(judged.map(|_| GameRow::new(from, bounds, None)));
    }
    let found = GameFinding::new(rows.iter().map(|row| GameRow::clone(row)).collect(), options);
    Ok(Judged::following_from(instance, &rows, found))
}
