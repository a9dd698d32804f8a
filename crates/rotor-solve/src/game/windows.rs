//! Windows: for every initial arc of a vertex, where the rotor has come when a head is used up.

/// Two pointers s ≤ e over the arcs of a vertex, both of which only move forward [ACD22, `alg:OptimalStratBin`].
///
/// A head is **full** in [s, e] if it occurs there as often as it may; e(s) is the first position at which this many
/// heads as wanted are full. As printed, the visit counted at the end stays counted when the start moves on: erratum E4.
#[derive(Debug)]
pub(crate) struct Windows<'a> {
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
pub(crate) struct Window {
    /// s.
    pub(crate) start: usize,
    /// e(s): positions of the next turn are counted on.
    pub(crate) end: usize,
}

impl<'a> Windows<'a> {
    /// The windows of every start in turn that end when `wanted` heads are full; at least this many can be.
    pub(crate) fn new(heads: &'a [u32], left: &'a [u32], wanted: usize) -> Self {
        Self { heads, left, wanted, start: None, next: 0, occurs: vec![0; left.len()], full: 0 }
    }

    /// How often the head number `at` occurs in the present window.
    pub(crate) fn occurs(&self, at: usize) -> u32 {
        self.occurs[at]
    }

    /// The head number of the arc at a position.
    fn head(&self, position: usize) -> usize {
        let degree = self.heads.len();
        self.heads[if position < degree { position } else { position - degree }] as usize
    }

    /// The window of the next start. Time O(d(v)) for all of them.
    pub(crate) fn next_window(&mut self) -> Option<Window> {
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
