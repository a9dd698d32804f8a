//! Vertices by name: built once, asked often.

use crate::ids::VertexId;
use crate::name_hash::NameHash;
use crate::name_table::Table;
use crate::names::Names;

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
