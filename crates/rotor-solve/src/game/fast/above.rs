//! The sweep from the roots: who wins from every vertex.

use super::below::{Binary, PARENT};
use super::choice::Counters;
use super::code::Code;
use super::layout::{Layout, Place};
use super::packed_pair::{INFINITE, PackedPair, Stopped};
use crate::game::preference::{BestStart, wanted_by};
use crate::game::sweep::StartSweep;
use std::ops::Range;

/// Up to this many children are looked at one by one, each with a sweep over the arcs of its parent.
const FEW: usize = 6;

/// Finds who wins from the vertices in `places`, a whole piece whose pairs from below are known.
///
/// A vertex v with parent p is left for good towards p exactly if r(v, p) < r(p, v), whatever arc it starts with; so its
/// owner, who has made the best of its pair seen from p, has also made the best of its value. Time O(|A|).
pub(super) fn from_above(
    layout: &Layout,
    places: Range<usize>,
    binary: Binary,
    below: &[PackedPair],
    above: &mut [PackedPair],
    won: &mut [bool],
) -> Result<(), Stopped> {
    let mut counters = Counters::default();
    for at in places {
        won[at] = if above[at].flow() < below[at].flow() { above[at].wins() } else { below[at].wins() };
        let place = layout.place(at);
        if place.children == 0 {
            continue;
        }
        let (children, parent) = (place.first_child..place.first_child + place.children, above[at]);
        let around = Around { place, binary, won, parent, children: &below[children.clone()] };
        let above = &mut above[children];
        match wanted_by(place.owner) {
            None => around.rotor_pairs(&mut counters, above)?,
            Some(wanted) if place.children <= FEW => {
                for (child, above) in above.iter_mut().enumerate() {
                    *above = around.pair_without(child + 1, wanted, &mut counters)?;
                }
            }
            Some(wanted) => around.all_pairs(wanted, &mut counters, above)?,
        }
    }
    Ok(())
}

/// A vertex with the pairs of all its neighbours.
#[derive(Debug)]
struct Around<'a> {
    place: Place<'a>,
    binary: Binary,
    won: &'a [bool],
    parent: PackedPair,
    children: &'a [PackedPair],
}

