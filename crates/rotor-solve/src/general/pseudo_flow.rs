//! Flows in the making: how often each vertex is left, and by how much x = f(x) still fails.
//!
//! x(v) counts departures from v. Arc number j from the rotor of v, j = 0 … d − 1, carries ⌈(x(v) − j) / d⌉ of them, and
//! f(x)(v) is the number of particles put on v plus the arrivals there. The **residual** f(x)(v) − x(v) is the number
//! of particles left over on v; if it is negative, v was left more often than entered.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{Configuration, Multigraph, VertexId, position_after};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The residuals that are kept as machine words add up, in absolute value, to less than this.
const MOST_LEFT_OVER: u64 = 1 << 48;

/// Departures not yet added to the large number stay below this.
const MOST_PENDING: i64 = 1 << 60;

/// x and f(x) − x on a part, in exact integers.
#[derive(Clone, Debug)]
pub(crate) struct PseudoFlow<'p> {
    part: &'p Part,
    /// How many particles are put on each vertex; below 0 only where a flow is a cutting of another one.
    supply: Vec<BigInt>,
    departures: Vec<BigInt>,
    /// Whether departures below 0 are taken as 0 when they are changed.
    is_clamped: bool,
    /// Small changes that `departures` does not contain yet.
    pending: Vec<i64>,
    /// x(v) mod d(v).
    position: Vec<u32>,
    residual: Vec<i64>,
    /// Residuals too large for machine words, which then count from there. A vertex that is held may have such a one while
    /// all others have settled.
    large: BTreeMap<usize, BigInt>,
}

impl<'p> PseudoFlow<'p> {
    /// No particle has left yet; `supply` says how many particles are put on each vertex.
    pub(crate) fn new(part: &'p Part, supply: Vec<BigUint>) -> Self {
        let n = part.len();
        let mut flow = Self {
            part,
            supply: supply.into_iter().map(BigInt::from).collect(),
            departures: vec![BigInt::zero(); n],
            is_clamped: true,
            pending: vec![0; n],
            position: vec![0; n],
            residual: vec![0; n],
            large: BTreeMap::new(),
        };
        flow.recount();
        flow
    }

