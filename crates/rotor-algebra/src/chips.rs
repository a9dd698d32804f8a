//! Chips: a vertex with at least d(u) of them may fire and sends one along every arc.
//!
//! **Stabilising.** The order of firings makes no difference: the chips that are stable in the end, and how often each vertex
//! fires, are always the same. And no vertex has to fire more often than in any way to make the chips stable (*least
//! action*). So firings may be found in any way: in bulk, from halves, or from a guess that is then corrected.
//!
//! **Guesses.** Firings u ≥ 0 of a large pile come close to the least real u ≥ 0 after which no vertex has more chips than a
//! stable pile has on average: an obstacle problem. Floats solve it quickly by projected over-relaxation; integers then fire
//! what is still unstable and take back what can be spared. Nothing of the floats is left in the result: stable chips without
//! a firing to spare are the answer, however they were found. Both the relaxation and that last test need an undirected
//! graph; sinks and loops do not matter.
//!
//! **Burning.** On an undirected graph, fire the sinks once: stable chips are recurrent exactly if then every vertex fires
//! once (Dhar 1990). On a directed one vertices may have to fire several times: a *burning script* is a vector s ≥ 1 of
//! firings with s·Δ ≥ 0, and stable σ ≥ 0 is recurrent exactly if σ + s·Δ stabilises to σ by firing s (Speer 1993).

use crate::laplacian::{Ends, Laplacian};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_graph::{IdentityClaim, Multigraph, StabilisationClaim, Stop, StoppingGraph, Tick, VertexMap};
use std::collections::VecDeque;
use std::ops::{AddAssign, SubAssign};

/// The stable chips that `chips` lead to, and how often each vertex fires on the way; traps are sinks, and chips may be
/// negative. A vertex is stable if it has fewer than d(u) chips; the order of firings makes no difference.
///
/// On undirected graphs the firings are guessed in floats, then corrected in integers until none can be spared. Elsewhere,
/// and if chips are too many for that, large piles are halved first: if firing u stabilises half of the chips, then every
/// vertex fires at least 2·u times, and what is left afterwards is small. So a number of b bits costs b stabilisations of a
/// few chips per vertex, each in machine words. Time: no polynomial bound; O(|A|) for each sweep over unstable vertices, about
/// diameter² sweeps on a grid.
pub fn stabilise(
    graph: &Multigraph,
    chips: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    stabilise_by(least_firings, graph, chips, tick)
}

/// The reference implementation of [`stabilise`]: every vertex fires as often as it can, over and over, in machine words if
/// the chips fit.
///
/// Time: O(d) for each time a vertex fires in bulk.
pub fn fire_plainly(
    graph: &Multigraph,
    chips: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    let plainly = |laplacian: &Laplacian, start: &[BigInt], tick: &mut dyn Tick| {
        let mut fired = vec![BigUint::zero(); laplacian.len()];
        fire_any(laplacian, &mut start.to_vec(), &mut fired, tick)?;
        Ok(fired)
    };
    stabilise_by(plainly, graph, chips, tick)
}

fn stabilise_by(
    firings_of: impl Fn(&Laplacian, &[BigInt], &mut dyn Tick) -> Result<Vec<BigUint>, Stop>,
    graph: &Multigraph,
    chips: &VertexMap<BigInt>,
    tick: &mut dyn Tick,
) -> Result<StabilisationClaim, Stop> {
    let stopping = StoppingGraph::of(graph);
    let laplacian = Laplacian::of_active(&stopping, tick)?;
    let start: Vec<BigInt> = laplacian.vertices.iter().map(|&u| chips[u].clone()).collect();
    let fired = firings_of(&laplacian, &start, tick)?;
    let left = after(&laplacian, &start, &fired);
    let burning = Burning::of(&laplacian, tick)?;
    let recurrent = burning.burns(&laplacian, &left, tick)?;
    let firings = spread(graph, &laplacian, fired);
    let mut ends = Ends::new(&stopping);
    chips.iter().for_each(|(v, count)| ends.arrive(v, count));
    ends.arrive_along_arcs(|u| firings[u].clone().into());
    let Ends { sinks, trapped, .. } = ends;
    Ok(StabilisationClaim {
        start: chips.clone(),
        traps: stopping.traps().members().to_vec(),
        firings,
        chips: spread(graph, &laplacian, left),
        sinks,
        trapped,
        recurrent,
        script: spread(graph, &laplacian, burning.script),
    })
}

