//! Claims that break one rule alone: each is refuted by the equation that says so.

use crate::Case;
use crate::extracted_judge::{Comparison, completed, mutants};
use crate::questions::classified;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_algebra::{
    Tour, burning_script, chips_between, class_of, group_of, harmonic_measure, identity, moment,
    period_vectors, route_signed, stabilise, tour, with_sinks,
};
use rotor_certify::{Check, ListingJudge, certify, certify_aggregate};
use rotor_format::certificate;
use rotor_generate::{Dice, Instances, budget, walk_bound};
use rotor_graph::{
    AggregateClaim, AlgebraClaim, Claim, ClassClaim, Configuration, FlowClaim, GroupClaim, HarmonicClaim,
    IdentityClaim, Instance, Lattice, Listing, Moment, OtherClass, Relations, StabilisationClaim, TourClaim,
    VertexId, VertexMap, parse,
};

/// An equation, and the change that breaks it.
type Rule<'r, C> = (&'static str, &'r dyn Fn(&mut C));

/// Demands that `check` accepts a claim, and that each change is refuted by its equation.
fn break_each<C: Clone>(honest: &C, check: impl Fn(C) -> Result<(), String>, rules: &[Rule<C>]) {
    assert_eq!(check(honest.clone()), Ok(()));
    for (equation, change) in rules {
        let mut forged = honest.clone();
        change(&mut forged);
        let refutation = check(forged).expect_err(equation);
        assert!(refutation.contains(equation), "{equation}: {refutation}");
    }
}

/// The checker of certificates of this kind.
fn checker<C: Check>(instance: &Instance) -> impl Fn(C) -> Result<(), String> + use<'_, C> {
    move |claim| {
        certify(instance, claim, &mut ()).map(drop).map_err(|refutation| refutation.describe(instance))
    }
}

fn numbers<T: From<u32> + Clone>(numbers: &[u32]) -> VertexMap<T> {
    VertexMap::from_vec(numbers.iter().map(|&number| T::from(number)).collect())
}

fn cut<T: Clone>(map: &mut VertexMap<T>) {
    *map = VertexMap::from_vec(map.as_slice()[1..].to_vec());
}

const LENGTHS: &str = "number of entries = |V|";

/// Two vertices that fire, a trap and a sink, in this order. The least burning script is 2, 1.
fn firing() -> Instance {
    parse("a: b\nb: a a t s\nt: t\nsink s").unwrap()
}

