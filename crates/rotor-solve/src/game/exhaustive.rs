//! Exhaustive search: every pair of strategies is played, which is what the value of a game means.

use crate::budget::{Budget, Outcome};
use rotor_graph::{
    Configuration, Exit, Instance, PartialConfiguration, Player, RotorWalk, StoppingGraph, Strategy, Value,
    VertexId,
};

/// What the players can secure from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameValue {
    /// The most that Max can be sure of: the best strategy of Max against the best reply of Min.
    pub max_min: Value,
    /// The least that Min can hold Max to.
    pub min_max: Value,
    /// A strategy of Max that secures `max_min`.
    pub max: Strategy,
    /// A strategy of Min that secures `min_max`.
    pub min: Strategy,
    /// Where the particle halts when these two meet.
    pub exit: Exit,
}

impl GameValue {
    /// The value of the game, if the two strategies are an equilibrium [ACD22, `thm:pure_eq`]; there may be none on
    /// graphs that are not tree-like [ACD22, `NoEquilibrium`].
    pub fn value(&self) -> Option<Value> {
        (self.max_min == self.min_max).then_some(self.max_min)
    }
}

/// How many steps are made between two looks at the budget.
const STRIDE: u64 = 1 << 16;

/// Plays all strategies of the players from `from`; a particle that never exits is worth `endless`.
///
/// Of equally good strategies it takes the first, counting from the rotors of the file: vertices that do not matter
/// keep theirs. A strategy is given up as soon as one reply shows that it is no better than the best so far.
///
/// Time: at worst twice the product of the out-degrees of all owned vertices, times the length of a walk.
pub fn exhaustive_search(
    instance: &Instance,
    stopping: &StoppingGraph<'_>,
    from: VertexId,
    endless: Value,
    budget: &mut dyn Budget,
) -> Outcome<GameValue> {
    let mut arena = Arena { instance, stopping, from, endless, budget };
    let (max_min, max) = arena.best(Player::Max, Player::Min)?;
    let (min_max, min) = arena.best(Player::Min, Player::Max)?;
    let rotors = instance.rotors().clone().with(&max).with(&min);
    let exit = arena.play(&rotors)?;
    Ok(GameValue {
        max_min,
        min_max,
        max: Strategy::of_starts(Player::Max, &max),
        min: Strategy::of_starts(Player::Min, &min),
        exit,
    })
}

struct Arena<'a, 'g> {
    instance: &'a Instance,
    stopping: &'a StoppingGraph<'g>,
    from: VertexId,
    endless: Value,
    budget: &'a mut dyn Budget,
}

impl Arena<'_, '_> {
    /// The strategy of `player` that fares best against every reply of `other`, and how it fares.
    fn best(&mut self, player: Player, other: Player) -> Outcome<(Value, PartialConfiguration)> {
        let better = |a: Value, b: Value| if player == Player::Max { a > b } else { a < b };
        let mut best: Option<(Value, PartialConfiguration)> = None;
        let mut choices = Choices::of(self.instance, player);
        loop {
            let rotors = self.instance.rotors().clone().with(&choices.present());
            let mut worst: Option<Value> = None;
            let mut replies = Choices::of(self.instance, other);
            loop {
                let exit = self.play(&rotors.clone().with(&replies.present()))?;
                let value = self.value_of(exit);
                if worst.is_none_or(|worst| better(worst, value)) {
                    worst = Some(value);
                }
                let hopeless =
                    best.as_ref().zip(worst).is_some_and(|((best, _), worst)| !better(worst, *best));
                if hopeless || !replies.advance() {
                    break;
                }
            }
            let worst = worst.expect("there is at least one reply");
            if best.as_ref().is_none_or(|(best, _)| better(worst, *best)) {
                best = Some((worst, choices.present()));
            }
            if !choices.advance() {
                return Ok(best.expect("there is at least one strategy"));
            }
        }
    }

    fn play(&mut self, rotors: &Configuration) -> Outcome<Exit> {
        let mut walk = RotorWalk::new(self.stopping, rotors, self.from);
        self.budget.spend(self.stopping.graph().vertex_count() as u64)?;
        while !walk.has_halted() {
            let steps = walk.run(STRIDE);
            self.budget.spend(steps)?;
        }
        Ok(self.stopping.exit_at(walk.particle()).expect("a walk halts on a sink or in a trap"))
    }

    fn value_of(&self, exit: Exit) -> Value {
        match exit {
            Exit::Sink(sink) => self.instance.value(sink),
            Exit::Trap(_) => self.endless,
        }
    }
}

/// All strategies of one player in turn, like the digits of a counter, from the rotors of the file on.
struct Choices<'a> {
    instance: &'a Instance,
    vertices: Vec<VertexId>,
    turned: Vec<u32>,
}

impl<'a> Choices<'a> {
    fn of(instance: &'a Instance, player: Player) -> Self {
        let vertices: Vec<_> = instance.owned_by(player).collect();
        let turned = vec![0; vertices.len()];
        Self { instance, vertices, turned }
    }

    fn present(&self) -> PartialConfiguration {
        let position = |u| {
            let at = self.vertices.binary_search(&u).ok()?;
            Some(self.instance.rotors().position(self.instance.graph(), u) + self.turned[at])
        };
        PartialConfiguration::from_positions(self.instance.graph(), position)
    }

    /// Goes on to the next strategy, if there is one.
    fn advance(&mut self) -> bool {
        for (turned, &u) in self.turned.iter_mut().zip(&self.vertices) {
            *turned += 1;
            if *turned < self.instance.graph().out_degree(u) {
                return true;
            }
            *turned = 0;
        }
        false
    }
}
