//! Uses: how often the arcs of a vertex are taken in a given number of departures.

use crate::configuration::Configuration;
use crate::ids::{ArcId, VertexId};
use crate::multigraph::Multigraph;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// How many of `departures` go along each of `degree` arcs, from the rotor on: arc j carries ⌈(x − j) / d⌉ of them. A
/// sink has no arc.
///
/// Time O(d) operations, one of them a division by a word.
pub fn shares(degree: u32, departures: &BigUint) -> impl Iterator<Item = BigUint> + use<> {
    // A sink has no arc, and nothing to divide by.
    let (full_turns, once_more) = departures.div_rem(&degree.max(1).into());
    let once_more = once_more.to_u32().expect("a remainder by d(u) is less than d(u)");
    (0..degree).map(move |at| &full_turns + u32::from(at < once_more))
}

impl Configuration {
    /// The arcs of `u` from its rotor on, each with how many of `departures` go along it.
    ///
    /// ```
    /// let instance = rotor_graph::parse("u: a *b c\nsink a\nsink b\nsink c")?;
    /// let (graph, u) = (instance.graph(), instance.vertex("u").unwrap());
    /// let heads = instance.rotors().uses(graph, u, &5u32.into()).map(|(a, uses)| (instance.name(graph.head(a)), uses));
    /// assert!(heads.eq([("b", 2u32.into()), ("c", 2u32.into()), ("a", 1u32.into())]));
    /// # Ok::<(), rotor_graph::Flaws>(())
    /// ```
    pub fn uses(
        &self,
        graph: &Multigraph,
        u: VertexId,
        departures: &BigUint,
    ) -> impl Iterator<Item = (ArcId, BigUint)> + use<> {
        let rotor = self.position(graph, u) as usize;
        let (from_rotor, before) = (graph.out_arcs(u).skip(rotor), graph.out_arcs(u).take(rotor));
        from_rotor.chain(before).zip(shares(graph.out_degree(u), departures))
    }

    /// The first head of an arc used in `departures` departures from `u` that is `wanted`.
    pub fn head_used(
        &self,
        graph: &Multigraph,
        u: VertexId,
        departures: &BigUint,
        wanted: impl Fn(VertexId) -> bool,
    ) -> Option<VertexId> {
        let used = self.uses(graph, u, departures).take_while(|(_, uses)| !uses.is_zero());
        used.map(|(a, _)| graph.head(a)).find(|&v| wanted(v))
    }
}
