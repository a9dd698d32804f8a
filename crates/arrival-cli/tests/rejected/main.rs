//! Inputs that are refused: every file of `corpus/rejected` with the exact message it must give, and inputs too large
//! to be kept.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod case;
mod huge;
mod messages;
mod rules;
