//! Left out: the pairs of a vertex towards every neighbour at once, each seen with that neighbour as the parent.

use super::optimal_choice::optimal_choice;
use super::preference::{BestStart, StartEnd, wanted_by};
use super::strategy_sets::Rules;
use super::sweep::StartSweep;
use super::vertex_view::VertexView;
use super::windows::Windows;
use crate::tree::LeastHeads;
use rotor_graph::{Count, Owner, Pair, StrategySet};

impl Rules {
    /// For every head u of v, the pair of (u, v) given the pairs of all heads of v, u among them.
    ///
    /// The least quotient stays the same when u is left out, unless u is the only least head: then the vertex is looked at
    /// once more. Time O(d(v)) operations for all heads together.
    pub(crate) fn pairs_back(self, at: &VertexView<'_>, owner: Owner, pairs: &[Pair]) -> Vec<Pair> {
        let wanted = wanted_by(owner);
        if let (Some(wanted), StrategySet::Free) = (wanted, self.set) {
            return self.free_pairs_back(wanted, pairs);
        }
        let Some(least) = at.least_heads(pairs, None) else {
            return vec![self.endless(Some(0)); pairs.len()];
        };
        let mut back = match (wanted, self.set) {
            (None, _) => return self.rotor_pairs_back(at, pairs, &least),
            (Some(wanted), StrategySet::Order) => order_pairs_back(at, wanted, pairs, &least),
            (Some(wanted), _) => start_pairs_back(at, wanted, pairs, &least),
        };
        if least.count() == 1 {
            let sole = (0..pairs.len()).find(|&head| least.contains(head)).expect("there is one least head");
            back[sole] = self.best(at, owner, pairs, Some(sole)).0;
        }
        back
    }

    /// One routine for all heads but that of the last departure, and one more for that one [ACD22, `lem: Retropropag`].
    fn rotor_pairs_back(self, at: &VertexView<'_>, pairs: &[Pair], least: &LeastHeads) -> Vec<Pair> {
        let heads = at.head_numbers();
        let mut windows = Windows::new(&heads, &least.left, 1);
        let window = windows.next_window().expect("a vertex that is not a sink has an arc");
        let last = heads[window.end % heads.len()] as usize;
        let pair = |(head, &multiplicity): (usize, &u32)| Pair {
            wins: pairs[last].wins,
            flow: least.flow_back(multiplicity, windows.occurs(head)),
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

/// Right for every head that is not the only least one.
fn order_pairs_back(at: &VertexView<'_>, wanted: bool, pairs: &[Pair], least: &LeastHeads) -> Vec<Pair> {
    let good = |head: usize| least.contains(head) && pairs[head].wins == wanted;
    let all = (0..pairs.len()).filter(|&head| good(head)).count();
    let back = |(head, &multiplicity): (usize, &u32)| {
        let secured = all > usize::from(good(head));
        let passed = if secured { 0 } else { multiplicity };
        Pair { wins: secured == wanted, flow: least.flow_back(multiplicity, passed) }
    };
    at.multiplicities().iter().enumerate().map(back).collect()
}

/// Right for every head that is not the only least one.
///
/// A start s ends at e₁(s), where a first least head is full, unless that is u: then at e₂(s), where a second one is. The
/// number of u-arcs in [s, e₁(s)) changes only where s or e₁(s) passes a u-arc; between two such places the starts of
/// each value are counted by prefix sums, those that end at u taken out and looked at one by one.
fn start_pairs_back(at: &VertexView<'_>, wanted: bool, pairs: &[Pair], least: &LeastHeads) -> Vec<Pair> {
    let heads = at.head_numbers();
    let wins: Vec<bool> = pairs.iter().map(|pair| pair.wins).collect();
    let sweep = StartSweep::new(&heads, &wins, &least.left);
    let back = |(head, &multiplicity): (usize, &u32)| {
        let mut best = BestStart::wanting(wanted);
        sweep.see_ends_elsewhere(head, &mut best);
        sweep.see_ends_at(head, &mut best);
        // Nothing is seen only by the only least head, whose pair is found in another way.
        let StartEnd { wins, passed, .. } =
            best.best().unwrap_or(StartEnd { start: 0, wins: wanted, passed: 0 });
        Pair { wins, flow: least.flow_back(multiplicity, passed) }
    };
    at.multiplicities().iter().enumerate().map(back).collect()
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
            let at = VertexView { graph: instance.graph(), simple: &simple, vertex: u, rotor };
            for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
                for set in StrategySet::ALL {
                    let rules = Rules { set, endless_wins: dice.chance(0.5) };
                    for (head, found) in rules.pairs_back(&at, owner, &pairs).into_iter().enumerate() {
                        let alone = rules.best(&at, owner, &pairs, Some(head)).0;
                        assert_eq!(found, alone, "{text}{pairs:?} {owner:?} {rules:?} {head}");
                    }
                }
            }
            let least = at.least_heads(&pairs, None).map_or(0, |least| least.count());
            sole += u32::from(least == 1);
            several += u32::from(least > 1);
        }
        assert!(sole > 1_000 && several > 1_000, "{sole} {several}");
    }
}