    /// The flow as these vertices see it: `part` is theirs alone, all others are outside. Residuals are the same; departures
    /// are counted from 0, or less than a full turn above it, and may fall below. Residuals must be small; those of vertices
    /// that do not `count` are taken as 0.
    ///
    /// Time O(arcs of the part).
    pub(crate) fn cut_out<'q>(
        &self,
        part: &'q Part,
        vertices: &[u32],
        count: impl Fn(usize) -> bool,
    ) -> PseudoFlow<'q> {
        let here = |v: &u32| *v as usize;
        let position: Vec<u32> = vertices.iter().map(|v| self.position[here(v)]).collect();
        let residual: Vec<i64> =
            vertices.iter().map(here).map(|v| if count(v) { self.residual[v] } else { 0 }).collect();
        let mut supply: Vec<i64> = residual.iter().zip(&position).map(|(r, &x)| r + i64::from(x)).collect();
        for (v, &used) in position.iter().enumerate() {
            let heads = part.heads(v)[..used as usize].iter().filter(|&&head| head != OUTSIDE);
            heads.for_each(|&head| supply[head as usize] -= 1);
        }
        PseudoFlow {
            part,
            supply: supply.into_iter().map(BigInt::from).collect(),
            departures: position.iter().map(|&x| x.into()).collect(),
            is_clamped: false,
            pending: vec![0; vertices.len()],
            position,
            residual,
            large: BTreeMap::new(),
        }
    }

    pub(crate) fn part(&self) -> &'p Part {
        self.part
    }

    /// How many particles are put on v.
    pub(crate) fn supply(&self, v: usize) -> &BigInt {
        &self.supply[v]
    }

    /// x(v).
    pub(crate) fn departures(&self, v: usize) -> BigInt {
        &self.departures[v] + self.pending[v]
    }

    /// All x(v).
    pub(crate) fn all_departures(&self) -> impl Iterator<Item = BigUint> + '_ {
        let natural = |x: BigInt| x.to_biguint().expect("a vertex is left at least zero times");
        (0..self.part.len()).map(move |v| natural(self.departures(v)))
    }

    /// f(x)(v) − x(v).
    pub(crate) fn residual(&self, v: usize) -> BigInt {
        self.large.get(&v).map_or(self.residual[v].into(), |large| large + self.residual[v])
    }

    /// The residuals of all that is not `held` as machine words, if they are small enough.
    pub(crate) fn small_residuals(&self, held: &[bool]) -> Option<&[i64]> {
        self.large.keys().all(|&v| held[v]).then_some(&self.residual[..])
    }

    /// The residual of `v` as a machine word; all of it, if [`small_residuals`](Self::small_residuals) has found it small.
    #[inline]
    pub(crate) fn word(&self, v: usize) -> i64 {
        self.residual[v]
    }

    /// Where the last departure from `v` led, unless it led out of the part or there was none.
    pub(crate) fn last_head(&self, v: usize) -> Option<usize> {
        let none = match self.pending[v] {
            0 => self.departures[v].is_zero(),
            pending => self.departures[v] == BigInt::from(-pending),
        };
        if none {
            return None;
        }
        let degree = self.part.degree(v);
        let last = position_after(self.position[v], u64::from(degree) - 1, degree);
        match self.part.heads(v)[last as usize] {
            OUTSIDE => None,
            head => Some(head as usize),
        }
    }

    /// x(v) mod d(v).
    pub(crate) fn position(&self, v: usize) -> u32 {
        self.position[v]
    }

    /// Whether particles are put on `v`.
    pub(crate) fn is_supplied(&self, v: usize) -> bool {
        self.supply[v].is_positive()
    }

    /// The heads of those arcs of `v` that are used at least once.
    pub(crate) fn used_heads(&self, v: usize) -> &'p [u32] {
        let heads = self.part.heads(v);
        let few = self.departures(v).to_usize().filter(|&x| x < heads.len());
        &heads[..few.unwrap_or(heads.len())]
    }

    /// Adds `change` to x(v), not below 0, without looking at residuals: call [`recount`](Self::recount) in the end.
    pub(crate) fn change(&mut self, v: usize, change: &BigInt) {
        let x = &mut self.departures[v];
        *x += change + std::mem::take(&mut self.pending[v]);
        if self.is_clamped && x.is_negative() {
            x.set_zero();
        }
    }

    /// What [`recount`](Self::recount) costs, a step of a walk being the unit: a few words are touched for each arc.
    pub(crate) fn price_of_recount(&self) -> u64 {
        let words: u64 = self.departures.iter().map(|x| 1 + x.bits() / 64).sum();
        8 * self.part.arc_count() as u64 + 2 * words
    }

    /// Computes all residuals anew. Time O(|A|) operations on integers of the size of x.
    pub(crate) fn recount(&mut self) {
        self.settle_pending();
        let n = self.part.len();
        let mut total: Vec<BigInt> = self.supply.clone();
        let mut once_more = vec![0i64; n];
        for v in 0..n {
            let x = &self.departures[v];
            if x.is_zero() {
                self.position[v] = 0;
                continue;
            }
            let degree = self.part.degree(v);
            let (full_turns, rest) = turns(x, degree);
            self.position[v] = rest;
            let heads = self.part.heads(v);
            heads[..rest as usize]
                .iter()
                .filter(|&&head| head != OUTSIDE)
                .for_each(|&head| once_more[head as usize] += 1);
            send(heads, &full_turns, &mut total);
        }
        self.large.clear();
        for v in 0..n {
            total[v] += once_more[v];
            total[v] -= &self.departures[v];
            self.residual[v] = match total[v].to_i64().filter(|size| size.unsigned_abs() < MOST_LEFT_OVER) {
                Some(residual) => residual,
                None => {
                    self.large.insert(v, std::mem::take(&mut total[v]));
                    0
                }
            };
        }
        // The largest ones do not count any more, until the others add up to little: mostly it is one alone, of a vertex that is
        // held far below its departures.
        let mut sum = sum_of_sizes(&self.residual);
        if sum >= MOST_LEFT_OVER {
            let mut by_size: Vec<usize> = (0..n).filter(|&v| self.residual[v] != 0).collect();
            by_size.sort_unstable_by_key(|&v| (Reverse(self.residual[v].unsigned_abs()), v));
            for v in by_size {
                let residual = std::mem::take(&mut self.residual[v]);
                self.large.insert(v, residual.into());
                sum = sum.saturating_sub(residual.unsigned_abs());
                if sum < MOST_LEFT_OVER {
                    break;
                }
            }
        }
    }

    /// Adds a change of any size to the departures of each of these vertices, none falling below 0.
    ///
    /// Time O(d(v)) operations for each vertex, on integers of the size of the changes, besides O(|V|).
    pub(crate) fn apply(&mut self, changes: impl Iterator<Item = (usize, BigInt)>) {
        // Most changes are less by much, even if what is pending, fewer than 64 bits, is taken away.
        let may_go_below = |v: usize, change: &BigInt| {
            let bits = self.departures[v].bits();
            change.is_negative() && (bits <= 64 || change.bits() + 1 >= bits)
        };
        let no_less = |(v, change): (usize, BigInt)| match may_go_below(v, &change) {
            true => (v, change.max(-self.departures(v))),
            false => (v, change),
        };
        let no_less: Vec<_> = changes.map(no_less).collect();
        self.apply_freely(no_less.into_iter());
    }

    /// The same, where departures may fall below 0.
    pub(crate) fn apply_freely(&mut self, changes: impl Iterator<Item = (usize, BigInt)>) {
        if !self.large.is_empty() {
            changes.for_each(|(v, change)| self.departures[v] += change);
            return self.recount();
        }
        let part = self.part;
        let mut arrivals = vec![BigInt::zero(); part.len()];
        for (v, change) in changes {
            self.departures[v] += &change;
            let degree = part.degree(v);
            let (full_turns, rest) = turns(&change, degree);
            let heads = part.heads(v);
            for turn in 0..rest {
                let head = heads[position_after(self.position[v], turn.into(), degree) as usize];
                if head != OUTSIDE {
                    self.residual[head as usize] += 1;
                }
            }
            self.position[v] = position_after(self.position[v], rest.into(), degree);
            send(heads, &full_turns, &mut arrivals);
            arrivals[v] -= change;
        }
        for (v, mut arrivals) in arrivals.into_iter().enumerate() {
            if !arrivals.is_zero() {
                arrivals += self.residual[v];
                match arrivals.to_i64().filter(|residual| residual.unsigned_abs() < MOST_LEFT_OVER) {
                    Some(residual) => self.residual[v] = residual,
                    None => return self.recount(),
                }
            }
        }
        if sum_of_sizes(&self.residual) >= MOST_LEFT_OVER {
            self.recount();
        }
    }

    /// Adds these changes, which add up to less than 2^61, to all departures, none falling below 0 unless they may. Residuals
    /// must be small.
    ///
    /// Time O(|A|) operations on machine words.
    pub(crate) fn shift_all(&mut self, changes: &[i64]) {
        for (v, &change) in changes.iter().enumerate().filter(|&(_, &change)| change != 0) {
            let no_less = match change < 0 && self.is_clamped {
                true => self.departures(v).to_i64().map_or(change, |x| change.max(-x)),
                false => change,
            };
            self.shift(v, no_less);
        }
        if sum_of_sizes(&self.residual) >= MOST_LEFT_OVER {
            self.recount();
        }
    }

    /// Takes departures below 0 as 0.
    pub(crate) fn drop_negative(&mut self) {
        self.settle_pending();
        if self.departures.iter().any(Signed::is_negative) {
            self.departures.iter_mut().filter(|x| x.is_negative()).for_each(Zero::set_zero);
            self.recount();
        }
    }

    fn settle_pending(&mut self) {
        for (x, pending) in self.departures.iter_mut().zip(&mut self.pending) {
            if *pending != 0 {
                *x += std::mem::take(pending);
            }
        }
    }

    /// Adds `change`, less than 2^61, to x(v), keeping residuals; they must be small, and be so again when all changes
    /// that belong together were made: what is too large in between wraps around, and back.
    ///
    /// Time O(min(d(v), |change|)).
    #[inline]
    pub(crate) fn shift(&mut self, v: usize, change: i64) {
        self.shift_telling(v, change, |_, _| ());
    }

    /// The same, telling each head whose residual changes, and what it is then.
    #[inline]
    pub(crate) fn shift_telling(&mut self, v: usize, change: i64, mut tell: impl FnMut(u32, i64)) {
        let part = self.part;
        let degree = part.degree(v);
        let heads = part.heads(v);
        let size = change.unsigned_abs();
        // Most changes are less than a turn, and a division takes longer than all the rest.
        let (full_turns, rest) = match size < u64::from(degree) {
            true => (0, size as u32),
            false => (size / u64::from(degree), (size % u64::from(degree)) as u32),
        };
        let sign = change.signum();
        self.pending[v] += change;
        if self.pending[v].abs() >= MOST_PENDING {
            self.departures[v] += std::mem::take(&mut self.pending[v]);
        }
        self.residual[v] = self.residual[v].wrapping_sub(change);
        let mut arrive = |head: u32, count: i64| {
            if head != OUTSIDE {
                let residual = &mut self.residual[head as usize];
                *residual = residual.wrapping_add(count);
                tell(head, *residual);
            }
        };
        if full_turns > 0 {
            heads.iter().for_each(|&head| arrive(head, sign * full_turns as i64));
        }
        let mut position = self.position[v];
        for _ in 0..rest {
            if sign < 0 {
                position = if position == 0 { degree - 1 } else { position - 1 };
            }
            arrive(heads[position as usize], sign);
            if sign > 0 {
                position = if position + 1 == degree { 0 } else { position + 1 };
            }
        }
        self.position[v] = position;
    }
}

