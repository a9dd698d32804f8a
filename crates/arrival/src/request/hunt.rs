//! `hunt`: the members of a family that take longest, made smaller.

use super::fields::{digits, number};
use super::generate::{generate, parameters};
use super::hunted::Hunted;
use super::reply::Reply;
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::hunt::{HuntEvent, HuntOptions, hunt};
use crate::question::Options;
use crate::solve_error::SolveError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The members of a family that take longest.
#[derive(Clone, Debug, Deserialize)]
pub struct Hunt {
    /// The name of the family.
    pub family: String,
    /// The seeds to search, both ends included, such as `1..20`.
    #[serde(default = "first_seeds", deserialize_with = "range")]
    pub seeds: RangeInclusive<u64>,
    /// How many of the hardest to keep.
    #[serde(default = "few", deserialize_with = "number")]
    pub keep: u16,
    /// How many smaller instances to try for each that is kept.
    #[serde(default = "tries", deserialize_with = "number")]
    pub tries: u32,
    /// How hard a smaller instance must be, in percent of the operations of the first one.
    #[serde(default = "half", deserialize_with = "number")]
    pub share: u64,
    /// After how many operations an instance is given up.
    #[serde(default = "operations", deserialize_with = "number")]
    pub operations: u64,
    /// The solver that they are to be hard for.
    #[serde(default)]
    pub solver: Option<String>,
    /// Whether to report how long each answer took.
    #[serde(default)]
    pub timings: bool,
    /// The parameters of the family that are given, by name.
    #[serde(flatten, deserialize_with = "parameters")]
    pub parameters: BTreeMap<String, String>,
}

impl Default for Hunt {
    fn default() -> Self {
        Self {
            family: String::new(),
            seeds: first_seeds(),
            keep: few(),
            tries: tries(),
            share: half(),
            operations: operations(),
            solver: None,
            timings: false,
            parameters: BTreeMap::new(),
        }
    }
}

fn first_seeds() -> RangeInclusive<u64> {
    1..=20
}

fn few() -> u16 {
    5
}

fn tries() -> u32 {
    200
}

fn half() -> u64 {
    50
}

fn operations() -> u64 {
    20_000_000_000
}

/// A range of seeds that is not empty, such as `1..100`; both ends are included.
pub fn seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once("..").and_then(|(first, last)| {
        Some(first.trim().parse().ok()?..=last.trim_start_matches('=').trim().parse().ok()?)
    });
    ends.filter(|seeds: &RangeInclusive<u64>| !seeds.is_empty())
        .ok_or_else(|| "two seeds with `..` between them, the smaller first, such as 1..100".to_owned())
}

fn range<'d, D: Deserializer<'d>>(deserializer: D) -> Result<RangeInclusive<u64>, D::Error> {
    seeds(&digits(&Value::deserialize(deserializer)?).unwrap_or_default()).map_err(D::Error::custom)
}

/// Why a hunt ended without a result.
enum HuntError {
    Generate(Fault),
    Solve(SolveError),
}

impl From<SolveError> for HuntError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl Hunt {
    pub(super) fn answer(self, context: &mut Context<'_>) -> Result<Reply, Fault> {
        if self.keep == 0 || !(1..=1000).contains(&self.share) || self.operations == 0 {
            return Err(Fault::Unfit(
                "keep at least one instance, with a share of 1 to 1000 percent and at least one operation"
                    .to_owned(),
            ));
        }
        let Self { family, parameters: given, .. } = self;
        let wanted = HuntOptions {
            seeds: self.seeds,
            keep: self.keep.into(),
            tries: self.tries,
            share: self.share,
            most_operations: self.operations,
            options: Options { solver: self.solver, certificate: false, ..Options::default() },
        };
        let member = |seed, context: &mut Context<'_>| {
            generate(&family, &given, seed, context).map_err(HuntError::Generate)
        };
        let watch = |event, context: &mut Context<'_>| match event {
            HuntEvent::Searched(seed, operations) => {
                context.detail(format_args!("seed {seed} takes {operations} operations"));
            }
            HuntEvent::Shrunk(seed, arcs) => {
                context.detail(format_args!("seed {seed} is as hard with {arcs} arcs"));
            }
        };
        let found = hunt(&wanted, member, context, watch).map_err(|error| match error {
            HuntError::Generate(fault) => fault,
            HuntError::Solve(error) => unsolved(error, &family, context),
        })?;
        Ok(Reply::new(Hunted { family, given, hunt: wanted, found, timings: self.timings }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_a_range_that_is_not_empty() {
        assert_eq!(seeds("3..7"), Ok(3..=7));
        assert_eq!(seeds("3..=3"), Ok(3..=3));
        for text in ["7..3", "3", "..", "a..b", "-1..2", ""] {
            assert!(seeds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_hunt_through_the_door_brings_its_files_along() {
        let body = r#"{"family": "two", "n": 12, "ahead": 0, "seeds": "1..3", "keep": 1, "tries": 5}"#;
        let reply = crate::request::request("hunt", body, &mut Context::default());
        let reply: Value = serde_json::from_str(&reply).unwrap();
        let file = reply["instances"][0]["file"].as_str().unwrap();
        let kept = rotor_graph::parse(reply["files"][file].as_str().unwrap()).unwrap();
        assert_eq!(reply["instances"][0]["shrunk"]["arcs"], kept.graph().arc_count());
        assert!(reply["files"]["hunt.md"].as_str().unwrap().contains("arrival hunt two --ahead 0 --n 12"));
        let refused =
            crate::request::request("hunt", r#"{"family": "two", "keep": 0}"#, &mut Context::default());
        assert!(refused.contains("keep at least one"), "{refused}");
    }
}
