//! Games: who solves them, what is said about them, and how it is proved.

use crate::context::Context;
use crate::judged::Judged;
use crate::judging::{NO_CHECK, judge};
use crate::question::{Options, Question};
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_certify::{Refutation, certify_game_within};
use rotor_graph::{
    Claim, Classified, Exit, GameClaim, Instance, Rooted, StoppingGraph, Strategy, StrategySet, Value,
    VertexId, VertexMap,
};
pub use rotor_solve::game::PlayEnd;
use rotor_solve::game::{GameAnswer, GameQuestion, MixedValue, ValueBounds};
use rotor_solve::{Solver, Task, choose};

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
    /// What both secure on average by drawing their strategies at random, if there is no pure equilibrium, only one start
    /// was asked for and the game is small.
    pub mixed: Option<MixedValue>,
    /// Strategies that secure both, if only one start was asked for and they do not depend on the whole state.
    pub play: Option<BestPlay>,
}

impl GameRow {
    fn new(from: VertexId, bounds: ValueBounds, play: Option<BestPlay>) -> Self {
        Self { from, max_min: bounds.max_min, min_max: bounds.min_max, mixed: None, play }
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
    /// How the play of one against the other ends, unless the budget was too small to tell.
    pub end: Option<PlayEnd>,
}

/// Up to this product of vertices and arcs, the values of all starts are judged, each by a claim of its own.
const MOST_JUDGED: usize = 1 << 21;

const NO_CERTIFICATE: &str = "the solver leaves no certificate";

/// Solves the game of `instance`, of which `pieces` is the graph with its traps cut.
pub(crate) fn solve<'i>(
    instance: &'i Instance,
    pieces: &Classified<'_, '_>,
    question: Question,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<(&'static Solver, Judged<'i, GameFinding>), SolveError> {
    context.stage(Stage::Solve);
    let game =
        GameQuestion { instance, strategies: options.strategies, endless_value: options.endless_value };
    let choose = |class| choose(options.solver.as_deref(), Task::Game, class);
    let unproved = |solver: &Solver, found| {
        Judged::unchecked(instance, found, solver.unproved_because.unwrap_or(NO_CERTIFICATE))
    };
    match question {
        Question::From(from) => {
            let reached = pieces.stopping().reached_from(from);
            let piece = Rooted::at(&reached, from);
            let solver = choose(piece.class())?;
            let answer = solver.solve_game(&game, &piece, context)?;
            let GameAnswer { bounds, max, min, end, mixed, by_state, claim } = answer;
            let judged = match claim {
                None => {
                    let play = (!by_state).then_some(BestPlay { max, min, end });
                    let row = GameRow { mixed, ..GameRow::new(from, bounds, play) };
                    unproved(solver, GameFinding::new(vec![row], options))
                }
                Some(claim) => {
                    let judged = judge(instance, claim, options.check, context, certify_game_within)?;
                    if let Some(end) = end {
                        end_has_the_value(&game, &judged, end)?;
                    }
                    // Read off the claim that the judge has seen.
                    judged.map(|claim| {
                        let play = BestPlay { max: claim.max.clone(), min: claim.min.clone(), end };
                        let row = GameRow::new(from, ValueBounds::both(claim.value), Some(play));
                        let claim = Some(Claim::Game(claim));
                        GameFinding { claim, ..GameFinding::new(vec![row], options) }
                    })
                }
            };
            Ok((solver, judged))
        }
        Question::All => {
            let solver = choose(pieces.class())?;
            let bounds = solver.solve_game_from_all(&game, pieces, context)?;
            let rows = || bounds.iter().map(|(from, &bounds)| GameRow::new(from, bounds, None)).collect();
            let judged = match solver.unproved_because {
                Some(_) => unproved(solver, GameFinding::new(rows(), options)),
                None => judge_each(solver, &game, pieces.stopping(), &bounds, options, context)?,
            };
            Ok((solver, judged))
        }
    }
}

/// Two strategies that secure a value lead to an end that is worth it, or one of them is wrong.
fn end_has_the_value(game: &GameQuestion<'_>, claim: &GameClaim, end: PlayEnd) -> Result<(), SolveError> {
    let worth = match end {
        PlayEnd::Halts(Exit::Sink(sink)) => game.instance.value(sink),
        PlayEnd::Halts(Exit::Trap(_)) | PlayEnd::Endless => game.endless_value,
    };
    if worth == claim.value {
        return Ok(());
    }
    Err(SolveError::Refuted(Refutation {
        vertex: Some(claim.from),
        equation: "value of the end of the play = value of the game".to_owned(),
        left: worth.to_string(),
        right: claim.value.to_string(),
    }))
}

/// The values of all starts, each proved by a claim of its own if the game is small enough for that.
fn judge_each<'i>(
    solver: &Solver,
    game: &GameQuestion<'i>,
    whole: &StoppingGraph<'_>,
    bounds: &VertexMap<ValueBounds>,
    options: &Options,
    context: &mut Context<'_>,
) -> Result<Judged<'i, GameFinding>, SolveError> {
    let (instance, graph) = (game.instance, game.instance.graph());
    let unchecked = |because| {
        let rows = bounds.iter().map(|(from, &bounds)| GameRow::new(from, bounds, None)).collect();
        Ok(Judged::unchecked(instance, GameFinding::new(rows, options), because))
    };
    if !options.check {
        return unchecked(NO_CHECK);
    }
    if graph.vertex_count().saturating_mul(graph.arc_count()) > MOST_JUDGED {
        return unchecked(
            "the judge takes the starts of a game one by one, and there are too many; ask for one start",
        );
    }
    // Each row is read off the claim that the judge has proved; the values found together must be the same.
    let mut rows: Vec<Judged<'_, GameRow>> = Vec::with_capacity(graph.vertex_count());
    for (from, &bounds) in bounds.iter() {
        let reached = whole.reached_from(from);
        let piece = Rooted::at(&reached, from);
        let Some(claim) = solver.solve_game(game, &piece, context)?.claim else {
            return unchecked(NO_CERTIFICATE);
        };
        let judged = judge(instance, claim, true, context, certify_game_within)?;
        if judged.value != bounds.max_min {
            return Err(SolveError::Refuted(Refutation {
                vertex: Some(from),
                equation: "value of all starts at once = value of this start".to_owned(),
                left: bounds.max_min.to_string(),
                right: judged.value.to_string(),
            }));
        }
        let bounds = ValueBounds { max_min: judged.value, min_max: judged.value };
        rows.push(judged.map(|_| GameRow::new(from, bounds, None)));
    }
    let found = GameFinding::new(rows.iter().map(|row| GameRow::clone(row)).collect(), options);
    Ok(Judged::following_from(instance, &rows, found))
}
