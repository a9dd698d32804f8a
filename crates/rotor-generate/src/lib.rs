//! Seeded families of rotor graphs: the same seed gives the same bytes for years.
//!
//! Two floors: [`FAMILIES`] holds named families with parameters, from the exponential chain to trees of all shapes;
//! [`Instances`] is the stream of small nasty ones that tests draw from. All randomness comes from [`Dice`]. [`shrink`] makes any instance smaller while it stays what it was kept for.
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

mod buckets;
mod decoration;
mod dice;
mod families;
mod family;
mod generate_error;
mod generator;
mod instances;
mod recipe;
mod registry;
mod rows;
mod scratch;
mod shrink;
mod small;
mod unnamed;

pub use decoration::Decoration;
pub use dice::Dice;
pub use families::{
    Back, Blocks, Chain, Complete, CornerGrid, Cycle, DeBruijn, ExponentialPath, Grid, Ladder, Layers,
    Nested, PathMultigraph, Planar, Preferential, RandomOut, RegularTree, Road, SandpileGrid, Series, Shape,
    SimplePath, SmallWorld, SwitchGraph, Torus, Tree, Two, TwoSidedPath, Wells, Wheel,
};
pub use family::{Family, Parameter, PreparedFamily};
pub use generate_error::GenerateError;
pub use instances::{Instances, Kinds, budget, note_obligations, walk_bound};
pub use registry::{FAMILIES, family, generate};
pub use rotor_graph::Watch;
pub use scratch::Scratch;
pub use shrink::shrink;
pub use small::{MOST_SMALL_STEPS, small_blocks, small_forest, small_game, small_glued_forests, small_graph};
pub use unnamed::Unnamed;
