//! Members written down vertex by vertex, straight into their final arrays; then players and values; then names.
//!
//! Batches of small members never need names, and the allocator would take as long as it takes to write down a member of a
//! few dozen vertices. So [`Rows`] is public, and is written again and again in the same memory.

use crate::dice::Dice;
use crate::family::{GenerateError, Parameter};
use rotor_graph::{Configuration, Instance, Multigraph, Names, Owner, Player, Value, VertexId, VertexMap};
use std::ops::{Range, RangeInclusive};

/// A member of a family before its vertices have names. Vertices are numbered in the order of writing.
///
/// ```
/// use rotor_generate::{Dice, Rows, family};
/// let trees = family("tree")?.prepare(&[].into())?;
/// let mut tree = Rows::default();
/// for seed in 0..10 {
///     trees.write(&mut Dice::new(seed), &mut tree)?;
///     assert_eq!(tree.vertex_count(), 20);
/// }
/// # Ok::<(), rotor_generate::GenerateError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rows {
    first: Vec<u32>,
    heads: Vec<VertexId>,
    /// Where the arcs of the vertex being written begin, the last of `first`.
    row: usize,
    rotors: Vec<u32>,
    owners: Vec<Owner>,
    values: Vec<Value>,
    start: Option<u32>,
    /// Whether the last two vertices are called A and B; all others are called by their numbers.
    ends_with_a_and_b: bool,
    /// Empty lists with room, for what a family notes while it writes.
    spare: Vec<Vec<u32>>,
}

/// What was written.
impl Rows {
    /// How many vertices it has, sinks included.
    pub fn vertex_count(&self) -> usize {
        self.first.len().saturating_sub(1)
    }

    /// Where the arcs of each vertex begin, and where the last ones end.
    pub fn row_starts(&self) -> &[u32] {
        &self.first
    }

    /// Where each arc leads.
    pub fn heads(&self) -> &[VertexId] {
        &self.heads
    }

    /// The position of every rotor, 0 at sinks; none if all stand on the first arcs.
    pub fn rotors(&self) -> &[u32] {
        &self.rotors
    }

    /// The owner of every vertex; none if there are no players.
    pub fn owners(&self) -> &[Owner] {
        &self.owners
    }

    /// The value of every vertex; none if every sink is worth 0.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The start, or else the first vertex that is not a sink.
    pub fn start_or_first(&self) -> Option<u32> {
        self.start.or_else(|| (0..self.vertex_count() as u32).find(|&u| !self.is_sink(u)))
    }

    fn is_sink(&self, u: u32) -> bool {
        self.first[u as usize + 1] == self.first[u as usize]
    }

    /// The instance, its vertices called by their numbers, but perhaps A and B.
    pub(crate) fn named(self, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let lettered = if self.ends_with_a_and_b { 2 } else { 0 };
        let mut names = numbers(self.vertex_count() - lettered, dice)?;
        ["A", "B"][..lettered].iter().for_each(|name| names.push(name));
        let graph = Multigraph::from_rows(self.first, self.heads)
            .expect("families write heads below the number of vertices, which `begin` found small enough");
        dice.go_on(graph.arc_count() as u64)?;
        dice.report()?;
        let rotors = match self.rotors.is_empty() {
            true => Configuration::first_arcs(&graph),
            false => Configuration::from_positions(&graph, |u| self.rotors[u.index()]),
        };
        let instance =
            Instance::new(graph, names).expect("there is a name for every row").with_rotors(rotors);
        let start = self.start.map(VertexId::new);
        let instance = instance.with_start(start).expect("families start on one of their vertices");
        Ok(played(instance, self.owners, self.values))
    }
}

/// Writing.
impl Rows {
    /// Forgets what was written. Makes room for that many vertices, sinks included, and at most that many arcs; refused if
    /// ids would not suffice.
    pub(crate) fn begin(&mut self, vertices: u64, arcs: u64) -> Result<(), GenerateError> {
        if vertices.max(arcs) > Multigraph::MOST_ARCS {
            return Err(GenerateError::TooLarge { vertices, arcs });
        }
        self.first.clear();
        self.heads.clear();
        self.rotors.clear();
        self.owners.clear();
        self.values.clear();
        (self.row, self.start, self.ends_with_a_and_b) = (0, None, false);
        self.first.reserve(vertices as usize + 1);
        self.first.push(0);
        // The arcs of a small member are never moved; those of a large one may be far fewer than the bound.
        self.heads.reserve(arcs.min(4 * vertices).min(1 << 10) as usize);
        Ok(())
    }

