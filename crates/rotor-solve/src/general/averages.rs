//! Averages: expected visits with as many bits as a guess needs, by the cheapest arithmetic that has them.

use super::big_float::{Cell, Floats};
use super::doubles::{Doubles, Limit, Pass};
use super::expected_visits::Elimination;
use super::iterated::Iteration;
use super::part::{OUTSIDE, Part};
use super::refined::Refined;
use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, ToPrimitive, Zero};
use rotor_graph::{Stop, Tick};

/// How many bits a guess knows beyond the units.
const SPARE_BITS: u64 = 64;

/// Visits of at most this many bits are guessed in machine floats, which have fifty-two and lose a few on the way. What they
/// get wrong beyond that the next guess puts right.
pub(crate) const BITS_OF_DOUBLES: u64 = 46;

/// How many products of an elimination, for each number it keeps, make it dearer than a few rounds of refinement.
const PRODUCTS_A_NUMBER: u64 = 100;

/// How many cycles of an iteration are tried in place of a long elimination.
const CYCLES: u32 = 60;

/// The random walk on the free vertices of a part, eliminated: whatever is asked of it later costs one pass.
#[derive(Clone, Debug)]
pub(crate) enum Averages {
    /// Visits that fit machine floats.
    Doubles(Doubles),
    /// Long visits, factors in machine floats; the precision in words.
    Refined(Refined, usize),
    /// Long visits, long factors; and short factors, if they fit, for visits of little that is left over.
    Long(Elimination, Option<Doubles>),
    /// What fills in, in machine floats.
    Iterated(Iteration),
}

impl Averages {
    /// Eliminates the vertices of `part` that are not `held`, with enough bits for guesses that are right to far less
    /// than a particle.
    ///
    /// A pass in machine floats tells how often a vertex is visited at most, by particles put on all vertices. An error
    /// at any vertex grows no further than that, so as many bits, and a few more, are enough: they make each guess
    /// better than the one before. If its numbers do not fit, a pass of two words tells the same. If the pass takes long,
    /// an iteration is tried, and if it fills in, nothing is eliminated.
    ///
    /// Time: the products of the elimination, in machine floats or of so many words; memory: its fill.
    pub(crate) fn of(part: &Part, held: &[bool], tick: &mut dyn Tick) -> Result<Self, Stop> {
        const ROUGH: usize = 2;
        let pass = match Pass::within(part, held, quick(part), tick)? {
            Some(pass) => pass,
            None => {
                let iteration = Iteration::of(part, held);
                if iteration.converges(CYCLES, tick)? {
                    return Ok(Self::Iterated(iteration));
                }
                match Pass::within(part, held, full(part), tick)? {
                    Some(pass) => pass,
                    None => return Ok(Self::Iterated(iteration)),
                }
            }
        };
        let Pass { order, products, fill, doubles } = pass;
        let limbs_for = |bits: u64| (bits + SPARE_BITS).div_ceil(64) as usize;
        let ones = || held.iter().map(|&held| if held { 0.0 } else { 1.0 }).collect();
        if let Some(doubles) = doubles {
            tick.tick(fill as u64)?;
            let most = doubles.visits(ones()).into_iter().fold(0.0, f64::max);
            let bits = most.log2().ceil().max(0.0) as u64;
            if most.is_finite() && (!doubles.is_lossy || bits <= BITS_OF_DOUBLES) {
                let limbs = limbs_for(bits);
                return if bits <= BITS_OF_DOUBLES {
                    Ok(Self::Doubles(doubles))
                } else if is_dear(products, fill, limbs) {
                    Ok(Self::Refined(Refined::new(part, held, doubles, bits), limbs))
                } else {
                    let long = Elimination::in_order(part, held, &order, limbs, tick)?;
                    Ok(Self::Long(long, Some(doubles)))
                };
            }
        }
        let rough = Elimination::in_order(part, held, &order, ROUGH, tick)?;
        let visits = rough.visits(|_| 1u32.into(), tick)?;
        let most = (0..visits.len()).map(|v| visits.get(v).bits()).max().unwrap_or(0).max(0) as u64;
        let limbs = limbs_for(most);
        if limbs <= ROUGH {
            return Ok(Self::Long(rough, None));
        }
        drop(rough);
        Ok(Self::Long(Elimination::in_order(part, held, &order, limbs, tick)?, None))
    }

