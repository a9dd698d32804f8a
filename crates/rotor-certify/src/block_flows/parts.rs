//! The claimed blocks as a partition of the edges between active vertices.

use super::connection::is_two_connected;
use crate::certified::{Refutation, Unproved, display_name, pay, require, require_vertex};
use crate::undirected_forest::Forest;
use rotor_graph::{Instance, Tick, VertexId, VertexMap};

/// No block: a loop, or an arc to a vertex that is not active.
const NO_BLOCK: u32 = u32::MAX;

/// The block of every arc.
pub(super) struct Parts {
    block_of: Vec<u32>,
}

impl Parts {
    /// Demand 2. Time O((|V| + |A|) log |V|).
    pub(super) fn of(
        instance: &Instance,
        active: &VertexMap<bool>,
        blocks: &[Vec<VertexId>],
        tick: &mut dyn Tick,
    ) -> Result<Self, Unproved> {
        let graph = instance.graph();
        let of_vertex = incidence(instance, active, blocks, tick)?;
        let mut block_of = vec![NO_BLOCK; graph.arc_count()];
        for u in graph.vertices().filter(|&u| active[u]) {
            pay(tick, 1 + 4 * graph.heads(u).len())?;
            for a in graph.out_arcs(u) {
                let v = graph.head(a);
                if v == u || !active[v] {
                    continue;
                }
                let Some(block) = common(&of_vertex[u], &of_vertex[v]) else {
                    let name = display_name(instance, v);
                    let equation = format_args!("blocks that contain v and {name} = 1");
                    return Err(Refutation::new(Some(u), equation, 0, 1).into());
                };
                block_of[a.raw() as usize] = block;
            }
        }
        let parts = Self { block_of };
        parts.check_connection(instance, blocks, tick)?;
        Ok(parts)
    }

    /// Every block is an edge or 2-connected, by its own edges.
    fn check_connection(
        &self,
        instance: &Instance,
        blocks: &[Vec<VertexId>],
        tick: &mut dyn Tick,
    ) -> Result<(), Unproved> {
        let mut place = VertexMap::filled(instance.graph().vertex_count(), 0u32);
        for (number, block) in blocks.iter().enumerate() {
            block.iter().zip(0..).for_each(|(&v, at)| place[v] = at);
            let mut neighbours = vec![Vec::new(); block.len()];
            for (at, &u) in block.iter().enumerate() {
                pay(tick, 1 + instance.graph().heads(u).len())?;
                for (v, _) in self.arcs_from_rotor(instance, u).filter(|it| it.1 == Some(number)) {
                    neighbours[at].push(place[v]);
                    neighbours[place[v] as usize].push(at as u32);
                }
            }
            let holds = match block.len() {
                2 => !neighbours[0].is_empty(),
                _ => is_two_connected(&neighbours),
            };
            if !holds {
                let equation = format_args!("cut vertices of block {number} = 0");
                return Err(Refutation::new(block.first().copied(), equation, "some", 0).into());
            }
        }
        Ok(())
    }

    /// The heads of `u` in the order in which they are used, each with the block of its arc; none for a loop or an arc to
    /// what absorbs.
    pub(super) fn arcs_from_rotor<'i>(
        &'i self,
        instance: &'i Instance,
        u: VertexId,
    ) -> impl Iterator<Item = (VertexId, Option<usize>)> + 'i {
        let graph = instance.graph();
        let arcs: std::ops::Range<u32> = graph.arc_range(u);
        let from = arcs.start + instance.rotors().position(graph, u);
        (from..arcs.end).chain(arcs.start..from).map(move |arc| {
            let head = graph.heads(u)[(arc - arcs.start) as usize];
            let block = self.block_of[arc as usize];
            (head, (block != NO_BLOCK).then_some(block as usize))
        })
    }
}

/// The blocks of each vertex, if no walk from vertices to blocks and back closes a cycle.
fn incidence(
    instance: &Instance,
    active: &VertexMap<bool>,
    blocks: &[Vec<VertexId>],
    tick: &mut dyn Tick,
) -> Result<VertexMap<Vec<u32>>, Unproved> {
    let vertices = instance.graph().vertex_count();
    require(None, "number of blocks ≤ |V|", &blocks.len().min(vertices), &blocks.len())?;
    let mut of_vertex: VertexMap<Vec<u32>> = VertexMap::filled(vertices, Vec::new());
    // Vertices and, after them, blocks.
    let mut forest = Forest::of_single_vertices((0..(vertices + blocks.len()) as u32).map(VertexId::new));
    for (number, block) in blocks.iter().enumerate() {
        pay(tick, 1 + block.len())?;
        if block.len() < 2 {
            return Err(
                Refutation::new(None, format_args!("size of block {number} > 1"), block.len(), 1).into()
            );
        }
        for &v in block {
            require_vertex(instance, "a block's vertex", v)?;
            if !active[v] {
                let equation = format_args!("v, of block {number}, is neither a sink nor in a trap");
                return Err(Refutation::new(Some(v), equation, "false", "true").into());
            }
            of_vertex[v].push(number as u32);
            if !forest.join(v, VertexId::new((vertices + number) as u32)) {
                let equation = format_args!("cycles of blocks through v and block {number} = 0");
                return Err(Refutation::new(Some(v), equation, 1, 0).into());
            }
        }
    }
    Ok(of_vertex)
}

/// The block in both lists, which ascend; there is at most one.
fn common(a: &[u32], b: &[u32]) -> Option<u32> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short.iter().find(|block| long.binary_search(block).is_ok()).copied()
}
