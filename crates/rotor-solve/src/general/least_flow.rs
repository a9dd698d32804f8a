//! The least flow: what is left of any flow when it runs in no circle.
//!
//! The last used arcs of a flow that is not the least one form a cycle: where it exceeds the least one, so it does at
//! the head of the last used arc. Taking one use of each arc of a cycle away leaves a flow.

use super::annihilate::{Sign, annihilate};
use super::at_most::AtMost;
use super::balance::balance;
use super::below::go_below;
use super::core_vertex::{Hold, to_hold};
use super::cores::cores;
use super::cycles::{drop_cycles, drop_unreached};
use super::expectation::Averages;
use super::part::Part;
use super::pseudo_flow::PseudoFlow;
use super::region::Finder;
use super::regions::level;
use super::tree_runs::TreeRuns;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, Zero};
use rotor_graph::{Stop, Tick};

/// Makes a settled flow the least one, the run itself.
///
/// Cycles are taken out one by one. If there are too many of them, what may still circulate is divided into
/// [`cores`], which are made least one after the other. In a core that does not fall apart a vertex is held at its
/// least departures, for good: the leftmost zero of the g of [`bisect`](super::bisect), found by galloping down and
/// bisecting; on trees only for as long as the run [from below](run_from_below) would take at most. On an error, the flow
/// is settled nevertheless.
pub(crate) fn make_least(flow: &mut PseudoFlow<'_>, tick: &mut dyn Tick) -> Result<(), Stop> {
    make_least_by(flow, 8, tick)
}

/// The same, with a bound on the uses of arcs for each vertex that are taken out in cycles before a vertex is held.
fn make_least_by(flow: &mut PseudoFlow<'_>, uses_a_vertex: u64, tick: &mut dyn Tick) -> Result<(), Stop> {
    let mut pieces = Vec::new();
    let divide = |flow: &PseudoFlow<'_>, core: Vec<usize>, size, pieces: &mut Vec<Piece>| {
        // What is on top is made least first: the parts of a core, and then the core once more.
        if core.len() >= 4 * size {
            pieces.push(Piece { vertices: core.clone(), size: 2 * size });
            let parts = regions_of(flow, &core, size);
            pieces.extend(parts.into_iter().map(|vertices| Piece { vertices, size: usize::MAX / 4 }));
        } else {
            pieces.push(Piece { vertices: core, size: usize::MAX / 4 });
        }
    };
    for core in shrink(flow, uses_a_vertex, FIRST_PIECE, tick)? {
        divide(flow, core, FIRST_PIECE, &mut pieces);
    }
    while let Some(Piece { vertices, size }) = pieces.pop() {
        let part = flow.part().restricted_to(&vertices);
        let mut inside = restricted(flow, &vertices, &part);
        let cores = shrink(&mut inside, uses_a_vertex, size, tick);
        let change = |(at, &v): (usize, &usize)| (v, inside.departures(at) - flow.departures(v));
        let changes: Vec<_> =
            vertices.iter().enumerate().map(change).filter(|(_, change)| !change.is_zero()).collect();
        flow.apply(changes.into_iter());
        // Flows on the piece are counted anew twice, and its changes once on the whole.
        tick.tick(flow.part().len() as u64 + 24 * part.arc_count() as u64)?;
        for core in cores? {
            divide(flow, core.into_iter().map(|at| vertices[at]).collect(), size, &mut pieces);
        }
    }
    Ok(())
}

/// How many vertices the regions of a core have at first, which are made least before it.
const FIRST_PIECE: usize = 128;

/// Vertices whose flow is to be made least while all others stay as they are.
struct Piece {
    vertices: Vec<usize>,
    /// If they are more by much than this, regions of this size come first.
    size: usize,
}

