//! The families, one file each.

pub(crate) mod back;
pub(crate) mod chain;
pub(crate) mod exponential_path;
pub(crate) mod grid;
pub(crate) mod ladder;
pub(crate) mod layers;
pub(crate) mod nested;
pub(crate) mod path_multigraph;
pub(crate) mod series;
mod shape;
pub(crate) mod simple_path;
pub(crate) mod switch_graph;
pub(crate) mod tree;
pub(crate) mod two;
pub(crate) mod two_sided_path;
pub(crate) mod wells;

pub use back::Back;
pub use chain::Chain;
pub use exponential_path::ExponentialPath;
pub use grid::Grid;
pub use ladder::Ladder;
pub use layers::Layers;
pub use nested::Nested;
pub use path_multigraph::PathMultigraph;
pub use series::Series;
pub use shape::Shape;
pub use simple_path::SimplePath;
pub use switch_graph::SwitchGraph;
pub use tree::Tree;
pub use two::Two;
pub use two_sided_path::TwoSidedPath;
pub use wells::Wells;
