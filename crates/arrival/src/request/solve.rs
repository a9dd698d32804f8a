//! `solve`: the exit of one start or of all, or what the players of a game can secure.

use super::fields::{by_name, game_value, wanted};
use super::input::Input;
use super::reply::{Answer, Reply, to_json};
use super::solution_json::SolutionJson;
use super::unsolved;
use crate::context::Context;
use crate::fault::{ExitCode, Fault};
use crate::judged::Judged;
use crate::pipeline::solve;
use crate::question::Options;
use crate::settled::Settled;
use crate::solution::Solution;
use crate::words::Palette;
use crate::words::solution::InWords;
use rotor_format::certificate::Certificate;
use rotor_graph::{StrategySet, Value};
use serde::Deserialize;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Where do particles exit, or what do players secure?
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Solve {
    /// The start; by default that of the file, else all.
    pub from: Option<String>,
    /// Whether to answer for every vertex.
    pub all: bool,
    /// The solver to use.
    pub solver: Option<String>,
    /// What the players of a game decide.
    #[serde(deserialize_with = "by_name")]
    pub strategies: StrategySet,
    /// The value of a play that never exits.
    #[serde(deserialize_with = "game_value")]
    pub endless_value: Value,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
    /// Whether the judge is left out.
    pub no_check: bool,
    /// Whether to report how long each stage took.
    pub timings: bool,
    /// The file to name in the answer, when several are answered.
    #[serde(skip)]
    pub file: Option<String>,
}

impl Default for Solve {
    fn default() -> Self {
        let Options { strategies, endless_value, .. } = Options::default();
        let (from, solver, file) = (None, None, None);
        Self {
            from,
            all: false,
            solver,
            strategies,
            endless_value,
            certificate: false,
            no_check: false,
            timings: false,
            file,
        }
    }
}

impl Solve {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let question = read.question(self.from.as_deref(), self.all)?;
        let options = Options {
            solver: self.solver,
            check: !self.no_check,
            certificate: self.certificate,
            strategies: self.strategies,
            endless_value: self.endless_value,
        };
        let solved = solve(&read.instance, question, &options, context);
        let solution = solved.map_err(|error| unsolved(error, &read.name, context))?;
        if self.certificate && solution.claim().is_none() {
            return Err(match solution.no_certificate() {
                Fault::Unfit(words) => Fault::unfit(&read.name, words),
                late => late,
            });
        }
        let solution = solution.sharing(Arc::clone(&read.instance));
        let (timings, certificate) = (self.timings, self.certificate);
        let (name, format) = (read.name, read.format.name());
        Ok(Reply::new(Solved { solution, name, format, file: self.file, timings, certificate }))
    }
}

struct Solved {
    solution: Judged<'static, Solution>,
    name: String,
    format: &'static str,
    file: Option<String>,
    timings: bool,
    certificate: bool,
}

impl Solved {
    fn times(&self) -> String {
        let spent = self.solution.timings();
        let (read, prepare, solve, check) = (spent.read, spent.prepare, spent.solve, spent.check);
        format!("read {read:.1?}, prepare {prepare:.1?}, solve {solve:.1?}, check {check:.1?}")
    }
}

impl Answer for Solved {
    /// An answer that lacks some starts ends as one that was not found.
    fn code(&self) -> ExitCode {
        let stopped = |settled: &Settled| Fault::Stopped { reason: settled.reason(), known: String::new() };
        self.solution.settled().map_or(ExitCode::Done, |settled| stopped(settled).code())
    }

    fn write_json(&self, out: &mut dyn Write, clock: &dyn Fn() -> Duration) -> io::Result<()> {
        let clock = self.timings.then_some(clock);
        to_json(out, &SolutionJson { solution: &self.solution, file: self.file.as_deref(), clock })
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        write!(out, "{}", InWords(&self.solution, *palette))
    }

    /// As JSON the times are part of the answer.
    fn remark(&self, json: bool) -> Option<String> {
        (self.timings && !json).then(|| self.times())
    }

    fn details(&self) -> Option<String> {
        let (name, format) = (&self.name, self.format);
        let (class, solver) = (self.solution.sizes().class.name(), self.solution.solver());
        Some(format!("{name} ({format}): class {class}, solver {solver}; {}", self.times()))
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.solution.certificate_to_write().filter(|_| self.certificate)
    }
}
