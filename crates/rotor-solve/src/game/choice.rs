//! What the owner of a vertex secures, seen from any of its neighbours: the best of its initial arcs, of its orders, or of its
//! arcs at every visit.
//!
//! After the full turns, which no decision changes, at most one turn follows. An owner of an initial arc looks at all
//! **windows** over the arcs, from a start to the last departure that it leads to, with two pointers that only move
//! forward [ACD22, `alg:OptimalStratBin`]. A rotor has one window, the first.

use super::by_the_paper::VertexView;
use super::layout::{Code, Place};
use super::windows::{BestStart, StartSweep, wanted_by};
use crate::tree::number::{Number, TooLarge};
use rotor_graph::{ArcId, Count, Owner, Pair, StrategySet};

/// A binary game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// What strategies may decide.
    pub(super) set: StrategySet,
    /// The least rank of a worth with which Max wins.
    pub(super) least_rank: u32,
    /// Whether Max wins a play that never exits.
    pub(super) endless_wins: bool,
}

/// What a vertex is good for to a neighbour: who wins where it keeps the particle, and how often it sends it back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Secured<N> {
    pub(super) flow: N,
    pub(super) wins: bool,
}

impl<N: Number> Secured<N> {
    /// It always sends the particle back.
    pub(super) fn infinite(wins: bool) -> Self {
        Self { flow: N::INFINITE, wins }
    }

    /// It keeps the particle at once.
    pub(super) fn kept(wins: bool) -> Result<Self, TooLarge> {
        Ok(Self { flow: N::within_a_turn(0)?, wins })
    }

    /// The same pair in exact numbers.
    pub(super) fn pair(&self) -> Pair {
        Pair { wins: self.wins, flow: self.flow.count() }
    }
}

/// What an owner decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// Nothing depends on it.
    Any,
    /// The arc in this position, counted from the rotor: the initial arc, the one of every visit, or, of an order, one to
    /// the head whose arcs stand in front.
    Arc(u32),
    /// The order of the file.
    AsItIs,
    /// Always back to where the particle comes from.
    Bounce,
}

/// Counters for the neighbours of one vertex: the parent first, then the children.
#[derive(Debug)]
pub(super) struct Counters {
    /// For vertices of few neighbours, as most are.
    few: [Counter; FEW],
    many: Vec<Counter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// How many arcs lead there.
    multiplicity: u32,
    /// How many of them the present window holds.
    occurs: u32,
    /// How often it must occur after the full turns to be the last departure; 0 if no window is long enough.
    left: u32,
}

const FEW: usize = 8;

impl Default for Counters {
    fn default() -> Self {
        Self { few: [Counter::default(); FEW], many: Vec::new() }
    }
}

impl Counters {
    #[inline]
    fn cleared(&mut self, neighbours: usize) -> &mut [Counter] {
        if neighbours <= FEW {
            self.few = [Counter::default(); FEW];
            return &mut self.few[..neighbours];
        }
        self.many.clear();
        self.many.resize(neighbours, Counter::default());
        &mut self.many
    }

    /// The full turns of the rotor at a vertex, given the flow of each neighbour; none if everything sends the particle
    /// back for ever. Time O(d(v)).
    #[inline]
    pub(super) fn turn<'f, N: Number + 'f>(
        &mut self,
        place: &Place<'_>,
        flow_of: impl Fn(usize) -> &'f N,
    ) -> Option<Turned<'_, N>> {
        let counters = self.cleared(place.children + 1);
        for code in place.arcs.iter().filter(|code| code.is_neighbour()) {
            counters[code.number()].multiplicity += 1;
        }
        // An arc that ends is a last departure of the first turn.
        let (mut least, mut first) = (place.shape.ends.then(N::Turns::default), 0);
        for (neighbour, counter) in counters.iter_mut().enumerate().filter(|(_, it)| it.multiplicity > 0) {
            let flow = flow_of(neighbour);
            if flow.is_infinite() {
                continue;
            }
            let (turns, left) = flow.full_turns(counter.multiplicity);
            match &least {
                Some(least) if turns > *least => continue,
                Some(least) if turns == *least => {}
                _ => (least, first) = (Some(turns), neighbour),
            }
            counter.left = left;
        }
        // Those before turn more often.
        counters[..first].iter_mut().for_each(|counter| counter.left = 0);
        Some(Turned { counters, full_turns: least? })
    }
}

