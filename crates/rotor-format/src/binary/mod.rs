//! Binary instances, `.rotorb`: for big instances, loaded without parsing.
//!
//! All numbers are little-endian; there is no padding. With n vertices, m arcs and b bytes of names:
//!
//! | offset | field | type | meaning |
//! |---|---|---|---|
//! | 0 | magic | 8 bytes | `89 72 6F 74 6F 72 62 0A`: byte 0x89, `rotorb`, line feed |
//! | 8 | version | u32 | 1 |
//! | 12 | flags | u32 | 1: owners follow, 2: values follow, 4: there is a start, 8: rotors written for turn-then-move; others 0 |
//! | 16 | vertices | u64 | n, sinks included |
//! | 24 | arcs | u64 | m |
//! | 32 | name bytes | u64 | b |
//! | 40 | start | u32 | the number of the start; 0 if there is none |
//! | 44 | row starts | (n + 1) × u32 | vertex u has the arcs \[u\] … \[u + 1\] − 1, in rotor order; none: a sink |
//! | | heads | m × u32 | where each arc leads |
//! | | rotors | n × u32 | how many arcs after the first one the rotor of each vertex stands; 0 for a sink |
//! | | values | n × i64 | only with flag 2: the value of each sink; 0 for other vertices |
//! | | owners | n × u8 | only with flag 1: 0 rotor, 1 max, 2 min; 0 for a sink |
//! | | name ends | n × u64 | where the name of each vertex ends in the names; it starts where the one before ends |
//! | | names | b bytes | all names in UTF-8, one after the other, none empty, all different |
//! | | checksum | u32 | CRC-32 (IEEE 802.3) of all bytes before |
//!
//! A reader checks magic, version, length and checksum before it allocates anything, and every number after that.

mod distinct;
mod layout;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use layout::MAGIC;
pub use read::read;
pub(crate) use read::read_within;
pub use write::write;
