//! The hash of names: short names are their own keys, and where a key lies in a table is a secret of the process.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

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
