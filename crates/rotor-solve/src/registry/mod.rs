//! The registry of solvers: which graphs and questions each one accepts, and how it is called.

mod functions;
mod rows;
mod solver;

pub use functions::Task;
pub use rows::SOLVERS;
pub use solver::{Solver, Sweeps};

use crate::unsolved::NoSolver;
use rotor_graph::Class;
use std::fmt::Write;

/// The solver called `id`, or the first that answers the question on a graph of this class.
pub fn choose(id: Option<&str>, task: Task, class: Class) -> Result<&'static Solver, NoSolver> {
    let Some(id) = id else {
        let first = SOLVERS.iter().find(|solver| solver.takes(task, class));
        return Ok(first.expect("every question has a solver that accepts any graph"));
    };
    let solver =
        SOLVERS.iter().find(|solver| solver.is_called(id)).ok_or_else(|| NoSolver::Unknown(id.to_owned()))?;
    if solver.takes(task, class) { Ok(solver) } else { Err(solver.declines(task, class)) }
}

/// The row that may sweep the whole graph before it is cut, and its functions: the one called `id`, or the first.
pub fn sweeper(id: Option<&str>) -> Option<(&'static Solver, Sweeps)> {
    let mut rows = SOLVERS.iter().filter(|solver| id.is_none_or(|id| solver.is_called(id)));
    rows.find_map(|solver| Some((solver, solver.sweeps?)))
}

/// The registry as a Markdown table, for `docs/solvers.md`.
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
            for class in Class::ALL {
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
