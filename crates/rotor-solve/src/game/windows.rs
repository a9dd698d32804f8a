//! Windows over the arcs of a vertex: for every initial arc, where the rotor has come when a head is used up; which of them its
//! owner likes best; and all of them once more with each neighbour left out in turn.

use rotor_graph::{Owner, Player};

/// The value that the owner of a vertex wants in a binary game; none if it is a rotor.
pub(super) fn wanted_by(owner: Owner) -> Option<bool> {
    match owner {
        Owner::Rotor => None,
        Owner::Player(player) => Some(player == Player::Max),
    }
}

/// The best end seen so far: the wanted value with the fewest visits of the parent, or else the other value with the
/// most [ACD22, `lem:propag_val`]. Of equally good ones the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestStart {
    wanted: bool,
    best: Option<StartEnd>,
}

/// What a start comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StartEnd {
    /// The start.
    pub(super) start: usize,
    /// Whether Max wins where the particle stays.
    pub(super) wins: bool,
    /// How often the parent is passed after the full turns and before.
    pub(super) passed: u32,
}

impl BestStart {
    /// Nothing seen yet by an owner that wants this value.
    pub(super) fn wanting(wanted: bool) -> Self {
        Self { wanted, best: None }
    }

    /// Looks at one more end. As printed, the fewest visits so far are 0 before any start was seen: erratum E4.
    pub(super) fn see(&mut self, end: StartEnd) {
        let better = |best: StartEnd| match (end.wins == self.wanted, best.wins == self.wanted) {
            (true, true) => end.passed < best.passed,
            (false, false) => end.passed > best.passed,
            (wanted, _) => wanted,
        };
        if self.best.is_none_or(better) {
            self.best = Some(end);
        }
    }

    /// The best end, if any was seen.
    pub(super) fn best(&self) -> Option<StartEnd> {
        self.best
    }
}

/// Two pointers s ≤ e over the arcs of a vertex, both of which only move forward [ACD22, `alg:OptimalStratBin`].
///
/// A head is **full** in [s, e] if it occurs there as often as it may; e(s) is the first position at which this many
/// heads as wanted are full. As printed, the visit counted at the end stays counted when the start moves on: erratum E4.
#[derive(Debug)]
pub(super) struct Windows<'a> {
    /// The number of the head of each arc.
    heads: &'a [u32],
    /// How often each head must occur to be full; 0: it never is.
    left: &'a [u32],
    wanted: usize,
    start: Option<usize>,
    next: usize,
    occurs: Vec<u32>,
    full: usize,
}

/// The arcs from a start to the arc by which the particle leaves for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// s.
    pub(super) start: usize,
    /// e(s): positions of the next turn are counted on.
    pub(super) end: usize,
}

impl<'a> Windows<'a> {
    /// The windows of every start in turn that end when `wanted` heads are full; at least this many can be.
    pub(super) fn new(heads: &'a [u32], left: &'a [u32], wanted: usize) -> Self {
        Self { heads, left, wanted, start: None, next: 0, occurs: vec![0; left.len()], full: 0 }
    }

    /// How often the head number `at` occurs in the present window.
    pub(super) fn occurs(&self, at: usize) -> u32 {
        self.occurs[at]
    }

    /// The head number of the arc at a position.
    fn head(&self, position: usize) -> usize {
        let degree = self.heads.len();
        self.heads[if position < degree { position } else { position - degree }] as usize
    }

    /// The window of the next start. Time O(d(v)) for all of them.
    pub(super) fn next_window(&mut self) -> Option<Window> {
        let start = match self.start {
            None => 0,
            Some(start) => {
                let head = self.head(start);
                self.full -= usize::from(self.occurs[head] == self.left[head]);
                self.occurs[head] -= 1;
                start + 1
            }
        };
        if start == self.heads.len() {
            return None;
        }
        self.start = Some(start);
        while self.full < self.wanted {
            let head = self.head(self.next);
            self.occurs[head] += 1;
            self.full += usize::from(self.occurs[head] == self.left[head]);
            self.next += 1;
        }
        Some(Window { start, end: self.next - 1 })
    }
}

/// Where every start ends, and what is needed to ask it again for each neighbour.
pub(super) struct StartSweep<'a> {
    /// The number of the head of each arc.
    heads: &'a [u32],
    /// Whether Max wins by each head.
    wins: &'a [bool],
    /// How often each head must occur to be full; 0: it never is.
    left: &'a [u32],
    /// For each head its arcs, in order.
    arcs_to: Buckets,
    /// e₂(s); empty if there is one least head.
    second_end: Vec<usize>,
    /// How many starts before s are won.
    won_before: Vec<u32>,
    /// How many starts s have e₁(s) ≤ p, for positions p of two turns.
    ended_by: Vec<u32>,
    /// For each head the starts that end at it, in order.
    starts_ending_at: Buckets,
}

