//! The figures of the paper, each with the answers that the paper and its errata give.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod figure;
mod flows;
mod games;
mod paths;
mod walks;
