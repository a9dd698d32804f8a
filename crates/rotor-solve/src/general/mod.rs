//! Any graph: the walk itself.

mod walk;

pub use walk::simulate;