    /// The same, right to far less than a particle if up to 2^`bits` are put down at once.
    pub(crate) fn of_many(part: &Part, held: &[bool], bits: u64, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let few = Self::of(part, held, tick)?;
        if bits <= BITS_OF_DOUBLES {
            return Ok(few);
        }
        let visits = few.visits(|_| 1u32.into(), tick)?;
        let most = (0..visits.len()).map(|v| visits.get(v).bits()).max().unwrap_or(0).max(0) as u64;
        let limbs = (bits + most + SPARE_BITS).div_ceil(64) as usize;
        let order = match &few {
            Self::Long(elimination, _) => elimination.order(),
            Self::Doubles(doubles) => &doubles.order,
            Self::Refined(..) | Self::Iterated(_) => return Ok(few),
        };
        Ok(Self::Long(Elimination::in_order(part, held, order, limbs, tick)?, None))
    }

    /// The same to any number of bits, if they are in machine floats alone.
    pub(crate) fn refined(&self, part: &Part, held: &[bool]) -> Option<Self> {
        let Self::Doubles(doubles) = self else { return None };
        Some(Self::Refined(Refined::new(part, held, doubles.clone(), BITS_OF_DOUBLES), 2))
    }

    /// The order of elimination, if there was one.
    pub(crate) fn order(&self) -> Option<&[u32]> {
        match self {
            Self::Doubles(doubles) => Some(&doubles.order),
            Self::Refined(refined, _) => Some(refined.order()),
            Self::Long(elimination, _) => Some(elimination.order()),
            Self::Iterated(_) => None,
        }
    }

    /// Factors in machine floats, if they fit, and the most visits that they are right for, but for a few particles that the
    /// next guess puts right.
    pub(crate) fn short_factors(&self) -> Option<(&Doubles, f64)> {
        let few = (1u64 << (BITS_OF_DOUBLES + 6)) as f64;
        match self {
            Self::Doubles(doubles) => Some((doubles, f64::INFINITY)),
            Self::Refined(refined, _) => Some((refined.doubles(), few)),
            Self::Long(_, doubles) => doubles.as_ref().map(|doubles| (doubles, few)),
            Self::Iterated(_) => None,
        }
    }

    /// How many numbers are kept besides one for each vertex.
    pub(crate) fn fill(&self) -> usize {
        match self {
            Self::Doubles(doubles) => doubles.fill(),
            Self::Refined(refined, _) => refined.fill(),
            Self::Long(elimination, _) => elimination.fill(),
            Self::Iterated(iteration) => iteration.fill(),
        }
    }

    /// The precision in words.
    pub(crate) fn limbs(&self) -> usize {
        match self {
            Self::Doubles(_) | Self::Iterated(_) => 1,
            Self::Refined(_, limbs) => *limbs,
            Self::Long(elimination, _) => elimination.limbs(),
        }
    }

    /// The expected number of departures from each vertex if these particles are put down; 0 for held vertices.
    ///
    /// Time: the fill, times products of this precision; a few times that if it is refined.
    pub(crate) fn visits(
        &self,
        particles: impl Fn(usize) -> BigUint,
        tick: &mut dyn Tick,
    ) -> Result<Floats, Stop> {
        match self {
            Self::Doubles(doubles) => {
                tick.tick((doubles.fill() + doubles.degree.len()) as u64)?;
                visits_in_doubles(&doubles.is_free(), particles, |put| Ok(doubles.visits(put)))
            }
            Self::Iterated(iteration) => {
                visits_in_doubles(&iteration.is_free(), particles, |put| iteration.visits(&put, tick))
            }
            Self::Refined(refined, limbs) => refined.visits(particles, *limbs, tick),
            Self::Long(elimination, _) => elimination.visits(particles, tick),
        }
    }

    /// The expected departures of these particles, holes being negative, rounded; particles and holes apart, so that
    /// nothing cancels before it is rounded.
    pub(crate) fn rounded_visits(
        &self,
        particles: impl Fn(usize) -> BigInt,
        tick: &mut dyn Tick,
    ) -> Result<Vec<BigInt>, Stop> {
        if let Self::Refined(refined, _) = self {
            return refined.rounded_visits(particles, tick);
        }
        let of_sign = |negative: bool| {
            let particles = &particles;
            move |v| match particles(v) {
                number if number.is_negative() == negative => number.into_parts().1,
                _ => BigUint::zero(),
            }
        };
        let gained = self.visits(of_sign(false), tick)?;
        let lost = self.visits(of_sign(true), tick)?;
        let change = |v| BigInt::from(gained.get(v).round()) - BigInt::from(lost.get(v).round());
        Ok((0..gained.len()).map(change).collect())
    }

