//! The block-cut tree: 2-connected parts of the undirected graph, hung on the vertices they share.

use crate::ids::{VertexId, VertexMap};
use crate::multigraph::UndirectedGraph;
use crate::trap::StoppingGraph;

/// The number of a block.
pub type BlockId = u32;

/// The blocks of the undirected graph between active vertices, bridges included, each hanging on one of its vertices.
///
/// Blocks are numbered so that whatever hangs on the vertices of a block has lower numbers than that block.
#[derive(Clone, Debug)]
pub struct BlockTree<'s, 'g> {
    stopping: &'s StoppingGraph<'g>,
    /// The vertex that a block hangs on.
    top: Vec<VertexId>,
    /// Its other vertices, those of all blocks in one list.
    first: Vec<u32>,
    below: Vec<VertexId>,
    /// The block in which a vertex is not the top.
    home: VertexMap<BlockId>,
    is_cactus: bool,
}

/// No block.
const NO_BLOCK: BlockId = u32::MAX;

impl<'s, 'g> BlockTree<'s, 'g> {
    /// Blocks of at most this many vertices are small.
    pub const MOST_SMALL: usize = 16;

    /// Tarjan's algorithm with a stack of its own. Time and memory O(|V| + |A|).
    pub fn of(stopping: &'s StoppingGraph<'g>) -> Self {
        Search::new(stopping).run(None, false).expect("the search does not give up")
    }

    /// The same, with every block of `root` hanging on `root`.
    pub fn rooted_at(stopping: &'s StoppingGraph<'g>, root: VertexId) -> Self {
        Search::new(stopping).run(Some(root), false).expect("the search does not give up")
    }

    /// The same if the graph is a cactus or all of its blocks are small. A search that has found otherwise ends at
    /// once, which in most large graphs is soon.
    pub fn of_cactus_or_small(stopping: &'s StoppingGraph<'g>, root: Option<VertexId>) -> Option<Self> {
        let tree = Search::new(stopping).run(root, true)?;
        (tree.is_cactus || tree.is_small()).then_some(tree)
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

    /// The graph it is made of.
    pub fn stopping(&self) -> &'s StoppingGraph<'g> {
        self.stopping
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.top.len()
    }

    /// Whether there is no block, since no edge joins two active vertices.
    pub fn is_empty(&self) -> bool {
        self.top.is_empty()
    }

    /// All blocks, whatever hangs on the vertices of a block before it.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockId> + use<> {
        0..self.top.len() as BlockId
    }

    /// The vertex that a block hangs on.
    pub fn top(&self, block: BlockId) -> VertexId {
        self.top[block as usize]
    }

    /// The other vertices of a block.
    pub fn below(&self, block: BlockId) -> &[VertexId] {
        &self.below[self.first[block as usize] as usize..self.first[block as usize + 1] as usize]
    }

    /// All vertices of a block, first the one it hangs on.
    pub fn members(&self, block: BlockId) -> impl Iterator<Item = VertexId> + '_ {
        std::iter::once(self.top(block)).chain(self.below(block).iter().copied())
    }

    /// The block in which a vertex is not the top, if there is one.
    pub fn home(&self, v: VertexId) -> Option<BlockId> {
        Some(self.home[v]).filter(|&block| block != NO_BLOCK)
    }

    /// The block of an edge between two different active vertices.
    pub fn block_of(&self, u: VertexId, v: VertexId) -> BlockId {
        let (of_u, of_v) = (self.home[u], self.home[v]);
        if of_v != NO_BLOCK && self.top(of_v) == u { of_v } else { of_u }
    }

    /// Whether every block is an edge or a cycle.
    pub fn is_cactus(&self) -> bool {
        self.is_cactus
    }

    /// Whether there are several blocks, none of more than [`MOST_SMALL`](Self::MOST_SMALL) vertices.
    pub fn is_small(&self) -> bool {
        self.len() > 1 && self.blocks().all(|block| self.below(block).len() < Self::MOST_SMALL)
    }

    /// The sum of squares of the sizes of blocks: about what their return flows cost.
    pub fn sum_of_squares(&self) -> u64 {
        let square = |block| (self.below(block).len() as u64 + 1).pow(2);
        self.blocks().map(square).sum()
    }
}

/// A search in depth, on its way.
struct Search<'s, 'g> {
    tree: BlockTree<'s, 'g>,
    /// When a vertex was found, from 1 on, and the earliest vertex that it and what was found from it lead to.
    found: VertexMap<u32>,
    earliest: VertexMap<u32>,
    /// The vertices from the root to the present one, each with the number of neighbours already looked at.
    stack: Vec<(VertexId, usize)>,
    /// Where a vertex stands in the stack.
    depth: VertexMap<u32>,
    /// The edge back, by the numbers of its ends, whose cycle runs over the edge by which a vertex was found.
    covered: VertexMap<(u32, u32)>,
    has_long_cycle: bool,
}

