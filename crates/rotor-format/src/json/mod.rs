//! Instances as JSON, `rotor-graph/1`.
//!
//! ```json
//! {"format":"rotor-graph/1","rule":"move-then-turn","start":"u2","vertices":[
//! {"name":"u0","arcs":["u2","u1"],"rotor":0,"owner":"rotor"},
//! {"name":"s2","sink":true,"value":1}
//! ]}
//! ```
//!
//! Left out, `rule` is `move-then-turn`, `rotor` 0, `owner` `rotor`, `value` 0, and there is no `start`.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::read;
pub(crate) use read::read_within;
pub use write::write;

/// The name of the format, under the key `format`.
const FORMAT: &str = "rotor-graph/1";
