//! The reference answers: slow ones from the definitions, all rotor configurations, one firing, one step, one particle at a
//! time; and what the answers of the crate have to have in common with them.

use crate::forged::Listed;
use crate::questions::{Sequence, is_same};
use crate::{Case, Tally};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive, Zero};
use rotor_algebra::{
    Ground, Order, Rounds, after_signed_route, aggregate_by_walking, arc_values, class_of, element_of,
    eulerian, fire_plainly, group_of, harmonic_measure_in_floats, invariant_factors, order_of,
    order_of_chips, reduced, rotors_at, rounds as make_rounds, route_signed, stabilise, with_sinks,
};
use rotor_certify::certify;
use rotor_generate::Dice;
use rotor_graph::{
    AggregateClaim, ClassClaim, Configuration, Exit, FlowClaim, GroupClaim, HarmonicClaim, IdentityClaim,
    Instance, Lattice, Listing, Moment, Multigraph, RotorWalk, StabilisationClaim, StoppingGraph, TourClaim,
    Traps, VertexId, VertexMap, route, unroute,
};
use std::collections::{BTreeMap, BTreeSet};

/// The graph whose traps are sinks, on which all groups are finite.
fn without_traps(graph: &Multigraph) -> Multigraph {
    with_sinks(graph, &Traps::of(graph).members().concat())
}

pub(crate) fn group(case: &Case, group: &GroupClaim, tally: &mut Tally) {
    let graph = case.graph();
    assert_eq!(group.factors, invariant_factors(graph, &mut ()).unwrap());
    let order = order_of(graph, &mut ()).unwrap();
    assert_eq!(order, Order::of_factors(&group.factors));
    tally.see(["trivial", "cyclic", "of rank 2", "of a higher rank"][group.factors.len().min(3)], 1);
    let values = arc_values(graph, group);
    let mut sum = vec![BigInt::zero(); group.factors.len()];
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        let arc = case.rotors().rotor(u).index();
        sum.iter_mut().zip(&values[arc]).for_each(|(sum, value)| *sum += value);
    }
    assert!(is_same(group, &sum, &class_of(graph, group, case.rotors())), "{sum:?}");
    if let Some(last) = group.generators.last() {
        let chips = last.as_slice().iter().map(BigInt::magnitude).sum::<BigUint>();
        tally.see("a last generator of one chip", usize::from(chips.is_one()));
    }
    if case.configurations > 2_000 {
        return;
    }
    tally.see("enumerated", 1);
    let every = (0..case.configurations).map(|number| configuration(graph, number));
    let forests = every.clone().filter(|rotors| cycles(graph, rotors).is_empty()).count();
    assert_eq!(order.forests(), forests.into());
    let (mut class_of_element, mut element_of_class) = (BTreeMap::new(), BTreeMap::new());
    for (rotors, class) in every.zip(classes(graph)) {
        let element = class_of(graph, group, &rotors);
        assert_eq!(*class_of_element.entry(element.clone()).or_insert(class), class);
        assert_eq!(*element_of_class.entry(class).or_insert(element.clone()), element);
    }
    if let Order::Finite(order) = order {
        assert_eq!(order, class_of_element.len().into());
    }
}

pub(crate) fn class(case: &Case, claim: &ClassClaim, tally: &mut Tally) {
    let (graph, group, other) = (case.graph(), &claim.group, claim.other.as_ref().unwrap());
    let moved = element_of(group, &other.chips);
    let sum: Vec<BigInt> = claim.element.iter().zip(&moved).map(|(from, moved)| from + moved).collect();
    assert!(is_same(group, &sum, &other.element), "{claim:?}");
    if Traps::of(graph).is_empty() {
        let routed = route_signed(graph, case.rotors(), &other.chips, &mut ()).unwrap();
        let after = after_signed_route(graph, case.rotors(), &routed.departures);
        assert_eq!(class_of(graph, group, &after), other.element);
        tally.see("another class by routing", usize::from(claim.element != other.element));
    }
}

