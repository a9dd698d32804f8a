//! The classes of stopping graphs, from the easiest to the hardest.

use crate::block_tree::BlockTree;
use crate::ids::VertexId;
use crate::multigraph::Multigraph;
use crate::rooted::{NotTreeLike, TreeLike};
use crate::trap::StoppingGraph;

/// What a stopping graph was found to be, with the proof inside.
#[derive(Clone, Debug)]
pub enum Classified<'s, 'g> {
    /// The simple path graph.
    Path(PathGraph<'s, 'g>),
    /// A forest without parallel arcs and loops.
    SimpleTreeLike(SimpleTreeLike<'s, 'g>),
    /// A forest.
    TreeLike(TreeLike<'s, 'g>),
    /// No directed cycle: every walk visits a vertex at most once.
    Acyclic(Acyclic<'s, 'g>),
    /// Every block of the undirected graph is an edge or a cycle.
    Cactus(BlockTree<'s, 'g>),
    /// Several blocks, none of more than [`BlockTree::MOST_SMALL`] vertices.
    SmallBlocks(BlockTree<'s, 'g>),
    /// Anything else.
    General(&'s StoppingGraph<'g>),
}

/// The name of a class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Class {
    /// Nothing is left of the graph when its traps are cut. Whatever is proved of vertices that are still active holds
    /// for such a graph, so it is a forest too; but to call it one would describe what is not there.
    Trapped,
    /// See [`Classified::Path`].
    Path,
    /// See [`Classified::SimpleTreeLike`].
    SimpleTreeLike,
    /// See [`Classified::TreeLike`].
    TreeLike,
    /// See [`Classified::Acyclic`].
    Acyclic,
    /// See [`Classified::Cactus`].
    Cactus,
    /// See [`Classified::SmallBlocks`].
    SmallBlocks,
    /// See [`Classified::General`].
    General,
}

impl Class {
    /// All classes, from the easiest to the hardest.
    pub const ALL: [Self; 8] = [
        Self::Trapped,
        Self::Path,
        Self::SimpleTreeLike,
        Self::TreeLike,
        Self::Acyclic,
        Self::Cactus,
        Self::SmallBlocks,
        Self::General,
    ];

    /// Its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trapped => "trapped",
            Self::Path => "path",
            Self::SimpleTreeLike => "simple-tree-like",
            Self::TreeLike => "tree-like",
            Self::Acyclic => "acyclic",
            Self::Cactus => "cactus",
            Self::SmallBlocks => "small-blocks",
            Self::General => "general",
        }
    }
}

impl<'s, 'g> Classified<'s, 'g> {
    /// The first class in the list above that `stopping` belongs to. Time and memory O(|V| + |A|).
    pub fn of(stopping: &'s StoppingGraph<'g>) -> Self {
        Self::of_trees(stopping, TreeLike::of(stopping), None)
    }

    pub(crate) fn of_trees(
        stopping: &'s StoppingGraph<'g>,
        trees: Result<TreeLike<'s, 'g>, NotTreeLike>,
        root: Option<VertexId>,
    ) -> Self {
        match trees {
            Ok(tree) => match SimpleTreeLike::of(tree) {
                Ok(simple) => match PathGraph::of(simple) {
                    Ok(path) => Self::Path(path),
                    Err(simple) => Self::SimpleTreeLike(simple),
                },
                Err((tree, _)) => Self::TreeLike(tree),
            },
            Err(_) => match Acyclic::of(stopping) {
                Some(acyclic) => Self::Acyclic(acyclic),
                None => match BlockTree::of_cactus_or_small(stopping, root) {
                    Some(blocks) if blocks.is_cactus() => Self::Cactus(blocks),
                    Some(blocks) => Self::SmallBlocks(blocks),
                    None => Self::General(stopping),
                },
            },
        }
    }

    /// The name of its class. Time O(|V|) at most.
    pub fn class(&self) -> Class {
        let stopping = self.stopping();
        match self {
            _ if !stopping.traps().is_empty() && stopping.active_vertices().next().is_none() => {
                Class::Trapped
            }
            Self::Path(_) => Class::Path,
            Self::SimpleTreeLike(_) => Class::SimpleTreeLike,
            Self::TreeLike(_) => Class::TreeLike,
            Self::Acyclic(_) => Class::Acyclic,
            Self::Cactus(_) => Class::Cactus,
            Self::SmallBlocks(_) => Class::SmallBlocks,
            Self::General(_) => Class::General,
        }
    }

