//! Families as data: a name, a sentence, parameters, and a function that writes members. A command line is driven by them.

use crate::build::{Decoration, Rows};
use crate::dice::Dice;
use crate::families::FAMILIES;
use rotor_graph::{Instance, MOST_VALUE, Multigraph, Value};
use std::collections::BTreeMap;

/// A family of instances.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line.
    pub id: &'static str,
    /// What its members are.
    pub sentence: &'static str,
    /// Its own parameters; [`Family::all_parameters`] has the common ones too.
    pub parameters: &'static [Parameter],
    /// Writes the member of these dice. It is given a number for each of its own parameters, in their order and ranges.
    pub(crate) write: fn(&[f64], &mut Dice<'_>, &mut Rows) -> Result<(), GenerateError>,
}

/// A parameter of a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Its value when none is given.
    pub default: f64,
    /// Its least value.
    pub least: f64,
    /// Its greatest value.
    pub most: f64,
    /// Whether it must be whole.
    pub whole: bool,
}

/// What every family takes: players and values, put on at the end so that the graph does not depend on them.
static COMMON_PARAMETERS: [Parameter; 4] = [
    Parameter::probability("max", "probability that a vertex belongs to Max", 0.0),
    Parameter::probability("min", "probability that a vertex belongs to Min", 0.0),
    Parameter::value("low", "least value of a sink"),
    Parameter::value("high", "greatest value of a sink"),
];

impl Parameter {
    /// A whole number.
    pub(crate) const fn whole(
        name: &'static str,
        meaning: &'static str,
        default: u32,
        least: u32,
        most: u32,
    ) -> Self {
        Self { name, meaning, default: default as f64, least: least as f64, most: most as f64, whole: true }
    }

    /// A probability.
    pub(crate) const fn probability(name: &'static str, meaning: &'static str, default: f64) -> Self {
        Self { name, meaning, default, least: 0.0, most: 1.0, whole: false }
    }

    /// A switch: 0 is off, 1 is on.
    pub(crate) const fn switch(name: &'static str, meaning: &'static str, default: bool) -> Self {
        Self::whole(name, meaning, default as u32, 0, 1)
    }

    /// The number of vertices, up to 10⁸.
    pub(crate) const fn size(meaning: &'static str, default: u32, least: u32) -> Self {
        Self::whole("n", meaning, default, least, 100_000_000)
    }

    pub(crate) const fn value(name: &'static str, meaning: &'static str) -> Self {
        let most = MOST_VALUE as f64;
        Self { name, meaning, default: 0.0, least: -most, most, whole: true }
    }

    fn read(self, text: &str) -> Result<f64, GenerateError> {
        let text = text.trim();
        // An i64 up to 2⁵³ − 1 in size survives as a float, and a larger one stays out of range.
        let number =
            if self.whole { text.parse::<i64>().ok().map(|n| n as f64) } else { text.parse::<f64>().ok() };
        match number.filter(|number| number.is_finite()) {
            None => Err(GenerateError::NotANumber { parameter: self, text: text.to_owned() }),
            Some(value) => self.check(value),
        }
    }

    /// The value, if it is in range.
    pub(crate) fn check(self, value: f64) -> Result<f64, GenerateError> {
        let in_range = (self.least..=self.most).contains(&value);
        if in_range { Ok(value) } else { Err(GenerateError::OutOfRange { parameter: self, value }) }
    }
}

/// The numbers that a family is given, by position.
#[inline]
pub(crate) fn numbers<const COUNT: usize>(given: &[f64]) -> [f64; COUNT] {
    given.try_into().expect("a family takes as many numbers as it has parameters")
}

/// The same as whole numbers; what is a probability is rounded down.
#[inline]
pub(crate) fn whole<const COUNT: usize>(given: &[f64]) -> [u32; COUNT] {
    numbers(given).map(|number| number as u32)
}

impl Family {
    /// Its own parameters, then the common ones.
    pub fn all_parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.parameters.iter().chain(&COMMON_PARAMETERS)
    }

    /// Its member for these parameters, given as text, and this seed; defaults for what is not given.
    pub fn generate(&self, given: &BTreeMap<String, String>, seed: u64) -> Result<Instance, GenerateError> {
        self.prepare(given)?.member(&mut Dice::new(seed))
    }

    /// The family with its parameters read, for many members.
    pub fn prepare(&self, given: &BTreeMap<String, String>) -> Result<PreparedFamily, GenerateError> {
        let mut numbers: Vec<f64> = self.all_parameters().map(|parameter| parameter.default).collect();
        for (name, text) in given {
            let known = self.all_parameters().enumerate().find(|(_, parameter)| parameter.name == name);
            let Some((at, parameter)) = known else {
                let known = self.all_parameters().map(|parameter| parameter.name).collect();
                return Err(GenerateError::UnknownParameter { family: self.id, name: name.clone(), known });
            };
            numbers[at] = parameter.read(text)?;
        }
        let common = numbers.split_off(self.parameters.len());
        let [max, min, low, high] = common[..] else { unreachable!("there are four common parameters") };
        let decoration = Decoration { max, min, values: low as Value..=high as Value };
        Ok(PreparedFamily { family: *self, numbers, decoration })
    }
}

