//! Solutions as JSON; rows are written as they are made, not held.

use super::reply::serialize_standing;
use crate::game::{GameRow, PlayEnd};
use crate::judged::Judged;
use crate::solution::{Sizes, Solution};
use crate::timings::milliseconds;
use rotor_format::certificate::decisions;
use rotor_graph::{Exit, Instance, VertexId};
use rotor_solve::ComponentCounts;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::time::Duration;

/// A solution as `arrival.answer/1`.
pub(crate) struct SolutionJson<'s, 'i> {
    /// The solution.
    pub(crate) solution: &'s Judged<'i, Solution>,
    /// The file it is about, when several are answered.
    pub(crate) file: Option<&'s str>,
    /// The clock, if times are to be reported.
    pub(crate) clock: Option<&'s dyn Fn() -> Duration>,
}

impl Serialize for SolutionJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (solution, start) = (self.solution, self.clock.map(|now| now()));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("schema", "arrival.answer/1")?;
        if let Some(file) = self.file {
            map.serialize_entry("file", file)?;
        }
        map.serialize_entry("instance", &SizesJson(solution.sizes()))?;
        map.serialize_entry("solver", solution.solver())?;
        if solution.components() != ComponentCounts::default() {
            map.serialize_entry("components", &Components(solution.components()))?;
        }
        if let Some(game) = solution.game() {
            map.serialize_entry("strategies", game.strategies.name())?;
            map.serialize_entry("endless_value", &game.endless_value)?;
        }
        serialize_standing(&mut map, solution)?;
        map.serialize_entry("traps", &Traps(solution.instance(), solution.traps()))?;
        match solution.game() {
            Some(_) => map.serialize_entry("answers", &GameRows(solution))?,
            None => map.serialize_entry("answers", &ExitRows(solution))?,
        }
        if let (Some(now), Some(start)) = (self.clock, start) {
            let spent = solution.timings();
            let write = now().saturating_sub(start);
            let stages = [("read", spent.read), ("prepare", spent.prepare), ("solve", spent.solve)];
            let stages = stages.into_iter().chain([("check", spent.check), ("write", write)]);
            let times: serde_json::Map<_, _> =
                stages.map(|(stage, time)| (stage.to_owned(), milliseconds(time).into())).collect();
            map.serialize_entry("timings_ms", &times)?;
        }
        map.end()
    }
}

/// How many strong components each solver took, as `components` in answers.
#[derive(Debug, Clone, Copy)]
struct Components(ComponentCounts);

impl Serialize for Components {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}

/// Sizes and class as `instance` in answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SizesJson(pub(crate) Sizes);

impl Serialize for SizesJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Sizes { vertices, arcs, sinks, players, class } = self.0;
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry("vertices", &vertices)?;
        map.serialize_entry("arcs", &arcs)?;
        map.serialize_entry("sinks", &sinks)?;
        map.serialize_entry("players", &players)?;
        map.serialize_entry("class", class.name())?;
        map.end()
    }
}

/// Traps as lists of names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Traps<'a>(pub(crate) &'a Instance, pub(crate) &'a [Vec<VertexId>]);

impl Serialize for Traps<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = |trap: &Vec<VertexId>| trap.iter().map(|&u| self.0.name(u)).collect::<Vec<_>>();
        serializer.collect_seq(self.1.iter().map(names))
    }
}

struct ExitRows<'s, 'i>(&'s Judged<'i, Solution>);

impl Serialize for ExitRows<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let instance = self.0.instance();
        let mut seq = serializer.serialize_seq(None)?;
        for row in self.0.exits() {
            let steps = row.steps.map(ToString::to_string);
            let (exit, trap, key) = match row.exit {
                Exit::Sink(sink) => (Some(instance.name(sink)), None, "steps"),
                Exit::Trap(trap) => (None, Some(trap), "steps_to_trap"),
            };
            seq.serialize_element(&ExitRowJson { from: instance.name(row.from), exit, trap, steps, key })?;
        }
        seq.end()
    }
}

struct ExitRowJson<'a> {
    from: &'a str,
    exit: Option<&'a str>,
    trap: Option<usize>,
    steps: Option<String>,
    key: &'static str,
}

impl Serialize for ExitRowJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("from", self.from)?;
        map.serialize_entry("exit", &self.exit)?;
        if let Some(trap) = self.trap {
            map.serialize_entry("trap", &trap)?;
        }
        if let Some(steps) = &self.steps {
            map.serialize_entry(self.key, steps)?;
        }
        map.end()
    }
}

struct GameRows<'s, 'i>(&'s Judged<'i, Solution>);

impl Serialize for GameRows<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.0.game().map_or(&[][..], |game| &game.rows);
        serializer.collect_seq(rows.iter().map(|row| GameRowJson(self.0, row)))
    }
}

struct GameRowJson<'s, 'i>(&'s Judged<'i, Solution>, &'s GameRow);

impl Serialize for GameRowJson<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(solution, row) = self;
        let instance = solution.instance();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("from", instance.name(row.from))?;
        map.serialize_entry("value", &row.value())?;
        if row.value().is_none() {
            map.serialize_entry("maxmin", &row.max_min)?;
            map.serialize_entry("minmax", &row.min_max)?;
        }
        if let Some(play) = &row.play {
            match play.end.filter(|_| row.value().is_some()) {
                None => {}
                Some(PlayEnd::Halts(Exit::Sink(sink))) => map.serialize_entry("exit", instance.name(sink))?,
                Some(PlayEnd::Halts(Exit::Trap(trap))) => {
                    map.serialize_entry("exit", &None::<&str>)?;
                    map.serialize_entry("trap", &trap)?;
                }
                Some(PlayEnd::Endless) => {
                    map.serialize_entry("exit", &None::<&str>)?;
                    map.serialize_entry("endless", &true)?;
                }
            }
            map.serialize_entry("max", &decisions(instance, &play.max))?;
            map.serialize_entry("min", &decisions(instance, &play.min))?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Options, Question, parse, solve};

    #[test]
    fn an_answer_says_how_many_components_each_solver_took() {
        // A path that drifts to its middle, then a vertex with a loop.
        let mut text = "start p32\nsink s\nalone: alone s\n".to_owned();
        for i in 0..64 {
            let [left, right] = [i - 1, i + 1]
                .map(|v| if (0..64).contains(&v) { format!("p{v}") } else { "alone".to_owned() });
            let (inward, outward) = if i < 32 { (right, left) } else { (left, right) };
            text += &format!("p{i}: {inward}^2 {outward}\n");
        }
        let instance = parse(&text).unwrap();
        let options = Options { solver: Some("flow".to_owned()), ..Options::default() };
        let question = Question::From(instance.start().unwrap());
        let solution = solve(&instance, question, &options, &mut Context::default()).unwrap();
        let json =
            serde_json::to_value(SolutionJson { solution: &solution, file: None, clock: None }).unwrap();
        assert_eq!(json["solver"], "flow");
        assert_eq!(json["components"], serde_json::json!({"division": 1, "tree": 1}));
    }
}
