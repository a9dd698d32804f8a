//! Numbers for names while a file is read.

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

/// What the table keeps of a name: a short name itself, a hash of a long one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    word: u64,
    /// The length in bytes, or [`LONG`].
    length: u32,
}

/// The longest name that fits into a word.
const LONGEST_SHORT: usize = 8;
/// Stands for every length beyond that.
const LONG: u32 = LONGEST_SHORT as u32 + 1;

impl Key {
    #[inline]
    pub(crate) fn of(name: &str) -> Self {
        let bytes = name.as_bytes();
        if bytes.len() <= LONGEST_SHORT {
            return Self { word: short_word(bytes), length: bytes.len() as u32 };
        }
        let word = bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| mix(hash ^ short_word(chunk)));
        Self { word, length: LONG }
    }

    #[inline]
    fn hash(self) -> u64 {
        mix(self.word ^ (u64::from(self.length) << 56))
    }

    /// The name, if it is short.
    fn short_name(self) -> Option<String> {
        let bytes = self.word.to_le_bytes();
        bytes.get(..self.length as usize).map(|name| String::from_utf8_lossy(name).into_owned())
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

/// A key and a number in sixteen bytes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    word: u64,
    /// The length of a short name; for a long one [`LONG`] and its place among the long names.
    length: u32,
    number: u32,
}

const EMPTY: Slot = Slot { word: 0, length: 0, number: u32::MAX };

impl Slot {
    #[inline]
    fn key(self) -> Key {
        Key { word: self.word, length: self.length.min(LONG) }
    }
}

/// The slots that arrive together from memory.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
struct Line([Slot; 4]);

const EMPTY_LINE: Line = Line([EMPTY; 4]);

/// All names mentioned so far: a table with open addressing, at most three quarters full.
#[derive(Debug)]
pub(crate) struct Interner<'t> {
    lines: Vec<Line>,
    used: usize,
    long_names: Vec<Cow<'t, str>>,
}

impl<'t> Interner<'t> {
    /// A table with room for `names` names.
    pub(crate) fn with_capacity(names: usize) -> Self {
        let lines = vec![EMPTY_LINE; (names / 3 + 2).next_power_of_two()];
        Self { lines, used: 0, long_names: Vec::new() }
    }

    /// The number of `name`, a new one if it is new.
    #[inline]
    pub(crate) fn number_of(&mut self, name: Cow<'t, str>, key: Key) -> NameId {
        let (line, at) = self.find(key, |long| self.long_names[long as usize] == name);
        let slot = &mut self.lines[line].0[at];
        if slot.number != EMPTY.number {
            return NameId(slot.number);
        }
        let number = self.used as u32;
        let mut length = key.length;
        if length == LONG {
            length += self.long_names.len() as u32;
            self.long_names.push(name);
        }
        *slot = Slot { word: key.word, length, number };
        self.used += 1;
        if self.used > self.lines.len() * 3 {
            self.grow();
        }
        NameId(number)
    }

    /// Reads the places of some keys, all at once: a processor fetches independent places side by side, while the
    /// search for one name after the other would wait for each.
    #[inline]
    pub(crate) fn touch(&self, keys: impl Iterator<Item = Key>) {
        let mask = self.lines.len() - 1;
        std::hint::black_box(
            keys.fold(0, |sum, key| sum ^ self.lines[key.hash() as usize & mask].0[0].number),
        );
    }

    /// The line and the place in it of `key`, given what tells long names apart; or the free place where it belongs.
    #[inline]
    fn find(&self, key: Key, is_it: impl Fn(u32) -> bool) -> (usize, usize) {
        let mask = self.lines.len() - 1;
        let mut line = key.hash() as usize & mask;
        loop {
            let slots = &self.lines[line].0;
            // All four at once, without a branch for each: which one it is cannot be guessed.
            let mask_of = |is: &dyn Fn(&Slot) -> bool| {
                (0..4).fold(0u32, |bits, at| bits | u32::from(is(&slots[at])) << at)
            };
            let mut alike = mask_of(&|slot| (slot.word == key.word) & (slot.key().length == key.length));
            while alike != 0 {
                let at = alike.trailing_zeros() as usize;
                if key.length < LONG || is_it(slots[at].length - LONG) {
                    return (line, at);
                }
                alike &= alike - 1;
            }
            let free = mask_of(&|slot| slot.number == EMPTY.number);
            if free != 0 {
                return (line, free.trailing_zeros() as usize);
            }
            line = (line + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![EMPTY_LINE; self.lines.len() * 2];
        for slot in std::mem::replace(&mut self.lines, larger).iter().flat_map(|line| line.0) {
            if slot.number != EMPTY.number {
                let (line, at) = self.find(slot.key(), |_| false);
                self.lines[line].0[at] = slot;
            }
        }
    }

    /// The name of that number, for a message. Time linear in the number of all names.
    pub(crate) fn name(&self, name: NameId) -> String {
        let mut slots = self.lines.iter().flat_map(|line| line.0);
        let slot = slots.find(|slot| slot.number == name.0).unwrap_or(EMPTY);
        slot.key().short_name().unwrap_or_else(|| self.long_names[(slot.length - LONG) as usize].to_string())
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.used
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
