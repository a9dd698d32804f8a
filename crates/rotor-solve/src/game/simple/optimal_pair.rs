//! The optimal pair at one vertex of a simple graph, by comparisons only.

use super::super::preference::wanted_by;
use super::super::vertex_view::VertexView;
use rotor_graph::{Count, Owner, Pair};

/// The least flows among the heads of a vertex, counted from its rotor: only by a head of least flow is it left for
/// good [ACD22, `lem:ret2dest`, `lem:simpleReturnMin`].
struct Least<'p> {
    flow: &'p Count,
    /// The positions of the heads that have it.
    positions: Vec<usize>,
}

impl<'p> Least<'p> {
    /// Among all heads but the one at position `back`; none if every flow is infinite.
    fn of(heads: &[u32], pairs: &'p [Pair], back: Option<usize>) -> Option<Self> {
        let flow = |position: usize| &pairs[heads[position] as usize].flow;
        let others = || (0..heads.len()).filter(|&position| Some(position) != back);
        let least = others().map(flow).min().filter(|&least| *least != Count::Infinite)?;
        Some(Self { flow: least, positions: others().filter(|&position| flow(position) == least).collect() })
    }
}

fn plus(flow: &Count, more: bool) -> Count {
    match flow {
        Count::Finite(number) => Count::Finite(number.clone() + u32::from(more)),
        Count::Infinite => Count::Infinite,
    }
}

/// The pair of the arc from the parent, which is the head number `back`, or, without one, what the vertex is worth as a
/// start [ACD22, `lem:OptimalValRetSimple`]; none if every other flow is infinite.
///
/// A rotor is left by the first head of least flow, and sends the particle back once more if it meets the parent before
/// [ACD22, `form:returnSimple`]. A player picks any head of least flow, or meets the parent first. Time O(d(v)).
pub(crate) fn optimal_pair(
    at: &VertexView<'_>,
    owner: Owner,
    pairs: &[Pair],
    back: Option<usize>,
) -> Option<Pair> {
    let heads = at.head_numbers();
    let wins = |position: usize| pairs[heads[position] as usize].wins;
    let back = back.map(|head| position_of(&heads, head));
    let least = Least::of(&heads, pairs, back)?;
    let (wins, once_more) = match wanted_by(owner) {
        None => (wins(least.positions[0]), back.is_some_and(|back| back < least.positions[0])),
        Some(wanted) => {
            let secured = least.positions.iter().any(|&position| wins(position) == wanted);
            (secured == wanted, !secured)
        }
    };
    Some(Pair { wins, flow: if back.is_some() { plus(least.flow, once_more) } else { Count::one() } })
}

/// The pairs of the arcs from all heads, each with itself left out [ACD22, `lem:SimpleRetroPropag`, `OptiRetroSimple`];
/// none where every other flow is infinite. Time O(d(v)) for all of them.
pub(crate) fn optimal_pairs_back(at: &VertexView<'_>, owner: Owner, pairs: &[Pair]) -> Vec<Option<Pair>> {
    let heads = at.head_numbers();
    let mut back = vec![None; pairs.len()];
    let Some(least) = Least::of(&heads, pairs, None) else { return back };
    let wins = |position: usize| pairs[heads[position] as usize].wins;
    let mut is_least = vec![false; heads.len()];
    least.positions.iter().for_each(|&position| is_least[position] = true);
    let wanted = wanted_by(owner);
    let good = |position: usize| is_least[position] && Some(wins(position)) == wanted;
    let all_good = (0..heads.len()).filter(|&position| good(position)).count();
    let first = least.positions[0];
    for (position, &head) in heads.iter().enumerate() {
        // When it is left out, the least flow or the first to have it may change: for one head only.
        let decisive = match wanted {
            None => position == first,
            Some(_) => is_least[position] && least.positions.len() == 1,
        };
        back[head as usize] = match wanted {
            _ if decisive => optimal_pair(at, owner, pairs, Some(head as usize)),
            None => Some(Pair { wins: wins(first), flow: plus(least.flow, position < first) }),
            Some(wanted) => {
                let secured = all_good > usize::from(good(position));
                Some(Pair { wins: secured == wanted, flow: plus(least.flow, !secured) })
            }
        };
    }
    back
}

fn position_of(heads: &[u32], head: usize) -> usize {
    heads.iter().position(|&other| other as usize == head).expect("every head has an arc")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::optimal_choice_by_trying;
    use rotor_generate::Dice;
    use rotor_graph::{Player, SimpleDigraph, VertexId, parse};

    #[test]
    fn comparisons_find_the_pairs_that_divisions_find() {
        let mut dice = Dice::new(61);
        let (mut several_least, mut endless) = (0, 0);
        for _ in 0..20_000 {
            let degree = 1 + dice.below(5) as usize;
            let rotor = dice.below(degree as u32) as usize;
            let word = |at| format!("{}s{at}", if at == rotor { "*" } else { "" });
            let words: Vec<_> = (0..degree).map(word).collect();
            let sinks: String = (0..degree).map(|at| format!("sink s{at}\n")).collect();
            let text = format!("u: {}\n{sinks}", words.join(" "));
            let instance = parse(&text).unwrap();
            let pair = |_| Pair {
                wins: dice.chance(0.5),
                flow: if dice.chance(0.3) { Count::Infinite } else { Count::from(1 + dice.below(3)) },
            };
            let pairs: Vec<_> = (0..degree).map(pair).collect();
            let (simple, u) = (SimpleDigraph::of(instance.graph()), VertexId::new(0));
            let rotor = instance.rotors().rotor(u);
            let at = VertexView { graph: instance.graph(), simple: &simple, vertex: u, rotor };
            for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
                let all = optimal_pairs_back(&at, owner, &pairs);
                for (head, found) in all.iter().enumerate() {
                    let slow =
                        optimal_choice_by_trying(&at, owner, &pairs, Some(head)).map(|choice| choice.pair);
                    assert_eq!(optimal_pair(&at, owner, &pairs, Some(head)), slow, "{text}{pairs:?} {head}");
                    assert_eq!(*found, slow, "{text}{pairs:?} {head}");
                    endless += u32::from(slow.is_none());
                }
                let slow = optimal_choice_by_trying(&at, owner, &pairs, None).map(|choice| choice.pair);
                assert_eq!(optimal_pair(&at, owner, &pairs, None), slow, "{text}{pairs:?}");
            }
            let heads = at.head_numbers();
            several_least +=
                u32::from(Least::of(&heads, &pairs, None).is_some_and(|l| l.positions.len() > 1));
        }
        assert!(several_least > 1_000 && endless > 1_000, "{several_least} {endless}");
    }
}
