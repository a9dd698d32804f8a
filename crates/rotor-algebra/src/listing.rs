//! Listings: all members of a set, one after the other, in a fixed order and with little work between two of them.
//!
//! **Spanning forests** towards the sinks are one arc of every non-sink, without a cycle, in lexicographic order of the
//! positions of these arcs in their rotor orders; parallel arcs make different forests. There are det Δ of them. Before a
//! choice is made final, it is checked that what is left can still be completed: so O(|V|·d) searches of O(|A|) lie between
//! two forests at most.
//!
//! **Unicycles** of a trap are one arc of every vertex of it, with a single cycle: the arcs that a walk which goes round in
//! the trap used last form one, with the particle on its cycle. Each comes once, at the first vertex v of its cycle: an arc
//! of v and a spanning tree towards v. The cost is that of the forests, trees included whose cycle has an earlier vertex.
//!
//! **Superstable and recurrent piles.** A pile c ≥ 0 is superstable if no firing of any vertices, any numbers of times, leaves
//! all of them with c ≥ 0; with m the greatest stable pile, c is superstable exactly if m − c is recurrent. Any smaller pile
//! is superstable, too, so all of them are found by counting up and turning back early: at most |V| burning tests lie between
//! two of them. Traps are sinks; there are as many piles as the group of the graph without its traps has elements.

use crate::chips::Burning;
use crate::laplacian::{Laplacian, with_sinks};
use num_bigint::BigInt;
use rotor_graph::{Listing, Multigraph, ReversedArcs, Stop, StoppingGraph, Tick, VertexId, VertexMap};

/// The members of a listing: chips, or positions of rotors, by vertex.
///
/// It holds no limits, so that its caller can use them between two members.
pub struct Members<'g>(Option<Box<dyn Search + 'g>>);

/// A search for the members of a set, somewhere in the middle.
trait Search {
    /// The next member; none if there is no other. It is not asked again afterwards, nor after it was stopped.
    fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop>;
}

impl<'g> Members<'g> {
    /// The members of `listing`; `trap` is the one whose unicycles are listed.
    pub fn of(
        graph: &'g Multigraph,
        listing: Listing,
        trap: &'g [VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        Ok(Self(Some(match listing {
            Listing::Recurrent | Listing::Superstable => Box::new(Piles::of(graph, listing, tick)?),
            Listing::Forests => Box::new(Forests::of(graph.clone())),
            Listing::Unicycles => Box::new(Unicycles { graph, trap, roots: trap.iter(), tried: None }),
        })))
    }

    /// The next member; none if there is no other, and after it was stopped.
    pub fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        let Some(search) = &mut self.0 else { return Ok(None) };
        let found = search.next(tick);
        if !matches!(found, Ok(Some(_))) {
            self.0 = None;
        }
        found
    }
}

struct Forests {
    graph: Multigraph,
    reversed: ReversedArcs,
    vertices: Vec<VertexId>,
    /// The positions chosen for the first of `vertices`: for all of them after a forest was found; none before the first.
    chosen: Option<Vec<u32>>,
}

impl Forests {
    fn of(graph: Multigraph) -> Self {
        let vertices = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
        Self { reversed: graph.reversed(), graph, vertices, chosen: None }
    }

    /// Whether every vertex still reaches a sink when those chosen have one arc only.
    fn can_be_completed(&self, chosen: &[u32], tick: &mut dyn Tick) -> Result<bool, Stop> {
        tick.tick((self.graph.vertex_count() + self.graph.arc_count()) as u64)?;
        let mut only = vec![None; self.graph.vertex_count()];
        for (u, &position) in self.vertices.iter().zip(chosen) {
            only[u.index()] = Some(self.graph.heads(*u)[position as usize]);
        }
        let mut stack: Vec<VertexId> = self.graph.vertices().filter(|&v| self.graph.is_sink(v)).collect();
        let mut reaches = vec![false; self.graph.vertex_count()];
        stack.iter().for_each(|v| reaches[v.index()] = true);
        let mut count = stack.len();
        while let Some(v) = stack.pop() {
            for &u in self.reversed.tails(v) {
                let allowed = only[u.index()].is_none_or(|head| head == v);
                if allowed && !std::mem::replace(&mut reaches[u.index()], true) {
                    count += 1;
                    stack.push(u);
                }
            }
        }
        Ok(count == reaches.len())
    }
}