/// The neighbours of a vertex after the full turns, to be looked at from any initial arc.
#[derive(Debug)]
pub(super) struct Turned<'c, N: Number> {
    counters: &'c mut [Counter],
    full_turns: N::Turns,
}

/// What an initial arc comes to.
#[derive(Clone, Copy, Debug)]
struct BestWindow {
    /// Its position.
    start: u32,
    /// Whether Max wins by the last departure.
    wins: bool,
    /// How often the neighbour asked about occurs before.
    passed: u32,
}

impl<N: Number> Turned<'_, N> {
    /// The position of the last departure in a list of all arcs from some initial arc on.
    #[inline]
    pub(super) fn last_departure<'a>(&mut self, mut arcs: impl Iterator<Item = &'a Code>) -> usize {
        let ends = |&code: &Code| code.ends() || (code.is_neighbour() && self.add(code));
        arcs.position(ends).expect("after the full turns one turn ends at a least head")
    }

    /// The best of all initial arcs for an owner who wants this value, seen from neighbour number `back`: two pointers,
    /// both of which only move forward. Of equally good arcs the first. Time O(d(v)).
    #[inline]
    fn best(
        &mut self,
        arcs: &[Code],
        wanted: bool,
        back: Option<usize>,
        wins: impl Fn(Code) -> bool,
    ) -> BestWindow {
        let (mut next, mut last) = (0, None);
        let (mut best, mut least) = (BestWindow { start: 0, wins: wanted, passed: 0 }, u64::MAX);
        for start in 0..arcs.len() {
            let last_code = match last {
                Some(code) => code,
                None => loop {
                    let code = arcs[next];
                    next = if next + 1 == arcs.len() { 0 } else { next + 1 };
                    if code.ends() || (code.is_neighbour() && self.add(code)) {
                        break code;
                    }
                },
            };
            let (wins, passed) = (wins(last_code), back.map_or(0, |back| self.counters[back].occurs));
            // Few visits if the value is the wanted one, else many.
            let order = if wins == wanted { u64::from(passed) } else { u64::MAX - 1 - u64::from(passed) };
            if order < least {
                (best, least) = (BestWindow { start: start as u32, wins, passed }, order);
            }
            // The window ends no longer where it did if the arc that leaves it leads to the head that was full.
            let leaves = arcs[start];
            if leaves.is_neighbour() {
                self.counters[leaves.number()].occurs -= 1;
            }
            let emptied =
                if last_code.ends() { (start + 1) % arcs.len() == next } else { leaves == last_code };
            last = if emptied { None } else { Some(last_code) };
        }
        best
    }

    /// Adds an arc to the window; whether it is the last departure.
    #[inline]
    fn add(&mut self, code: Code) -> bool {
        let counter = &mut self.counters[code.number()];
        counter.occurs += 1;
        counter.occurs == counter.left
    }

    /// Whether a vertex can be left for good by this neighbour.
    fn is_least(&self, neighbour: usize) -> bool {
        self.counters[neighbour].left > 0
    }

    /// What is secured, seen from neighbour number `back`, after [`last_departure`](Self::last_departure), if that is not
    /// by it.
    #[inline]
    pub(super) fn seen_from(&self, back: usize, wins: bool) -> Result<Secured<N>, TooLarge> {
        self.seen_after(back, wins, self.counters[back].occurs)
    }

    /// The same if the neighbour is passed so often after the full turns.
    #[inline]
    fn seen_after(&self, back: usize, wins: bool, passed: u32) -> Result<Secured<N>, TooLarge> {
        let flow = N::flow_back(&self.full_turns, self.counters[back].multiplicity, passed)?;
        Ok(Secured { flow, wins })
    }

    /// How often each neighbour must occur to be the last departure; 0 if no window is long enough.
    fn left(&self) -> impl Iterator<Item = u32> + '_ {
        self.counters.iter().map(|counter| counter.left)
    }
}

