//! The registry: all families, one line each.

use crate::families::{
    back, blocks, chain, complete, corner_grid, cycle, de_bruijn, exponential_path, grid, ladder, layers,
    nested, path_multigraph, planar, preferential, random_out, regular_tree, road, sandpile_grid, series,
    simple_path, small_world, switch_graph, torus, tree, two, two_sided_path, wells, wheel,
};
use crate::family::Family;
use crate::generate_error::GenerateError;
use rotor_graph::Instance;
use std::collections::BTreeMap;

/// All families, in the order of help texts.
pub static FAMILIES: &[Family] = &[
    chain::FAMILY,
    back::FAMILY,
    two::FAMILY,
    nested::FAMILY,
    layers::FAMILY,
    series::FAMILY,
    grid::FAMILY,
    ladder::FAMILY,
    wells::FAMILY,
    blocks::CACTUS,
    blocks::FAMILY,
    switch_graph::FAMILY,
    simple_path::FAMILY,
    path_multigraph::FAMILY,
    exponential_path::FAMILY,
    two_sided_path::FAMILY,
    tree::RANDOM,
    tree::BINARY,
    tree::CATERPILLAR,
    tree::STAR,
    tree::PATH,
    tree::BROOM,
    complete::FAMILY,
    cycle::FAMILY,
    wheel::FAMILY,
    regular_tree::FAMILY,
    torus::FAMILY,
    sandpile_grid::FAMILY,
    corner_grid::FAMILY,
    random_out::FAMILY,
    de_bruijn::FAMILY,
    small_world::FAMILY,
    preferential::FAMILY,
    planar::FAMILY,
    road::FAMILY,
];

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
