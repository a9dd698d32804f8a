//! Which solver took how many strong components.

/// How many strong components each of the solvers took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ComponentCounts {
    /// One vertex, left by a division.
    pub division: usize,
    /// The simple path, in closed form, for any number of particles.
    pub path: usize,
    /// A tree that one particle enters, by return flows.
    pub tree: usize,
    /// Anything else, by guesses.
    pub flow: usize,
}

impl ComponentCounts {
    /// The names of the solvers with how many components each took, those that took none left out.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> + use<> {
        let Self { division, path, tree, flow } = *self;
        let all = [("division", division), ("path", path), ("tree", tree), ("flow", flow)];
        all.into_iter().filter(|&(_, count)| count > 0)
    }
}
