//! Numbers for names while a file is read.

use std::borrow::Cow;
use std::collections::HashMap;

/// The number of a name, in the order of first mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NameId(u32);

impl NameId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// All names mentioned so far.
#[derive(Debug, Default)]
pub(crate) struct Interner<'t> {
    numbers: HashMap<Cow<'t, str>, u32>,
    names: Vec<Cow<'t, str>>,
}

impl<'t> Interner<'t> {
    /// The number of `name`, a new one if it is new.
    pub(crate) fn number_of(&mut self, name: Cow<'t, str>) -> NameId {
        let next = self.names.len() as u32;
        let number = *self.numbers.entry(name.clone()).or_insert(next);
        if number == next {
            self.names.push(name);
        }
        NameId(number)
    }

    /// The name of that number.
    pub(crate) fn get(&self, name: NameId) -> &str {
        &self.names[name.index()]
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}
