//! Every fast routine against its slow twin.

mod brute_force;
mod fast;
mod large_trees;
mod particles;
mod push;
mod routines;
mod tree;
