//! The questions: how each is answered, and which answers are false.

use crate::forged::Listed;
use crate::{Before, Case, Tally, reference};
use num_bigint::{BigInt, BigUint};
use num_traits::{ToPrimitive, Zero};
use rotor_algebra::{
    Hits, Members, Rounds, Tour, chips_between, class_of, group_of, harmonic_measure, identity,
    order_of_chips, reduced, rounds, route_signed, stabilise, tour,
};
use rotor_certify::{Check, certify};
use rotor_generate::Dice;
use rotor_graph::{
    AlgebraClaim, Amounts, Claim, ClassClaim, Configuration, Exit, FlowClaim, GroupClaim, Instance, Listing,
    Moment, OtherClass, StabilisationClaim, StoppingGraph, TourClaim, Traps, VertexId, VertexMap,
};
use std::collections::BTreeSet;

/// A question of the algebra.
pub(crate) struct Question {
    pub(crate) id: &'static str,
    /// Whether the reference can answer it too, in a time that a test has.
    pub(crate) is_small: fn(&Case) -> bool,
    pub(crate) answer: fn(&Case) -> Answer,
}

/// An answer, as a certificate if it can be stated as one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Answer {
    Claim(AlgebraClaim),
    SignedRoute(FlowClaim<BigInt>),
    Moment(Moment),
    Hits(Sequence),
    Rounds(Rounds),
    Listings(Vec<Listed>),
}

/// The exits of particles one after the other, and the rotors after them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sequence {
    pub(crate) exits: Vec<Exit>,
    pub(crate) rotors: Configuration,
    /// The flows of the runs that were not walked, each with the rotors before it.
    proofs: Vec<(Configuration, FlowClaim)>,
}

const fn question(id: &'static str, is_small: fn(&Case) -> bool, answer: fn(&Case) -> Answer) -> Question {
    Question { id, is_small, answer }
}

pub(crate) const QUESTIONS: [Question; 11] = [
    question(
        "group",
        |_| true,
        |case| Answer::Claim(AlgebraClaim::Group(group_of(case.graph(), &mut ()).unwrap())),
    ),
    question("class", |_| true, |case| Answer::Claim(AlgebraClaim::Class(classified(case)))),
    question(
        "chips",
        |case| case.walks <= 2_000,
        |case| {
            let claim = stabilise(case.graph(), &case.chips, &mut ()).unwrap();
            Answer::Claim(AlgebraClaim::Stabilisation(claim))
        },
    ),
    question(
        "identity",
        |case| case.walks <= 2_000,
        |case| Answer::Claim(AlgebraClaim::Identity(identity(case.graph(), &mut ()).unwrap())),
    ),
    question(
        "harmonic",
        |case| case.walks <= 1_000,
        |case| {
            let claim = harmonic_measure(case.graph(), case.from, &mut ()).unwrap();
            Answer::Claim(AlgebraClaim::Harmonic(claim))
        },
    ),
    question(
        "signed route",
        |case| case.walks <= 2_000,
        |case| {
            let claim = route_signed(case.graph(), case.rotors(), &case.chips, &mut ()).unwrap();
            Answer::SignedRoute(claim)
        },
    ),
    question("moment", |_| true, |case| Answer::Moment(case.moment_after(&case.steps.into()))),
    TOUR,
    question("hits", |case| case.walks <= 2_000, |case| Answer::Hits(sequence(case))),
    question(
        "rounds",
        |_| true,
        |case| {
            let counts = case.chips.as_slice().iter().map(|count| count.magnitude().clone());
            let particles = VertexMap::from_vec(counts.collect());
            let wanted = u64::from(case.steps % 20);
            Answer::Rounds(rounds(case.graph(), case.rotors(), &particles, wanted, &mut ()).unwrap())
        },
    ),
    question("listing", |case| case.configurations <= 600, |case| Answer::Listings(listings(case))),
];

pub(crate) const TOUR: Question = question(
    "tour",
    |_| true,
    |case| match tour(case.graph(), case.rotors(), case.from, true, &mut ()).unwrap() {
        Tour::Exits(claim) => Answer::Moment(claim),
        Tour::Endless(claim) => Answer::Claim(AlgebraClaim::Tour(claim)),
    },
);

