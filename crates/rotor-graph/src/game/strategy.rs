//! Strategies: the initial arcs a player chooses.

use super::owner::{Owner, Player};
use crate::configuration::PartialConfiguration;
use crate::instance::Instance;

/// A strategy of one player: a partial configuration on the vertices of that player [ACD22, `sec:ARRIVAL1P`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// Whose it is.
    pub player: Player,
    /// The arc chosen at each vertex of that player.
    pub choice: PartialConfiguration,
}

impl Strategy {
    /// The strategy recorded in the file: the rotors of the vertices of `player` as they stand.
    pub fn recorded(instance: &Instance, player: Player) -> Self {
        let position = |u| {
            let owned = instance.owner(u) == Owner::Player(player);
            owned.then(|| instance.rotors().position(instance.graph(), u))
        };
        Self { player, choice: PartialConfiguration::from_positions(instance.graph(), position) }
    }
}
