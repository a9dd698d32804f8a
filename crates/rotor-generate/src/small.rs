//! Small nasty instances for tests: everything that is legal, on a handful of vertices.
//!
//! A solver that errs mostly errs on something small: a tie between two flows, an arc without a way back, a sink with several
//! in-neighbours. So each maker draws the shape first and then every such detail with a chance of its own. The arcs are
//! collected in a [`Sketch`], in rotor order; only [`Sketch::finish`] decides in which order the vertices are declared.

use crate::dice::Dice;
use crate::instances::walk_bound;
use rotor_graph::{
    Configuration, Instance, Multigraph, Names, Owner, Player, Value, VertexId, VertexMap, parse,
};

/// Where an arc of a sketch leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Head {
    /// To the non-sink of this number.
    Inner(usize),
    /// To the sink of this number.
    Sink(usize),
}

/// The arcs of every non-sink in rotor order, and the number of sinks.
#[derive(Clone, Debug, Default)]
struct Sketch {
    rows: Vec<Vec<Head>>,
    sinks: usize,
}

impl Sketch {
    /// The finished instance: non-sinks are called u0, u1, …, sinks s0, s1, …, declared in one of several orders, with
    /// rotors and sometimes a start put at random.
    fn finish(&self, dice: &mut Dice) -> Instance {
        let order = self.declaration_order(dice);
        let mut place = (vec![0u32; self.rows.len()], vec![0u32; self.sinks]);
        for (at, &vertex) in order.iter().enumerate() {
            match vertex {
                Head::Inner(i) => place.0[i] = at as u32,
                Head::Sink(j) => place.1[j] = at as u32,
            }
        }
        let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
        for &vertex in &order {
            match vertex {
                Head::Inner(i) => {
                    names.push(&format!("u{i}"));
                    heads.extend(self.rows[i].iter().map(|&head| match head {
                        Head::Inner(i) => VertexId::new(place.0[i]),
                        Head::Sink(j) => VertexId::new(place.1[j]),
                    }));
                }
                Head::Sink(j) => names.push(&format!("s{j}")),
            }
            first.push(heads.len() as u32);
        }
        let graph =
            Multigraph::from_rows(first, heads).expect("every head of a sketch is one of its vertices");
        let turned = dice.chance(0.8);
        let rotors =
            Configuration::from_positions(
                &graph,
                |u| {
                    if turned { dice.below(graph.out_degree(u)) } else { 0 }
                },
            );
        let start = dice.chance(0.5).then(|| VertexId::new(dice.below(order.len() as u32)));
        let instance = Instance::new(graph, names).expect("every vertex was given a name");
        instance.with_rotors(rotors).with_start(start).expect("the start is one of the vertices")
    }

    /// Sinks last, first, or all vertices shuffled.
    fn declaration_order(&self, dice: &mut Dice) -> Vec<Head> {
        let inner = (0..self.rows.len()).map(Head::Inner);
        let sinks = (0..self.sinks).map(Head::Sink);
        match dice.below(4) {
            0 => sinks.chain(inner).collect(),
            1 => {
                let mut order: Vec<_> = inner.chain(sinks).collect();
                dice.shuffle(&mut order);
                order
            }
            _ => inner.chain(sinks).collect(),
        }
    }
}

/// The most steps that any walk in a [`small_forest`] makes, whatever its start and rotors.
pub const MOST_SMALL_STEPS: u64 = 1_000_000;

const MOST_VERTICES: usize = 9;

/// The first instance drawn in which no walk is longer.
fn with_walks_up_to(most: u64, draw: impl FnMut() -> Instance) -> Instance {
    let mut drawn = std::iter::repeat_with(draw);
    drawn.find(|instance| walk_bound(instance.graph()) <= most).expect("there is no end of them")
}

/// A random tree-like instance of one to nine non-sinks, made to be nasty.
///
/// Trees and forests of several shapes, some of equal copies so that flows tie; multiplicities mostly up to 3,
/// sometimes up to 20; either direction of an edge may be missing; loops, several sinks or none, sinks with many
/// in-neighbours, traps inside and outside the trees; arcs interleaved or in runs, declarations in several orders.
/// Draws again while [`walk_bound`] exceeds [`MOST_SMALL_STEPS`], so that plain simulation is always cheap.
pub fn small_forest(dice: &mut Dice) -> Instance {
    with_walks_up_to(MOST_SMALL_STEPS, || forest_sketch(dice).finish(dice))
}

