//! Small games: small forests with a few owned vertices and values at the sinks.

use super::forest::small_forest;
use crate::dice::Dice;
use rotor_graph::{Instance, Owner, Player, Value, VertexId, VertexMap};

const MOST_OWNED: usize = 4;
const MOST_CHOICES: u32 = 5;

/// A random [`small_forest`] in which one or both players own at most four vertices of at most five arcs each, so that
/// all strategies can be tried; its sinks have binary, small, negative or distinct values.
pub fn small_game(dice: &mut Dice) -> Instance {
    let instance = small_forest(dice);
    let owners = draw_owners(dice, &instance);
    let values = draw_values(dice, &instance);
    let instance = instance.with_owners(owners).expect("only non-sinks were given an owner");
    instance.with_values(values).expect("only sinks were given a value, and a small one")
}

fn draw_owners(dice: &mut Dice, instance: &Instance) -> VertexMap<Owner> {
    let graph = instance.graph();
    let mut open: Vec<VertexId> =
        graph.vertices().filter(|&u| (1..=MOST_CHOICES).contains(&graph.out_degree(u))).collect();
    dice.shuffle(&mut open);
    open.truncate(dice.between(0..=MOST_OWNED as u32) as usize);
    let maximisers = *dice.pick(&[1.0, 0.0, 0.5, 0.5]).expect("there are options");
    let mut owners = VertexMap::filled(graph.vertex_count(), Owner::Rotor);
    for u in open {
        owners[u] = Owner::Player(if dice.chance(maximisers) { Player::Max } else { Player::Min });
    }
    owners
}

fn draw_values(dice: &mut Dice, instance: &Instance) -> VertexMap<Value> {
    let graph = instance.graph();
    let kind = dice.below(4);
    let mut rank = -2;
    let value = |u| match kind {
        _ if !graph.is_sink(u) => 0,
        0 => Value::from(dice.below(2)),
        1 => Value::from(dice.below(7)) - 3,
        2 => -Value::from(dice.below(4)),
        _ => {
            rank += 1;
            rank
        }
    };
    VertexMap::from_vec(graph.vertices().map(value).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn all_strategies_of_a_small_game_can_be_tried() {
        let mut dice = Dice::new(1);
        let (mut players, mut negative, mut binary) = ([0; 3], 0, 0);
        for _ in 0..2_000 {
            let game = small_game(&mut dice);
            let owned = |player| game.owned_by(player).collect::<Vec<_>>();
            let all = [owned(Player::Max), owned(Player::Min)].concat();
            assert!(all.len() <= MOST_OWNED);
            assert!(all.iter().all(|&u| game.graph().out_degree(u) <= MOST_CHOICES));
            assert_eq!(parse(&game.to_string()).as_ref(), Ok(&game));
            players[game.player_count()] += 1;
            let values: Vec<_> = game.graph().vertices().map(|u| game.value(u)).collect();
            negative += usize::from(values.iter().any(|&value| value < 0));
            binary += usize::from(values.iter().all(|value| (0..2).contains(value)));
        }
        assert!(players.iter().all(|&times| times > 200), "{players:?}");
        assert!(negative > 200 && binary > 200, "{negative} {binary}");
    }
}
