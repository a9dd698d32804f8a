//! `arrival check`: flaws, class, traps and sizes of a file.

use super::arguments::{Reading, Screen, Source};
use super::fault::{Fault, flaw_line};
use super::human::{BAD, GOOD, HEADING, styled};
use super::interrupts::Alarm;
use super::reading::Read;
use super::writing::{print_json, to_stdout};
use crate::output::human::{called, set};
use crate::output::json::{SizesJson, Traps};
use crate::solution::Sizes;
use clap::Args;
use rotor_graph::{Classified, Flaw, Flaws, Place, StoppingGraph};
use serde_json::{Value, json};

/// Look for flaws, and say what kind of graph it is
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  arrival check --example fig-calc-rn")]
pub(super) struct Check {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    reading: Reading,
}

impl Check {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        match self.source.read(&self.reading) {
            Ok(read) => report(&read, self.reading.limits.alarm(read.started), screen).map(|()| 0),
            Err(fault @ Fault::Flawed { .. }) => {
                let code = fault.code();
                if let Fault::Flawed { file, flaws, .. } = &fault {
                    report_flaws(file, flaws, screen)?;
                }
                Ok(code)
            }
            Err(fault) => Err(fault),
        }
    }
}

fn report(read: &Read, alarm: Alarm, screen: &Screen) -> Result<(), Fault> {
    let instance = &read.instance;
    let stopping = StoppingGraph::of(instance.graph());
    let class = Classified::of(&stopping).class();
    drop(alarm);
    let sizes = Sizes::of(instance, instance.player_count(), class);
    let warnings = warnings(&sizes);
    let traps = stopping.traps();
    if screen.json {
        let flaws: [Value; 0] = [];
        return print_json(&json!({
            "schema": "arrival.check/1", "valid": true, "class": class.name(), "stopping": traps.is_empty(),
            "traps": Traps(instance, traps.members()), "flaws": flaws, "warnings": warnings,
            "instance": SizesJson(sizes), "format": read.format.name(), "rule": read.rule.name(),
            "start": instance.start().map(|u| instance.name(u)),
        }));
    }
    to_stdout(|out| {
        writeln!(out, "{}: {}", styled(HEADING, &read.name), styled(GOOD, "valid"))?;
        writeln!(out, "class     {}", class.name())?;
        writeln!(out, "vertices  {}", sizes.vertices)?;
        writeln!(out, "arcs      {}", sizes.arcs)?;
        writeln!(out, "sinks     {}", sizes.sinks)?;
        writeln!(out, "players   {}", sizes.players)?;
        writeln!(out, "start     {}", instance.start().map_or("none".into(), |u| called(instance, u)))?;
        writeln!(out, "stopping  {}", if traps.is_empty() { "yes" } else { "no" })?;
        const SHOWN: usize = 10;
        for trap in traps.members().iter().take(SHOWN) {
            writeln!(out, "trap      {}", set(instance, trap))?;
        }
        if traps.len() > SHOWN {
            writeln!(out, "          and {} more", traps.len() - SHOWN)?;
        }
        warnings.iter().try_for_each(|warning| writeln!(out, "warning   {warning}"))
    })
}

fn warnings(sizes: &Sizes) -> Vec<&'static str> {
    let mut warnings = Vec::new();
    if sizes.sinks == 0 {
        warnings.push("no sink: nothing ever exits");
    }
    warnings
}

fn report_flaws(file: &str, flaws: &Flaws, screen: &Screen) -> Result<(), Fault> {
    if screen.json {
        let list: Vec<_> = flaws.list().iter().map(flaw_json).collect();
        let mut object = json!({"schema": "arrival.check/1", "valid": false, "flaws": list});
        if flaws.more() > 0 {
            object["more_flaws"] = json!(flaws.more());
        }
        return print_json(&object);
    }
    to_stdout(|out| {
        let count = flaws.list().len() + flaws.more();
        let flawed = if count == 1 { "1 flaw".to_owned() } else { format!("{count} flaws") };
        writeln!(out, "{}: {}", styled(HEADING, file), styled(BAD, &flawed))?;
        flaws.list().iter().try_for_each(|flaw| writeln!(out, "{}", flaw_line(file, flaw)))?;
        if flaws.more() > 0 { writeln!(out, "{file}: and {} more flaws", flaws.more()) } else { Ok(()) }
    })
}

fn flaw_json(flaw: &Flaw) -> Value {
    let mut object = match &flaw.place {
        Place::Text { line, column } => json!({"line": line, "column": column}),
        Place::Path(path) => json!({"path": path}),
        Place::Whole => json!({}),
    };
    object["rule"] = json!(flaw.rule);
    object["message"] = json!(flaw.message);
    object["remedy"] = json!(flaw.remedy);
    object
}