impl<'a> StartSweep<'a> {
    /// Time O(d(v)).
    pub(super) fn new(heads: &'a [u32], wins: &'a [bool], left: &'a [u32]) -> Self {
        let degree = heads.len();
        let ends = |wanted| {
            let mut windows = Windows::new(heads, left, wanted);
            std::iter::from_fn(move || windows.next_window()).map(|window| window.end)
        };
        let mut last = Vec::with_capacity(degree);
        let mut won_before = vec![0u32; degree + 1];
        let mut ended_by = vec![0u32; 2 * degree];
        for (s, end) in ends(1).enumerate() {
            let head = heads[if end < degree { end } else { end - degree }];
            won_before[s + 1] = won_before[s] + u32::from(wins[head as usize]);
            ended_by[end] += 1;
            last.push(head);
        }
        let several = left.iter().filter(|&&left| left > 0).nth(1).is_some();
        let second_end = if several { ends(2).collect() } else { Vec::new() };
        for position in 1..ended_by.len() {
            ended_by[position] += ended_by[position - 1];
        }
        let arcs_to = Buckets::by(wins.len(), heads);
        let starts_ending_at = Buckets::by(wins.len(), &last);
        Self { heads, wins, left, arcs_to, second_end, won_before, ended_by, starts_ending_at }
    }

    /// The only head that can be full, if there is only one.
    pub(super) fn only_least_head(&self) -> Option<usize> {
        if self.second_end.is_empty() { self.left.iter().position(|&left| left > 0) } else { None }
    }

    /// The positions of the arcs to a head, over two turns.
    fn positions(&self, head: usize) -> impl Iterator<Item = usize> + '_ {
        let degree = self.heads.len();
        let arcs = self.arcs_to.of(head);
        let turn = |from: usize| arcs.iter().map(move |&arc| arc as usize + from);
        turn(0).chain(turn(degree))
    }

    /// The starts that do not end at `head`, in stretches in which it is passed equally often.
    pub(super) fn see_ends_elsewhere(&self, head: usize, best: &mut BestStart) {
        let degree = self.heads.len();
        let mut leaves = self.arcs_to.of(head).iter().map(|&arc| arc as usize + 1).peekable();
        let mut enters = self.positions(head).map(|position| self.ended_by[position] as usize).peekable();
        let mut taken_out = self.starts_ending_at.of(head).iter().map(|&s| s as usize).peekable();
        let (mut start, mut entered, mut left) = (0, 0u32, 0u32);
        while start < degree {
            while enters.next_if(|&s| s <= start).is_some() {
                entered += 1;
            }
            while leaves.next_if(|&s| s <= start).is_some() {
                left += 1;
            }
            let next = [enters.peek(), leaves.peek()].into_iter().flatten().copied().fold(degree, usize::min);
            let mut out = 0;
            while taken_out.next_if(|&s| s < next).is_some() {
                out += 1;
            }
            let mut won = self.won_before[next] - self.won_before[start];
            let mut lost = (next - start) as u32 - won;
            *(if self.wins[head] { &mut won } else { &mut lost }) -= out;
            for (wins, starts) in [(true, won), (false, lost)] {
                if starts > 0 {
                    best.see(StartEnd { start, wins, passed: entered - left });
                }
            }
            start = next;
        }
    }

    /// The starts that end at `head`, which go on to a second least head when it is left out.
    pub(super) fn see_ends_at(&self, head: usize, best: &mut BestStart) {
        if self.second_end.is_empty() {
            return;
        }
        let (mut before_start, mut before_end) =
            (self.positions(head).peekable(), self.positions(head).peekable());
        let (mut entered, mut left) = (0u32, 0u32);
        for &start in self.starts_ending_at.of(head) {
            let (start, end) = (start as usize, self.second_end[start as usize]);
            while before_end.next_if(|&position| position < end).is_some() {
                entered += 1;
            }
            while before_start.next_if(|&position| position < start).is_some() {
                left += 1;
            }
            let wins = self.wins[self.heads[end % self.heads.len()] as usize];
            best.see(StartEnd { start, wins, passed: entered - left });
        }
    }
}

/// Positions sorted by a key, in order within each key.
struct Buckets {
    first: Vec<u32>,
    positions: Vec<u32>,
}

impl Buckets {
    fn by(keys: usize, key_of: &[u32]) -> Self {
        let mut first = vec![0u32; keys + 1];
        key_of.iter().for_each(|&key| first[key as usize + 1] += 1);
        for key in 0..keys {
            first[key + 1] += first[key];
        }
        let mut next = first.clone();
        let mut positions = vec![0u32; key_of.len()];
        for (position, &key) in key_of.iter().enumerate() {
            positions[next[key as usize] as usize] = position as u32;
            next[key as usize] += 1;
        }
        Self { first, positions }
    }

    fn of(&self, key: usize) -> &[u32] {
        &self.positions[self.first[key] as usize..self.first[key + 1] as usize]
    }
}
