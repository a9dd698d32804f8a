//! Recipes: a family with a number for each of its parameters.

use crate::dice::Dice;
use crate::generate_error::GenerateError;
use crate::unnamed::Unnamed;
use std::fmt::Debug;

/// What writes down members, one for each seed of the dice.
pub(crate) trait Recipe: Debug + Send + Sync {
    /// The member of these dice, which may stop it.
    fn write(&self, dice: &mut Dice) -> Result<Unnamed, GenerateError>;
}
