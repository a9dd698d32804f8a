//! The names of the vertices, one after the other in a single text, and vertices by name.

use crate::ids::{VertexId, prefetch};
use crate::interner::NameHash;

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

// A table of numbers by the keys of names, a cache line at a time.

/// How many entries arrive together from memory.
const WIDTH: usize = 5;

/// A cache line of entries: words, 0 where there is none, and the numbers that belong to them.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
struct Line {
    words: [u64; WIDTH],
    numbers: [u32; WIDTH],
}

const EMPTY: Line = Line { words: [0; WIDTH], numbers: [0; WIDTH] };

impl Line {
    /// The entries with this word, as bits. All are compared, without a branch for each: which one it is cannot be
    /// guessed.
    #[inline]
    fn with(&self, word: u64) -> u32 {
        (0..WIDTH).fold(0, |bits, at| bits | u32::from(self.words[at] == word) << at)
    }
}

/// Numbers by word, with open addressing, at most three fifths full: few entries stray from their line.
#[derive(Debug)]
pub(crate) struct Table {
    hash: NameHash,
    lines: Vec<Line>,
    used: usize,
}

impl Table {
    /// Room for about `entries`.
    pub(crate) fn with_capacity(hash: NameHash, entries: usize) -> Self {
        Self { hash, lines: vec![EMPTY; (entries / 3 + 1).next_power_of_two()], used: 0 }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.used
    }

    #[inline]
    fn line_of(&self, word: u64) -> usize {
        self.hash.mix(word) as usize & (self.lines.len() - 1)
    }

    /// Prefetches the line of `word`.
    #[inline]
    pub(crate) fn expect(&self, word: u64) {
        prefetch(&self.lines, self.line_of(word));
    }

    /// The number that belongs to `word`, given what tells names with the same word apart.
    pub(crate) fn find(&self, word: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mut line = self.line_of(word);
        loop {
            let entries = &self.lines[line];
            let mut alike = entries.with(word);
            while alike != 0 {
                let number = entries.numbers[alike.trailing_zeros() as usize];
                if is_it(number) {
                    return Some(number);
                }
                alike &= alike - 1;
            }
            // An entry goes to the first free place from its line on, so it does not lie beyond one.
            if entries.with(0) != 0 {
                return None;
            }
            line = (line + 1) & (self.lines.len() - 1);
        }
    }

    /// The number that belongs to `word`, given what tells names with the same word apart, or `new` put there.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, word: u64, is_it: impl Fn(u32) -> bool, new: u32) -> u32 {
        let mut line = self.line_of(word);
        loop {
            let entries = &mut self.lines[line];
            let mut alike = entries.with(word);
            while alike != 0 {
                let number = entries.numbers[alike.trailing_zeros() as usize];
                if is_it(number) {
                    return number;
                }
                alike &= alike - 1;
            }
            let free = entries.with(0).trailing_zeros() as usize;
            if free < WIDTH {
                entries.words[free] = word;
                entries.numbers[free] = new;
                self.used += 1;
                if self.used > self.lines.len() * 3 {
                    self.grow();
                }
                return new;
            }
            line = (line + 1) & (self.lines.len() - 1);
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = Self { hash: self.hash, lines: vec![EMPTY; self.lines.len() * 2], used: 0 };
        let smaller = std::mem::replace(self, larger);
        for (word, number) in smaller.entries() {
            self.number_of(word, |_| false, number);
        }
    }

    /// All words with their numbers, in an order that must not show.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let entries = self.lines.iter().flat_map(|line| line.words.into_iter().zip(line.numbers));
        entries.filter(|&(word, _)| word != 0)
    }
}

// Vertices by name: built once, asked often.

/// The vertices of an instance by their names.
///
/// ```
/// let instance = rotor_graph::parse("u: v s\nv: u\nsink s").unwrap();
/// let index = instance.names().index();
/// assert_eq!(index.get("v"), instance.vertex("v"));
/// assert_eq!(index.get("w"), None);
/// ```
#[derive(Debug)]
pub struct NameIndex<'n> {
    names: &'n Names,
    hash: NameHash,
    short: Table,
    long: Table,
}

