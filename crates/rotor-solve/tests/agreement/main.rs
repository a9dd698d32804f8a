//! Every fast routine against its slow twin.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod any_graph;
mod block_tree;
mod blocks;
mod brute_force;
mod fast;
mod fast_budget;
mod fast_huge;
mod general;
mod large_trees;
mod notation_and_routing;
mod one_start;
mod particles;
mod push;
mod registry;
mod routines;
mod tree;
mod turns;
mod work;
