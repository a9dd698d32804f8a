//! Value bounds: the pair that the owner of one vertex secures in a binary game, given the pairs behind its arcs.
//!
//! **Pairs.** In a binary game every end is won by Max or lost. The pair of (u, v) says what v's side of that arc is
//! good for: whether Max wins if the particle stays there, and the number of the entry after which it does
//! [ACD22, `lem:propag_val`]. The more a pair is good for Max, the further it stands to the right in
//! (lost, 1), (lost, 2), …, +∞, …, (won, 2), (won, 1); at +∞ the particle never stays, so who would win does not matter.
//!
//! **What v secures** is the best for its owner of what it can decide, each of them tried:
//! - *start*: the routine from every arc, with the parent's flow +∞; a rotor has one arc to start from;
//! - *order*: with q the full turns, the last departure leads to a head of least quotient, and to any of them that the
//!   owner puts first. A good one first: m(v, u) · q visits of u before it. If none is good, the arcs to u first:
//!   m(v, u) · (q + 1) visits;
//! - *free*: every arc at all visits. A child of finite flow keeps the particle in the end; one that always sends it
//!   back, or a loop, makes the play endless; the arc to the parent sends it back for ever. To mix them is to stand
//!   between them.

use crate::last_departure::Turning;
use rotor_graph::{Count, Decision, Instance, Pair, PairEntry, Player, StrategySet, VertexId};
use std::cmp::Reverse;

/// An active vertex, its arcs, and the pairs behind them.
pub(crate) struct Junction<'c> {
    pub(crate) instance: &'c Instance,
    pub(crate) v: VertexId,
    /// Where the particle first came from; none at the start.
    pub(crate) parent: Option<VertexId>,
    /// The entries (v, w) of all heads w but v and its parent, by head.
    pub(crate) entries: &'c [&'c PairEntry],
    /// Whether Max wins a play that never exits.
    pub(crate) endless_wins: bool,
}

impl Junction<'_> {
    /// What `player` secures at this vertex of its own.
    pub(crate) fn optimum(&self, player: Player, set: StrategySet) -> Pair {
        match set {
            StrategySet::Start => self.best_start(player),
            StrategySet::Order => self.best_order(player),
            StrategySet::Free => self.best_arc(player),
        }
    }

    /// What the rotor comes to.
    pub(crate) fn by_rotor(&self) -> Pair {
        let position = self.instance.rotors().position(self.instance.graph(), self.v);
        self.by_start(position as usize)
    }

    /// What a legal decision comes to; none if it is to bounce and no arc leads to the parent.
    pub(crate) fn by(&self, decision: &Decision) -> Option<Pair> {
        let graph = self.instance.graph();
        let first = graph.arc_range(self.v).start;
        let row = |a: u32| self.row_to(graph.heads(self.v)[(a - first) as usize]);
        match decision {
            Decision::Start(a) => Some(self.by_start((a.raw() - first) as usize)),
            Decision::Order(arcs) => Some(self.along(arcs.iter().map(|a| row(a.raw()) as u32).collect())),
            Decision::Always(a) => Some(self.by_row(row(a.raw()))),
            Decision::Bounce => self.leads_back().then(|| self.by_row(self.back())),
        }
    }

    fn best_start(&self, player: Player) -> Pair {
        let turning = Turning::new(self.back() + 1, self.rows());
        let Some((full_turns, ends)) = turning.of_every_start(|row| self.flow(row), self.back()) else {
            return self.endless();
        };
        let preference = |&(row, visits): &(usize, u32)| {
            let wanted = self.entries[row].pair.wins == (player == Player::Max);
            if wanted { (true, Reverse(visits), 0) } else { (false, Reverse(0), visits) }
        };
        let best = ends.into_iter().max_by_key(preference).expect("a vertex that is not a sink has an arc");
        let visits = full_turns * turning.multiplicity(self.back()) + best.1;
        Pair { wins: self.entries[best.0].pair.wins, flow: (visits + 1u32).into() }
    }

    fn best_order(&self, player: Player) -> Pair {
        let turning = Turning::new(self.back() + 1, self.rows());
        let quotient = |row: usize| Some((self.flow(row).finite()? - 1u32) / turning.multiplicity(row));
        let rows = 0..self.entries.len();
        let Some(full_turns) = rows.clone().filter_map(quotient).min() else { return self.endless() };
        let wants = player == Player::Max;
        let completes = |&row: &usize| quotient(row).as_ref() == Some(&full_turns);
        let secured = rows.filter(completes).any(|row| self.entries[row].pair.wins == wants);
        let turns = if secured { full_turns } else { full_turns + 1u32 };
        let flow = turns * turning.multiplicity(self.back()) + 1u32;
        Pair { wins: secured == wants, flow: flow.into() }
    }

    fn best_arc(&self, player: Player) -> Pair {
        let preference = |pair: &Pair| match pair.flow {
            Count::Infinite => 1,
            Count::Finite(_) if pair.wins == (player == Player::Max) => 2,
            Count::Finite(_) => 0,
        };
        let pairs = self.rows().into_iter().map(|row| self.by_row(row as usize));
        pairs.max_by_key(preference).expect("a vertex that is not a sink has an arc")
    }

    /// The routine from the arc number `position` on.
    fn by_start(&self, position: usize) -> Pair {
        let mut rows = self.rows();
        rows.rotate_left(position);
        self.along(rows)
    }

    /// The routine along these arcs.
    fn along(&self, rows: Vec<u32>) -> Pair {
        let turning = Turning::new(self.back() + 1, rows);
        match turning.last_departure(|row| self.flow(row)) {
            None => self.endless(),
            Some(last) => Pair {
                wins: self.entries[last.row].pair.wins,
                flow: (turning.visits_before(&last, self.back()) + 1u32).into(),
            },
        }
    }

    /// An arc to this row at every visit.
    fn by_row(&self, row: usize) -> Pair {
        match self.entries.get(row).map(|entry| &entry.pair) {
            Some(Pair { wins, flow: Count::Finite(_) }) => Pair { wins: *wins, flow: Count::one() },
            _ if row == self.back() => Pair { wins: self.endless_wins, flow: Count::Infinite },
            _ => Pair { wins: self.endless_wins, flow: Count::one() },
        }
    }

    /// Everything but the parent always comes back.
    fn endless(&self) -> Pair {
        let flow = if self.leads_back() { Count::Infinite } else { Count::one() };
        Pair { wins: self.endless_wins, flow }
    }

    fn leads_back(&self) -> bool {
        self.parent.is_some_and(|u| self.instance.graph().heads(self.v).contains(&u))
    }

    /// The row of the parent, the last one; that of loops stands before it.
    fn back(&self) -> usize {
        self.entries.len() + 1
    }

    /// The row of every arc, in rotor order.
    fn rows(&self) -> Vec<u32> {
        self.instance.graph().heads(self.v).iter().map(|&w| self.row_to(w) as u32).collect()
    }

    fn row_to(&self, w: VertexId) -> usize {
        if Some(w) == self.parent {
            return self.back();
        }
        // A loop is the only other arc without an entry.
        self.entries.binary_search_by_key(&w, |entry| entry.to).unwrap_or(self.entries.len())
    }

    fn flow(&self, row: usize) -> &Count {
        self.entries.get(row).map_or(&Count::Infinite, |entry| &entry.pair.flow)
    }
}
