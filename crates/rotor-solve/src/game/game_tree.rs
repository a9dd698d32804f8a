//! Game trees: a game on a tree-like graph, laid out for sweeps away from the start and back.

use super::binary::Threshold;
use super::by_the_paper::VertexView;
use super::layout::Layout;
use rotor_graph::{
    Count, Instance, Pair, PairEntry, PairTable, SimpleDigraph, Stop, StrategySet, Tick, TreeLike, Value,
    VertexId, VertexMap,
};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A game and the trees it is played on. A start stands on the root of the first tree, if the tree was rooted there.
#[derive(Clone, Debug)]
pub struct GameTree<'t, 's, 'g> {
    instance: &'t Instance,
    tree: &'t TreeLike<'s, 'g>,
    endless_value: Value,
    /// For the sweeps, and for what works without a layout: each is made when it is first asked for.
    layout: OnceLock<Layout>,
    arcs: OnceLock<Arcs>,
}

/// The arcs of Ĝ along the trees.
#[derive(Clone, Debug)]
struct Arcs {
    simple: SimpleDigraph,
    /// For each vertex the arc of Ĝ from its parent to it, and from it to its parent.
    from_parent: VertexMap<Option<usize>>,
    to_parent: VertexMap<Option<usize>>,
    /// What the first root reaches, each vertex after its parent.
    reached: Vec<VertexId>,
}

impl<'t, 's, 'g> GameTree<'t, 's, 'g> {
    /// The game of `instance` on `tree`, which is made of its graph; a play that never exits is worth `endless_value`.
    ///
    /// It is laid out when it is first solved, in time and memory O(|V| + |A|).
    pub fn new(instance: &'t Instance, tree: &'t TreeLike<'s, 'g>, endless_value: Value) -> Self {
        Self { instance, tree, endless_value, layout: OnceLock::new(), arcs: OnceLock::new() }
    }

    /// The layout for the sweeps.
    pub(crate) fn layout(&self, tick: &mut dyn Tick) -> Result<&Layout, Stop> {
        if let Some(layout) = self.layout.get() {
            return Ok(layout);
        }
        let layout = Layout::of(self.instance, self.tree, self.endless_value, tick)?;
        Ok(self.layout.get_or_init(|| layout))
    }

    fn arcs(&self) -> &Arcs {
        self.arcs.get_or_init(|| Arcs::of(self.tree))
    }

    /// The game.
    pub fn instance(&self) -> &'t Instance {
        self.instance
    }

    /// The trees.
    pub fn tree(&self) -> &'t TreeLike<'s, 'g> {
        self.tree
    }

    /// The value of a play that never exits.
    pub(crate) fn endless_value(&self) -> Value {
        self.endless_value
    }

    /// What the first root reaches, each vertex after its parent.
    pub(crate) fn reached(&self) -> &[VertexId] {
        &self.arcs().reached
    }

    /// Ĝ.
    pub(crate) fn simple(&self) -> &SimpleDigraph {
        &self.arcs().simple
    }

    /// The arc of Ĝ from the parent of `v` to it.
    pub(crate) fn arc_from_parent(&self, v: VertexId) -> Option<usize> {
        self.arcs().from_parent[v]
    }

    /// The arc of Ĝ from `v` to its parent.
    pub(crate) fn arc_to_parent(&self, v: VertexId) -> Option<usize> {
        self.arcs().to_parent[v]
    }

    /// The number of its parent among the heads of `v`, if it is one.
    pub(crate) fn back(&self, v: VertexId) -> Option<usize> {
        self.arc_to_parent(v).map(|arc| arc - self.simple().row(v).start)
    }

    /// The vertex `v` as its owner sees it.
    pub(crate) fn vertex_view(&self, v: VertexId) -> VertexView<'_> {
        let rotor = self.instance.rotors().rotor(v);
        VertexView { graph: self.tree.stopping().graph(), simple: self.simple(), vertex: v, rotor }
    }

    /// What it is worth to halt on a vertex that is not active.
    pub(crate) fn worth(&self, halt: VertexId) -> Value {
        let exit = self.tree.stopping().exit_at(halt);
        exit.map_or(self.endless_value, |exit| self.instance.worth(exit, self.endless_value))
    }

    /// A pair for every arc of Ĝ: right for those that lead to where the particle halts, and for loops, which always
    /// come back; the others wait to be computed.
    pub(crate) fn leaf_pairs(&self, threshold: Threshold) -> Vec<Pair> {
        let endless = Pair { wins: threshold.wins(self.endless_value), flow: Count::Infinite };
        let mut pairs = vec![endless; self.simple().arc_count()];
        for &u in self.tree.order() {
            for (at, &v) in self.simple().row(u).zip(self.simple().heads(u)) {
                if !self.tree.stopping().is_active(v) {
                    pairs[at] = Pair { wins: threshold.wins(self.worth(v)), flow: Count::one() };
                }
            }
        }
        pairs
    }

    /// The distinct values that a play from the first root can have, from the least to the greatest: those of the sinks
    /// it reaches, and the endless value if it reaches a trap or the players can play without end.
    pub fn values_from_first(&self, set: StrategySet, tick: &mut dyn Tick) -> Result<Vec<Value>, Stop> {
        Ok(self.with_endless(self.layout(tick)?.worths_from_first().collect(), set))
    }

    /// The same for a play from anywhere.
    pub(crate) fn values_from_all(&self, set: StrategySet, tick: &mut dyn Tick) -> Result<Vec<Value>, Stop> {
        Ok(self.with_endless(self.layout(tick)?.worths_from_all().collect(), set))
    }

    fn with_endless(&self, mut values: BTreeSet<Value>, set: StrategySet) -> Vec<Value> {
        if set == StrategySet::Free {
            values.insert(self.endless_value);
        }
        values.into_iter().collect()
    }

    /// The pairs of all arcs that lead away from the first root, by head.
    pub(crate) fn table(&self, pairs: &[Pair]) -> PairTable {
        let mut entries = Vec::new();
        for &from in self.reached() {
            for (at, &to) in self.simple().row(from).zip(self.simple().heads(from)) {
                if to != from && self.tree.parent(from) != Some(to) {
                    entries.push(PairEntry { from, to, pair: pairs[at].clone() });
                }
            }
        }
        entries.sort_by_key(|entry| (entry.to, entry.from));
        PairTable(entries)
    }
}

impl Arcs {
    /// Time and memory O(|V| + |A|).
    fn of(tree: &TreeLike<'_, '_>) -> Self {
        let stopping = tree.stopping();
        let simple = SimpleDigraph::of(stopping.graph());
        let mut from_parent = VertexMap::filled(stopping.graph().vertex_count(), None);
        let mut to_parent = from_parent.clone();
        for &u in tree.order() {
            for (at, &v) in simple.row(u).zip(simple.heads(u)) {
                if !stopping.is_active(v) || v == u {
                    continue;
                }
                if tree.parent(u) == Some(v) {
                    to_parent[u] = Some(at);
                } else {
                    from_parent[v] = Some(at);
                }
            }
        }
        let mut seen = VertexMap::filled(stopping.graph().vertex_count(), false);
        let mut reached = Vec::new();
        for (at, &u) in tree.order().iter().enumerate() {
            let parent_seen = tree.parent(u).is_some_and(|parent| seen[parent]);
            if at == 0 || (parent_seen && from_parent[u].is_some()) {
                seen[u] = true;
                reached.push(u);
            }
        }
        Self { simple, from_parent, to_parent, reached }
    }
}
