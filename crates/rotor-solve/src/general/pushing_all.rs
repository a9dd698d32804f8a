//! Cycle pushes from all starts, as work that takes turns with a search.

use crate::push::{Pushing, TurnedToForest};
use crate::turns::{First, Worker, in_turns};
use rotor_graph::{Stop, Tick, VertexId};

/// Pushing from the present start, and then from all others.
pub(crate) struct PushingAll<'s, 'g> {
    pub(crate) pushing: Pushing<'s, 'g>,
    pub(crate) starts: Box<dyn Iterator<Item = VertexId> + 's>,
}

impl PushingAll<'_, '_> {
    /// The forest by the pushes or by `search`, whichever has it first.
    pub(crate) fn in_turns_with(
        mut self,
        search: impl FnOnce(&mut dyn Tick) -> Result<TurnedToForest, Stop>,
        tick: &mut dyn Tick,
    ) -> Result<TurnedToForest, Stop> {
        let first = in_turns(&mut self, tick, search);
        let first = self.pushing.or_settled(first, tick)?;
        first.report("cycle pushes", tick);
        Ok(match first {
            First::Search(forest) => forest,
            First::Worker => TurnedToForest::from_pushed(self.pushing.into_pushed()),
        })
    }
}

impl Worker for PushingAll<'_, '_> {
    fn work(&mut self, operations: u64) -> bool {
        let turned = self.pushing.turned();
        loop {
            let left = operations.saturating_sub(self.pushing.turned() - turned);
            if left == 0 || !self.pushing.work(left) {
                return false;
            }
            let Some(start) = self.starts.next() else { return true };
            self.pushing.start_at(start);
        }
    }
}

impl Worker for Pushing<'_, '_> {
    fn work(&mut self, operations: u64) -> bool {
        // What the worker does is paid for by its turns.
        self.push(operations, &mut ()).is_ok_and(|finished| finished)
    }
}
