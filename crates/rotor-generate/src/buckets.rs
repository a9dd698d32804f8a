//! Buckets: numbers sorted by a key, such as arcs by their tails, with one link each.

use crate::scratch::Scratch;

/// The items 0 … in buckets, each in one.
///
/// Members of a batch have a few dozen arcs. Links take one pass over them, where a counting sort takes two and a sum.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// For each bucket its first item.
    first: Vec<u32>,
    /// For each item the next one in its bucket.
    next: Vec<u32>,
}

/// No item.
const NONE: u32 = u32::MAX;

impl Buckets {
    /// Item i in the bucket `keys[i]`, for all keys below `buckets`.
    #[inline]
    pub(crate) fn new(scratch: &mut Scratch, buckets: usize, keys: &[u32]) -> Self {
        let mut first = scratch.list_of(NONE, buckets);
        let mut next = scratch.list_of(NONE, keys.len());
        // From the back, so that the first item of a bucket is handed out first.
        for ((item, &key), next) in (0..keys.len() as u32).zip(keys).zip(&mut next).rev() {
            *next = std::mem::replace(&mut first[key as usize], item);
        }
        Self { first, next }
    }

    /// Leaves its memory to the next member.
    pub(crate) fn leave_to(self, scratch: &mut Scratch) {
        scratch.keep([self.first, self.next]);
    }

    /// The items of a bucket, in order.
    #[inline]
    pub(crate) fn items(&self, bucket: u32) -> impl Iterator<Item = u32> {
        let some = |item| (item != NONE).then_some(item);
        std::iter::successors(some(self.first[bucket as usize]), move |&item| some(self.next[item as usize]))
    }

    /// Whether nothing is in the bucket.
    #[inline]
    pub(crate) fn is_empty(&self, bucket: u32) -> bool {
        self.first[bucket as usize] == NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_return_their_items_in_order() {
        let buckets = Buckets::new(&mut Scratch::default(), 4, &[0, 2, 0, 3, 0]);
        let found = [0, 1, 2, 3].map(|bucket| buckets.items(bucket).collect::<Vec<_>>());
        assert_eq!(found, [vec![0, 2, 4], vec![], vec![1], vec![3]]);
        assert_eq!([0, 1, 2].map(|bucket| buckets.is_empty(bucket)), [false, true, false]);
    }
}