pub(crate) fn chips(case: &Case, claim: &StabilisationClaim, dice: &mut Dice, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let [left, fired] = fire_one_by_one(&stopping, &case.chips, dice);
    for v in graph.vertices() {
        assert_eq!(BigInt::from(claim.firings[v].clone()), fired[v]);
        assert_eq!(claim.chips[v], if stopping.is_active(v) { left[v].clone() } else { BigInt::zero() });
        assert!(!graph.is_sink(v) || claim.sinks[v] == left[v]);
    }
    for (count, members) in claim.trapped.iter().zip(stopping.traps().members()) {
        assert_eq!(*count, members.iter().map(|&u| &left[u]).sum());
        tally.see("chips in traps", usize::from(!count.is_zero()));
    }
    tally.see("negative", usize::from(case.chips.as_slice().iter().any(BigInt::is_negative)));
    if dice.below(16) == 0 {
        let mut huge = case.chips.clone();
        huge.as_mut_slice().iter_mut().for_each(|count| *count <<= dice.below(120));
        let [fast, slow] = [stabilise, fire_plainly].map(|by| by(graph, &huge, &mut ()).unwrap());
        assert_eq!(fast, slow);
        assert!(certify(&case.instance, fast, &mut ()).is_ok(), "{huge:?}");
    }
}

pub(crate) fn identity(case: &Case, claim: &IdentityClaim, dice: &mut Dice, tally: &mut Tally) {
    let (graph, cut) = (case.graph(), without_traps(case.graph()));
    let group = group_of(&cut, &mut ()).unwrap();
    assert!(element_of(&group, &claim.chips).iter().all(Zero::is_zero));
    let order = order_of(&cut, &mut ()).unwrap().forests();
    if order > 60u32.into() {
        return;
    }
    let recurrent = recurrent_by_search(graph);
    assert_eq!(order, recurrent.len().into());
    assert!(recurrent.contains(claim.chips.as_slice()));
    tally.see("all recurrent piles", 1);
    for _ in 0..4 {
        let chips = VertexMap::from_vec(graph.vertices().map(|_| dice.below(6).into()).collect());
        let claim = stabilise(graph, &chips, &mut ()).unwrap();
        assert_eq!(claim.recurrent, recurrent.contains(claim.chips.as_slice()), "{chips:?}");
        let is_stretched = claim.script.as_slice().iter().any(|times| *times > BigUint::one());
        tally.see("scripts that fire a vertex twice", usize::from(is_stretched));
        assert!(certify(&case.instance, claim, &mut ()).is_ok(), "{chips:?}");
    }
}

pub(crate) fn harmonic(case: &Case, claim: &HarmonicClaim, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let floats = harmonic_measure_in_floats(graph, case.from, 1e-11, &mut ()).unwrap();
    let walked = after_many_steps(&stopping, case.from);
    let agrees = |exact: &BigUint, float: f64, walked: f64| {
        let (numerator, denominator) = reduced(exact, &claim.denominator);
        let share = numerator.to_f64().unwrap() / denominator.to_f64().unwrap();
        assert!((share - walked).abs() < 1e-7 && (float - walked).abs() < 1e-7, "{share} {float} {walked}");
    };
    for v in graph.vertices().filter(|&v| graph.is_sink(v)) {
        agrees(&claim.sinks[v], floats.sinks[v], walked[v]);
    }
    for (number, members) in stopping.traps().members().iter().enumerate() {
        let walked = members.iter().map(|&u| walked[u]).sum();
        agrees(&claim.trapped[number], floats.trapped[number], walked);
        tally.see("ends in traps", usize::from(walked > 0.0));
    }
}

/// Ends and class depend on the signed counts alone.
pub(crate) fn signed_route(case: &Case, claim: &FlowClaim<BigInt>, dice: &mut Dice, tally: &mut Tally) {
    let (graph, stopping) = (case.graph(), StoppingGraph::of(case.graph()));
    let signs = [BigInt::is_positive, BigInt::is_negative];
    let is_mixed = signs.iter().all(|sign| case.chips.as_slice().iter().any(sign));
    tally.see("both signs", usize::from(is_mixed));
    let after = after_signed_route(graph, case.rotors(), &claim.departures);
    let (ended, slow_after) = move_in_random_order(&case.instance, &case.chips, dice);
    let mut trapped = vec![BigInt::zero(); stopping.traps().members().len()];
    for v in graph.vertices() {
        match stopping.exit_at(v) {
            Some(Exit::Sink(sink)) => assert_eq!(claim.stays[sink], ended[v]),
            Some(Exit::Trap(trap)) => trapped[trap] += &ended[v],
            None => {}
        }
    }
    assert_eq!(claim.trapped, trapped);
    let cut = without_traps(graph);
    let group = group_of(&cut, &mut ()).unwrap();
    let [start, end, slow_end] = [case.rotors(), &after, &slow_after].map(|rotors| {
        let rotors = Configuration::from_positions(&cut, |u| rotors.position(graph, u));
        class_of(&cut, &group, &rotors)
    });
    assert_eq!(end, slow_end);
    let moved = element_of(&group, &case.chips);
    let sum: Vec<BigInt> = start.iter().zip(&moved).map(|(start, moved)| start + moved).collect();
    assert!(is_same(&group, &sum, &end), "{claim:?}");
}

