//! Groups: that an explicit homomorphism from the sandpile group is an isomorphism.
//!
//! **Onto.** φ is defined on ℤ^V. If it vanishes on every row of the Laplacian it is defined on the group G, and if the
//! generators go to the unit vectors it is onto.
//!
//! **One-to-one.** By [`relations`](super::relations), if there are any, and otherwise by the order.
//!
//! **The order, no traps.** Then |G| = det Δ, and F = ∏ fᵢ divides it, because φ is onto. So det Δ = F·c with an
//! integer c, and 0 < det Δ ≤ ∏ d, as it counts spanning forests, which choose one arc of every vertex (Tutte 1948). If
//! det Δ ≡ F modulo primes that do not divide F, whose product exceeds ∏ d / F, then c = 1.
//!
//! **The order, with traps.** Let p_K be a primitive positive relation between the rows of each trap K: Σ p_u·(row u) = 0. Replace
//! one row c of each trap by one of the generators of infinite order. If the determinant D of that matrix is not 0, the
//! rows have rank n − t and the p_K span their relations, since they are primitive and their supports are disjoint. So
//! leaving out the rows c divides the lattice of rows by ∏ p_c, and |D| = ∏ p_c · |G / free generators|. On that
//! quotient φ is onto ⊕ ℤ/fᵢ over the finite factors, so |D| = ∏ p_c · F · c; Hadamard's bound takes the place of ∏ d.

use super::determinant::{SparseRow, determinant, primes};
use super::laplacian::row;
use super::relations;
use crate::certified::{Refutation, Unproved, pay, require};
use crate::trap::closed_sets;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{GroupClaim, Instance, Tick, VertexId, VertexMap};

/// Checks a group with its isomorphism.
pub(crate) fn check(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    check_shape(instance, claim)?;
    let closed = closed_sets(instance, &claim.traps)?;
    check_homomorphism(instance, claim, tick)?;
    for u in instance.graph().vertices().filter(|&u| !closed.contains(u)) {
        require(Some(u), "period outside of traps = 0", &claim.periods[u], &BigUint::zero())?;
    }
    for trap in &claim.traps {
        check_period(instance, trap, &claim.periods)?;
    }
    match &claim.relations {
        Some(relations) => relations::check(instance, claim, relations, tick),
        None => check_order(instance, claim, tick),
    }
}

fn check_shape(instance: &Instance, claim: &GroupClaim) -> Result<(), Refutation> {
    let GroupClaim { factors, homomorphism, generators, traps, periods, .. } = claim;
    let vertices = instance.graph().vertex_count();
    require(None, "number of images = |V|", &homomorphism.len(), &vertices)?;
    require(None, "number of periods = |V|", &periods.len(), &vertices)?;
    require(None, "number of generators = number of factors", &generators.len(), &factors.len())?;
    for (u, image) in homomorphism.iter() {
        require(Some(u), "number of coordinates = number of factors", &image.len(), &factors.len())?;
    }
    for generator in generators {
        require(None, "number of chip counts of a generator = |V|", &generator.len(), &vertices)?;
    }
    for (number, factor) in factors.iter().enumerate() {
        if factor.is_one() {
            return Err(Refutation::new(None, format_args!("factor {number} ≠ 1"), 1, 1));
        }
    }
    for (number, pair) in factors.windows(2).enumerate() {
        let divides = if pair[0].is_zero() { pair[1].is_zero() } else { (&pair[1] % &pair[0]).is_zero() };
        if !divides {
            let equation = format!("factor {number} divides the next");
            return Err(Refutation::new(None, equation, &pair[0], &pair[1]));
        }
    }
    let infinite = factors.iter().filter(|factor| factor.is_zero()).count();
    require(None, "number of factors 0 = number of traps", &infinite, &traps.len())
}

/// A number modulo a factor; itself if the factor is 0.
fn modulo(number: &BigInt, factor: &BigUint) -> BigInt {
    if factor.is_zero() { number.clone() } else { number.mod_floor(&factor.clone().into()) }
}

