//! Hunting: the instances that take longest, and what is left of them when all that is easy is dropped.

mod catch;
mod cost;

pub(crate) use catch::{Bag, Catch, HuntOptions, Prey, Sighting, hunt_within};
pub(crate) use cost::End;
