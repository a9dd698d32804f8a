//! Small graphs: any directed multigraph on a handful of vertices.

use super::sketch::{Head, Sketch};
use crate::dice::Dice;
use rotor_graph::Instance;

/// A random instance of one to eight non-sinks with one to four arcs each, leading anywhere.
///
/// Loops, parallel arcs, traps, none to three sinks. A walk makes fewer than 120,000 steps.
pub fn small_graph(dice: &mut Dice) -> Instance {
    let vertices = dice.between(1..=8) as usize;
    let sinks = if dice.chance(0.08) { 0 } else { dice.between(1..=3) as usize };
    let most_arcs = dice.between(1..=4);
    let exits = *dice.pick(&[0.05, 0.15, 0.4]).expect("there are options");
    let row = |_| {
        let mut row: Vec<Head> = Vec::new();
        for _ in 0..dice.between(1..=most_arcs) {
            let head = match row.last() {
                Some(&last) if dice.chance(0.2) => last,
                _ if sinks > 0 && dice.chance(exits) => Head::Sink(dice.below(sinks as u32) as usize),
                _ => Head::Inner(dice.below(vertices as u32) as usize),
            };
            row.push(head);
        }
        dice.shuffle(&mut row);
        row
    };
    let rows = (0..vertices).map(row).collect();
    Sketch { rows, sinks }.finish(dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::{Kinds, walk_bound};
    use rotor_graph::{Classified, StoppingGraph, parse};

    #[test]
    fn every_kind_and_class_appears_among_small_graphs() {
        let mut dice = Dice::new(1);
        let (mut kinds, mut classes) = (Kinds::default(), std::collections::BTreeMap::new());
        for _ in 0..5_000 {
            let instance = small_graph(&mut dice);
            kinds.see(&instance);
            let stopping = StoppingGraph::of(instance.graph());
            *classes.entry(Classified::of(&stopping).class().name()).or_insert(0) += 1;
            assert!(walk_bound(instance.graph()) < 120_000);
            assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance));
        }
        assert_eq!(kinds.missing(), ["large multiplicities"], "at most four arcs: {kinds}");
        assert_eq!(classes.len(), rotor_graph::Class::ALL.len(), "{classes:?}");
    }
}
