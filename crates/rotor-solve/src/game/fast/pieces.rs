//! The arcs between pieces, which must not close a cycle.

/// The arcs that lead from one piece into an earlier one.
#[derive(Default)]
pub(super) struct Crossings(Vec<Crossing>);

/// An arc from a vertex of a piece to a place in an earlier piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Crossing {
    pub(super) piece: usize,
    pub(super) tail: u32,
    pub(super) head: u32,
}

impl Crossings {
    pub(super) fn note(&mut self, crossing: Crossing) {
        self.0.push(crossing);
    }

    /// Whether they, parallel ones counted once, connect some pieces twice; `starts` are where the pieces start.
    pub(super) fn close_a_cycle(mut self, starts: &[u32]) -> bool {
        self.0.sort_unstable();
        self.0.dedup();
        let mut leader: Vec<usize> = if self.0.is_empty() { Vec::new() } else { (0..starts.len()).collect() };
        self.0.iter().any(|crossing| {
            let earlier = starts.partition_point(|&start| start <= crossing.head) - 1;
            let [a, b] = [crossing.piece, earlier].map(|piece| find(&mut leader, piece));
            leader[a] = b;
            a == b
        })
    }
}

fn find(leader: &mut [usize], mut piece: usize) -> usize {
    while leader[piece] != piece {
        leader[piece] = leader[leader[piece]];
        piece = leader[piece];
    }
    piece
}