/// A family whose parameters are read: it makes a member of any dice.
///
/// ```
/// use rotor_generate::{Dice, family};
/// let paths = family("path")?.prepare(&[("n".to_owned(), "3".to_owned())].into())?;
/// assert_eq!(paths.member(&mut Dice::new(7))?, family("path")?.generate(&[("n".to_owned(), "3".to_owned())].into(), 7)?);
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PreparedFamily {
    family: Family,
    numbers: Vec<f64>,
    decoration: Decoration,
}

impl PreparedFamily {
    /// The member of fresh dice, which may stop it.
    pub fn member(&self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let mut rows = Rows::default();
        self.write(dice, &mut rows)?;
        rows.named(dice)
    }

    /// The same before its vertices are named, written over a member before it.
    pub fn write(&self, dice: &mut Dice, rows: &mut Rows) -> Result<(), GenerateError> {
        (self.family.write)(&self.numbers, dice, rows)?;
        rows.decorate(&self.decoration, dice)
    }
}

/// The family called `id`, also with underscores for hyphens, as in languages whose names have none.
pub fn family(id: &str) -> Result<&'static Family, GenerateError> {
    let hyphenated = id.replace('_', "-");
    let family = FAMILIES.iter().find(|family| family.id == hyphenated);
    let unknown = || GenerateError::UnknownFamily {
        id: id.to_owned(),
        known: FAMILIES.iter().map(|family| family.id).collect(),
    };
    family.ok_or_else(unknown)
}

/// The member of the family called `id` for these parameters and this seed: the same bytes for years.
///
/// ```
/// let given = [("n".to_owned(), "3".to_owned())].into();
/// let chain = rotor_generate::generate("chain", &given, 7)?;
/// assert_eq!(chain.to_string(), "0: 0 1\n1: 0 2\n2: 0 A\nsink A\nsink B\nstart 0\n");
/// let wrong = rotor_generate::generate("chian", &given, 7).unwrap_err();
/// assert!(wrong.to_string().starts_with("there is no family \"chian\"; choose one of chain, back, two"));
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
pub fn generate(id: &str, given: &BTreeMap<String, String>, seed: u64) -> Result<Instance, GenerateError> {
    family(id)?.generate(given, seed)
}

/// The member of the family called `id` that these dice draw, its parameters given as numbers.
///
/// ```
/// use rotor_generate::{Dice, draw};
/// let mut dice = Dice::new(1);
/// let [one, other] = [3, 3].map(|n| draw("path", &[("n", n)], &mut dice));
/// assert_ne!(one?, other?);
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
pub fn draw<N: Copy + Into<f64>>(
    id: &str,
    given: &[(&str, N)],
    dice: &mut Dice,
) -> Result<Instance, GenerateError> {
    // A float is read back as it was, and a whole one as a whole number.
    let given = given.iter().map(|&(name, number)| (name.to_owned(), number.into().to_string())).collect();
    family(id)?.prepare(&given)?.member(dice)
}

/// A request that no family can fulfil.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GenerateError {
    /// No family has this id.
    #[error("there is no family {id:?}; choose one of {}", known.join(", "))]
    UnknownFamily {
        /// The id that was asked for.
        id: String,
        /// All ids.
        known: Vec<&'static str>,
    },
    /// The family has no such parameter.
    #[error("family {family} has no parameter {name:?}; it takes {}", known.join(", "))]
    UnknownParameter {
        /// The family.
        family: &'static str,
        /// The name that was given.
        name: String,
        /// All its parameters.
        known: Vec<&'static str>,
    },
    /// The text given for a parameter is not a number of its kind.
    #[error("parameter {0} is {text:?}, which is not a {1}; write {0} as a number from {2} to {3}", .parameter.name,
        if .parameter.whole { "whole number" } else { "number" }, .parameter.least, .parameter.most)]
    NotANumber {
        /// The parameter.
        parameter: Parameter,
        /// What was given.
        text: String,
    },
    /// The number given for a parameter is too small or too large.
    #[error("parameter {} is {value}, out of range; give it a value from {} to {}", .parameter.name,
        .parameter.least, .parameter.most)]
    OutOfRange {
        /// The parameter.
        parameter: Parameter,
        /// What was given.
        value: f64,
    },
    /// Two parameters contradict each other.
    #[error("{rule}; {remedy}")]
    Conflict {
        /// The rule that is broken.
        rule: &'static str,
        /// How to keep it.
        remedy: &'static str,
    },
    /// The instance would have too many vertices or arcs.
    #[error(
        "{vertices} vertices and {arcs} arcs may be more than the limit of {}; choose smaller parameters",
        Multigraph::MOST_ARCS
    )]
    TooLarge {
        /// How many vertices it would have.
        vertices: u64,
        /// How many arcs it could have.
        arcs: u64,
    },
    /// The generation was stopped.
    #[error("the generation was stopped; choose smaller parameters or allow more time and memory")]
    Stopped(#[from] rotor_graph::Stop),
}