/// The recurrent chips that are equivalent to 0, traps being sinks.
///
/// With m the most chips a stable vertex can have, d(u) − 1, stabilise 2m to r; then 2m − r is equivalent to nothing,
/// and at least m everywhere, so that what it stabilises to is recurrent. Time: two stabilisations of at most 2d chips
/// per vertex.
pub fn identity(graph: &Multigraph, tick: &mut dyn Tick) -> Result<IdentityClaim, Stop> {
    let stopping = StoppingGraph::of(graph);
    let laplacian = Laplacian::of_active(&stopping, tick)?;
    let double: Vec<BigInt> = laplacian.degree.iter().map(|degree| BigInt::from(2 * (degree - 1))).collect();
    let first = least_firings(&laplacian, &double, tick)?;
    let rest = after(&laplacian, &double, &first);
    let remains: Vec<BigInt> = double.iter().zip(&rest).map(|(double, rest)| double - rest).collect();
    let second = least_firings(&laplacian, &remains, tick)?;
    let chips = after(&laplacian, &remains, &second);
    // 2m = r + first·Δ and 2m − r = e + second·Δ, so e = (first − second)·Δ.
    let firings =
        first.into_iter().zip(second).map(|(first, second)| BigInt::from(first) - BigInt::from(second));
    Ok(IdentityClaim {
        traps: stopping.traps().members().to_vec(),
        chips: spread(graph, &laplacian, chips),
        firings: spread(graph, &laplacian, firings),
        script: spread(graph, &laplacian, Burning::of(&laplacian, tick)?.script),
    })
}

/// The least burning script: all ones where no vertex has more arcs in than out; 0 on sinks and in traps.
///
/// Time: O(|A|) for each round in which some entry grows; entries can be exponential in |V|.
pub fn burning_script(graph: &Multigraph, tick: &mut dyn Tick) -> Result<VertexMap<BigUint>, Stop> {
    let laplacian = Laplacian::of_active(&StoppingGraph::of(graph), tick)?;
    Ok(spread(graph, &laplacian, Burning::of(&laplacian, tick)?.script))
}

/// What is noted of the active vertices, noted of all; 0 elsewhere.
fn spread<T: Clone + Zero>(
    graph: &Multigraph,
    laplacian: &Laplacian,
    noted: impl IntoIterator<Item = T>,
) -> VertexMap<T> {
    let mut all = VertexMap::filled(graph.vertex_count(), T::zero());
    laplacian.vertices.iter().zip(noted).for_each(|(&u, value)| all[u] = value);
    all
}

/// How often each vertex fires: by a guess if that works, else by halving.
fn least_firings(laplacian: &Laplacian, start: &[BigInt], tick: &mut dyn Tick) -> Result<Vec<BigUint>, Stop> {
    if let Some(fired) = fire_by_guess(laplacian, start, tick)? {
        return Ok(fired);
    }
    let most = start.iter().filter(|count| count.is_positive()).map(BigInt::bits).max().unwrap_or(0);
    let mut fired = vec![BigUint::zero(); laplacian.len()];
    // Halving pays only where piles are much larger than degrees.
    let few = laplacian.degree.iter().map(|degree| 64 - degree.leading_zeros()).max().unwrap_or(0) + 4;
    let halvings = most.saturating_sub(few.into());
    for halving in (0..=halvings).rev() {
        fired.iter_mut().for_each(|times| *times <<= 1);
        // Rounded down, missing chips too: twice this part is nowhere more than all.
        let part: Vec<BigInt> = start.iter().map(|count| count >> halving).collect();
        let mut left = after(laplacian, &part, &fired);
        fire_any(laplacian, &mut left, &mut fired, tick)?;
    }
    Ok(fired)
}

/// chips − firings · Δ.
fn after(laplacian: &Laplacian, chips: &[BigInt], firings: &[BigUint]) -> Vec<BigInt> {
    let mut after = chips.to_vec();
    for (u, times) in firings.iter().enumerate().filter(|(_, times)| !times.is_zero()) {
        let times = BigInt::from(times.clone());
        after[u] -= &times * laplacian.loss[u];
        laplacian.heads(u).iter().for_each(|&v| after[v as usize] += &times);
    }
    after
}