    /// The graph it is made of.
    pub fn stopping(&self) -> &'s StoppingGraph<'g> {
        match self {
            Self::Path(path) => path.simple().tree_like().stopping(),
            Self::SimpleTreeLike(simple) => simple.tree_like().stopping(),
            Self::TreeLike(tree) => tree.stopping(),
            Self::Acyclic(acyclic) => acyclic.stopping(),
            Self::Cactus(blocks) | Self::SmallBlocks(blocks) => blocks.stopping(),
            Self::General(stopping) => stopping,
        }
    }

    /// The graph as a simple path, if it is one.
    pub fn path(&self) -> Option<&PathGraph<'s, 'g>> {
        match self {
            Self::Path(path) => Some(path),
            _ => None,
        }
    }

    /// The graph as a simple tree-like one, if it is one.
    pub fn simple_tree_like(&self) -> Option<&SimpleTreeLike<'s, 'g>> {
        match self {
            Self::Path(path) => Some(path.simple()),
            Self::SimpleTreeLike(simple) => Some(simple),
            _ => None,
        }
    }

    /// The graph as a tree-like one, if it is one.
    pub fn tree_like(&self) -> Option<&TreeLike<'s, 'g>> {
        match self {
            Self::TreeLike(tree) => Some(tree),
            _ => self.simple_tree_like().map(SimpleTreeLike::tree_like),
        }
    }

    /// The tree of its blocks, if it is a cactus or its blocks are small.
    pub fn blocks(&self) -> Option<&BlockTree<'s, 'g>> {
        match self {
            Self::Cactus(blocks) | Self::SmallBlocks(blocks) => Some(blocks),
            _ => None,
        }
    }
}

/// A stopping graph whose active vertices form no directed cycle, in topological order.
#[derive(Clone, Debug)]
pub struct Acyclic<'s, 'g> {
    stopping: &'s StoppingGraph<'g>,
    order: Vec<VertexId>,
}

impl<'s, 'g> Acyclic<'s, 'g> {
    /// Kahn's algorithm. Time and memory O(|V| + |A|).
    pub fn of(stopping: &'s StoppingGraph<'g>) -> Option<Self> {
        let graph = stopping.graph();
        let mut waiting_for = vec![0u32; graph.vertex_count()];
        for u in stopping.active_vertices() {
            graph.heads(u).iter().for_each(|v| waiting_for[v.index()] += 1);
        }
        let mut order: Vec<_> = stopping.active_vertices().filter(|u| waiting_for[u.index()] == 0).collect();
        let mut next = 0;
        while let Some(&u) = order.get(next) {
            next += 1;
            for &v in graph.heads(u) {
                waiting_for[v.index()] -= 1;
                if waiting_for[v.index()] == 0 && stopping.is_active(v) {
                    order.push(v);
                }
            }
        }
        (order.len() == stopping.active_vertices().count()).then_some(Self { stopping, order })
    }

    /// The graph it is made of.
    pub fn stopping(&self) -> &'s StoppingGraph<'g> {
        self.stopping
    }

    /// The active vertices, each before the heads of its arcs.
    pub fn order(&self) -> &[VertexId] {
        &self.order
    }
}

// The class of a graph that is known to be tree-like: a look at every row, without a search.

impl Class {
    /// The class of a graph that is tree-like once its traps are cut, given which vertices lie in traps.
    ///
    /// Its slow twin is [`Classified::of`](crate::Classified::of). Time O(|V| + |A| log |A|), and O(|V|) at the first
    /// loop or parallel arc; memory for the largest row.
    pub fn of_forest(graph: &Multigraph, in_trap: impl Fn(VertexId) -> bool) -> Self {
        let absorbs = |&u: &VertexId| graph.is_sink(u) || in_trap(u);
        let mut sorted = Vec::new();
        let active = || graph.vertices().filter(|u| !absorbs(u));
        if active().next().is_none() && graph.arc_count() > 0 {
            return Self::Trapped;
        }
        if !active().all(|u| is_simple(u, graph.heads(u), &mut sorted)) {
            return Self::TreeLike;
        }
        let mut ends = graph.vertices().filter(absorbs);
        let (Some(left), Some(right), None) = (ends.next(), ends.next(), ends.next()) else {
            return Self::SimpleTreeLike;
        };
        // With two different heads at each of n active vertices and at most n − 1 edges between them, at least two arcs
        // lead to the ends. If there are no more, all edges have arcs both ways and make one tree in which no vertex
        // has three neighbours: a path. Each of its two last vertices, or its only one, has room for an arc to an end.
        let mut entered = [0usize; 2];
        let crosses = active().all(|u| {
            graph.heads(u).iter().for_each(|&v| {
                entered[0] += usize::from(v == left);
                entered[1] += usize::from(v == right);
            });
            graph.out_degree(u) == 2
        });
        if crosses && entered == [1, 1] { Self::Path } else { Self::SimpleTreeLike }
    }
}

