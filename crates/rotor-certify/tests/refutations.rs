//! Refutations: what this crate says of claims that are broken in one place.
//!
//! Certificates stand in documents, each with its verdict. What no file can claim, since its reader refuses it, is claimed in memory:
//! vertices that are not there or listed twice, maps that are too short, a strategy of the other player.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod cases;

use cases::{DOCUMENTS, complete, with_verdicts};
use num_bigint::BigUint;
use num_traits::One;
use rotor_certify::certify;
use rotor_format::certificate::read;
use rotor_graph::{
    Amounts, Claim, Count, Exit, FlowClaim, FlowsClaim, ForestClaim, GameClaim, Player, ReturnFlows,
    VertexId, VertexMap, parse,
};
use std::path::Path;

/// `ARRIVAL_BLESS=1` writes the documents anew.
#[test]
fn every_certificate_in_the_documents_has_its_verdict() {
    for (name, document) in DOCUMENTS {
        let written = with_verdicts(document, |_, _| ());
        if std::env::var_os("ARRIVAL_BLESS").is_some() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name), written)
                .unwrap();
        } else {
            let differs = document.lines().zip(written.lines()).find(|(old, new)| old != new);
            assert_eq!(differs, None, "{name}");
            assert_eq!(document, written, "{name}");
        }
    }
}

const NOWHERE: VertexId = VertexId::new(99);
const U: VertexId = VertexId::new(0);
const A: VertexId = VertexId::new(2);

/// u sends the particle to v and back, or into the trap {a, b}.
const TEXT: &str = "u: v s\nv: a u\na: b\nb: a\nsink s";