/// Fires until every vertex is stable, in machine words if the chips fit. Adds the firings to `fired`.
///
/// No chip is ever made, so that no later sum is greater. And a vertex that misses more chips than there are never fires: how
/// many more makes no difference.
fn fire_any(
    laplacian: &Laplacian,
    chips: &mut [BigInt],
    fired: &mut [BigUint],
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let positive: BigInt = chips.iter().filter(|count| count.is_positive()).sum();
    let Some(most) = positive.to_i64().filter(|&most| most < 1 << 62) else {
        return fire(laplacian, chips, fired, tick);
    };
    let word = |count: &BigInt| count.to_i64().map_or(-most, |count| count.max(-most));
    let mut words: Vec<i64> = chips.iter().map(word).collect();
    fire(laplacian, &mut words, fired, tick)?;
    chips.iter_mut().zip(words).for_each(|(count, after)| *count += after - word(count));
    Ok(())
}

/// How many bulk firings are paid for at once.
const PAY_EVERY: u64 = 1 << 12;

/// Chips of any number, or as many as a machine word counts.
trait Count: Integer + Signed + Clone + From<i64> + SubAssign + for<'t> AddAssign<&'t Self> {
    /// Adds it, which is not negative.
    fn add_to(self, sum: &mut BigUint);
}

impl Count for i64 {
    fn add_to(self, sum: &mut BigUint) {
        *sum += self.unsigned_abs();
    }
}

impl Count for BigInt {
    fn add_to(self, sum: &mut BigUint) {
        *sum += self.magnitude();
    }
}

/// Fires until every vertex is stable, each time as often as it can at once. Adds the firings to `fired`.
fn fire<T: Count>(
    laplacian: &Laplacian,
    chips: &mut [T],
    fired: &mut [BigUint],
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let mut firings = vec![T::zero(); laplacian.len()];
    let mut unstable = WaitingVertices::new(laplacian.len());
    // Chips beyond what a vertex needs to fire: the sign says whether it can, and the loop reads one number per head.
    chips.iter_mut().zip(&laplacian.degree).for_each(|(count, &degree)| *count -= degree.into());
    (0..laplacian.len()).filter(|&u| !chips[u].is_negative()).for_each(|u| unstable.insert(u));
    let many = T::from(1 << 61);
    let mut unpaid = 0;
    while let Some(u) = unstable.pop() {
        unpaid += 1;
        if unpaid == PAY_EVERY {
            tick.tick(std::mem::take(&mut unpaid))?;
        }
        let (spare, loss) = (&mut chips[u], T::from(laplacian.loss[u]));
        // Most vertices fire once, and a division is what the loop would wait for.
        let times = if *spare < loss { T::one() } else { spare.clone() / loss.clone() + T::one() };
        *spare -= times.clone() * loss;
        let sum = &mut firings[u];
        *sum += &times;
        if *sum > many {
            std::mem::replace(sum, T::zero()).add_to(&mut fired[u]);
        }
        for &v in laplacian.heads(u) {
            let count = &mut chips[v as usize];
            *count += &times;
            if !count.is_negative() {
                unstable.insert(v as usize);
            }
        }
    }
    tick.tick(unpaid)?;
    chips.iter_mut().zip(&laplacian.degree).for_each(|(count, &degree)| *count += &degree.into());
    fired.iter_mut().zip(firings).for_each(|(sum, more)| more.add_to(sum));
    Ok(())
}

/// The least burning script, on the active vertices.
#[derive(Clone, Debug)]
pub(crate) struct Burning {
    script: Vec<BigUint>,
}

