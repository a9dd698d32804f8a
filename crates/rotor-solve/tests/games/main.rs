//! Games on trees against brute force, the figures of the paper, and its errata.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod all_starts;
mod arena;
mod choices;
mod draw;
mod equilibria;
mod errata;
mod exhaustive;
mod fast;
mod figures;
mod free;
mod free_arena;
mod large;
mod off_trees;
mod registry;
mod simple;