/// A vertex with what its neighbours are good for. With a neighbour as the one where the particle comes from, what that is
/// good for is not looked at.
#[derive(Debug)]
pub(super) struct Around<'a, N> {
    pub(super) place: Place<'a>,
    pub(super) rules: Rules,
    /// Who wins from the places of earlier pieces.
    pub(super) won: &'a [bool],
    pub(super) parent: &'a Secured<N>,
    pub(super) children: &'a [Secured<N>],
}

/// The parent among the neighbours of a vertex.
pub(super) const PARENT: usize = 0;
/// Up to this many children are looked at one by one, each with a sweep over the arcs of its parent.
const ONE_BY_ONE: usize = 6;

impl<N: Number> Around<'_, N> {
    #[inline]
    fn neighbour(&self, number: usize) -> &Secured<N> {
        if number == PARENT { self.parent } else { &self.children[number - 1] }
    }

    #[inline]
    fn wins(&self, code: Code) -> bool {
        if code.ends() {
            code.wins(self.rules.least_rank, self.won)
        } else {
            self.neighbour(code.number()).wins
        }
    }

    /// Everything but a neighbour always sends the particle back.
    fn endless(&self) -> Secured<N> {
        Secured::infinite(self.rules.endless_wins)
    }

    /// What the owner secures, and how, seen from neighbour number `back`; a root may have no arc to its parent.
    ///
    /// Time O(d(v)).
    #[inline]
    pub(super) fn best(&self, back: usize, counters: &mut Counters) -> Result<(Move, Secured<N>), TooLarge> {
        let wanted = wanted_by(self.place.owner);
        if let (Some(wanted), StrategySet::Free) = (wanted, self.rules.set) {
            return self.best_arc(wanted, Some(back));
        }
        let infinite = N::INFINITE;
        let flow_of = |number: usize| if number == back { &infinite } else { &self.neighbour(number).flow };
        let Some(mut turned) = counters.turn(&self.place, flow_of) else {
            // So does the particle, or the play is endless.
            let comes_back = back != PARENT || self.place.shape.to_parent;
            let wins = self.rules.endless_wins;
            return Ok((Move::Any, if comes_back { self.endless() } else { Secured::kept(wins)? }));
        };
        let arcs = self.place.arcs;
        match (wanted, self.rules.set) {
            (None, _) => {
                let last = arcs[turned.last_departure(arcs.iter())];
                Ok((Move::Any, turned.seen_from(back, self.wins(last))?))
            }
            (Some(wanted), StrategySet::Order) => {
                // A least head of the wanted value first, or else where the particle comes from. [ACD22] leaves the last
                // departure out of the return flow: erratum E6.
                let good = |&code: &Code| {
                    let is_least = code.ends() || code.is_neighbour() && turned.is_least(code.number());
                    is_least && self.wins(code) == wanted
                };
                if let Some(position) = arcs.iter().position(good) {
                    return Ok((Move::Arc(position as u32), turned.seen_after(back, wanted, 0)?));
                }
                let to_back = |code: &Code| code.is_neighbour() && code.number() == back;
                let front = arcs.iter().position(to_back);
                let passed = turned.counters[back].multiplicity;
                let order = front.map_or(Move::AsItIs, |position| Move::Arc(position as u32));
                Ok((order, turned.seen_after(back, !wanted, passed)?))
            }
            (Some(wanted), _) => {
                let window = turned.best(arcs, wanted, Some(back), |code| self.wins(code));
                Ok((Move::Arc(window.start), turned.seen_after(back, window.wins, window.passed)?))
            }
        }
    }

    /// The owner picks an arc at every visit: to a head that keeps the particle where it is wanted, to one that makes a
    /// wanted play endless, or back for ever.
    fn best_arc(&self, wanted: bool, back: Option<usize>) -> Result<(Move, Secured<N>), TooLarge> {
        let others = || {
            let arcs = self.place.arcs.iter().copied().enumerate();
            arcs.filter(|(_, code)| !code.is_neighbour() || Some(code.number()) != back)
        };
        let keeps = |code: Code| {
            code.ends() || code.is_neighbour() && !self.neighbour(code.number()).flow.is_infinite()
        };
        let stay = others().find(|&(_, code)| keeps(code) && self.wins(code) == wanted);
        let circle = || others().find(|&(_, code)| self.rules.endless_wins == wanted && !keeps(code));
        if let Some((position, _)) = stay.or_else(circle) {
            return Ok((Move::Arc(position as u32), Secured::kept(wanted)?));
        }
        match back {
            Some(back) if back != PARENT || self.place.shape.to_parent => Ok((Move::Bounce, self.endless())),
            _ => Ok((Move::Any, Secured::kept(!wanted)?)),
        }
    }

    /// Whether Max wins when the particle starts here.
    ///
    /// A vertex v with parent p is left for good towards p exactly if r(v, p) < r(p, v), whatever arc it starts with; so an
    /// owner of the initial arc, who has made the best of what is `below`, seen from p, has also made the best of its value.
    #[inline]
    pub(super) fn wins_here(&self, below: &Secured<N>) -> Result<bool, TooLarge> {
        match (wanted_by(self.place.owner), self.rules.set) {
            (None, _) | (_, StrategySet::Start) => {
                Ok(if self.parent.flow < below.flow { self.parent.wins } else { below.wins })
            }
            (Some(wanted), StrategySet::Free) => Ok(self.best_arc(wanted, None)?.1.wins),
            (Some(wanted), StrategySet::Order) => {
                let mut counters = Counters::default();
                let flow_of = |number: usize| &self.neighbour(number).flow;
                let Some(turned) = counters.turn(&self.place, flow_of) else {
                    return Ok(self.rules.endless_wins);
                };
                let good = |&code: &Code| {
                    let is_least = code.ends() || code.is_neighbour() && turned.is_least(code.number());
                    is_least && self.wins(code) == wanted
                };
                Ok(self.place.arcs.iter().any(good) == wanted)
            }
        }
    }

    /// What is secured, seen from every child. Time O(d(v)).
    pub(super) fn seen_from_children(
        &self,
        counters: &mut Counters,
        above: &mut [Secured<N>],
    ) -> Result<(), TooLarge> {
        match wanted_by(self.place.owner) {
            None => self.rotor_seen(counters, above),
            Some(_) if self.place.children <= ONE_BY_ONE => {
                for (child, above) in above.iter_mut().enumerate() {
                    *above = self.best(child + 1, counters)?.1;
                }
                Ok(())
            }
            Some(wanted) => match self.rules.set {
                StrategySet::Start => self.starts_seen(wanted, counters, above),
                StrategySet::Order => self.orders_seen(wanted, counters, above),
                StrategySet::Free => self.arcs_seen(wanted, above),
            },
        }
    }

    /// A rotor: one routine for all children but the head of the last departure, and one more for that
    /// [ACD22, `lem: Retropropag`].
    #[inline]
    fn rotor_seen(&self, counters: &mut Counters, above: &mut [Secured<N>]) -> Result<(), TooLarge> {
        let arcs = self.place.arcs;
        let Some(mut turned) = counters.turn(&self.place, |number| &self.neighbour(number).flow) else {
            above.fill(self.endless());
            return Ok(());
        };
        let last = arcs[turned.last_departure(arcs.iter())];
        for (child, above) in above.iter_mut().enumerate() {
            *above = turned.seen_from(child + 1, self.wins(last))?;
        }
        if !last.ends() && last != Code::PARENT {
            above[last.number() - 1] = self.best(last.number(), counters)?.1;
        }
        Ok(())
    }

    /// The owner of an order: a child counts only where it is the only good head, or the only least one.
    fn orders_seen(
        &self,
        wanted: bool,
        counters: &mut Counters,
        above: &mut [Secured<N>],
    ) -> Result<(), TooLarge> {
        let Some(turned) = counters.turn(&self.place, |number| &self.neighbour(number).flow) else {
            above.fill(self.endless());
            return Ok(());
        };
        let ends_well = self.place.arcs.iter().any(|&code| code.ends() && self.wins(code) == wanted);
        let good = |number: usize| turned.is_least(number) && self.neighbour(number).wins == wanted;
        let all = (0..=above.len()).filter(|&number| good(number)).count() + usize::from(ends_well);
        let mut least = (0..=above.len()).filter(|&number| turned.is_least(number));
        let sole = least.next().filter(|_| !self.place.shape.ends && least.next().is_none());
        for (child, above) in (1..).zip(above.iter_mut()) {
            let secured = all > usize::from(good(child));
            let passed = if secured { 0 } else { turned.counters[child].multiplicity };
            *above = turned.seen_after(child, secured == wanted, passed)?;
        }
        if let Some(child) = sole.filter(|&number| number != PARENT) {
            above[child - 1] = self.best(child, counters)?.1;
        }
        Ok(())
    }

    /// The owner of every step: a child counts only where it is the only good head.
    fn arcs_seen(&self, wanted: bool, above: &mut [Secured<N>]) -> Result<(), TooLarge> {
        let is_good = |secured: &Secured<N>| match secured.flow.is_infinite() {
            true => self.rules.endless_wins == wanted,
            false => secured.wins == wanted,
        };
        let stays = |&code: &Code| match code.ends() {
            true => self.wins(code) == wanted,
            false => !code.is_neighbour() && self.rules.endless_wins == wanted,
        };
        let up = self.place.shape.to_parent && is_good(self.parent);
        let others = usize::from(up) + usize::from(self.place.arcs.iter().any(stays));
        let all = others + self.children.iter().filter(|child| is_good(child)).count();
        for (above, child) in above.iter_mut().zip(self.children) {
            let has_another = all > usize::from(is_good(child));
            *above = if has_another { Secured::kept(wanted)? } else { self.endless() };
        }
        Ok(())
    }

    /// The owner of an initial arc, by one sweep over all starts.
    fn starts_seen(
        &self,
        wanted: bool,
        counters: &mut Counters,
        above: &mut [Secured<N>],
    ) -> Result<(), TooLarge> {
        // Heads for the sweep: the neighbours; where arcs end, lost and won; and loops.
        let neighbours = self.place.children + 1;
        let head = |&code: &Code| match code {
            code if code.ends() => neighbours + usize::from(self.wins(code)),
            code if code.is_neighbour() => code.number(),
            _ => neighbours + 2,
        };
        let heads: Vec<u32> = self.place.arcs.iter().map(|code| head(code) as u32).collect();
        let Some(turned) = counters.turn(&self.place, |number| &self.neighbour(number).flow) else {
            above.fill(self.endless());
            return Ok(());
        };
        let ends = [false, true].map(|won| heads.contains(&((neighbours + usize::from(won)) as u32)).into());
        let left: Vec<u32> = turned.left().chain(ends).chain([0]).collect();
        let wins = (0..neighbours).map(|number| self.neighbour(number).wins).chain([false, true, false]);
        let wins: Vec<bool> = wins.collect();
        let sweep = StartSweep::new(&heads, &wins, &left);
        let sole = sweep.only_least_head();
        for (child, above) in above.iter_mut().enumerate() {
            let mut best = BestStart::wanting(wanted);
            sweep.see_ends_elsewhere(child + 1, &mut best);
            sweep.see_ends_at(child + 1, &mut best);
            if let Some(end) = best.best() {
                *above = turned.seen_after(child + 1, end.wins, end.passed)?;
            }
        }
        if let Some(child) = sole.filter(|head| (1..neighbours).contains(head)) {
            above[child - 1] = self.best(child, counters)?.1;
        }
        Ok(())
    }
}