/// Divides a core into regions of at most this size, each a valley or a few.
///
/// Most of what circulates does so inside a valley, where it is found for little; and with less of it the whole core, which
/// comes last, may fall apart.
fn regions_of(flow: &PseudoFlow<'_>, core: &[usize], size: usize) -> Vec<Vec<usize>> {
    let part = flow.part();
    let mut visits = vec![0; part.len()];
    let mut is_free = vec![false; part.len()];
    core.iter().for_each(|&v| (visits[v], is_free[v]) = (level(&flow.departures(v)), true));
    let mut finder = Finder::new(part.len());
    let mut found = Vec::new();
    for &start in core {
        if is_free[start] {
            let vertices = finder.vertices_around(part, |v| is_free[v], &visits, start, size);
            vertices.iter().for_each(|&v| is_free[v as usize] = false);
            found.push(vertices.into_iter().map(|v| v as usize).collect());
        }
    }
    found
}

/// The flow on some vertices, whatever reaches them from others being put there.
fn restricted<'p>(flow: &PseudoFlow<'_>, vertices: &[usize], part: &'p Part) -> PseudoFlow<'p> {
    let changes = || vertices.iter().enumerate().map(|(at, &v)| (at, flow.departures(v)));
    let mut alone = PseudoFlow::new(part, vec![BigUint::zero(); vertices.len()]);
    alone.apply(changes());
    let missing = |at| -> BigInt { -alone.residual(at) };
    let supply = (0..vertices.len()).map(|at| missing(at).to_biguint().expect("the flow has settled"));
    let mut whole = PseudoFlow::new(part, supply.collect());
    whole.apply(changes());
    whole
}

/// Makes a settled flow less until it is the least one outside of the cores that are returned: more than one, or a
/// small one, or a long one that regions of this size divide.
fn shrink(
    flow: &mut PseudoFlow<'_>,
    uses_a_vertex: u64,
    size: usize,
    tick: &mut dyn Tick,
) -> Result<Vec<Vec<usize>>, Stop> {
    let n = flow.part().len();
    let most = uses_a_vertex * n as u64 + 20 * uses_a_vertex;
    let mut held = vec![false; n];
    let mut trees = None;
    let mut allowance = 64 * (flow.part().arc_count() as u64).pow(2);
    loop {
        drop_unreached(flow);
        let Some(endless) = drop_cycles(flow, most, tick)? else { return Ok(Vec::new()) };
        let cores = cores(flow, &held, tick)?;
        let free = held.iter().filter(|&&held| !held).count();
        let inside: usize = cores.iter().map(Vec::len).sum();
        match &cores[..] {
            [] => return Ok(Vec::new()),
            // A piece alone costs a part of its own; so it has to be smaller by much.
            [core] if 8 * inside > 7 * free => {
                let (vertex, is_long) = to_hold(flow, core, endless);
                if is_long && core.len() / 4 >= size {
                    return Ok(cores);
                }
                let trees = match &trees {
                    Some(trees) => trees,
                    None => trees.insert(TreeRuns::of(flow.part(), &vec![false; n], tick)?),
                };
                // Holding vertices is mostly quick; on trees there is a bound on what the other way costs.
                let left = if trees.is_some() { allowance } else { u64::MAX };
                let mut limited = AtMost::new(tick, left);
                let settled = flow.clone();
                let found = Hold::at_best(vertex, flow, core, &mut held, &mut limited)
                    .and_then(|hold| leftmost_zero(flow, &held, hold, &mut limited));
                let is_over = limited.is_over;
                allowance = limited.left;
                let Err(ended) = found else { continue };
                *flow = settled;
                match trees {
                    Some(trees) if is_over => {
                        run_from_below(flow, tick, |below, tick| {
                            trees.route_all(below, &vec![false; n], tick)
                        })?;
                        return Ok(Vec::new());
                    }
                    _ => return Err(ended),
                }
            }
            _ => return Ok(cores),
        }
    }
}

