//! Families by name: their parameters as data, so that a command line can be driven by them.

use crate::decoration::Decoration;
use crate::dice::Dice;
use crate::generate_error::GenerateError;
use crate::recipe::Recipe;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::{Instance, MOST_VALUE, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A family of instances: a name, a sentence, and a number for each parameter.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name on the command line.
    pub id: &'static str,
    /// What its members are.
    pub sentence: &'static str,
    /// Its own parameters; [`Family::all_parameters`] has the common ones too.
    pub parameters: &'static [Parameter],
    pub(crate) make: fn(&Parameters) -> Arc<dyn Recipe>,
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

    const fn value(name: &'static str, meaning: &'static str) -> Self {
        let most = MOST_VALUE as f64;
        Self { name, meaning, default: 0.0, least: -most, most, whole: true }
    }

    fn read(&self, text: &str) -> Result<f64, GenerateError> {
        let &Self { name, least, most, whole, .. } = self;
        let text = text.trim();
        // An i64 up to 2⁵³ − 1 in size survives as a float, and a larger one stays out of range.
        let number =
            if whole { text.parse::<i64>().ok().map(|n| n as f64) } else { text.parse::<f64>().ok() };
        match number.filter(|number| number.is_finite()) {
            None => Err(GenerateError::NotANumber { name, text: text.to_owned(), whole, least, most }),
            Some(value) if !(least..=most).contains(&value) => {
                Err(GenerateError::OutOfRange { name, value, least, most })
            }
            Some(value) => Ok(value),
        }
    }
}

/// What every family takes: players and values, put on at the end so that the graph does not depend on them.
pub(crate) static COMMON_PARAMETERS: &[Parameter] = &[
    Parameter::probability("max", "probability that a vertex belongs to Max", 0.0),
    Parameter::probability("min", "probability that a vertex belongs to Min", 0.0),
    Parameter::value("low", "least value of a sink"),
    Parameter::value("high", "greatest value of a sink"),
];

/// A number for every parameter of a family.
#[derive(Clone, Debug)]
pub(crate) struct Parameters(BTreeMap<&'static str, f64>);

impl Parameters {
    /// Reads what was given and takes the defaults for the rest.
    fn read(family: &Family, given: &BTreeMap<String, String>) -> Result<Self, GenerateError> {
        let known: Vec<&Parameter> = family.all_parameters().collect();
        let mut numbers: BTreeMap<_, _> =
            known.iter().map(|parameter| (parameter.name, parameter.default)).collect();
        for (name, text) in given {
            let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
                let known = known.iter().map(|parameter| parameter.name).collect();
                return Err(GenerateError::UnknownParameter { family: family.id, name: name.clone(), known });
            };
            numbers.insert(parameter.name, parameter.read(text)?);
        }
        Ok(Self(numbers))
    }

    pub(crate) fn number(&self, name: &'static str) -> f64 {
        *self.0.get(name).expect("a family asks only for its own parameters")
    }

    pub(crate) fn whole(&self, name: &'static str) -> u32 {
        self.number(name) as u32
    }

    pub(crate) fn is_on(&self, name: &'static str) -> bool {
        self.number(name) > 0.0
    }
}

impl Family {
    /// Its own parameters, then the common ones.
    pub fn all_parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.parameters.iter().chain(COMMON_PARAMETERS)
    }

    /// Its member for these parameters, given as text, and this seed; defaults for what is not given.
    pub fn generate(&self, given: &BTreeMap<String, String>, seed: u64) -> Result<Instance, GenerateError> {
        self.generate_with(given, &mut Dice::new(seed))
    }

    /// The same with fresh dice, which may stop it.
    pub fn generate_with(
        &self,
        given: &BTreeMap<String, String>,
        dice: &mut Dice,
    ) -> Result<Instance, GenerateError> {
        self.prepare(given)?.member(dice)
    }

    /// The family with its parameters read, for many members.
    pub fn prepare(&self, given: &BTreeMap<String, String>) -> Result<PreparedFamily, GenerateError> {
        let parameters = Parameters::read(self, given)?;
        let values = parameters.number("low") as Value..=parameters.number("high") as Value;
        let decoration = Decoration { max: parameters.number("max"), min: parameters.number("min"), values };
        Ok(PreparedFamily { recipe: (self.make)(&parameters), decoration })
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
    recipe: Arc<dyn Recipe>,
    decoration: Decoration,
}

impl PreparedFamily {
    /// The member of fresh dice, which may stop it.
    pub fn member(&self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.unnamed(dice, &mut Scratch::default())?.named(dice)
    }

    /// The same before its vertices are named, written into memory of members before it.
    pub fn unnamed(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError> {
        let mut member = self.recipe.write(dice, scratch)?;
        self.decoration.draw_on(&mut member, dice)?;
        Ok(member)
    }
}
