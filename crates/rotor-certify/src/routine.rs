//! The revolving routine at one vertex: that the flow of one head is used up first.

use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Count, Instance, LastDeparture, RoutineClaim, Tick, VertexId};
use std::collections::{BTreeMap, BTreeSet};

/// Checks where the rotor of a vertex comes to rest [ACD22, `thm:routine`].
///
/// Departure number k is the last one exactly if its head is then visited r times, and every other head fewer times than
/// its flow. Both are counted: (k − 1)/d(u) full turns and the arcs passed after them. Time O(d(u) log d(u)) operations.
pub(crate) fn check(instance: &Instance, claim: &RoutineClaim, tick: &mut dyn Tick) -> Result<(), Unproved> {
    let (graph, u) = (instance.graph(), claim.vertex);
    require_vertex(instance, "the vertex of the routine", u)?;
    pay(tick, graph.heads(u).len() + claim.flows.len())?;
    let mut flows = BTreeMap::new();
    for (w, flow) in &claim.flows {
        require_vertex(instance, "a head", *w)?;
        let name = display_name(instance, *w);
        require(
            Some(u),
            format_args!("flows given for {name} = 1"),
            &(1 + usize::from(flows.contains_key(w))),
            &1,
        )?;
        require(Some(u), format_args!("whether r(u, {name}) is 0"), &(*flow == Count::from(0)), &false)?;
        flows.insert(*w, flow.clone());
    }
    for w in graph.heads(u) {
        let name = display_name(instance, *w);
        require(Some(u), format_args!("whether r(u, {name}) is given"), &flows.contains_key(w), &true)?;
    }
    let heads: BTreeSet<_> = graph.heads(u).iter().collect();
    require(Some(u), "number of flows = number of heads", &flows.len(), &heads.len())?;
    revolution(instance, u, &flows, claim.last.as_ref(), tick)?;
    if let Some(last) = &claim.last {
        flows.insert(graph.head(last.arc), Count::Infinite);
        revolution(instance, u, &flows, claim.without_last.as_ref(), tick)?;
    }
    Ok(())
}

/// Demands that `last` is where the rotor of `u` comes to rest.
fn revolution(
    instance: &Instance,
    u: VertexId,
    flows: &BTreeMap<VertexId, Count>,
    last: Option<&LastDeparture>,
    tick: &mut dyn Tick,
) -> Result<(), Unproved> {
    let graph = instance.graph();
    let heads = graph.heads(u);
    let Some(LastDeparture { arc, number }) = last else {
        let finite = heads.iter().filter(|w| flows[w] != Count::Infinite).count();
        return Ok(require(Some(u), "finite flows without a last departure = 0", &finite, &0)?);
    };
    if number.is_zero() || heads.is_empty() {
        return Err(Refutation::new(Some(u), "number of the last departure ≥ 1", number, 1).into());
    }
    pay(tick, 2 * heads.len())?;
    let before = number - 1u32;
    let (turns, passed) = (&before / heads.len(), &before % heads.len());
    let passed = passed.to_usize().expect("a remainder is less than d(u)");
    let rotor = instance.rotors().position(graph, u) as usize;
    let row = graph.arc_range(u).start as usize;
    let position = (rotor + passed) % heads.len();
    require(Some(u), "arc of the departure of this number", &arc.index(), &(row + position))?;
    // How many arcs each head has, and how many of these are passed after the full turns.
    let mut counts: BTreeMap<VertexId, (usize, usize)> = BTreeMap::new();
    for step in 0..heads.len() {
        let (arcs, after_turns) = counts.entry(heads[(rotor + step) % heads.len()]).or_default();
        *arcs += 1;
        *after_turns += usize::from(step < passed);
    }
    for (w, (arcs, after_turns)) in counts {
        let visits: BigUint = &turns * arcs + after_turns;
        let name = display_name(instance, w);
        if w == heads[position] {
            let used_up = Count::from(&visits + 1u32);
            require(Some(u), format_args!("visits of {name} = r(u, {name})"), &used_up, &flows[&w])?;
        } else if Count::from(visits.clone()) >= flows[&w] {
            return Err(Refutation::new(
                Some(u),
                format_args!("visits of {name} < r(u, {name})"),
                visits,
                &flows[&w],
            )
            .into());
        }
    }
    Ok(())
}
