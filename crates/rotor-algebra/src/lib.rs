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
mod group;
mod harmonic;
mod laplacian;
mod linear;
mod listing;
mod particles;
mod time;

pub use aggregate::{Ground, aggregate, aggregate_by_walking};
pub use chips::{burning_script, fire_plainly, identity, stabilise};
pub use class::{PathInvariant, arc_values, chips_between, chips_of, class_of, element_of, order_of_chips};
pub use group::{Order, group_of, invariant_factors, order_of};
pub use harmonic::{FloatMeasure, harmonic_measure, harmonic_measure_in_floats, reduced};
pub use laplacian::with_sinks;
pub use listing::Members;
pub use particles::{HitRun, Hits, Rounds, after_signed_route, rounds, route_signed};
pub use time::{Eulerian, Tour, eulerian, moment, period_vectors, rotors_at, tour};
