//! Instances beside the stream of all makers, and the same instance in other words.

use num_bigint::BigUint;
use rotor_generate::{Dice, FAMILIES, draw, generate, small_forest, small_graph, walk_bound};
use rotor_graph::{
    Configuration, Instance, Multigraph, Names, Owner, Player, StoppingGraph, Value, VertexId, VertexMap,
    parse,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The same graph in other words, with the vertex of the instance that each of its vertices stands for.
pub(crate) struct Variant {
    pub(crate) instance: Instance,
    pub(crate) old: Vec<Option<VertexId>>,
}

impl Variant {
    /// The vertex that stands for `u`.
    pub(crate) fn stands_for(&self, u: VertexId) -> VertexId {
        VertexId::new(self.old.iter().position(|&old| old == Some(u)).unwrap() as u32)
    }

    pub(crate) fn name(&self, v: VertexId) -> Option<VertexId> {
        self.old[v.index()]
    }
}

/// A vertex with everything that belongs to it; its heads are numbers of vertices.
#[derive(Clone)]
struct Row {
    name: String,
    heads: Vec<usize>,
    position: u32,
    owner: Owner,
    value: Value,
}

fn rows(instance: &Instance) -> Vec<Row> {
    let graph = instance.graph();
    let row = |u: VertexId| Row {
        name: instance.name(u).to_owned(),
        heads: graph.heads(u).iter().map(|v| v.index()).collect(),
        position: if graph.is_sink(u) { 0 } else { instance.rotors().position(graph, u) },
        owner: instance.owner(u),
        value: instance.value(u),
    };
    graph.vertices().map(row).collect()
}

fn built(rows: &[Row]) -> Instance {
    let (mut starts, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
    for row in rows {
        heads.extend(row.heads.iter().map(|&v| VertexId::new(v as u32)));
        starts.push(heads.len() as u32);
        names.push(&row.name);
    }
    let graph = Multigraph::from_rows(starts, heads).unwrap();
    let rotors = Configuration::from_positions(&graph, |u| rows[u.index()].position);
    let owners = VertexMap::from_vec(rows.iter().map(|row| row.owner).collect());
    let values = VertexMap::from_vec(rows.iter().map(|row| row.value).collect());
    let instance = Instance::new(graph, names).unwrap().with_rotors(rotors);
    instance.with_owners(owners).unwrap().with_values(values).unwrap()
}

fn old_ones(vertices: usize) -> Vec<Option<VertexId>> {
    (0..vertices).map(|u| Some(VertexId::new(u as u32))).collect()
}

/// The vertices in another order, and the list of each begun at another arc while its rotor stays where it was.
pub(crate) fn relabelled(instance: &Instance, dice: &mut Dice) -> Variant {
    let rows = rows(instance);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    dice.shuffle(&mut order);
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &u)| place[u] = at);
    let moved = order.iter().map(|&u| {
        let mut row = rows[u].clone();
        row.heads.iter_mut().for_each(|v| *v = place[*v]);
        if !row.heads.is_empty() {
            let by = dice.below(row.heads.len() as u32);
            row.position = (row.position + by) % row.heads.len() as u32;
            row.heads.rotate_right(by as usize);
        }
        row
    });
    let moved: Vec<_> = moved.collect();
    Variant { instance: built(&moved), old: order.iter().map(|&u| Some(VertexId::new(u as u32))).collect() }
}

/// More vertices that nothing leads to: one with an arc into the graph, two that are left by a sink, and a trap.
///
/// A forest stays one, and a graph without parallel arcs too.
pub(crate) fn with_an_unreached_part(instance: &Instance, dice: &mut Dice) -> Variant {
    let mut rows = rows(instance);
    let before = rows.len();
    let into = dice.below(before as u32) as usize;
    for (name, heads) in [
        ("new x", vec![before + 4, into]),
        ("new y", vec![before + 2, before + 4]),
        ("new z", vec![before + 1]),
        ("new trap", vec![before + 3]),
        ("new sink", vec![]),
    ] {
        rows.push(Row { name: name.to_owned(), heads, position: 0, owner: Owner::Rotor, value: 0 });
    }
    let mut old = old_ones(before);
    old.resize(rows.len(), None);
    Variant { instance: built(&rows), old }
}