    /// The response to `vertex`, one of those that are held, right for steps of so many bits.
    pub(crate) fn response_to(
        &self,
        part: &Part,
        held: &[bool],
        vertex: usize,
        bits: u64,
        tick: &mut dyn Tick,
    ) -> Result<Response, Stop> {
        let limbs = (bits + SPARE_BITS).div_ceil(64) as usize;
        match self {
            Self::Iterated(_) => Response::of(self, part, vertex, tick),
            Self::Doubles(_) if bits <= BITS_OF_DOUBLES => Response::of(self, part, vertex, tick),
            Self::Doubles(doubles) if is_dear(doubles.products, doubles.fill(), limbs) => {
                let refined = Refined::new(part, held, doubles.clone(), bits.max(BITS_OF_DOUBLES));
                Response::of(&Self::Refined(refined, limbs), part, vertex, tick)
            }
            Self::Doubles(Doubles { order, .. }) => {
                let long = Elimination::in_order(part, held, order, limbs, tick)?;
                Response::of(&Self::Long(long, None), part, vertex, tick)
            }
            Self::Refined(refined, _) => {
                Response::of(&Self::Refined(refined.clone(), limbs), part, vertex, tick)
            }
            Self::Long(elimination, _) if elimination.limbs() >= limbs => {
                Response::of(self, part, vertex, tick)
            }
            Self::Long(elimination, _) => {
                let finer = Elimination::in_order(part, held, elimination.order(), limbs, tick)?;
                Response::of(&Self::Long(finer, None), part, vertex, tick)
            }
        }
    }
}

/// Whether an elimination with numbers of so many words takes longer than a few rounds of refinement.
fn is_dear(products: u64, fill: usize, limbs: usize) -> bool {
    products * limbs as u64 > PRODUCTS_A_NUMBER * fill as u64
}

/// What a pass may cost before an iteration is tried, which takes about as long.
fn quick(part: &Part) -> Limit {
    Limit { looked_at: (1 << 22) + 256 * part.arc_count() as u64, numbers: full(part).numbers }
}

/// What a pass may cost if it is not: where it fills in more than this, plain work has come further meanwhile.
fn full(part: &Part) -> Limit {
    Limit { looked_at: u64::MAX, numbers: (1 << 20) + 50 * part.arc_count() as u64 }
}

/// The visits as long numbers of one word, by a solver in machine floats; nothing is put on vertices that are not free.
fn visits_in_doubles(
    is_free: &[bool],
    particles: impl Fn(usize) -> BigUint,
    solve: impl FnOnce(Vec<f64>) -> Result<Vec<f64>, Stop>,
) -> Result<Floats, Stop> {
    /// The largest double has 1,024 bits, and visits are longer than what is put down by less than a hundred.
    const MOST_BITS: u64 = 900;
    let put = |(v, &is_free): (usize, &bool)| if is_free { particles(v) } else { BigUint::zero() };
    let put_down: Vec<BigUint> = is_free.iter().enumerate().map(put).collect();
    let down = put_down.iter().map(BigUint::bits).max().unwrap_or(0).saturating_sub(MOST_BITS);
    let number = |count: &BigUint| if down == 0 { count.to_f64() } else { (count >> down).to_f64() };
    let found = solve(put_down.iter().map(|count| number(count).unwrap_or(0.0)).collect())?;
    let mut visits = Floats::zeros(1, found.len());
    for (v, &number) in found.iter().enumerate() {
        visits.set_f64(v, number);
        visits.scale(v, down as i64);
    }
    Ok(visits)
}

/// How the departures of a part follow those of one held vertex, on average.
#[derive(Clone, Debug)]
pub(crate) struct Response(Floats);

impl Response {
    /// The response to `vertex`, one of those that `averages` take as outside.
    fn of(averages: &Averages, part: &Part, vertex: usize, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let mut arcs = vec![0u32; part.len()];
        part.heads(vertex).iter().filter(|&&w| w != OUTSIDE).for_each(|&w| arcs[w as usize] += 1);
        let mut visits = averages.visits(|v| arcs[v].into(), tick)?;
        let limbs = visits.limbs();
        let mut degree = Floats::zeros(limbs, 1);
        degree.set_integer(0, &part.degree(vertex).into());
        let [mut share, mut product] = [Cell::new(limbs), Cell::new(limbs)];
        share.invert(degree.get(0));
        for v in 0..part.len() {
            let each = product.multiply(visits.get(v), share.get());
            visits.set(v, each);
        }
        Ok(Self(visits))
    }