impl Burning {
    /// Raises entries until none sends less than it receives.
    pub(crate) fn of(laplacian: &Laplacian, tick: &mut dyn Tick) -> Result<Self, Stop> {
        let tails = laplacian.tails(tick)?;
        let mut script = vec![BigUint::one(); laplacian.len()];
        let mut waiting = vec![true; laplacian.len()];
        let mut queue: VecDeque<usize> = (0..laplacian.len()).collect();
        while let Some(u) = queue.pop_front() {
            waiting[u] = false;
            tick.tick(1 + tails.of(u).len() as u64)?;
            let arriving: BigUint = tails.of(u).iter().map(|&tail| &script[tail as usize]).sum();
            let needed = arriving.div_ceil(&laplacian.loss[u].unsigned_abs().into());
            if needed > script[u] {
                script[u] = needed;
                for &v in laplacian.heads(u) {
                    if !std::mem::replace(&mut waiting[v as usize], true) {
                        queue.push_back(v as usize);
                    }
                }
            }
        }
        Ok(Self { script })
    }

    /// Whether stable chips are recurrent.
    pub(crate) fn burns(
        &self,
        laplacian: &Laplacian,
        chips: &[BigInt],
        tick: &mut dyn Tick,
    ) -> Result<bool, Stop> {
        if chips.iter().any(BigInt::is_negative) {
            return Ok(false);
        }
        let lost = after(laplacian, &vec![BigInt::zero(); laplacian.len()], &self.script);
        let mut burnt: Vec<BigInt> = chips.iter().zip(&lost).map(|(count, lost)| count - lost).collect();
        let mut fired = vec![BigUint::zero(); laplacian.len()];
        fire_any(laplacian, &mut burnt, &mut fired, tick)?;
        Ok(fired == self.script)
    }
}

/// What stable vertices have on average, plus one, as a share of the degree, where chips lie everywhere. It fits square
/// grids best: both stabilisations of the identity have 2.38 and 2.32 chips left on average. Too small a share costs firings
/// that have to be taken back (with 0.83, 574 sets of them in place of 47 on 500 × 500), too large a one costs more firings.
const EVERYWHERE: f64 = 0.845;

/// The same for piles on few vertices: one of 10⁶ chips in the middle of a grid leaves 2.28 on average. With 0.845, six times
/// as many firings are left to the integers.
const PILED: f64 = 0.82;

/// The greatest share there can be. With it a guess is never much too large.
const GREATEST: f64 = 1.0;

/// Chips and firings beyond this are left to others.
const MOST_COUNT: i64 = 1 << 40;

/// The least firings that stabilise `chips`, or none if the graph is directed, the chips are too many, or no guess is good.
fn fire_by_guess(
    laplacian: &Laplacian,
    chips: &[BigInt],
    tick: &mut dyn Tick,
) -> Result<Option<Vec<BigUint>>, Stop> {
    let Some(chips) = chips.iter().map(ToPrimitive::to_i64).collect::<Option<Vec<i64>>>() else {
        return Ok(None);
    };
    let is_many = chips.iter().any(|count| count.abs() > MOST_COUNT) || laplacian.len() > 1 << 22;
    if is_many || !is_undirected(laplacian, tick)? {
        return Ok(None);
    }
    let unstable = (0..laplacian.len()).filter(|&u| chips[u] >= laplacian.degree[u]).count();
    let usual = if unstable < laplacian.len() / 4 { PILED } else { EVERYWHERE };
    for density in [usual, GREATEST] {
        let Some(mut fired) = relax(laplacian, &chips, density, tick)? else { return Ok(None) };
        let mut left = chips.clone();
        for u in 0..laplacian.len() {
            left[u] -= fired[u] * laplacian.loss[u];
            laplacian.heads(u).iter().for_each(|&v| left[v as usize] += fired[u]);
        }
        let mut more = vec![BigUint::zero(); laplacian.len()];
        fire(laplacian, &mut left, &mut more, tick)?;
        for (fired, more) in fired.iter_mut().zip(&more) {
            *fired += more.to_i64().unwrap_or(i64::MAX / 2);
        }
        if take_back(laplacian, &mut left, &mut fired, tick)? {
            return Ok(Some(fired.into_iter().map(|times| BigUint::from(times.unsigned_abs())).collect()));
        }
    }
    Ok(None)
}

/// Whether as many arcs lead from u to v as from v to u, for all active u and v. Over-relaxation needs that.
fn is_undirected(laplacian: &Laplacian, tick: &mut dyn Tick) -> Result<bool, Stop> {
    let tails = laplacian.tails(tick)?;
    Ok((0..laplacian.len()).all(|u| laplacian.heads(u) == tails.of(u)))
}

