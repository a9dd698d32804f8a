//! Shapes of trees: which vertex each vertex hangs on.

use crate::generator::Generator;

/// The shape of a tree rooted at vertex 0, in which every vertex hangs on a lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Vertex i attaches to a random earlier one: depth about e·ln n.
    Random,
    /// Vertex i attaches to ⌊(i − 1) / 2⌋: depth log₂ n.
    Binary,
    /// The even vertices form a path, and each has one odd vertex as a leg.
    Caterpillar,
    /// All attach to vertex 0.
    Star,
    /// Vertex i hangs on i − 1.
    Path,
    /// A path of half the vertices, the others attached to its end.
    Broom,
}

impl Shape {
    /// The vertex on which vertex i ≥ 1 of `n` hangs.
    #[inline]
    pub(crate) fn parent(self, i: u32, n: u32, dice: &mut Generator) -> u32 {
        match self {
            Self::Random => dice.below(i),
            Self::Binary => (i - 1) / 2,
            Self::Caterpillar => i - (2 - i % 2),
            Self::Star => 0,
            Self::Path => i - 1,
            Self::Broom => (i - 1).min(n / 2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn each_shape_hangs_its_vertices_as_it_says() {
        let parents = |shape: Shape| -> Vec<u32> {
            (1..9).map(|i| shape.parent(i, 9, &mut Generator::seed_from_u64(u64::from(i)))).collect()
        };
        assert_eq!(parents(Shape::Binary), [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(parents(Shape::Caterpillar), [0, 0, 2, 2, 4, 4, 6, 6]);
        assert_eq!(parents(Shape::Star), [0; 8]);
        assert_eq!(parents(Shape::Path), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(parents(Shape::Broom), [0, 1, 2, 3, 4, 4, 4, 4]);
        assert!(parents(Shape::Random).iter().zip(1..).all(|(&parent, i)| parent < i));
    }
}
