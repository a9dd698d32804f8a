//! Whether all names are different, at the price of a glance at most of them.

use rotor_graph::{Names, VertexId};

/// Every vertex whose name an earlier one has, with the first of that name, in the order of the later vertices.
///
/// Names whose cheap hash shares its slot with no other one are different from all; only the others, about one in
/// twenty, are sorted and compared. Names chosen to collide are sorted too, and no worse. Time O(bytes) if the hash is
/// good, O(bytes · log n) at worst; memory O(n).
pub(crate) fn repeated_names(names: &Names) -> Vec<(VertexId, VertexId)> {
    let vertices = || (0..names.len() as u32).map(VertexId::new);
    let slots =
        names.len().saturating_mul(16).checked_next_power_of_two().unwrap_or(1 << 31).clamp(64, 1 << 31);
    let (mut taken, mut shared) = (Slots::new(slots), Slots::new(slots));
    let slot_of: Vec<u32> = vertices().map(|u| slot_of(names.get(u), slots)).collect();
    for &slot in slot_of.iter().filter(|&&slot| taken.set(slot)) {
        shared.set(slot);
    }
    let mut sharing: Vec<_> =
        slot_of.into_iter().zip(vertices()).filter(|&(slot, _)| shared.get(slot)).collect();
    sharing.sort_unstable();
    let mut repeated = Vec::new();
    for group in sharing.chunk_by_mut(|(slot, _), (next, _)| slot == next) {
        group.sort_unstable_by_key(|&(_, u)| (names.get(u), u));
        for alike in group.chunk_by(|&(_, u), &(_, v)| names.get(u) == names.get(v)) {
            let first = alike[0].1;
            repeated.extend(alike[1..].iter().map(|&(_, later)| (first, later)));
        }
    }
    repeated.sort_unstable_by_key(|&(_, later)| later);
    repeated
}

/// A hash of `name` below `slots`, a power of two: multiply and fold, eight bytes at a time.
fn slot_of(name: &str, slots: usize) -> u32 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = name.len() as u64;
    let mut chunks = name.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        hash = (hash ^ word).wrapping_mul(ODD);
        hash ^= hash >> 29;
    }
    let rest = chunks.remainder().iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    hash = (hash ^ rest).wrapping_mul(ODD);
    ((hash ^ hash >> 32).wrapping_mul(ODD) >> 32) as u32 & (slots - 1) as u32
}

/// One bit per slot.
struct Slots(Vec<u64>);

impl Slots {
    fn new(slots: usize) -> Self {
        Self(vec![0; slots / 64])
    }

    fn get(&self, slot: u32) -> bool {
        self.0[slot as usize / 64] >> (slot % 64) & 1 == 1
    }

    /// Sets a slot; returns whether it was set already.
    fn set(&mut self, slot: u32) -> bool {
        let before = self.get(slot);
        self.0[slot as usize / 64] |= 1 << (slot % 64);
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_name_is_found_wherever_it_stands() {
        let mut all: Vec<String> = (0..3000).map(|number| format!("vertex number {}", number * 7)).collect();
        let names: Names = all.iter().collect();
        assert_eq!(repeated_names(&names), []);
        for (earlier, later) in [(0, 1), (0, 2999), (1234, 1235), (17, 2000)] {
            let repeated = all[earlier].clone();
            let kept = std::mem::replace(&mut all[later], repeated);
            let found = repeated_names(&all.iter().collect());
            assert_eq!(found, [(VertexId::new(earlier as u32), VertexId::new(later as u32))]);
            all[later] = kept;
        }
        assert_eq!(repeated_names(&Names::default()), []);
    }

    #[test]
    fn repetitions_are_listed_in_order_with_their_first() {
        let names: Names = ["c", "b", "a", "c", "x", "a", "b", "c"].into_iter().collect();
        let pairs = [(0, 3), (2, 5), (1, 6), (0, 7)].map(|(u, v)| (VertexId::new(u), VertexId::new(v)));
        assert_eq!(repeated_names(&names), pairs);
    }

    #[test]
    fn names_differ_if_and_only_if_a_plain_comparison_says_so() {
        let words = ["a", "b", "aa", "ab", "\0", "\0\0", "abcdefgh", "abcdefghi", "abcdefgh\0", "é"];
        for first in words {
            for second in words {
                let names: Names = [first, "x", second].into_iter().collect();
                assert_eq!(!repeated_names(&names).is_empty(), first == second, "{first:?} {second:?}");
            }
        }
    }
}
