//! Aggregates: that departures are those of particles that settle one after the other.
//!
//! Let v be the true departures and u those claimed, each leaving at most one particle on every site, and exactly one on every
//! site that u leaves. The true ones are the least that leave at most one anywhere, so v ≤ u. Let D be the sites with u > v. Going from v to u
//! moves particles out of D or within it; D holds |D| particles in the end and no more before, so none leaves it. So the
//! arc that each site of D used last leads into D, and these arcs close a cycle, unless D is empty.

use crate::certified::{Certified, Refutation, Unproved, pay, require};
use rotor_graph::{AggregateClaim, Tick};

/// Proves the sites and departures of an aggregate. Time and memory O(sites).
pub fn certify_aggregate(
    claim: AggregateClaim,
    tick: &mut dyn Tick,
) -> Result<Certified<AggregateClaim>, Unproved> {
    tick.tick(0)?;
    check(&claim, tick)?;
    Ok(Certified::proved(claim))
}

fn check(claim: &AggregateClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let AggregateClaim { lattice, particles, departures, occupied } = claim;
    let (sites, degree) = (lattice.sites(), lattice.degree());
    require(None, "number of departures = number of sites", &departures.len(), &sites)?;
    require(None, "number of occupied sites = number of sites", &occupied.len(), &sites)?;
    let mut standing = vec![0i128; sites];
    standing[lattice.origin()] = i128::from(*particles);
    for (site, &left) in departures.iter().enumerate().filter(|(_, left)| **left > 0) {
        pay(tick, 1 + degree)?;
        standing[site] -= i128::from(left);
        for arc in 0..degree {
            let uses = (left + (degree - 1 - arc) as u64) / degree as u64;
            match lattice.head(site, arc) {
                Some(head) => standing[head] += i128::from(uses),
                None => require(None, "particles that leave the numbered sites = 0", &uses, &0)?,
            }
        }
    }
    for (site, &count) in standing.iter().enumerate() {
        let here = i128::from(occupied[site]);
        require(None, format_args!("particles on site {site} = whether it is occupied"), &count, &here)?;
        if departures[site] > 0 {
            require(None, format_args!("particles on site {site}, which was left = 1"), &count, &1)?;
        }
    }
    no_cycle_of_last_arcs(claim, tick)
}

/// Demands that the arcs used last close no cycle.
fn no_cycle_of_last_arcs(claim: &AggregateClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let AggregateClaim { lattice, departures, .. } = claim;
    let last_head = |site: usize| {
        let last = departures[site].checked_sub(1)? % lattice.degree() as u64;
        lattice.head(site, last as usize)
    };
    let mut seen_from = vec![usize::MAX; departures.len()];
    for start in 0..departures.len() {
        let mut next = Some(start);
        while let Some(site) = next.filter(|&site| seen_from[site] == usize::MAX) {
            pay(tick, 1)?;
            seen_from[site] = start;
            next = last_head(site);
        }
        if let Some(site) = next.filter(|&site| seen_from[site] == start) {
            let equation = format!("cycles of last arcs through site {site} = 0");
            return Err(Refutation::new(None, equation, 1, 0).into());
        }
    }
    Ok(())
}
