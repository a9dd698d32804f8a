//! Sketches: the arcs of a small instance before its vertices have a place in the file.

use crate::dice::Dice;
use rotor_graph::{Configuration, Instance, Multigraph, Names, VertexId};

/// Where an arc of a sketch leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Head {
    /// To the non-sink of this number.
    Inner(usize),
    /// To the sink of this number.
    Sink(usize),
}

/// The arcs of every non-sink in rotor order, and the number of sinks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sketch {
    pub(crate) rows: Vec<Vec<Head>>,
    pub(crate) sinks: usize,
}

impl Sketch {
    /// The finished instance: non-sinks are called u0, u1, …, sinks s0, s1, …, declared in one of several orders, with
    /// rotors and sometimes a start put at random.
    pub(crate) fn finish(&self, dice: &mut Dice) -> Instance {
        let order = self.declaration_order(dice);
        let mut place = (vec![0u32; self.rows.len()], vec![0u32; self.sinks]);
        for (at, &vertex) in order.iter().enumerate() {
            match vertex {
                Head::Inner(i) => place.0[i] = at as u32,
                Head::Sink(j) => place.1[j] = at as u32,
            }
        }
        let (mut first, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
        for &vertex in &order {
            match vertex {
                Head::Inner(i) => {
                    names.push(&format!("u{i}"));
                    heads.extend(self.rows[i].iter().map(|&head| match head {
                        Head::Inner(i) => VertexId::new(place.0[i]),
                        Head::Sink(j) => VertexId::new(place.1[j]),
                    }));
                }
                Head::Sink(j) => names.push(&format!("s{j}")),
            }
            first.push(heads.len() as u32);
        }
        let graph =
            Multigraph::from_rows(first, heads).expect("every head of a sketch is one of its vertices");
        let turned = dice.chance(0.8);
        let rotors =
            Configuration::from_positions(
                &graph,
                |u| {
                    if turned { dice.below(graph.out_degree(u)) } else { 0 }
                },
            );
        let start = dice.chance(0.5).then(|| VertexId::new(dice.below(order.len() as u32)));
        let instance = Instance::new(graph, names).expect("every vertex was given a name");
        instance.with_rotors(rotors).with_start(start).expect("the start is one of the vertices")
    }

    /// Sinks last, first, or all vertices shuffled.
    fn declaration_order(&self, dice: &mut Dice) -> Vec<Head> {
        let inner = (0..self.rows.len()).map(Head::Inner);
        let sinks = (0..self.sinks).map(Head::Sink);
        match dice.below(4) {
            0 => sinks.chain(inner).collect(),
            1 => {
                let mut order: Vec<_> = inner.chain(sinks).collect();
                dice.shuffle(&mut order);
                order
            }
            _ => inner.chain(sinks).collect(),
        }
    }
}
