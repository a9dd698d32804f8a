//! The queue of names that wait for their numbers.

use super::Draft;
use crate::interner::Key;
use std::borrow::Cow;

/// How many names wait before they are looked up: enough for the memory of the first to arrive.
const MOST_WAITING: usize = 128;

/// Names that have been mentioned.
#[derive(Debug, Default)]
pub(super) struct Waiting<'t>(Vec<Mention<'t>>);

/// A name, and where its number belongs.
#[derive(Clone, Copy, Debug)]
struct Mention<'t> {
    name: &'t str,
    key: Key,
    target: Target,
}

/// Where the number of a name belongs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Declaration(u32),
    Head(u32),
}

impl<'t> Draft<'t> {
    /// Lets `name` wait until many names do. A name that is not part of the text is settled at once.
    #[inline]
    pub(super) fn settle_later(&mut self, name: Cow<'t, str>, target: Target) {
        let key = self.names.key(&name);
        let Cow::Borrowed(name) = name else { return self.settle(name, key, target) };
        self.names.expect(key);
        self.waiting.0.push(Mention { name, key, target });
        if self.waiting.0.len() >= MOST_WAITING {
            self.settle_all();
        }
    }

    #[inline(always)]
    fn settle(&mut self, name: Cow<'t, str>, key: Key, target: Target) {
        let number = self.names.number_of(name, key);
        match target {
            Target::Declaration(index) => self.declarations[index as usize].name = number,
            Target::Head(index) => self.heads[index as usize] = number,
        }
    }

    /// Settles every name that waits.
    pub(super) fn settle_all(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting.0);
        for mention in &waiting {
            self.settle(Cow::Borrowed(mention.name), mention.key, mention.target);
        }
        waiting.clear();
        self.waiting.0 = waiting;
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::parse;
    use std::fmt::Write;

    #[test]
    fn names_are_settled_right_however_many_wait() {
        let n = 150_000u32;
        let far = |u: u32| (u * 7 + 3) % n;
        let mut text = String::new();
        for u in 0..n {
            let quoted = if u % 10 == 0 { "\"" } else { "" };
            writeln!(text, "n{u}: {quoted}n{}{quoted} a-rather-long-name-{}", far(u), u % 100).unwrap();
        }
        (0..100).for_each(|i| writeln!(text, "sink a-rather-long-name-{i}").unwrap());
        let instance = parse(&text).unwrap();
        for u in instance.graph().vertices().take(n as usize) {
            assert_eq!(instance.name(u), format!("n{}", u.raw()));
            let heads: Vec<_> = instance.graph().heads(u).iter().map(|v| v.raw()).collect();
            assert_eq!(heads, [far(u.raw()), n + u.raw() % 100]);
        }
    }
}
