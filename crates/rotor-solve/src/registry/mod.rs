//! The registry of solvers: which graphs and questions each one accepts, and how it is called.

mod rows;

pub use rows::SOLVERS;

use crate::budget::Budget;
use crate::game::{GameAnswer, GameQuestion, ValueBounds};
use crate::particles::Routed;
use crate::run_profile::RunProfile;
use crate::tree::{Exits, FastExit, FastFlows, NotFast};
use crate::unsolved::{NoSolver, Solved};
use num_bigint::BigUint;
use rotor_graph::{Claim, Class, Classified, Configuration, Multigraph, VertexId, VertexMap};
use std::fmt::Write;

/// A question a solver can answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Where does the walk from one vertex end, after how many steps?
    Exit,
    /// Where do the walks from all vertices end?
    ExitPattern,
    /// How many of many particles end where?
    Route,
    /// What can the players secure, from one vertex or from all?
    Game,
}

impl Task {
    /// All questions.
    pub const ALL: [Self; 4] = [Self::Exit, Self::ExitPattern, Self::Route, Self::Game];

    /// The question in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Exit => "one start",
            Self::ExitPattern => "all starts",
            Self::Route => "many particles",
            Self::Game => "games",
        }
    }
}

/// Finds the walk from one vertex, which is the first root of the graph if that is tree-like.
pub type ExitSolver =
    fn(&Classified<'_, '_>, &Configuration, VertexId, &mut dyn Budget) -> Solved<RunProfile>;

/// Finds the exits of all vertices, with what proves them.
pub type ExitPatternSolver = fn(&Classified<'_, '_>, &Configuration, &mut dyn Budget) -> Solved<Claim>;

/// Finds the run of many particles.
pub type RouteSolver =
    fn(&Classified<'_, '_>, &Configuration, &VertexMap<BigUint>, &mut dyn Budget) -> Solved<Routed>;

/// Solves games.
#[derive(Clone, Copy, Debug)]
pub struct GameSolver {
    /// From one vertex, which is the first root of the graph if that is tree-like.
    pub one_start:
        fn(&GameQuestion<'_>, &Classified<'_, '_>, VertexId, &mut dyn Budget) -> Solved<GameAnswer>,
    /// From every vertex.
    pub all_starts:
        fn(&GameQuestion<'_>, &Classified<'_, '_>, &mut dyn Budget) -> Solved<VertexMap<ValueBounds>>,
}

/// Solves the uncut graph: traps and the class are found out on the way. What is too large or
/// turns out not to be tree-like is handed back, and then the row's other functions are asked.
#[derive(Clone, Copy, Debug)]
pub struct Sweeps {
    /// The walk from one vertex.
    pub exit: fn(&Multigraph, &Configuration, VertexId, &mut dyn Budget) -> Result<FastExit, NotFast>,
    /// The exits of all vertices, without a proof.
    pub exits: fn(&Multigraph, &Configuration, &mut dyn Budget) -> Result<Exits, NotFast>,
    /// The exits of all vertices, proved by all return flows.
    pub flows: fn(&Multigraph, &Configuration, &mut dyn Budget) -> Result<FastFlows, NotFast>,
}

/// A row of the registry: a solver, with a function for each question that it answers.
#[derive(Debug)]
pub struct Solver {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it does, in a few words.
    pub sentence: &'static str,
    /// The classes of graphs it accepts.
    pub accepts: &'static [Class],
    /// What it costs.
    pub cost: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Why its answers come without a proof, if they do.
    pub unproved_because: Option<&'static str>,
    /// Its functions for a graph that nothing was cut from, if it has them.
    pub sweeps: Option<Sweeps>,
    exit: Option<ExitSolver>,
    exit_pattern: Option<ExitPatternSolver>,
    route: Option<RouteSolver>,
    game: Option<GameSolver>,
}

/// The solver called `id`, or the first that answers the question on a graph of this class.
pub fn choose(id: Option<&str>, task: Task, class: Class) -> Result<&'static Solver, NoSolver> {
    let Some(id) = id else {
        let first = SOLVERS.iter().find(|solver| solver.takes(task, class));
        return Ok(first.expect("every question has a solver that accepts any graph"));
    };
    let solver =
        SOLVERS.iter().find(|solver| solver.id == id).ok_or_else(|| NoSolver::Unknown(id.to_owned()))?;
    if solver.takes(task, class) { Ok(solver) } else { Err(solver.declines(task, class)) }
}

/// The row that may sweep the whole graph before it is cut, and its functions: the one called `id`, or the first.
pub fn sweeper(id: Option<&str>) -> Option<(&'static Solver, Sweeps)> {
    let mut rows = SOLVERS.iter().filter(|solver| id.is_none_or(|id| solver.id == id));
    rows.find_map(|solver| Some((solver, solver.sweeps?)))
}

impl Solver {
    /// The walk from `from`, the first root of `piece` if that is tree-like.
    pub fn solve_exit(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        from: VertexId,
        budget: &mut dyn Budget,
    ) -> Solved<RunProfile> {
        self.fit(self.exit, Task::Exit, piece)?(piece, rotors, from, budget)
    }