/// The sum of absolute values, or the largest word if it is larger.
fn sum_of_sizes(words: &[i64]) -> u64 {
    words.iter().fold(0, |sum, word| sum.saturating_add(word.unsigned_abs()))
}

/// How many whole turns of `degree` departures these are, rounded down, and how many departures more.
///
/// A division by a word is several times as quick as one by a number that happens to be short.
fn turns(departures: &BigInt, degree: u32) -> (BigInt, u32) {
    let mut full_turns = departures / degree;
    let low = |number: &BigInt| {
        let word = number.magnitude().iter_u32_digits().next().unwrap_or(0);
        if number.is_negative() { word.wrapping_neg() } else { word }
    };
    // What is left fits a word, so the lowest words tell it.
    let mut rest = low(departures).wrapping_sub(low(&full_turns).wrapping_mul(degree));
    if departures.is_negative() && rest != 0 {
        full_turns -= 1;
        rest = rest.wrapping_add(degree);
    }
    (full_turns, rest)
}

/// Adds `full_turns` to the arrivals of every arc.
fn send(heads: &[u32], full_turns: &BigInt, arrivals: &mut [BigInt]) {
    if full_turns.is_zero() {
        return;
    }
    for run in heads.chunk_by(|a, b| a == b).filter(|run| run[0] != OUTSIDE) {
        let head = &mut arrivals[run[0] as usize];
        if run.len() == 1 { *head += full_turns } else { *head += full_turns * run.len() }
    }
}