/// The classes of both configurations, and chips that lead from the one to the other.
pub(crate) fn classified(case: &Case) -> ClassClaim {
    let (graph, other) = (case.graph(), &case.other);
    let group = group_of(graph, &mut ()).unwrap();
    let chips = chips_between(graph, &group, case.rotors(), other);
    let positions = graph.vertices().map(|u| if graph.is_sink(u) { 0 } else { other.position(graph, u) });
    let rotors = VertexMap::from_vec(positions.collect());
    let other = OtherClass { rotors, element: class_of(graph, &group, other), chips };
    ClassClaim { element: class_of(graph, &group, case.rotors()), group, other: Some(other) }
}

fn sequence(case: &Case) -> Sequence {
    let mut hits = Hits::of(case.graph(), case.rotors(), case.from, case.particles.into());
    let (mut exits, mut proofs) = (Vec::new(), Vec::new());
    while let Some(run) = hits.next(&mut ()).unwrap() {
        exits.extend(std::iter::repeat_n(run.exit, run.count.to_usize().unwrap()));
        proofs.extend(run.proof);
    }
    Sequence { exits, rotors: hits.rotors().clone(), proofs }
}

/// Forests, recurrent and superstable piles, and the unicycles of every trap.
fn listings(case: &Case) -> Vec<Listed> {
    let traps = Traps::of(case.graph()).members().to_vec();
    let mut wanted: Vec<_> = Listing::ALL.into_iter().map(|listing| (listing, traps.clone())).collect();
    wanted.retain(|(listing, _)| *listing != Listing::Unicycles);
    wanted.extend(traps.into_iter().map(|trap| (Listing::Unicycles, vec![trap])));
    let listed = |(listing, traps): (Listing, Vec<Vec<VertexId>>)| {
        let trap = if listing == Listing::Unicycles { &traps[0][..] } else { &[] };
        let mut found = Members::of(case.graph(), listing, trap, &mut ()).unwrap();
        let members = std::iter::from_fn(|| found.next(&mut ()).unwrap()).collect();
        Listed::of(&case.instance, listing, &traps, members)
    };
    wanted.into_iter().map(listed).collect()
}

impl Answer {
    pub(crate) fn claim(&self) -> Option<Claim> {
        match self {
            Self::Claim(claim) => Some(Claim::Algebra(Box::new(claim.clone()))),
            Self::SignedRoute(claim) => Some(Claim::SignedFlow(claim.clone())),
            Self::Moment(moment) => Some(Claim::Flow(moment.clone().into())),
            _ => None,
        }
    }

    /// Demands the reference answer, and notes what was seen.
    pub(crate) fn compare(&self, case: &Case, dice: &mut Dice, tally: &mut Tally) {
        match self {
            Self::Claim(AlgebraClaim::Group(claim)) => reference::group(case, claim, tally),
            Self::Claim(AlgebraClaim::Class(claim)) => reference::class(case, claim, tally),
            Self::Claim(AlgebraClaim::Stabilisation(claim)) => reference::chips(case, claim, dice, tally),
            Self::Claim(AlgebraClaim::Identity(claim)) => reference::identity(case, claim, dice, tally),
            Self::Claim(AlgebraClaim::Harmonic(claim)) => reference::harmonic(case, claim, tally),
            Self::SignedRoute(claim) => reference::signed_route(case, claim, dice, tally),
            Self::Moment(claim) => reference::moment(case, claim, tally),
            Self::Claim(AlgebraClaim::Tour(claim)) => reference::tour(case, claim, tally),
            Self::Hits(found) => reference::hits(case, found, tally),
            Self::Rounds(found) => reference::rounds(case, found, tally),
            Self::Listings(found) => reference::listing(case, found, tally),
        }
    }

    /// What the checker says of it.
    pub(crate) fn check(&self, case: &Case) -> Vec<Result<(), String>> {
        fn check<C: Check>(instance: &Instance, claim: C) -> Result<(), String> {
            certify(instance, claim, &mut ()).map(drop).map_err(|refutation| refutation.describe(instance))
        }
        match self {
            Self::Claim(_) | Self::SignedRoute(_) | Self::Moment(_) => {
                self.claim().map(|claim| check(&case.instance, claim)).into_iter().collect()
            }
            Self::Hits(Sequence { proofs, .. }) => {
                let before = |rotors: &Configuration| case.instance.clone().with_rotors(rotors.clone());
                let proofs = proofs.iter();
                proofs.map(|(rotors, claim)| check(&before(rotors), claim.clone())).collect()
            }
            Self::Rounds(_) => Vec::new(),
            Self::Listings(found) => {
                found.iter().map(|listed| listed.clone().check(&case.instance)).collect()
            }
        }
    }

