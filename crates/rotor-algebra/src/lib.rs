//! The algebra of rotor graphs: the sandpile group, classes of rotor configurations, chips, harmonic measure, time.
//!
//! One function per question, each from nouns of [`rotor_graph`] to a noun or a claim that `rotor-certify` proves; what
//! can take long takes a [`Tick`](rotor_graph::Tick). All sinks of a graph count as one here: a chip that reaches a
//! sink is gone.
//!
//! ```
//! use rotor_algebra::{class_of, group_of};
//!
//! // The triangle with one sink: its three spanning trees form the cyclic group of order 3.
//! let triangle = rotor_graph::parse("a: b s\nb: a s\nsink s")?;
//! let group = group_of(triangle.graph(), &mut ()).unwrap();
//! assert_eq!(group.factors, [3u32.into()]);
//! let class = class_of(triangle.graph(), &group, triangle.rotors());
//! assert_eq!(class, [0.into()]);
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

mod aggregate;
mod chips;
mod class;
mod eulerian;
mod field;
mod group;
mod harmonic;
mod hits;
mod laplacian;
mod listing;
mod moment;
mod path_invariant;
mod period;
mod rational;
mod rounds;
mod signed_route;
mod sparse;
mod tour;

pub use aggregate::{Ground, aggregate, aggregate_by_walking};
pub use chips::{burning_script, fire_plainly, identity, stabilise};
pub use class::{arc_values, chips_between, chips_of, class_of, element_of, order_of_chips};
pub use eulerian::{Eulerian, eulerian};
pub use group::{Order, group_of, invariant_factors, order_of};
pub use harmonic::{FloatMeasure, harmonic_measure, harmonic_measure_in_floats, reduced};
pub use hits::{HitRun, Hits};
pub use laplacian::with_sinks;
pub use listing::{
    Members, SpanningForests, StablePiles, Unicycles, recurrent_piles, spanning_forests, superstable_piles,
    unicycles,
};
pub use moment::{moment, rotors_at};
pub use path_invariant::PathInvariant;
pub use period::period_vectors;
pub use rounds::{Rounds, rounds};
pub use signed_route::{after_signed_route, route_signed};
pub use tour::{Tour, tour};