impl Search for Forests {
    fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        let (mut chosen, mut position) = match self.chosen.take() {
            // The last choice that can be another one is.
            Some(mut chosen) => match chosen.pop() {
                Some(position) => (chosen, position + 1),
                None => return Ok(None),
            },
            None if self.can_be_completed(&[], tick)? => (Vec::new(), 0),
            None => return Ok(None),
        };
        while chosen.len() < self.vertices.len() {
            if position == self.graph.out_degree(self.vertices[chosen.len()]) {
                let Some(last) = chosen.pop() else { return Ok(None) };
                position = last + 1;
                continue;
            }
            chosen.push(position);
            if self.can_be_completed(&chosen, tick)? {
                position = 0;
            } else {
                chosen.pop();
                position += 1;
            }
        }
        let mut positions = VertexMap::filled(self.graph.vertex_count(), 0);
        self.vertices.iter().zip(&chosen).for_each(|(&u, &chosen)| positions[u] = chosen);
        self.chosen = Some(chosen);
        Ok(Some(positions))
    }
}

struct Unicycles<'g> {
    graph: &'g Multigraph,
    trap: &'g [VertexId],
    /// The vertices that are roots later.
    roots: std::slice::Iter<'g, VertexId>,
    /// The present root, the spanning trees towards it, and the present one with the next arc of the root to try.
    tried: Option<(VertexId, Forests, Option<VertexMap<u32>>)>,
}

impl Search for Unicycles<'_> {
    fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        loop {
            let Some((root, trees, tree)) = &mut self.tried else {
                let Some(&root) = self.roots.next() else { return Ok(None) };
                let is_outside = |u: &VertexId| *u == root || self.trap.binary_search(u).is_err();
                let sinks: Vec<_> = self.graph.vertices().filter(is_outside).collect();
                self.tried = Some((root, Forests::of(with_sinks(self.graph, &sinks)), None));
                continue;
            };
            match tree {
                Some(unicycle) if unicycle[*root] < self.graph.out_degree(*root) => {
                    let found = is_first_on_cycle(self.graph, unicycle, *root).then(|| unicycle.clone());
                    unicycle[*root] += 1;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                _ => {
                    *tree = trees.next(tick)?;
                    if tree.is_none() {
                        self.tried = None;
                    }
                }
            }
        }
    }
}

/// Whether the cycle through `root` has no earlier vertex.
fn is_first_on_cycle(graph: &Multigraph, positions: &VertexMap<u32>, root: VertexId) -> bool {
    let head = |u: VertexId| graph.heads(u)[positions[u] as usize];
    let mut u = head(root);
    while u > root {
        u = head(u);
    }
    u == root
}

struct Piles {
    laplacian: Laplacian,
    burning: Burning,
    vertices: usize,
    /// Whether the mirror images m − c are listed: the recurrent piles.
    mirrored: bool,
    /// The last superstable pile; none before the first.
    last: Option<Vec<i64>>,
}

impl Piles {
    fn of(graph: &Multigraph, listing: Listing, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let laplacian = Laplacian::of_active(&StoppingGraph::of(graph), tick)?;
        let burning = Burning::of(&laplacian, tick)?;
        let mirrored = listing == Listing::Recurrent;
        Ok(Self { laplacian, burning, vertices: graph.vertex_count(), mirrored, last: None })
    }

    /// The next superstable pile: the last entry that can be one more is, and all after it are 0.
    fn advance(&mut self, tick: &mut dyn Tick) -> Result<Option<Vec<i64>>, Stop> {
        let Some(mut pile) = self.last.take() else { return Ok(Some(vec![0; self.laplacian.len()])) };
        for at in (0..pile.len()).rev() {
            pile[at] += 1;
            if pile[at] < self.laplacian.degree[at] {
                let mirror = pile.iter().zip(&self.laplacian.degree);
                let mirror: Vec<BigInt> = mirror.map(|(c, degree)| BigInt::from(degree - 1 - c)).collect();
                if self.burning.burns(&self.laplacian, &mirror, tick)? {
                    return Ok(Some(pile));
                }
            }
            pile[at] = 0;
        }
        Ok(None)
    }
}

impl Search for Piles {
    fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        self.last = self.advance(tick)?;
        let Laplacian { vertices, degree, .. } = &self.laplacian;
        Ok(self.last.as_ref().map(|pile| {
            let mut chips = VertexMap::filled(self.vertices, 0);
            for ((&u, &count), degree) in vertices.iter().zip(pile).zip(degree) {
                let count = if self.mirrored { degree - 1 - count } else { count };
                chips[u] = u32::try_from(count).expect("a stable pile has fewer than d(u) chips on u");
            }
            chips
        }))
    }
}
