//! Frames of return flows, from the leaves to the start, and of the last departures that follow from them.

use super::{Frame, Mark, Part, Recorder, Step};
use crate::visits::visits_before;
use crate::words::{display_name, first_few, grouped, in_turns};
use num_bigint::BigUint;
use rotor_graph::{Count, ReturnFlows, TreeLike, VertexId, VertexMap};
use rotor_solve::tree::{Revolution, improved_revolving_routine};
use std::collections::BTreeMap;

impl Recorder<'_> {
    /// Adds a frame for every return flow away from the root of `tree` [ACD22, `lem:propag_ret`].
    pub(crate) fn add_return_flows(&mut self, tree: &TreeLike<'_, '_>, flows: &ReturnFlows) {
        let mut frames = Part::default();
        frames.add(|| self.ends(tree));
        let mut is_entered = VertexMap::filled(self.instance.graph().vertex_count(), false);
        for &u in tree.order() {
            let children = self.simple.heads(u).iter().filter(|&&w| tree.parent(w) == Some(u));
            children.for_each(|&w| is_entered[w] = true);
        }
        for &v in tree.order().iter().rev() {
            if let Some(p) = tree.parent(v).filter(|_| is_entered[v]) {
                frames.add(|| self.return_flow(flows, p, v));
            }
        }
        self.frames.close(frames);
    }

    /// The flows that are known from the beginning.
    fn ends(&self, tree: &TreeLike<'_, '_>) -> Frame {
        let words = "Flows to sinks and into traps are 1, flows around loops are inf.";
        let mut frame = Frame::new(Step::ReturnFlow, words.to_owned());
        let stopping = tree.stopping();
        for &u in tree.order() {
            for (&w, a) in self.simple.heads(u).iter().zip(self.first_arcs(u)) {
                let flow = if w == u { "inf" } else { "1" };
                if w == u || !stopping.is_active(w) {
                    frame.arc(u, a, Mark::Now, Some(flow.to_owned()));
                }
            }
        }
        frame
    }

    /// r(p, v) from the flows behind v.
    fn return_flow(&self, flows: &ReturnFlows, p: VertexId, v: VertexId) -> Frame {
        let [parent, name] = [p, v].map(|u| display_name(self.instance, u));
        let flow = flows.get(p, v).map_or(Count::Infinite, rotor_graph::Flow::to_count);
        let head = format!("r({parent}, {name}) = {}", grouped(&flow.to_string()));
        let heads = self.simple.heads(v);
        let mut known: BTreeMap<VertexId, Count> = flows.counts_of(v).into_iter().collect();
        known.remove(&p);
        let row: Vec<Count> = heads.iter().map(|w| known.remove(w).unwrap_or(Count::Infinite)).collect();
        let graph = self.instance.graph();
        let revolution =
            improved_revolving_routine(graph, &self.simple, v, self.instance.rotors().rotor(v), &row);
        let words = match (&revolution, heads.iter().position(|&w| w == p)) {
            (_, None) => format!("{head}: no arc leads from {name} back to {parent}."),
            (None, _) => format!("{head}: every other head of {name} always sends the particle back."),
            (Some(revolution), Some(back)) => {
                let visits = revolution.visits_before(back, self.simple.multiplicities(v)[back]);
                let leaves = display_name(self.instance, graph.head(revolution.last_departure));
                let times = match visits.to_string().as_str() {
                    "1" => "once".to_owned(),
                    digits => format!("{} times", grouped(digits)),
                };
                let turns = self.turns_in_words(v, &row, revolution);
                format!(
                    "{head}: {turns}, and leaves for {leaves} after sending the particle to {parent} {times}."
                )
            }
        };
        let mut frame = Frame::new(Step::ReturnFlow, words);
        frame.vertex(v, Mark::Now, None);
        for ((&w, a), flow) in heads.iter().zip(self.first_arcs(v)).zip(&row) {
            if w != p {
                frame.arc(v, a, Mark::Used, Some(flow.to_string()));
            }
        }
        if let Some(revolution) = revolution {
            frame.arc(v, revolution.last_departure, Mark::Chosen, None);
        }
        if let Some(at) = self.simple.arc(p, v) {
            let arc = self.first_arcs(p)[at - self.simple.row(p).start];
            frame.arc(p, arc, Mark::Now, Some(flow.to_string()));
        }
        frame
    }

    /// `u makes 2 full turns, the least of (7 − 1)/3 for a, (4 − 1)/1 for b`, each rounded down.
    fn turns_in_words(&self, u: VertexId, row: &[Count], revolution: &Revolution) -> String {
        let heads = self.simple.heads(u).iter().zip(self.simple.multiplicities(u)).zip(row);
        let quotients: Vec<String> = heads
            .filter_map(|((&w, arcs), flow)| {
                let flow = grouped(&flow.finite()?.to_string());
                Some(format!("⌊({flow} − 1)/{arcs}⌋ for {}", display_name(self.instance, w)))
            })
            .collect();
        let turns = in_turns(&revolution.full_turns.to_big());
        let least = if quotients.len() == 1 { "" } else { "the least of " };
        format!(
            "{} makes {turns}, {least}{}",
            display_name(self.instance, u),
            first_few(quotients.iter(), ", ")
        )
    }

    /// Adds a frame for the last departure from `u`: its number, and how often each head was visited before.
    pub(crate) fn add_last_departure(&mut self, u: VertexId, number: &BigUint, because: &str) {
        if self.departures.is_full() {
            self.departures.left_out += 1;
            return;
        }
        let graph = self.instance.graph();
        let turns: BigUint = (number - 1u32) / graph.out_degree(u);
        let after = match turns.bits() {
            0 => "Within its first full turn".to_owned(),
            _ => format!("After {}", in_turns(&turns)),
        };
        let mut frame = Frame::new(Step::Routine, format!("{after}, {because}"));
        frame.vertex(u, Mark::Now, None);
        let last = self.instance.rotors().arc_of_departure(graph, u, number);
        let visits = visits_before(self.instance, &self.simple, u, number);
        for (a, visits) in self.first_arcs(u).into_iter().zip(visits) {
            if visits.bits() > 0 && graph.head(a) != graph.head(last) {
                frame.arc(u, a, Mark::Passed, Some(visits.to_string()));
            }
        }
        frame.arc(u, last, Mark::Chosen, None);
        self.departures.add(|| frame);
    }
}
