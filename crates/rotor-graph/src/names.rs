//! The names of the vertices, one after the other in a single text.

use crate::ids::VertexId;

/// The name of every vertex: labels outside, ids inside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    /// Room for `vertices` names.
    pub fn with_capacity(vertices: usize) -> Self {
        Self { text: String::new(), ends: Vec::with_capacity(vertices) }
    }

    /// Names the next vertex.
    #[inline]
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// How many vertices have a name.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// About how many bytes of memory they take.
    pub fn bytes(&self) -> u64 {
        (self.text.len() + self.ends.len() * size_of::<usize>()) as u64
    }

    /// The name of `u`.
    #[inline]
    pub fn get(&self, u: VertexId) -> &str {
        let start = if u.index() == 0 { 0 } else { self.ends[u.index() - 1] };
        &self.text[start..self.ends[u.index()]]
    }

    /// The vertex called `name`. Time linear in the length of all names.
    pub fn find(&self, name: &str) -> Option<VertexId> {
        (0..self.len() as u32).map(VertexId::new).find(|&u| self.get(u) == name)
    }
}

impl<S: AsRef<str>> FromIterator<S> for Names {
    fn from_iter<I: IntoIterator<Item = S>>(names: I) -> Self {
        let mut all = Self::default();
        names.into_iter().for_each(|name| all.push(name.as_ref()));
        all
    }
}

/// Whether `name` can stand in a `.rotor` file without quotes.
pub(crate) fn is_bare(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('{') && name.chars().all(is_bare_character)
}

/// Whether `character` may stand in a name without quotes.
pub(crate) fn is_bare_character(character: char) -> bool {
    !(character.is_whitespace() || character.is_control() || "\u{FEFF}#:*^=,\"".contains(character))
}
