//! Decorations: players and values put on a finished instance.

use crate::dice::Dice;
use crate::generate_error::{GenerateError, probability};
use crate::unnamed::Unnamed;
use rotor_graph::{Instance, MOST_VALUE, Owner, Player, Value, VertexId, VertexMap};
use std::ops::RangeInclusive;

/// Who owns how much, and what the sinks are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoration {
    /// The probability that a non-sink belongs to Max.
    pub max: f64,
    /// The probability that a non-sink belongs to Min.
    pub min: f64,
    /// The range of the random values of sinks.
    pub values: RangeInclusive<Value>,
}

impl Default for Decoration {
    /// No players; every sink is worth 0.
    fn default() -> Self {
        Self { max: 0.0, min: 0.0, values: 0..=0 }
    }
}

impl Decoration {
    /// `instance` with owners and values drawn at random; its graph, rotors and start stay as they are.
    ///
    /// ```
    /// use rotor_generate::{Chain, Decoration, Dice};
    /// let mut dice = Dice::new(1);
    /// let chain = Chain { n: 4 }.build()?;
    /// let game = Decoration { max: 0.5, min: 0.3, values: -9..=9 }.apply(chain, &mut dice)?;
    /// assert_eq!(game.to_string(), "\
    /// 0: 0 1
    /// max 1: 0 2
    /// max 2: 0 3
    /// min 3: 0 A
    /// sink A = -2
    /// sink B = 1
    /// start 0
    /// ");
    /// # Ok::<(), rotor_generate::GenerateError>(())
    /// ```
    pub fn apply(&self, instance: Instance, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let graph = instance.graph();
        let (owners, values) = self.draw(graph.vertex_count(), |u| graph.is_sink(VertexId::new(u)), dice)?;
        if owners.is_empty() {
            return Ok(instance);
        }
        let (owners, values) = (VertexMap::from_vec(owners), VertexMap::from_vec(values));
        let instance = instance.with_owners(owners).expect("only non-sinks were given an owner");
        Ok(instance.with_values(values).expect("only sinks were given a value, and the range was checked"))
    }

    /// The same for a member without names.
    pub(crate) fn draw_on(&self, member: &mut Unnamed, dice: &mut Dice) -> Result<(), GenerateError> {
        let (owners, values) = self.draw(member.vertex_count(), |u| member.degree(u) == 0, dice)?;
        (member.owners, member.values) = (owners, values);
        Ok(())
    }

    /// The owner and the value of every vertex; nothing if there are neither players nor values.
    fn draw(
        &self,
        vertices: usize,
        is_sink: impl Fn(u32) -> bool,
        dice: &mut Dice,
    ) -> Result<(Vec<Owner>, Vec<Value>), GenerateError> {
        self.check()?;
        dice.go_on(vertices as u64)?;
        let owned = self.max + self.min > 0.0;
        let valued = self.values != (0..=0);
        if !owned && !valued {
            return Ok((Vec::new(), Vec::new()));
        }
        let owner = |u| match owned && !is_sink(u) {
            true => match dice.fraction() {
                drawn if drawn < self.max => Owner::Player(Player::Max),
                drawn if drawn < self.max + self.min => Owner::Player(Player::Min),
                _ => Owner::Rotor,
            },
            false => Owner::Rotor,
        };
        let owners = (0..vertices as u32).map(owner).collect();
        let value = |u| if valued && is_sink(u) { dice.integer(self.values.clone()) } else { 0 };
        Ok((owners, (0..vertices as u32).map(value).collect()))
    }

    fn check(&self) -> Result<(), GenerateError> {
        probability("max", self.max)?;
        probability("min", self.min)?;
        if self.max + self.min > 1.0 {
            return Err(GenerateError::Conflict {
                rule: "max and min are probabilities of exclusive owners, but add up to more than 1",
                remedy: "lower one of them",
            });
        }
        if self.values.is_empty() {
            return Err(GenerateError::Conflict {
                rule: "low is greater than high, so there is no value to draw",
                remedy: "exchange low and high",
            });
        }
        let bound = MOST_VALUE as f64;
        for (name, value) in [("low", *self.values.start()), ("high", *self.values.end())] {
            if !rotor_graph::is_value(value) {
                return Err(GenerateError::OutOfRange {
                    name,
                    value: value as f64,
                    least: -bound,
                    most: bound,
                });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoration_keeps_graph_rotors_and_start() {
        let mut dice = Dice::new(1);
        let bare = crate::small_graph(&mut dice);
        let game = Decoration { max: 1.0, min: 0.0, values: 5..=5 }.apply(bare.clone(), &mut dice).unwrap();
        assert_eq!((game.graph(), game.rotors(), game.start()), (bare.graph(), bare.rotors(), bare.start()));
        for u in game.graph().vertices() {
            let (owner, value) =
                if game.graph().is_sink(u) { (Owner::Rotor, 5) } else { (Owner::Player(Player::Max), 0) };
            assert_eq!((game.owner(u), game.value(u)), (owner, value));
        }
        assert_eq!(Decoration::default().apply(bare.clone(), &mut dice), Ok(bare));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let instance = crate::small_graph(&mut Dice::new(1));
        let refused = |decoration: Decoration| decoration.apply(instance.clone(), &mut Dice::new(1)).is_err();
        assert!(refused(Decoration { max: 0.6, min: 0.6, ..Decoration::default() }));
        assert!(refused(Decoration { max: f64::NAN, ..Decoration::default() }));
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
        let backwards = 3..=2;
        assert!(refused(Decoration { values: backwards, ..Decoration::default() }));
        assert!(refused(Decoration { values: 0..=MOST_VALUE + 1, ..Decoration::default() }));
    }
}
