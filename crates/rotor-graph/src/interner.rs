//! Numbers for names while a file is read.

use crate::prefetch::prefetch;
use std::borrow::Cow;

/// The number of a name, in the order in which names are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NameId(u32);

impl NameId {
    /// The number of a name that is not settled yet.
    pub(crate) const UNSETTLED: Self = Self(u32::MAX);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a table keeps of a name: a short name itself, a hash of a long one. Never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    word: u64,
    is_long: bool,
}

impl Key {
    #[inline]
    pub(crate) fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        match bytes.len() {
            // The length in the top byte, where the last byte of a longer name is larger.
            1..8 => Self { word: short_word(bytes) | (bytes.len() as u64) << 56, is_long: false },
            8 if bytes[7] > 8 => Self { word: short_word(bytes), is_long: false },
            _ => {
                let hash =
                    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| mix(hash ^ short_word(chunk)));
                Self { word: hash | 1, is_long: true }
            }
        }
    }

    /// The short name that a table keeps as `word`.
    fn short_name(word: u64) -> String {
        let bytes = word.to_le_bytes();
        let length = if bytes[7] > 8 { 8 } else { bytes[7] as usize };
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }
}

/// At most eight bytes, as a number.
#[inline]
fn short_word(bytes: &[u8]) -> u64 {
    match *bytes {
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        [a, b, c, d, ..] => {
            // The two halves overlap in equal bytes.
            let last = &bytes[bytes.len() - 4..];
            let high = u32::from_le_bytes([last[0], last[1], last[2], last[3]]);
            u64::from(u32::from_le_bytes([a, b, c, d])) | u64::from(high) << (8 * (bytes.len() - 4))
        }
        [a, b, c] => u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a] => u64::from(a),
        [] => 0,
    }
}

/// Both halves of a product by a large odd constant, folded: a change of any bit reaches the bottom.
#[inline]
fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
    (product as u64) ^ ((product >> 64) as u64)
}

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
struct Table {
    lines: Vec<Line>,
    used: usize,
}

impl Table {
    fn with_capacity(entries: usize) -> Self {
        Self { lines: vec![EMPTY; (entries / 3 + 1).next_power_of_two()], used: 0 }
    }

    #[inline]
    fn line_of(&self, word: u64) -> usize {
        mix(word) as usize & (self.lines.len() - 1)
    }

    /// The number that belongs to `word`, given what tells names with the same word apart, or `new` put there.
    #[inline(always)]
    fn number_of(&mut self, word: u64, is_it: impl Fn(u32) -> bool, new: u32) -> u32 {
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
        let larger = Self { lines: vec![EMPTY; self.lines.len() * 2], used: 0 };
        let smaller = std::mem::replace(self, larger);
        for (word, number) in smaller.entries() {
            self.number_of(word, |_| false, number);
        }
    }

    fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let entries = self.lines.iter().flat_map(|line| line.words.into_iter().zip(line.numbers));
        entries.filter(|&(word, _)| word != 0)
    }
}

/// All names mentioned so far.
#[derive(Debug)]
pub(crate) struct Interner<'t> {
    /// The numbers of short names, by the names themselves.
    short: Table,
    /// The places of long names in the list below, by their hashes.
    long: Table,
    long_names: Vec<(Cow<'t, str>, NameId)>,
}

impl<'t> Interner<'t> {
    /// Room for about `names` short names.
    pub(crate) fn with_capacity(names: usize) -> Self {
        Self { short: Table::with_capacity(names), long: Table::with_capacity(0), long_names: Vec::new() }
    }

    /// The number of `name`, a new one if it is new.
    #[inline(always)]
    pub(crate) fn number_of(&mut self, name: Cow<'t, str>, key: Key) -> NameId {
        if key.is_long {
            return self.number_of_long(name, key);
        }
        let next = self.len() as u32;
        NameId(self.short.number_of(key.word, |_| true, next))
    }

    #[inline(never)]
    fn number_of_long(&mut self, name: Cow<'t, str>, key: Key) -> NameId {
        let next = self.len() as u32;
        let long_names = &self.long_names;
        let is_it = |at: u32| long_names[at as usize].0 == name;
        let at = self.long.number_of(key.word, is_it, long_names.len() as u32) as usize;
        if at == self.long_names.len() {
            self.long_names.push((name, NameId(next)));
        }
        self.long_names[at].1
    }

    /// Asks for the place of a key before its name is looked up: memory arrives while other words are read.
    #[inline]
    pub(crate) fn expect(&self, key: Key) {
        let table = if key.is_long { &self.long } else { &self.short };
        prefetch(&table.lines, table.line_of(key.word));
    }

    /// The name of that number, for a message. Time linear in the number of all names.
    pub(crate) fn name(&self, name: NameId) -> String {
        self.spell(vec![name]).pop().map_or_else(String::new, |(_, name)| name)
    }

    /// The names of those numbers, for messages. Time O(all names · log `wanted`): one pass for all of them.
    pub(crate) fn spell(&self, mut wanted: Vec<NameId>) -> Vec<(NameId, String)> {
        wanted.sort_unstable_by_key(|id| id.0);
        wanted.dedup();
        let is_wanted = |number: u32| wanted.binary_search_by_key(&number, |id| id.0).is_ok();
        let short = self.short.entries().filter(|&(_, number)| is_wanted(number));
        let short = short.map(|(word, number)| (NameId(number), Key::short_name(word)));
        let long = self.long_names.iter().filter(|(_, id)| is_wanted(id.0));
        short.chain(long.map(|(name, id)| (*id, name.to_string()))).collect()
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.short.used + self.long_names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_name_keeps_its_own_number_through_growth() {
        let mut interner = Interner::with_capacity(0);
        let mut twin: HashMap<String, usize> = HashMap::new();
        let name = |i: usize| match i % 4 {
            0 => format!("{}", i / 4),
            1 => format!("u{}", i % 977),
            2 => "ab".repeat(i % 37 + 1),
            _ => format!("vertex-{}-{}", i % 61, i % 53),
        };
        for i in 0..20_000 {
            let name = name(i);
            let next = twin.len();
            let expected = *twin.entry(name.clone()).or_insert(next);
            let key = Key::of(&name);
            let number = interner.number_of(Cow::Owned(name.clone()), key);
            assert_eq!(number.index(), expected);
            if i % 101 == 0 {
                assert_eq!(interner.name(number), name);
            }
        }
        assert_eq!(interner.len(), twin.len());
    }

    #[test]
    fn short_names_are_told_apart_by_their_keys_alone() {
        let names = [
            "a", "aa", "aaa", "aaaa", "aaaaaaaa", "ab", "ba", "a\0", "abc", "acb", "abcde", "abcdefg", "\0",
            "\0\0",
        ];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(Key::of(a) == Key::of(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
