//! The linear guess: departures changed by what the left-over particles would do on average.

use super::expectation::{Averages, Elimination, OnDemand};
use super::pseudo_flow::PseudoFlow;
use super::scaled::Scaled;
use super::technique::Technique;
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_graph::{Event, FlowProgress, Stop, Tick};

/// How often a guess is made anew before it is given up.
const ROUNDS: u32 = 8;

/// The same while guesses are halved: a valley settles after as many rounds as the way to go has bits. With eight of them, as
/// elsewhere, the run of twenty valleys of depth 50 took six times as long for one seed of three; with 32, others became slower.
const ROUNDS_OF_HALVING: u32 = 16;

/// After the first round a guess goes only 2^-`DAMPING` of its way. Roundings make whole guesses overshoot and swing to
/// and fro on long flat graphs: on ladders of 16,000 vertices without a drift they got stuck, and damped ones settle.
const DAMPING: u32 = 2;

/// What is left over on the vertices that are not held, in absolute value.
pub(crate) fn left_over(flow: &PseudoFlow<'_>, held: &[bool]) -> BigUint {
    match flow.small_residuals(held) {
        Some(residuals) => {
            let sizes = residuals.iter().zip(held).filter(|(_, held)| !**held);
            sizes.map(|(residual, _)| residual.unsigned_abs()).sum::<u64>().into()
        }
        None => (0..held.len()).filter(|&v| !held[v]).map(|v| flow.residual(v).into_parts().1).sum(),
    }
}

/// Changes the departures of the vertices that are not held by 2^-`damping` of the expected visits of all that is left
/// over.
pub(crate) fn guess(
    flow: &mut PseudoFlow<'_>,
    averages: &Averages,
    held: &[bool],
    damping: u32,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    if let Averages::Eliminated(elimination) = averages
        && let Some(changes) = machine_changes(flow, elimination, held, damping)
    {
        flow.shift_all(&changes);
        return tick.tick((2 * averages.fill() + 2 * flow.part().arc_count() + 4 * held.len()) as u64);
    }
    let changes = {
        let flow = &*flow;
        let free = |v: usize| if held[v] { BigInt::zero() } else { flow.residual(v) };
        averages.rounded_visits(flow.part(), held, free, tick)?
    };
    for (v, change) in changes.iter().enumerate().filter(|&(v, change)| !held[v] && !change.is_zero()) {
        if damping == 0 { flow.change(v, change) } else { flow.change(v, &(change >> damping)) }
    }
    flow.recount();
    tick.tick(flow.price_of_recount())
}

/// The changes of a [`guess`] as machine words, if what is left over and all visits are so few that floats are right to a few
/// particles, which the next guess puts right.
fn machine_changes(
    flow: &PseudoFlow<'_>,
    elimination: &Elimination,
    held: &[bool],
    damping: u32,
) -> Option<Vec<i64>> {
    /// Floats are right to some units below this.
    const MOST: f64 = (1u64 << 52) as f64;
    /// No residual overflows if changes add up to less than this.
    const MOST_IN_ALL: f64 = (1u64 << 60) as f64;
    let residuals = flow.small_residuals(held)?;
    let visits = |sign: i64| {
        let put = |v: usize| (sign * residuals[v]).max(0);
        if (0..held.len()).all(|v| held[v] || put(v) == 0) {
            return vec![0.0; held.len()];
        }
        elimination.visits(|v| put(v).into()).into_iter().map(Scaled::to_f64).collect::<Vec<_>>()
    };
    let (gained, lost) = (visits(1), visits(-1));
    let is_right = gained.iter().chain(&lost).all(|&visits| visits <= MOST);
    if !is_right || gained.iter().chain(&lost).sum::<f64>() >= MOST_IN_ALL {
        return None;
    }
    let change = |(&gained, &lost): (&f64, &f64)| (gained.round() as i64 - lost.round() as i64) >> damping;
    Some(gained.iter().zip(&lost).map(change).collect())
}