impl Names {
    /// An index to look up more than a few names. Time O(bytes), memory about 30 bytes per name.
    pub fn index(&self) -> NameIndex<'_> {
        NameIndex::of(self)
    }
}

impl<'n> NameIndex<'n> {
    fn of(names: &'n Names) -> Self {
        let hash = NameHash::of_process();
        // Names are as long as they are: room for many of either kind is made only once there are many.
        let mut index =
            Self { names, hash, short: Table::with_capacity(hash, 0), long: Table::with_capacity(hash, 0) };
        for u in 0..names.len() as u32 {
            let name = names.get(VertexId::new(u));
            let key = hash.key(name);
            if key.is_long {
                index.long.number_of(key.word, |v| names.get(VertexId::new(v)) == name, u);
            } else {
                index.short.number_of(key.word, |_| true, u);
            }
        }
        index
    }

    /// The vertex called `name`, the first one if there are several. Time O(length of `name`).
    pub fn get(&self, name: &str) -> Option<VertexId> {
        let key = self.hash.key(name);
        let found = match key.is_long {
            true => self.long.find(key.word, |v| self.names.get(VertexId::new(v)) == name),
            false => self.short.find(key.word, |_| true),
        };
        found.map(VertexId::new)
    }
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

    /// How many lines past its own the entry of `word` lies.
    fn strays(table: &Table, word: u64) -> usize {
        let (own, lines) = (table.line_of(word), table.lines.len());
        (0..lines).find(|step| table.lines[(own + step) % lines].with(word) != 0).unwrap()
    }

    /// Eight letters, all different for different numbers.
    fn letters(mut number: u64) -> String {
        let mut letter = || {
            number /= 31;
            char::from(b'A' + (number % 31) as u8)
        };
        (0..8).map(|_| letter()).collect()
    }

    // F73: with numbers that are not secret, 350,000 chosen names took 13.6 s instead of 0.01 s.
    #[test]
    fn names_chosen_to_collide_do_not_under_a_secret_hash() {
        let known = NameHash::with(0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93);
        let own = NameHash::of_process();
        let words = (0..).map(|number| own.key(&letters(number * 31)).word);
        let chosen: Vec<u64> = words.filter(|&word| known.mix(word) & 0xFFF < 4).take(3_000).collect();
        let worst = |hash: NameHash| {
            let mut table = Table::with_capacity(hash, chosen.len());
            chosen.iter().zip(0..).for_each(|(&word, number)| _ = table.number_of(word, |_| true, number));
            assert_eq!(table.len(), chosen.len(), "short names are their own keys, and all differ");
            chosen.iter().map(|&word| strays(&table, word)).max().unwrap()
        };
        let (known, own) = (worst(known), worst(own));
        assert!(known > 200, "the names do collide where the numbers are known: {known}");
        assert!(own < 20, "{own}");
    }

    #[test]
    fn an_index_finds_what_a_search_finds() {
        let word = |n: u32| match n % 5 {
            0 => format!("{}", n / 5),
            1 => format!("vertex number {}", n / 2),
            2 => "é".repeat(n as usize % 23 + 1),
            3 => format!("u{}", n % 101),
            _ => format!("12345{:03}", n % 300),
        };
        let names: Names = (0..1_500).map(word).chain([String::new()]).collect();
        let index = names.index();
        let (mut found, mut missing) = (0, 0);
        for n in 0..3_000 {
            let name = word(n);
            assert_eq!(index.get(&name), names.find(&name), "{name}");
            found += u32::from(names.find(&name).is_some());
            missing += u32::from(names.find(&name).is_none());
        }
        assert!(found > 500 && missing > 500, "{found} {missing}");
        assert_eq!(index.get(""), names.find(""));
        assert_eq!(Names::default().index().get("u"), None);
    }
}
