//! The class of a graph that is known to be tree-like: a look at every row, without a search.

use crate::class::Class;
use crate::ids::VertexId;
use crate::multigraph::Multigraph;
use crate::simple_tree_like::is_simple;

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

#[cfg(test)]
mod tests {
    use crate::class::{Class, Classified};
    use crate::notation::parse;
    use crate::stopping::StoppingGraph;

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
