//! The names of the vertices, one after the other in a single text.

use crate::ids::VertexId;
use crate::prefetch::prefetch;

/// The name of every vertex: labels outside, ids inside. Four bytes per vertex beside the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    text: String,
    /// Where each name ends, up to multiples of 2³².
    ends: Vec<u32>,
    /// How many names end before each multiple of 2³² from the first on: empty unless the text is as long as that.
    before_wrap: Vec<u32>,
}

impl Names {
    /// Room for `vertices` names.
    pub fn with_capacity(vertices: usize) -> Self {
        Self { text: String::new(), ends: Vec::with_capacity(vertices), before_wrap: Vec::new() }
    }

    /// The names that stand one after the other in `text` and end at these places; or the number of the first that is
    /// empty, cuts a character or ends beyond the text, or how many there are if text is left over.
    pub fn from_text(text: String, ends: impl ExactSizeIterator<Item = u64>) -> Result<Self, usize> {
        let mut names = Self::with_capacity(ends.len());
        let mut start = 0;
        for (vertex, end) in ends.enumerate() {
            let end = usize::try_from(end).unwrap_or(usize::MAX);
            if end <= start || !text.is_char_boundary(end) {
                return Err(vertex);
            }
            names.push_end(end);
            start = end;
        }
        if start != text.len() {
            return Err(names.len());
        }
        Ok(Self { text, ..names })
    }

    /// Names the next vertex.
    #[inline]
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.push_end(self.text.len());
    }

    #[inline]
    fn push_end(&mut self, end: usize) {
        // As u64, because a shift by 32 bits is an error where usize has no more.
        while end as u64 >> 32 > self.before_wrap.len() as u64 {
            self.before_wrap.push(self.ends.len() as u32);
        }
        self.ends.push(end as u32);
    }

    /// Where the name of `u` ends.
    #[inline]
    fn end(&self, u: usize) -> usize {
        let wraps = match self.before_wrap.is_empty() {
            true => 0,
            false => self.before_wrap.partition_point(|&before| before as usize <= u),
        };
        (u64::from(self.ends[u]) | (wraps as u64) << 32) as usize
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
        (self.text.len() + self.ends.len() * size_of::<u32>()) as u64
    }

    /// The name of `u`.
    #[inline]
    pub fn get(&self, u: VertexId) -> &str {
        let start = if u.index() == 0 { 0 } else { self.end(u.index() - 1) };
        &self.text[start..self.end(u.index())]
    }

    /// Prefetches the place of a name; some time later [`expect_text`](Self::expect_text) prefetches the name itself.
    #[inline]
    pub fn expect_place(&self, u: VertexId) {
        prefetch(&self.ends, u.index());
    }

    /// Prefetches a name, once its place has arrived.
    #[inline]
    pub fn expect_text(&self, u: VertexId) {
        if u.index() < self.len() {
            prefetch(self.text.as_bytes(), self.end(u.index()).saturating_sub(1));
        }
    }

    /// The vertex called `name`, the first one if there are several. Time linear in the length of all names: to look
    /// up many of them use [`index`](Self::index).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_a_text_are_the_names_pushed_one_by_one() {
        let words = ["u", "vertex 7", "é", "\u{1F600}", "x"];
        let pushed: Names = words.iter().collect();
        let ends = words.iter().scan(0, |end, word| {
            *end += word.len() as u64;
            Some(*end)
        });
        let ends: Vec<u64> = ends.collect();
        assert_eq!(Names::from_text(words.concat(), ends.iter().copied()), Ok(pushed));
        let with = |at: usize, end| {
            let mut ends = ends.clone();
            ends[at] = end;
            Names::from_text(words.concat(), ends.into_iter()).unwrap_err()
        };
        assert_eq!((with(0, 0), with(1, 1), with(2, 10)), (0, 1, 2), "empty, empty, and half of a letter");
        assert_eq!((with(4, 99), with(4, u64::MAX)), (4, 4), "beyond the text");
        assert_eq!(Names::from_text("ab".to_owned(), [1].into_iter()), Err(1), "text left over");
        assert_eq!(Names::from_text(String::new(), [].into_iter()), Ok(Names::default()));
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn ends_beyond_4_gib_differ_from_those_before() {
        let mut names = Names::default();
        let ends = [5, (1 << 32) - 1, 1 << 32, (1 << 32) + 7, (3 << 32) + 1, (3 << 32) + 2, 4 << 32];
        ends.iter().for_each(|&end| names.push_end(end));
        let back: Vec<usize> = (0..ends.len()).map(|u| names.end(u)).collect();
        assert_eq!(back, ends);
    }
}
