//! Buckets: numbers sorted by a key, such as arcs by their tails, with one link each.

use crate::scratch::Scratch;

/// The items 0 … in buckets, each in at most one.
///
/// Members of a batch have a few dozen arcs. Links take one pass over them, where a counting sort takes two and a sum.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// For each bucket the item that was put in last.
    last: Vec<u32>,
    /// For each item the one that was put in the same bucket before it.
    before: Vec<u32>,
}

/// No item.
const NONE: u32 = u32::MAX;

impl Buckets {
    /// Empty buckets, for items below `items`.
    pub(crate) fn new(scratch: &mut Scratch, buckets: usize, items: usize) -> Self {
        Self { last: scratch.list_of(NONE, buckets), before: scratch.list_of(NONE, items) }
    }

    /// Leaves its memory to the next member.
    pub(crate) fn leave_to(self, scratch: &mut Scratch) {
        scratch.keep([self.last, self.before]);
    }

    /// Puts an item that is in no bucket yet into one.
    #[inline]
    pub(crate) fn put(&mut self, item: u32, bucket: u32) {
        self.before[item as usize] = std::mem::replace(&mut self.last[bucket as usize], item);
    }

    /// The items of a bucket, the last one first.
    #[inline]
    pub(crate) fn latest_first(&self, bucket: u32) -> impl Iterator<Item = u32> {
        let some = |item| (item != NONE).then_some(item);
        std::iter::successors(some(self.last[bucket as usize]), move |&item| some(self.before[item as usize]))
    }

    /// Whether nothing is in the bucket.
    #[inline]
    pub(crate) fn is_empty(&self, bucket: u32) -> bool {
        self.last[bucket as usize] == NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_return_what_was_put_in_latest_first() {
        let mut buckets = Buckets::new(&mut Scratch::default(), 3, 6);
        [(4, 0), (1, 2), (0, 0), (5, 0)].into_iter().for_each(|(item, bucket)| buckets.put(item, bucket));
        let found = [0, 1, 2].map(|bucket| buckets.latest_first(bucket).collect::<Vec<_>>());
        assert_eq!(found, [vec![5, 0, 4], vec![], vec![1]]);
        assert_eq!([0, 1, 2].map(|bucket| buckets.is_empty(bucket)), [false, true, false]);
    }
}
