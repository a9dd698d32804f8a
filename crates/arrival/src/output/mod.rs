//! Answers as people and programs read them.

pub mod human;
pub mod json;
