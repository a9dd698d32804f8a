//! Answers as people and programs read them.

pub(crate) mod human;
#[cfg(feature = "cli")]
pub(crate) mod json;