    /// What `departures` more from the held vertex change elsewhere, rounded; vertices with no change are left out.
    ///
    /// Time O(|V|), and for each change as many words as it has if `departures` is a power of 2, else a product.
    pub(crate) fn scaled(&self, departures: &BigUint) -> Vec<(usize, BigUint)> {
        let Self(visits) = self;
        let mut cell = Cell::new(visits.limbs());
        let mut number = Floats::zeros(visits.limbs(), 1);
        number.set_integer(0, departures);
        let least = -1 - number.get(0).bits();
        let feels = (0..visits.len()).filter(|&v| visits.get(v).bits() > least);
        let power = departures.trailing_zeros().filter(|&zeros| zeros + 1 == departures.bits());
        let changes = feels.map(|v| match power {
            Some(power) => (v, visits.get(v).scaled(power as i64).round()),
            None => (v, cell.multiply(number.get(0), visits.get(v)).round()),
        });
        changes.filter(|(_, change)| !change.is_zero()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::{Dice, Kinds, small_forest, small_graph};

    /// The visits times 2^`UP`, rounded.
    fn scaled(mut visits: Floats) -> Vec<BigUint> {
        const UP: i64 = 300;
        (0..visits.len()).for_each(|v| visits.scale(v, UP));
        (0..visits.len()).map(|v| visits.get(v).round()).collect()
    }

    #[test]
    fn all_arithmetics_agree_on_visits_up_to_their_bits() {
        let mut dice = Dice::new(89);
        let mut kinds = Kinds::default();
        let mut compared = 0;
        for index in 0..3_000 {
            let instance = if index % 2 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
            kinds.see(&instance);
            let (part, _) = Part::of_active(&instance);
            let held: Vec<bool> = (0..part.len()).map(|_| dice.chance(0.1)).collect();
            let put: Vec<BigUint> =
                (0..part.len()).map(|_| BigUint::from(dice.below(9)) << dice.below(20)).collect();
            let pass = Pass::within(&part, &held, Limit::NONE, &mut ()).unwrap().unwrap();
            let doubles = pass.doubles.unwrap();
            let long = Elimination::in_order(&part, &held, &pass.order, 6, &mut ()).unwrap();
            let refined = Averages::Refined(Refined::new(&part, &held, doubles.clone(), 64), 4);
            let visits = |averages: Averages| scaled(averages.visits(|v| put[v].clone(), &mut ()).unwrap());
            let right = visits(Averages::Long(long, None));
            for (averages, bits) in [(Averages::Doubles(doubles), 44u32), (refined, 150)] {
                for (v, (found, right)) in visits(averages).iter().zip(&right).enumerate() {
                    let error = if found > right { found - right } else { right - found };
                    assert!(error <= (right >> bits) + 1u32, "{v}: {found} for {right} on\n{instance}");
                    assert!(!held[v] || right.is_zero());
                    compared += u32::from(!right.is_zero());
                }
            }
        }
        assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
        assert!(compared > 10_000, "only {compared} visits");
    }

    #[test]
    fn factors_too_small_for_a_double_do_no_harm_to_few_visits() {
        let mut dice = Dice::new(158);
        let [mut few, mut many] = [0; 2];
        for _ in 0..6 {
            // A path with a drift away from its exit, at vertex 0.
            let n = dice.between(1_100..=1_300);
            let row = |v: u32, dice: &mut Dice| {
                let mut row = vec![if v == 0 { OUTSIDE } else { v - 1 }];
                row.extend(vec![(v + 1).min(n - 1); dice.between(2..=3) as usize]);
                row
            };
            let rows: Vec<_> = (0..n).map(|v| row(v, &mut dice)).collect();
            let part = Part::from_rows(&rows);
            let mut held = vec![false; n as usize];
            let Averages::Long(..) = Averages::of(&part, &held, &mut ()).unwrap() else {
                panic!("visits have more than a thousand bits")
            };
            many += 1;
            held[n as usize - 1] = true;
            let averages = Averages::of(&part, &held, &mut ()).unwrap();
            let Averages::Doubles(doubles) = &averages else { panic!("{averages:?}") };
            few += u32::from(doubles.is_lossy);
            let long = Elimination::in_order(&part, &held, &doubles.order, 6, &mut ()).unwrap();
            let refined = Averages::Refined(Refined::new(&part, &held, doubles.clone(), 64), 4);
            let visits = |averages: Averages| scaled(averages.visits(|_| 1u32.into(), &mut ()).unwrap());
            let right = visits(Averages::Long(long, None));
            for (averages, bits) in [(averages.clone(), 44u32), (refined, 150)] {
                for (v, (found, right)) in visits(averages).iter().zip(&right).enumerate() {
                    let error = if found > right { found - right } else { right - found };
                    assert!(error <= (right >> bits) + 1u32, "{v}: {found} for {right}");
                }
            }
        }
        assert!(few == 6 && many == 6, "{few} {many}");
    }
}
