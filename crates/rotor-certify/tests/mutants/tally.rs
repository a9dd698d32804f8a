//! Tallies: how many mutants of each kind were refuted, and how many survived.

use std::collections::BTreeMap;

/// Verdicts by kind of mutant.
#[derive(Default)]
pub(crate) struct Tally {
    by_kind: BTreeMap<String, (u32, u32)>,
}

impl Tally {
    /// Notes a verdict, which has to be the deserved one.
    pub(crate) fn note(
        &mut self,
        kind: impl Into<String>,
        accepted: bool,
        deserved: bool,
        what: impl FnOnce() -> String,
    ) {
        let kind = kind.into();
        assert_eq!(accepted, deserved, "{kind}: accepted is not deserved in\n{}", what());
        let (refuted, survived) = self.by_kind.entry(kind).or_default();
        *if accepted { survived } else { refuted } += 1;
    }

    /// Every kind was refuted at least `least` times.
    pub(crate) fn assert_refuted(&self, kinds: usize, least: u32) {
        for (kind, (refuted, survived)) in &self.by_kind {
            println!("{kind}: {refuted} refuted, {survived} survived");
        }
        assert_eq!(self.by_kind.len(), kinds, "a kind of mutant never came up");
        for (kind, (refuted, _)) in &self.by_kind {
            assert!(*refuted >= least, "{kind}: only {refuted} refuted");
        }
    }

    /// Exactly these kinds have survivors; all others always break the claim.
    pub(crate) fn assert_survivors_only_of(&self, kinds: &[&str]) {
        let surviving = self.by_kind.iter().filter(|(_, (_, survived))| *survived > 0).map(|(kind, _)| kind);
        let mut expected = kinds.to_vec();
        expected.sort_unstable();
        assert_eq!(surviving.collect::<Vec<_>>(), expected);
    }
}
