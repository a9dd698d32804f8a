//! What a strategy may decide at a vertex.

/// The sets of strategies that a game can be played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum StrategySet {
    /// The owner picks the initial arc: the set of [ACD22, `sec:ARRIVAL1P`].
    #[default]
    Start,
    /// The owner picks the rotor order, and so the initial arc too.
    Order,
    /// The owner picks any arc at every visit.
    Free,
}

impl StrategySet {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Start, Self::Order, Self::Free];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Order => "order",
            Self::Free => "free",
        }
    }

    /// The set of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }
}
