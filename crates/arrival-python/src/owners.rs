//! Owners as the numbers that arrays hold.

use rotor_graph::{Owner, Player};

/// How an owner is written in an array.
pub(crate) fn owner_code(owner: Owner) -> u8 {
    match owner {
        Owner::Rotor => 0,
        Owner::Player(Player::Max) => 1,
        Owner::Player(Player::Min) => 2,
    }
}

/// The owner that is written so; a rotor for anything else, which is refused before.
pub(crate) fn owner_of(code: u8) -> Owner {
    match code {
        1 => Owner::Player(Player::Max),
        2 => Owner::Player(Player::Min),
        _ => Owner::Rotor,
    }
}
