//! Exits of all vertices, one word each.

use super::halt::Halt;
use super::layout::Layout;
use rotor_graph::{Exit, Multigraph, Traps, VertexId, VertexMap};

/// The exit of every vertex, and the traps, numbered as [`Traps`] numbers them: by their first vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exits {
    halts: Vec<Halt>,
    traps: Vec<Vec<VertexId>>,
}

impl Exits {
    /// Puts what was found place by place into the order of the file, in the memory that held the places.
    pub(super) fn new(
        graph: &Multigraph,
        layout: &mut Layout,
        found: impl Iterator<Item = Halt>,
        cut: &Traps,
    ) -> Self {
        let place = std::mem::take(&mut layout.marks).into_iter();
        let mut halts: Vec<Halt> = place.zip(graph.vertices()).map(|(_, u)| Halt::sink(u)).collect();
        for (&u, halt) in layout.order.iter().zip(found) {
            halts[u as usize] = halt;
        }
        for (number, trap) in cut.members().iter().enumerate() {
            trap.iter().for_each(|u| halts[u.index()] = Halt::inside(number));
        }
        Self { halts, traps: Vec::new() }
    }

    /// Exits in the order of the file.
    pub(super) fn in_order(halts: Vec<Halt>) -> Self {
        Self { halts, traps: Vec::new() }
    }

    /// Numbers this many traps, found in any order, by their first vertices.
    pub(super) fn with_traps(mut self, count: usize) -> Self {
        if count == 0 {
            return self;
        }
        const UNNUMBERED: u32 = u32::MAX;
        let mut numbers = vec![UNNUMBERED; count];
        let inside = |halt: &Halt| halt.as_trap().filter(|_| halt.is_inside());
        for (u, halt) in (0..).map(VertexId::new).zip(&self.halts) {
            let Some(trap) = inside(halt) else { continue };
            if numbers[trap] == UNNUMBERED {
                numbers[trap] = self.traps.len() as u32;
                self.traps.push(Vec::new());
            }
            self.traps[numbers[trap] as usize].push(u);
        }
        for halt in &mut self.halts {
            if let Some(trap) = halt.as_trap() {
                *halt = halt.renumbered(numbers[trap]);
            }
        }
        self
    }

    /// The exit of a particle on `u`.
    #[inline]
    pub fn of(&self, u: VertexId) -> Exit {
        self.halts[u.index()].exit()
    }

    /// The exit of every vertex.
    pub fn pattern(&self) -> VertexMap<Exit> {
        VertexMap::from_vec(self.halts.iter().map(|halt| halt.exit()).collect())
    }

    /// The vertices of each trap, in order.
    pub fn traps(&self) -> &[Vec<VertexId>] {
        &self.traps
    }

    /// Whether `u` lies in a trap.
    #[inline]
    pub fn is_in_trap(&self, u: VertexId) -> bool {
        self.halts[u.index()].is_inside()
    }
}
