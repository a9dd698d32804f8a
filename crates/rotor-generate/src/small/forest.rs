//! Small forests: after traps and inner sinks are cut, the undirected graph has no cycle.

use super::sketch::{Head, Sketch};
use super::walk_bound::walk_bound;
use crate::dice::Dice;
use rotor_graph::Instance;

/// The most steps that any walk in a [`small_forest`] makes, whatever its start and rotors.
pub const MOST_SMALL_STEPS: u64 = 1_000_000;

const MOST_VERTICES: usize = 9;

/// A random tree-like instance of one to nine non-sinks, made to be nasty.
///
/// Trees and forests of several shapes, some of equal copies so that flows tie; multiplicities mostly up to 3,
/// sometimes up to 20; either direction of an edge may be missing; loops, several sinks or none, sinks with many
/// in-neighbours, traps inside and outside the trees; arcs interleaved or in runs, declarations in several orders.
/// Draws again while [`walk_bound`] exceeds [`MOST_SMALL_STEPS`], so that plain simulation is always cheap.
pub fn small_forest(dice: &mut Dice) -> Instance {
    loop {
        let instance = forest_sketch(dice).finish(dice);
        if walk_bound(instance.graph()) <= MOST_SMALL_STEPS {
            return instance;
        }
    }
}

/// The arcs of a small forest.
pub(super) fn forest_sketch(dice: &mut Dice) -> Sketch {
    let mut sketch = match dice.below(20) {
        0 => simple_path(dice),
        1..=6 => equal_copies(dice),
        _ => any_shape(dice),
    };
    if dice.chance(0.15) {
        add_trap(dice, &mut sketch);
    }
    sketch
}

/// How the edges of a forest are turned into arcs.
struct Taste {
    most_parallel: u32,
    one_way: f64,
    loops: f64,
    exits: f64,
    /// Extra arcs away from the root, the only sure exit: walks become long.
    drift: u32,
    runs: bool,
}

impl Taste {
    fn draw(dice: &mut Dice) -> Self {
        let one_of = |dice: &mut Dice, options: &[f64]| *dice.pick(options).expect("there are options");
        let drift = if dice.chance(0.25) { dice.between(1..=4) } else { 0 };
        Self {
            drift,
            most_parallel: *dice.pick(&[1, 1, 3, 3, 3, 20]).expect("there are options"),
            one_way: one_of(dice, &[0.0, 0.0, 0.1, 0.35]),
            loops: one_of(dice, &[0.0, 0.1, 0.3]),
            exits: if drift > 0 { 0.05 } else { one_of(dice, &[0.05, 0.2, 0.5]) },
            runs: dice.chance(0.25),
        }
    }

    fn parallel(&self, dice: &mut Dice) -> u32 {
        let many = self.most_parallel > 3 && dice.chance(0.35);
        dice.between(1..=if many { self.most_parallel } else { self.most_parallel.min(3) })
    }

    /// The arcs of the forest in which vertex i > 0 hangs on `parents[i]` (or on nothing).
    fn arcs(&self, dice: &mut Dice, parents: &[Option<usize>]) -> Sketch {
        let sinks = if dice.chance(0.06) { 0 } else { dice.between(1..=4) as usize };
        let mut sketch = Sketch { rows: vec![Vec::new(); parents.len()], sinks };
        for (child, parent) in parents.iter().enumerate() {
            let Some(parent) = *parent else { continue };
            let (up, down) = match dice.chance(self.one_way) {
                true if dice.chance(0.5) => (true, false),
                true => (false, true),
                false => (true, true),
            };
            if up {
                self.put(dice, &mut sketch.rows[child], Head::Inner(parent));
            }
            if down {
                self.put(dice, &mut sketch.rows[parent], Head::Inner(child));
                sketch.rows[parent].extend((0..self.drift).map(|_| Head::Inner(child)));
            }
        }
        let last = parents.len() as u32 - 1;
        let far = if self.drift > 0 { 0 } else { dice.between(last / 2..=last) as usize };
        let sure_exit = (sinks > 0 && dice.chance(0.8)).then_some(far);
        for (u, row) in sketch.rows.iter_mut().enumerate() {
            if Some(u) == sure_exit {
                row.push(Head::Sink(dice.below(sinks as u32) as usize));
            }
            if dice.chance(self.loops) {
                self.put(dice, row, Head::Inner(u));
            }
            let is_leaf = !parents.contains(&Some(u));
            while sinks > 0 && dice.chance(if is_leaf { self.exits } else { self.exits / 3.0 }) {
                let sink = Head::Sink(dice.below(sinks as u32) as usize);
                self.put(dice, row, sink);
            }
            if row.is_empty() {
                let exit = (sinks > 0 && dice.chance(0.7)).then(|| dice.below(sinks as u32) as usize);
                self.put(dice, row, exit.map_or(Head::Inner(u), Head::Sink));
            }
            if !self.runs {
                dice.shuffle(row);
            }
        }
        sketch
    }

    fn put(&self, dice: &mut Dice, row: &mut Vec<Head>, head: Head) {
        let parallel = self.parallel(dice);
        row.extend((0..parallel).map(|_| head));
    }
}

