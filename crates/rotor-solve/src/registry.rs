//! The solvers: who accepts what, answers what, at what cost, by whose theorem.

use rotor_graph::Class;
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
    /// What can the players secure?
    Game,
}

impl Task {
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

/// The name of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverId {
    /// The complete destination algorithm.
    Tree,
    /// Flows by linear guesses.
    Linear,
    /// Plain simulation.
    Walk,
    /// Cycle pushing.
    Push,
    /// The closed form on the simple path.
    Path,
    /// All particles of a vertex at once.
    Bulk,
    /// Pairs of value and return flow.
    Game,
    /// Every pair of strategies.
    Exhaustive,
}

/// A line of the registry.
#[derive(Debug)]
pub struct Solver {
    /// Which solver.
    pub solver: SolverId,
    /// Its name on the command line.
    pub id: &'static str,
    /// What it does, in a few words.
    pub sentence: &'static str,
    /// The classes of graphs it accepts.
    pub accepts: &'static [Class],
    /// The questions it answers.
    pub answers: &'static [Task],
    /// What it costs.
    pub cost: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

const TREES: &[Class] = &[Class::Trapped, Class::Path, Class::SimpleTreeLike, Class::TreeLike];
const ANY: &[Class] = &Class::ALL;

/// All solvers, the first that accepts a question being the one that gets it.
pub static SOLVERS: &[Solver] = &[
    Solver {
        solver: SolverId::Tree,
        id: "tree",
        sentence: "return flows; from one start a short walk first",
        accepts: TREES,
        answers: &[Task::Exit, Task::ExitPattern],
        cost: "O(|A|) operations on integers of O(|A|) bits",
        source: "[ACD22, `CDA`]",
    },
    Solver {
        solver: SolverId::Path,
        id: "path",
        sentence: "closed form on the simple path",
        accepts: &[Class::Path],
        answers: &[Task::Route],
        cost: "O(|V|) operations on integers of the size of the counts",
        source: "[ACD22, `sec:multiparticles`]",
    },
    Solver {
        solver: SolverId::Linear,
        id: "linear",
        sentence: "a short walk, then flows by strong components: division, path, tree; else guess, annihilate, bisect",
        accepts: ANY,
        answers: &[Task::Exit, Task::ExitPattern, Task::Route],
        cost: "O(|A|) operations if one particle meets only trees; no polynomial bound known for all graphs; logarithmic in steps and particles on all families here",
        source: "switching flows [Dohrau et al. 2017], bisection [Gärtner, Haslebacher, Hoang 2021]",
    },
    Solver {
        solver: SolverId::Walk,
        id: "walk",
        sentence: "plain simulation",
        accepts: ANY,
        answers: &[Task::Exit],
        cost: "the number of steps: exponential at worst",
        source: "[ACD22, `lem:finiteRotorWalk`]",
    },
    Solver {
        solver: SolverId::Push,
        id: "push",
        sentence: "cycle pushing",
        accepts: ANY,
        answers: &[Task::ExitPattern],
        cost: "the number of turns: exponential at worst",
        source: "[ACD22, `finitePush`]",
    },
    Solver {
        solver: SolverId::Bulk,
        id: "bulk",
        sentence: "all particles of a vertex at once",
        accepts: ANY,
        answers: &[Task::Route],
        cost: "logarithmic in the particles, exponential in |V| at worst",
        source: "the definition",
    },
    Solver {
        solver: SolverId::Game,
        id: "game",
        sentence: "pairs of value and return flow, by bisection",
        accepts: TREES,
        answers: &[Task::Game],
        cost: "O(|A| log |S₀|) operations on integers of O(|A|) bits",
        source: "[ACD22, `thm:opt_complex`, `thm:pure_eq`]",
    },
    Solver {
        solver: SolverId::Exhaustive,
        id: "exhaustive",
        sentence: "every pair of strategies played",
        accepts: ANY,
        answers: &[Task::Game],
        cost: "all strategies of both players, a walk each",
        source: "the definition",
    },
];

/// Why no solver takes a question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSolver {
    /// No solver of that name.
    #[error("there is no solver {0}; `arrival solvers` lists them")]
    Unknown(String),
    /// It does not take this graph or this question.
    #[error("solver {id} does not take {words} on a {class} graph; `arrival solvers` says who does")]
    Declines {
        /// Its name.
        id: &'static str,
        /// The question.
        words: &'static str,
        /// The class of the graph.
        class: &'static str,
    },
}

impl Solver {
    /// Whether it takes this question on a graph of this class.
    pub fn takes(&self, task: Task, class: Class) -> bool {
        self.accepts.contains(&class) && self.answers.contains(&task)
    }
}

/// The solver called `id`, or the first that takes the question.
pub fn choose(id: Option<&str>, task: Task, class: Class) -> Result<&'static Solver, NoSolver> {
    match id {
        None => {
            Ok(SOLVERS.iter().find(|solver| solver.takes(task, class)).expect("some solver takes any graph"))
        }
        Some(id) => {
            let solver =
                SOLVERS.iter().find(|solver| solver.id == id).ok_or(NoSolver::Unknown(id.to_owned()))?;
            let declines = NoSolver::Declines { id: solver.id, words: task.words(), class: class.name() };
            if solver.takes(task, class) { Ok(solver) } else { Err(declines) }
        }
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

impl Solver {
    /// The classes it accepts, in words.
    pub fn graphs(&self) -> String {
        if self.accepts == ANY {
            return "any".to_owned();
        }
        self.accepts.iter().map(|class| class.name()).collect::<Vec<_>>().join(", ")
    }

    /// The questions it answers, in words.
    pub fn questions(&self) -> String {
        self.answers.iter().map(|task| task.words()).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_on_every_class_has_a_solver() {
        for task in [Task::Exit, Task::ExitPattern, Task::Route, Task::Game] {
            for &class in ANY {
                assert!(choose(None, task, class).unwrap().takes(task, class));
            }
        }
    }

    #[test]
    fn a_solver_that_does_not_fit_is_refused_by_name() {
        let refused = choose(Some("tree"), Task::Exit, Class::General).unwrap_err();
        let words = "solver tree does not take one start on a general graph; `arrival solvers` says who does";
        assert_eq!(refused.to_string(), words);
        assert_eq!(
            choose(Some("x"), Task::Exit, Class::Path).unwrap_err(),
            NoSolver::Unknown("x".to_owned())
        );
    }
}