/// Every sink with several in-neighbours split into one copy for each of them.
pub(crate) fn with_split_sinks(instance: &Instance) -> Variant {
    let mut rows = rows(instance);
    let mut old = old_ones(rows.len());
    for sink in instance.graph().vertices().filter(|&v| instance.graph().is_sink(v)) {
        let is_tail = |row: &Row| row.heads.contains(&sink.index());
        let tails: Vec<usize> = (0..rows.len()).filter(|&u| is_tail(&rows[u])).collect();
        for &tail in tails.iter().skip(1) {
            let copy = rows.len();
            let name = format!("{} for {}", rows[sink.index()].name, rows[tail].name);
            rows[tail].heads.iter_mut().filter(|v| **v == sink.index()).for_each(|v| *v = copy);
            rows.push(Row { name, ..rows[sink.index()].clone() });
            old.push(Some(sink));
        }
    }
    Variant { instance: built(&rows), old }
}

/// A member of a random family with walks short enough to be made.
pub(crate) fn small_member(dice: &mut Dice) -> Instance {
    loop {
        let Some(family) = dice.pick(FAMILIES) else { continue };
        let mut given = BTreeMap::new();
        for parameter in family.parameters {
            if parameter.whole && parameter.most > 1.0 {
                let most = if ["n", "size"].contains(&parameter.name) { 12 } else { 4 };
                let number = dice.between(parameter.least as u32..=most.max(parameter.least as u32));
                given.insert(parameter.name.to_owned(), number.to_string());
            } else if parameter.whole {
                given.insert(parameter.name.to_owned(), dice.below(2).to_string());
            }
        }
        let Ok(instance) = family.generate(&given, u64::from(dice.below(u32::MAX))) else { continue };
        if instance.graph().vertex_count() < 60 && walk_bound(instance.graph()) < 20_000 {
            return instance;
        }
    }
}

/// A forest with two more vertices, each joined to some of it, both ways or one way: every cycle passes one of the two.
pub(crate) fn with_two_apexes(dice: &mut Dice) -> Instance {
    loop {
        let forest = small_forest(dice);
        let mut rows = rows(&forest);
        let before = rows.len();
        let mut apexes = [Vec::new(), Vec::new()];
        for u in (0..before).filter(|&u| !forest.graph().is_sink(VertexId::new(u as u32))) {
            for (number, apex) in apexes.iter_mut().enumerate() {
                if dice.chance(0.4) {
                    let at = dice.below(rows[u].heads.len() as u32 + 1) as usize;
                    rows[u].heads.insert(at, before + number);
                }
                if dice.chance(0.4) {
                    apex.push(u);
                }
            }
        }
        for (number, mut heads) in apexes.into_iter().enumerate() {
            if heads.is_empty() || dice.chance(0.3) {
                heads.push(before + 2);
            }
            dice.shuffle(&mut heads);
            let (position, name) = (dice.below(heads.len() as u32), format!("apex{number}"));
            rows.push(Row { name, heads, position, owner: Owner::Rotor, value: 0 });
        }
        rows.push(Row {
            name: "way-out".to_owned(),
            heads: vec![],
            position: 0,
            owner: Owner::Rotor,
            value: 0,
        });
        let instance = built(&rows);
        if walk_bound(instance.graph()) <= 20_000 {
            return instance;
        }
    }
}

