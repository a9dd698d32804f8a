//! The block-cut tree against its definition.

use rotor_generate::{Dice, small_graph};
use rotor_graph::{BlockTree, Instance, StoppingGraph, UndirectedGraph, VertexId};

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
fn two_vertices_share_a_block_unless_a_third_parts_them() {
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
                let is_parted =
                    without.iter().any(|(c, part)| *c != u && *c != v && part[u.index()] != part[v.index()]);
                let blocks = |w: VertexId| {
                    let tree = &tree;
                    let hanging = tree.blocks().filter(move |&block| tree.top(block) == w);
                    hanging.chain(tree.home(w))
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