// Simple tree-like graphs: no parallel arcs and no loops.

/// A tree-like graph in which every active vertex has at most one arc to each head and none to itself
/// [ACD22, `sec:simple`].
#[derive(Clone, Debug)]
pub struct SimpleTreeLike<'s, 'g>(TreeLike<'s, 'g>);

/// A vertex has a loop or parallel arcs.
#[derive(Debug, thiserror::Error, PartialEq, Eq, Clone, Copy)]
#[error("a vertex has a loop or parallel arcs")]
pub struct NotSimple {
    /// The first such vertex.
    pub vertex: VertexId,
}

impl<'s, 'g> SimpleTreeLike<'s, 'g> {
    /// Checks every active vertex. Time O(|V| + |A| log |A|); memory for the largest row.
    pub fn of(tree: TreeLike<'s, 'g>) -> Result<Self, (TreeLike<'s, 'g>, NotSimple)> {
        let graph = tree.stopping().graph();
        let mut sorted = Vec::new();
        let offends = |&u: &VertexId| !is_simple(u, graph.heads(u), &mut sorted);
        match tree.stopping().active_vertices().find(offends) {
            Some(vertex) => Err((tree, NotSimple { vertex })),
            None => Ok(Self(tree)),
        }
    }

    /// The same graph as a tree-like one.
    pub fn tree_like(&self) -> &TreeLike<'s, 'g> {
        &self.0
    }
}

/// Up to this many heads are compared with each other.
const FEW: usize = 12;

/// Whether `heads` are different from each other and from `u`.
pub(crate) fn is_simple(u: VertexId, heads: &[VertexId], sorted: &mut Vec<VertexId>) -> bool {
    if heads.len() <= FEW {
        return heads.iter().enumerate().all(|(at, &v)| v != u && !heads[..at].contains(&v));
    }
    sorted.clear();
    sorted.extend_from_slice(heads);
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1]) && sorted.binary_search(&u).is_err()
}

// The simple path graph: two sinks and a path between them.

/// The simple path graph s₀, u₁, …, uₙ, s₁ with n ≥ 1: every inner vertex has one arc to its left and one to its right
/// [ACD22, `sec:path`]. s₀ is the end that comes first in the file.
#[derive(Clone, Debug)]
pub struct PathGraph<'s, 'g> {
    simple: SimpleTreeLike<'s, 'g>,
    ends: [VertexId; 2],
    inner: Vec<VertexId>,
}

impl<'s, 'g> PathGraph<'s, 'g> {
    /// The path, if the whole graph is one; else the graph given back. Time O(|V|).
    pub fn of(simple: SimpleTreeLike<'s, 'g>) -> Result<Self, SimpleTreeLike<'s, 'g>> {
        match walk_along(&simple) {
            Some((ends, inner)) => Ok(Self { simple, ends, inner }),
            None => Err(simple),
        }
    }

    /// s₀ and s₁.
    pub fn ends(&self) -> [VertexId; 2] {
        self.ends
    }

    /// u₁, …, uₙ.
    pub fn inner(&self) -> &[VertexId] {
        &self.inner
    }

    /// The same graph as a simple tree-like one.
    pub fn simple(&self) -> &SimpleTreeLike<'s, 'g> {
        &self.simple
    }
}