/// An initial arc and the pair it comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The initial arc.
    pub start: ArcId,
    /// What the vertex is then good for, seen from its parent.
    pub pair: Pair,
}

/// The best initial arc of a vertex for its owner, and the pair of the arc from its parent
/// [ACD22, `alg:OptimalStratBin`]; none if every head always sends the particle back.
///
/// `pairs` are those of the heads; the head number `back` is the parent, which always sends the particle back and
/// whose pair is not looked at. A rotor has no choice. Of equally good arcs it takes the rotor of the file or the first
/// after it. Its reference implementation is [`optimal_choice_by_trying`](super::optimal_choice_by_trying).
///
/// Time O(d(v)) operations on words and |Γ⁺(v)| divisions of a flow by a word.
pub fn optimal_choice(
    at: &VertexView<'_>,
    owner: Owner,
    pairs: &[Pair],
    back: Option<usize>,
) -> Option<Choice> {
    let keeps = |(head, pair): (usize, &Pair)| Some(head) != back && pair.flow != Count::Infinite;
    if !pairs.iter().enumerate().any(keeps) {
        return None;
    }
    let arcs: Vec<Code> = at.head_numbers().into_iter().map(Code::child).collect();
    let children: Vec<Secured<Count>> =
        pairs.iter().map(|pair| Secured { flow: pair.flow.clone(), wins: pair.wins }).collect();
    let place =
        Place { arcs: &arcs, first_child: 0, children: pairs.len(), owner, shape: Default::default() };
    let rules = Rules { set: StrategySet::Start, least_rank: 0, endless_wins: false };
    let around = Around { place, rules, won: &[], parent: &Secured::infinite(false), children: &children };
    let back = back.map_or(PARENT, |head| head + 1);
    let (made, secured) = around.best(back, &mut Counters::default()).ok()?;
    let start = if let Move::Arc(position) = made { at.arc(position as usize) } else { at.rotor };
    Some(Choice { start, pair: secured.pair() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::layout::Layout;
    use rotor_generate::Dice;
    use rotor_graph::{Player, parse};

    #[test]
    fn one_sweep_finds_the_pairs_that_each_child_left_out_gives() {
        let mut dice = Dice::new(64);
        let (mut sole, mut several) = (0, 0);
        for _ in 0..10_000 {
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
            let layout =
                Layout::new(&instance, 0, |u| starts[u] < starts[u + 1], [0].into_iter(), &mut ()).unwrap();
            let most = *dice.pick(&[1, 4, 16]).unwrap();
            let mut pair = |_| {
                let wins = dice.chance(0.5);
                let flow = if dice.chance(0.15) { u64::INFINITE } else { 1 + u64::from(dice.below(most)) };
                Secured { flow, wins }
            };
            let below: Vec<_> = (0..children).map(&mut pair).collect();
            let parent = pair(0);
            let endless_wins = dice.chance(0.5);
            for set in StrategySet::ALL {
                for wanted in [Some(false), Some(true), None] {
                    let rules = Rules { set, least_rank: 1, endless_wins };
                    let player = |wanted| if wanted { Player::Max } else { Player::Min };
                    let owner = wanted.map_or(Owner::Rotor, |wanted| Owner::Player(player(wanted)));
                    let place = Place { owner, ..layout.place(1) };
                    let around = Around { place, rules, won: &[], parent: &parent, children: &below };
                    let mut counters = Counters::default();
                    let alone: Vec<_> =
                        (1..=children).map(|child| around.best(child, &mut counters).unwrap().1).collect();
                    let mut at_once = vec![Secured::infinite(true); children];
                    match (wanted, set) {
                        (None, _) => around.rotor_seen(&mut counters, &mut at_once),
                        (Some(wanted), StrategySet::Start) => {
                            around.starts_seen(wanted, &mut counters, &mut at_once)
                        }
                        (Some(wanted), StrategySet::Order) => {
                            around.orders_seen(wanted, &mut counters, &mut at_once)
                        }
                        (Some(wanted), StrategySet::Free) => around.arcs_seen(wanted, &mut at_once),
                    }
                    .unwrap();
                    assert_eq!(at_once, alone, "{around:?} {wanted:?}\n{text}");
                    let endless = alone.iter().filter(|secured| secured.flow.is_infinite()).count();
                    sole += usize::from(endless == 1);
                    several += usize::from(endless == 0);
                }
            }
        }
        assert!(sole > 1_000 && several > 1_000, "{sole} {several}");
    }
}