    /// The exits of all vertices, with what proves them.
    pub fn solve_exit_pattern(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        budget: &mut dyn Budget,
    ) -> Solved<Claim> {
        self.fit(self.exit_pattern, Task::ExitPattern, piece)?(piece, rotors, budget)
    }

    /// The run of many particles.
    pub fn solve_route(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        particles: &VertexMap<BigUint>,
        budget: &mut dyn Budget,
    ) -> Solved<Routed> {
        self.fit(self.route, Task::Route, piece)?(piece, rotors, particles, budget)
    }

    /// What a game is worth from `from`, the first root of `piece` if that is tree-like, and how to play it.
    pub fn solve_game(
        &self,
        question: &GameQuestion<'_>,
        piece: &Classified<'_, '_>,
        from: VertexId,
        budget: &mut dyn Budget,
    ) -> Solved<GameAnswer> {
        (self.fit(self.game, Task::Game, piece)?.one_start)(question, piece, from, budget)
    }

    /// What a game is worth from every vertex.
    pub fn solve_game_from_all(
        &self,
        question: &GameQuestion<'_>,
        piece: &Classified<'_, '_>,
        budget: &mut dyn Budget,
    ) -> Solved<VertexMap<ValueBounds>> {
        (self.fit(self.game, Task::Game, piece)?.all_starts)(question, piece, budget)
    }

    /// The function for a question, if it is one for this graph.
    fn fit<F>(&self, function: Option<F>, task: Task, piece: &Classified<'_, '_>) -> Result<F, NoSolver> {
        let class = piece.class();
        function.filter(|_| self.accepts.contains(&class)).ok_or_else(|| self.declines(task, class))
    }

    fn declines(&self, task: Task, class: Class) -> NoSolver {
        NoSolver::Declines { id: self.id, words: task.words(), class: class.name() }
    }

    /// The questions it answers: those it has a function for.
    pub fn answers(&self) -> impl Iterator<Item = Task> + '_ {
        let has = |task: &Task| match task {
            Task::Exit => self.exit.is_some(),
            Task::ExitPattern => self.exit_pattern.is_some(),
            Task::Route => self.route.is_some(),
            Task::Game => self.game.is_some(),
        };
        Task::ALL.into_iter().filter(has)
    }

    /// Whether it answers this question on graphs of this class.
    pub fn takes(&self, task: Task, class: Class) -> bool {
        self.accepts.contains(&class) && self.answers().any(|answered| answered == task)
    }

    /// The classes it accepts, in words.
    pub fn graphs(&self) -> String {
        if self.accepts == rows::ANY {
            return "any".to_owned();
        }
        self.accepts.iter().map(|class| class.name()).collect::<Vec<_>>().join(", ")
    }

    /// The questions it answers, in words.
    pub fn questions(&self) -> String {
        self.answers().map(Task::words).collect::<Vec<_>>().join(", ")
    }
}

/// The registry as a Markdown table, for the README.
pub fn markdown_table() -> String {
    let mut table =
        String::from("| solver | does | graphs | answers | cost | source |\n|---|---|---|---|---|---|\n");
    for solver in SOLVERS {
        let Solver { id, sentence, cost, source, .. } = solver;
        let (graphs, answers) = (solver.graphs(), solver.questions());
        // Inside a table a bar is a column unless it is escaped.
        let cost = cost.replace('|', "\\|");
        writeln!(table, "| `{id}` | {sentence} | {graphs} | {answers} | {cost} | {source} |")
            .expect("a string takes all text");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_on_every_class_has_a_solver() {
        for task in Task::ALL {
            for &class in rows::ANY {
                assert!(choose(None, task, class).unwrap().takes(task, class));
            }
        }
    }

    /// F9: a solver that did not fit used to simulate.
    #[test]
    fn a_solver_that_does_not_fit_is_refused_by_name() {
        let refused = choose(Some("tree"), Task::Exit, Class::General).unwrap_err();
        let words = "solver tree does not take one start on a general graph; see `arrival solvers`";
        assert_eq!(refused.to_string(), words);
        let unknown = choose(Some("x"), Task::Exit, Class::Path).unwrap_err();
        assert_eq!(unknown, NoSolver::Unknown("x".to_owned()));
    }
}
