//! The judge: proves a claim about rotor walks from first principles, or names the equation that it breaks.
//!
//! It shares no code with any solver. Of an instance it reads only the heads in rotor order, the sinks, the initial
//! rotors, the owners, the values and the names; it proves by itself that a set is a trap, that a graph is tree-like,
//! and that a flow is the run.
//!
//! ```
//! use rotor_certify::certify;
//! use rotor_graph::{FlowClaim, VertexMap, parse};
//!
//! let instance = parse("u: v s\nv: u^2 t\nsink s\nsink t")?;
//! let [u, s, t] = ["u", "s", "t"].map(|name| instance.vertex(name).unwrap());
//! let departures = VertexMap::from_vec([2u32, 1, 0, 0].map(Into::into).to_vec());
//! let claim = FlowClaim::walk(u, s, departures.clone(), Some(3u32.into()));
//! assert_eq!(certify(&instance, claim, &mut ())?.get().stays.only(), Some(s));
//!
//! let refutation = certify(&instance, FlowClaim::walk(u, t, departures, None), &mut ()).unwrap_err();
//! assert_eq!(refutation.describe(&instance), "at s, inflow + [v = from] = [v = exit] does not hold: 1 against 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod certified;
mod chips;
mod endless;
mod flow;
mod game;
mod group;
mod return_flows;
mod routine;
mod short_walk;
mod traps;

pub use certified::{Certified, Check, Refutation, Unproved, certify};
pub use endless::{JudgedListing, ListingJudge, certify_aggregate};
