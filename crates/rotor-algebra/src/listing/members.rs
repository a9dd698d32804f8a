//! The members of any listing, one after the other.

use super::forests::Search;
use super::superstable::PileSearch;
use super::unicycles::UnicycleSearch;
use rotor_graph::{Listing, Multigraph, Stop, Tick, VertexId, VertexMap};

/// The members of a listing: chips, or positions of rotors, by vertex.
///
/// Unlike the iterators of single listings it holds no limits, so that its caller can use it between two members.
pub struct Members<'g>(Kind<'g>);

enum Kind<'g> {
    Piles(PileSearch),
    Forests(Search),
    Unicycles(UnicycleSearch<'g>),
}

impl<'g> Members<'g> {
    /// The members of `listing`; `trap` is the one whose unicycles are listed.
    pub fn of(
        graph: &'g Multigraph,
        listing: Listing,
        trap: &'g [VertexId],
        tick: &mut dyn Tick,
    ) -> Result<Self, Stop> {
        Ok(Self(match listing {
            Listing::Recurrent => Kind::Piles(PileSearch::of(graph, true, tick)?),
            Listing::Superstable => Kind::Piles(PileSearch::of(graph, false, tick)?),
            Listing::Forests => Kind::Forests(Search::of(graph.clone())),
            Listing::Unicycles => Kind::Unicycles(UnicycleSearch::of(graph, trap)),
        }))
    }

    /// The next member; none if there is no other, and after it was stopped. Cost: that of the single listings.
    pub fn next(&mut self, tick: &mut dyn Tick) -> Result<Option<VertexMap<u32>>, Stop> {
        match &mut self.0 {
            Kind::Piles(search) => search.next(tick),
            Kind::Forests(search) => Ok(search.next(tick)?.map(VertexMap::from_vec)),
            Kind::Unicycles(search) => Ok(search.next(tick)?.map(VertexMap::from_vec)),
        }
    }
}
