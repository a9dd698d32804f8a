//! Certificates of the algebra: what comes back, and every flaw in its words.

use crate::certificate::tests::flaws;
use crate::certificate::{instance_hash, read, write};
use crate::samples::Random;
use num_bigint::{BigInt, BigUint};
use rotor_graph::{
    AlgebraClaim, Claim, ClassClaim, GroupClaim, HarmonicClaim, IdentityClaim, Instance, MomentClaim,
    OtherClass, Relations, SignedRouteClaim, StabilisationClaim, TourClaim, VertexId, VertexMap, parse,
};

/// Nonsense of the algebra. Sinks have coordinates 0, which is what is not written.
pub(in crate::certificate) fn claims(instance: &Instance, random: &mut Random) -> Vec<Claim> {
    let graph = instance.graph();
    let vertices = graph.vertex_count();
    let mut any = || VertexId::new(random.below(vertices) as u32);
    let (from, at) = (any(), any());
    let mut count = || BigUint::from(random.below(3)) << random.below(99);
    let mut counts = || VertexMap::from_vec((0..vertices).map(|_| count()).collect::<Vec<_>>());
    let signed = |counts: VertexMap<BigUint>| {
        let turned =
            |(u, count): (VertexId, &BigUint)| BigInt::from(count.clone()) * (1 - 2 * (u.index() as i32 % 2));
        VertexMap::from_vec(counts.iter().map(turned).collect::<Vec<_>>())
    };
    let factors = vec![BigUint::from(2u32), BigUint::from(6u32)];
    let image = |u| match graph.is_sink(u) {
        true => vec![BigInt::ZERO; 2],
        false => vec![BigInt::from(u.index()), BigInt::from(-1)],
    };
    let homomorphism = VertexMap::from_vec(graph.vertices().map(image).collect());
    let traps: Vec<Vec<VertexId>> = vec![graph.vertices().filter(|u| u.index() % 2 == 1).collect()];
    let generators = vec![signed(counts()), signed(counts())];
    let mut firings = || -> Vec<_> {
        let counts = signed(counts());
        let fired = counts.iter().filter(|(_, count)| **count != BigInt::ZERO);
        fired.map(|(u, count)| (u, count.clone())).collect()
    };
    let relations = Relations { images: vec![(from, firings())], multiples: vec![firings(), Vec::new()] };
    let periods = counts();
    let group =
        GroupClaim { factors, homomorphism, generators, traps: traps.clone(), periods, relations: None };
    let related = GroupClaim { relations: Some(relations), ..group.clone() };
    let element = vec![BigInt::from(1), BigInt::from(-5)];
    let rotors = graph.vertices().map(|u| graph.out_degree(u).saturating_sub(1)).collect();
    let other =
        OtherClass { rotors: VertexMap::from_vec(rotors), element: element.clone(), chips: signed(counts()) };
    let moment = MomentClaim { from, at, departures: counts() };
    let trapped = vec![BigInt::from(-3)];
    let mut departures = signed(counts());
    // Without a negative number it would be read as a route of particles alone.
    departures[from] = BigInt::from(-1);
    let claims = [
        AlgebraClaim::Group(group.clone()),
        AlgebraClaim::Group(related.clone()),
        AlgebraClaim::Class(ClassClaim { group: group.clone(), element: element.clone(), other: None }),
        AlgebraClaim::Class(ClassClaim { group: related, element: element.clone(), other: None }),
        AlgebraClaim::Class(ClassClaim { group, element, other: Some(other) }),
        AlgebraClaim::Stabilisation(StabilisationClaim {
            start: signed(counts()),
            traps: traps.clone(),
            firings: counts(),
            chips: signed(counts()),
            sinks: signed(counts()),
            trapped: trapped.clone(),
            recurrent: vertices.is_multiple_of(2),
            script: counts(),
        }),
        AlgebraClaim::Identity(IdentityClaim {
            traps: traps.clone(),
            chips: signed(counts()),
            firings: signed(counts()),
            script: counts(),
        }),
        AlgebraClaim::Harmonic(HarmonicClaim {
            from,
            traps: traps.clone(),
            uses: counts(),
            sinks: counts(),
            trapped: vec![7u32.into()],
            denominator: 9u32.into(),
        }),
        AlgebraClaim::SignedRoute(SignedRouteClaim {
            particles: signed(counts()),
            traps: traps.clone(),
            departures,
            sinks: signed(counts()),
            trapped,
        }),
        AlgebraClaim::Moment(moment.clone()),
        AlgebraClaim::Tour(TourClaim {
            trap: traps[0].clone(),
            entry: moment.clone(),
            before: Some(MomentClaim { at: from, ..moment.clone() }),
            periods: counts(),
            cover: None,
        }),
        AlgebraClaim::Tour(TourClaim {
            trap: traps[0].clone(),
            entry: moment.clone(),
            before: None,
            periods: counts(),
            cover: Some(moment),
        }),
    ];
    claims.into_iter().map(|claim| Claim::Algebra(Box::new(claim))).collect()
}