/// A forest of one of the shapes: random, path, star, binary, caterpillar; whole or scattered.
fn any_shape(dice: &mut Dice) -> Sketch {
    let vertices = if dice.chance(0.05) { 1 } else { dice.between(2..=MOST_VERTICES as u32) as usize };
    let parents = shape(dice, vertices, 0.25);
    Taste::draw(dice).arcs(dice, &parents)
}

fn shape(dice: &mut Dice, vertices: usize, scattered: f64) -> Vec<Option<usize>> {
    let kind = dice.below(6);
    let cut = if dice.chance(scattered) { 0.3 } else { 0.0 };
    let parent = |i: usize| match (i, kind) {
        (0, _) => None,
        (_, 0) => Some(i - 1),
        (_, 1) => Some(0),
        (_, 2) => Some((i - 1) / 2),
        (_, 3) => Some(i - (2 - i % 2)),
        _ => Some(dice.below(i as u32) as usize),
    };
    let parents: Vec<_> = (0..vertices).map(parent).collect();
    parents.into_iter().map(|parent| parent.filter(|_| !dice.chance(cut))).collect()
}

/// The simple path graph [ACD22, `sec:path`].
fn simple_path(dice: &mut Dice) -> Sketch {
    let vertices = dice.between(1..=MOST_VERTICES as u32) as usize;
    let row = |i: usize| {
        let left = if i == 0 { Head::Sink(0) } else { Head::Inner(i - 1) };
        let right = if i + 1 == vertices { Head::Sink(1) } else { Head::Inner(i + 1) };
        let mut row = vec![left, right];
        dice.shuffle(&mut row);
        row
    };
    Sketch { rows: (0..vertices).map(row).collect(), sinks: 2 }
}

/// Two or three equal trees on one hub: their flows tie, unless their sinks are permuted or their exits break it.
fn equal_copies(dice: &mut Dice) -> Sketch {
    let copies = dice.between(2..=3) as usize;
    let size = dice.between(1..=if copies == 2 { 4 } else { 2 }) as usize;
    let mut parents = vec![None, Some(0)];
    parents.extend(shape(dice, size, 0.0).into_iter().skip(1).map(|parent| parent.map(|p| p + 1)));
    let piece = Taste::draw(dice).arcs(dice, &parents);
    let permute_sinks = dice.chance(0.5);
    let in_copy = |copy: usize, head: Head| match head {
        Head::Inner(0) => Head::Inner(0),
        Head::Inner(i) => Head::Inner(i + copy * size),
        Head::Sink(j) if permute_sinks => Head::Sink((j + copy) % piece.sinks),
        Head::Sink(j) => Head::Sink(j),
    };
    let hub = piece.rows[0].iter().flat_map(|&head| match head {
        Head::Inner(1) => (0..copies).map(|copy| in_copy(copy, head)).collect(),
        _ => vec![head],
    });
    let mut rows = vec![hub.collect::<Vec<_>>()];
    for copy in 0..copies {
        rows.extend(piece.rows[1..].iter().map(|row| row.iter().map(|&head| in_copy(copy, head)).collect()));
    }
    Sketch { rows, sinks: piece.sinks }
}

/// Adds a strongly connected part without exits, with arcs into it from the rest; it may hold cycles of any kind.
fn add_trap(dice: &mut Dice, sketch: &mut Sketch) {
    let rest = sketch.rows.len();
    let room = MOST_VERTICES.saturating_sub(rest).min(3);
    if room == 0 {
        return;
    }
    let size = dice.between(1..=room as u32) as usize;
    for i in 0..size {
        let mut row = vec![Head::Inner(rest + (i + 1) % size)];
        while dice.chance(0.4) {
            row.push(Head::Inner(rest + dice.below(size as u32) as usize));
        }
        dice.shuffle(&mut row);
        sketch.rows.push(row);
    }
    for _ in 0..dice.between(0..=2) {
        let from = dice.below(rest as u32) as usize;
        let at = dice.below(sketch.rows[from].len() as u32 + 1) as usize;
        sketch.rows[from].insert(at, Head::Inner(rest + dice.below(size as u32) as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::Kinds;
    use rotor_graph::{Classified, StoppingGraph, TreeLike, parse};

    #[test]
    fn a_small_forest_is_tree_like_and_reads_back() {
        let mut dice = Dice::new(1);
        for _ in 0..5_000 {
            let instance = small_forest(&mut dice);
            let stopping = StoppingGraph::of(instance.graph());
            assert!(TreeLike::of(&stopping).is_ok(), "{instance}");
            let inner = instance.graph().vertex_count() - instance.graph().sink_count();
            assert!((1..=MOST_VERTICES).contains(&inner));
            assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance));
        }
    }

    #[test]
    fn every_kind_and_class_of_tree_appears_in_small_forests() {
        let mut dice = Dice::new(2);
        let (mut kinds, mut classes) = (Kinds::default(), std::collections::BTreeMap::new());
        for _ in 0..2_000 {
            let instance = small_forest(&mut dice);
            kinds.see(&instance);
            let stopping = StoppingGraph::of(instance.graph());
            *classes.entry(Classified::of(&stopping).class().name()).or_insert(0) += 1;
        }
        assert_eq!(kinds.missing(), [""; 0], "{kinds}");
        assert!(
            classes.keys().eq(["path", "simple-tree-like", "trapped", "tree-like"].iter()),
            "{classes:?}"
        );
    }
}
