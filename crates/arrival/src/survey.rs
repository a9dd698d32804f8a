//! Surveys: what kind of graph an instance has.

use crate::context::Context;
use crate::judged::Judged;
use crate::solution::Sizes;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use rotor_graph::{Instance, VertexId};
use rotor_solve::View;

/// The class, the traps and the sizes of an instance.
#[derive(Clone, Debug)]
pub struct Survey {
    /// How large it is, and the class of what is left when its traps are cut.
    pub sizes: Sizes,
    /// The vertices of each trap.
    pub traps: Vec<Vec<VertexId>>,
}

/// Cuts traps and classifies what is left. Time and memory O(|V| + |A|).
pub fn survey<'i>(
    instance: &'i Instance,
    context: &mut Context<'_>,
) -> Result<Judged<'i, Survey>, SolveError> {
    context.stage(Stage::Prepare);
    context.check_now()?;
    let view = View::of(instance);
    let sizes = Sizes::of(instance, instance.player_count(), view.class());
    context.check_now()?;
    Ok(Judged::by_definition(instance, Survey { sizes, traps: view.traps().to_vec() }))
}

impl Survey {
    /// Whether every particle exits.
    pub fn is_stopping(&self) -> bool {
        self.traps.is_empty()
    }

    /// What the user may not have meant.
    pub fn warnings(&self) -> Vec<&'static str> {
        if self.sizes.sinks == 0 { vec!["no sink: nothing ever exits"] } else { Vec::new() }
    }
}
