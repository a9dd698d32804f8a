//! `check`: flaws, class, traps and sizes of an input.

use super::input::{Input, Read};
use super::reply::{Answer, Reply, to_json};
use super::solution_json::{SizesJson, Traps};
use super::unsolved;
use crate::context::Context;
use crate::fault::{ExitCode, Fault, flaw_line};
use crate::frame::frame;
use crate::judged::Judged;
use crate::survey::{Survey, survey};
use crate::words::{MOST_NAMED, Palette, and_more, display_name, set, styled};
use rotor_format::InputFormat;
use rotor_graph::{Class, Flaw, FlawRule, Flaws, Place, Rule, amount};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Flaws that break one rule are shown in a frame up to here: who has seen three knows what the others look like.
const FRAMED: usize = 3;

/// What kind of graph is it, and what is wrong with it?
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {}

impl Check {
    /// A flawed input is an answer here, not a fault.
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = match input.read(context) {
            Ok(read) => read,
            Err(fault @ Fault::Flawed { .. }) => return Ok(Reply::new(FlawedInput(fault))),
            Err(fault) => return Err(fault),
        };
        let found = survey(&read.instance, context).map_err(|error| unsolved(error, &read.name, context))?;
        let found = found.sharing(Arc::clone(&read.instance));
        let Read { name, rule, format, .. } = read;
        Ok(Reply::new(Checked { found, name, rule, format }))
    }
}

struct Checked {
    found: Judged<'static, Survey>,
    name: String,
    rule: Rule,
    format: InputFormat,
}

impl Answer for Checked {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (found, instance) = (&self.found, self.found.instance());
        let flaws: [Value; 0] = [];
        to_json(
            out,
            &json!({
                "schema": "arrival.check/1", "valid": true, "class": found.sizes.class.name(),
                "stopping": found.is_stopping(), "traps": Traps(instance, &found.traps), "flaws": flaws,
                "warnings": found.warnings(), "instance": SizesJson(found.sizes), "format": self.format.name(),
                "rule": self.rule.name(), "start": instance.start().map(|u| instance.name(u)),
            }),
        )
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (found, instance) = (&self.found, self.found.instance());
        let sizes = found.sizes;
        writeln!(out, "{}: {}", self.name, styled(palette.good, "valid"))?;
        let cut = match (found.is_stopping(), sizes.class) {
            (true, _) => "",
            (false, Class::Trapped) => " (nothing is left when the traps are cut)",
            (false, _) => " (of what is left when the traps are cut)",
        };
        writeln!(out, "class     {}{cut}", styled(palette.answer, sizes.class.name()))?;
        writeln!(out, "vertices  {}", sizes.vertices)?;
        writeln!(out, "arcs      {}", sizes.arcs)?;
        writeln!(out, "sinks     {}", sizes.sinks)?;
        writeln!(out, "players   {}", sizes.players)?;
        writeln!(out, "start     {}", instance.start().map_or("none".into(), |u| display_name(instance, u)))?;
        writeln!(out, "stopping  {}", if found.is_stopping() { "yes" } else { "no" })?;
        for trap in found.traps.iter().take(MOST_NAMED) {
            writeln!(out, "trap      {}", set(instance, trap))?;
        }
        if found.traps.len() > MOST_NAMED {
            writeln!(out, "          {}", and_more(found.traps.len() - MOST_NAMED))?;
        }
        let warnings = found.warnings();
        warnings
            .iter()
            .try_for_each(|warning| writeln!(out, "{}   {warning}", styled(palette.caution, "warning")))
    }
}

/// An input that was not accepted: always [`Fault::Flawed`].
struct FlawedInput(Fault);

impl FlawedInput {
    fn flawed(&self) -> Option<(&str, &[u8], &Flaws)> {
        match &self.0 {
            Fault::Flawed { input, source, flaws } => Some((input, source, flaws)),
            _ => None,
        }
    }
}

impl Answer for FlawedInput {
    fn code(&self) -> ExitCode {
        self.0.code()
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let Some((_, _, flaws)) = self.flawed() else { return Ok(()) };
        let list: Vec<_> = flaws.list().iter().map(flaw_json).collect();
        let mut object = json!({"schema": "arrival.check/1", "valid": false, "flaws": list});
        if flaws.more() > 0 {
            object["more_flaws"] = json!(flaws.more());
        }
        to_json(out, &object)
    }

    /// Each flaw under the line it stands in: this is the command that people ask what is wrong (F10). After a few that break
    /// the same rule, one line each.
    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let Some((input, source, flaws)) = self.flawed() else { return Ok(()) };
        let count = flaws.list().len() + flaws.more();
        let flawed = amount(count, "flaw", "flaws");
        writeln!(out, "{input}: {}", styled(palette.bad, flawed))?;
        let mut met: BTreeMap<FlawRule, usize> = BTreeMap::new();
        let mut after_frame = true;
        for flaw in flaws.list() {
            let of_this_rule = met.entry(flaw.rule).or_default();
            *of_this_rule += 1;
            let is_framed = *of_this_rule <= FRAMED;
            if std::mem::replace(&mut after_frame, is_framed) || is_framed {
                writeln!(out)?;
            }
            if is_framed {
                out.write_all(frame(input, source, flaw, palette).as_bytes())?;
            } else {
                writeln!(out, "{}", flaw_line(input, flaw))?;
            }
        }
        flaws.more_in_words().map_or(Ok(()), |words| writeln!(out, "\n{words}"))
    }
}

fn flaw_json(flaw: &Flaw) -> Value {
    let mut object = match &flaw.place {
        Place::Text { line, column } => json!({"line": line, "column": column}),
        Place::Path(path) => json!({"path": path}),
        Place::Whole => json!({}),
    };
    object["rule"] = json!(flaw.rule.name());
    object["message"] = json!(flaw.message);
    object["remedy"] = json!(flaw.remedy);
    object
}
