//! The families, each a row of data with the function that writes its members.

mod arcs;
mod graphs;
mod grids;
mod paths;
mod trees;

use crate::family::Family;

/// All families, in the order of help texts.
pub static FAMILIES: &[Family] = &[
    paths::CHAIN,
    paths::BACK,
    paths::TWO,
    paths::NESTED,
    grids::LAYERS,
    paths::SERIES,
    grids::GRID,
    grids::LADDER,
    grids::WELLS,
    graphs::CACTUS,
    graphs::BLOCKS,
    graphs::SWITCH,
    paths::PATH,
    paths::MULTIPATH,
    paths::EXPCHAIN,
    paths::TWO_SIDED,
    trees::TREE,
    trees::BINARY_TREE,
    trees::CATERPILLAR,
    trees::STAR,
    trees::PATH_TREE,
    trees::BROOM,
    graphs::COMPLETE,
    graphs::CYCLE,
    graphs::WHEEL,
    trees::REGULAR_TREE,
    grids::TORUS,
    grids::SANDPILE_GRID,
    grids::CORNER_GRID,
    graphs::RANDOM_OUT,
    graphs::DE_BRUIJN,
    graphs::SMALL_WORLD,
    graphs::PREFERENTIAL,
    grids::PLANAR,
    grids::ROAD,
];
