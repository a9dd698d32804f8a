//! The examples that come with the program: the figures of the paper.

use clap::builder::PossibleValuesParser;

macro_rules! figures {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../../corpus/paper/", $name, ".rotor")))),*]
    };
}

pub(super) const FIGURES: &[(&str, &str)] = figures![
    "fig-rotor-routing",
    "fig-exponential-path-5",
    "fig-simple-path-4",
    "fig-calc-rn",
    "fig-revolving-example",
    "fig-simple-strategy",
    "fig-one-player",
    "fig-integer-game",
    "fig-no-equilibrium"
];

/// The names of all examples, as values of an option.
pub(super) fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(FIGURES.iter().map(|(name, _)| *name))
}

/// The text of an example.
pub(super) fn text(name: &str) -> Option<&'static str> {
    FIGURES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