// Parts: some vertices of a graph, numbered from 0, with everything else outside.

/// The head of an arc that leaves a part.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// A part of a graph: the arcs of its vertices in rotor order, those from the present rotor first.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    first: Vec<u32>,
    head: Vec<u32>,
}

impl Part {
    /// The part of these vertices. `place` says where a vertex stands in the list and is [`OUTSIDE`] for others.
    pub(crate) fn of(
        graph: &Multigraph,
        rotors: &Configuration,
        vertices: &[VertexId],
        place: impl Fn(VertexId) -> u32,
    ) -> Self {
        let (mut first, mut head) = (vec![0], Vec::new());
        for &u in vertices {
            let (before, from_rotor) = graph.heads(u).split_at(rotors.position(graph, u) as usize);
            head.extend(from_rotor.iter().chain(before).map(|&v| place(v)));
            first.push(head.len() as u32);
        }
        Self { first, head }
    }

    /// The part with these heads for each vertex.
    pub(crate) fn from_rows(rows: &[Vec<u32>]) -> Self {
        let ends = rows.iter().scan(0, |end, row| {
            *end += row.len() as u32;
            Some(*end)
        });
        Self { first: std::iter::once(0).chain(ends).collect(), head: rows.concat() }
    }

    /// The part of some of its vertices, numbered in the order of the list.
    pub(crate) fn restricted_to(&self, vertices: &[usize]) -> Self {
        let mut place = vec![OUTSIDE; self.len()];
        vertices.iter().enumerate().for_each(|(at, &v)| place[v] = at as u32);
        self.rows_of(vertices.iter().copied(), &place)
    }

