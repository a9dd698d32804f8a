//! Walkers: walks in progress that own what they need, for callers who make a few steps at a time.

use rotor_graph::{Configuration, Instance, StoppingGraph, VertexId, VertexMap, route};
use std::sync::Arc;

/// The walk of one particle. It halts on a sink and on entering a trap; the switches of players are taken as rotors.
///
/// ```
/// let instance = std::sync::Arc::new(arrival::parse("u: v s\nv: u\nsink s")?);
/// let mut walker = arrival::Walker::new(instance.clone(), instance.vertex("u").unwrap());
/// assert!(walker.step() && walker.step() && walker.step() && !walker.step());
/// assert_eq!((instance.name(walker.particle()), walker.steps()), ("s", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walker {
    instance: Arc<Instance>,
    moves_on: VertexMap<bool>,
    rotors: Configuration,
    particle: VertexId,
    steps: u64,
}

impl Walker {
    /// How many steps to make between two checks of limits.
    pub const STRIDE: u64 = 1 << 12;

    /// The walk from `from` by the rotors of `instance`. Time O(|V| + |A|), to find the traps.
    pub fn new(instance: Arc<Instance>, from: VertexId) -> Self {
        let moves_on = StoppingGraph::of(instance.graph()).active().clone();
        let rotors = instance.rotors().clone();
        Self { instance, moves_on, rotors, particle: from, steps: 0 }
    }

    /// The same walk, of which that many steps were made before.
    pub fn after_steps(self, steps: u64) -> Self {
        Self { steps, ..self }
    }

    /// One step, unless the particle has halted; returns whether it moved.
    pub fn step(&mut self) -> bool {
        let moves = self.moves_on[self.particle];
        if moves {
            self.particle = route(self.instance.graph(), &mut self.rotors, self.particle);
            self.steps += 1;
        }
        moves
    }

    /// At most `most` steps, fewer if the particle halts; returns the number made.
    pub fn stride(&mut self, most: u64) -> u64 {
        (0..most).find(|_| !self.step()).unwrap_or(most)
    }

    /// Where the particle is.
    pub fn particle(&self) -> VertexId {
        self.particle
    }

    /// The number of steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the particle is on a sink or in a trap.
    pub fn has_halted(&self) -> bool {
        !self.moves_on[self.particle]
    }

    /// The instance with its rotors as they are now.
    pub fn after(&self) -> Instance {
        Instance::clone(&self.instance).with_rotors(self.rotors.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::walk::{WalkOptions, walk};
    use rotor_generate::{FAMILIES, generate};
    use std::collections::BTreeMap;

    #[test]
    fn a_walker_comes_to_where_the_walk_comes_to() {
        let (mut halted, mut trapped) = (0, 0);
        for (family, seed) in FAMILIES.iter().flat_map(|family| (1..=20).map(move |seed| (family, seed))) {
            let Ok(instance) = generate(family.id, &BTreeMap::new(), seed) else { continue };
            let Some(from) = instance.start_or_first() else { continue };
            let instance = Arc::new(instance);
            let most = 10_000;
            let length = crate::walk::WalkLength::AtMost(most);
            let options = WalkOptions { length, trace: false };
            let walked = walk(&instance, from, &options, &mut Context::default()).unwrap();
            let mut walker = Walker::new(Arc::clone(&instance), from);
            let half = walker.stride(most / 2);
            let made = half + walker.stride(most - half);
            assert_eq!((walker.particle(), made.into()), (walked.at, walked.steps.clone()), "{}", family.id);
            assert_eq!(walker.after().rotors(), walked.after().rotors());
            halted += u32::from(walker.has_halted());
            trapped += u32::from(walker.has_halted() && !instance.graph().is_sink(walker.particle()));
        }
        assert!(halted > 100 && trapped > 0, "{halted} halted, {trapped} of them in traps");
    }
}
