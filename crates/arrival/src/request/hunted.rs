//! The result of a hunt as JSON, as Markdown, for the terminal, and as files.

use super::reply::{Answer, to_json};
use crate::fault::{ExitCode, Fault};
use crate::hunt::{HardInstance, HuntOptions, HuntResult, Measured, ParticleEnd};
use crate::timings::milliseconds;
use crate::words::{Palette, write_table};
use rotor_graph::amount;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

/// A hunt and what it found.
#[derive(Debug)]
pub(super) struct Hunted {
    /// The name of the family.
    pub(super) family: String,
    /// The parameters that were given.
    pub(super) given: BTreeMap<String, String>,
    /// What was hunted for.
    pub(super) hunt: HuntOptions,
    /// What was found.
    pub(super) found: HuntResult,
    /// Whether times are told; the files always do.
    pub(super) timings: bool,
}

const HEADINGS: [&str; 11] = [
    "file",
    "seed",
    "vertices",
    "arcs",
    "class",
    "operations",
    "left: vertices",
    "arcs",
    "operations",
    "bits",
    "ends",
];

impl Hunted {
    /// The file of an instance.
    fn file(&self, hard: &HardInstance) -> String {
        format!("{}-{}.rotor", self.family, hard.seed)
    }

    /// The whole as `arrival.hunt/1`; only with times if they are asked for, because they differ every time.
    fn json(&self, with_times: bool) -> Value {
        let HuntOptions { seeds, keep, tries, share, most_operations, options } = &self.hunt;
        let instance = |hard: &HardInstance| {
            json!({"file": self.file(hard), "seed": hard.seed.to_string(),
                   "found": measured_json(&hard.found, *most_operations, with_times),
                   "shrunk": measured_json(&hard.shrunk, *most_operations, with_times)})
        };
        let instances: Vec<_> = self.found.instances.iter().map(instance).collect();
        json!({"schema": "arrival.hunt/1", "family": self.family, "parameters": self.given,
               "seeds": {"first": seeds.start().to_string(), "last": seeds.end().to_string()},
               "keep": keep, "tries": tries, "share": share, "operations": most_operations.to_string(),
               "solver": options.solver, "searched": self.found.searched.to_string(),
               "complete": self.found.ended.is_none(), "instances": instances})
    }

    /// The command that hunts for the same, without the folder.
    fn command(&self) -> String {
        let HuntOptions { seeds, keep, tries, share, most_operations, options } = &self.hunt;
        let mut command = format!("arrival hunt {}", self.family);
        for (name, text) in &self.given {
            command += &format!(" --{name} {text}");
        }
        let (first, last) = (seeds.start(), seeds.end());
        command += &format!(" --seeds {first}..{last} --keep {keep} --tries {tries} --share {share}");
        command += &format!(" --operations {most_operations}");
        options.solver.iter().for_each(|solver| command += &format!(" --solver {solver}"));
        command
    }

    /// A page of Markdown: how it was made, and a row for each instance.
    fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# Hard for Arrival: {}\n\n`{}`\n", self.family, self.command())?;
        let end = if self.found.ended.is_some() { ", then time ran out" } else { "" };
        writeln!(out, "{} searched{end}.\n", amount(self.found.searched, "seed", "seeds"))?;
        writeln!(out, "| {} | ms | left: ms |", HEADINGS.join(" | "))?;
        writeln!(out, "|{}", "---|".repeat(HEADINGS.len() + 2))?;
        for hard in &self.found.instances {
            writeln!(out, "| {} | {} |", self.cells(hard).join(" | "), times(hard).join(" | "))?;
        }
        Ok(())
    }

    /// Why it ended early, if it did.
    fn ended(&self) -> Option<Fault> {
        let HuntResult { searched, instances, ended } = &self.found;
        let known = format!(
            "{} searched, {} kept",
            amount(searched, "seed", "seeds"),
            amount(instances.len(), "instance", "instances")
        );
        ended.map(|reason| Fault::Stopped { reason, known })
    }

    fn cells(&self, hard: &HardInstance) -> Vec<String> {
        let HardInstance { seed, found, shrunk } = hard;
        let (large, small) = (found.instance.graph(), shrunk.instance.graph());
        let operations = |measured: &Measured| {
            let sign = if measured.cost.operations > self.hunt.most_operations { ">" } else { "" };
            format!("{sign}{}", measured.cost.operations.min(self.hunt.most_operations))
        };
        vec![
            self.file(hard),
            seed.to_string(),
            large.vertex_count().to_string(),
            large.arc_count().to_string(),
            shrunk.cost.class.name().to_owned(),
            operations(found),
            small.vertex_count().to_string(),
            small.arc_count().to_string(),
            operations(shrunk),
            shrunk.cost.bits.map_or_else(|| "unknown".to_owned(), |bits| bits.to_string()),
            match &shrunk.cost.end {
                ParticleEnd::Sink(name) => name.clone(),
                ParticleEnd::Trap(name) => format!("trap of {name}"),
                ParticleEnd::Unknown => "unknown".to_owned(),
            },
        ]
    }
}

impl Answer for Hunted {
    fn code(&self) -> ExitCode {
        self.ended().map_or(ExitCode::Done, |fault| fault.code())
    }

    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        to_json(out, &self.json(self.timings))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let mut headings = HEADINGS.to_vec();
        if self.timings {
            headings.extend(["ms", "left: ms"]);
        }
        let row = |hard: &HardInstance| {
            let mut cells = self.cells(hard);
            if self.timings {
                cells.extend(times(hard));
            }
            cells
        };
        write_table(out, palette, &headings, || self.found.instances.iter().map(row))
    }

    fn remark(&self, _: bool) -> Option<String> {
        self.ended().map(|fault| fault.lines().join("; "))
    }

    /// The instances, then the tables that name them.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let instance = |hard: &HardInstance| (self.file(hard), hard.shrunk.instance.to_string().into_bytes());
        let mut files: Vec<_> = self.found.instances.iter().map(instance).collect();
        let mut markdown = Vec::new();
        self.write_markdown(&mut markdown).expect("memory takes all text");
        files.push(("hunt.json".to_owned(), format!("{:#}\n", self.json(true)).into_bytes()));
        files.push(("hunt.md".to_owned(), markdown));
        files
    }
}

fn measured_json(measured: &Measured, most_operations: u64, with_times: bool) -> Value {
    let (graph, cost) = (measured.instance.graph(), &measured.cost);
    let mut object = json!({
        "vertices": graph.vertex_count(), "arcs": graph.arc_count(), "sinks": graph.sink_count(),
        "class": cost.class.name(), "operations": cost.operations.min(most_operations).to_string(),
        "given_up": cost.operations > most_operations,
    });
    let optional = [
        ("solver", cost.solver.map(Value::from)),
        ("bits", cost.bits.map(Value::from)),
        ("exit", if let ParticleEnd::Sink(name) = &cost.end { Some(name.as_str().into()) } else { None }),
        ("trap", if let ParticleEnd::Trap(name) = &cost.end { Some(name.as_str().into()) } else { None }),
        ("milliseconds", with_times.then(|| milliseconds(cost.time).into())),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            object[key] = value;
        }
    }
    object
}

fn times(hard: &HardInstance) -> [String; 2] {
    [&hard.found, &hard.shrunk].map(|measured| milliseconds(measured.cost.time).to_string())
}
