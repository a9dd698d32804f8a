//! Who chooses the initial arc of a vertex.

/// A player of a rotor game [ACD22, `sec:ARRIVAL2P`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Player {
    /// Wants a sink of large value.
    Max,
    /// Wants a sink of small value.
    Min,
}

/// Who owns a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Owner {
    /// No player: its initial arc is given.
    #[default]
    Rotor,
    /// This player chooses its initial arc.
    Player(Player),
}

impl Owner {
    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotor => "rotor",
            Self::Player(Player::Max) => "max",
            Self::Player(Player::Min) => "min",
        }
    }

    /// The owner of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Rotor, Self::Player(Player::Max), Self::Player(Player::Min)]
            .into_iter()
            .find(|o| o.name() == name)
    }
}
