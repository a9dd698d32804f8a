//! `generate`: a member of a seeded family.

use super::convert::Written;
use super::fields::{digits, number, optional_output_format};
use super::reply::Reply;
use crate::context::Context;
use crate::fault::Fault;
use crate::timings::Stage;
use rotor_format::{Compression, OutputFormat};
use rotor_generate::{Dice, GenerateError, PreparedFamily, Rows};
use rotor_graph::{Instance, Rule};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A member of a family.
#[derive(Clone, Debug, Deserialize)]
pub struct Generate {
    /// The name of the family.
    pub family: String,
    /// The seed of the random generator.
    #[serde(default = "first_seed", deserialize_with = "number")]
    pub seed: u64,
    /// The format to write, and its packing; JSON by default.
    #[serde(default, deserialize_with = "optional_output_format")]
    pub to: Option<(OutputFormat, Compression)>,
    /// The parameters that are given, by name: `max` and `min`, or together as `players`, `low` and `high`, or together as
    /// `values`, and those of the family.
    #[serde(flatten, deserialize_with = "parameters")]
    pub parameters: BTreeMap<String, String>,
}

fn first_seed() -> u64 {
    1
}

/// Pairs that one option sets: its name, what stands between the two, and their names.
const PAIRS: [(&str, &str, [&str; 2]); 2] =
    [("players", ",", ["max", "min"]), ("values", "..", ["low", "high"])];

pub(super) fn parameters<'d, D: serde::Deserializer<'d>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let given = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let mut parameters = BTreeMap::new();
    for (name, value) in given {
        let wrong = || D::Error::custom(format!("the parameter {name} takes a number"));
        let text = digits(&value).ok_or_else(wrong)?;
        match PAIRS.iter().find(|(pair, ..)| *pair == name) {
            Some((_, between, names)) => {
                parameters.extend(split_pair(&text, between, *names).map_err(D::Error::custom)?)
            }
            None => {
                parameters.insert(name, text);
            }
        }
    }
    Ok(parameters)
}

fn split_pair(text: &str, between: &str, names: [&str; 2]) -> Result<[(String, String); 2], String> {
    let (first, second) =
        text.split_once(between).ok_or_else(|| format!("two numbers with `{between}` between them"))?;
    // A range may be written with both ends marked as included, as they are.
    let second = second.strip_prefix('=').unwrap_or(second);
    Ok([(names[0].to_owned(), first.to_owned()), (names[1].to_owned(), second.to_owned())])
}

/// A member of a family, unless the context stops its generation.
pub(super) fn generate(
    family: &str,
    given: &BTreeMap<String, String>,
    seed: u64,
    context: &mut Context<'_>,
) -> Result<Instance, Fault> {
    prepare(family, given)?.member(seed, context)
}

fn prepare(family: &str, given: &BTreeMap<String, String>) -> Result<SeededFamily, Fault> {
    let prepared = rotor_generate::family(family).and_then(|family| family.prepare(given));
    prepared.map(SeededFamily).map_err(|error| Fault::Unfit(error.to_string()))
}

/// A family with its parameters, of which members are made by their seeds.
#[derive(Clone, Debug)]
pub struct SeededFamily(PreparedFamily);

impl SeededFamily {
    /// The member of a seed; the context may stop it.
    pub fn member(&self, seed: u64, context: &mut Context<'_>) -> Result<Instance, Fault> {
        made(seed, context, |dice| self.0.member(dice))
    }

    /// The same before its vertices are named, for batches of small members, written over a member before it.
    pub fn write(&self, seed: u64, rows: &mut Rows, context: &mut Context<'_>) -> Result<(), Fault> {
        made(seed, context, |dice| self.0.write(dice, rows))
    }
}

fn made<T>(
    seed: u64,
    context: &mut Context<'_>,
    make: impl FnOnce(&mut Dice<'_>) -> Result<T, GenerateError>,
) -> Result<T, Fault> {
    context.stage(Stage::Generate);
    let made = make(&mut Dice::ticking(seed, context));
    made.map_err(|error| match error {
        GenerateError::Stopped(reason) => Fault::Stopped { reason, known: context.known() },
        _ => Fault::Unfit(error.to_string()),
    })
}

impl Generate {
    /// Sets `players` or `values` from the text of their option.
    pub fn set_pair(&mut self, option: &str, text: &str) -> Result<(), String> {
        let Some((_, between, names)) = PAIRS.iter().find(|(pair, ..)| *pair == option) else {
            return Err(format!("no pair {option}"));
        };
        self.parameters.extend(split_pair(text, between, *names)?);
        Ok(())
    }

    /// The family itself, for many members.
    pub fn prepare(&self) -> Result<SeededFamily, Fault> {
        prepare(&self.family, &self.parameters)
    }

    /// The member itself; the context may stop it.
    pub fn member(&self, context: &mut Context<'_>) -> Result<Instance, Fault> {
        generate(&self.family, &self.parameters, self.seed, context)
    }

    pub(super) fn answer(self, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let instance = self.member(context)?;
        let to = self.to.unwrap_or((OutputFormat::Json, Compression::None));
        Ok(Reply::new(Written { instance: Arc::new(instance), rule: Rule::MoveThenTurn, to }))
    }
}
