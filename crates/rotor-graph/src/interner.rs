//! Numbers for names while a file is read.

use crate::name_hash::{Key, NameHash};
use crate::name_table::Table;
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
}
