//! Scratch: memory that one member of a batch leaves to the next.

use rotor_graph::VertexId;

/// Lists that were used before, empty, with their room: the allocator would take as long as it takes to write down a member
/// of a few dozen vertices.
///
/// ```
/// use rotor_generate::{Dice, Scratch, family};
/// let trees = family("tree")?.prepare(&[].into())?;
/// let mut scratch = Scratch::default();
/// for seed in 0..10 {
///     let tree = trees.unnamed(&mut Dice::new(seed), &mut scratch)?;
///     assert_eq!(tree.vertex_count(), 20);
///     tree.leave_to(&mut scratch);
/// }
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Debug, Default)]
pub struct Scratch {
    lists: Vec<Vec<u32>>,
    heads: Vec<VertexId>,
}

impl Scratch {
    /// An empty list.
    pub(crate) fn list(&mut self) -> Vec<u32> {
        self.lists.pop().unwrap_or_default()
    }

    /// A list of `length` times the same number.
    pub(crate) fn list_of(&mut self, number: u32, length: usize) -> Vec<u32> {
        let mut list = self.list();
        list.resize(length, number);
        list
    }

    /// An empty list of heads.
    pub(crate) fn heads(&mut self) -> Vec<VertexId> {
        std::mem::take(&mut self.heads)
    }

    /// Keeps lists for later.
    pub(crate) fn keep<const COUNT: usize>(&mut self, lists: [Vec<u32>; COUNT]) {
        for mut list in lists {
            list.clear();
            self.lists.push(list);
        }
    }

    /// Keeps a list of heads for later.
    pub(crate) fn keep_heads(&mut self, heads: Vec<VertexId>) {
        self.heads = heads;
        self.heads.clear();
    }
}
