//! Ordinary graphs that no family of the generator makes: what people have when they have a graph, with one sink.

use rotor_generate::Dice;
use rotor_graph::{Instance, Multigraph, Names, VertexId};

/// The heads of the arcs of each vertex; the sink stands for itself in [`SINK`].
type Rows = Vec<Vec<u32>>;

/// An arc to the sink, which is the last vertex.
const SINK: u32 = u32::MAX;

/// A family: its name, and the rows of its member with about so many vertices.
type Family = (&'static str, fn(u32, &mut Dice) -> Rows);

/// All of them. In those with a *drift*, twice as many arcs lead away from the sink as towards it.
const FAMILIES: [Family; 9] = [
    ("rare-sink-2", |n, dice| rare_sink(n, 2, dice)),
    ("rare-sink-3", |n, dice| rare_sink(n, 3, dice)),
    ("plain-ladder", |n, _| ladder(n, 1)),
    ("plain-ladder-drift", |n, _| ladder(n, 2)),
    ("two-tree", |n, dice| k_tree(n, 2, dice)),
    ("three-tree", |n, dice| k_tree(n, 3, dice)),
    ("series-parallel", series_parallel),
    ("four-cycles", |n, _| four_cycles(n, 1)),
    ("four-cycles-drift", |n, _| four_cycles(n, 2)),
];

/// The member of a family with about `n` vertices, if it is a family of this file; arcs are in random order, and the walk
/// starts on vertex `n` / 2.
pub(crate) fn member(family: &str, n: u32, seed: u64) -> Option<Instance> {
    let (_, rows) = FAMILIES.iter().find(|(known, _)| *known == family)?;
    let mut dice = Dice::new(seed);
    let mut rows = rows(n, &mut dice);
    let inner = rows.len() as u32;
    let (mut first, mut heads) = (vec![0], Vec::new());
    for row in &mut rows {
        dice.shuffle(row);
        heads.extend(row.iter().map(|&v| VertexId::new(v.min(inner))));
        first.push(heads.len() as u32);
    }
    first.push(heads.len() as u32);
    let graph = Multigraph::from_rows(first, heads).expect("heads are vertices");
    let names: Names = (0..=inner).map(|v| v.to_string()).collect();
    let instance = Instance::new(graph, names).expect("one name for each vertex");
    Some(instance.with_start(Some(VertexId::new(inner / 2))).expect("the start is a vertex"))
}

/// Arcs both ways between neighbours `u` and `v`, `away` of them on the way from `u`, which is nearer to the sink.
fn edge(rows: &mut Rows, u: u32, v: u32, away: usize) {
    rows[u as usize].extend(vec![v; away]);
    rows[v as usize].push(u);
}

/// `arcs` arcs to random vertices from each; the sink is behind a few vertices, each of which leads on to the next by one
/// of its arcs, so that a walk finds it about once in n^1.5 steps.
fn rare_sink(n: u32, arcs: u32, dice: &mut Dice) -> Rows {
    let mut rows: Rows = (0..n).map(|_| (0..arcs).map(|_| dice.below(n)).collect()).collect();
    let gates = n.ilog(arcs) / 2;
    rows.iter_mut().flatten().filter(|head| **head <= gates).for_each(|head| *head = 0);
    for gate in 0..=gates {
        rows[gate as usize][0] = if gate == gates { SINK } else { gate + 1 };
    }
    rows
}

fn ladder(n: u32, away: usize) -> Rows {
    let mut rows = vec![Vec::new(); n as usize / 2 * 2];
    rows[0].push(SINK);
    for v in 0..rows.len() as u32 {
        if v % 2 == 0 {
            edge(&mut rows, v, v + 1, 1);
        }
        if (v as usize) + 2 < rows.len() {
            edge(&mut rows, v, v + 2, away);
        }
    }
    rows
}

/// Each vertex is joined to all `k` of a random clique, the first of which are the first vertices.
fn k_tree(n: u32, k: u32, dice: &mut Dice) -> Rows {
    let mut rows = vec![Vec::new(); n as usize];
    rows[0].push(SINK);
    (0..k).for_each(|v| (0..v).for_each(|u| edge(&mut rows, u, v, 1)));
    let mut cliques: Vec<Vec<u32>> = vec![(0..k).collect()];
    for v in k..n {
        let clique = cliques[dice.below(cliques.len() as u32) as usize].clone();
        clique.iter().for_each(|&u| edge(&mut rows, u, v, 1));
        let with_v = |without: u32| clique.iter().copied().filter(|&u| u != without).chain([v]).collect();
        cliques.extend(clique.iter().rev().map(|&u| with_v(u)));
    }
    rows
}

/// Edges are doubled, or divided by a new vertex, at random.
fn series_parallel(n: u32, dice: &mut Dice) -> Rows {
    let mut edges = vec![(0, 1)];
    let mut vertices = 2;
    while vertices < n {
        let at = dice.below(edges.len() as u32) as usize;
        let (a, b) = edges[at];
        if dice.below(3) == 0 {
            edges.push((a, b));
        } else {
            edges[at] = (a, vertices);
            edges.push((vertices, b));
            vertices += 1;
        }
    }
    let mut rows = vec![Vec::new(); vertices as usize];
    rows[0].push(SINK);
    edges.into_iter().for_each(|(a, b)| edge(&mut rows, a, b, 1));
    rows
}

/// Cycles of four in a row, each sharing a vertex with the next.
fn four_cycles(n: u32, away: usize) -> Rows {
    let cycles = n / 3;
    let mut rows = vec![Vec::new(); 3 * cycles as usize + 1];
    rows[0].push(SINK);
    for a in (0..cycles).map(|at| 3 * at) {
        for (u, v) in [(a, a + 1), (a, a + 2), (a + 1, a + 3), (a + 2, a + 3)] {
            edge(&mut rows, u, v, away);
        }
    }
    rows
}