pub(crate) fn moment(case: &Case, claim: &Moment, tally: &mut Tally) {
    // A tour that ends is the moment of its end.
    let wanted = if tally.id == "tour" { u32::MAX } else { case.steps };
    let (mut plain, mut steps) = (Plain::new(&case.instance, case.from), 0);
    while steps < wanted && !case.graph().is_sink(plain.particle) {
        plain.step();
        steps += 1;
    }
    assert_eq!((claim.at, claim.steps()), (plain.particle, steps.into()));
    assert_eq!(rotors_at(case.graph(), case.rotors(), claim), plain.rotors);
    tally.see("on a sink before", usize::from(steps < wanted));
    if tally.id == "moment" {
        tally.see("after more than 4,000 steps", usize::from(steps > 4_000));
    }
}

pub(crate) fn tour(case: &Case, claim: &TourClaim, tally: &mut Tally) {
    let graph = case.graph();
    let (entry, period) = (claim.entry.steps(), claim.period(graph));
    let cover = claim.cover.as_ref().unwrap().steps();
    if let Some(eulerian) = eulerian(graph, &claim.trap, &mut ()).unwrap() {
        assert!(is_balanced(graph, &claim.trap));
        assert_eq!(period, eulerian.arcs.into());
        let bound = BigUint::from(eulerian.arcs * eulerian.diameter);
        let is_inside = claim.trap.contains(&case.from);
        assert!(!is_inside || cover <= bound && entry <= bound, "{cover} {entry} > {bound}");
        tally.see("in an Eulerian trap", usize::from(is_inside && claim.trap.len() > 2));
    } else {
        assert!(!is_balanced(graph, &claim.trap));
    }
    // Plain walking sees nothing new after all of them.
    if (&entry + &period).max(cover.clone()) > BigUint::from(100_000u32) {
        return;
    }
    let plain = Plain::new(&case.instance, case.from);
    let (first, again) = plain.clone().first_repeated();
    assert_eq!((&entry, period), (&first.into(), (again - first).into()));
    assert_eq!(cover, plain.cover_time(&claim.trap).into());
    let is_uneven = claim.trap.iter().any(|&u| claim.periods[u] != claim.periods[claim.trap[0]]);
    tally.see("endless", 1);
    tally.see("with a late entry", usize::from(first > 3));
    tally.see("with different periods", usize::from(is_uneven));
}

pub(crate) fn hits(case: &Case, found: &Sequence, tally: &mut Tally) {
    let (exits, rotors) = send(&case.instance, case.from, case.particles);
    assert_eq!((&found.exits, &found.rotors), (&exits, &rotors));
    let cut = without_traps(case.graph());
    let group = group_of(&cut, &mut ()).unwrap();
    let mut chip = VertexMap::filled(cut.vertex_count(), BigInt::ZERO);
    chip[case.from] += i32::from(!cut.is_sink(case.from));
    let period = order_of_chips(&group, &chip).and_then(|order| order.to_usize()).unwrap();
    if period < exits.len() {
        assert!(exits.iter().zip(&exits[period..]).all(|(a, b)| a == b), "{period}");
        tally.see("a whole period", 1);
    }
}

