//! Numbers for names while a file is read.

use crate::names::Table;
use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

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

/// All names mentioned so far.
#[derive(Debug)]
pub(crate) struct Interner<'t> {
    hash: NameHash,
    /// The numbers of short names, by the names themselves.
    short: Table,
    /// The places of long names in the list below, by their hashes.
    long: Table,
    long_names: Vec<(Cow<'t, str>, NameId)>,
}

impl<'t> Interner<'t> {
    /// Room for about `names` short names.
    pub(crate) fn with_capacity(names: usize) -> Self {
        let hash = NameHash::of_process();
        let (short, long) = (Table::with_capacity(hash, names), Table::with_capacity(hash, 0));
        Self { hash, short, long, long_names: Vec::new() }
    }

    /// The key of `name`.
    #[inline]
    pub(crate) fn key(&self, name: &str) -> Key {
        self.hash.key(name)
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

    /// Prefetches the entry of a key before its name is looked up: memory arrives while other words are read.
    #[inline]
    pub(crate) fn expect(&self, key: Key) {
        if key.is_long { &self.long } else { &self.short }.expect(key.word);
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
        self.short.len() + self.long_names.len()
    }
}

// The hash of names: short names are their own keys, and where a key lies in a table is a secret of the process.

/// What a table keeps of a name: a short name itself, a hash of a long one. Never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) word: u64,
    pub(crate) is_long: bool,
}

impl Key {
    /// The short name that a table keeps as `word`.
    pub(crate) fn short_name(word: u64) -> String {
        let bytes = word.to_le_bytes();
        let length = if bytes[7] > 8 { 8 } else { bytes[7] as usize };
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }
}

/// The two secret numbers of the hash.
///
/// With numbers that anybody can read in the source, names can be chosen that all fall into one line of a table, and a
/// file of them takes quadratic time to read. The secret shows in no output: tables are searched, never listed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameHash {
    mask: u64,
    factor: u64,
}

impl NameHash {
    /// The hash of this process, with numbers drawn when it is first wanted.
    pub(crate) fn of_process() -> Self {
        static DRAWN: OnceLock<NameHash> = OnceLock::new();
        *DRAWN.get_or_init(|| {
            let random = RandomState::new();
            // Odd, so that no bit of a word is multiplied away.
            Self { mask: random.hash_one(0u8), factor: random.hash_one(1u8) | 1 }
        })
    }

    #[cfg(test)]
    pub(crate) fn with(mask: u64, factor: u64) -> Self {
        Self { mask, factor }
    }

    /// The key of `name`.
    #[inline]
    pub(crate) fn key(self, name: &str) -> Key {
        let bytes = name.as_bytes();
        match bytes.len() {
            // The length in the top byte, where the last byte of a longer name is larger.
            1..8 => Key { word: short_word(bytes) | (bytes.len() as u64) << 56, is_long: false },
            8 if bytes[7] > 8 => Key { word: short_word(bytes), is_long: false },
            _ => {
                let length = bytes.len() as u64;
                let hash = bytes.chunks(8).fold(length, |hash, chunk| self.mix(hash ^ short_word(chunk)));
                Key { word: hash | 1, is_long: true }
            }
        }
    }

    /// Both halves of a product by a large odd number, folded: a change of any bit reaches the bottom.
    #[inline]
    pub(crate) fn mix(self, word: u64) -> u64 {
        let product = u128::from(word ^ self.mask) * u128::from(self.factor);
        (product as u64) ^ ((product >> 64) as u64)
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
            let key = interner.key(&name);
            let number = interner.number_of(Cow::Owned(name.clone()), key);
            assert_eq!(number.index(), expected);
            if i % 101 == 0 {
                assert_eq!(interner.name(number), name);
            }
        }
        assert_eq!(interner.len(), twin.len());
    }

    #[test]
    fn short_names_differ_in_their_keys_alone() {
        let hash = NameHash::of_process();
        let names = [
            "a", "aa", "aaa", "aaaa", "aaaaaaaa", "ab", "ba", "a\0", "abc", "acb", "abcde", "abcdefg", "\0",
            "\0\0",
        ];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(hash.key(a) == hash.key(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