/// Makes the residuals of all vertices that are not held 0, if guesses and a bounded number of bulk steps can; says
/// whether they could.
///
/// `averages` are made when they are first needed. A round guesses, then routes what is left over, first of one sign,
/// then of the other, as long as that makes it much less; the signs change places from round to round. A little left over is
/// routed before any guess.
pub(crate) fn settle(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    averages: &mut OnDemand,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let n = held.len();
    if left_over(flow, held) <= n.into() && annihilate_both(flow, held, HOLES_FIRST, 2, tick)? {
        return Ok(true);
    }
    let mut line = LineSearch::default();
    for round in 0..ROUNDS_OF_HALVING {
        if round >= ROUNDS && line.damping == 0 {
            break;
        }
        let held_ones = held.iter().filter(|&&held| held).count();
        let size = left_over(flow, held).to_u64().unwrap_or(u64::MAX);
        tick.observe(Event::Flow(FlowProgress {
            vertices: n,
            held: held_ones,
            left_over: size,
            ..FlowProgress::default()
        }));
        let averages = averages.get(flow.part(), held, tick)?;
        guess(flow, averages, held, if round == 0 { 0 } else { line.damping(flow, held) }, tick)?;
        // An iteration is right to some bits only: of many particles it leaves many, and the next guess fewer, until there are
        // no more than roundings make.
        let mut before = left_over(flow, held);
        while before > (n + flow.part().arc_count()).into() {
            guess(flow, averages, held, 0, tick)?;
            let after = left_over(flow, held);
            if after > &before >> 1u32 {
                match flow.small_residuals(held) {
                    Some(_) => break,
                    None => return Ok(false),
                }
            }
            before = after;
        }
        let signs = if round % 2 == 0 { PARTICLES_FIRST } else { HOLES_FIRST };
        if annihilate_both(flow, held, signs, if round == 0 { 2 } else { 4 }, tick)? {
            return Ok(true);
        }
    }
    match averages.made() {
        Some(Averages::Iterated(_)) => route_to_the_end(flow, held, tick),
        _ => Ok(false),
    }
}

/// How far guesses go along their way.
///
/// In a valley all that is left over ends up at the bottom, as particles alone or as holes alone, and only a guess takes it
/// out. How many get out grows with the way that the guess goes, one by one: so whenever one way has left particles and
/// the next one holes, half the way is tried, and the search ends where nothing is left.
#[derive(Default)]
struct LineSearch {
    /// The sign of what was left over last, if it was of one sign.
    last: i64,
    damping: u32,
}

impl LineSearch {
    /// The logarithm of the part of its way that the next guess is to go.
    fn damping(&mut self, flow: &PseudoFlow<'_>, held: &[bool]) -> u32 {
        let Some(residuals) = flow.small_residuals(held) else { return DAMPING };
        let left = || residuals.iter().zip(held).filter(|(_, held)| !**held).map(|(&residual, _)| residual);
        let sign = left().find(|&residual| residual != 0).map_or(0, i64::signum);
        if left().any(|residual| residual * sign < 0) {
            return DAMPING;
        }
        self.damping += u32::from(self.last == -sign && Technique::Halving.is_on());
        self.last = sign;
        self.damping
    }
}

/// Routes what is left over until nothing is, first particles, then holes; says whether their numbers allow it.
///
/// Each comes to its end, as walks do, or meets one of the other sign. For graphs that nothing is known to divide.
pub(crate) fn route_to_the_end(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    for (sign, is_hole) in [(Sign::Particles, false), (Sign::Holes, true)] {
        loop {
            let Some(residuals) = flow.small_residuals(held) else { return Ok(false) };
            let is_left =
                |(&residual, &held): (&i64, &bool)| !held && residual != 0 && (residual < 0) == is_hole;
            if !residuals.iter().zip(held).any(is_left) {
                break;
            }
            annihilate(flow, held, sign, 16 * held.len() as u64, tick)?;
        }
    }
    Ok(true)
}

const HOLES_FIRST: [Sign; 2] = [Sign::Holes, Sign::Particles];
const PARTICLES_FIRST: [Sign; 2] = [Sign::Particles, Sign::Holes];

/// Routes what is left over, one sign after the other, while it becomes less by much; says whether nothing is left.
fn annihilate_both(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    signs: [Sign; 2],
    steps_a_vertex: u64,
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let most = steps_a_vertex * held.len() as u64 + 50;
    let Some(mut left_over) = LeftOver::of(flow, held) else { return Ok(false) };
    let mut before = left_over.count(flow);
    tick.tick(held.len() as u64 / 2)?;
    loop {
        for sign in signs {
            tick.tick(left_over.route(flow, held, sign, most))?;
        }
        let after = left_over.count(flow);
        // Less by a sixteenth, or by one if there are that few: so it ends after some hundred rounds.
        if after == 0 || after >= before - (before >> 4) {
            return Ok(after == 0);
        }
        before = after;
    }
}

