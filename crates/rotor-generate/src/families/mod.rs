//! The families, each a row of data with the function that writes its members.

mod arcs;
mod graphs;
mod grids;
mod paths;
mod trees;

pub use trees::{Shape, Tree};

use crate::family::Family;
use graphs::{
    BLOCKS, CACTUS, COMPLETE, CYCLE, DE_BRUIJN, PREFERENTIAL, RANDOM_OUT, SMALL_WORLD, SWITCH, WHEEL,
};
use grids::{CORNER_GRID, GRID, LADDER, LAYERS, PLANAR, ROAD, SANDPILE_GRID, TORUS, WELLS};
use paths::{BACK, CHAIN, EXPCHAIN, MULTIPATH, NESTED, PATH, SERIES, TWO, TWO_SIDED};
use trees::{BINARY_TREE, BROOM, CATERPILLAR, PATH_TREE, REGULAR_TREE, STAR, TREE};

/// All families, in the order of help texts.
pub static FAMILIES: &[Family] = &[
    CHAIN,
    BACK,
    TWO,
    NESTED,
    LAYERS,
    SERIES,
    GRID,
    LADDER,
    WELLS,
    CACTUS,
    BLOCKS,
    SWITCH,
    PATH,
    MULTIPATH,
    EXPCHAIN,
    TWO_SIDED,
    TREE,
    BINARY_TREE,
    CATERPILLAR,
    STAR,
    PATH_TREE,
    BROOM,
    COMPLETE,
    CYCLE,
    WHEEL,
    REGULAR_TREE,
    TORUS,
    SANDPILE_GRID,
    CORNER_GRID,
    RANDOM_OUT,
    DE_BRUIJN,
    SMALL_WORLD,
    PREFERENTIAL,
    PLANAR,
    ROAD,
];
