//! Aggregation: particles that walk from an origin, each until it finds a free site, and stay there.

mod guess;
mod walking;

pub use walking::aggregate_by_walking;

use guess::aggregate_by_guess;
use rotor_graph::{AggregateClaim, Lattice, Stop, Tick};

/// How many particles are walked one by one on ℤ²; more than that are guessed.
const WALKED: u64 = 20_000;

/// The infinite graph on which particles aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// ℤ².
    Square,
    /// The tree in which every site has this many neighbours, at least 2.
    Tree(usize),
}

/// The aggregate of `particles` particles.
///
/// On ℤ² many particles come from a guessed odometer that is corrected: time about that of a few sweeps over the sites.
/// On trees walks are short. Memory: 16 bytes per site.
pub fn aggregate(ground: Ground, particles: u64, tick: &mut dyn Tick) -> Result<AggregateClaim, Stop> {
    match ground {
        Ground::Square if particles > WALKED => aggregate_by_guess(particles, tick),
        _ => aggregate_by_walking(ground, particles, tick),
    }
}

/// The lattice with as many sites as that many particles need; `attempt` counts how often that was not enough.
fn lattice(ground: Ground, particles: u64, attempt: u32) -> Lattice {
    match ground {
        Ground::Square => {
            let radius = (particles as f64 / std::f64::consts::PI).sqrt() as usize;
            Lattice::Square { half: radius + (8 << attempt) }
        }
        Ground::Tree(degree) => {
            let (mut sites, mut layer) = (1usize, degree);
            // The layer that is not full, and those after it on further attempts.
            let mut more = 1 + attempt;
            while more > 0 {
                more -= u32::from(sites as u64 >= particles);
                sites = sites.saturating_add(layer);
                layer = layer.saturating_mul(degree - 1);
            }
            Lattice::Tree { degree, sites }
        }
    }
}