/// When no firing changes by more than this in a sweep, integers are quicker than another sweep: of 1, 0.1 and 0.01 this
/// took the least time on the identity of a grid and on a single pile.
const SETTLED: f64 = 1.0;

/// Projected over-relaxation (Cryer 1971), rounded down; none if the numbers become too large.
///
/// Only where the pile has spread to are vertices looked at. First come those at an even distance from the first vertex,
/// then the others: on a bipartite graph this order is as good as any for over-relaxation, and since no vertex has to wait for the
/// one before it, a sweep takes half the time. How fast to go depends on how wide the pile is.
fn relax(
    laplacian: &Laplacian,
    chips: &[i64],
    density: f64,
    tick: &mut dyn Tick,
) -> Result<Option<Vec<i64>>, Stop> {
    let share = |u: usize| 1.0 / laplacian.loss[u] as f64;
    let shares: Vec<f64> = (0..laplacian.len()).map(share).collect();
    let too_many = |u: usize| chips[u] as f64 - (laplacian.degree[u] as f64 * density - 1.0);
    let surplus: Vec<f64> = (0..laplacian.len()).map(|u| too_many(u) * shares[u]).collect();
    let mut reached: Vec<u32> = (0..laplacian.len() as u32).filter(|&u| surplus[u as usize] > 0.0).collect();
    let mut is_reached = vec![false; laplacian.len()];
    reached.iter().for_each(|&u| is_reached[u as usize] = true);
    let is_odd = two_colours(laplacian);
    let mut has_spread = vec![false; laplacian.len()];
    let mut firings = vec![0.0f64; laplacian.len()];
    let (mut measured, mut width, mut speed) = (0, 0, 1.0);
    for sweep in 0.. {
        if reached.len() > measured + measured / 8 {
            measured = reached.len();
            reached.sort_unstable_by_key(|&u| (is_odd[u as usize], u));
            width = radius(laplacian, &is_reached);
            speed = 2.0 / (1.0 + (std::f64::consts::PI / (2.0 * width as f64 + 2.0)).sin());
        }
        let mut greatest = 0.0f64;
        let mut at = 0;
        while let Some(&next) = reached.get(at) {
            let u = next as usize;
            // The graph is undirected: what u sends along its arcs is what it gets along them.
            let arriving: f64 = laplacian.heads(u).iter().map(|&v| firings[v as usize]).sum();
            let wanted = surplus[u] + arriving * shares[u];
            let fired = (firings[u] + speed * (wanted - firings[u])).max(0.0);
            greatest = greatest.max((fired - firings[u]).abs());
            firings[u] = fired;
            if fired > 0.0 && !has_spread[u] {
                has_spread[u] = true;
                for &v in laplacian.heads(u) {
                    if !std::mem::replace(&mut is_reached[v as usize], true) {
                        reached.push(v);
                    }
                }
            }
            at += 1;
        }
        tick.tick(reached.len() as u64)?;
        // Twice as many sweeps as a linear system of this size needs: where the pile ends has to be found, too.
        if greatest < SETTLED || sweep > 8 * (width + 1) {
            break;
        }
    }
    let fits = firings.iter().all(|&count| count <= MOST_COUNT as f64);
    Ok(fits.then(|| firings.into_iter().map(|count| count as i64).collect()))
}

/// The greatest distance of a vertex among those that are `inside` from an exit or a vertex outside.
fn radius(laplacian: &Laplacian, inside: &[bool]) -> usize {
    let leaves = |&u: &usize| {
        laplacian.heads(u).len() < laplacian.loss[u] as usize
            || laplacian.heads(u).iter().any(|&v| !inside[v as usize])
    };
    let border = (0..laplacian.len()).filter(|&u| inside[u]).filter(leaves);
    let mut queue: VecDeque<(usize, usize)> = border.map(|u| (u, 1)).collect();
    let mut seen: Vec<bool> = inside.iter().map(|inside| !inside).collect();
    queue.iter().for_each(|&(u, _)| seen[u] = true);
    let mut greatest = 0;
    while let Some((u, distance)) = queue.pop_front() {
        greatest = distance;
        for &v in laplacian.heads(u) {
            if !std::mem::replace(&mut seen[v as usize], true) {
                queue.push_back((v as usize, distance + 1));
            }
        }
    }
    greatest
}

