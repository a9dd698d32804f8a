//! Cycle pushing: turning whole cycles of the rotor configuration at once.

mod cycle_push;
mod destination_forest;
mod turned_to_forest;

pub(crate) use cycle_push::Pushing;
pub use cycle_push::{Cycle, Pushed, cycle_before, cycle_through, push, push_to_forest, reverse_push};
pub use destination_forest::DestinationForest;
pub use turned_to_forest::TurnedToForest;
