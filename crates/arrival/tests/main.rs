//! Answers of the library against the definitions, the paper and each other, and what limits do to them.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod blocks;
mod drawn_frames;
mod explain;
mod limits;
mod local;
mod paper;
mod places;
mod questions;
mod regressions;
