//! A table of numbers by the keys of names, a cache line at a time.

use crate::name_hash::NameHash;
use crate::prefetch::prefetch;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name_hash::NameHash;

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
}