/// Whether each vertex lies at an odd distance from the first vertex of its component.
fn two_colours(laplacian: &Laplacian) -> Vec<bool> {
    let (mut is_odd, mut seen) = (vec![false; laplacian.len()], vec![false; laplacian.len()]);
    let mut queue = VecDeque::new();
    for start in 0..laplacian.len() {
        if !std::mem::replace(&mut seen[start], true) {
            queue.push_back(start);
        }
        while let Some(u) = queue.pop_front() {
            for &v in laplacian.heads(u) {
                if !std::mem::replace(&mut seen[v as usize], true) {
                    is_odd[v as usize] = !is_odd[u];
                    queue.push_back(v as usize);
                }
            }
        }
    }
    is_odd
}

/// How many sets are taken back before a guess is given up.
const MOST_SETS: usize = 2_000;

/// Takes firings of stable chips back as long as some set of vertices can spare one each and all stay stable; false if
/// that would take too long.
///
/// Burn the graph from its exits: a vertex of a stable pile catches fire if, all its neighbours that do not burn taking one
/// firing back, it could not take one back itself and stay stable. What does not burn can take one firing back together, and
/// inside of it no chip moves. On an undirected graph a pile from which every set burns has no firing to spare.
fn take_back(
    laplacian: &Laplacian,
    chips: &mut [i64],
    fired: &mut [i64],
    tick: &mut dyn Tick,
) -> Result<bool, Stop> {
    let mut ground = Ground::of(laplacian, fired);
    let mut spares = Vec::with_capacity(laplacian.len());
    let mut arriving = Vec::with_capacity(laplacian.len());
    let mut burning = WaitingVertices::new(laplacian.len());
    for _ in 0..MOST_SETS {
        tick.tick(laplacian.len() as u64)?;
        spares.clone_from(&ground.has_fired);
        arriving.clone_from(&ground.neighbours);
        let cannot = |u: usize, arriving: &[u32]| {
            chips[u] + laplacian.loss[u] - i64::from(arriving[u]) >= laplacian.degree[u]
        };
        for &u in &ground.border {
            let u = u as usize;
            if cannot(u, &arriving) {
                spares[u] = false;
                burning.insert(u);
            }
        }
        while let Some(u) = burning.pop() {
            for &v in laplacian.heads(u) {
                let v = v as usize;
                arriving[v] -= 1;
                if spares[v] && cannot(v, &arriving) {
                    spares[v] = false;
                    burning.insert(v);
                }
            }
        }
        // As often as all of them stay stable and none goes below zero.
        let room = |u: usize| match laplacian.loss[u] - i64::from(arriving[u]) {
            0 => fired[u],
            gain => fired[u].min((laplacian.degree[u] - 1 - chips[u]) / gain),
        };
        let Some(times) = (0..laplacian.len()).filter(|&u| spares[u]).map(room).min() else {
            return Ok(true);
        };
        let mut is_stale = false;
        for u in 0..laplacian.len() {
            chips[u] -= times * i64::from(arriving[u]);
            if spares[u] {
                chips[u] += times * laplacian.loss[u];
                fired[u] -= times;
                is_stale |= fired[u] == 0;
            }
        }
        if is_stale {
            ground = Ground::of(laplacian, fired);
        }
    }
    Ok(false)
}

/// What a fire starts from; the same for many sets.
struct Ground {
    has_fired: Vec<bool>,
    /// How many arcs lead to each vertex from vertices that have fired.
    neighbours: Vec<u32>,
    /// Vertices that have fired and have an exit or a neighbour that has not: only there a fire starts.
    border: Vec<u32>,
}

impl Ground {
    fn of(laplacian: &Laplacian, fired: &[i64]) -> Self {
        let has_fired: Vec<bool> = fired.iter().map(|&times| times > 0).collect();
        let count = |u: usize| laplacian.heads(u).iter().filter(|&&v| has_fired[v as usize]).count() as u32;
        let neighbours: Vec<u32> = (0..laplacian.len()).map(count).collect();
        let border = (0..laplacian.len() as u32).filter(|&u| {
            let u = u as usize;
            has_fired[u] && i64::from(neighbours[u]) < laplacian.loss[u]
        });
        let border = border.collect();
        Self { has_fired, neighbours, border }
    }
}

