//! Answers as people and programs read them.

pub(crate) mod human;
pub(crate) mod json;