    /// False answers, each of which the checker refuses in every part.
    pub(crate) fn forged(&self, case: &Case, dice: &mut Dice) -> Vec<(&'static str, Self)> {
        let u = VertexId::new(dice.below(case.graph().vertex_count() as u32));
        match self {
            Self::Claim(claim) => {
                let forged = forged_claims(case, claim, u, dice);
                forged.into_iter().map(|(kind, claim)| (kind, Self::Claim(claim))).collect()
            }
            Self::SignedRoute(claim) => {
                let mut forged = Forged::of(claim);
                let changed = |amounts: &mut Amounts<BigInt>, by: i32| amounts.set(u, &amounts[u] + by);
                forged.add("count of particles", |claim| changed(&mut claim.supply, 1));
                forged.add("count at a sink", |claim| changed(&mut claim.stays, -1));
                // One departure more is true if it comes back at once.
                if !case.graph().heads(u).contains(&u) {
                    forged.add("departure", |claim| claim.departures[u] += 1);
                }
                forged.state(Self::SignedRoute)
            }
            Self::Moment(moment) => {
                let mut forged = Forged::of(moment);
                let heads = case.graph().heads(u);
                // Once more round one vertex is a true moment if all of its arcs are loops.
                if heads.is_empty() || heads.iter().any(|&v| v != u) {
                    forged.add("departure", |moment| moment.departures[u] += heads.len().max(1));
                }
                forged.state(Self::Moment)
            }
            Self::Hits(found) if !found.proofs.is_empty() => {
                let mut forged = found.clone();
                forged
                    .proofs
                    .iter_mut()
                    .for_each(|(_, claim)| claim.supply.set(case.from, &claim.supply[case.from] + 1u32));
                vec![("number of particles", Self::Hits(forged))]
            }
            Self::Hits(_) | Self::Rounds(_) => Vec::new(),
            Self::Listings(found) => {
                let listed = found.iter().filter(|listed| !listed.members.is_empty());
                let [mut short, mut double]: [Vec<Listed>; 2] =
                    [(); 2].map(|()| listed.clone().cloned().collect());
                short.iter_mut().for_each(|listed| drop(listed.members.remove(0)));
                double.iter_mut().for_each(|listed| listed.members.insert(0, listed.members[0].clone()));
                vec![
                    ("list without its first member", Self::Listings(short)),
                    ("list with its first member twice", Self::Listings(double)),
                ]
            }
        }
    }

    /// All of it that does not depend on the order of the vertices.
    pub(crate) fn told(&self, case: &Case, before: &Before) -> String {
        match self {
            Self::Claim(claim) => told(case, claim, before),
            Self::SignedRoute(claim) => {
                let mut stays: Vec<_> =
                    claim.stays.iter().map(|(v, count)| (before.vertex(v), count)).collect();
                stays.sort();
                format!("{stays:?} {:?}", before.traps(&claim.traps, &claim.trapped))
            }
            Self::Moment(moment) => {
                format!("{:?}", (before.vertex(moment.at), before.map(&moment.departures)))
            }
            Self::Hits(found) => {
                let stopping = StoppingGraph::of(case.graph());
                let name = |exit: &Exit| match *exit {
                    Exit::Sink(sink) => Some(before.vertex(sink)),
                    Exit::Trap(trap) => before.trap(&stopping.traps().members()[trap]),
                };
                format!("{:?}", found.exits.iter().map(name).collect::<Vec<_>>())
            }
            Self::Rounds(found) => {
                let position = |u| match case.graph().is_sink(u) {
                    true => 0,
                    false => found.rotors.position(case.graph(), u),
                };
                let positions = VertexMap::from_vec(case.graph().vertices().map(position).collect());
                format!("{:?} {:?}", before.map(&found.particles), before.map(&positions))
            }
            Self::Listings(found) => {
                let told = |listed: &Listed| {
                    let members: BTreeSet<_> =
                        listed.members.iter().map(|member| before.map(member)).collect();
                    let traps: BTreeSet<_> = listed.traps.iter().map(|trap| before.trap(trap)).collect();
                    format!("{:?} {traps:?} {members:?}", listed.listing)
                };
                format!("{:?}", found.iter().map(told).collect::<BTreeSet<_>>())
            }
        }
    }
}