/// A change of a claim, and what this crate says of it.
type Broken<C> = (fn(&mut C), &'static str);

/// The true claim in this certificate, and what is said of it after each change.
fn check<C: Clone>(text: &str, keys: &str, part: fn(&mut Claim) -> Option<&mut C>, broken: &[Broken<C>]) {
    let instance = parse(text).unwrap();
    let claim = read(complete(&instance, keys).as_bytes(), &instance, &mut ()).unwrap();
    assert!(certify(&instance, claim.clone(), &mut ()).is_ok());
    for (change, expected) in broken {
        let mut claim = claim.clone();
        change(part(&mut claim).unwrap());
        let said = certify(&instance, claim, &mut ()).unwrap_err().describe(&instance);
        let (equation, sides) = expected.split_once(": ").unwrap();
        assert_eq!(said, format!("{equation} does not hold: {sides}"));
    }
}

fn short() -> VertexMap<BigUint> {
    VertexMap::filled(1, BigUint::ZERO)
}

/// The part of a claim that is of this kind.
macro_rules! part {
    ($kind:ident) => {
        |claim| match claim {
            Claim::$kind(claim) => Some(claim),
            _ => None,
        }
    };
}

#[test]
fn walks_begin_and_end_on_vertices() {
    let keys = r#"{"kind":"walk","from":"u","exit":"s","departures":{"u":"1"},"steps":"1"}"#;
    check::<FlowClaim>(
        "u: s\nsink s",
        keys,
        part!(Flow),
        &[
            (|walk| walk.supply = Amounts::one(NOWHERE), "number of from < |V|: 99 against 2"),
            (|walk| walk.stays = Amounts::one(NOWHERE), "number of exit < |V|: 99 against 2"),
            (|walk| walk.departures = short(), "number of departures = |V|: 1 against 2"),
            (|walk| walk.supply.set(U, 2u32.into()), "particles on one vertex, from = 1: 2 against 1"),
            (|walk| walk.stays.set(U, 1u32.into()), "particles on one vertex, exit = 1: 2 against 1"),
        ],
    );
}

#[test]
fn traps_list_vertices_once() {
    let keys = r#"{"kind":"trap","from":"u","trap":["a","b"],"departures":{"u":"1","v":"1"},"steps":"2"}"#;
    check::<FlowClaim>(
        TEXT,
        keys,
        part!(Flow),
        &[
            (|trap| trap.supply = Amounts::one(NOWHERE), "number of from < |V|: 99 against 5"),
            (|trap| trap.traps[0].push(NOWHERE), "number of a trap's vertex < |V|: 99 against 5"),
            (|trap| trap.traps[0].push(A), "at a, how often traps list v = 1: 2 against 1"),
            (|trap| trap.departures = short(), "number of departures = |V|: 1 against 5"),
            (
                |trap| trap.traps.clear(),
                "number of counts of trapped particles = number of traps: 1 against 0",
            ),
            (
                |trap| trap.trapped[0] += 1u32,
                "inflow + particles of trap 0 = particles that end in it: 1 against 2",
            ),
        ],
    );
}

#[test]
fn routes_count_particles_everywhere() {
    let keys = r#"{"kind":"route","particles":{"u":"1"},"traps":[["a","b"]],"departures":{"u":"1","v":"1"},"sinks":{},"trapped":["1"]}"#;
    check::<FlowClaim>(
        TEXT,
        keys,
        part!(Flow),
        &[
            (|route| route.supply.set(NOWHERE, BigUint::one()), "number of a start < |V|: 99 against 5"),
            (|route| route.stays.set(NOWHERE, BigUint::one()), "number of an end < |V|: 99 against 5"),
            (|route| route.departures = short(), "number of departures = |V|: 1 against 5"),
            (|route| route.traps[0].push(NOWHERE), "number of a trap's vertex < |V|: 99 against 5"),
        ],
    );
}

const EXITS: &str = r#""exits":{"u":{"trap":0},"v":{"trap":0},"a":{"trap":0},"b":{"trap":0},"s":"s"}"#;

#[test]
fn forests_lead_every_vertex_to_an_end() {
    let keys = format!(r#"{{"kind":"forest","traps":[["a","b"]],{EXITS},"turns":{{}}}}"#);
    check::<ForestClaim>(
        TEXT,
        &keys,
        part!(Forest),
        &[
            (|forest| forest.turns = short(), "number of departures = |V|: 1 against 5"),
            (
                |forest| forest.exits[A] = Exit::Sink(NOWHERE),
                "at a, exit(v) = end of the turned rotors from v: vertex number 99 against trap 0",
            ),
            (
                |forest| forest.exits = VertexMap::filled(3, Exit::Trap(0)),
                "number of exits = |V|: 3 against 5",
            ),
            (|forest| forest.traps[0].push(A), "at a, how often traps list v = 1: 2 against 1"),
        ],
    );
}

/// The table with one row more at vertex `u`.
fn with_row(flows: &ReturnFlows, u: usize, row: (VertexId, Count)) -> ReturnFlows {
    let mut changed = ReturnFlows::default();
    for v in 0..flows.vertex_count() {
        let rows = flows.counts_of(VertexId::new(v as u32));
        changed.push_vertex(rows.into_iter().chain((u == v).then(|| row.clone())));
    }
    changed
}

#[test]
fn tables_have_one_row_for_each_head() {
    let keys = format!(
        r#"{{"kind":"flows","traps":[["a","b"]],{EXITS},"flows":[{{"from":"u","to":"v","flow":"1"}},{{"from":"u","to":"s","flow":"1"}},
            {{"from":"v","to":"a","flow":"1"}},{{"from":"v","to":"u","flow":"2"}},{{"from":"a","to":"b","flow":"inf"}},
            {{"from":"b","to":"a","flow":"inf"}}]}}"#
    );
    check::<FlowsClaim>(
        TEXT,
        &keys,
        part!(Flows),
        &[
            (
                |table| table.flows = with_row(&table.flows, 0, (NOWHERE, Count::one())),
                "number of a row's head < |V|: 99 against 5",
            ),
            (
                |table| table.flows = with_row(&table.flows, 1, (A, Count::one())),
                "at v, rows for a = [v has an arc there]: 2 against 1",
            ),
            (|table| table.flows = ReturnFlows::default(), "vertices with return flows = |V|: 0 against 5"),
            (|table| table.exits = VertexMap::filled(3, Exit::Trap(0)), "number of exits = |V|: 3 against 5"),
        ],
    );
}

#[test]
fn games_begin_on_a_vertex_and_players_decide_once() {
    let keys = r#"{"kind":"game","from":"u","strategies":"start","endless_value":0,"value":1,"max":{"u":0},"min":{},
        "at_least":[{"from":"u","to":"s","value":1,"flow":"1"}],"more_than":[{"from":"u","to":"s","value":0,"flow":"1"}]}"#;
    check::<GameClaim>(
        "max u: s\nsink s = 1",
        keys,
        part!(Game),
        &[
            (|game| game.from = NOWHERE, "number of from < |V|: 99 against 2"),
            (|game| game.max.player = Player::Min, "player of the strategy: min against max"),
            (
                |game| game.max.decisions.push(game.max.decisions[0].clone()),
                "vertices where max decides, in order = vertices of max: u u against u",
            ),
            (|game| game.at_least.0[0].to = NOWHERE, "number of a head in a table < |V|: 99 against 2"),
        ],
    );
}