#[test]
fn flaws_of_the_algebra_are_named_by_their_path() {
    let group = r#","factors":["4"],"generators":[],"traps":[],"periods":{}"#;
    let cases = [
        (
            "group",
            format!(r#"{group},"coordinates":{{"x":["1"]}}"#),
            "coordinates.x: the instance has no vertex `x`",
        ),
        (
            "group",
            format!(r#"{group},"coordinates":{{"u":["one"]}}"#),
            "coordinates.u[0]: `one` is not a count",
        ),
        ("group", group.to_owned(), "the key `coordinates` is missing"),
        (
            "group",
            format!(
                r#"{group},"coordinates":{{}},"relations":{{"images":{{"u":{{"u":"x"}}}},"multiples":[7]}}"#
            ),
            "relations.images.u.u: `x` is not a count",
        ),
        (
            "group",
            format!(r#"{group},"coordinates":{{}},"relations":{{"images":{{"y":{{}}}}}}"#),
            "relations: the key `multiples` is missing",
        ),
        (
            "class",
            format!(
                r#"{group},"coordinates":{{}},"element":[],"other":{{"rotors":{{"u":9}},"element":[],"chips":{{}}}}"#
            ),
            "other.rotors.u: vertex `u` has no arc 9",
        ),
        (
            "moment",
            r#","from":"u","at":"v","departures":{"u":"-1"}"#.to_owned(),
            "departures.u: `-1` is not a count",
        ),
        (
            "route",
            r#","particles":{"u":"-1"},"traps":[],"departures":{},"sinks":{},"trapped":[],"steps":"3""#
                .to_owned(),
            "steps: the steps of antiparticles",
        ),
        ("tour", r#","from":"u","trap":["a"],"entry":7,"periods":{}"#.to_owned(), "entry: "),
        (
            "nonsense",
            String::new(),
            "unknown kind `nonsense`; write walk, trap, flows, forest, blocks, route, game, group,",
        ),
    ];
    for (kind, keys, words) in cases {
        let said = flaws(kind, &keys);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn what_a_false_claim_says_of_a_sink_comes_back() {
    let instance = parse("u: s^2\nsink s").unwrap();
    for sink in [r#"["1"]"#, "[]", r#"["0","0"]"#] {
        let keys = format!(
            r#"{{"schema":"arrival.certificate/1","kind":"group","instance":"{}","factors":["2"],
                "coordinates":{{"u":["1"],"s":{sink}}},"generators":[{{"u":"1"}}],"traps":[],"periods":{{}}}}"#,
            instance_hash(&instance)
        );
        let claim = read(keys.as_bytes(), &instance).unwrap();
        assert_eq!(read(write(&instance, &claim).as_bytes(), &instance), Ok(claim));
    }
}
