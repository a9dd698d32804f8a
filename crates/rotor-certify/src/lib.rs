//! The judge: proves a claim about rotor walks from first principles, or names the equation that it breaks.
//!
//! It shares no code with any solver. Of an instance it reads only the heads in rotor order, the sinks, the initial
//! rotors, the owners, the values and the names; it proves by itself that a set is a trap, that a graph is tree-like,
//! and that a flow is the run.
//!
//! ```
//! use rotor_certify::certify_walk;
//! use rotor_graph::{VertexMap, WalkClaim, parse};
//!
//! let instance = parse("u: v s\nv: u^2 t\nsink s\nsink t")?;
//! let [u, s, t] = ["u", "s", "t"].map(|name| instance.vertex(name).unwrap());
//! let departures = VertexMap::from_vec([2u32, 1, 0, 0].map(Into::into).to_vec());
//! let claim = WalkClaim { from: u, exit: s, departures, steps: Some(3u32.into()) };
//! assert_eq!(certify_walk(&instance, claim.clone())?.get().exit, s);
//!
//! let refutation = certify_walk(&instance, WalkClaim { exit: t, ..claim }).unwrap_err();
//! assert_eq!(refutation.describe(&instance), "at s, inflow + [v = from] = [v = exit] does not hold: 1 against 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aggregate;
mod algebra;
mod block_flows;
mod certified;
mod certify;
mod destination_forest;
mod ends;
mod equilibrium;
mod exits;
mod last_departure;
mod leaf_by_leaf;
mod refutation;
mod return_flow_table;
mod reversed_arcs;
mod route;
mod routine;
mod short_walk;
mod stop_check;
mod switching_flow;
mod trap;
mod undirected_forest;
mod value_bounds;

pub use aggregate::certify_aggregate_within;
pub use algebra::{
    JudgedListing, ListingJudge, certify_class, certify_class_within, certify_group, certify_group_within,
    certify_harmonic, certify_harmonic_within, certify_identity, certify_identity_within, certify_moment,
    certify_moment_within, certify_signed_route, certify_signed_route_within, certify_stabilisation,
    certify_stabilisation_within, certify_tour, certify_tour_within,
};
pub use certified::Certified;
pub use certify::{
    certify, certify_blocks, certify_blocks_within, certify_flows, certify_flows_within, certify_forest,
    certify_forest_within, certify_game, certify_game_within, certify_route, certify_route_within,
    certify_trap, certify_walk, certify_within,
};
pub use refutation::Refutation;
pub use routine::certify_routine_within;
pub use short_walk::{certify_short_exit, certify_short_walk};
pub use stop_check::Unproved;