// Annihilation: routing what is left over until it leaves, or meets what is missing.

/// Particles, or the holes that departures without an arrival leave behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Particles,
    Holes,
}

impl Sign {
    fn of(self, residual: i64) -> bool {
        match self {
            Self::Particles => residual > 0,
            Self::Holes => residual < 0,
        }
    }
}

/// Routes all that is left over of one sign on the vertices that are not `held`, in bulk, for at most `most` steps; the
/// other sign stays where it is (both at once can chase each other for ever). The residuals must be small.
///
/// A bulk step empties a vertex: Time O(d(v)) each, besides O(|V|). What is left over, in absolute value, never grows.
pub(crate) fn annihilate(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    sign: Sign,
    most: u64,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let Some(mut left_over) = LeftOver::of(flow, held) else { return Ok(()) };
    tick.tick(left_over.route(flow, held, sign, most))
}

/// Where something is left over on vertices that are not held.
#[derive(Debug)]
pub(crate) struct LeftOver {
    vertices: Vec<u32>,
    /// Scratch: which vertices are in the present wave, or in the next one.
    waiting: Vec<bool>,
}

impl LeftOver {
    /// All that is left over, if residuals are small. Time O(|V|).
    pub(crate) fn of(flow: &PseudoFlow<'_>, held: &[bool]) -> Option<Self> {
        let residuals = flow.small_residuals(held)?;
        // In a region the least visited vertices stand last: begun there, what is left over merges on its way down.
        let is_left = |&v: &usize| !held[v] && residuals[v] != 0;
        let vertices = (0..held.len()).rev().filter(is_left).map(|v| v as u32).collect();
        Some(Self { vertices, waiting: vec![false; held.len()] })
    }

    /// How many particles and holes these are.
    pub(crate) fn count(&self, flow: &PseudoFlow<'_>) -> u64 {
        self.vertices.iter().map(|&v| flow.word(v as usize).unsigned_abs()).sum()
    }

    /// Routes all of one sign, in waves, for at most `most` steps. Returns what that costs.
    pub(crate) fn route(&mut self, flow: &mut PseudoFlow<'_>, held: &[bool], sign: Sign, most: u64) -> u64 {
        let part = flow.part();
        let is_of = |flow: &PseudoFlow<'_>, v: u32| sign.of(flow.word(v as usize));
        let (mut wave, mut others): (Vec<u32>, Vec<u32>) =
            self.vertices.iter().partition(|&&v| is_of(flow, v));
        wave.iter().for_each(|&v| self.waiting[v as usize] = true);
        let (mut next, mut steps, mut price) = (Vec::new(), 0, 0);
        while !wave.is_empty() && steps < most {
            for (at, &v) in wave.iter().enumerate() {
                if steps == most {
                    next.extend_from_slice(&wave[at..]);
                    break;
                }
                let v = v as usize;
                self.waiting[v] = false;
                let left_over = flow.word(v);
                if !sign.of(left_over) {
                    continue;
                }
                steps += 1;
                // A few words of the vertex, and of each head that gets something.
                price += 3 + left_over.unsigned_abs().min(part.degree(v).into());
                let waiting = &mut self.waiting;
                flow.shift_telling(v, left_over, |head, residual| {
                    let w = head as usize;
                    if sign.of(residual) && !held[w] && !waiting[w] {
                        waiting[w] = true;
                        next.push(head);
                    }
                });
            }
            wave.clear();
            std::mem::swap(&mut wave, &mut next);
        }
        wave.iter().for_each(|&v| self.waiting[v as usize] = false);
        // A vertex on which holes were may have become one of the wave, and is in both lists then.
        wave.retain(|&v| is_of(flow, v));
        others.retain(|&v| flow.word(v as usize) != 0 && !is_of(flow, v));
        wave.append(&mut others);
        self.vertices = wave;
        price
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general::iteration::Iteration;
    use crate::general::least_flow::make_least;
    use crate::general::pseudo_flow::Part;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, Kinds, draw, small_forest, small_graph, walk_bound};
    use rotor_graph::{Limit, StoppingGraph, VertexMap, parse};

