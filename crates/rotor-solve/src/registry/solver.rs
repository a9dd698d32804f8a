//! A row of the registry: a solver, with a function for each question that it answers.

use super::functions::{RowFunctions, Task};
use crate::game::{GameAnswer, GameQuestion, ValueBounds};
use crate::particles::Routed;
use crate::run_profile::RunProfile;
use crate::tree::{Declined, Exits, Flows, OneStart};
use crate::unsolved::{NoSolver, Solved};
use num_bigint::BigUint;
use rotor_graph::{Claim, Class, Classified, Configuration, Multigraph, Rooted, Tick, VertexId, VertexMap};
use std::fmt;

/// A solver, with a function for each question that it answers.
pub struct Solver {
    /// Its name on the command line.
    pub id: &'static str,
    /// Names that it had before, which still work.
    pub aliases: &'static [&'static str],
    /// What it does, in a few words.
    pub sentence: &'static str,
    /// What it costs.
    pub cost: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Why its answers come without a proof, if they do.
    pub unproved_because: Option<&'static str>,
    /// Its functions for a graph that nothing was cut from, if it has them.
    pub sweeps: Option<Sweeps>,
    pub(super) functions: &'static dyn RowFunctions,
}

/// Solves the uncut graph: traps and the class are found out on the way. What is too large or
/// turns out not to be tree-like is handed back, and then the row's other functions are asked.
#[derive(Clone, Copy, Debug)]
pub struct Sweeps {
    /// The walk from one vertex.
    pub exit: fn(&Multigraph, &Configuration, VertexId, &mut dyn Tick) -> Result<OneStart, Declined>,
    /// The exits of all vertices, without a proof.
    pub exits: fn(&Multigraph, &Configuration, &mut dyn Tick) -> Result<Exits, Declined>,
    /// The exits of all vertices, proved by all return flows.
    pub flows: fn(&Multigraph, &Configuration, &mut dyn Tick) -> Result<Flows, Declined>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Solver").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Solver {
    /// Whether it has this name, or had it before.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name || self.aliases.contains(&name)
    }

    /// The walk from the root of `piece`.
    pub fn solve_exit(
        &self,
        piece: &Rooted<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Solved<RunProfile> {
        self.or_declines(self.functions.exit(piece, rotors, tick), Task::Exit, piece)
    }

    /// The exits of all vertices, with what proves them.
    pub fn solve_exit_pattern(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        tick: &mut dyn Tick,
    ) -> Solved<Claim> {
        self.or_declines(self.functions.exit_pattern(piece, rotors, tick), Task::ExitPattern, piece)
    }

    /// The run of many particles.
    pub fn solve_route(
        &self,
        piece: &Classified<'_, '_>,
        rotors: &Configuration,
        particles: &VertexMap<BigUint>,
        tick: &mut dyn Tick,
    ) -> Solved<Routed> {
        self.or_declines(self.functions.route(piece, rotors, particles, tick), Task::Route, piece)
    }

    /// What a game is worth from the root of `piece`, and how to play it.
    pub fn solve_game(
        &self,
        question: &GameQuestion<'_>,
        piece: &Rooted<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Solved<GameAnswer> {
        self.or_declines(self.functions.game(question, piece, tick), Task::Game, piece)
    }

    /// What a game is worth from every vertex.
    pub fn solve_game_from_all(
        &self,
        question: &GameQuestion<'_>,
        piece: &Classified<'_, '_>,
        tick: &mut dyn Tick,
    ) -> Solved<VertexMap<ValueBounds>> {
        self.or_declines(self.functions.game_from_all(question, piece, tick), Task::Game, piece)
    }

    fn or_declines<T>(&self, answer: Option<Solved<T>>, task: Task, piece: &Classified<'_, '_>) -> Solved<T> {
        answer.unwrap_or_else(|| Err(self.declines(task, piece.class()).into()))
    }

    pub(super) fn declines(&self, task: Task, class: Class) -> NoSolver {
        NoSolver::Declines { id: self.id, words: task.words(), class: class.name() }
    }

    /// The questions it answers: those it has a function for.
    pub fn answers(&self) -> impl Iterator<Item = Task> + '_ {
        Task::ALL.into_iter().filter(|&task| self.functions.has(task))
    }

    /// Whether it answers this question on graphs of this class.
    pub fn takes(&self, task: Task, class: Class) -> bool {
        self.accepts().contains(&class) && self.functions.has(task)
    }

    /// The classes of graphs it accepts: those that its functions are written for.
    pub fn accepts(&self) -> &'static [Class] {
        self.functions.classes()
    }

    /// The classes it accepts, in words.
    pub fn graphs(&self) -> String {
        if self.accepts() == Class::ALL {
            return "any".to_owned();
        }
        self.accepts().iter().map(|class| class.name()).collect::<Vec<_>>().join(", ")
    }

    /// The questions it answers, in words.
    pub fn questions(&self) -> String {
        self.answers().map(Task::words).collect::<Vec<_>>().join(", ")
    }
}
