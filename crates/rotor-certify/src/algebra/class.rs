//! Classes: that the element of a rotor configuration is the sum of the values of its arcs.
//!
//! Let [v] be the class of one chip on v, sinks being 0. Give every arc of u a value: 0 for the first one, and
//! g(next(a)) = g(a) + [u] − [head(a)]; once round u this adds row u of the Laplacian, which is 0. A step of a particle
//! from u to v turns the rotor of u and so adds [u] − [v] to Σ g(ρ(u)). So routing chips c adds Σ c_u·[u]: chips whose
//! element is the difference of two configurations lead from the class of one to that of the other, since a graph has as
//! many classes as elements, and equal elements mean equal classes.

use super::group;
use crate::certified::{Refutation, Unproved, pay, require};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::Zero;
use rotor_graph::{ClassClaim, GroupClaim, Instance, OtherClass, Tick, VertexId};

/// Checks the class of the instance's rotors, and that of another configuration.
pub(crate) fn check(instance: &Instance, claim: &ClassClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let ClassClaim { group, element, other } = claim;
    group::check(instance, group, tick)?;
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
            return Err(
                Refutation::new(Some(u), "position of the other rotor < d(v)", position, degree).into()
            );
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
) -> Result<Vec<BigInt>, Unproved> {
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
        let found = match factor.is_zero() {
            true => found.clone(),
            false => found.mod_floor(&factor.clone().into()),
        };
        require(None, format_args!("coordinate {number} of {what} = that of the element"), &found, claimed)?;
    }
    Ok(())
}
