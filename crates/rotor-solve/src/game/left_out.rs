//! Left out: the pairs of a vertex towards every neighbour at once, each seen with that neighbour as the parent.

use super::crossroads::{Crossroads, Rivals};
use super::optimal_choice::optimal_choice;
use super::preference::{BestEnd, End, wanted_by};
use super::strategy_sets::Rules;
use super::windows::Windows;
use rotor_graph::{Count, Owner, Pair, StrategySet};

impl Rules {
    /// For every head u of v, the pair of (u, v) given the pairs of all heads of v, u among them.
    ///
    /// The least quotient stays the same when u is left out, unless u is the only rival: then the vertex is looked at
    /// once more. Time O(d(v)) operations for all heads together.
    pub(crate) fn pairs_back(self, at: &Crossroads<'_>, owner: Owner, pairs: &[Pair]) -> Vec<Pair> {
        let wanted = wanted_by(owner);
        if let (Some(wanted), StrategySet::Free) = (wanted, self.set) {
            return self.free_pairs_back(wanted, pairs);
        }
        let Some(rivals) = at.rivals(pairs, None) else {
            return vec![self.endless(Some(0)); pairs.len()];
        };
        let mut back = match (wanted, self.set) {
            (None, _) => return self.rotor_pairs_back(at, pairs, &rivals),
            (Some(wanted), StrategySet::Order) => order_pairs_back(at, wanted, pairs, &rivals),
            (Some(wanted), _) => start_pairs_back(at, wanted, pairs, &rivals),
        };
        if rivals.count() == 1 {
            let sole = (0..pairs.len()).find(|&head| rivals.contains(head)).expect("there is one rival");
            back[sole] = self.best(at, owner, pairs, Some(sole)).0;
        }
        back
    }

    /// One routine for all heads but that of the last departure, and one more for that one [ACD22, `lem: Retropropag`].
    fn rotor_pairs_back(self, at: &Crossroads<'_>, pairs: &[Pair], rivals: &Rivals) -> Vec<Pair> {
        let heads = at.head_numbers();
        let mut windows = Windows::new(&heads, &rivals.left, 1);
        let window = windows.next_window().expect("a vertex that is no sink has an arc");
        let last = heads[window.end % heads.len()] as usize;
        let pair = |(head, &multiplicity): (usize, &u32)| Pair {
            wins: pairs[last].wins,
            flow: rivals.flow_back(multiplicity, windows.occurs(head)),
        };
        let mut back: Vec<_> = at.multiplicities().iter().enumerate().map(pair).collect();
        back[last] = optimal_choice(at, Owner::Rotor, pairs, Some(last))
            .map_or_else(|| self.endless(Some(last)), |choice| choice.pair);
        back
    }

    fn free_pairs_back(self, wanted: bool, pairs: &[Pair]) -> Vec<Pair> {
        let keeps = |pair: &Pair| pair.wins == wanted && pair.flow != Count::Infinite;
        let circles = |pair: &Pair| self.endless_wins == wanted && pair.flow == Count::Infinite;
        let good = pairs.iter().filter(|pair| keeps(pair) || circles(pair)).count();
        let back = |pair: &Pair| {
            let others = good - usize::from(keeps(pair) || circles(pair));
            if others > 0 { Pair { wins: wanted, flow: Count::one() } } else { self.endless(Some(0)) }
        };
        pairs.iter().map(back).collect()
    }
}

/// Right for every head that is not the only rival.
fn order_pairs_back(at: &Crossroads<'_>, wanted: bool, pairs: &[Pair], rivals: &Rivals) -> Vec<Pair> {
    let good = |head: usize| rivals.contains(head) && pairs[head].wins == wanted;
    let all = (0..pairs.len()).filter(|&head| good(head)).count();
    let back = |(head, &multiplicity): (usize, &u32)| {
        let secured = all > usize::from(good(head));
        let passed = if secured { 0 } else { multiplicity };
        Pair { wins: secured == wanted, flow: rivals.flow_back(multiplicity, passed) }
    };
    at.multiplicities().iter().enumerate().map(back).collect()
}

/// Right for every head that is not the only rival.
///
/// A start s ends at e₁(s), where a first rival is full, unless that is u: then at e₂(s), where a second one is. The
/// number of u-arcs in [s, e₁(s)) changes only where s or e₁(s) passes a u-arc; between two such places the starts of
/// each value are counted by prefix sums, those that end at u taken out and looked at one by one.
fn start_pairs_back(at: &Crossroads<'_>, wanted: bool, pairs: &[Pair], rivals: &Rivals) -> Vec<Pair> {
    let heads = at.head_numbers();
    let sweep = Sweep::new(&heads, pairs, rivals);
    let back = |(head, &multiplicity): (usize, &u32)| {
        let mut best = BestEnd::wanting(wanted);
        sweep.see_ends_elsewhere(head, &mut best);
        sweep.see_ends_at(head, &mut best);
        // Nothing is seen only by the only rival, whose pair is found in another way.
        let End { wins, passed, .. } = best.best().unwrap_or(End { start: 0, wins: wanted, passed: 0 });
        Pair { wins, flow: rivals.flow_back(multiplicity, passed) }
    };
    at.multiplicities().iter().enumerate().map(back).collect()
}

