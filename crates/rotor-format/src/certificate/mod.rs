//! Certificates as JSON, `arrival.certificate/1`: claims that anyone can check against the instance they name.
//!
//! Every certificate has `schema`, `kind` and `instance`, the SHA-256 of the canonical text of its instance. Counts are
//! decimal strings, `"inf"` for +∞. Departures and turns that are not listed are 0.
//!
//! - `walk`: `from`, `exit`, `departures` `{"u0":"5"}`, and perhaps `steps`.
//! - `trap`: `from`, `trap` `["a","b"]`, `departures`, and perhaps `steps`.
//! - `flows`: `traps` `[["a","b"]]`, `exits` `{"u0":"s1","a":{"trap":0}}`, `flows` `[{"from":"u1","to":"u0","flow":"2"}]`.
//! - `forest`: `traps`, `exits`, `turns` `{"u0":"3"}`.
//! - `blocks`: `traps`, `exits`, `blocks` `[["u0","u1"]]`, `flows` `[{"from":"u0","block":0,"flow":"2","deadline":"inf"}]`,
//!   where a finite flow also has `returned` `{"u1":"3"}`, `halts` `"u1"` and `kept` `{"u1":"4"}`, and `last_departures`
//!   `{"u0":"5"}`.
//! - `route`: `particles` `{"u0":"9"}`, `traps`, `departures`, `sinks` `{"s1":"8"}`, `trapped` `["1"]` by trap, and
//!   perhaps `steps`.
//! - `game`: `from`, `strategies` (`"start"`, `"order"` or `"free"`), `endless_value`, `value`, the decisions `max` and `min`
//!   `{"u":1}` (positions; lists of them; positions or `"bounce"`), and the pairs `at_least` and `more_than`
//!   `[{"from":"u1","to":"u0","value":1,"flow":"2"}]`.
//!
//! A `route` with a negative number in it has antiparticles among its particles, and no `steps`. The algebra has kinds of
//! its own; counts may be negative where chips are:
//!
//! - `group`: `factors` `["4"]`, `coordinates` `{"u":["1"]}` of every vertex, `generators` `[{"u":"1"}]`, `traps`, `periods`.
//! - `class`: the same, `element` `["3"]`, and perhaps `other` `{"rotors":{"u":1},"element":["1"],"chips":{"u":"2"}}`.
//! - `stabilise`: `start`, `traps`, `firings`, `chips`, `sinks`, `trapped`, `recurrent`, `script`.
//! - `identity`: `traps`, `chips`, `firings`, `script`.
//! - `harmonic`: `from`, `traps`, `uses`, `sinks`, `trapped`, all over one `denominator`.
//! - `moment`: `from`, `at`, `departures`.
//! - `tour`: `from`, `trap`, `entry` `{"at":"u","departures":{"u":"1"}}`, perhaps `before` and `cover`, and `periods`.

mod algebra;
mod all_exits;
mod blocks;
mod counts;
mod game;
mod hash;
mod lookup;
mod named;
mod read;
mod return_flows;
mod statement;
mod strategies;
#[cfg(test)]
mod tests;
mod write;

pub use blocks::BlockRows;
pub use game::decisions;
pub use hash::instance_hash;
pub use read::{read, read_within};
pub use return_flows::FlowRows;
pub use statement::Statement;
pub use strategies::{Strategies, read_strategies};
pub use write::{Certificate, write};

const SCHEMA: &str = "arrival.certificate/1";