impl Around<'_> {
    #[inline]
    fn pair(&self, neighbour: usize) -> PackedPair {
        if neighbour == PARENT { self.parent } else { self.children[neighbour - 1] }
    }

    #[inline]
    fn wins(&self, code: Code) -> bool {
        if code.ends() {
            code.wins(self.binary.least_rank, self.won)
        } else {
            self.pair(code.number()).wins()
        }
    }

    /// The flow of a neighbour, that of neighbour `back` taken as +∞.
    #[inline]
    fn flow_without(&self, back: usize) -> impl Fn(usize) -> u64 {
        move |neighbour| if neighbour == back { INFINITE } else { self.pair(neighbour).flow() }
    }

    /// Everything but a neighbour always sends the particle back.
    fn endless(&self) -> PackedPair {
        PackedPair::infinite(self.binary.endless_wins)
    }

    /// A rotor, seen from every child: one routine for all but the head of the last departure, and one more for that.
    #[inline]
    fn rotor_pairs(&self, counters: &mut Counters, above: &mut [PackedPair]) -> Result<(), Stopped> {
        let arcs = self.place.arcs;
        let Some(mut turned) = counters.turn(&self.place, |neighbour| self.pair(neighbour).flow()) else {
            return Err(Stopped::Trapped);
        };
        let last = arcs[turned.last_departure(arcs.iter())];
        for (child, above) in above.iter_mut().enumerate() {
            *above = turned.pair_from(child + 1, self.wins(last))?;
        }
        if last.ends() || last == Code::PARENT {
            return Ok(());
        }
        let back = last.number();
        above[back - 1] = match counters.turn(&self.place, self.flow_without(back)) {
            None => self.endless(),
            Some(mut turned) => {
                let last = arcs[turned.last_departure(arcs.iter())];
                turned.pair_from(back, self.wins(last))?
            }
        };
        Ok(())
    }

    /// The pair of an owned vertex seen from neighbour `back`.
    #[inline]
    fn pair_without(
        &self,
        back: usize,
        wanted: bool,
        counters: &mut Counters,
    ) -> Result<PackedPair, Stopped> {
        match counters.turn(&self.place, self.flow_without(back)) {
            None => Ok(self.endless()),
            Some(mut turned) => {
                let window = turned.best(self.place.arcs, wanted, Some(back), |code| self.wins(code));
                turned.pair(window, Some(back))
            }
        }
    }

    /// The pairs of an owned vertex seen from every child, by one sweep.
    fn all_pairs(
        &self,
        wanted: bool,
        counters: &mut Counters,
        above: &mut [PackedPair],
    ) -> Result<(), Stopped> {
        // Heads for the sweep: the neighbours; where arcs end, lost and won; and loops.
        let neighbours = self.place.children + 1;
        let head = |&code: &Code| match code {
            code if code.ends() => neighbours + usize::from(self.wins(code)),
            code if code.is_neighbour() => code.number(),
            _ => neighbours + 2,
        };
        let heads: Vec<u32> = self.place.arcs.iter().map(|code| head(code) as u32).collect();
        let Some(turned) = counters.turn(&self.place, |neighbour| self.pair(neighbour).flow()) else {
            return Err(Stopped::Trapped);
        };
        let ends = [false, true].map(|won| heads.contains(&((neighbours + usize::from(won)) as u32)).into());
        let left: Vec<u32> = turned.left().take(neighbours).chain(ends).chain([0]).collect();
        let wins = (0..neighbours).map(|neighbour| self.pair(neighbour).wins()).chain([false, true, false]);
        let wins: Vec<bool> = wins.collect();
        let sweep = StartSweep::new(&heads, &wins, &left);
        let sole = sweep.only_least_head();
        for (child, above) in above.iter_mut().enumerate() {
            let mut best = BestStart::wanting(wanted);
            sweep.see_ends_elsewhere(child + 1, &mut best);
            sweep.see_ends_at(child + 1, &mut best);
            if let Some(end) = best.best() {
                *above = turned.pair_after(child + 1, end.wins, end.passed)?;
            }
        }
        if let Some(back) = sole.filter(|&head| (1..neighbours).contains(&head)) {
            above[back - 1] = self.pair_without(back, wanted, counters)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;
    use rotor_graph::parse;

    #[test]
    fn one_sweep_finds_the_pairs_that_each_child_left_out_gives() {
        let mut dice = Dice::new(64);
        let (mut sole, mut several) = (0, 0);
        for _ in 0..30_000 {
            let children = 1 + dice.below(5) as usize;
            let mut arcs = vec!["up".to_owned(); dice.below(3) as usize];
            (0..children)
                .for_each(|child| arcs.extend(vec![format!("c{child}"); 1 + dice.below(4) as usize]));
            arcs.extend(["s", "t", "hub"].iter().filter(|_| dice.chance(0.15)).map(|&head| head.to_owned()));
            dice.shuffle(&mut arcs);
            let rows: String = (0..children).map(|child| format!("c{child}: hub s\n")).collect();
            let text = format!("up: hub s\nmax hub: {}\n{rows}sink s\nsink t = 1", arcs.join(" "));
            let instance = parse(&text).unwrap();
            let starts = instance.graph().row_starts();
            let layout = Layout::new(&instance, 0, |u| starts[u] < starts[u + 1], [0].into_iter()).unwrap();
            let most = *dice.pick(&[1, 4, 16]).unwrap();
            let mut pair = |_| match (dice.chance(0.5), dice.chance(0.15)) {
                (wins, true) => PackedPair::infinite(wins),
                (wins, false) => PackedPair::passed(wins, 0, 0, dice.below(most)).unwrap(),
            };
            let below: Vec<_> = (0..children).map(&mut pair).collect();
            let binary = Binary { least_rank: 1, endless_wins: false };
            let place = layout.place(1);
            let around = Around { place, binary, won: &[], parent: pair(0), children: &below };
            for wanted in [false, true] {
                let mut counters = Counters::default();
                let alone: Vec<_> = (1..=children)
                    .map(|child| around.pair_without(child, wanted, &mut counters).unwrap())
                    .collect();
                let mut at_once = vec![PackedPair::infinite(true); children];
                match around.all_pairs(wanted, &mut counters, &mut at_once) {
                    Ok(()) => assert_eq!(at_once, alone, "{around:?} {wanted}\n{text}"),
                    Err(stopped) => assert_eq!(stopped, Stopped::Trapped, "nothing ends, nothing is finite"),
                }
                let endless = alone.iter().filter(|pair| pair.flow() == INFINITE).count();
                sole += usize::from(endless == 1);
                several += usize::from(endless == 0);
            }
        }
        assert!(sole > 1_000 && several > 1_000, "{sole} {several}");
    }
}
