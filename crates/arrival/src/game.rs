//! Games: who solves them, what is said about them, and how it is proved.

use crate::pipeline::{Options, Question, SolveError, judge, within};
use crate::solution::Verdict;
use rotor_certify::{Refutation, certify_game_within, certify_within};
use rotor_graph::{
    Claim, Classified, Instance, StoppingGraph, Strategy, StrategySet, TreeLike, Value, VertexId, VertexMap,
};
pub use rotor_solve::game::PlayEnd;
use rotor_solve::game::{GameAnswer, GameQuestion, ValueBounds, solve_game};
use rotor_solve::{Budget, Solver, Task, choose};

/// What was found in a game, from each start that was asked for.
#[derive(Clone, Debug)]
pub struct GameFinding {
    /// The starts and what they are worth.
    pub rows: Vec<GameRow>,
    /// What strategies could decide.
    pub strategies: StrategySet,
    /// What a play that never exits was taken to be worth.
    pub endless_value: Value,
    pub(crate) proof: GameProof,
}

impl GameFinding {
    fn new(rows: Vec<GameRow>, options: &Options, proof: GameProof) -> Self {
        Self { rows, strategies: options.strategies, endless_value: options.endless_value, proof }
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
    /// Strategies that secure both, if only one start was asked for.
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
    /// How the play of one against the other ends, unless the budget was too small to tell.
    pub end: Option<PlayEnd>,
}

/// What stands behind the values.
#[derive(Clone, Debug)]
pub(crate) enum GameProof {
    /// One claim, judged or not.
    Claim(Verdict),
    /// A claim for each start, all of them judged.
    EachStart,
    /// Nothing that was judged, and why.
    Unchecked(String),
}

/// Up to this product of vertices and arcs, the values of all starts are judged, each by a claim of its own.
const MOST_JUDGED: usize = 1 << 21;

/// Solves the game of `instance`, of which `whole` is the graph with its traps cut; says when it starts to check.
pub(crate) fn solve<'i>(
    instance: &'i Instance,
    whole: &StoppingGraph<'i>,
    question: Question,
    options: &Options,
    budget: &mut dyn Budget,
    mut solved: impl FnMut(),
) -> Result<(&'static Solver, GameFinding), SolveError> {
    let game =
        GameQuestion { instance, strategies: options.strategies, endless_value: options.endless_value };
    let solver = |class| choose(options.solver.as_deref(), Task::Game, class);
    match question {
        Question::From(from) => {
            let reached = whole.reached_from(from);
            let piece = Classified::rooted_at(&reached, from);
            let solver = solver(piece.class())?;
            let GameAnswer { bounds, max, min, end, claim } =
                solver.solve_game(&game, &piece, from, budget)?;
            solved();
            let row = GameRow::new(from, bounds, Some(BestPlay { max, min, end }));
            let proof = match claim {
                Some(claim) => {
                    GameProof::Claim(judge(instance, Claim::Game(claim), options, budget, certify_within)?)
                }
                None => unproved(solver),
            };
            Ok((solver, GameFinding::new(vec![row], options, proof)))
        }
        Question::All => {
            let pieces = Classified::of(whole);
            let solver = solver(pieces.class())?;
            let bounds = solver.solve_game_from_all(&game, &pieces, budget)?;
            solved();
            let proof = match solver.unproved_because {
                Some(_) => unproved(solver),
                None => judge_each(instance, whole, &bounds, options, budget)?,
            };
            let rows = bounds.iter().map(|(from, &bounds)| GameRow::new(from, bounds, None)).collect();
            Ok((solver, GameFinding::new(rows, options, proof)))
        }
    }
}

fn unproved(solver: &Solver) -> GameProof {
    GameProof::Unchecked(solver.unproved_because.unwrap_or("the solver leaves no certificate").to_owned())
}

/// Lets the judge prove the value of every start by a claim of its own, if the game is small enough for that.
fn judge_each(
    instance: &Instance,
    whole: &StoppingGraph<'_>,
    bounds: &VertexMap<ValueBounds>,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<GameProof, SolveError> {
    if !options.check {
        return Ok(GameProof::Unchecked("--no-check was given".to_owned()));
    }
    let graph = instance.graph();
    if graph.vertex_count().saturating_mul(graph.arc_count()) > MOST_JUDGED {
        let because = "the judge takes the starts of a game one by one, and this one has too many; give one with --from";
        return Ok(GameProof::Unchecked(because.to_owned()));
    }
    for (from, &ValueBounds { max_min: value, .. }) in bounds.iter() {
        let reached = whole.reached_from(from);
        let Ok(tree) = TreeLike::rooted_at(&reached, from) else { continue };
        let claim = solve_game(instance, &tree, from, options.strategies, options.endless_value, budget)?;
        let certified = within(budget, |go_on| certify_game_within(instance, claim, go_on))?;
        let judged = certified.get().value;
        if judged != value {
            return Err(SolveError::Refuted(Refutation {
                vertex: Some(from),
                equation: "value of all starts at once = value of this start".to_owned(),
                left: value.to_string(),
                right: judged.to_string(),
            }));
        }
    }
    Ok(GameProof::EachStart)
}