/// The arcs of a small forest.
fn forest_sketch(dice: &mut Dice) -> Sketch {
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

/// Two to four forests like [`small_forest`], most arcs to a sink of one leading to some vertex of
/// a later one instead, now and then back into its own forest or an earlier one.
///
/// Without an arc that leads back, every strong component is tree-like on the inside, however many cycles the
/// undirected graph has. Draws again while [`walk_bound`] exceeds [`MOST_SMALL_STEPS`].
pub fn small_glued_forests(dice: &mut Dice) -> Instance {
    with_walks_up_to(MOST_SMALL_STEPS, || glue(dice).finish(dice))
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

/// A random instance of two to nine non-sinks with arcs to later ones and to sinks only.
pub(crate) fn small_acyclic(dice: &mut Dice) -> Instance {
    let vertices = dice.between(2..=9) as usize;
    let sinks = dice.between(1..=3) as usize;
    let row = |u: usize| {
        let mut row = Vec::new();
        for _ in 0..dice.between(1..=4) {
            let later = (vertices - u - 1) as u32;
            let head = match later > 0 && dice.chance(0.8) {
                true => Head::Inner(u + 1 + dice.below(later) as usize),
                false => Head::Sink(dice.below(sinks as u32) as usize),
            };
            row.extend((0..dice.between(1..=2)).map(|_| head));
        }
        dice.shuffle(&mut row);
        row
    };
    let rows = (0..vertices).map(row).collect();
    Sketch { rows, sinks }.finish(dice)
}

/// Blocks of 2 to `most` vertices in a random tree, each a cycle, with a few chords if there are any; arcs both ways, or
/// one way at random, some parallel, some loops, some to sinks or traps.
///
/// Draws again while [`walk_bound`] exceeds 20,000,000.
pub fn small_blocks(dice: &mut Dice, most: u32, chords: f64) -> Instance {
    with_walks_up_to(20_000_000, || {
        let mut edges = Vec::new();
        let mut vertices = 1;
        for _ in 0..dice.between(1..=4) {
            let on = dice.below(vertices);
            let size = dice.between(2..=most);
            let ring: Vec<u32> = std::iter::once(on).chain(vertices..vertices + size - 1).collect();
            vertices += size - 1;
            for at in 0..ring.len() {
                edges.push((ring[at], ring[(at + 1) % ring.len()]));
                if dice.chance(chords) {
                    edges.push((ring[at], ring[dice.below(size) as usize]));
                }
            }
        }
        let mut rows: Vec<Vec<String>> = vec![Vec::new(); vertices as usize];
        let back = if dice.chance(0.4) { 3 } else { 1 };
        for (u, v) in edges {
            for (from, to, drift) in [(u, v, 1), (v, u, back)] {
                let times = if dice.chance(0.9) { drift * dice.between(1..=3) } else { 0 };
                (0..times).for_each(|_| rows[from as usize].push(format!("u{to}")));
            }
        }
        let mut text = String::new();
        for (u, row) in rows.iter_mut().enumerate() {
            if dice.chance(if back == 1 { 0.25 } else { 0.1 }) || row.is_empty() {
                row.push(format!("s{}", dice.below(3)));
            }
            if dice.chance(0.1) {
                row.push("trap".to_owned());
            }
            if dice.chance(0.15) {
                row.push(format!("u{u}"));
            }
            dice.shuffle(row);
            let rotor = dice.below(row.len() as u32) as usize;
            row[rotor].insert(0, '*');
            text += &format!("u{u}: {}\n", row.join(" "));
        }
        let sinks = if dice.chance(0.95) { "sink s0\nsink s1\nsink s2" } else { "s0: s1\ns1: s0\ns2: s2" };
        parse(&format!("{text}trap: trap\n{sinks}")).expect("what is written here is a graph")
    })
}

const MOST_OWNED: usize = 4;
const MOST_CHOICES: u32 = 5;

/// A random [`small_forest`] in which one or both players own at most four vertices of at most five arcs each, so that
/// all strategies can be tried; its sinks have binary, small, negative or distinct values.
pub fn small_game(dice: &mut Dice) -> Instance {
    let instance = small_forest(dice);
    with_players(instance, dice)
}

/// The same instance as a game of one or both players, or of none, small enough to try all strategies.
pub(crate) fn with_players(instance: Instance, dice: &mut Dice) -> Instance {
    let owners = draw_owners(dice, &instance);
    let values = draw_values(dice, &instance);
    let instance = instance.with_owners(owners).expect("only non-sinks were given an owner");
    instance.with_values(values).expect("only sinks were given a value, and a small one")
}

fn draw_owners(dice: &mut Dice, instance: &Instance) -> VertexMap<Owner> {
    let graph = instance.graph();
    let mut open: Vec<VertexId> =
        graph.vertices().filter(|&u| (1..=MOST_CHOICES).contains(&graph.out_degree(u))).collect();
    dice.shuffle(&mut open);
    open.truncate(dice.between(0..=MOST_OWNED as u32) as usize);
    let maximisers = *dice.pick(&[1.0, 0.0, 0.5, 0.5]).expect("there are options");
    let mut owners = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
    for u in open {
        owners[u] = Owner::Player(if dice.chance(maximisers) { Player::Max } else { Player::Min });
    }
    owners
}

fn draw_values(dice: &mut Dice, instance: &Instance) -> VertexMap<Value> {
    let graph = instance.graph();
    let kind = dice.below(4);
    let mut rank = -2;
    let value = |u| match kind {
        _ if !graph.is_sink(u) => 0,
        0 => Value::from(dice.below(2)),
        1 => Value::from(dice.below(7)) - 3,
        2 => -Value::from(dice.below(4)),
        _ => {
            rank += 1;
            rank
        }
    };
    VertexMap::from_vec(graph.vertices().map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::Kinds;
    use rotor_graph::{Class, Classified, StoppingGraph, TreeLike, parse};
    use std::collections::BTreeMap;

    /// Draws `count` instances, demands of each that it reads back and what `holds` says, and tells what kinds they show and how
    /// many are of each class.
    fn seen(
        count: usize,
        mut draw: impl FnMut() -> Instance,
        holds: impl Fn(&Instance, Class),
    ) -> (Kinds, BTreeMap<Class, u32>) {
        let (mut kinds, mut classes) = (Kinds::default(), BTreeMap::new());
        for _ in 0..count {
            let instance = draw();
            assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance));
            let class = Classified::of(&StoppingGraph::of(instance.graph())).class();
            holds(&instance, class);
            kinds.see(&instance);
            *classes.entry(class).or_insert(0) += 1;
        }
        (kinds, classes)
    }

    #[test]
    fn every_kind_and_class_of_tree_appears_in_small_forests() {
        let mut dice = Dice::new(1);
        let (kinds, classes) = seen(
            5_000,
            || small_forest(&mut dice),
            |instance, _| {
                let stopping = StoppingGraph::of(instance.graph());
                assert!(TreeLike::of(&stopping).is_ok(), "{instance}");
                let inner = instance.graph().vertex_count() - instance.graph().sink_count();
                assert!((1..=MOST_VERTICES).contains(&inner));
            },
        );
        assert_eq!(kinds.missing(), [""; 0], "{kinds}");
        let mut names: Vec<_> = classes.keys().map(|class| class.name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["path", "simple-tree-like", "trapped", "tree-like"]);
    }

    #[test]
    fn every_kind_appears_among_glued_forests_few_of_them_trees() {
        let mut dice = Dice::new(4);
        let (kinds, classes) = seen(2_000, || small_glued_forests(&mut dice), |_, _| ());
        assert_eq!(kinds.missing(), [""; 0], "{kinds}");
        let general: u32 = classes.iter().filter(|&(&class, _)| class > Class::Acyclic).map(|(_, n)| n).sum();
        assert!(general > 800, "{general} of 2000 have cycles both ways");
    }

    #[test]
    fn every_kind_and_class_appears_among_small_graphs() {
        let mut dice = Dice::new(1);
        let is_short = |instance: &Instance, _| assert!(walk_bound(instance.graph()) < 120_000);
        let (kinds, classes) = seen(5_000, || small_graph(&mut dice), is_short);
        assert_eq!(kinds.missing(), ["large multiplicities"], "at most four arcs: {kinds}");
        assert_eq!(classes.len(), Class::ALL.len(), "{classes:?}");
    }

    #[test]
    fn cacti_and_small_blocks_are_drawn() {
        let mut dice = Dice::new(5);
        let (_, cacti) = seen(1_000, || small_blocks(&mut dice, 5, 0.0), |_, _| ());
        assert!(cacti.keys().all(|&class| class <= Class::Cactus), "{cacti:?}");
        let (_, blocks) = seen(1_000, || small_blocks(&mut dice, 5, 0.4), |_, _| ());
        let few = |class| [&cacti, &blocks].iter().filter_map(|seen| seen.get(class)).sum::<u32>() <= 200;
        assert!(![Class::Cactus, Class::SmallBlocks].iter().any(few), "{cacti:?} {blocks:?}");
    }

    #[test]
    fn all_strategies_of_a_small_game_can_be_tried() {
        let mut dice = Dice::new(1);
        let (mut players, mut negative, mut binary) = ([0; 3], 0, 0);
        for _ in 0..2_000 {
            let game = small_game(&mut dice);
            let owned = |player| game.owned_by(player).collect::<Vec<_>>();
            let all = [owned(Player::Max), owned(Player::Min)].concat();
            assert!(all.len() <= MOST_OWNED);
            assert!(all.iter().all(|&u| game.graph().out_degree(u) <= MOST_CHOICES));
            assert_eq!(parse(&game.to_string()).as_ref(), Ok(&game));
            players[game.player_count()] += 1;
            let values: Vec<_> = game.graph().vertices().map(|u| game.value(u)).collect();
            negative += usize::from(values.iter().any(|&value| value < 0));
            binary += usize::from(values.iter().all(|value| (0..2).contains(value)));
        }
        assert!(players.iter().all(|&times| times > 200), "{players:?}");
        assert!(negative > 200 && binary > 200, "{negative} {binary}");
    }
}
