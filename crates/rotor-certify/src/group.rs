//! Groups: that an explicit homomorphism from the sandpile group is an isomorphism.
//!
//! **Onto.** φ is defined on ℤ^V. If it vanishes on every row of the Laplacian it is defined on the group G, and if the
//! generators go to the unit vectors it is onto.
//!
//! **One-to-one.** By relations, if there are any, and otherwise by the order.
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

use crate::certified::{Refutation, Verdict, pay, refute, require, require_vertex, require_zero};
use crate::chips::times_laplacian;
use crate::traps::closed_sets;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rotor_graph::{
    ClassClaim, Firings, GroupClaim, Instance, OtherClass, Relations, Tick, VertexId, VertexMap,
};
use std::collections::BTreeMap;

/// Checks a group with its isomorphism.
pub(crate) fn check(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Verdict {
    check_shape(instance, claim)?;
    let closed = closed_sets(instance, &claim.traps)?;
    check_homomorphism(instance, claim, tick)?;
    for u in instance.graph().vertices().filter(|&u| !closed.contains(u)) {
        require_zero(u, "period outside of traps = 0", &claim.periods[u])?;
    }
    for trap in &claim.traps {
        check_period(instance, trap, &claim.periods, tick)?;
    }
    match &claim.relations {
        Some(relations) => check_relations(instance, claim, relations, tick),
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
            return refute(None, format_args!("factor {number} ≠ 1"), 1, 1);
        }
    }
    for (number, pair) in factors.windows(2).enumerate() {
        let divides = if pair[0].is_zero() { pair[1].is_zero() } else { (&pair[1] % &pair[0]).is_zero() };
        if !divides {
            let equation = format!("factor {number} divides the next");
            return refute(None, equation, &pair[0], &pair[1]);
        }
    }
    let infinite = factors.iter().filter(|factor| factor.is_zero()).count();
    require(None, "number of factors 0 = number of traps", &infinite, &traps.len())
}

/// A number modulo a factor; itself if the factor is 0.
fn modulo(number: &BigInt, factor: &BigUint) -> BigInt {
    if factor.is_zero() { number.clone() } else { number.mod_floor(&factor.clone().into()) }
}