/// Where every start ends, and what is needed to ask it again for each neighbour.
struct Sweep<'a> {
    heads: &'a [u32],
    pairs: &'a [Pair],
    /// For each head its arcs, in order.
    arcs_to: Buckets,
    /// e₂(s); empty if there is one rival.
    second_end: Vec<usize>,
    /// How many starts before s are won.
    won_before: Vec<u32>,
    /// How many starts s have e₁(s) ≤ p, for positions p of two turns.
    ended_by: Vec<u32>,
    /// For each head the starts that end at it, in order.
    starts_ending_at: Buckets,
}

impl<'a> Sweep<'a> {
    fn new(heads: &'a [u32], pairs: &'a [Pair], rivals: &Rivals) -> Self {
        let degree = heads.len();
        let ends = |wanted| {
            let mut windows = Windows::new(heads, &rivals.left, wanted);
            std::iter::from_fn(move || windows.next_window()).map(|window| window.end)
        };
        let first_end: Vec<_> = ends(1).collect();
        let second_end = if rivals.count() > 1 { ends(2).collect() } else { Vec::new() };
        let last: Vec<u32> = first_end.iter().map(|end| heads[end % degree]).collect();
        let mut won_before = vec![0u32; degree + 1];
        let mut ended_by = vec![0u32; 2 * degree];
        for (s, (&end, &last)) in first_end.iter().zip(&last).enumerate() {
            won_before[s + 1] = won_before[s] + u32::from(pairs[last as usize].wins);
            ended_by[end] += 1;
        }
        for position in 1..ended_by.len() {
            ended_by[position] += ended_by[position - 1];
        }
        let arcs_to = Buckets::by(pairs.len(), heads);
        let starts_ending_at = Buckets::by(pairs.len(), &last);
        Self { heads, pairs, arcs_to, second_end, won_before, ended_by, starts_ending_at }
    }

    /// The positions of the arcs to a head, over two turns.
    fn positions(&self, head: usize) -> impl Iterator<Item = usize> + '_ {
        let degree = self.heads.len();
        let arcs = self.arcs_to.of(head);
        let turn = |from: usize| arcs.iter().map(move |&arc| arc as usize + from);
        turn(0).chain(turn(degree))
    }

    /// The starts that do not end at `head`, in stretches in which it is passed equally often.
    fn see_ends_elsewhere(&self, head: usize, best: &mut BestEnd) {
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
            *(if self.pairs[head].wins { &mut won } else { &mut lost }) -= out;
            for (wins, starts) in [(true, won), (false, lost)] {
                if starts > 0 {
                    best.see(End { start, wins, passed: entered - left });
                }
            }
            start = next;
        }
    }

    /// The starts that end at `head`, which go on to a second rival when it is left out.
    fn see_ends_at(&self, head: usize, best: &mut BestEnd) {
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
            let wins = self.pairs[self.heads[end % self.heads.len()] as usize].wins;
            best.see(End { start, wins, passed: entered - left });
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

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;
    use rotor_graph::{Player, SimpleDigraph, VertexId, parse};

    #[test]
    fn all_pairs_back_are_what_each_neighbour_left_out_gives() {
        let mut dice = Dice::new(60);
        let (mut sole, mut several) = (0, 0);
        for _ in 0..30_000 {
            let heads = 1 + dice.below(5);
            let mut arcs: Vec<u32> =
                (0..heads).flat_map(|head| vec![head; 1 + dice.below(5) as usize]).collect();
            dice.shuffle(&mut arcs);
            let words: Vec<_> = arcs.iter().map(|head| format!("s{head}")).collect();
            let sinks: String = (0..heads).map(|head| format!("sink s{head}\n")).collect();
            let text = format!("u: {}\n{sinks}", words.join(" "));
            let instance = parse(&text).unwrap();
            let most = *dice.pick(&[1, 4, 16]).unwrap();
            let pair = |_| Pair {
                wins: dice.chance(0.5),
                flow: if dice.chance(0.15) { Count::Infinite } else { Count::from(1 + dice.below(most)) },
            };
            let pairs: Vec<_> = (0..heads).map(pair).collect();
            let (simple, u) = (SimpleDigraph::of(instance.graph()), VertexId::new(0));
            let rotor = instance.graph().out_arcs(u).nth(dice.below(arcs.len() as u32) as usize).unwrap();
            let at = Crossroads { graph: instance.graph(), simple: &simple, vertex: u, rotor };
            for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
                for set in StrategySet::ALL {
                    let rules = Rules { set, endless_wins: dice.chance(0.5) };
                    for (head, found) in rules.pairs_back(&at, owner, &pairs).into_iter().enumerate() {
                        let alone = rules.best(&at, owner, &pairs, Some(head)).0;
                        assert_eq!(found, alone, "{text}{pairs:?} {owner:?} {rules:?} {head}");
                    }
                }
            }
            let rivals = at.rivals(&pairs, None).map_or(0, |rivals| rivals.count());
            sole += u32::from(rivals == 1);
            several += u32::from(rivals > 1);
        }
        assert!(sole > 1_000 && several > 1_000, "{sole} {several}");
    }
}
