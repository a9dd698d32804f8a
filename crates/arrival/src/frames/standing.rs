//! What stands on the graph at one frame: labels until others replace them, marks for that frame alone, rotors as turned.

use super::Frame;
use rotor_draw::{Mark, Marked, Marks};
use rotor_graph::{Configuration, Multigraph};
use std::collections::BTreeMap;

/// The marks and labels at the last of `frames`.
pub(crate) fn marks(frames: &[Frame], has_legend: bool) -> Marks {
    let mut marks = Marks { has_legend, ..Marks::default() };
    for (number, frame) in (1..).zip(frames) {
        let is_now = number == frames.len();
        frame.vertices.iter().for_each(|at| add(&mut marks.vertices, at.vertex, at.mark, &at.label, is_now));
        frame.arcs.iter().for_each(|at| add(&mut marks.arcs, at.arc, at.mark, &at.label, is_now));
    }
    marks
}

fn add<K: Ord>(all: &mut BTreeMap<K, Marked>, key: K, mark: Mark, label: &Option<String>, is_now: bool) {
    if !is_now && label.is_none() {
        return;
    }
    let marked = all.entry(key).or_default();
    if is_now {
        marked.marks.push(mark);
        marked.is_new |= label.is_some();
    }
    if label.is_some() {
        marked.label.clone_from(label);
    }
}

/// `rotors` after all turns of `frames`.
pub(crate) fn rotors(frames: &[Frame], graph: &Multigraph, rotors: &Configuration) -> Configuration {
    let turned: BTreeMap<_, _> = frames.iter().flat_map(|frame| frame.rotors.iter().copied()).collect();
    Configuration::from_positions(graph, |u| {
        turned.get(&u).copied().unwrap_or_else(|| rotors.position(graph, u))
    })
}
