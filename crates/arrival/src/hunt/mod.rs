//! Hunting: the instances that take longest, and what is left of them when all that is easy is dropped.

mod cost;
mod search;

pub use cost::ParticleEnd;
pub use search::{HardInstance, HuntEvent, HuntOptions, HuntResult, Measured, hunt};
