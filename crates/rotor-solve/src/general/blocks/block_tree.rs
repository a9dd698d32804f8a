//! The block-cut tree: 2-connected parts of the undirected graph, hung on the vertices they share.

use rotor_graph::{StoppingGraph, UndirectedGraph, VertexId, VertexMap};

/// The number of a block.
pub(crate) type BlockId = u32;

/// No block.
pub(crate) const NO_BLOCK: BlockId = u32::MAX;

/// The blocks of the undirected graph between active vertices, bridges included, each hanging on one of its vertices.
///
/// Blocks are numbered so that whatever hangs on the vertices of a block has lower numbers than that block.
#[derive(Clone, Debug)]
pub(crate) struct BlockTree {
    /// The vertex that a block hangs on.
    top: Vec<VertexId>,
    /// Its other vertices, those of all blocks in one list.
    first: Vec<u32>,
    below: Vec<VertexId>,
    /// The block in which a vertex is not the top.
    home: VertexMap<BlockId>,
}

impl BlockTree {
    /// Tarjan's algorithm with a stack of its own. Time and memory O(|V| + |A|).
    pub(crate) fn of(stopping: &StoppingGraph<'_>) -> Self {
        let undirected = UndirectedGraph::of(stopping);
        let vertices = stopping.graph().vertex_count();
        let mut this = Self {
            top: Vec::new(),
            first: vec![0],
            below: Vec::new(),
            home: VertexMap::filled(vertices, NO_BLOCK),
        };
        // When a vertex was found, from 1 on, and the earliest vertex that it and what was found from it lead to.
        let mut found = VertexMap::filled(vertices, 0u32);
        let mut earliest = found.clone();
        let mut clock = 0;
        let mut waiting: Vec<VertexId> = Vec::new();
        let mut stack: Vec<(VertexId, usize)> = Vec::new();
        for root in stopping.active_vertices() {
            if found[root] != 0 {
                continue;
            }
            clock += 1;
            (found[root], earliest[root]) = (clock, clock);
            stack.push((root, 0));
            while let Some((u, next)) = stack.last_mut() {
                let u = *u;
                if let Some(&v) = undirected.neighbours(u).get(*next) {
                    *next += 1;
                    if found[v] == 0 {
                        clock += 1;
                        (found[v], earliest[v]) = (clock, clock);
                        waiting.push(v);
                        stack.push((v, 0));
                    } else {
                        // The edge by which u was found leads to its own block only: it changes nothing.
                        earliest[u] = earliest[u].min(found[v]);
                    }
                    continue;
                }
                stack.pop();
                let Some(&(above, _)) = stack.last() else { continue };
                earliest[above] = earliest[above].min(earliest[u]);
                if earliest[u] >= found[above] {
                    this.close(above, u, &mut waiting);
                }
            }
        }
        this
    }

    /// Makes a block of `top` and of all that waits from `from` on.
    fn close(&mut self, top: VertexId, from: VertexId, waiting: &mut Vec<VertexId>) {
        let block = self.top.len() as BlockId;
        while let Some(v) = waiting.pop() {
            self.home[v] = block;
            self.below.push(v);
            if v == from {
                break;
            }
        }
        self.top.push(top);
        self.first.push(self.below.len() as u32);
    }

    /// How many blocks there are.
    pub(crate) fn len(&self) -> usize {
        self.top.len()
    }

    /// The vertex that a block hangs on.
    pub(crate) fn top(&self, block: BlockId) -> VertexId {
        self.top[block as usize]
    }

    /// The other vertices of a block.
    pub(crate) fn below(&self, block: BlockId) -> &[VertexId] {
        &self.below[self.first[block as usize] as usize..self.first[block as usize + 1] as usize]
    }

    /// The block in which a vertex is not the top, [`NO_BLOCK`] if there is none.
    pub(crate) fn home(&self, v: VertexId) -> BlockId {
        self.home[v]
    }

    /// The block of an edge between two different active vertices.
    pub(crate) fn block_of(&self, u: VertexId, v: VertexId) -> BlockId {
        let (of_u, of_v) = (self.home[u], self.home[v]);
        if of_v != NO_BLOCK && self.top(of_v) == u { of_v } else { of_u }
    }

    /// The sum of squares of the sizes of blocks: about what their return flows cost.
    pub(crate) fn sum_of_squares(&self) -> u64 {
        let square = |block: usize| (self.below(block as BlockId).len() as u64 + 1).pow(2);
        (0..self.len()).map(square).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::{Dice, small_graph};
    use rotor_graph::Instance;

    /// Which active vertices are connected with each other without `cut`, as the least vertex of each part.
    fn parts_without(instance: &Instance, cut: Option<VertexId>) -> Vec<usize> {
        let stopping = StoppingGraph::of(instance.graph());
        let undirected = UndirectedGraph::of(&stopping);
        let mut part: Vec<usize> = (0..instance.graph().vertex_count()).collect();
        loop {
            let before = part.clone();
            for u in stopping.active_vertices().filter(|&u| Some(u) != cut) {
                for &v in undirected.neighbours(u).iter().filter(|&&v| Some(v) != cut) {
                    let least = part[u.index()].min(part[v.index()]);
                    (part[u.index()], part[v.index()]) = (least, least);
                }
            }
            if part == before {
                return part;
            }
        }
    }

    #[test]
    fn two_vertices_share_a_block_exactly_if_no_third_one_parts_them() {
        let mut dice = Dice::new(84);
        let (mut shared, mut parted) = (0, 0);
        for _ in 0..500 {
            let instance = small_graph(&mut dice);
            let stopping = StoppingGraph::of(instance.graph());
            let tree = BlockTree::of(&stopping);
            let active: Vec<_> = stopping.active_vertices().collect();
            let whole = parts_without(&instance, None);
            let undirected = UndirectedGraph::of(&stopping);
            let without: Vec<_> = active.iter().map(|&c| (c, parts_without(&instance, Some(c)))).collect();
            for &u in &active {
                for &v in active.iter().filter(|&&v| v != u && whole[u.index()] == whole[v.index()]) {
                    let is_parted = without
                        .iter()
                        .any(|(c, part)| *c != u && *c != v && part[u.index()] != part[v.index()]);
                    let blocks = |w: VertexId| {
                        let tree = &tree;
                        let hanging = (0..tree.len() as BlockId).filter(move |&block| tree.top(block) == w);
                        hanging.chain([tree.home(w)]).filter(|&block| block != NO_BLOCK)
                    };
                    let common: Vec<_> = blocks(u).filter(|&b| blocks(v).any(|other| other == b)).collect();
                    assert_eq!(common.len(), usize::from(!is_parted), "{instance}");
                    if undirected.neighbours(u).contains(&v) {
                        assert_eq!(common, [tree.block_of(u, v)], "{instance}");
                    }
                    if is_parted { parted += 1 } else { shared += 1 }
                }
            }
        }
        assert!(shared > 500 && parted > 500, "{shared} pairs in a block, {parted} parted");
    }
}