pub(crate) fn rounds(case: &Case, found: &Rounds, tally: &mut Tally) {
    let graph = case.graph();
    let mut standing: Vec<VertexId> = Vec::new();
    for (u, count) in case.chips.iter() {
        standing.extend(std::iter::repeat_n(u, count.magnitude().to_usize().unwrap()));
    }
    let (wanted, mut rotors) = (case.steps % 20, case.rotors().clone());
    for _ in 0..wanted {
        // The order of the particles makes no difference within a round.
        standing.reverse();
        for u in standing.iter_mut().filter(|u| !graph.is_sink(**u)) {
            *u = route(graph, &mut rotors, *u);
        }
    }
    let mut particles = VertexMap::filled(graph.vertex_count(), BigUint::ZERO);
    standing.iter().for_each(|&u| particles[u] += 1u32);
    assert_eq!((&found.particles, &found.rotors), (&particles, &rotors));
    // The same with more particles than a machine word counts: full turns change no rotor.
    if wanted == 1 {
        let turns: BigUint = graph.vertices().map(|u| BigUint::from(graph.out_degree(u).max(1))).product();
        let many = turns << 80;
        let count = |count: &BigInt| count.magnitude() + &many;
        let more = VertexMap::from_vec(case.chips.as_slice().iter().map(count).collect());
        let after = make_rounds(graph, case.rotors(), &more, 1, &mut ()).unwrap();
        assert_eq!(after.rotors, found.rotors);
        tally.see("of more particles than a word counts", 1);
    }
}

pub(crate) fn listing(case: &Case, found: &[Listed], tally: &mut Tally) {
    let graph = case.graph();
    let every = (0..configuration_count(graph)).map(|number| configuration(graph, number));
    let positions = |rotors: Configuration| -> Vec<u32> {
        graph.vertices().map(|u| if graph.is_sink(u) { 0 } else { rotors.position(graph, u) }).collect()
    };
    let order = order_of(&without_traps(graph), &mut ()).unwrap().forests();
    let is_small = order <= 200u32.into() && case.walks <= 2_000;
    let recurrent = if is_small { recurrent_by_search(graph) } else { BTreeSet::new() };
    let stopping = StoppingGraph::of(graph);
    for Listed { listing, traps, members, .. } in found {
        let set: BTreeSet<Vec<u32>> = members.iter().map(|member| member.as_slice().to_vec()).collect();
        assert_eq!(set.len(), members.len(), "{listing:?}");
        match listing {
            Listing::Forests => {
                let forests = every.clone().filter(|rotors| cycles(graph, rotors).is_empty());
                assert_eq!(set, forests.map(positions).collect());
                tally.see("forests", set.len());
            }
            Listing::Unicycles => {
                let is_inside = |u: &VertexId| traps[0].binary_search(u).is_ok();
                let expected = every.clone().filter(|rotors| {
                    let mut others = graph.vertices().filter(|u| !is_inside(u));
                    others.all(|u| rotors.position(graph, u) == 0)
                        && cycles(graph, rotors).iter().filter(|cycle| is_inside(&cycle[0])).count() == 1
                });
                assert_eq!(set, expected.map(positions).collect());
                tally.see("unicycles", set.len());
            }
            _ if !is_small => assert_eq!(order, members.len().into()),
            Listing::Recurrent | Listing::Superstable => {
                // A pile is superstable if what a stable pile can have more is recurrent.
                let expected = |pile: &Vec<BigInt>| -> Vec<u32> {
                    let count = |u: VertexId| match &pile[u.index()] {
                        count if *listing == Listing::Recurrent => count.to_u32().unwrap(),
                        count => graph.out_degree(u) - 1 - count.to_u32().unwrap(),
                    };
                    let chips = |u| if stopping.is_active(u) { count(u) } else { 0 };
                    graph.vertices().map(chips).collect()
                };
                assert_eq!(set, recurrent.iter().map(expected).collect(), "{listing:?}");
                tally.see("piles", set.len());
            }
        }
    }
}

/// ∏ d(u), saturating: the number of rotor configurations.
pub(crate) fn configuration_count(graph: &Multigraph) -> u64 {
    let non_sinks = graph.vertices().filter(|&u| !graph.is_sink(u));
    non_sinks.fold(1, |product: u64, u| product.saturating_mul(graph.out_degree(u).into()))
}

/// The configuration of that number, in mixed radix.
pub(crate) fn configuration(graph: &Multigraph, mut number: u64) -> Configuration {
    Configuration::from_positions(graph, |u| {
        let degree = u64::from(graph.out_degree(u).max(1));
        let position = number % degree;
        number /= degree;
        position as u32
    })
}

fn number_of(graph: &Multigraph, rotors: &Configuration) -> u64 {
    let non_sinks: Vec<_> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    non_sinks
        .iter()
        .rev()
        .fold(0, |number, &u| number * u64::from(graph.out_degree(u)) + u64::from(rotors.position(graph, u)))
}

