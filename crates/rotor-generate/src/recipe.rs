//! Recipes: a family with a number for each of its parameters.

use crate::dice::Dice;
use crate::generate_error::GenerateError;
use crate::scratch::Scratch;
use crate::unnamed::Unnamed;
use rotor_graph::Instance;
use std::fmt::Debug;

/// What writes down members, one for each seed of the dice.
pub(crate) trait Recipe: Debug + Send + Sync {
    /// The member of these dice, which may stop it.
    fn write(&self, dice: &mut Dice, scratch: &mut Scratch) -> Result<Unnamed, GenerateError>;

    /// The same with its vertices named.
    fn build_with(&self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        self.write(dice, &mut Scratch::default())?.named(dice)
    }
}
