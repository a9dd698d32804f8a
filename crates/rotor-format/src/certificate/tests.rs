//! Certificates: what comes back, and every flaw in its words.

use super::{Hashed, Strategies, instance_hash, read, read_strategies, write};
use crate::samples::{self, Random};
use num_bigint::{BigInt, BigUint};
use rotor_graph::{
    AlgebraClaim, ArcId, BlockReturns, BlocksClaim, Claim, ClassClaim, Count, Decision, Exit, FlowClaim,
    FlowShape, FlowsClaim, ForestClaim, GameClaim, GroupClaim, HarmonicClaim, IdentityClaim, Instance,
    KeptProof, Moment, OtherClass, Pair, PairEntry, PairTable, Player, Relations, ReturnFlows, SimpleDigraph,
    StabilisationClaim, Strategy, StrategySet, TourClaim, VertexId, VertexMap, parse,
};
use sha2::{Digest, Sha256};

fn instance() -> Instance {
    parse("u: v s\nv: u a\na: a\nsink s\nstart u").unwrap()
}

/// The flaws of a certificate about `instance()` with these keys after the first three.
fn flaws(kind: &str, keys: &str) -> String {
    let hash = instance_hash(&instance());
    let text = format!(r#"{{"schema":"arrival.certificate/1","kind":"{kind}","instance":"{hash}"{keys}}}"#);
    read(text.as_bytes(), &instance(), &mut ()).unwrap_err().to_string()
}

#[test]
fn a_walk_is_written_in_few_words() {
    let instance = parse("u: v s\nv: u\nsink s\nx: s").unwrap();
    let departures = [2u32, 1, 0, 0].map(BigUint::from).to_vec();
    let [from, exit] = [0, 2].map(VertexId::new);
    let walk = FlowClaim::walk(from, exit, VertexMap::from_vec(departures), Some(3u32.into()));
    let hash = instance_hash(&instance);
    let expected = format!(
        r#"{{"schema":"arrival.certificate/1","kind":"walk","instance":"{hash}","from":"u","exit":"s","departures":{{"u":"2","v":"1"}},"steps":"3"}}"#
    );
    assert_eq!(write(&instance, &Claim::Flow(walk)), expected + "\n");
}

#[test]
fn every_claim_reads_back_as_it_was_written() {
    let mut random = Random(7);
    let mut checked = 0;
    for instance in samples::instances(200) {
        let graph = instance.graph();
        if graph.vertex_count() == 0 {
            continue;
        }
        for claim in claims(&instance, &mut random) {
            let text = write(&instance, &claim);
            assert_eq!(read(text.as_bytes(), &instance, &mut ()), Ok(claim), "{text}");
            checked += 1;
        }
    }
    assert!(checked > 1_200);
}

/// Nonsense of every kind: a certificate carries any claim, true or not.
fn claims(instance: &Instance, random: &mut Random) -> Vec<Claim> {
    let graph = instance.graph();
    let vertices = graph.vertex_count();
    let mut any = || VertexId::new(random.below(vertices) as u32);
    let (from, exit) = (any(), any());
    let mut count = || BigUint::from(random.below(3)) << random.below(200);
    let departures = VertexMap::from_vec((0..vertices).map(|_| count()).collect());
    let steps = Some(count()).filter(|steps| steps.bit(1));
    let half: Vec<_> = graph.vertices().filter(|u| u.index() % 2 == 1).collect();
    let digraph = SimpleDigraph::of(graph);
    let mut flows = ReturnFlows::default();
    for u in graph.vertices() {
        let flow = |&v: &VertexId| (v, if v == u { Count::Infinite } else { Count::from(count()) });
        flows.push_vertex(digraph.heads(u).iter().map(flow));
    }
    let exits = graph.vertices().map(|u| if u.index() % 2 == 1 { Exit::Trap(0) } else { Exit::Sink(u) });
    let exits = VertexMap::from_vec(exits.collect());
    let traps = vec![half.clone(), vec![]];
    let half_twice = [&half[..], &half[..]].concat();
    let listed: Vec<_> = half.iter().map(|&v| (v, count() + 1u32)).collect();
    let proof = KeptProof { returned: listed.clone(), halts: from, kept: listed };
    let returns = [(Count::Infinite, None), (Count::from(count()), Some(proof))];
    let returns = returns.map(|(flow, proof)| BlockReturns {
        vertex: from,
        block: 3,
        deadline: flow.clone(),
        flow,
        proof,
    });
    let returns = returns.to_vec();
    let mut claims = games(instance, random);
    claims.extend(algebra_claims(instance, random));
    claims.extend([
        Claim::Flow(FlowClaim::walk(from, exit, departures.clone(), steps.clone())),
        Claim::Flow(FlowClaim::trap(from, half, departures.clone(), steps)),
        Claim::Flows(FlowsClaim { traps: traps.clone(), exits: exits.clone(), flows }),
        Claim::Forest(ForestClaim { traps: traps.clone(), exits: exits.clone(), turns: departures.clone() }),
        Claim::Blocks(BlocksClaim {
            traps,
            exits,
            blocks: vec![half_twice],
            returns,
            last_departures: departures,
        }),
    ]);
    claims
}

/// A game of each set of strategies, with decisions at every second vertex and pairs at random.
fn games(instance: &Instance, random: &mut Random) -> Vec<Claim> {
    let graph = instance.graph();
    let mut game = |strategies: StrategySet| {
        let vertices: Vec<VertexId> = graph.vertices().collect();
        let mut decision = |&u: &VertexId| {
            let arcs: Vec<ArcId> = graph.out_arcs(u).collect();
            let arc = arcs[random.below(arcs.len())];
            let decision = match strategies {
                StrategySet::Start => Decision::Start(arc),
                StrategySet::Order => Decision::Order(arcs.into_iter().rev().collect()),
                StrategySet::Free if arc.raw().is_multiple_of(3) => Decision::Bounce,
                StrategySet::Free => Decision::Always(arc),
            };
            (u, decision)
        };
        let of = |parity| {
            let own = move |u: &&VertexId| !graph.is_sink(**u) && u.index() % 2 == parity;
            vertices.iter().filter(own)
        };
        let max = Strategy { player: Player::Max, decisions: of(0).map(&mut decision).collect() };
        let min = Strategy { player: Player::Min, decisions: of(1).map(&mut decision).collect() };
        let mut table = || {
            let mut entry = |&to: &VertexId| {
                let from = VertexId::new(random.below(vertices.len()) as u32);
                let flow = BigUint::from(random.below(9)) << random.below(99);
                let flow = if random.below(4) == 0 { Count::Infinite } else { Count::from(flow) };
                PairEntry { from, to, pair: Pair { wins: random.below(2) == 0, flow } }
            };
            PairTable(vertices.iter().map(&mut entry).collect())
        };
        let (at_least, more_than) = (table(), table());
        let (from, endless_value, value) = (vertices[0], -7, random.below(9) as i64 - 4);
        Claim::Game(GameClaim { from, strategies, endless_value, value, max, min, at_least, more_than })
    };
    StrategySet::ALL.into_iter().map(&mut game).collect()
}

#[test]
fn the_hash_is_that_of_the_canonical_text() {
    let loose = parse("u:v s#c\r\nv: u *a^1\na: a\nsink s = 0\nstart u").unwrap();
    let strict = parse(&loose.to_string()).unwrap();
    assert_eq!(instance_hash(&loose), instance_hash(&strict));
    assert_ne!(instance_hash(&loose), instance_hash(&instance()), "another rotor is another instance");
}

#[test]
fn a_certificate_for_another_instance_is_refused() {
    let other = parse("x: y\nsink y").unwrap();
    let text = format!(
        r#"{{"schema":"arrival.certificate/1","kind":"walk","instance":"{}","from":"x","exit":"y","departures":{{}}}}"#,
        instance_hash(&other)
    );
    assert!(read(text.as_bytes(), &other, &mut ()).is_ok());
    let flaws = read(text.as_bytes(), &instance(), &mut ()).unwrap_err().into_flaws();
    assert_eq!(flaws.list()[0].rule.name(), "certificate-instance");
    let message = "instance: the certificate is about another instance; give the file it was made for";
    assert_eq!(flaws.to_string(), message);
}

#[test]
fn flaws_of_the_heading() {
    let said = |text: &str| read(text.as_bytes(), &instance(), &mut ()).unwrap_err().to_string();
    assert_eq!(said("3"), "an integer where an object belongs; write an object");
    assert_eq!(
        said("{}"),
        "the key `kind` is missing; write walk, trap, flows, forest, blocks, route, game, group, class, stabilise, identity, \
         harmonic, moment, tour"
    );
    assert_eq!(said(r#"{"kind":1}"#), "kind: an integer where a string belongs; write a string");
    assert_eq!(
        said(r#"{"kind":"proof"}"#),
        "kind: unknown kind `proof`; write walk, trap, flows, forest, blocks, route, game, group, class, stabilise, identity, \
         harmonic, moment, tour"
    );
    assert_eq!(said(r#"{"kind":"walk""#), "1:14: EOF while parsing an object; write one JSON value");
    assert_eq!(
        said(r#"{"kind":"walk","schema":"arrival.certificate/9","instance":"0","trap":[]}"#),
        "instance: the certificate is about another instance; give the file it was made for\n\
         schema: unknown schema `arrival.certificate/9`; write arrival.certificate/1\n\
         trap: unknown key `trap`; keep to schema, kind, instance, from, exit, departures, steps"
    );
}

#[test]
fn flaws_of_a_walk() {
    assert_eq!(
        flaws(
            "walk",
            r#","from":"x","departures":{"u":"-1","y z":"1","v":2,"v":"3","s":"inf"},"steps":"1e3""#
        ),
        "departures.s: `inf` is not a count; write decimal digits only\n\
         departures.u: `-1` is not a count; write decimal digits only\n\
         departures.v: an integer where a string belongs; write a string\n\
         departures.v: vertex `v` is listed a second time; list it once\n\
         departures[\"y z\"]: the instance has no vertex `y z`; name vertices as the instance does\n\
         from: the instance has no vertex `x`; name vertices as the instance does\n\
         steps: `1e3` is not a count; write decimal digits only\n\
         the key `exit` is missing; add it"
    );
}

#[test]
fn flaws_of_a_trap() {
    assert_eq!(
        flaws("trap", r#","from":"u","trap":["a","b",1,"a"],"departures":[]"#),
        "departures: a list where an object belongs; write an object\n\
         trap[1]: the instance has no vertex `b`; name vertices as the instance does\n\
         trap[2]: an integer where a string belongs; write a string\n\
         trap[3]: vertex `a` is listed a second time; list it once"
    );
    assert_eq!(flaws("trap", r#","from":"u","departures":{}"#), "the key `trap` is missing; add it");
}

#[test]
fn flaws_of_return_flows() {
    assert_eq!(
        flaws(
            "flows",
            r#","traps":[["a"],["a"],"a"],
               "exits":{"u":"s","v":{"trap":3},"a":{"trap":"0"},"a":7,"x":"x"},
               "flows":[{"from":"u","to":"v","flow":"infinite"},{"from":"u","to":"s","flow":"1"},
                        {"from":"u","to":"s","flow":"inf"},{"from":"u","to":"x"},[]]"#
        ),
        "exits: the exit of vertex `s` is missing; list the exit of every vertex\n\
         exits.a: an integer where the name of a sink or an object belongs; write the name of a sink or an object\n\
         exits.a: vertex `a` is listed a second time; list it once\n\
         exits.a.trap: a string where an integer belongs; write an integer\n\
         exits.v.trap: trap 3 of 3; count the list `traps` from 0\n\
         exits.x: the instance has no vertex `x`; name vertices as the instance does\n\
         exits.x: the instance has no vertex `x`; name vertices as the instance does\n\
         flows[0].flow: `infinite` is not a count; write decimal digits, or inf\n\
         flows[2]: the return flow from `u` to `s` is listed a second time; list it once\n\
         flows[3]: the key `flow` is missing; add it\n\
         flows[3].to: the instance has no vertex `x`; name vertices as the instance does\n\
         flows[4]: a list where an object belongs; write an object\n\
         traps[1][0]: vertex `a` is listed a second time; list it once\n\
         traps[2]: a string where a list belongs; write a list"
    );
}

#[test]
fn flaws_of_a_forest() {
    assert_eq!(
        flaws(
            "forest",
            r#","traps":[["a"]],"exits":{"u":"s","v":"s","a":{"trap":0},"s":"s"},"turns":{"x":"1"},"flows":[]"#
        ),
        "flows: unknown key `flows`; keep to schema, kind, instance, traps, exits, turns\n\
         turns.x: the instance has no vertex `x`; name vertices as the instance does"
    );
}

const GAME: &str = "u0: u two\nmax u: one^2 *u0 zero\nsink zero\nsink one = 1\nsink two = 2\nstart u0";

/// The flaws of a certificate of the game above with these keys after the first three.
fn flaws_of_the_game(keys: &str) -> String {
    let instance = parse(GAME).unwrap();
    let hash = instance_hash(&instance);
    let text = format!(r#"{{"schema":"arrival.certificate/1","kind":"game","instance":"{hash}"{keys}}}"#);
    read(text.as_bytes(), &instance, &mut ()).unwrap_err().to_string()
}

#[test]
fn flaws_of_a_game() {
    assert_eq!(
        flaws_of_the_game(
            r#","from":"x","strategies":"start","endless_value":"0","value":9007199254740992,
               "max":{"u":4,"u0":[0],"u":0},"min":{"x":0},
               "at_least":[{"from":"u0","to":"u","value":2,"flow":"-1"},[]],"more_than":{}"#
        ),
        "at_least[0].flow: `-1` is not a count; write decimal digits, or inf\n\
         at_least[0].value: an integer where 0 or 1 belongs; write 0 or 1\n\
         at_least[1]: a list where an object belongs; write an object\n\
         endless_value: a string where an integer belongs; write an integer\n\
         from: the instance has no vertex `x`; name vertices as the instance does\n\
         max.u: position 4 at vertex `u` of 4 arcs; count the arcs of the vertex from 0\n\
         max.u: vertex `u` is listed a second time; list it once\n\
         max.u0: a list where a position belongs; write a position\n\
         min.x: the instance has no vertex `x`; name vertices as the instance does\n\
         more_than: an object where a list belongs; write a list\n\
         value: the value 9007199254740992 is out of range; keep to |value| ≤ 2⁵³ − 1"
    );
    let rest = r#""endless_value":0,"value":0,"min":{},"at_least":[],"more_than":[]"#;
    let said = |keys: &str| flaws_of_the_game(&format!(r#","from":"u0",{keys},{rest}"#));
    assert_eq!(
        said(r#""strategies":"any","max":{"u":"x"}"#),
        "strategies: unknown set of strategies `any`; write start, order or free"
    );
    assert_eq!(
        said(r#""strategies":"free","max":{"u":"x"}"#),
        "max.u: a string where a position or \"bounce\" belongs; write a position or \"bounce\""
    );
    assert_eq!(
        said(r#""strategies":"order","max":{"u":[0,-1,"2"]}"#),
        "max.u[1]: position -1 at vertex `u` of 4 arcs; count the arcs of the vertex from 0\n\
         max.u[2]: a string where a position belongs; write a position"
    );
}

#[test]
fn strategies_are_read_from_answers_and_from_certificates() {
    let instance = parse(GAME).unwrap();
    let [u0, u] = ["u0", "u"].map(|name| instance.vertex(name).unwrap());
    let arc = instance.graph().out_arcs(u).nth(2).unwrap();
    let max = Strategy { player: Player::Max, decisions: vec![(u, Decision::Start(arc))] };
    let min = Strategy { player: Player::Min, decisions: vec![] };
    let expected = Strategies { from: u0, set: StrategySet::Start, max: max.clone(), min: min.clone() };
    let answer = r#"{"schema":"arrival.answer/1","instance":{},"solver":"game","strategies":"start","endless_value":0,
        "checked":true,"traps":[],"answers":[{"from":"u0","value":2,"exit":"two","max":{"u":2},"min":{}}]}"#;
    assert_eq!(read_strategies(answer.as_bytes(), &instance), Ok(expected.clone()));
    let claim = Claim::Game(GameClaim {
        from: u0,
        strategies: StrategySet::Start,
        endless_value: 0,
        value: 2,
        max,
        min,
        at_least: PairTable::default(),
        more_than: PairTable::default(),
    });
    assert_eq!(read_strategies(write(&instance, &claim).as_bytes(), &instance), Ok(expected));
    let said = |answer: &str| read_strategies(answer.as_bytes(), &instance).unwrap_err().to_string();
    let none = "this file contains no strategies; give the answer to one start of a game";
    assert_eq!(said(&answer.replace(r#","max":{"u":2},"min":{}"#, "")), format!("answers: {none}"));
    assert_eq!(
        said(&answer.replace(r#""max":{"u":2}"#, r#""max":{"u0":1}"#)),
        "max.u0: vertex `u0` does not belong to max; give the answer about this instance"
    );
    let order = answer.replace(r#""strategies":"start""#, r#""strategies":"order""#);
    assert_eq!(
        said(&order.replace(r#"{"u":2}"#, r#"{"u":[0,1,2,2]}"#)),
        "max.u: the order of vertex `u` does not name every arc once; list all positions, each once"
    );
    assert_eq!(said("7"), "an integer where an object belongs; write an object");
    assert_eq!(said("{}"), "the key `answers` is missing; add it");
}

#[test]
fn blocks_do_not_show_in_the_hash() {
    let long = "x".repeat(Hashed::BLOCK + 7);
    let mut text: String = (0..3000).map(|u| format!("vertex{u}: s\n")).collect();
    text.push_str(&format!("{long}: s s {long}\nsink s\n"));
    let instance = parse(&text).unwrap();
    let plain: String =
        Sha256::digest(instance.to_string()).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(instance_hash(&instance), plain);
}

// The algebra

/// Nonsense of the algebra. Sinks have coordinates 0, which is what is not written.
fn algebra_claims(instance: &Instance, random: &mut Random) -> Vec<Claim> {
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
    let moment = Moment { from, at, departures: counts() };
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
        AlgebraClaim::Tour(TourClaim {
            trap: traps[0].clone(),
            entry: moment.clone(),
            before: Some(Moment { at: from, ..moment.clone() }),
            periods: counts(),
            cover: None,
        }),
        AlgebraClaim::Tour(TourClaim {
            trap: traps[0].clone(),
            entry: moment.clone(),
            before: None,
            periods: counts(),
            cover: Some(moment.clone()),
        }),
    ];
    let flows = [
        Claim::SignedFlow(FlowClaim {
            shape: FlowShape::Route,
            supply: signed(counts()).into(),
            traps: traps.clone(),
            departures,
            stays: signed(counts()).into(),
            trapped,
            steps: None,
        }),
        Claim::Flow(moment.into()),
    ];
    claims.into_iter().map(|claim| Claim::Algebra(Box::new(claim))).chain(flows).collect()
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
        let claim = read(keys.as_bytes(), &instance, &mut ()).unwrap();
        assert_eq!(read(write(&instance, &claim).as_bytes(), &instance, &mut ()), Ok(claim));
    }
}
