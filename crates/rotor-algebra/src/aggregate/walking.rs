//! Aggregation as it is defined: one particle after the other, step by step.

use super::{Ground, lattice};
use rotor_graph::{AggregateClaim, Stop, Tick};

/// The aggregate, by walking every particle. Time: the number of steps, about particles² on ℤ².
pub fn aggregate_by_walking(
    ground: Ground,
    particles: u64,
    tick: &mut dyn Tick,
) -> Result<AggregateClaim, Stop> {
    for attempt in 0.. {
        let lattice = lattice(ground, particles, attempt);
        let degree = lattice.degree();
        tick.reserve(16 * lattice.sites() as u64)?;
        let mut claim = AggregateClaim {
            lattice,
            particles,
            departures: vec![0; lattice.sites()],
            occupied: vec![false; lattice.sites()],
        };
        let mut rotors = vec![0u16; lattice.sites()];
        let settled = 'particles: {
            for _ in 0..particles {
                let (mut site, mut steps) = (lattice.origin(), 0u64);
                while claim.occupied[site] {
                    let arc = rotors[site] as usize;
                    rotors[site] = if arc + 1 == degree { 0 } else { arc as u16 + 1 };
                    claim.departures[site] += 1;
                    steps += 1;
                    match lattice.head(site, arc) {
                        Some(head) => site = head,
                        None => break 'particles false,
                    }
                }
                claim.occupied[site] = true;
                tick.tick(1 + steps)?;
            }
            true
        };
        if settled {
            return Ok(claim);
        }
    }
    unreachable!("some lattice is large enough")
}