fn check_homomorphism(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let GroupClaim { factors, homomorphism, generators, .. } = claim;
    let graph = instance.graph();
    let words: usize = factors.iter().map(|factor| factor.iter_u64_digits().len() + 1).sum();
    for u in graph.vertices() {
        if graph.is_sink(u) {
            for coordinate in &homomorphism[u] {
                require(Some(u), "φ(sink) = 0", coordinate, &BigInt::zero())?;
            }
            continue;
        }
        let row = row(instance, u);
        pay(tick, words * row.len())?;
        for (number, factor) in factors.iter().enumerate() {
            let sum: BigInt = row.iter().map(|&(v, entry)| &homomorphism[v][number] * entry).sum();
            let equation = format_args!("coordinate {number} of φ(row of v) modulo its factor = 0");
            require(Some(u), equation, &modulo(&sum, factor), &BigInt::zero())?;
        }
    }
    for (which, generator) in generators.iter().enumerate() {
        for (number, factor) in factors.iter().enumerate() {
            pay(tick, words * graph.vertex_count())?;
            let chips = generator.iter().filter(|(_, count)| !count.is_zero());
            let sum: BigInt = chips.map(|(u, count)| &homomorphism[u][number] * count).sum();
            let equation = format_args!("coordinate {number} of φ(generator {which}) = [{number} = {which}]");
            require(None, equation, &modulo(&sum, factor), &BigInt::from(u32::from(number == which)))?;
        }
    }
    Ok(())
}

/// Checks that the periods of a trap are positive, primitive, and a relation between its rows.
pub(super) fn check_period(
    instance: &Instance,
    trap: &[VertexId],
    periods: &VertexMap<BigUint>,
) -> Result<(), Refutation> {
    let mut sums: VertexMap<BigInt> = VertexMap::filled(instance.graph().vertex_count(), BigInt::zero());
    let mut common = BigUint::zero();
    for &u in trap {
        let period = &periods[u];
        if period.is_zero() {
            return Err(Refutation::new(Some(u), "period in a trap > 0", 0, 0));
        }
        common = common.gcd(period);
        for (v, entry) in row(instance, u) {
            sums[v] += BigInt::from(period.clone()) * entry;
        }
    }
    require(Some(trap[0]), "gcd of the periods of the trap = 1", &common, &BigUint::one())?;
    for &u in trap {
        require(Some(u), "sum of periods times rows = 0", &sums[u], &BigInt::zero())?;
    }
    Ok(())
}

fn check_order(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let GroupClaim { factors, generators, traps, periods, .. } = claim;
    let graph = instance.graph();
    let free = generators.iter().zip(factors).filter(|(_, factor)| factor.is_zero()).map(|(chips, _)| chips);
    let mut replaced = VertexMap::filled(graph.vertex_count(), None);
    let mut expected: BigUint = factors.iter().filter(|factor| !factor.is_zero()).product();
    for (trap, generator) in traps.iter().zip(free) {
        replaced[trap[0]] = Some(generator);
        expected *= &periods[trap[0]];
    }
    let vertices: Vec<_> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    let column = |v: VertexId| vertices.binary_search(&v).ok();
    let (mut rows, mut bound) = (Vec::new(), BigUint::one());
    for &u in &vertices {
        let entries: SparseRow = match replaced[u] {
            Some(chips) => {
                let used = chips.iter().filter(|(_, count)| !count.is_zero());
                used.filter_map(|(v, count)| Some((column(v)?, count.clone()))).collect()
            }
            None => row(instance, u)
                .into_iter()
                .filter_map(|(v, entry)| Some((column(v)?, entry.into())))
                .collect(),
        };
        bound *= match traps.is_empty() {
            true => BigUint::from(graph.out_degree(u)),
            // Hadamard's bound, with sums in place of the roots of sums of squares.
            false => entries.iter().map(|(_, entry)| entry.magnitude()).sum(),
        };
        pay(tick, graph.heads(u).len() + bound.iter_u64_digits().len())?;
        rows.push(entries);
    }
    let mut room = bound / &expected * 2u32 + 1u32;
    let mut sign_is_negative = None;
    for prime in primes() {
        if room.is_zero() {
            return Ok(());
        }
        let residue = (&expected % prime).to_u64().unwrap_or(0);
        if residue == 0 {
            continue;
        }
        let found = determinant(&rows, prime, tick)?;
        if found != residue && !traps.is_empty() && sign_is_negative.is_none() {
            sign_is_negative = Some(true);
        }
        sign_is_negative = sign_is_negative.or(Some(false));
        let wanted = if sign_is_negative == Some(true) { prime - residue } else { residue };
        let equation = format_args!("determinant of the Laplacian = product of the factors, modulo {prime}");
        require(None, equation, &found, &wanted)?;
        room /= prime;
    }
    Err(Refutation::new(None, "primes of 31 bits suffice", "too few", "needed").into())
}
