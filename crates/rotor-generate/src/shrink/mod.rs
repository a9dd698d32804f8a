//! Shrinking: an instance made smaller, piece by piece, while it stays what it was kept for.

mod draft;
mod greedy;

pub use greedy::shrink;
