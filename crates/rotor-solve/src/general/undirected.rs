//! The undirected graph of a part, if it is a forest, and the centroids of its trees.

use super::part::{OUTSIDE, Part};

/// The neighbours of each vertex in a part whose undirected graph, loops apart, is a forest.
#[derive(Clone, Debug)]
pub(crate) struct UndirectedForest {
    first: Vec<usize>,
    neighbours: Vec<u32>,
}

impl UndirectedForest {
    /// The forest that the vertices not `held` form, if they form one. Time O(|A| log |A|).
    pub(crate) fn of(part: &Part, held: &[bool]) -> Option<Self> {
        let n = held.len();
        let mut edges = Vec::new();
        for v in (0..n).filter(|&v| !held[v]) {
            for &w in part.heads(v).iter().filter(|&&w| w != OUTSIDE) {
                if w as usize != v && !held[w as usize] {
                    edges.extend([(v as u32, w), (w, v as u32)]);
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut first = vec![0; n + 1];
        edges.iter().for_each(|&(v, _)| first[v as usize + 1] += 1);
        (0..n).for_each(|v| first[v + 1] += first[v]);
        let this = Self { first, neighbours: edges.into_iter().map(|(_, w)| w).collect() };
        let mut seen = held.to_vec();
        let mut tree_edges = 0;
        for root in 0..n {
            if !seen[root] {
                tree_edges += this.tree_of(root, &mut seen).len() - 1;
            }
        }
        (2 * tree_edges == this.neighbours.len()).then_some(this)
    }

    fn neighbours(&self, v: usize) -> &[u32] {
        &self.neighbours[self.first[v]..self.first[v + 1]]
    }

    /// What `root` is connected with by way of vertices not seen, each vertex after the one it was found from, which
    /// stands beside it by its place.
    fn tree_of(&self, root: usize, seen: &mut [bool]) -> Vec<(usize, usize)> {
        let mut tree = vec![(root, 0)];
        seen[root] = true;
        let mut next = 0;
        while let Some(&(u, _)) = tree.get(next) {
            for &v in self.neighbours(u) {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    tree.push((v as usize, next));
                }
            }
            next += 1;
        }
        tree
    }

    /// The centroid of the tree of `vertex` among the vertices not `held`: without it no tree has more than half of
    /// their number. Time O(|V|).
    pub(crate) fn centroid(&self, vertex: usize, held: &[bool]) -> usize {
        let tree = self.tree_of(vertex, &mut held.to_vec());
        // How many vertices hang on each one, itself included.
        let mut size = vec![1; tree.len()];
        for at in (1..tree.len()).rev() {
            if 2 * size[at] >= tree.len() {
                return tree[at].0;
            }
            size[tree[at].1] += size[at];
        }
        vertex
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::{Dice, small_forest, small_graph};
    use rotor_graph::{StoppingGraph, TreeLike};

    #[test]
    fn without_a_centroid_no_tree_has_more_than_half_of_the_vertices() {
        let mut dice = Dice::new(73);
        let mut large = 0;
        for _ in 0..2_000 {
            let (part, active) = Part::of_active(&small_forest(&mut dice));
            let mut held: Vec<bool> = active.iter().map(|_| dice.chance(0.1)).collect();
            let forest = UndirectedForest::of(&part, &held).unwrap();
            let Some(vertex) = (0..part.len()).find(|&v| !held[v]) else { continue };
            let size = forest.tree_of(vertex, &mut held.clone()).len();
            let centroid = forest.centroid(vertex, &held);
            assert!(
                !held[centroid]
                    && forest.tree_of(vertex, &mut held.clone()).iter().any(|&(v, _)| v == centroid)
            );
            held[centroid] = true;
            for &v in forest.neighbours(centroid).iter().filter(|&&v| !held[v as usize]) {
                let half = forest.tree_of(v as usize, &mut held.clone()).len();
                assert!(2 * half <= size, "{half} of {size}");
            }
            large += u32::from(size > 5);
        }
        assert!(large > 300, "only {large} trees of more than five vertices");
    }

    #[test]
    fn a_part_is_a_forest_exactly_if_it_is_tree_like() {
        let mut dice = Dice::new(74);
        let mut seen = [0; 2];
        for _ in 0..2_000 {
            let instance = small_graph(&mut dice);
            let (part, active) = Part::of_active(&instance);
            let is_tree_like = TreeLike::of(&StoppingGraph::of(instance.graph())).is_ok();
            assert_eq!(
                UndirectedForest::of(&part, &vec![false; active.len()]).is_some(),
                is_tree_like,
                "{instance}"
            );
            seen[usize::from(is_tree_like)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
    }
}
