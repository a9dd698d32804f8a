//! Relations: that the homomorphism of a group is one-to-one, by firings in place of a determinant.
//!
//! Let φ be the homomorphism, fᵢ the factors and gᵢ the generators. A vertex v is *related* if one chip on v is
//! Σ φᵢ(v)·gᵢ up to firings. If all vertices are related, and fᵢ·gᵢ is nothing up to firings for every i, chips with the same
//! image differ by firings. Firings that show it are listed for some vertices. A row of the Laplacian is nothing up to
//! firings, and so is its image; if all its vertices but one are related, and that one has the entry ±1, it is related too.
//!
//! Time: an addition for every listed number and arc of its vertex, and a multiplication for every coordinate of a listed
//! vertex and chip of its generator.

use super::laplacian::row;
use crate::certified::{Refutation, Unproved, pay, require, require_vertex};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rotor_graph::{Firings, GroupClaim, Instance, Relations, Tick, VertexId, VertexMap};

/// Checks the relations of a group whose homomorphism has been checked.
pub(crate) fn check(
    instance: &Instance,
    claim: &GroupClaim,
    relations: &Relations,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let GroupClaim { factors, homomorphism, generators, .. } = claim;
    let Relations { images, multiples } = relations;
    require(None, "number of multiples = number of factors", &multiples.len(), &factors.len())?;
    let generators: Vec<Vec<(VertexId, &BigInt)>> =
        generators.iter().map(|chips| chips.iter().filter(|(_, count)| !count.is_zero()).collect()).collect();
    let mut chips = Chips::none(instance);
    for (generator, (factor, firings)) in generators.iter().zip(factors.iter().zip(multiples)) {
        chips.add(generator, &factor.clone().into(), tick)?;
        chips.fire(firings, tick)?;
        chips.take_nothing("factor times generator, fired = nothing")?;
    }
    let mut related = VertexMap::filled(instance.graph().vertex_count(), false);
    for (v, firings) in images {
        require_vertex(instance, "vertex with firings", *v)?;
        chips.add(&[(*v, &BigInt::one())], &BigInt::one(), tick)?;
        for (generator, coordinate) in generators.iter().zip(&homomorphism[*v]) {
            chips.add(generator, &-coordinate, tick)?;
        }
        chips.fire(firings, tick)?;
        chips.take_nothing(format_args!(
            "one chip on {}, less its image, fired = nothing",
            instance.name(*v)
        ))?;
        related[*v] = true;
    }
    relate_by_rows(instance, &mut related, tick)?;
    let mut inner = instance.graph().vertices().filter(|&u| !instance.graph().is_sink(u));
    match inner.find(|&u| !related[u]) {
        None => Ok(()),
        Some(u) => Err(Refutation::new(Some(u), "firings or a row relate v", "neither", "one").into()),
    }
}

/// Chips on the vertices of a graph, and which of them may differ from 0.
struct Chips<'i> {
    instance: &'i Instance,
    counts: VertexMap<BigInt>,
    touched: Vec<VertexId>,
}

impl<'i> Chips<'i> {
    fn none(instance: &'i Instance) -> Self {
        let counts = VertexMap::filled(instance.graph().vertex_count(), BigInt::zero());
        Self { instance, counts, touched: Vec::new() }
    }

    /// Adds `chips` this many `times`.
    fn add(
        &mut self,
        chips: &[(VertexId, &BigInt)],
        times: &BigInt,
        tick: &mut dyn Tick,
    ) -> Result<(), Unproved> {
        if times.is_zero() {
            return Ok(());
        }
        for &(u, count) in chips {
            pay(tick, 1 + words(times) * words(count))?;
            self.change(u, count * times);
        }
        Ok(())
    }

    /// Fires every vertex as often as listed.
    fn fire(&mut self, firings: &Firings, tick: &mut dyn Tick) -> Result<(), Unproved> {
        let graph = self.instance.graph();
        for (u, count) in firings {
            require_vertex(self.instance, "vertex that fires", *u)?;
            pay(tick, (1 + graph.heads(*u).len()) * words(count))?;
            self.change(*u, -(count * graph.out_degree(*u)));
            for &head in graph.heads(*u) {
                self.change(head, count.clone());
            }
        }
        Ok(())
    }

    fn change(&mut self, u: VertexId, by: BigInt) {
        self.touched.push(u);
        self.counts[u] += by;
    }

    /// Demands that no chips are left, but for those on sinks, and takes these away.
    fn take_nothing(&mut self, equation: impl std::fmt::Display) -> Result<(), Refutation> {
        for u in self.touched.drain(..) {
            let count = std::mem::take(&mut self.counts[u]);
            if !self.instance.graph().is_sink(u) {
                require(Some(u), &equation, &count, &BigInt::zero())?;
            }
        }
        Ok(())
    }
}

fn words(number: &BigInt) -> usize {
    number.magnitude().bits().div_ceil(64) as usize
}

/// Relates vertices by rows in which only one is not related, as long as there are any.
fn relate_by_rows(
    instance: &Instance,
    related: &mut VertexMap<bool>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
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
        for &u in &rows_of[v] {
            missing[u] -= 1;
            if missing[u] == 1 {
                ready.push(u);
            }
        }
    }
    Ok(())
}