/// Makes a settled flow the run, by particles left over [`below`](super::below) it, which `route_all` takes to their ends. On an
/// error it stays as it is.
///
/// Time: O(|A|) runs of one particle.
pub(crate) fn run_from_below<'p>(
    flow: &mut PseudoFlow<'p>,
    tick: &mut dyn Tick,
    route_all: impl FnOnce(&mut PseudoFlow<'p>, &mut dyn Tick) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let free = vec![false; flow.part().len()];
    let averages = Averages::of(flow.part(), &free, tick)?;
    let mut below = flow.clone();
    go_below(&mut below, &averages, tick)?;
    // Most of them are near an exit.
    annihilate(&mut below, &free, Sign::Particles, 8 * flow.part().len() as u64, tick)?;
    route_all(&mut below, tick)?;
    *flow = below;
    Ok(())
}

/// Settles the flow anew with the least departures of a vertex, one of those `held`, that any flow has.
///
/// The rest follows each probe by what the vertex sends out on average, which is known after one elimination. Steps
/// are powers of 2, whose responses are quickly made.
fn leftmost_zero(
    flow: &mut PseudoFlow<'_>,
    held: &[bool],
    Hold { vertex, excess, averages }: Hold,
    tick: &mut dyn Tick,
) -> Result<(), Stop> {
    let mut zero = flow.departures(vertex);
    let excess = excess.min(zero.bits());
    let bits = flow.all_departures().map(|x| x.bits()).max().unwrap_or(0).min(excess + 8);
    let response = averages.response_to(flow.part(), held, vertex, bits, tick)?;
    let mut averages = Some(averages);
    // The leftmost zero lies above `floor`, and `zero` is one.
    let reach: BigInt = (BigInt::one() << excess) + 1u32;
    let mut floor = BigInt::max(&zero - reach, -BigInt::one());
    // Galloping, each step has twice as many bits as the one before.
    let mut gallop = Some(1u64);
    loop {
        let further: BigInt = &zero - &floor - 1;
        let next = match gallop {
            _ if further.is_zero() => zero.clone(),
            Some(bits) if bits < further.bits() => &zero - (BigInt::one() << bits),
            Some(_) => &floor + 1,
            None => &zero - (BigInt::one() << (further.bits() - 1)),
        };
        let change = &next - flow.departures(vertex);
        if !change.is_zero() {
            let (sign, size) = change.clone().into_parts();
            let rest = response.scaled(&size);
            tick.tick(rest.len() as u64 * (8 + size.bits() / 64))?;
            let rest = rest.into_iter().map(|(v, follows)| (v, BigInt::from_biguint(sign, follows)));
            flow.apply(std::iter::once((vertex, change)).chain(rest));
            balance(flow, held, &mut averages, tick)?;
        }
        let gap = flow.residual(vertex);
        if further.is_zero() {
            return Ok(());
        } else if gap.is_zero() {
            zero = next;
            gallop = gallop.map(|bits| 2 * bits);
        } else if gap.is_positive() {
            // g falls by at most 1 a step, so its zero is at least so far.
            floor = next + gap - 1;
            gallop = None;
        } else {
            // Not below a zero: impossible, as g never grows. Better no run than a wrong one.
            return Err(Stop::Operations);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::expectation::BITS_OF_FLOATS;
    use super::*;
    use crate::particles::route_in_bulk;
    use rotor_generate::{Dice, draw, small_graph, walk_bound};
    use rotor_graph::{StoppingGraph, VertexMap};

    #[test]
    fn the_least_of_all_flows_is_the_run_however_it_is_sought() {
        let mut dice = Dice::new(71);
        let (mut shrunk, mut huge) = ([0; 2], 0);
        for index in 0..4_000 {
            let instance = small_graph(&mut dice);
            if walk_bound(instance.graph()) > 20_000 {
                continue;
            }
            let stopping = StoppingGraph::of(instance.graph());
            let (part, active) = Part::of_active(&instance);
            let Some(&from) = dice.pick(&active) else { continue };
            let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
            particles[from] += 1u32;
            if index % 4 == 0 {
                active.iter().for_each(|&u| particles[u] += BigUint::from(dice.below(9)) << dice.below(70));
            }
            let supply: Vec<_> = active.iter().map(|&u| particles[u].clone()).collect();
            huge += u32::from(supply.iter().sum::<BigUint>().bits() > 60);
            let mut flow = PseudoFlow::new(&part, supply);
            let many: Vec<_> =
                (0..part.len()).map(|v| (v, BigInt::from(dice.below(9)) << dice.below(70))).collect();
            flow.apply(many.into_iter());
            balance(&mut flow, &vec![false; part.len()], &mut None, &mut ()).unwrap();
            let run = route_in_bulk(&stopping, instance.rotors(), &particles, &mut ()).unwrap();
            for (uses, shrunk) in [0, 1].into_iter().zip(&mut shrunk) {
                let mut least = flow.clone();
                make_least_by(&mut least, uses, &mut ()).unwrap();
                let mut pairs = active.iter().zip(least.all_departures());
                assert!(pairs.all(|(&u, x)| x == run.departures[u]), "{particles:?} on\n{instance}");
                *shrunk += u32::from(least.all_departures().ne(flow.all_departures()));
            }
        }
        assert!(shrunk.iter().all(|&count| count > 500), "too few flows were not the least: {shrunk:?}");
        assert!(huge > 200, "only {huge} times many particles");
    }

    /// Whether nothing is left over and the last used arcs form no cycle: then it is the run.
    fn is_run(flow: &PseudoFlow<'_>) -> bool {
        let mut recounted = flow.clone();
        recounted.recount();
        let is_settled = (0..flow.part().len()).all(|v| recounted.residual(v).is_zero());
        is_settled && drop_cycles(&mut recounted, 0, &mut ()).unwrap().is_none()
    }

    #[test]
    fn whichever_vertex_is_held_departs_as_often_as_in_the_run() {
        let mut dice = Dice::new(157);
        let [mut deepest, mut others, mut in_vain, mut excessive] = [0; 4];
        for _ in 0..60 {
            let (wells, depth) = (dice.between(1..=2), dice.between(40..=140));
            let wells = draw("wells", &[("wells", wells), ("depth", depth)], &mut dice).unwrap();
            let (part, _) = Part::of_active(&wells);
            let mut supply = vec![BigUint::ZERO; part.len()];
            supply[dice.below(part.len() as u32) as usize] = BigUint::from(dice.between(1..=3));
            let mut flow = PseudoFlow::new(&part, supply);
            balance(&mut flow, &vec![false; part.len()], &mut None, &mut ()).unwrap();
            let mut least = flow.clone();
            make_least(&mut least, &mut ()).unwrap();
            assert!(is_run(&least), "{part:?}");
            let Some(core) = cores(&flow, &vec![false; part.len()], &mut ()).unwrap().into_iter().next()
            else {
                continue;
            };
            let vertex = core[dice.below(core.len() as u32) as usize];
            let (mut held, mut with_hold) = (vec![false; part.len()], flow.clone());
            let hold = Hold::at_best(vertex, &flow, &core, &mut held, &mut ()).unwrap();
            let chosen = hold.vertex;
            assert!(held.iter().enumerate().all(|(v, &held)| held == (v == chosen)));
            leftmost_zero(&mut with_hold, &held, hold, &mut ()).unwrap();
            assert_eq!(with_hold.departures(chosen), least.departures(chosen), "{chosen} of {part:?}");
            let most = core.iter().map(|&v| flow.departures(v).bits()).max().unwrap();
            match (chosen == vertex, most > flow.departures(vertex).bits() + BITS_OF_FLOATS) {
                (false, _) => deepest += 1,
                (true, false) => others += 1,
                // The deepest was held first, and did not make visits short.
                (true, true) => in_vain += 1,
            }
            excessive += u32::from((flow.departures(chosen) - least.departures(chosen)).bits() > 64);
        }
        let counts = [deepest, others, in_vain, excessive];
        assert!(counts.into_iter().all(|count| count > 5), "{counts:?}");
    }
}
