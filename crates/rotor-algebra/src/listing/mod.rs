//! Listings: all members of a set, one after the other, in a fixed order and with little work between two of them.

mod forests;
mod members;
mod superstable;
mod unicycles;

pub use forests::{SpanningForests, spanning_forests};
pub use members::Members;
pub use superstable::{StablePiles, recurrent_piles, superstable_piles};
pub use unicycles::{Unicycles, unicycles};
