//! All exits of large trees.

pub(crate) mod choice;
pub(crate) mod growth;
pub(crate) mod huge;
pub(crate) mod relabelled;
pub(crate) mod shapes;
pub(crate) mod start;
pub(crate) mod yardstick;