impl<'s, 'g> Search<'s, 'g> {
    fn new(stopping: &'s StoppingGraph<'g>) -> Self {
        let vertices = stopping.graph().vertex_count();
        let tree = BlockTree {
            stopping,
            top: Vec::new(),
            first: vec![0],
            below: Vec::new(),
            home: VertexMap::filled(vertices, NO_BLOCK),
            is_cactus: true,
        };
        let found = VertexMap::filled(vertices, 0u32);
        let (earliest, depth) = (found.clone(), found.clone());
        let covered = VertexMap::filled(vertices, (0, 0));
        Self { tree, found, earliest, stack: Vec::new(), depth, covered, has_long_cycle: false }
    }

    /// The whole tree, or nothing if the search may give up and the graph is neither a cactus nor one of small blocks.
    fn run(mut self, root: Option<VertexId>, may_give_up: bool) -> Option<BlockTree<'s, 'g>> {
        let stopping = self.tree.stopping;
        let undirected = UndirectedGraph::of(stopping);
        let mut clock = 0;
        let mut waiting: Vec<VertexId> = Vec::new();
        let root = root.filter(|&root| stopping.is_active(root));
        for root in root.into_iter().chain(stopping.active_vertices()) {
            if self.found[root] != 0 {
                continue;
            }
            clock += 1;
            self.enter(root, clock);
            while let Some((u, next)) = self.stack.last_mut() {
                let u = *u;
                if let Some(&v) = undirected.neighbours(u).get(*next) {
                    *next += 1;
                    if self.found[v] == 0 {
                        clock += 1;
                        waiting.push(v);
                        self.enter(v, clock);
                    } else {
                        self.look_back(u, v);
                        if may_give_up && self.has_long_cycle && !self.tree.is_cactus {
                            return None;
                        }
                    }
                    continue;
                }
                self.stack.pop();
                let Some(&(above, _)) = self.stack.last() else { continue };
                self.earliest[above] = self.earliest[above].min(self.earliest[u]);
                if self.earliest[u] >= self.found[above] {
                    self.tree.close(above, u, &mut waiting);
                }
            }
        }
        Some(self.tree)
    }

    fn enter(&mut self, v: VertexId, clock: u32) {
        (self.found[v], self.earliest[v]) = (clock, clock);
        self.depth[v] = self.stack.len() as u32;
        self.stack.push((v, 0));
    }

    /// An edge from `u`, on top of the stack, to `v`, which was found before.
    fn look_back(&mut self, u: VertexId, v: VertexId) {
        // The edge by which u was found leads to its own block only: it changes nothing.
        self.earliest[u] = self.earliest[u].min(self.found[v]);
        let above = self.depth[v] + 1;
        if self.found[v] > self.found[u] || self.depth[u] <= above {
            return;
        }
        let length = (self.depth[u] - above) as usize + 2;
        self.has_long_cycle |= length > BlockTree::MOST_SMALL;
        // In a cactus every edge lies on one cycle at most, so all of this takes no longer than there are edges.
        let edge = (self.found[u], self.found[v]);
        if !self.tree.is_cactus || self.covered[u] == edge {
            return;
        }
        for &(w, _) in &self.stack[above as usize..] {
            self.tree.is_cactus &= self.covered[w] == (0, 0);
            self.covered[w] = edge;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn described(text: &str) -> (bool, bool, usize) {
        let instance = parse(text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let tree = BlockTree::of(&stopping);
        let easy = BlockTree::of_cactus_or_small(&stopping, None);
        assert_eq!(easy.is_some(), tree.is_cactus() || tree.is_small(), "{text}");
        (tree.is_cactus(), tree.is_small(), tree.len())
    }

    #[test]
    fn cacti_and_small_blocks_are_recognised() {
        assert_eq!(described("a: b c\nb: c s\nc: a s\nsink s"), (true, false, 1), "a triangle");
        assert_eq!(described("a: b^2 c\nb: a c s\nc: b a^3 a s\nsink s"), (true, false, 1), "arcs both ways");
        assert_eq!(described("a: b c\nb: c s\nc: a s d\nd: e\ne: c d e\nsink s"), (true, true, 2));
        let square = "a: b c d\nb: c s\nc: d\nd: a\nsink s";
        assert_eq!(described(square), (false, false, 1), "with a chord");
        assert_eq!(described(&format!("{square}\nx: a")), (false, true, 2));
        let ring = |n: u32| (0..n).map(|u| format!("{u}: {} s\n", (u + 1) % n)).collect::<String>();
        assert_eq!(described(&format!("{}sink s\nx: 0", ring(16))), (true, true, 2));
        assert_eq!(described(&format!("{}sink s\nx: 0", ring(17))), (true, false, 2), "a long cycle");
        assert_eq!(described(&format!("{}sink s\nx: 0 9", ring(17))), (false, false, 1));
        assert_eq!(described("sink s"), (true, false, 0));
    }

    #[test]
    fn the_root_hangs_on_nothing() {
        let instance = parse("a: b c\nb: c s\nc: a s d\nd: e\ne: c d e\nsink s").unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        for root in stopping.active_vertices() {
            let tree = BlockTree::rooted_at(&stopping, root);
            assert_eq!(tree.home(root), None);
            assert!(stopping.active_vertices().all(|u| u == root || tree.home(u).is_some()));
        }
    }
}
