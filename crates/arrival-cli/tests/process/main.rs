//! What a document cannot show of the program: signals, closed pipes, full disks, limits of memory, huge inputs, other processes.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod files;
mod huge;
mod hunting;
mod interruption;
mod memory;
mod place;
#[cfg(all(unix, feature = "serve"))]
mod serving;
mod streams;
