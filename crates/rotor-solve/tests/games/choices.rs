//! The sweep over all initial arcs of one vertex against the routine from each of them.

use crate::draw::games;
use rotor_generate::Dice;
use rotor_graph::{Count, Owner, Pair, Player, SimpleDigraph, VertexId, parse};
use rotor_solve::game::{VertexView, optimal_choice, optimal_choice_by_trying};

/// A vertex with up to five heads, up to four arcs to each in any order from any rotor, and a pair for each head.
pub(crate) fn random_vertex(dice: &mut Dice) -> (String, Vec<Pair>) {
    let heads = 1 + dice.below(5);
    let mut arcs: Vec<u32> = (0..heads).flat_map(|head| vec![head; 1 + dice.below(4) as usize]).collect();
    dice.shuffle(&mut arcs);
    let rotor = dice.below(arcs.len() as u32) as usize;
    let word = |(at, head): (usize, &u32)| format!("{}s{head}", if at == rotor { "*" } else { "" });
    let words: Vec<_> = arcs.iter().enumerate().map(word).collect();
    let sinks: String = (0..heads).map(|head| format!("sink s{head}\n")).collect();
    let most = *dice.pick(&[1, 3, 12]).unwrap();
    let pair = |dice: &mut Dice| Pair {
        wins: dice.chance(0.5),
        flow: if dice.chance(0.2) { Count::Infinite } else { Count::from(1 + dice.below(most)) },
    };
    let pairs = (0..heads).map(|_| pair(dice)).collect();
    (format!("before: u^2\nu: {}\n{sinks}", words.join(" ")), pairs)
}

#[test]
fn one_sweep_finds_the_best_of_all_initial_arcs() {
    let mut dice = Dice::new(55);
    let (mut endless, mut won, mut lost, mut turned) = (0, 0, 0, 0);
    for _ in 0..games(30_000) {
        let (text, pairs) = random_vertex(&mut dice);
        let instance = parse(&text).unwrap();
        let (graph, simple, u) = (instance.graph(), SimpleDigraph::of(instance.graph()), VertexId::new(1));
        let rotor = instance.rotors().rotor(u);
        let at = VertexView { graph, simple: &simple, vertex: u, rotor };
        for owner in [Owner::Rotor, Owner::Player(Player::Max), Owner::Player(Player::Min)] {
            for back in (0..pairs.len()).map(Some).chain([None]) {
                let fast = optimal_choice(&at, owner, &pairs, back);
                assert_eq!(
                    fast,
                    optimal_choice_by_trying(&at, owner, &pairs, back),
                    "{text}{pairs:?} {back:?}"
                );
                match fast {
                    None => endless += 1,
                    Some(choice) => {
                        *(if choice.pair.wins { &mut won } else { &mut lost }) += 1;
                        turned += u64::from(choice.start != rotor);
                    }
                }
            }
        }
    }
    assert!([endless, won, lost, turned].iter().all(|&times| times > 1_000));
}
