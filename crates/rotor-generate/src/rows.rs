//! Rows: a graph being written down vertex by vertex, straight into its final arrays.

use crate::dice::Dice;
use crate::generate_error::GenerateError;
use rotor_graph::{Configuration, Instance, Multigraph, Names, VertexId};

/// The arcs written so far. Vertices are numbered in the order of writing and called by their numbers.
#[derive(Debug)]
pub(crate) struct Rows {
    first: Vec<u32>,
    heads: Vec<VertexId>,
}

impl Rows {
    /// Room for that many vertices, sinks included, and at most that many arcs; refused if ids would not suffice.
    pub(crate) fn new(vertices: u64, arcs: u64) -> Result<Self, GenerateError> {
        if vertices.max(arcs) > Multigraph::MOST_ARCS {
            return Err(GenerateError::TooLarge { vertices, arcs });
        }
        let mut first = Vec::with_capacity(vertices as usize + 1);
        first.push(0);
        Ok(Self { first, heads: Vec::new() })
    }

    /// The number of the vertex being written.
    pub(crate) fn vertex(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Gives the vertex being written an arc.
    pub(crate) fn arc(&mut self, head: u32) {
        self.heads.push(VertexId::new(head));
    }

    /// Gives the vertex being written parallel arcs.
    pub(crate) fn arcs(&mut self, head: u32, parallel: u32) {
        self.heads.extend((0..parallel).map(|_| VertexId::new(head)));
    }

    /// The arcs of the vertex being written.
    pub(crate) fn row(&mut self) -> &mut [VertexId] {
        let start = self.first[self.first.len() - 1] as usize;
        &mut self.heads[start..]
    }

    /// Puts the arcs of the vertex being written in random order.
    pub(crate) fn shuffle(&mut self, dice: &mut Dice) {
        dice.shuffle(self.row());
    }

    /// Goes on to the next vertex, if the watch of the dice allows it; a vertex without arcs is a sink.
    pub(crate) fn next(&mut self, dice: &mut Dice) -> Result<(), GenerateError> {
        let operations = 1 + self.row().len() as u64;
        self.first.push(self.heads.len() as u32);
        dice.go_on(operations)
    }

    /// The instance with two more vertices, the sinks A and B, which arcs call n and n + 1; rotors on the first arcs.
    pub(crate) fn with_sinks_a_and_b(mut self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let inner = self.vertex();
        self.next(dice)?;
        self.next(dice)?;
        let mut names = numbers(inner, dice)?;
        names.push("A");
        names.push("B");
        self.finish(names, dice)
    }

    /// The instance of these rows alone.
    pub(crate) fn without_more_sinks(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let names = numbers(self.vertex(), dice)?;
        self.finish(names, dice)
    }

    fn finish(self, names: Names, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let graph = Multigraph::from_rows(self.first, self.heads)
            .expect("families write heads below the number of vertices, which Rows::new found small enough");
        dice.go_on(graph.arc_count() as u64)?;
        Ok(Instance::new(graph, names).expect("there is a name for every row"))
    }
}

/// The numbers 0 … n − 1 as names.
fn numbers(n: u32, dice: &mut Dice) -> Result<Names, GenerateError> {
    let mut names = Names::with_capacity(n as usize + 2);
    // Counting in decimal takes a tenth of formatting every number, which shows in batches of small instances.
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

/// The same instance with a start.
pub(crate) fn starting_at(instance: Instance, start: u32) -> Instance {
    instance.with_start(Some(VertexId::new(start))).expect("families start on one of their vertices")
}

/// The same instance with every rotor on a random arc.
pub(crate) fn with_random_rotors(instance: Instance, dice: &mut Dice) -> Result<Instance, GenerateError> {
    let graph = instance.graph();
    let mut stopped = Ok(());
    let rotors = Configuration::from_positions(graph, |u| {
        // Once stopped, what is left costs next to nothing.
        stopped = stopped.clone().and_then(|()| dice.go_on(1));
        if stopped.is_ok() { dice.below(graph.out_degree(u)) } else { 0 }
    });
    stopped.map(|()| instance.with_rotors(rotors))
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