    /// The number of the vertex being written.
    pub(crate) fn vertex(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    /// Gives the vertex being written an arc.
    #[inline(always)]
    pub(crate) fn arc(&mut self, head: u32) {
        self.heads.push(VertexId::new(head));
    }

    /// Gives the vertex being written parallel arcs.
    #[inline(always)]
    pub(crate) fn arcs(&mut self, head: u32, parallel: u32) {
        // Mostly one, which a loop of unknown length would make slow.
        if parallel == 1 {
            self.arc(head);
        } else {
            self.heads.extend(std::iter::repeat_n(VertexId::new(head), parallel as usize));
        }
    }

    /// Gives the vertex being written an arc to each of these.
    pub(crate) fn arcs_to(&mut self, heads: Range<u32>) {
        self.heads.extend(heads.map(VertexId::new));
    }

    /// Gives the vertex being written the arcs of a vertex before it, with other heads.
    pub(crate) fn copy(&mut self, from: u32, mut head: impl FnMut(u32) -> u32) {
        let [start, end] = [from, from + 1].map(|at| self.first[at as usize] as usize);
        for arc in start..end {
            self.arc(head(self.heads[arc].raw()));
        }
    }

    /// The arcs of the vertex being written.
    #[inline(always)]
    pub(crate) fn row(&mut self) -> &mut [VertexId] {
        &mut self.heads[self.row..]
    }

    /// Puts the arcs of the vertex being written in random order.
    #[inline(always)]
    pub(crate) fn shuffle(&mut self, dice: &mut Dice) {
        dice.shuffle(self.row());
    }

    /// Goes on to the next vertex, unless the generation is stopped; a vertex without arcs is a sink.
    #[inline(always)]
    pub(crate) fn next(&mut self, dice: &mut Dice) -> Result<(), GenerateError> {
        let operations = 1 + self.heads.len() - self.row;
        self.row = self.heads.len();
        self.first.push(self.row as u32);
        dice.go_on(operations as u64)
    }

    /// Writes one vertex for each of `range`: `write` gives it its arcs.
    #[inline(always)]
    pub(crate) fn each<'w>(
        &mut self,
        range: Range<u32>,
        dice: &mut Dice<'w>,
        mut write: impl FnMut(&mut Self, &mut Dice<'w>, u32),
    ) -> Result<(), GenerateError> {
        for number in range {
            write(self, dice, number);
            self.next(dice)?;
        }
        Ok(())
    }

    /// Writes a whole member: `write` gives each of `n` vertices its arcs, at most so many in all; arcs call the sinks A and B,
    /// which follow, n and n + 1.
    #[inline(always)]
    pub(crate) fn between_a_and_b<'w>(
        &mut self,
        dice: &mut Dice<'w>,
        n: u32,
        arcs: impl Into<u64>,
        start: u32,
        write: impl FnMut(&mut Self, &mut Dice<'w>, u32),
    ) -> Result<(), GenerateError> {
        self.begin(u64::from(n) + 2, arcs.into())?;
        self.each(0..n, dice, write)?;
        self.end_with_a_and_b(dice, Some(start))
    }

    /// Writes two more vertices, the sinks A and B.
    pub(crate) fn end_with_a_and_b(
        &mut self,
        dice: &mut Dice,
        start: Option<u32>,
    ) -> Result<(), GenerateError> {
        self.next(dice)?;
        self.next(dice)?;
        (self.start, self.ends_with_a_and_b) = (start, true);
        Ok(())
    }

    /// Lets the walk start at this vertex.
    pub(crate) fn start_at(&mut self, start: u32) {
        self.start = Some(start);
    }

    /// Puts every rotor on a random arc.
    pub(crate) fn turn_rotors(&mut self, dice: &mut Dice) -> Result<(), GenerateError> {
        let first = &self.first[..];
        dice.each(0..first.len() as u32 - 1, &mut self.rotors, |dice, u| {
            dice.below_perhaps_none(first[u as usize + 1] - first[u as usize])
        })
    }

    /// Draws owners and values, which [`begin`](Self::begin) has cleared.
    pub(crate) fn decorate(&mut self, decoration: &Decoration, dice: &mut Dice) -> Result<(), GenerateError> {
        let (mut owners, mut values) = (std::mem::take(&mut self.owners), std::mem::take(&mut self.values));
        decoration.draw(self.vertex_count(), |u| self.is_sink(u), dice, &mut owners, &mut values)?;
        (self.owners, self.values) = (owners, values);
        Ok(())
    }

    /// An empty list.
    pub(crate) fn list(&mut self) -> Vec<u32> {
        self.spare.pop().unwrap_or_default()
    }

    /// A list of `length` times the same number.
    pub(crate) fn list_of(&mut self, number: u32, length: usize) -> Vec<u32> {
        let mut list = self.list();
        list.resize(length, number);
        list
    }

    /// Keeps lists for later.
    pub(crate) fn keep<const COUNT: usize>(&mut self, lists: [Vec<u32>; COUNT]) {
        for mut list in lists {
            list.clear();
            self.spare.push(list);
        }
    }
}

/// The numbers 0 … n − 1 as names.
// Inlined into its caller, the loop takes a twentieth longer.
#[inline(never)]
fn numbers(n: usize, dice: &mut Dice) -> Result<Names, GenerateError> {
    let mut names = Names::with_capacity(n + 2);
    // Counting in decimal takes a tenth of formatting every number.
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

/// Numbers sorted by a key, such as arcs by their tails: the items 0 … in buckets, each in one.
///
/// Members of a batch have a few dozen arcs. Links take one pass over them, where a counting sort takes two and a sum.
#[derive(Debug)]
pub(crate) struct Buckets {
    /// For each bucket its first item.
    first: Vec<u32>,
    /// For each item the next one in its bucket.
    next: Vec<u32>,
}

/// No item.
const NONE: u32 = u32::MAX;

impl Buckets {
    /// Item i in the bucket `keys[i]`, for all keys below `buckets`, in memory of these rows.
    #[inline]
    pub(crate) fn new(rows: &mut Rows, buckets: usize, keys: &[u32]) -> Self {
        let mut first = rows.list_of(NONE, buckets);
        let mut next = rows.list_of(NONE, keys.len());
        // From the back, so that the first item of a bucket is handed out first.
        for ((item, &key), next) in (0..keys.len() as u32).zip(keys).zip(&mut next).rev() {
            *next = std::mem::replace(&mut first[key as usize], item);
        }
        Self { first, next }
    }

    /// Leaves its memory to the next member.
    pub(crate) fn leave_to(self, rows: &mut Rows) {
        rows.keep([self.first, self.next]);
    }

    /// The items of a bucket, in order.
    #[inline]
    pub(crate) fn items(&self, bucket: u32) -> impl Iterator<Item = u32> {
        let some = |item| (item != NONE).then_some(item);
        std::iter::successors(some(self.first[bucket as usize]), move |&item| some(self.next[item as usize]))
    }

    /// Whether nothing is in the bucket.
    #[inline]
    pub(crate) fn is_empty(&self, bucket: u32) -> bool {
        self.first[bucket as usize] == NONE
    }
}

/// Players and values, put on a finished graph: who owns how much, and what the sinks are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoration {
    /// The probability that a non-sink belongs to Max.
    pub max: f64,
    /// The probability that a non-sink belongs to Min.
    pub min: f64,
    /// The range of the random values of sinks.
    pub values: RangeInclusive<Value>,
}

impl Default for Decoration {
    /// No players; every sink is worth 0.
    fn default() -> Self {
        Self { max: 0.0, min: 0.0, values: 0..=0 }
    }
}

impl Decoration {
    /// `instance` with owners and values drawn at random; its graph, rotors and start stay as they are.
    ///
    /// ```
    /// use rotor_generate::{Decoration, Dice, draw};
    /// let mut dice = Dice::new(1);
    /// let chain = draw("chain", &[("n", 4)], &mut dice)?;
    /// let game = Decoration { max: 0.5, min: 0.3, values: -9..=9 }.apply(chain, &mut dice)?;
    /// assert_eq!(game.to_string(), "\
    /// 0: 0 1
    /// max 1: 0 2
    /// max 2: 0 3
    /// min 3: 0 A
    /// sink A = -2
    /// sink B = 1
    /// start 0
    /// ");
    /// # Ok::<(), rotor_generate::GenerateError>(())
    /// ```
    pub fn apply(&self, instance: Instance, dice: &mut Dice) -> Result<Instance, GenerateError> {
        let (mut owners, mut values) = (Vec::new(), Vec::new());
        let graph = instance.graph();
        let is_sink = |u| graph.is_sink(VertexId::new(u));
        self.draw(graph.vertex_count(), is_sink, dice, &mut owners, &mut values)?;
        Ok(played(instance, owners, values))
    }