    /// The part of these vertices, each being numbered by its `place`, which is [`OUTSIDE`] for all others.
    pub(crate) fn rows_of(&self, vertices: impl Iterator<Item = usize>, place: &[u32]) -> Self {
        let (mut first, mut head) = (vec![0], Vec::new());
        for u in vertices {
            let inside = |&w: &u32| if w == OUTSIDE { OUTSIDE } else { place[w as usize] };
            head.extend(self.heads(u).iter().map(inside));
            first.push(head.len() as u32);
        }
        Self { first, head }
    }

    /// How many vertices it has.
    pub(crate) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The heads of the arcs of `v`, the first being that of its rotor.
    #[inline]
    pub(crate) fn heads(&self, v: usize) -> &[u32] {
        &self.head[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// d(v).
    #[inline]
    pub(crate) fn degree(&self, v: usize) -> u32 {
        self.first[v + 1] - self.first[v]
    }

    /// How many arcs its vertices have.
    pub(crate) fn arc_count(&self) -> usize {
        self.head.len()
    }
}

/// The arcs of a vertex that are not loops, parallel ones taken together; a list that serves for one vertex after the other.
#[derive(Debug, Default)]
pub(crate) struct MergedArcs {
    /// Heads that are not held, in ascending order, and how many arcs lead to each.
    pub(crate) heads: Vec<(u32, u32)>,
    /// How many arcs lead outside or to held vertices.
    pub(crate) exits: u32,
    unmerged: Vec<u32>,
}

impl MergedArcs {
    /// Becomes the arcs of `v`: none, if it is held. Time O(d log d).
    pub(crate) fn read(&mut self, part: &Part, v: usize, held: &[bool]) {
        let Self { heads, exits, unmerged } = self;
        unmerged.clear();
        if !held[v] {
            unmerged.extend(part.heads(v).iter().filter(|&&w| w as usize != v));
        }
        let away = unmerged.len();
        unmerged.retain(|&w| w != OUTSIDE && !held[w as usize]);
        *exits = (away - unmerged.len()) as u32;
        unmerged.sort_unstable();
        heads.clear();
        heads.extend(unmerged.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)));
    }

    /// How many arcs are not loops.
    pub(crate) fn away(&self) -> u32 {
        self.unmerged.len() as u32 + self.exits
    }
}

#[cfg(test)]
impl Part {
    /// The part of all active vertices of an instance, and these.
    pub(crate) fn of_active(instance: &rotor_graph::Instance) -> (Self, Vec<VertexId>) {
        let active = rotor_graph::StoppingGraph::of(instance.graph()).active_vertices().collect::<Vec<_>>();
        (Self::of_list(instance, &active), active)
    }