/// The cycles of the arcs that the rotors are on.
fn cycles(graph: &Multigraph, rotors: &Configuration) -> Vec<Vec<VertexId>> {
    let mut found = Vec::new();
    let mut seen_from = vec![usize::MAX; graph.vertex_count()];
    for start in graph.vertices() {
        let mut u = start;
        while !graph.is_sink(u) && seen_from[u.index()] == usize::MAX {
            seen_from[u.index()] = start.index();
            u = graph.head(rotors.rotor(u));
        }
        if !graph.is_sink(u) && seen_from[u.index()] == start.index() {
            let mut cycle = vec![u];
            let mut v = graph.head(rotors.rotor(u));
            while v != u {
                cycle.push(v);
                v = graph.head(rotors.rotor(v));
            }
            found.push(cycle);
        }
    }
    found
}

/// The class of every configuration: the least number in it. Classes are joined by turning the rotors of one cycle.
pub(crate) fn classes(graph: &Multigraph) -> Vec<u64> {
    let count = configuration_count(graph);
    let mut parent: Vec<u64> = (0..count).collect();
    fn root(parent: &mut [u64], mut at: u64) -> u64 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    for number in 0..count {
        let rotors = configuration(graph, number);
        for cycle in cycles(graph, &rotors) {
            let mut pushed = rotors.clone();
            cycle.iter().for_each(|&u| pushed.turn(graph, u));
            let [a, b] = [number, number_of(graph, &pushed)].map(|at| root(&mut parent, at));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    (0..count).map(|at| root(&mut parent, at)).collect()
}

/// Fires one vertex once, in any legal order, until all are stable: what is left, and how often each was fired.
fn fire_one_by_one(
    stopping: &StoppingGraph<'_>,
    chips: &VertexMap<BigInt>,
    dice: &mut Dice,
) -> [VertexMap<BigInt>; 2] {
    let graph = stopping.graph();
    let (mut left, mut fired) = (chips.clone(), VertexMap::filled(graph.vertex_count(), BigInt::ZERO));
    loop {
        let unstable: Vec<VertexId> =
            stopping.active_vertices().filter(|&u| left[u] >= graph.out_degree(u).into()).collect();
        let Some(&u) = dice.pick(&unstable) else { break };
        left[u] -= graph.out_degree(u);
        graph.heads(u).iter().for_each(|&v| left[v] += 1);
        fired[u] += 1;
    }
    [left, fired]
}

/// Every stable pile that adding single chips to the greatest one leads to: the recurrent ones.
fn recurrent_by_search(graph: &Multigraph) -> BTreeSet<Vec<BigInt>> {
    let active: Vec<_> = StoppingGraph::of(graph).active_vertices().collect();
    let mut greatest = VertexMap::filled(graph.vertex_count(), BigInt::zero());
    active.iter().for_each(|&u| greatest[u] = BigInt::from(graph.out_degree(u)) - 1);
    let mut found = BTreeSet::from([greatest.as_slice().to_vec()]);
    let mut queue = vec![greatest];
    while let Some(chips) = queue.pop() {
        for &u in &active {
            let mut more = chips.clone();
            more[u] += 1;
            let next = fire_plainly(graph, &more, &mut ()).unwrap().chips;
            if found.insert(next.as_slice().to_vec()) {
                queue.push(next);
            }
        }
    }
    found
}

/// Where one unit of probability on `from` is after many steps of a random walk, in floats.
fn after_many_steps(stopping: &StoppingGraph<'_>, from: VertexId) -> VertexMap<f64> {
    let graph = stopping.graph();
    let mut here = VertexMap::filled(graph.vertex_count(), 0.0);
    here[from] = 1.0;
    for _ in 0..20_000 {
        let mut next = VertexMap::filled(graph.vertex_count(), 0.0);
        for u in graph.vertices() {
            if !stopping.is_active(u) {
                next[u] += here[u];
                continue;
            }
            graph.heads(u).iter().for_each(|&v| next[v] += here[u] / f64::from(graph.out_degree(u)));
        }
        here = next;
        if stopping.active_vertices().map(|u| here[u]).sum::<f64>() < 1e-13 {
            break;
        }
    }
    here
}

/// Moves a particle (or an antiparticle) one step at a time, a random one each time, until all have halted: where they
/// are, and the rotors.
fn move_in_random_order(
    instance: &Instance,
    particles: &VertexMap<BigInt>,
    dice: &mut Dice,
) -> (VertexMap<BigInt>, Configuration) {
    let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
    let (mut rotors, mut ended) = (instance.rotors().clone(), particles.clone());
    let mut moving: Vec<(VertexId, bool)> = Vec::new();
    for u in stopping.active_vertices() {
        let count = std::mem::take(&mut ended[u]);
        let one = (u, count.is_positive());
        (0..u32::try_from(count.magnitude()).unwrap()).for_each(|_| moving.push(one));
    }
    while !moving.is_empty() {
        let at = dice.below(moving.len() as u32) as usize;
        let (u, is_particle) = moving[at];
        let v = if is_particle { route(graph, &mut rotors, u) } else { unroute(graph, &mut rotors, u) };
        if stopping.is_active(v) {
            moving[at].0 = v;
        } else {
            ended[v] += if is_particle { 1 } else { -1 };
            moving.swap_remove(at);
        }
    }
    (ended, rotors)
}

/// The exits of particles sent one after the other, and the rotors after them.
fn send(instance: &Instance, from: VertexId, count: u32) -> (Vec<Exit>, Configuration) {
    let stopping = StoppingGraph::of(instance.graph());
    let mut rotors = instance.rotors().clone();
    let mut exits = Vec::new();
    for _ in 0..count {
        let mut walk = RotorWalk::new(&stopping, &rotors, from);
        while walk.step().is_some() {}
        exits.push(stopping.exit_at(walk.particle()).unwrap());
        let after = walk.rotors();
        rotors = after;
    }
    (exits, rotors)
}

/// The states of a walk one after the other, which goes on inside traps.
#[derive(Clone)]
struct Plain<'i> {
    graph: &'i Multigraph,
    rotors: Configuration,
    particle: VertexId,
}

impl<'i> Plain<'i> {
    fn new(instance: &'i Instance, from: VertexId) -> Self {
        Self { graph: instance.graph(), rotors: instance.rotors().clone(), particle: from }
    }

    fn step(&mut self) {
        if !self.graph.is_sink(self.particle) {
            self.particle = route(self.graph, &mut self.rotors, self.particle);
        }
    }

    /// When the first state was seen that comes again, and when it came again.
    fn first_repeated(mut self) -> (u64, u64) {
        let mut seen = BTreeMap::new();
        for steps in 0.. {
            let key = (self.particle.raw(), self.rotors.as_slice().to_vec());
            if let Some(first) = seen.insert(key, steps) {
                return (first, steps);
            }
            self.step();
        }
        unreachable!("the states are finitely many")
    }

    /// When the last vertex of the trap was visited first.
    fn cover_time(mut self, trap: &[VertexId]) -> u64 {
        let mut seen = vec![false; self.graph.vertex_count()];
        for steps in 0.. {
            seen[self.particle.index()] = true;
            if trap.iter().all(|u| seen[u.index()]) {
                return steps;
            }
            self.step();
        }
        unreachable!("every vertex of a trap is visited")
    }
}

/// Whether as many arcs lead into every vertex of the trap as out of it, counted one by one.
fn is_balanced(graph: &Multigraph, trap: &[VertexId]) -> bool {
    let into = |v: VertexId| trap.iter().flat_map(|&u| graph.heads(u)).filter(|&&w| w == v).count();
    trap.iter().all(|&v| into(v) == graph.out_degree(v) as usize)
}

/// Demands of an aggregate that it has the sites and departures of the one that is grown by walking.
pub(crate) fn is_the_walked_one(ground: Ground, found: &AggregateClaim) {
    let walked = aggregate_by_walking(ground, found.particles, &mut ()).unwrap();
    // Either may have numbered more sites than it needed.
    let sites = |claim: &AggregateClaim| -> BTreeSet<((isize, isize), u64, bool)> {
        let used =
            (0..claim.departures.len()).filter(|&site| claim.departures[site] > 0 || claim.occupied[site]);
        let place = |site: usize| match claim.lattice {
            Lattice::Square { half } => {
                let (half, side) = (half as isize, 2 * half as isize + 1);
                (site as isize % side - half, site as isize / side - half)
            }
            Lattice::Tree { .. } => (site as isize, 0),
        };
        used.map(|site| (place(site), claim.departures[site], claim.occupied[site])).collect()
    };
    assert_eq!(sites(found), sites(&walked), "{ground:?}");
    assert_eq!(found.occupied.iter().filter(|&&occupied| occupied).count() as u64, found.particles);
}
