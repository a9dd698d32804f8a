//! The result of a hunt as JSON, as Markdown and for the terminal.

use arrival::{End, HardInstance, HuntOptions, HuntResult, Measured, Palette, milliseconds, write_table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A hunt and what it found.
#[derive(Debug)]
pub(super) struct HuntTable<'h> {
    /// The name of the family.
    pub(super) family: &'h str,
    /// The parameters that were given.
    pub(super) given: &'h BTreeMap<String, String>,
    /// What was hunted for.
    pub(super) hunt: &'h HuntOptions,
    /// What was found.
    pub(super) found: &'h HuntResult,
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

impl HuntTable<'_> {
    /// The file of an instance.
    pub(super) fn file(&self, hard: &HardInstance) -> String {
        format!("{}-{}.rotor", self.family, hard.seed)
    }

    /// The whole as `arrival.hunt/1`; only with times if they are asked for, because they differ every time.
    pub(super) fn json(&self, with_times: bool) -> Value {
        let HuntOptions { seeds, keep, tries, share, most_operations, options } = self.hunt;
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
        let HuntOptions { seeds, keep, tries, share, most_operations, options } = self.hunt;
        let mut command = format!("arrival hunt {}", self.family);
        for (name, text) in self.given {
            command += &format!(" --{name} {text}");
        }
        let (first, last) = (seeds.start(), seeds.end());
        command += &format!(" --seeds {first}..{last} --keep {keep} --tries {tries} --share {share}");
        command += &format!(" --operations {most_operations}");
        options.solver.iter().for_each(|solver| command += &format!(" --solver {solver}"));
        command
    }

    /// A page of Markdown: how it was made, and a row for each instance.
    pub(super) fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "# Hard for Arrival: {}\n\n`{}`\n", self.family, self.command())?;
        let end = if self.found.ended.is_some() { ", then the time was over" } else { "" };
        writeln!(out, "{} seeds searched{end}.\n", self.found.searched)?;
        writeln!(out, "| {} | ms | left: ms |", HEADINGS.join(" | "))?;
        writeln!(out, "|{}", "---|".repeat(HEADINGS.len() + 2))?;
        for hard in &self.found.instances {
            writeln!(out, "| {} | {} |", self.cells(hard).join(" | "), times(hard).join(" | "))?;
        }
        Ok(())
    }

    /// A table for the terminal.
    pub(super) fn write_words(
        &self,
        out: &mut dyn Write,
        palette: &Palette,
        with_times: bool,
    ) -> io::Result<()> {
        let mut headings = HEADINGS.to_vec();
        if with_times {
            headings.extend(["ms", "left: ms"]);
        }
        let row = |hard: &HardInstance| {
            let mut cells = self.cells(hard);
            if with_times {
                cells.extend(times(hard));
            }
            cells
        };
        write_table(out, palette, &headings, || self.found.instances.iter().map(row))
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
                End::Sink(name) => name.clone(),
                End::Trap(name) => format!("trap of {name}"),
                End::Unknown => "unknown".to_owned(),
            },
        ]
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
        ("exit", if let End::Sink(name) = &cost.end { Some(name.as_str().into()) } else { None }),
        ("trap", if let End::Trap(name) = &cost.end { Some(name.as_str().into()) } else { None }),
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