    #[test]
    fn what_is_iterated_ends_where_particles_do() {
        let mut dice = Dice::new(142);
        let mut kinds = Kinds::default();
        let mut compared = 0;
        for _ in 0..4_000 {
            let instance = if dice.chance(0.5) { small_graph(&mut dice) } else { small_forest(&mut dice) };
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            kinds.see(&instance);
            let stopping = StoppingGraph::of(instance.graph());
            let (part, vertices) = Part::of_active(&instance);
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::ZERO);
            vertices.iter().for_each(|&u| particles[u] = dice.below(9).into());
            let mut flow = PseudoFlow::new(&part, vertices.iter().map(|&u| particles[u].clone()).collect());
            let free = vec![false; part.len()];
            let mut averages = Averages::Iterated(Iteration::of(&part, &free)).into();
            assert!(settle(&mut flow, &free, &mut averages, &mut ()).unwrap(), "{instance}");
            flow.recount();
            assert!(left_over(&flow, &free).is_zero(), "{instance}");
            make_least(&mut flow, &mut ()).unwrap();
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            for (&u, found) in vertices.iter().zip(flow.all_departures()) {
                assert_eq!(found, run.departures[u], "{} of\n{instance}", instance.name(u));
                compared += 1;
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(compared > 5_000, "{compared}");
    }

    /// A flow with particles and holes, up to 2^`bits` of them, and some vertices held.
    fn unsettled<'p>(part: &'p Part, bits: u32, dice: &mut Dice) -> (PseudoFlow<'p>, Vec<bool>) {
        let supply = (0..part.len())
            .map(|_| BigUint::from(dice.below(9) * dice.below(2)) << dice.below(bits))
            .collect();
        let mut flow = PseudoFlow::new(part, supply);
        let some: Vec<_> =
            (0..part.len()).map(|v| (v, BigInt::from(dice.below(40) * dice.below(2)))).collect();
        flow.apply(some.into_iter());
        (flow, (0..part.len()).map(|_| dice.chance(0.2)).collect())
    }