fn check_homomorphism(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Verdict {
    let GroupClaim { factors, homomorphism, generators, .. } = claim;
    let graph = instance.graph();
    let words: usize = factors.iter().map(|factor| factor.iter_u64_digits().len() + 1).sum();
    for u in graph.vertices() {
        if graph.is_sink(u) {
            for coordinate in &homomorphism[u] {
                require_zero(u, "φ(sink) = 0", coordinate)?;
            }
            continue;
        }
        let row = row(instance, u);
        pay(tick, words * row.len())?;
        for (number, factor) in factors.iter().enumerate() {
            let sum: BigInt = row.iter().map(|&(v, entry)| &homomorphism[v][number] * entry).sum();
            let equation = format_args!("coordinate {number} of φ(row of v) modulo its factor = 0");
            require_zero(u, equation, &modulo(&sum, factor))?;
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
pub(crate) fn check_period(
    instance: &Instance,
    trap: &[VertexId],
    periods: &VertexMap<BigUint>,
    tick: &mut dyn Tick,
) -> Verdict {
    if let Some(&u) = trap.iter().find(|&&u| periods[u].is_zero()) {
        return refute(Some(u), "period in a trap > 0", 0, 0);
    }
    let common = trap.iter().fold(BigUint::zero(), |common, &u| common.gcd(&periods[u]));
    require(Some(trap[0]), "gcd of the periods of the trap = 1", &common, &BigUint::one())?;
    let sums = times_laplacian(instance, trap.iter().map(|&u| (u, &periods[u])), tick)?;
    Ok(trap.iter().try_for_each(|&u| require_zero(u, "sum of periods times rows = 0", &sums[u]))?)
}

fn check_order(instance: &Instance, claim: &GroupClaim, tick: &mut dyn Tick) -> Verdict {
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
            None => {
                let row = row(instance, u).into_iter();
                row.filter_map(|(v, entry)| Some((column(v)?, entry.into()))).collect()
            }
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
    let mut is_negative = None;
    for prime in primes() {
        if room.is_zero() {
            return Ok(());
        }
        let residue = (&expected % prime).to_u64().unwrap_or(0);
        if residue == 0 {
            continue;
        }
        let found = determinant(&rows, prime, tick)?;
        // With traps it may be that of −D; the first prime says so for all.
        let is_negative = *is_negative.get_or_insert(found != residue && !traps.is_empty());
        let wanted = if is_negative { prime - residue } else { residue };
        let equation = format_args!("determinant of the Laplacian = product of the factors, modulo {prime}");
        require(None, equation, &found, &wanted)?;
        room /= prime;
    }
    refute(None, "primes of 31 bits suffice", "too few", "needed")
}

// Rows of the Laplacian, straight from the heads of a vertex.

/// Row u: d(u) at u, −1 for every arc at its head, sinks left out; sorted by vertex, without zeros.
pub(crate) fn row(instance: &Instance, u: VertexId) -> Vec<(VertexId, i64)> {
    let graph = instance.graph();
    let mut heads: Vec<VertexId> = graph.heads(u).iter().copied().filter(|&v| !graph.is_sink(v)).collect();
    heads.push(u);
    heads.sort_unstable();
    let mut entries: Vec<(VertexId, i64)> = Vec::new();
    for group in heads.chunk_by(|v, w| v == w) {
        let count = group.len() as i64;
        let entry = if group[0] == u { i64::from(graph.out_degree(u)) - (count - 1) } else { -count };
        entries.push((group[0], entry));
    }
    entries.retain(|&(_, entry)| entry != 0);
    entries
}

// Relations: that the homomorphism of a group is one-to-one, by firings in place of a determinant.
//
// Let φ be the homomorphism, fᵢ the factors and gᵢ the generators. A vertex v is *related* if one chip on v is
// Σ φᵢ(v)·gᵢ up to firings. If all vertices are related, and fᵢ·gᵢ is nothing up to firings for every i, chips with the same
// image differ by firings. Firings that show it are listed for some vertices. A row of the Laplacian is nothing up to
// firings, and so is its image; if all its vertices but one are related, and that one has the entry ±1, it is related too.
//
// Time: an addition for every listed number and arc of its vertex, and a multiplication for every coordinate of a listed
// vertex and chip of its generator.

/// Checks the relations of a group whose homomorphism has been checked.
fn check_relations(
    instance: &Instance,
    claim: &GroupClaim,
    relations: &Relations,
    tick: &mut dyn Tick,
) -> Verdict {
    let GroupClaim { factors, homomorphism, generators, .. } = claim;
    let Relations { images, multiples } = relations;
    require(None, "number of multiples = number of factors", &multiples.len(), &factors.len())?;
    let used = |(u, count): (VertexId, &BigInt)| (!count.is_zero()).then(|| (u, count.clone()));
    let generators: Vec<Firings> =
        generators.iter().map(|chips| chips.iter().filter_map(used).collect()).collect();
    for (generator, (factor, firings)) in generators.iter().zip(factors.iter().zip(multiples)) {
        let chips = [(generator, factor.clone().into())];
        vanish(instance, &chips, firings, "factor times generator, fired = nothing", tick)?;
    }
    let mut related = VertexMap::filled(instance.graph().vertex_count(), false);
    for (v, firings) in images {
        require_vertex(instance, "vertex with firings", *v)?;
        let chip = vec![(*v, BigInt::one())];
        let image = generators.iter().zip(homomorphism[*v].iter().map(|coordinate| -coordinate));
        let chips: Vec<_> = [(&chip, BigInt::one())].into_iter().chain(image).collect();
        let equation = format_args!("one chip on {}, less its image, fired = nothing", instance.name(*v));
        vanish(instance, &chips, firings, equation, tick)?;
        related[*v] = true;
    }
    relate_by_rows(instance, &mut related, tick)?;
    let mut inner = instance.graph().vertices().filter(|&u| !instance.graph().is_sink(u));
    match inner.find(|&u| !related[u]) {
        None => Ok(()),
        Some(u) => refute(Some(u), "firings or a row relate v", "neither", "one"),
    }
}

/// Demands that these chips, each so many times, are nothing after these firings, but for those on sinks.
fn vanish(
    instance: &Instance,
    chips: &[(&Firings, BigInt)],
    firings: &Firings,
    equation: impl std::fmt::Display,
    tick: &mut dyn Tick,
) -> Verdict {
    let (graph, words) =
        (instance.graph(), |number: &BigInt| number.magnitude().bits().div_ceil(64) as usize);
    let (mut left, mut touched): (BTreeMap<VertexId, BigInt>, _) = (BTreeMap::new(), Vec::new());
    let mut change = |u: VertexId, by: BigInt| {
        touched.push(u);
        *left.entry(u).or_default() += by;
    };
    for (chips, times) in chips.iter().filter(|(_, times)| !times.is_zero()) {
        for (u, count) in *chips {
            pay(tick, 1 + words(times) * words(count))?;
            change(*u, count * times);
        }
    }
    for (u, count) in firings {
        require_vertex(instance, "vertex that fires", *u)?;
        pay(tick, (1 + graph.heads(*u).len()) * words(count))?;
        change(*u, -(count * graph.out_degree(*u)));
        graph.heads(*u).iter().for_each(|&head| change(head, count.clone()));
    }
    let mut inner = touched.iter().filter(|u| !graph.is_sink(**u));
    Ok(inner.try_for_each(|u| require_zero(*u, &equation, &left[u]))?)
}

/// Relates vertices by rows in which only one is not related, as long as there are any.
fn relate_by_rows(instance: &Instance, related: &mut VertexMap<bool>, tick: &mut dyn Tick) -> Verdict {
    let graph = instance.graph();
    let mut rows_of: VertexMap<Vec<VertexId>> = VertexMap::filled(graph.vertex_count(), Vec::new());
    let mut missing = VertexMap::filled(graph.vertex_count(), 0usize);
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        pay(tick, 1 + graph.heads(u).len())?;
        for (v, _) in row(instance, u).into_iter().filter(|&(v, _)| !related[v]) {
            rows_of[v].push(u);
            missing[u] += 1;
        }
    }
    let mut ready: Vec<VertexId> = graph.vertices().filter(|&u| missing[u] == 1).collect();
    while let Some(u) = ready.pop() {
        pay(tick, 1 + graph.heads(u).len())?;
        let left = row(instance, u).into_iter().find(|&(v, _)| !related[v]);
        let Some((v, _)) = left.filter(|(_, entry)| entry.abs() == 1) else { continue };
        related[v] = true;
        rows_of[v].iter().for_each(|&u| missing[u] -= 1);
        ready.extend(rows_of[v].iter().filter(|&&u| missing[u] == 1));
    }
    Ok(())
}

// Determinants modulo primes of 31 bits.

/// A row of integers by column.
type SparseRow = Vec<(usize, BigInt)>;

/// The primes below 2³¹, the greatest first, by trial division.
fn primes() -> impl Iterator<Item = u64> {
    let has_no_factor = |number: &u64| {
        let mut factors = (3..).step_by(2).take_while(|factor| factor * factor <= *number);
        !factors.any(|factor| number.is_multiple_of(&factor))
    };
    (1u64 << 30..1 << 31).rev().filter(|number| number % 2 == 1).filter(has_no_factor)
}

/// The determinant of a square matrix modulo a prime, in 0 … prime − 1.
///
/// The shortest row is always the next pivot, at its entry in the column that fewest rows use. Time: the fill, and a
/// binary search per row and pivot.
fn determinant(rows: &[SparseRow], prime: u64, tick: &mut dyn Tick) -> Verdict<u64> {
    let residue = |entry: &BigInt| entry.mod_floor(&prime.into()).to_u64().unwrap_or(0);
    let residues = |row: &SparseRow| -> Vec<(usize, u64)> {
        row.iter().map(|(column, entry)| (*column, residue(entry))).filter(|&(_, entry)| entry != 0).collect()
    };
    let mut left: Vec<(usize, Vec<(usize, u64)>)> = rows.iter().map(residues).enumerate().collect();
    let mut uses = vec![0usize; rows.len()];
    left.iter().flat_map(|(_, row)| row).for_each(|&(column, _)| uses[column] += 1);
    let (mut product, mut image) = (1, vec![0; rows.len()]);
    while let Some(at) = (0..left.len()).min_by_key(|&at| left[at].1.len()) {
        pay(tick, left.len())?;
        let (number, pivot) = left.swap_remove(at);
        let Some(&(column, entry)) = pivot.iter().min_by_key(|&&(column, _)| uses[column]) else {
            return Ok(0);
        };
        pivot.iter().for_each(|&(column, _)| uses[column] -= 1);
        image[number] = column;
        product = product * entry % prime;
        let modulus = prime as i64;
        let inverse = (entry as i64).extended_gcd(&modulus).x.mod_floor(&modulus) as u64;
        for (_, row) in &mut left {
            let Ok(found) = row.binary_search_by_key(&column, |&(other, _)| other) else { continue };
            pay(tick, 4 * (row.len() + pivot.len()))?;
            let times = prime - row[found].1 * inverse % prime;
            row.iter().for_each(|&(other, _)| uses[other] -= 1);
            *row = plus(row, &pivot, times, prime);
            row.iter().for_each(|&(other, _)| uses[other] += 1);
        }
    }
    Ok(if is_odd(&image) { (prime - product) % prime } else { product })
}

/// row + times · pivot, both sorted by column.
fn plus(row: &[(usize, u64)], pivot: &[(usize, u64)], times: u64, prime: u64) -> Vec<(usize, u64)> {
    let (mut sum, mut i, mut j) = (Vec::with_capacity(row.len() + pivot.len()), 0, 0);
    while i < row.len() || j < pivot.len() {
        let left = row.get(i).map_or(usize::MAX, |entry| entry.0);
        let right = pivot.get(j).map_or(usize::MAX, |entry| entry.0);
        let column = left.min(right);
        let mut entry = 0;
        if left == column {
            entry += row[i].1;
            i += 1;
        }
        if right == column {
            entry += times * pivot[j].1 % prime;
            j += 1;
        }
        if entry % prime != 0 {
            sum.push((column, entry % prime));
        }
    }
    sum
}

/// Whether a permutation is odd: whether its size and its number of cycles differ by an odd number.
fn is_odd(image: &[usize]) -> bool {
    let mut seen = vec![false; image.len()];
    let mut cycles = 0;
    for start in 0..image.len() {
        let mut at = start;
        cycles += usize::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = image[at];
        }
    }
    (image.len() - cycles) % 2 == 1
}

// Classes: that the element of a rotor configuration is the sum of the values of its arcs.
//
// Let [v] be the class of one chip on v, sinks being 0. Give every arc of u a value: 0 for the first one, and
// g(next(a)) = g(a) + [u] − [head(a)]; once round u this adds row u of the Laplacian, which is 0. A step of a particle
// from u to v turns the rotor of u and so adds [u] − [v] to Σ g(ρ(u)). So routing chips c adds Σ c_u·[u]: chips whose
// element is the difference of two configurations lead from the class of one to that of the other, since a graph has as
// many classes as elements, and equal elements mean equal classes.

/// Checks the class of the instance's rotors, and that of another configuration.
pub(crate) fn check_class(instance: &Instance, claim: &ClassClaim, tick: &mut dyn Tick) -> Verdict {
    let ClassClaim { group, element, other } = claim;
    check(instance, group, tick)?;
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let found = sum_of_values(instance, group, |u| rotors.position(graph, u), tick)?;
    same_element(group, "the sum of the values of all rotors", &found, element)?;
    let Some(OtherClass { rotors, element: to, chips }) = other else { return Ok(()) };
    for length in [rotors.len(), chips.len()] {
        require(None, "number of entries = |V|", &length, &graph.vertex_count())?;
    }
    for (u, &position) in rotors.iter() {
        let degree = graph.out_degree(u).max(1);
        if position >= degree {
            return refute(Some(u), "position of the other rotor < d(v)", position, degree);
        }
    }
    let found = sum_of_values(instance, group, |u| rotors[u], tick)?;
    same_element(group, "the sum of the values of the other rotors", &found, to)?;
    let mut led_to = element.clone();
    for (u, count) in chips.iter().filter(|(_, count)| !count.is_zero()) {
        pay(tick, group.factors.len() * (1 + count.iter_u64_digits().len()))?;
        for (entry, coordinate) in led_to.iter_mut().zip(&group.homomorphism[u]) {
            *entry += coordinate * count;
        }
    }
    Ok(same_element(group, "the element plus that of the chips", &led_to, to)?)
}

/// Σ g(ρ(u)) in the coordinates of the group, which has been checked.
fn sum_of_values(
    instance: &Instance,
    group: &GroupClaim,
    position: impl Fn(VertexId) -> u32,
    tick: &mut dyn Tick,
) -> Verdict<Vec<BigInt>> {
    let graph = instance.graph();
    let mut sum = vec![BigInt::zero(); group.factors.len()];
    for u in graph.vertices() {
        let passed = &graph.heads(u)[..position(u) as usize];
        pay(tick, (1 + passed.len()) * (1 + sum.len()))?;
        for (number, entry) in sum.iter_mut().enumerate() {
            for &head in passed {
                *entry += &group.homomorphism[u][number] - &group.homomorphism[head][number];
            }
        }
    }
    Ok(sum)
}

/// Demands that a claimed element is the one found, modulo the factors.
fn same_element(
    group: &GroupClaim,
    what: &str,
    found: &[BigInt],
    claimed: &[BigInt],
) -> Result<(), Refutation> {
    require(None, "number of coordinates = number of factors", &claimed.len(), &group.factors.len())?;
    for (number, ((found, claimed), factor)) in found.iter().zip(claimed).zip(&group.factors).enumerate() {
        let equation = format_args!("coordinate {number} of {what} = that of the element");
        require(None, equation, &modulo(found, factor), claimed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn determinants_of_all_small_matrices_are_those_of_leibniz() {
        let prime = primes().next().unwrap();
        assert_eq!(prime, (1 << 31) - 1);
        for code in 0..3usize.pow(9) {
            let entry = |at: usize| (code / 3usize.pow(at as u32) % 3) as i64 - 1;
            let m = |i: usize, j: usize| entry(3 * i + j);
            let expected = m(0, 0) * (m(1, 1) * m(2, 2) - m(1, 2) * m(2, 1))
                - m(0, 1) * (m(1, 0) * m(2, 2) - m(1, 2) * m(2, 0))
                + m(0, 2) * (m(1, 0) * m(2, 1) - m(1, 1) * m(2, 0));
            let rows: Vec<SparseRow> =
                (0..3).map(|i| (0..3).map(|j| (j, m(i, j).into())).collect()).collect();
            let found = determinant(&rows, prime, &mut ()).unwrap();
            assert_eq!(found, expected.rem_euclid(prime as i64) as u64);
        }
    }
}