/// The ends and the inner vertices in order, or nothing if the graph is not a path.
fn walk_along(simple: &SimpleTreeLike<'_, '_>) -> Option<([VertexId; 2], Vec<VertexId>)> {
    let tree = simple.tree_like();
    let (stopping, graph) = (tree.stopping(), tree.stopping().graph());
    let n = tree.order().len();
    if n == 0 || n + 2 != graph.vertex_count() || tree.order().iter().any(|&u| graph.out_degree(u) != 2) {
        return None;
    }
    let mut absorbing = graph.vertices().filter(|&u| !stopping.is_active(u));
    let ends = [absorbing.next()?, absorbing.next()?];
    let mut inner = vec![tree.order().iter().copied().find(|&u| graph.heads(u).contains(&ends[0]))?];
    let mut before = ends[0];
    while inner.len() <= n {
        let u = inner[inner.len() - 1];
        let ahead = match *graph.heads(u) {
            [a, b] if a == before => b,
            [a, b] if b == before => a,
            _ => return None,
        };
        if ahead == ends[1] {
            return (inner.len() == n).then_some((ends, inner));
        }
        if !stopping.is_active(ahead) {
            return None;
        }
        before = u;
        inner.push(ahead);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    fn class(text: &str) -> &'static str {
        let instance = parse(text).unwrap();
        Classified::of(&StoppingGraph::of(instance.graph())).class().name()
    }

    #[test]
    fn every_class_is_distinguished_from_the_next() {
        assert_eq!(class("sink s\na: s b\nb: a t\nsink t"), "path");
        assert_eq!(class("a: s t\nsink s\nsink t"), "path");
        assert_eq!(class("sink s\na: s b\nb: a s"), "simple-tree-like", "both ends are one sink");
        assert_eq!(class("a: s b\nb: a t\nsink s\nsink t\nsink x"), "simple-tree-like", "a sink apart");
        assert_eq!(class("a: s b\nb: a\nsink s\nsink t"), "simple-tree-like", "b has one arc");
        assert_eq!(class("a: s b\nb: a t\nc: s d\nd: c t\nsink s\nsink t"), "simple-tree-like", "two paths");
        assert_eq!(class("a: s b^2\nb: a t\nsink s\nsink t"), "tree-like");
        assert_eq!(class("a: a s\nsink s"), "tree-like");
        assert_eq!(class("a: b c\nb: c s\nc: s\nsink s"), "acyclic");
        assert_eq!(class("a: b c\nb: c s\nc: a s\nsink s"), "cactus");
        let chord = "a: b c d\nb: c s\nc: d\nd: a\nsink s";
        assert_eq!(class(chord), "general");
        assert_eq!(class(&format!("{chord}\nx: a")), "small-blocks");
        assert_eq!(class("sink s"), "simple-tree-like");
    }

    // F1: a triangle without a sink was called simple-tree-like.
    #[test]
    fn a_graph_is_trapped_if_only_traps_are_in_it() {
        assert_eq!(class("a: b c\nb: c a\nc: a b"), "trapped");
        assert_eq!(class("a: b\nb: a\nx: x\nsink s"), "trapped", "sinks move no particle");
        assert_eq!(
            class("u: a\na: a\nsink s"),
            "simple-tree-like",
            "u leads into the trap and is not part of it"
        );
        assert_eq!(class(""), "simple-tree-like", "nothing was cut");
    }

    #[test]
    fn a_trap_at_the_end_of_a_path_is_its_second_sink() {
        assert_eq!(class("a: s b\nb: a t\nt: t\nsink s"), "path");
    }

    fn both(text: &str) -> [Class; 2] {
        let instance = parse(text).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let in_trap = |u| stopping.traps().trap_of(u).is_some();
        [Class::of_forest(instance.graph(), in_trap), Classified::of(&stopping).class()]
    }

    #[test]
    fn a_look_at_every_row_tells_the_class_of_a_forest() {
        let leaves: String = (0..20).map(|leaf| format!("sink {leaf}\n")).collect();
        let heads: Vec<_> = (0..20).map(|leaf| leaf.to_string()).collect();
        let star = |more: &str| format!("c: {}{more}\n{leaves}", heads.join(" "));
        let cases = [
            ("", Class::SimpleTreeLike),
            ("sink s\nsink t", Class::SimpleTreeLike),
            ("t: t^2\nsink s", Class::Trapped),
            ("a: s t\nsink s\nsink t", Class::Path),
            ("a: s s\nsink s\nsink t", Class::TreeLike),
            ("a: t b\nb: c a\nc: b s\nsink s\nsink t", Class::Path),
            ("a: t b\nb: c s\nc: b s\nsink s\nsink t", Class::SimpleTreeLike),
            ("a: t b\nb: s a\nc: t s\nsink s\nsink t", Class::SimpleTreeLike),
            ("a: s b\nb: c a\nc: b s\nsink s\nsink t", Class::SimpleTreeLike),
            ("a: x b\nb: c a\nc: b s\nsink s\nx: x", Class::Path),
            ("a: s b\nb: a t\nsink s\nsink t\nsink r", Class::SimpleTreeLike),
            ("a: s b a\nb: a\nsink s", Class::TreeLike),
            ("a: b\nb: a s\nsink s\nsink t", Class::SimpleTreeLike),
        ];
        for (text, class) in cases {
            assert_eq!(both(text), [class; 2], "{text}");
        }
        assert_eq!(both(&star("")), [Class::SimpleTreeLike; 2]);
        assert_eq!(both(&star(" c")), [Class::TreeLike; 2]);
        assert_eq!(both(&star(" 7")), [Class::TreeLike; 2]);
    }
}
