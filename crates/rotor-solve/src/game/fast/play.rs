//! Plays on a layout: where the particle halts when two players have picked their initial arcs.

use super::below::{NONE, PARENT};
use super::choice::Counters;
use super::layout::{Layout, Place};
use super::packed_pair::{FlowWord, INFINITE, PackedPair, Stopped};
use crate::tree::layout::Marked;
use rotor_graph::{Decision, Instance, Owner, Strategy, VertexId};

impl Layout {
    /// The vertex on which the particle halts that starts on the first root; none if there is no root, or if a strategy
    /// decides more than initial arcs. Vertices without a decision keep their rotor. Time O(|A|).
    pub(crate) fn halt_of_play(
        &self,
        instance: &Instance,
        strategies: [&Strategy; 2],
    ) -> Result<Option<VertexId>, Stopped> {
        let Some(starts) = self.starts_of(instance, strategies) else { return Ok(None) };
        let mut flows: Vec<FlowWord> = vec![INFINITE; starts.len()];
        // The position in its list of the arc by which each vertex is left for good.
        let mut last = vec![NONE; starts.len()];
        let mut counters = Counters::default();
        for at in self.reached().rev() {
            let place = self.place(at);
            let flow_of = |neighbour: usize| match neighbour {
                PARENT => INFINITE,
                child => flows[place.first_child + child - 1],
            };
            let Some(mut turned) = counters.turn(&place, flow_of) else { continue };
            let (before, from) = place.arcs.split_at(starts[at] as usize);
            let after = turned.last_departure(from.iter().chain(before));
            last[at] = ((starts[at] as usize + after) % place.arcs.len()) as u32;
            flows[at] = turned.pair_from(PARENT, false).map(PackedPair::flow)?;
        }
        Ok(self.follow(instance, &last))
    }

    /// The position of the initial arc of every place that the first root reaches, counted from the rotor; none if a
    /// strategy decides more.
    fn starts_of(&self, instance: &Instance, strategies: [&Strategy; 2]) -> Option<Vec<u32>> {
        let mut starts = vec![0; self.reached().len()];
        for strategy in strategies {
            for &(u, ref decision) in &strategy.decisions {
                let Decision::Start(start) = decision else { return None };
                let owned = instance.owner(u) == Owner::Player(strategy.player);
                if let (true, Marked::Placed(place)) = (owned, self.marked(u))
                    && let Some(position) = starts.get_mut(place as usize)
                {
                    let turned = i64::from(start.raw()) - i64::from(instance.rotors().rotor(u).raw());
                    *position = turned.rem_euclid(instance.graph().out_degree(u).into()) as u32;
                }
            }
        }
        Some(starts)
    }

    /// Where the last departures lead from the first root.
    fn follow(&self, instance: &Instance, last: &[u32]) -> Option<VertexId> {
        let mut at = 0;
        loop {
            let (position, place) = (*last.get(at).filter(|&&position| position != NONE)?, self.place(at));
            let code = place.arcs[position as usize];
            if code.ends() {
                return self.halt_by(instance, at, &place, position);
            }
            at = place.first_child + code.number() - 1;
        }
    }

    /// The head of the arc in this position, on which a particle halts.
    fn halt_by(&self, instance: &Instance, at: usize, place: &Place<'_>, position: u32) -> Option<VertexId> {
        let u = self.vertex(at);
        let (heads, rotor) = (instance.graph().heads(u), instance.rotors().position(instance.graph(), u));
        let (before, from) = heads.split_at(rotor as usize);
        let mut heads = from.iter().chain(before).copied();
        match place.owner {
            // Its list has no loops, and ends with the first arc that ends.
            Owner::Rotor => heads.find(|v| matches!(self.marked(*v), Marked::Halts(_))),
            Owner::Player(_) => heads.nth(position as usize),
        }
    }
}
