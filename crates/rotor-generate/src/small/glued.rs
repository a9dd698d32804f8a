//! Small glued forests: trees in a row, the sinks of each being vertices of later ones.

use super::forest::{MOST_SMALL_STEPS, forest_sketch};
use super::sketch::{Head, Sketch};
use super::walk_bound::walk_bound;
use crate::dice::Dice;
use rotor_graph::Instance;

/// Two to four forests like [`small_forest`](crate::small_forest), most arcs to a sink of one leading to some vertex of
/// a later one instead, now and then back into its own forest or an earlier one.
///
/// Without an arc that leads back, every strong component is tree-like on the inside, however many cycles the
/// undirected graph has. Draws again while [`walk_bound`] exceeds [`MOST_SMALL_STEPS`].
pub fn small_glued_forests(dice: &mut Dice) -> Instance {
    loop {
        let instance = glue(dice).finish(dice);
        if walk_bound(instance.graph()) <= MOST_SMALL_STEPS {
            return instance;
        }
    }
}

fn glue(dice: &mut Dice) -> Sketch {
    let pieces: Vec<Sketch> = (0..dice.between(2..=4)).map(|_| forest_sketch(dice)).collect();
    let sinks = pieces.iter().map(|piece| piece.sinks).max().unwrap_or(0);
    let vertices = pieces.iter().map(|piece| piece.rows.len() as u32).sum();
    let back = if dice.chance(0.2) { 0.05 } else { 0.0 };
    let mut glued = Sketch { rows: Vec::new(), sinks };
    for piece in pieces {
        let first = glued.rows.len();
        let later = (first + piece.rows.len()) as u32;
        let mut lead = |head| match head {
            Head::Inner(i) => Head::Inner(first + i),
            Head::Sink(_) if dice.chance(back) => Head::Inner(dice.below(later) as usize),
            Head::Sink(_) if later < vertices && dice.chance(0.8) => {
                Head::Inner(dice.between(later..=vertices - 1) as usize)
            }
            sink => sink,
        };
        let rows = piece.rows.into_iter().map(|row| row.into_iter().map(&mut lead).collect());
        glued.rows.extend(rows.collect::<Vec<_>>());
    }
    glued
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::Kinds;
    use rotor_graph::{Class, Classified, StoppingGraph};

    #[test]
    fn every_kind_appears_among_glued_forests_few_of_them_trees() {
        let mut dice = Dice::new(4);
        let (mut kinds, mut general) = (Kinds::default(), 0);
        for _ in 0..2_000 {
            let instance = small_glued_forests(&mut dice);
            kinds.see(&instance);
            let stopping = StoppingGraph::of(instance.graph());
            general += u32::from(Classified::of(&stopping).class() > Class::Acyclic);
        }
        assert_eq!(kinds.missing(), [""; 0], "{kinds}");
        assert!(general > 800, "{general} of 2000 have cycles both ways");
    }
}