    #[test]
    fn guesses_in_machine_words_are_those_in_long_numbers() {
        let mut dice = Dice::new(152);
        let mut kinds = Kinds::default();
        let [mut compared, mut clamped, mut large] = [0; 3];
        for _ in 0..4_000 {
            let instance = if dice.chance(0.5) { small_graph(&mut dice) } else { small_forest(&mut dice) };
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            let bits = if dice.chance(0.1) { 60 } else { 1 };
            let (mut flow, held) = unsettled(&part, bits, &mut dice);
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            let Averages::Eliminated(elimination) = &averages else { continue };
            let damping = dice.below(3);
            let Some(found) = machine_changes(&flow, elimination, &held, damping) else {
                large += 1;
                continue;
            };
            let free = |v: usize| if held[v] { BigInt::zero() } else { flow.residual(v) };
            let expected = averages.rounded_visits(&part, &held, free, &mut ()).unwrap();
            let mut long = flow.clone();
            for (v, expected) in expected.iter().enumerate().filter(|&(v, _)| !held[v]) {
                // Particles and holes are rounded apart here, and not there.
                let error = BigInt::from(found[v]) - (expected >> damping);
                assert!(error.magnitude() <= &2u32.into(), "{v} of\n{instance}");
                let expected = BigInt::from(found[v]);
                clamped += u32::from(-&expected > long.departures(v));
                long.change(v, &expected);
            }
            long.recount();
            flow.shift_all(&found);
            for v in 0..part.len() {
                assert_eq!(flow.departures(v), long.departures(v), "{v} of\n{instance}");
                assert_eq!(flow.residual(v), long.residual(v), "{v} of\n{instance}");
                compared += 1;
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(compared > 8_000 && clamped > 20 && large > 20, "{compared} {clamped} {large}");
    }

    #[test]
    fn halved_guesses_settle_valleys_that_no_step_gets_out_of() {
        /// How often guesses were begun anew.
        struct Rounds(u32);
        impl Tick for Rounds {
            fn tick(&mut self, _: u64) -> Result<(), Stop> {
                Ok(())
            }
            fn observe(&mut self, event: Event<'_>) {
                self.0 += u32::from(matches!(event, Event::Flow(_)));
            }
        }
        let mut dice = Dice::new(153);
        let [mut settled, mut halved] = [0; 2];
        for _ in 0..300 {
            let depth = dice.between(10..=30);
            let (part, _) =
                Part::of_active(&draw("wells", &[("wells", 1), ("depth", depth)], &mut dice).unwrap());
            let mut supply = vec![BigUint::ZERO; part.len()];
            supply[dice.below(part.len() as u32) as usize] = BigUint::from(dice.between(1..=3));
            let mut flow = PseudoFlow::new(&part, supply);
            let (free, mut rounds) = (vec![false; part.len()], Rounds(0));
            settled += u32::from(settle(&mut flow, &free, &mut OnDemand::default(), &mut rounds).unwrap());
            halved += u32::from(rounds.0 > 2);
        }
        assert!(
            settled >= 290 && halved >= 20,
            "{settled} of 300 settled, {halved} after more than two guesses"
        );
    }

    #[test]
    fn any_number_of_particles_may_wait_on_a_held_vertex() {
        let (part, _) = Part::of_active(&parse("a: b c\nb: a c s\nc: b a\nsink s").unwrap());
        let many = BigUint::from(1u32) << 80u32;
        for supply in [[5u32.into(), 3u32.into(), many.clone()], [many.clone(), &many + 1u32, many.clone()]] {
            let total: BigUint = supply.iter().sum();
            let mut flow = PseudoFlow::new(&part, supply.to_vec());
            let held = [false, false, true];
            assert!(settle(&mut flow, &held, &mut OnDemand::default(), &mut ()).unwrap());
            assert!(left_over(&flow, &held).is_zero());
            let waiting = flow.residual(2);
            flow.recount();
            assert!(waiting == flow.residual(2) && waiting >= many.clone().into() && waiting <= total.into());
        }
    }

    /// What is left over on a, b, c, d when two particles on a, and holes on c and d, are routed as `sign` and `most` have
    /// it; and how many operations that took: three for each vertex, and its arcs that were used.
    fn routed(sign: Sign, held: [bool; 4], most: u64) -> ([i64; 4], u64) {
        let (part, _) = Part::of_active(&parse("a: b\nb: c\nc: d s\nd: s\nsink s").unwrap());
        let mut flow = PseudoFlow::new(&part, [2u32, 0, 0, 0].map(BigUint::from).to_vec());
        flow.shift(2, 1);
        flow.shift(3, 2);
        assert_eq!(flow.small_residuals(&held).unwrap(), [2, 0, -1, -1]);
        let mut tick = Limit(1_000);
        annihilate(&mut flow, &held, sign, most, &mut tick).unwrap();
        let left: Vec<i64> = flow.small_residuals(&held).unwrap().to_vec();
        (left.try_into().unwrap(), 1_000 - tick.0)
    }

    #[test]
    fn particles_are_routed_until_they_leave_or_fill_a_hole() {
        assert_eq!(routed(Sign::Particles, [false; 4], 100), ([0, 0, 0, -1], 12));
        assert_eq!(routed(Sign::Particles, [false; 4], 2), ([0, 0, 1, -1], 8));
        assert_eq!(routed(Sign::Particles, [false, true, false, false], 100), ([0, 2, -1, -1], 4));
    }

    #[test]
    fn holes_are_routed_and_particles_stay_where_they_are() {
        // The departure of c that is taken back led to d.
        assert_eq!(routed(Sign::Holes, [false; 4], 100), ([2, 0, 0, 0], 12));
        assert_eq!(routed(Sign::Holes, [false, false, true, false], 100), ([2, 0, -1, 0], 4));
    }

    #[test]
    fn what_is_left_over_stays_listed_and_does_not_become_more() {
        let mut dice = Dice::new(154);
        let [mut stopped, mut empty] = [0; 2];
        for _ in 0..4_000 {
            let (part, _) = Part::of_active(&small_graph(&mut dice));
            let supply = (0..part.len()).map(|_| dice.below(5).into()).collect();
            let mut flow = PseudoFlow::new(&part, supply);
            let some: Vec<_> = (0..part.len()).map(|v| (v, dice.below(6).into())).collect();
            flow.apply(some.into_iter());
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.2)).collect();
            let mut left = LeftOver::of(&flow, &held).unwrap();
            for sign in [Sign::Particles, Sign::Holes, Sign::Particles] {
                let (before, most) = (left.count(&flow), u64::from(dice.below(12)));
                left.route(&mut flow, &held, sign, most);
                flow.recount();
                let again = LeftOver::of(&flow, &held).unwrap();
                left.vertices.sort_unstable_by(|v, w| w.cmp(v));
                assert_eq!(left.vertices, again.vertices, "{part:?}");
                assert!(left.count(&flow) <= before && !left.waiting.contains(&true));
                stopped += u32::from(left.vertices.iter().any(|&v| sign.of(flow.word(v as usize))));
                empty += u32::from(left.vertices.is_empty());
            }
        }
        assert!(stopped > 1_000 && empty > 1_000, "{stopped} {empty}");
    }
}
