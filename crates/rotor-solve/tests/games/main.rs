//! Games on trees against brute force, the figures of the paper, and its errata.

#![allow(clippy::unwrap_used)]

mod all_starts;
mod arena;
mod choices;
mod draw;
mod errata;
mod figures;
mod free;
mod free_arena;
mod large;
mod orders;
mod simple;
mod starts;