#[test]
fn a_stabilisation_breaks_each_rule() {
    let instance = firing();
    let start = numbers(&[3, 3, 0, 0]);
    let honest = stabilise(instance.graph(), &start, &mut ()).unwrap();
    let rules: &[Rule<StabilisationClaim>] = &[
        (LENGTHS, &|claim| cut(&mut claim.start)),
        (LENGTHS, &|claim| cut(&mut claim.firings)),
        (LENGTHS, &|claim| cut(&mut claim.chips)),
        (LENGTHS, &|claim| cut(&mut claim.sinks)),
        (LENGTHS, &|claim| cut(&mut claim.script)),
        ("number of counts of trapped chips", &|claim| claim.trapped.push(BigInt::zero())),
        ("chips left < d(v)", &|claim| {
            (claim.firings, claim.chips, claim.sinks) = (numbers(&[0; 4]), start.clone(), numbers(&[0; 4]));
            claim.trapped = vec![BigInt::zero()];
        }),
        ("script on a sink or in a trap = 0", &|claim| claim.script = numbers(&[2, 1, 0, 1])),
        ("script on a sink or in a trap = 0", &|claim| claim.script = numbers(&[2, 1, 1, 0])),
        ("script ≥ 1", &|claim| claim.script = numbers(&[2, 0, 0, 0])),
        ("script · Δ ≥ 0", &|claim| claim.script = numbers(&[1, 1, 0, 0])),
        ("recurrent = as claimed", &|claim| claim.recurrent ^= true),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn firings_that_can_be_spared_are_refuted() {
    let instance = parse("a: b\nb: a a s\nsink s").unwrap();
    let honest = stabilise(instance.graph(), &numbers(&[1, 1, 0]), &mut ()).unwrap();
    assert_eq!(honest.firings, numbers(&[1, 0, 0]));
    let spared = "at a, firings that can be spared = 0 does not hold: 2 against 0";
    let rules: &[Rule<StabilisationClaim>] = &[(spared, &|claim| {
        (claim.firings, claim.chips, claim.sinks) =
            (numbers(&[3, 1, 0]), numbers(&[0, 1, 0]), numbers(&[0, 0, 1]));
    })];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn an_identity_breaks_each_rule() {
    let instance = firing();
    let honest = identity(instance.graph(), &mut ()).unwrap();
    let rules: &[Rule<IdentityClaim>] = &[
        (LENGTHS, &|claim| cut(&mut claim.chips)),
        (LENGTHS, &|claim| cut(&mut claim.firings)),
        (LENGTHS, &|claim| cut(&mut claim.script)),
        ("firings of a sink or in a trap = 0", &|claim| claim.firings.as_mut_slice()[2] += 1),
        ("firings of a sink or in a trap = 0", &|claim| claim.firings.as_mut_slice()[3] += 1),
        ("chips of a sink or in a trap = 0", &|claim| claim.chips.as_mut_slice()[2] += 1),
        ("chips of a sink or in a trap = 0", &|claim| claim.chips.as_mut_slice()[3] += 1),
        ("firings · Δ = chips", &|claim| claim.chips.as_mut_slice()[1] += 1),
        // Equivalent to nothing, and not stable.
        ("chips < d(v)", &|claim| {
            (claim.firings, claim.chips) = (numbers(&[4, 2, 0, 0]), numbers(&[0, 4, 0, 0]));
        }),
        // Equivalent to nothing, and not recurrent.
        ("whether the chips are recurrent", &|claim| {
            (claim.firings, claim.chips) = (numbers(&[0; 4]), numbers(&[0; 4]));
        }),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn an_aggregate_breaks_each_rule() {
    // Nine sites, the origin in the middle; east of it is site 5.
    let claim = |particles, left: &[(usize, u64)], taken: &[usize]| {
        let (mut departures, mut occupied) = (vec![0; 9], vec![false; 9]);
        left.iter().for_each(|&(site, count)| departures[site] = count);
        taken.iter().for_each(|&site| occupied[site] = true);
        AggregateClaim { lattice: Lattice::Square { half: 1 }, particles, departures, occupied }
    };
    let check = |claim: AggregateClaim| {
        certify_aggregate(claim, &mut ()).map(drop).map_err(|error| error.to_string())
    };
    let rules: &[Rule<AggregateClaim>] = &[
        ("number of departures", &|claim| claim.departures.truncate(8)),
        ("number of occupied sites", &|claim| claim.occupied.truncate(8)),
        // The particle settles east of the origin, which it may do only if another stays there.
        ("which was left = 1", &|forged| *forged = claim(1, &[(4, 1)], &[5])),
        // Site 5 sends one to the east, where sites have no number.
        ("particles that leave the numbered sites", &|forged| {
            *forged = claim(3, &[(4, 2), (5, 1)], &[4, 7]);
        }),
        ("whether it is occupied", &|forged| *forged = claim(2, &[(4, 1)], &[4, 7])),
    ];
    break_each(&claim(2, &[(4, 1)], &[4, 5]), check, rules);
}

fn triangle() -> Instance {
    parse("a: b s\nb: a s\nsink s").unwrap()
}

#[test]
fn a_class_breaks_each_rule() {
    // The group of the triangle is cyclic of order 3; the other rotors differ in one place.
    let instance = triangle();
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let group = group_of(graph, &mut ()).unwrap();
    let other = Configuration::from_positions(graph, |u| u32::from(u.index() == 0));
    let chips = chips_between(graph, &group, rotors, &other);
    let [element, to] = [rotors, &other].map(|rotors| class_of(graph, &group, rotors));
    let other = Some(OtherClass { rotors: numbers(&[1, 0, 0]), element: to, chips });
    let honest = ClassClaim { group, element, other };
    fn other_of(claim: &mut ClassClaim) -> &mut OtherClass {
        claim.other.as_mut().unwrap()
    }
    let rules: &[Rule<ClassClaim>] = &[
        ("coordinate 0 of φ(row of v)", &|claim| claim.group.factors[0] += 3u32),
        ("the sum of the values of all rotors", &|claim| claim.element[0] += 1),
        ("number of coordinates = number of factors", &|claim| claim.element.push(0.into())),
        (LENGTHS, &|claim| cut(&mut other_of(claim).rotors)),
        (LENGTHS, &|claim| cut(&mut other_of(claim).chips)),
        ("position of the other rotor < d(v)", &|claim| other_of(claim).rotors.as_mut_slice()[1] = 2),
        ("position of the other rotor < d(v)", &|claim| other_of(claim).rotors.as_mut_slice()[2] = 1),
        ("the sum of the values of the other rotors", &|claim| other_of(claim).element[0] += 1),
        ("the element plus that of the chips", &|claim| other_of(claim).chips.as_mut_slice()[0] += 1),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn a_group_breaks_each_rule() {
    // ℤ/3 of the triangle, and ℤ of the trap beside it.
    let instance = parse("a: b s\nb: a s\nt: t\nsink s").unwrap();
    let honest = group_of(instance.graph(), &mut ()).unwrap();
    assert!(honest.factors == [3u32, 0].map(BigUint::from) && honest.relations.is_none());
    let rules: &[Rule<GroupClaim>] = &[
        ("number of images = |V|", &|claim| cut(&mut claim.homomorphism)),
        ("number of periods = |V|", &|claim| cut(&mut claim.periods)),
        ("number of generators = number of factors", &|claim| drop(claim.generators.pop())),
        ("number of coordinates = number of factors", &|claim| {
            claim.homomorphism.as_mut_slice()[1].push(BigInt::zero());
        }),
        ("number of chip counts of a generator = |V|", &|claim| cut(&mut claim.generators[1])),
        // A factor 1 adds nothing to the group.
        ("factor 0 ≠ 1", &|claim| {
            claim.factors.insert(0, 1u32.into());
            claim.generators.insert(0, numbers(&[0; 4]));
            claim.homomorphism.as_mut_slice().iter_mut().for_each(|image| image.insert(0, BigInt::zero()));
        }),
        ("factor 0 divides the next", &|claim| {
            claim.factors.swap(0, 1);
            claim.generators.swap(0, 1);
            claim.homomorphism.as_mut_slice().iter_mut().for_each(|image| image.swap(0, 1));
        }),
        ("number of factors 0 = number of traps", &|claim| claim.factors[1] = 6u32.into()),
        ("period outside of traps = 0", &|claim| claim.periods = numbers(&[1, 0, 1, 0])),
        ("period in a trap > 0", &|claim| claim.periods = numbers(&[0; 4])),
        ("gcd of the periods of the trap = 1", &|claim| claim.periods = numbers(&[0, 0, 2, 0])),
        ("number of factors 0 = number of traps", &|claim| claim.traps.clear()),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn relations_break_each_rule() {
    // ℤ/4, one chip on a generates it, and four of them fire.
    let instance = parse("a: s^4\nsink s").unwrap();
    let [a, absent] = [0, 2].map(VertexId::new);
    let relations = Relations { images: vec![(a, Vec::new())], multiples: vec![vec![(a, 1.into())]] };
    let group = group_of(instance.graph(), &mut ()).unwrap();
    let honest = GroupClaim { relations: Some(relations), ..group };
    fn relations_of(claim: &mut GroupClaim) -> &mut Relations {
        claim.relations.as_mut().unwrap()
    }
    let rules: &[Rule<GroupClaim>] = &[
        ("number of multiples = number of factors", &|claim| relations_of(claim).multiples.clear()),
        ("factor times generator, fired", &|claim| relations_of(claim).multiples[0].clear()),
        // Two chips are not nothing, though the homomorphism to ℤ/2 is one.
        ("factor times generator, fired", &|claim| claim.factors[0] = 2u32.into()),
        ("vertex with firings", &|claim| relations_of(claim).images[0].0 = absent),
        ("vertex that fires", &|claim| relations_of(claim).multiples[0][0].0 = absent),
        ("less its image, fired", &|claim| relations_of(claim).images[0].1.push((a, 1.into()))),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn exit_probabilities_break_each_rule() {
    let instance = parse("a: b s\nb: a t\nt: t\nsink s").unwrap();
    let honest = harmonic_measure(instance.graph(), VertexId::new(0), &mut ()).unwrap();
    let rules: &[Rule<HarmonicClaim>] = &[
        ("from", &|claim| claim.from = VertexId::new(4)),
        ("number of expected uses = |V|", &|claim| cut(&mut claim.uses)),
        ("number of probabilities = |V|", &|claim| cut(&mut claim.sinks)),
        ("number of probabilities of traps", &|claim| claim.trapped.clear()),
        // Nothing arrives anywhere.
        ("denominator > 0", &|claim| {
            claim.denominator.set_zero();
            (claim.uses, claim.sinks) = (numbers(&[0; 4]), numbers(&[0; 4]));
            claim.trapped.iter_mut().for_each(Zero::set_zero);
        }),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn a_moment_breaks_each_rule() {
    let instance = parse("a: b s\nb: a\nsink s").unwrap();
    let [a, b, s, absent] = [0, 1, 2, 3].map(VertexId::new);
    let honest = Moment { from: a, at: s, departures: numbers(&[2, 1, 0]) };
    let rules: &[Rule<Moment>] = &[
        ("from", &|claim| claim.from = absent),
        ("at", &|claim| claim.at = absent),
        ("outflow of a sink = 0", &|claim| claim.departures = numbers(&[2, 1, 1])),
        ("inflow + [v = from]", &|claim| claim.at = b),
    ];
    break_each(&honest, checker(&instance), rules);
}

/// The walk from `a` enters the trap of `t` and `u`.
fn endless() -> Instance {
    parse("a: t\nt: u\nu: t u\nsink s").unwrap()
}

#[test]
fn a_tour_breaks_each_rule() {
    let instance = endless();
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let [a, t, u] = [0, 1, 2].map(VertexId::new);
    let after = |from, steps: u32| moment(graph, rotors, from, &steps.into(), &mut ()).unwrap();
    let Ok(Tour::Endless(honest)) = tour(graph, rotors, a, true, &mut ()) else { panic!() };
    assert!(honest.before.is_some());
    let rules: &[Rule<TourClaim>] = &[
        ("paths within trap 0", &|claim| claim.trap = vec![a, t, u]),
        ("number of periods = |V|", &|claim| cut(&mut claim.periods)),
        ("period outside of the trap = 0", &|claim| claim.periods[a] += 1u32),
        ("inflow + [v = from]", &|claim| claim.entry.departures[t] += 1u32),
        ("whether the state at the entry comes back = true", &|claim| {
            (claim.entry, claim.before) = (after(a, 0), None);
        }),
        ("steps before the entry = 0", &|claim| claim.before = None),
        ("inflow + [v = from]", &|claim| claim.before.as_mut().unwrap().departures[t] += 1u32),
        ("number of the start before the entry", &|claim| claim.before = Some(after(t, 0))),
        ("steps before the entry + 1", &|claim| claim.entry = after(a, 8)),
        ("whether the state before the entry comes back = false", &|claim| {
            (claim.entry, claim.before) = (after(a, 8), Some(after(a, 7)));
        }),
        ("number of the start of the cover", &|claim| claim.cover = Some(after(t, 1))),
        ("whether the walk ends its cover in the trap", &|claim| claim.cover = Some(after(a, 0))),
        ("how often v was entered = 1", &|claim| claim.cover = Some(after(a, 8))),
        ("how often v was entered > 0", &|claim| claim.cover = Some(after(a, 1))),
    ];
    break_each(&honest, checker(&instance), rules);
}

#[test]
fn a_signed_route_breaks_each_rule() {
    let instance = endless();
    let t = VertexId::new(1);
    let particles = VertexMap::from_vec([2, -1, 0, 3].map(BigInt::from).to_vec());
    let honest = route_signed(instance.graph(), instance.rotors(), &particles, &mut ()).unwrap();
    assert!(honest.traps.len() == 1);
    let absent = VertexId::new(4);
    let rules: &[Rule<FlowClaim<BigInt>>] = &[
        ("number of a start < |V|", &|claim| claim.supply.set(absent, 1.into())),
        ("number of departures = |V|", &|claim| cut(&mut claim.departures)),
        ("number of an end < |V|", &|claim| claim.stays.set(absent, 1.into())),
        ("number of counts of trapped particles", &|claim| claim.trapped.push(BigInt::zero())),
        // Particles may go round in a trap, and the claim says that they halt where they enter it.
        ("outflow within a trap = 0", &|claim| claim.departures[t] += 1),
    ];
    break_each(&honest, checker(&instance), rules);
}

/// Everything that a listing is proved by.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Listed {
    pub(crate) listing: Listing,
    pub(crate) traps: Vec<Vec<VertexId>>,
    script: VertexMap<BigUint>,
    pub(crate) members: Vec<VertexMap<u32>>,
    group: GroupClaim,
    periods: VertexMap<BigUint>,
}

impl Listed {
    pub(crate) fn of(
        instance: &Instance,
        listing: Listing,
        traps: &[Vec<VertexId>],
        members: Vec<VertexMap<u32>>,
    ) -> Self {
        let (graph, free) = (instance.graph(), &mut ());
        // The group of unicycles is that of the trap with one of its vertices as a sink.
        let rest = |trap: &Vec<VertexId>| -> Vec<VertexId> {
            graph.vertices().filter(|u| *u == trap[0] || !trap.contains(u)).collect()
        };
        let sinks = match listing {
            Listing::Forests => Vec::new(),
            Listing::Unicycles => rest(&traps[0]),
            Listing::Recurrent | Listing::Superstable => traps.concat(),
        };
        Self {
            listing,
            traps: traps.to_vec(),
            script: burning_script(graph, free).unwrap(),
            members,
            group: group_of(&with_sinks(graph, &sinks), free).unwrap(),
            periods: period_vectors(graph, free).unwrap(),
        }
    }

    /// What the checker says, if all members are listed.
    pub(crate) fn check(self, instance: &Instance) -> Result<(), String> {
        let checker = ListingJudge::of(instance, self.listing, &self.traps, &self.script, &mut ());
        let mut checker = checker.map_err(|refutation| refutation.to_string())?;
        let admitted = self.members.iter().try_for_each(|member| checker.admit(member, &mut ()));
        let complete = admitted.and_then(|()| checker.finish_complete(&self.group, &self.periods, &mut ()));
        let proved = complete.map_err(|error| error.to_string())?;
        let is_right = proved.get().is_complete && proved.get().members == self.members.len() as u64;
        if is_right { Ok(()) } else { Err(format!("proved as {:?}", proved.get())) }
    }
}

fn members<const VERTICES: usize>(members: &[[u32; VERTICES]]) -> Vec<VertexMap<u32>> {
    members.iter().map(|member| numbers(member)).collect()
}

#[test]
fn a_listing_breaks_each_rule() {
    // Three forests, three recurrent piles.
    let triangle = triangle();
    let honest = Listed::of(&triangle, Listing::Forests, &[], members(&[[0, 1, 0], [1, 0, 0], [1, 1, 0]]));
    let rules: &[Rule<Listed>] = &[
        (LENGTHS, &|claim| cut(&mut claim.members[0])),
        ("entry of the member < d(v)", &|claim| claim.members = members(&[[0, 2, 0]])),
        ("entry of the member < d(v)", &|claim| claim.members = members(&[[0, 1, 1]])),
        ("number of cycles of the rotors", &|claim| claim.members = members(&[[0, 0, 0]])),
        ("comes after the last one", &|claim| claim.members = members(&[[1, 0, 0], [0, 1, 0]])),
        ("comes after the last one", &|claim| claim.members = members(&[[1, 0, 0], [1, 0, 0]])),
        ("number of entries of the script", &|claim| cut(&mut claim.script)),
        ("number of members listed = number of all members", &|claim| drop(claim.members.pop())),
        // A group of two elements would make the list complete.
        ("coordinate 0 of", &|claim| {
            claim.members.pop();
            claim.group.factors[0] = 2u32.into();
        }),
        ("whether the chips burn", &|claim| {
            claim.listing = Listing::Recurrent;
            claim.members = members(&[[0, 0, 0]]);
        }),
    ];
    break_each(&honest, |claim| claim.check(&triangle), rules);
}

#[test]
fn traps_of_a_listing_break_each_rule() {
    let [a, t, u] = [0, 1, 2].map(VertexId::new);
    let instance = endless();
    let honest = Listed::of(&instance, Listing::Recurrent, &[vec![t, u]], members(&[[0; 4]]));
    let rules: &[Rule<Listed>] = &[
        ("whether v reaches a sink or a trap", &|claim| claim.traps.clear()),
        ("paths within trap 0", &|claim| claim.traps = vec![vec![a, t, u]]),
    ];
    break_each(&honest, |claim| claim.check(&instance), rules);

    let instance = parse("t: u\nu: t u\nsink s").unwrap();
    let trap = [vec![a, t]];
    let honest = Listed::of(&instance, Listing::Unicycles, &trap, members(&[[0, 0, 0], [0, 1, 0]]));
    let double = |period: &mut BigUint| *period *= 2u32;
    let rules: &[Rule<Listed>] = &[
        ("gcd of the periods", &|claim| claim.periods.as_mut_slice().iter_mut().for_each(double)),
        ("number of traps whose unicycles are listed = 1", &|claim| claim.traps.clear()),
    ];
    break_each(&honest, |claim| claim.check(&instance), rules);
    // The second vertex leads into the trap and is not of it.
    let corner = parse("t: t\nu: t\nsink s").unwrap();
    let refutation = honest.check(&corner).unwrap_err();
    assert!(refutation.contains("paths within trap 0"), "{refutation}");
}

/// The same certificate without each of the vertices for which it lists firings, and without any relations.
fn without_relations(instance: &Instance, text: &str) -> Vec<String> {
    let Claim::Algebra(claim) = certificate::read(text.as_bytes(), instance, &mut ()).unwrap() else {
        unreachable!()
    };
    let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_ref() else {
        unreachable!()
    };
    let relations = group.relations.clone().unwrap();
    let fewer = (0..relations.images.len()).map(|at| {
        let mut relations = relations.clone();
        relations.images.remove(at);
        Some(relations)
    });
    let written = fewer.chain([None]).map(|relations| {
        let mut claim = claim.clone();
        let (AlgebraClaim::Group(group) | AlgebraClaim::Class(ClassClaim { group, .. })) = claim.as_mut()
        else {
            unreachable!()
        };
        group.relations = relations;
        certificate::write(instance, &Claim::Algebra(claim))
    });
    written.collect()
}

#[test]
fn the_extracted_checker_agrees_about_relations() {
    let Some(mut comparison) = Comparison::new() else { return };
    let mut dice = Dice::new(2_031);
    let mut plain = Vec::new();
    let instances = Instances::small(73).filter(|instance| walk_bound(instance.graph()) <= 1_000);
    for instance in instances.take(budget(300)).step_by(6) {
        let case = Case::draw(&instance, &mut dice);
        let class = classified(&case);
        for claim in [AlgebraClaim::Group(class.group.clone()), AlgebraClaim::Class(class)] {
            let text = certificate::write(&case.instance, &Claim::Algebra(Box::new(claim)));
            plain.push((case.instance.clone(), text));
        }
    }
    let mut related_by_rows = 0;
    for ((instance, _), text) in
        plain.iter().zip(completed(plain.iter().map(|(instance, text)| (instance, text.as_str()))))
    {
        related_by_rows += usize::from(text.contains(r#""images":{}"#));
        let changed = mutants(&text);
        for text in &changed {
            // The slow twin: what relations prove, determinants prove too.
            let Ok(claim) = certificate::read(text.as_bytes(), instance, &mut ()) else { continue };
            if certify(instance, claim, &mut ()).is_ok() {
                let [.., unrelated] = &without_relations(instance, text)[..] else { unreachable!() };
                let claim = certificate::read(unrelated.as_bytes(), instance, &mut ()).unwrap();
                assert!(certify(instance, claim, &mut ()).is_ok(), "{instance}\n{text}");
            }
        }
        let fewer = without_relations(instance, &text);
        comparison.ask_texts(instance, changed.into_iter().chain(fewer).chain([text]));
    }
    let tally = comparison.agree();
    assert!(related_by_rows > 5, "rows relate all vertices of {related_by_rows}");
    for kind in ["group with relations", "class with relations"] {
        for accepted in [false, true] {
            assert!(tally[&(kind.to_owned(), accepted)] > 10, "{tally:?}");
        }
    }
}