/// A set of vertices, which come out in sweeps over blocks of 64: what is added to the present block or to a later one belongs
/// to the present sweep, all else to the next one.
///
/// So neighbours stay together in the cache: on a grid of 500 × 500 a bulk loop takes a quarter of the time that it takes with
/// a stack, for as many firings. Letting a block come to rest before the next one saves a tenth of the firings on small grids.
/// A block is gone through in passes, over what waited when the pass began: if its first vertex always went first, two that
/// fire in turn would hand large piles to and fro between them before anybody else fires.
struct WaitingVertices {
    words: Vec<u64>,
    /// The present word, and the last one that this sweep has to look at.
    at: usize,
    last: usize,
    /// Those of the present word that have not come out in this pass.
    pass: u64,
    /// The first and the last word of the next sweep; no word if the first is beyond the last.
    next: [usize; 2],
}

const NOTHING: [usize; 2] = [usize::MAX, 0];

impl WaitingVertices {
    /// An empty set of vertices below `vertices`.
    fn new(vertices: usize) -> Self {
        Self { words: vec![0; vertices / 64 + 1], at: 0, last: 0, pass: 0, next: NOTHING }
    }

    #[inline]
    fn insert(&mut self, u: usize) {
        let word = u / 64;
        self.words[word] |= 1 << (u % 64);
        if word >= self.at {
            self.last = self.last.max(word);
        } else {
            self.next = [self.next[0].min(word), self.next[1].max(word)];
        }
    }

    /// Takes the next vertex out.
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        loop {
            while self.at <= self.last {
                let word = &mut self.words[self.at];
                if self.pass == 0 {
                    self.pass = *word;
                }
                if self.pass != 0 {
                    let (bit, rest) = (self.pass.trailing_zeros(), self.pass & (self.pass - 1));
                    *word ^= self.pass ^ rest;
                    self.pass = rest;
                    return Some(self.at * 64 + bit as usize);
                }
                self.at += 1;
            }
            let [first, last] = std::mem::replace(&mut self.next, NOTHING);
            if first > last {
                (self.at, self.last) = (0, 0);
                return None;
            }
            (self.at, self.last) = (first, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_generate::Dice;
    use std::cmp::Ordering;
    use std::collections::BTreeMap;

    #[test]
    fn what_is_put_in_comes_out_once_and_block_by_block() {
        let mut dice = Dice::new(5);
        let (mut sweeps, mut passes) = (0, 0);
        for _ in 0..200 {
            let size = 1 + dice.below(400) as usize;
            let (mut waiting, mut block) = (WaitingVertices::new(size), 0);
            // When each vertex that waits was put in, and when each last came out.
            let (mut since, mut out) = (BTreeMap::new(), vec![[0; 2]; size]);
            for time in 1..300 {
                if dice.chance(0.55) {
                    let u = dice.below(size as u32) as usize;
                    waiting.insert(u);
                    since.entry(u).or_insert(time);
                    continue;
                }
                let Some(u) = waiting.pop() else {
                    assert!(since.is_empty());
                    block = 0;
                    continue;
                };
                assert!(since.remove(&u).is_some(), "{u} does not wait");
                let next = u / 64;
                for (v, since) in &since {
                    let of = v / 64;
                    // Nothing was passed over, in the last block or one between.
                    let is_passed = match next.cmp(&block) {
                        Ordering::Greater => (block..next).contains(&of),
                        Ordering::Less => !(next..block).contains(&of),
                        Ordering::Equal => false,
                    };
                    assert!(!is_passed, "{u} after block {block} before {v}");
                    // Nothing of this block waits while u comes out three times.
                    assert!(of != next || out[u][0] == 0 || *since > out[u][0], "{u} before {v}");
                }
                sweeps += usize::from(next < block);
                passes += usize::from(out[u][1] > 0 && next == block);
                (out[u], block) = ([out[u][1], time], next);
            }
        }
        assert!(sweeps > 500 && passes > 5_000, "{sweeps} {passes}");
    }
}
