//! The classes of stopping graphs, from the easiest to the hardest.

use crate::block_tree::BlockTree;
use crate::ids::VertexId;
use crate::path_graph::PathGraph;
use crate::simple_tree_like::SimpleTreeLike;
use crate::stopping::StoppingGraph;
use crate::tree_like::{NotTreeLike, TreeLike};

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
}
