//! What is left over, taken to its end one by one, where the run of a single particle is polynomial: on trees by their return
//! flows, on cacti by those of blocks.

use super::block_runs::BlockRuns;
use super::part::Part;
use super::pseudo_flow::PseudoFlow;
use super::tree_runs::TreeRuns;
use crate::budget::{Budget, Outcome};

/// The free vertices of a part, with a way to find the run of one particle on them.
#[derive(Debug)]
pub(crate) enum SingleRuns {
    Trees(TreeRuns),
    Blocks(BlockRuns),
}

impl SingleRuns {
    /// The vertices that are not `held`, if they are tree-like; or all of them, if they are a cactus. Time O(|A|).
    pub(crate) fn of(part: &Part, held: &[bool], budget: &mut dyn Budget) -> Outcome<Option<Self>> {
        if let Some(trees) = TreeRuns::of(part, held, budget)? {
            return Ok(Some(Self::Trees(trees)));
        }
        if held.contains(&true) {
            return Ok(None);
        }
        Ok(BlockRuns::of(part, budget)?.map(Self::Blocks))
    }

    /// Takes all that is left over on the free vertices to its end, as [`TreeRuns::route_all`] does.
    pub(crate) fn route_all(
        &self,
        flow: &mut PseudoFlow<'_>,
        held: &[bool],
        budget: &mut dyn Budget,
    ) -> Outcome<()> {
        match self {
            Self::Trees(trees) => trees.route_all(flow, held, budget),
            Self::Blocks(blocks) => blocks.route_all(flow, budget),
        }
    }
}
