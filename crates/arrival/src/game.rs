//! Games: who solves them, what is said about them, and how it is proved.

use crate::pipeline::{Options, Question, SolveError, judge, within};
use crate::solution::Verdict;
use rotor_certify::{Refutation, certify_game_within, certify_within};
use rotor_graph::{
    Claim, Class, Classified, Exit, Instance, StoppingGraph, Strategy, StrategySet, TreeLike, Value,
    VertexId, VertexMap,
};
use rotor_solve::game::{GameTree, exhaustive_search, exit_of_play, solve_game, values_of_all_starts};
use rotor_solve::{Budget, OutOfBudget, Solver, SolverId, Task, choose};

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

/// How a play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayEnd {
    /// The particle halts.
    Halts(Exit),
    /// It goes on for ever, though it enters no trap.
    Endless,
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
    match question {
        Question::From(from) => {
            let reached = whole.reached_from(from);
            let piece = Classified::rooted_at(&reached, from);
            let solver = solver(options, piece.class())?;
            let finding = match piece.tree_like().filter(|_| solver.solver == SolverId::Game) {
                Some(tree) => on_tree(instance, tree, from, options, budget, solved)?,
                None => {
                    let row = by_search(instance, whole, from, options, budget)?;
                    GameFinding::new(vec![row], options, searched())
                }
            };
            Ok((solver, finding))
        }
        Question::All => {
            let pieces = Classified::of(whole);
            let solver = solver(options, pieces.class())?;
            if let Some(tree) = pieces.tree_like().filter(|_| solver.solver == SolverId::Game) {
                let (set, endless) = (options.strategies, options.endless_value);
                let values = values_of_all_starts(instance, tree, set, endless, budget)?;
                solved();
                let proof = judge_each(instance, whole, &values, options, budget)?;
                let row = |(from, &value)| GameRow { from, max_min: value, min_max: value, play: None };
                return Ok((solver, GameFinding::new(values.iter().map(row).collect(), options, proof)));
            }
            let mut rows = Vec::with_capacity(instance.graph().vertex_count());
            for from in instance.graph().vertices() {
                rows.push(GameRow { play: None, ..by_search(instance, whole, from, options, budget)? });
            }
            Ok((solver, GameFinding::new(rows, options, searched())))
        }
    }
}

fn solver(options: &Options, class: Class) -> Result<&'static Solver, SolveError> {
    let solver = choose(options.solver.as_deref(), Task::Game, class)?;
    let set = options.strategies;
    if set != StrategySet::Start && solver.solver != SolverId::Game {
        return Err(SolveError::Strategies { solver: solver.id, set: set.name(), class: class.name() });
    }
    Ok(solver)
}

/// One start of a tree: a claim that the judge can prove.
fn on_tree(
    instance: &Instance,
    tree: &TreeLike<'_, '_>,
    from: VertexId,
    options: &Options,
    budget: &mut dyn Budget,
    mut solved: impl FnMut(),
) -> Result<GameFinding, SolveError> {
    let claim = solve_game(instance, tree, from, options.strategies, options.endless_value, budget)?;
    let game = GameTree::new(instance, tree, options.endless_value);
    let end = match tree.stopping().exit_at(from) {
        Some(exit) => Some(PlayEnd::Halts(exit)),
        None => match exit_of_play(&game, &claim.max, &claim.min, budget) {
            Ok(exit) => Some(exit.map_or(PlayEnd::Endless, PlayEnd::Halts)),
            Err(OutOfBudget::Interrupted) => return Err(OutOfBudget::Interrupted.into()),
            Err(_) => None,
        },
    };
    solved();
    let play = Some(BestPlay { max: claim.max.clone(), min: claim.min.clone(), end });
    let row = GameRow { from, max_min: claim.value, min_max: claim.value, play };
    let verdict = judge(instance, Claim::Game(claim), options, budget, certify_within)?;
    Ok(GameFinding::new(vec![row], options, GameProof::Claim(verdict)))
}

/// Any graph: every pair of strategies.
fn by_search(
    instance: &Instance,
    whole: &StoppingGraph<'_>,
    from: VertexId,
    options: &Options,
    budget: &mut dyn Budget,
) -> Result<GameRow, SolveError> {
    let found = exhaustive_search(instance, whole, from, options.endless_value, budget)?;
    let play = BestPlay { max: found.max, min: found.min, end: Some(PlayEnd::Halts(found.exit)) };
    Ok(GameRow { from, max_min: found.max_min, min_max: found.min_max, play: Some(play) })
}

fn searched() -> GameProof {
    let because = "the exhaustive search is the definition of a game's value and leaves no certificate";
    GameProof::Unchecked(because.to_owned())
}

/// Lets the judge prove the value of every start by a claim of its own, if the game is small enough for that.
fn judge_each(
    instance: &Instance,
    whole: &StoppingGraph<'_>,
    values: &VertexMap<Value>,
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
    for (from, &value) in values.iter() {
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
