//! The `.rotor` notation: one line per vertex, its arcs in rotor order.

mod cursor;
mod entry_finder;
mod parse;
mod print;
mod quoted_name;

pub use parse::{parse, parse_bytes};
pub use print::{Written, write_name};