/// Two to four copies of a tree on one hub, its leaves sinks, with more arcs towards the hub than away from it, so that
/// flows are huge and tie; rotors stand on the first arcs, but for a few of them.
pub(crate) fn copies_on_a_hub(dice: &mut Dice) -> Instance {
    let vertices = dice.between(40..=120) as usize;
    let most_inward = dice.between(3..=8);
    let lanky = if dice.chance(0.8) { 0.97 } else { 0.5 };
    let parent = |i: usize| match i {
        0 => 0,
        _ if dice.chance(lanky) => i - 1,
        _ => dice.below(i as u32) as usize,
    };
    let parents: Vec<usize> = (0..vertices).map(parent).collect();
    // The names of heads, in a copy: its parent, its children, and a sink if it has none.
    let mut lists: Vec<Vec<String>> = Vec::new();
    for u in 0..vertices {
        let parent = if u == 0 { "hub".to_owned() } else { format!("#v{}", parents[u]) };
        let mut list = vec![parent; dice.between(2..=most_inward) as usize];
        list.extend((1..vertices).filter(|&v| parents[v] == u).map(|v| format!("#v{v}")));
        if !parents[1..].contains(&u) {
            list.push(format!("#s{u}"));
        }
        dice.shuffle(&mut list);
        lists.push(list);
    }
    let copies = dice.between(2..=4) as usize;
    let turned: Vec<u32> = (0..dice.below(4)).map(|_| dice.below((copies * vertices) as u32)).collect();
    let mut hub: Vec<usize> = (0..copies).flat_map(|copy| [copy, copy]).collect();
    dice.shuffle(&mut hub);
    let mut text = String::from("hub:");
    hub.iter().for_each(|copy| write!(text, " c{copy}v0").unwrap());
    for copy in 0..copies {
        for (u, list) in lists.iter().enumerate() {
            let mut list: Vec<_> = list.iter().map(|name| name.replace('#', &format!("c{copy}"))).collect();
            let rotor = if turned.contains(&((copy * vertices + u) as u32)) { list.len() / 2 } else { 0 };
            list[rotor].insert(0, '*');
            write!(text, "\nc{copy}v{u}: {}", list.join(" ")).unwrap();
            if !parents[1..].contains(&u) {
                write!(text, "\nsink c{copy}s{u}").unwrap();
            }
        }
    }
    parse(&text).unwrap()
}

/// A two-sided path with huge flows, a mirror image of itself or not.
pub(crate) fn two_sided_path(dice: &mut Dice, mirrored: bool) -> Instance {
    let n = dice.between(60..=260);
    let (x, y) = (dice.between(2..=6), dice.between(1..=2));
    draw("two-sided", &[("n", n), ("x", x), ("y", y), ("mirrored", u32::from(mirrored))], dice).unwrap()
}

/// A short path with many parallel arcs: flows of every width.
pub(crate) fn path_of_many_arcs(dice: &mut Dice) -> Instance {
    let n = dice.between(3..=9);
    let (x, y) = (dice.between(1..=3_000), dice.between(1..=3));
    let sizes = [("n", n), ("x", x), ("y", y), ("mirrored", 1)];
    match dice.chance(0.5) {
        true => draw("expchain", &sizes[..3], dice).unwrap(),
        false => draw("two-sided", &sizes, dice).unwrap(),
    }
}

/// A tree of 300 vertices of one of eight shapes, with everything that trees may have.
pub(crate) fn larger_tree(dice: &mut Dice) -> Instance {
    let shapes = ["tree", "binary-tree", "caterpillar", "star", "path-tree", "broom", "path", "multipath"];
    let family = dice.pick(&shapes).unwrap();
    let mut given = vec![("n", "300")];
    if !["path", "multipath"].contains(family) {
        let nasty = [
            ("parallel", "4"),
            ("one-way", "0.2"),
            ("loops", "0.1"),
            ("inner-sinks", "0.1"),
            ("traps", "0.02"),
        ];
        given.extend(nasty);
    }
    let given = given.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
    generate(family, &given.collect(), u64::from(dice.below(1_000_000))).unwrap()
}

/// A game in which more is at stake than in most: the start is active and leads to owned vertices and to several sinks.
pub(crate) fn game_with_stakes(dice: &mut Dice) -> Instance {
    loop {
        let instance = small_forest(dice);
        let graph = instance.graph();
        let stopping = StoppingGraph::of(graph);
        let Some(&from) = dice.pick(&stopping.active_vertices().collect::<Vec<_>>()) else { continue };
        let reached = stopping.reached_from(from);
        let open: Vec<_> = reached.active_vertices().collect();
        if graph.sink_count() < 2 && dice.chance(0.9) {
            continue;
        }
        let instance = instance.with_start(Some(from)).unwrap();
        if let Some(game) = with_owners_among(instance, open, 2..=5, 1..=4, dice) {
            return game;
        }
    }
}

