//! The figures of the paper, each with the answers that the paper and its errata give.

#![allow(clippy::unwrap_used)]

mod figure;
mod flows;
mod games;
mod paths;
mod walks;
