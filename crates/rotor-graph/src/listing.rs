//! Listings: the sets whose members can be listed one after the other.

/// A set of configurations of a graph, all of whose members can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Recurrent chips, traps being sinks.
    Recurrent,
    /// Superstable chips, traps being sinks.
    Superstable,
    /// Spanning forests towards the sinks: rotors without a cycle.
    Forests,
    /// Rotors of a trap with a single cycle.
    Unicycles,
}

impl Listing {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Recurrent, Self::Superstable, Self::Forests, Self::Unicycles];

    /// Its name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Recurrent => "recurrent",
            Self::Superstable => "superstable",
            Self::Forests => "forests",
            Self::Unicycles => "unicycles",
        }
    }

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|listing| listing.name() == name)
    }

    /// Whether its members are chips; else they are rotors.
    pub fn is_of_chips(self) -> bool {
        matches!(self, Self::Recurrent | Self::Superstable)
    }
}