/// Whether two elements of the group are the same.
pub(crate) fn is_same(group: &GroupClaim, one: &[BigInt], other: &[BigInt]) -> bool {
    let multiple = |(difference, factor): (BigInt, &BigUint)| match factor.is_zero() {
        true => difference.is_zero(),
        false => (difference % BigInt::from(factor.clone())).is_zero(),
    };
    one.iter().zip(other).map(|(a, b)| a - b).zip(&group.factors).all(multiple)
}

/// Claims with one change, or with several that hide each other.
struct Forged<C> {
    honest: C,
    list: Vec<(&'static str, C)>,
}

impl<C: Clone> Forged<C> {
    fn of(honest: &C) -> Self {
        Self { honest: honest.clone(), list: Vec::new() }
    }

    fn add(&mut self, kind: &'static str, change: impl FnOnce(&mut C)) {
        let mut forged = self.honest.clone();
        change(&mut forged);
        self.list.push((kind, forged));
    }

    fn state<T>(self, claim: fn(C) -> T) -> Vec<(&'static str, T)> {
        self.list.into_iter().map(|(kind, forged)| (kind, claim(forged))).collect()
    }
}

fn forged_claims(
    case: &Case,
    claim: &AlgebraClaim,
    u: VertexId,
    dice: &mut Dice,
) -> Vec<(&'static str, AlgebraClaim)> {
    match claim {
        AlgebraClaim::Group(group) => forged_groups(group, u, dice),
        AlgebraClaim::Class(claim) => {
            let mut forged = Forged::of(claim);
            if !claim.element.is_empty() {
                forged.add("element", |claim| claim.element[0] += 1);
                forged.add("other element", |claim| claim.other.as_mut().unwrap().element[0] += 1);
            }
            if !is_nothing(&claim.group, &claim.group.homomorphism[u]) {
                forged.add("count of chips", |claim| claim.other.as_mut().unwrap().chips[u] += 1);
            }
            forged.state(AlgebraClaim::Class)
        }
        AlgebraClaim::Stabilisation(claim) => forged_piles(case, claim, u),
        AlgebraClaim::Identity(claim) => {
            let mut forged = Forged::of(claim);
            forged.add("firing", |claim| claim.firings[u] += 1);
            forged.state(AlgebraClaim::Identity)
        }
        AlgebraClaim::Harmonic(claim) => {
            let mut forged = Forged::of(claim);
            forged.add("denominator", |claim| claim.denominator += 1u32);
            forged.add("number of uses", |claim| claim.uses[claim.from] += 1u32);
            forged.add("share of a sink", |claim| claim.sinks[u] += 1u32);
            // Inside one trap all starts have the same ends, and the claim stays true.
            if u != claim.from && StoppingGraph::of(case.graph()).is_active(claim.from) {
                forged.add("start", |claim| claim.from = u);
            }
            forged.state(AlgebraClaim::Harmonic)
        }
        AlgebraClaim::Tour(claim) => {
            let mut forged = Forged::of(claim);
            let after = |earlier: &Moment| case.moment_after(&(earlier.steps() + 1u32));
            forged.add("period", |claim| claim.periods[claim.trap[0]] += 1u32);
            // One step later the state comes back too, but so does the one before.
            forged.add("late entry", |claim| {
                let later = after(&claim.entry);
                claim.before = Some(std::mem::replace(&mut claim.entry, later));
            });
            forged.add("late cover", |claim| claim.cover = claim.cover.as_ref().map(after));
            if claim.before.is_some() {
                forged.add("missing moment before", |claim| claim.before = None);
            }
            forged.state(AlgebraClaim::Tour)
        }
    }
}

fn is_nothing(group: &GroupClaim, element: &[BigInt]) -> bool {
    is_same(group, element, &vec![BigInt::zero(); element.len()])
}

fn forged_groups(group: &GroupClaim, u: VertexId, dice: &mut Dice) -> Vec<(&'static str, AlgebraClaim)> {
    let Some(last) = group.factors.len().checked_sub(1) else { return Vec::new() };
    let mut forged = Forged::of(group);
    let which = dice.below(last as u32 + 1) as usize;
    forged.add("factor", |claim| {
        claim.factors[which] *= 2u32;
        claim.factors[which] += u32::from(group.factors[which].is_zero()) * 2;
    });
    forged.add("image", |claim| claim.homomorphism[u][which] += 1);
    forged.add("factor left out", |claim| {
        claim.factors.pop();
        claim.generators.pop();
        claim.homomorphism.as_mut_slice().iter_mut().for_each(|image| drop(image.pop()));
    });
    if !is_nothing(group, &group.homomorphism[u]) {
        forged.add("generator", |claim| claim.generators[which][u] += 1);
    }
    if let Some(trap) = dice.pick(&group.traps) {
        let u = *dice.pick(trap).unwrap();
        forged.add("period", |claim| claim.periods[u] += 1u32);
        forged.add("list of traps", |claim| claim.traps.clear());
    }
    // A quotient of the group: onto, but too small.
    let factor = &group.factors[0];
    let prime = [2u32, 3, 5, 7].into_iter().find(|p| (factor % p).is_zero() && *factor > (*p).into());
    if let Some(prime) = prime.filter(|_| last == 0) {
        forged.add("quotient", |claim| claim.factors[0] /= prime);
    }
    forged.state(AlgebraClaim::Group)
}

fn forged_piles(case: &Case, claim: &StabilisationClaim, u: VertexId) -> Vec<(&'static str, AlgebraClaim)> {
    let graph = case.graph();
    let mut forged = Forged::of(claim);
    forged.add("pile", |claim| claim.chips[u] += 1);
    forged.add("sink", |claim| claim.sinks[u] -= 1);
    forged.add("firing", |claim| claim.firings[u] += 1u32);
    forged.add("verdict on recurrence", |claim| claim.recurrent ^= true);
    forged.add("first pile", |claim| claim.start[u] += 1);
    if !claim.trapped.is_empty() {
        forged.add("count of trapped chips", |claim| claim.trapped[0] += 1);
    }
    let active: Vec<_> = StoppingGraph::of(graph).active_vertices().collect();
    if active.is_empty() {
        return forged.state(AlgebraClaim::Stabilisation);
    }
    // Every vertex once more: conserved and often stable, but not the least.
    forged.add("firing of every vertex", |claim| {
        for &v in &active {
            claim.firings[v] += 1u32;
            claim.chips[v] -= graph.out_degree(v);
            for &w in graph.heads(v) {
                match Traps::of(graph).trap_of(w) {
                    Some(trap) => claim.trapped[trap] += 1,
                    None if graph.is_sink(w) => claim.sinks[w] += 1,
                    None => claim.chips[w] += 1,
                }
            }
        }
    });
    forged.state(AlgebraClaim::Stabilisation)
}

/// All of a claim that does not depend on the order of the vertices.
fn told(case: &Case, claim: &AlgebraClaim, before: &Before) -> String {
    let moment = |claim: &Moment| (before.vertex(claim.at), before.map(&claim.departures));
    match claim {
        AlgebraClaim::Group(group) => {
            let [one, other] =
                [case.rotors(), &case.other].map(|rotors| class_of(case.graph(), group, rotors));
            let order = order_of_chips(group, &case.chips);
            let periods = before.map(&group.periods);
            format!("{:?} {periods:?} {order:?} {}", group.factors, is_same(group, &one, &other))
        }
        AlgebraClaim::Class(ClassClaim { group, element, other }) => {
            let other = other.as_ref().unwrap();
            let order = order_of_chips(group, &other.chips);
            format!("{order:?} {}", is_same(group, element, &other.element))
        }
        AlgebraClaim::Stabilisation(claim) => {
            let [firings, script] = [&claim.firings, &claim.script].map(|map| before.map(map));
            let [chips, sinks] = [&claim.chips, &claim.sinks].map(|map| before.map(map));
            let trapped = before.traps(&claim.traps, &claim.trapped);
            format!("{firings:?} {script:?} {chips:?} {sinks:?} {trapped:?} {}", claim.recurrent)
        }
        AlgebraClaim::Identity(claim) => format!("{:?}", before.map(&claim.chips)),
        AlgebraClaim::Harmonic(claim) => {
            let share = |numerator: &BigUint| reduced(numerator, &claim.denominator);
            let sinks = VertexMap::from_vec(claim.sinks.as_slice().iter().map(share).collect());
            let trapped: Vec<_> = claim.trapped.iter().map(share).collect();
            format!("{:?} {:?}", before.map(&sinks), before.traps(&claim.traps, &trapped))
        }
        AlgebraClaim::Tour(TourClaim { entry, before: earlier, periods, cover, .. }) => {
            let moments = [Some(entry), earlier.as_ref(), cover.as_ref()].map(|claim| claim.map(moment));
            format!("{moments:?} {:?}", before.map(periods))
        }
    }
}