    /// The owner and the value of every vertex; nothing if there are neither players nor values.
    fn draw(
        &self,
        vertices: usize,
        is_sink: impl Fn(u32) -> bool,
        dice: &mut Dice,
        owners: &mut Vec<Owner>,
        values: &mut Vec<Value>,
    ) -> Result<(), GenerateError> {
        self.check()?;
        dice.go_on(vertices as u64)?;
        let owned = self.max + self.min > 0.0;
        let valued = self.values != (0..=0);
        if !owned && !valued {
            return Ok(());
        }
        owners.extend((0..vertices as u32).map(|u| match owned && !is_sink(u) {
            true => match dice.generator.fraction() {
                drawn if drawn < self.max => Owner::Player(Player::Max),
                drawn if drawn < self.max + self.min => Owner::Player(Player::Min),
                _ => Owner::Rotor,
            },
            false => Owner::Rotor,
        }));
        let value = |u| if valued && is_sink(u) { dice.integer(self.values.clone()) } else { 0 };
        values.extend((0..vertices as u32).map(value));
        Ok(())
    }

    fn check(&self) -> Result<(), GenerateError> {
        Parameter::probability("max", "", 0.0).check(self.max)?;
        Parameter::probability("min", "", 0.0).check(self.min)?;
        if self.max + self.min > 1.0 {
            return Err(GenerateError::Conflict {
                rule: "max and min are probabilities of exclusive owners, but add up to more than 1",
                remedy: "lower one of them",
            });
        }
        if self.values.is_empty() {
            return Err(GenerateError::Conflict {
                rule: "low is greater than high, so there is no value to draw",
                remedy: "exchange low and high",
            });
        }
        Parameter::value("low", "").check(*self.values.start() as f64)?;
        Parameter::value("high", "").check(*self.values.end() as f64)?;
        Ok(())
    }
}

/// The instance with these owners and values, or as it is if there are none.
fn played(instance: Instance, owners: Vec<Owner>, values: Vec<Value>) -> Instance {
    if owners.is_empty() {
        return instance;
    }
    let (owners, values) = (VertexMap::from_vec(owners), VertexMap::from_vec(values));
    let instance = instance.with_owners(owners).expect("only non-sinks were given an owner");
    instance.with_values(values).expect("only sinks were given a value, and the range was checked")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::MOST_VALUE;

    #[test]
    fn vertices_are_called_by_their_numbers() {
        let names = numbers(1101, &mut Dice::new(1)).expect("nothing stops it");
        assert!((0..1101).all(|u| names.get(VertexId::new(u)) == u.to_string()));
    }

    #[test]
    fn buckets_return_their_items_in_order() {
        let buckets = Buckets::new(&mut Rows::default(), 4, &[0, 2, 0, 3, 0]);
        let found = [0, 1, 2, 3].map(|bucket| buckets.items(bucket).collect::<Vec<_>>());
        assert_eq!(found, [vec![0, 2, 4], vec![], vec![1], vec![3]]);
        assert_eq!([0, 1, 2].map(|bucket| buckets.is_empty(bucket)), [false, true, false]);
    }

    #[test]
    fn a_decoration_keeps_graph_rotors_and_start() {
        let mut dice = Dice::new(1);
        let bare = crate::small_graph(&mut dice);
        let game = Decoration { max: 1.0, min: 0.0, values: 5..=5 }.apply(bare.clone(), &mut dice).unwrap();
        assert_eq!((game.graph(), game.rotors(), game.start()), (bare.graph(), bare.rotors(), bare.start()));
        for u in game.graph().vertices() {
            let (owner, value) =
                if game.graph().is_sink(u) { (Owner::Rotor, 5) } else { (Owner::Player(Player::Max), 0) };
            assert_eq!((game.owner(u), game.value(u)), (owner, value));
        }
        assert_eq!(Decoration::default().apply(bare.clone(), &mut dice), Ok(bare));
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let instance = crate::small_graph(&mut Dice::new(1));
        let refused = |decoration: Decoration| decoration.apply(instance.clone(), &mut Dice::new(1)).is_err();
        assert!(refused(Decoration { max: 0.6, min: 0.6, ..Decoration::default() }));
        assert!(refused(Decoration { max: f64::NAN, ..Decoration::default() }));
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
        let backwards = 3..=2;
        assert!(refused(Decoration { values: backwards, ..Decoration::default() }));
        assert!(refused(Decoration { values: 0..=MOST_VALUE + 1, ..Decoration::default() }));
    }
}
