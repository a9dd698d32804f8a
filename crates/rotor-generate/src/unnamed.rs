//! A member of a family before its vertices have names: batches of small instances never need them.

use crate::dice::Dice;
use crate::generate_error::GenerateError;
use crate::scratch::Scratch;
use rotor_graph::{Configuration, Instance, Multigraph, Names, Owner, Value, VertexId, VertexMap};

/// Rows, rotors, players and start, as a family wrote them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    pub(crate) first: Vec<u32>,
    pub(crate) heads: Vec<VertexId>,
    /// Positions, 0 at sinks; empty if all rotors stand on the first arcs.
    pub(crate) rotors: Vec<u32>,
    /// Empty if there are no players.
    pub(crate) owners: Vec<Owner>,
    /// Empty if every sink is worth 0.
    pub(crate) values: Vec<Value>,
    pub(crate) start: Option<u32>,
    /// Whether the last two vertices are called A and B; all others are called by their numbers.
    pub(crate) ends_with_a_and_b: bool,
}

impl Unnamed {
    /// Leaves its memory to the next member.
    pub fn leave_to(self, scratch: &mut Scratch) {
        scratch.keep([self.first, self.rotors]);
        scratch.keep_heads(self.heads);
    }

    /// How many vertices it has, sinks included.
    pub fn vertex_count(&self) -> usize {
        self.first.len() - 1
    }

    /// Where the arcs of each vertex begin, and where the last ones end.
    pub fn row_starts(&self) -> &[u32] {
        &self.first
    }

    /// Where each arc leads.
    pub fn heads(&self) -> &[VertexId] {
        &self.heads
    }

    /// The position of every rotor; none if all stand on the first arcs.
    pub fn rotors(&self) -> &[u32] {
        &self.rotors
    }

    /// The owner of every vertex; none if there are no players.
    pub fn owners(&self) -> &[Owner] {
        &self.owners
    }

    /// The value of every vertex; none if every sink is worth 0.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The start, or else the first vertex that is not a sink.
    pub fn start_or_first(&self) -> Option<u32> {
        self.start.or_else(|| (0..self.vertex_count() as u32).find(|&u| self.degree(u) > 0))
    }

    /// The number of arcs of a vertex.
    pub(crate) fn degree(&self, u: u32) -> u32 {
        self.first[u as usize + 1] - self.first[u as usize]
    }

    /// The same with a start.
    pub(crate) fn starting_at(mut self, start: u32) -> Self {
        self.start = Some(start);
        self
    }

    /// The same with every rotor on a random arc.
    pub(crate) fn with_random_rotors(
        mut self,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Result<Self, GenerateError> {
        let mut rotors = scratch.list();
        let first = &self.first[..];
        dice.each(0..first.len() as u32 - 1, &mut rotors, |dice, u| {
            dice.below_perhaps_none(first[u as usize + 1] - first[u as usize])
        })?;
        self.rotors = rotors;
        Ok(self)
    }

    /// The instance, its vertices called by their numbers, but perhaps A and B.
    pub(crate) fn named(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let vertices = self.vertex_count();
        let lettered = if self.ends_with_a_and_b { 2 } else { 0 };
        let mut names = numbers(vertices - lettered, dice)?;
        ["A", "B"][..lettered].iter().for_each(|name| names.push(name));
        let graph = Multigraph::from_rows(self.first, self.heads)
            .expect("families write heads below the number of vertices, which Rows::new found small enough");
        dice.go_on(graph.arc_count() as u64)?;
        dice.report()?;
        let rotors = match self.rotors.is_empty() {
            true => Configuration::first_arcs(&graph),
            false => Configuration::from_positions(&graph, |u| self.rotors[u.index()]),
        };
        let mut instance =
            Instance::new(graph, names).expect("there is a name for every row").with_rotors(rotors);
        if !self.owners.is_empty() {
            let owners = VertexMap::from_vec(self.owners);
            instance = instance.with_owners(owners).expect("only non-sinks were given an owner");
        }
        if !self.values.is_empty() {
            let values = VertexMap::from_vec(self.values);
            instance = instance
                .with_values(values)
                .expect("only sinks were given a value, and the range was checked");
        }
        let start = self.start.map(VertexId::new);
        Ok(instance.with_start(start).expect("families start on one of their vertices"))
    }
}

/// The numbers 0 … n − 1 as names.
fn numbers(n: usize, dice: &mut Dice) -> Result<Names, GenerateError> {
    let mut names = Names::with_capacity(n + 2);
    // Counting in decimal takes a tenth of formatting every number.
    let mut digits = vec![b'0'];
    for _ in 0..n {
        names.push(str::from_utf8(&digits).expect("digits are text"));
        count_up(&mut digits);
        dice.go_on(1)?;
    }
    Ok(names)
}

/// The next number, in decimal digits.
fn count_up(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_called_by_their_numbers() {
        let names = numbers(1101, &mut Dice::new(1)).expect("nothing stops it");
        assert!((0..1101).all(|u| names.get(VertexId::new(u)) == u.to_string()));
    }
}
