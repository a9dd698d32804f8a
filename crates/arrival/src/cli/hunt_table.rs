//! What a hunt brought home, as JSON, as Markdown and for the terminal.

use super::human::write_table;
use crate::hunt::{Bag, Catch, End, HuntOptions, Prey};
use crate::output::json::TimingsMs;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A hunt and its bag.
#[derive(Debug)]
pub(super) struct HuntTable<'h> {
    /// The name of the family.
    pub(super) family: &'h str,
    /// The parameters that were given.
    pub(super) given: &'h BTreeMap<String, String>,
    /// What was hunted for.
    pub(super) hunt: &'h HuntOptions,
    /// What was found.
    pub(super) bag: &'h Bag,
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
    /// The file of a catch.
    pub(super) fn file(&self, catch: &Catch) -> String {
        format!("{}-{}.rotor", self.family, catch.seed)
    }

    /// The whole as `arrival.hunt/1`; only with times if they are asked for, because they differ every time.
    pub(super) fn json(&self, with_times: bool) -> Value {
        let HuntOptions { seeds, keep, tries, share, most_operations, options } = self.hunt;
        let catch = |catch: &Catch| {
            json!({"file": self.file(catch), "seed": catch.seed.to_string(),
                   "found": prey(&catch.found, *most_operations, with_times),
                   "shrunk": prey(&catch.shrunk, *most_operations, with_times)})
        };
        let catches: Vec<_> = self.bag.catches.iter().map(catch).collect();
        json!({"schema": "arrival.hunt/1", "family": self.family, "parameters": self.given,
               "seeds": {"first": seeds.start().to_string(), "last": seeds.end().to_string()},
               "keep": keep, "tries": tries, "share": share, "operations": most_operations.to_string(),
               "solver": options.solver, "searched": self.bag.searched.to_string(),
               "complete": self.bag.ended.is_none(), "instances": catches})
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
        let end = if self.bag.ended.is_some() { ", then the time was over" } else { "" };
        writeln!(out, "{} seeds searched{end}.\n", self.bag.searched)?;
        writeln!(out, "| {} | ms | left: ms |", HEADINGS.join(" | "))?;
        writeln!(out, "|{}", "---|".repeat(HEADINGS.len() + 2))?;
        for catch in &self.bag.catches {
            writeln!(out, "| {} | {} |", self.cells(catch).join(" | "), times(catch).join(" | "))?;
        }
        Ok(())
    }

    /// A table for the terminal.
    pub(super) fn write_words(&self, out: &mut dyn Write, with_times: bool) -> io::Result<()> {
        let mut headings = HEADINGS.to_vec();
        if with_times {
            headings.extend(["ms", "left: ms"]);
        }
        let row = |catch: &Catch| {
            let mut cells = self.cells(catch);
            if with_times {
                cells.extend(times(catch));
            }
            cells
        };
        write_table(out, &headings, || self.bag.catches.iter().map(row))
    }

    fn cells(&self, catch: &Catch) -> Vec<String> {
        let Catch { seed, found, shrunk } = catch;
        let (large, small) = (found.instance.graph(), shrunk.instance.graph());
        let operations = |prey: &Prey| {
            let sign = if prey.cost.operations > self.hunt.most_operations { ">" } else { "" };
            format!("{sign}{}", prey.cost.operations.min(self.hunt.most_operations))
        };
        vec![
            self.file(catch),
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

fn prey(prey: &Prey, most_operations: u64, with_times: bool) -> Value {
    let (graph, cost) = (prey.instance.graph(), &prey.cost);
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
        ("milliseconds", with_times.then(|| TimingsMs::ms(cost.time).into())),
    ];
    for (key, value) in optional {
        if let Some(value) = value {
            object[key] = value;
        }
    }
    object
}

fn times(catch: &Catch) -> [String; 2] {
    [&catch.found, &catch.shrunk].map(|prey| TimingsMs::ms(prey.cost.time).to_string())
}
