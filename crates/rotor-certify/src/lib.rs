//! The judge: proves a claim about rotor walks from first principles, or names the equation that it breaks.
//!
//! It shares no code with any solver. Of an instance it reads only the heads in rotor order, the sinks, the initial
//! rotors, the owners, the values and the names; it proves by itself that a set is a trap, that a graph is tree-like,
//! and that a flow is the run.
//!
//! ```
//! use rotor_certify::certify;
//! use rotor_graph::{VertexMap, WalkClaim, parse};
//!
//! let instance = parse("u: v s\nv: u^2 t\nsink s\nsink t")?;
//! let [u, s, t] = ["u", "s", "t"].map(|name| instance.vertex(name).unwrap());
//! let departures = VertexMap::from_vec([2u32, 1, 0, 0].map(Into::into).to_vec());
//! let claim = WalkClaim { from: u, exit: s, departures, steps: Some(3u32.into()) };
//! assert_eq!(certify(&instance, claim.clone(), &mut ())?.get().exit, s);
//!
//! let refutation = certify(&instance, WalkClaim { exit: t, ..claim }, &mut ()).unwrap_err();
//! assert_eq!(refutation.describe(&instance), "at s, inflow + [v = from] = [v = exit] does not hold: 1 against 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aggregate;
mod algebra;
mod block_flows;
mod certified;
mod destination_forest;
mod ends;
mod equilibrium;
mod exits;
mod last_departure;
mod leaf_by_leaf;
mod return_flow_table;
mod reversed_arcs;
mod route;
mod routine;
mod switching_flow;
mod trap;
mod undirected_forest;
mod value_bounds;

pub use aggregate::certify_aggregate;
pub use algebra::{JudgedListing, ListingJudge};
pub use certified::{Certified, Check, Refutation, Unproved, certify};