/// A game on a graph of any kind.
pub(crate) fn game_on_any_graph(dice: &mut Dice) -> Instance {
    loop {
        let instance = small_graph(dice);
        let vertices: Vec<_> = instance.graph().vertices().collect();
        if let Some(game) = with_owners_among(instance, vertices, 2..=4, 0..=4, dice) {
            return game;
        }
    }
}

/// Players at `count` of these vertices with out-degrees in `degrees`, and values at all sinks.
fn with_owners_among(
    instance: Instance,
    mut open: Vec<VertexId>,
    degrees: std::ops::RangeInclusive<u32>,
    count: std::ops::RangeInclusive<u32>,
    dice: &mut Dice,
) -> Option<Instance> {
    let graph = instance.graph();
    open.retain(|&u| degrees.contains(&graph.out_degree(u)));
    if open.is_empty() && *count.start() > 0 {
        return None;
    }
    dice.shuffle(&mut open);
    open.truncate(dice.between(count) as usize);
    let mut owners = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
    let maximisers = *dice.pick(&[0.0, 0.5, 0.5, 1.0]).unwrap();
    for u in open {
        owners[u] = Owner::Player(if dice.chance(maximisers) { Player::Max } else { Player::Min });
    }
    Some(with_values(instance.with_owners(owners).unwrap(), dice))
}

fn with_values(instance: Instance, dice: &mut Dice) -> Instance {
    let graph = instance.graph();
    let worth = |u| if graph.is_sink(u) { Value::from(dice.below(9)) - 4 } else { 0 };
    let values = VertexMap::from_vec(graph.vertices().map(worth).collect());
    instance.with_values(values).unwrap()
}

/// The graph of Figure `NoEquilibrium`, with its rotor orders or its values drawn anew: neither player can be sure.
pub(crate) fn relative_of_the_figure(dice: &mut Dice) -> Instance {
    if dice.chance(0.5) {
        return with_values(
            parse(include_str!("../../../corpus/paper/fig-no-equilibrium.rotor")).unwrap(),
            dice,
        );
    }
    let mut text = "sink one = 1\nsink zero = 0\nsink h = 1\n".to_owned();
    for (vertex, heads) in [
        ("max u", "c d"),
        ("min v", "d f c"),
        ("c", "e one u v"),
        ("d", "e one u v"),
        ("e", "f zero d c"),
        ("f", "v h e"),
    ] {
        let mut heads: Vec<_> = heads.split(' ').collect();
        dice.shuffle(&mut heads);
        text += &format!("{vertex}: {}\n", heads.join(" "));
    }
    parse(&format!("{text}start u")).unwrap()
}

/// An owner with more children than are looked at one by one, and several arcs to each.
pub(crate) fn hub_of_an_owner(dice: &mut Dice) -> Instance {
    let children = 7 + dice.below(6);
    let (mut arcs, mut rows) = (Vec::new(), String::new());
    for child in 0..children {
        arcs.extend(vec![format!("c{child}"); 1 + dice.below(3) as usize]);
        let mut row = vec!["hub"; 1 + dice.below(3) as usize];
        row.push(dice.pick(&["one", "zero", "one zero", "hub"]).unwrap());
        dice.shuffle(&mut row);
        let owner = dice.pick(&["", "max ", "min "]).unwrap();
        rows += &format!("{owner}c{child}: {}\n", row.join(" "));
    }
    let more: [&[&str]; 5] = [&[], &["one"], &["hub", "zero"], &["hub"], &["up", "up"]];
    arcs.extend(dice.pick(&more).unwrap().iter().map(|&head| head.to_owned()));
    dice.shuffle(&mut arcs);
    let owner = dice.pick(&["max", "min"]).unwrap();
    parse(&format!("{owner} hub: {}\n{rows}up: hub one\nsink one = 1\nsink zero", arcs.join(" "))).unwrap()
}

/// Particles on some vertices, a few or up to 2^100 on each.
pub(crate) fn particles(instance: &Instance, huge: bool, dice: &mut Dice) -> VertexMap<BigUint> {
    let most = if huge { 100 } else { 1 };
    let count = |_| match dice.chance(0.5) {
        true => BigUint::from(dice.below(9)) << dice.below(most),
        false => BigUint::ZERO,
    };
    VertexMap::from_vec(instance.graph().vertices().map(count).collect())
}