    /// The part of these vertices of an instance.
    pub(crate) fn of_list(instance: &rotor_graph::Instance, vertices: &[VertexId]) -> Self {
        let mut place = rotor_graph::VertexMap::filled(instance.graph().vertex_count(), OUTSIDE);
        vertices.iter().enumerate().for_each(|(at, &u)| place[u] = at as u32);
        Self::of(instance.graph(), instance.rotors(), vertices, |v| place[v])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_integer::Integer;
    use rotor_generate::Dice;
    use rotor_graph::parse;

    #[test]
    fn residuals_are_small_if_they_add_up_to_little() {
        let (part, _) = Part::of_active(&parse("a: b s\nb: a s\nsink s").unwrap());
        let is_small = |supply: [u64; 2], held: [bool; 2]| {
            let flow = PseudoFlow::new(&part, supply.map(BigUint::from).to_vec());
            assert_eq!([0, 1].map(|v| flow.residual(v)), supply.map(BigInt::from));
            flow.small_residuals(&held).is_some()
        };
        let most = MOST_LEFT_OVER;
        assert!(is_small([most - 1, 0], [false; 2]) && is_small([most / 2, most / 2 - 1], [false; 2]));
        assert!(!is_small([most, 0], [false; 2]) && !is_small([most / 2, most / 2], [false; 2]));
        assert!(is_small([most, 5], [true, false]) && !is_small([most, 5], [false, true]));
        // Of a vertex that is held alone.
        assert!(is_small([most - 1, 5], [true, false]) && !is_small([most - 1, 5], [false, true]));
        assert!(is_small([u64::MAX, u64::MAX], [true; 2]) && !is_small([u64::MAX, u64::MAX], [true, false]));
    }

    #[test]
    fn many_large_shifts_are_counted_to_the_last_one() {
        let instance = parse("a: a\nsink s").unwrap();
        let part = Part::of_list(&instance, &[instance.vertex("a").unwrap()]);
        let mut flow = PseudoFlow::new(&part, vec![BigUint::zero()]);
        let (size, times) = ((1 << 47) + 1, 20_000);
        (0..times).for_each(|_| flow.shift(0, size));
        assert_eq!(flow.departures(0), BigInt::from(size) * times);
        (0..times).for_each(|_| flow.shift(0, -size));
        assert!(flow.departures(0).is_zero() && flow.residual(0).is_zero());
    }

    #[test]
    fn whole_turns_are_those_of_a_division() {
        let mut dice = Dice::new(155);
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let degree = if dice.chance(0.2) { u32::MAX - dice.below(9) } else { 1 + dice.below(9) };
            let size = BigInt::from(dice.below(u32::MAX)) << dice.below(200);
            let near = size - i64::from(dice.below(9));
            let departures = if dice.chance(0.5) { -near } else { near };
            let (expected, rest) = departures.div_mod_floor(&degree.into());
            let (found, more) = turns(&departures, degree);
            assert_eq!((found, BigInt::from(more)), (expected, rest), "{departures} / {degree}");
            seen[usize::from(departures.is_negative())] += 1;
            seen[2] += u32::from(more == 0);
        }
        assert!(seen.iter().all(|&count| count > 1_000), "{seen:?}");
    }

    #[test]
    fn changes_stop_at_no_departure_whatever_is_pending() {
        let (part, _) = Part::of_active(&parse("a: b s\nb: a s\nsink s").unwrap());
        let mut dice = Dice::new(156);
        let mut stopped = 0;
        for _ in 0..4_000 {
            let mut flow = PseudoFlow::new(&part, vec![BigUint::zero(); 2]);
            let many: BigInt = BigInt::from(1 + dice.below(4)) << dice.between(0..=70);
            flow.apply([(0, many.clone()), (1, many.clone())].into_iter());
            let pending =
                -(i64::from(dice.below(4)) << dice.below(40)).min(many.to_i64().unwrap_or(i64::MAX));
            if flow.small_residuals(&[false; 2]).is_some() {
                flow.shift(0, pending);
            }
            let before = flow.departures(0);
            let change: BigInt = -(BigInt::from(1 + dice.below(4)) << dice.between(0..=70));
            flow.apply([(0, change.clone())].into_iter());
            let expected = BigInt::max(&before + &change, BigInt::zero());
            assert_eq!(flow.departures(0), expected, "{before} {change}");
            stopped += u32::from(expected.is_zero());
        }
        assert!((1_000..3_000).contains(&stopped), "{stopped}");
    }
}
