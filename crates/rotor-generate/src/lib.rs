//! Seeded families of rotor graphs: the same seed gives the same bytes for years.
//!
//! - [`FAMILIES`]: named families with parameters, from the exponential chain to trees of all shapes. A family is a row of
//!   data with a plain function that writes the heads of one vertex after the other; [`generate`] makes a member by name.
//! - [`Instances`]: the stream of small nasty instances that tests draw from. It counts what it has shown.
//! - [`shrink`]: makes any instance smaller while it stays what it was kept for.
//!
//! All randomness comes from [`Dice`].
//!
//! ```
//! let given = [("n", "5"), ("parallel", "3")].map(|(name, text)| (name.to_owned(), text.to_owned())).into();
//! let instance = rotor_generate::generate("caterpillar", &given, 1)?;
//! assert_eq!(instance.to_string(), "\
//! 0: 1 *2 1^2 2^2
//! sink 1
//! 2: 3 0 3 0 *4^2
//! sink 3
//! sink 4
//! ");
//! # Ok::<(), rotor_generate::GenerateError>(())
//! ```

mod build;
mod dice;
mod families;
mod family;
mod instances;
mod shrink;
mod small;

pub use build::{Decoration, Rows};
pub use dice::Dice;
pub use families::FAMILIES;
pub use family::{Family, GenerateError, Parameter, PreparedFamily, draw, family, generate};
pub use instances::{Instances, Kinds, budget, note_obligations, walk_bound};
pub use shrink::shrink;
pub use small::{MOST_SMALL_STEPS, small_blocks, small_forest, small_game, small_glued_forests, small_graph};
