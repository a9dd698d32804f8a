//! Ordinary graphs of any size: what people have when they have a graph, with one sink.

use rotor_generate::Dice;
use rotor_graph::{Instance, Multigraph, Names, VertexId};

/// The heads of the arcs of each vertex; the sink stands for itself in [`SINK`].
type Rows = Vec<Vec<u32>>;

/// An arc to the sink, which is the last vertex.
const SINK: u32 = u32::MAX;

/// A family: its name, and its member of about so many vertices.
pub(crate) type Family = (&'static str, fn(u32, &mut Dice) -> Rows);

/// All of them. In those with a *drift*, twice as many arcs lead away from the sink as towards it.
pub(crate) const FAMILIES: &[Family] = &[
    ("grid, sink in a corner", |n, _| grid(n, false, 1)),
    ("torus", |n, _| grid(n, true, 1)),
    ("grid with drift", |n, _| grid(n, false, 2)),
    ("triangulated grid with drift", |n, _| triangulated(n, 2)),
    ("random 2-out", |n, dice| random_out(n, 2, dice)),
    ("random 2-out, rare sink", |n, dice| rare_sink(n, 2, dice)),
    ("random 3-out, rare sink", |n, dice| rare_sink(n, 3, dice)),
    ("random 3-out", |n, dice| random_out(n, 3, dice)),
    ("random 8-out", |n, dice| random_out(n, 8, dice)),
    ("de Bruijn with drift", |n, _| de_bruijn(n)),
    ("small world", small_world),
    ("preferential attachment", preferential_attachment),
    ("ladder", |n, _| ladder(n, 1)),
    ("ladder with drift", |n, _| ladder(n, 2)),
    ("random 2-tree", |n, dice| two_tree(n, dice)),
    ("series-parallel", |n, dice| series_parallel(n, dice)),
    ("chain of four-cycles", |n, _| four_cycles(n, 1)),
    ("chain of four-cycles with drift", |n, _| four_cycles(n, 2)),
];

/// The member of a family with about `n` vertices, arcs in random order; the walk starts on vertex `n` / 2.
pub(crate) fn member((_, rows): &Family, n: u32, seed: u64) -> Instance {
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
    instance.with_start(Some(VertexId::new(inner / 2))).expect("the start is a vertex")
}

/// Arcs both ways between neighbours `u` and `v`, `away` of them on the way from `u`, which is nearer to the sink.
fn edge(rows: &mut Rows, u: u32, v: u32, away: usize) {
    rows[u as usize].extend(vec![v; away]);
    rows[v as usize].push(u);
}

/// A square grid, or a torus; the sink hangs on a corner.
fn grid(n: u32, is_torus: bool, away: usize) -> Rows {
    let side = n.isqrt();
    let mut rows = vec![Vec::new(); (side * side) as usize];
    rows[0].push(SINK);
    for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
        for (a, b) in [(i + 1, j), (i, j + 1)] {
            if is_torus || (a < side && b < side) {
                edge(&mut rows, i * side + j, a % side * side + b % side, away);
            }
        }
    }
    rows
}

fn triangulated(n: u32, away: usize) -> Rows {
    let side = n.isqrt();
    let mut rows = grid(n, false, away);
    for (i, j) in (1..side).flat_map(|i| (1..side).map(move |j| (i, j))) {
        edge(&mut rows, (i - 1) * side + j - 1, i * side + j, away);
    }
    rows
}

/// `arcs` arcs to random vertices from each.
fn random_out(n: u32, arcs: u32, dice: &mut Dice) -> Rows {
    let mut rows: Rows = (0..n).map(|_| (0..arcs).map(|_| dice.below(n)).collect()).collect();
    rows[0].push(SINK);
    rows
}

/// The same, but the sink is behind a few vertices, each of which leads on to the next by one of its arcs: a walk finds
/// it about once in n^1.5 steps.
fn rare_sink(n: u32, arcs: u32, dice: &mut Dice) -> Rows {
    let mut rows = random_out(n, arcs, dice);
    rows[0].pop();
    let gates = n.ilog(arcs) / 2;
    rows.iter_mut().flatten().filter(|head| **head <= gates).for_each(|head| *head = 0);
    for gate in 0..=gates {
        rows[gate as usize][0] = if gate == gates { SINK } else { gate + 1 };
    }
    rows
}

/// Words of bits; the next bit is 1 twice as often as 0, and the sink hangs on the word of zeros.
fn de_bruijn(n: u32) -> Rows {
    let n = n.next_power_of_two();
    let mut rows: Rows = (0..n).map(|v| vec![2 * v % n, (2 * v + 1) % n, (2 * v + 1) % n]).collect();
    rows[0].push(SINK);
    rows
}

/// A ring of edges to the next two neighbours, one in ten of them led elsewhere (Watts and Strogatz).
fn small_world(n: u32, dice: &mut Dice) -> Rows {
    let mut rows = vec![Vec::new(); n as usize];
    rows[0].push(SINK);
    for (v, step) in (0..n).flat_map(|v| [(v, 1), (v, 2)]) {
        let other = if dice.below(10) == 0 { dice.below(n) } else { (v + step) % n };
        edge(&mut rows, v, other, 1);
    }
    rows
}

/// Edges from each vertex to three earlier ends of edges (Barabási and Albert); the sink hangs on the last.
fn preferential_attachment(n: u32, dice: &mut Dice) -> Rows {
    let mut rows = vec![Vec::new(); n as usize];
    let mut ends = vec![0];
    for v in 1..n {
        for _ in 0..3 {
            let other = ends[dice.below(ends.len() as u32) as usize];
            edge(&mut rows, v, other, 1);
            ends.extend([v, other]);
        }
    }
    rows[n as usize - 1].push(SINK);
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

/// Each vertex is joined to both ends of a random edge.
fn two_tree(n: u32, dice: &mut Dice) -> Rows {
    let mut rows = vec![Vec::new(); n as usize];
    rows[0].push(SINK);
    edge(&mut rows, 0, 1, 1);
    let mut edges = vec![(0, 1)];
    for v in 2..n {
        let (a, b) = edges[dice.below(edges.len() as u32) as usize];
        edge(&mut rows, a, v, 1);
        edge(&mut rows, b, v, 1);
        edges.extend([(a, v), (b, v)]);
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
