//! Refutations: every way to break a claim, with the vertex and the equation that the judge names.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use num_bigint::BigUint;
use rotor_certify::{Refutation, certify};
use rotor_graph::{
    Claim, Count, Exit, FlowsClaim, ForestClaim, Instance, ReturnFlows, RouteClaim, TrapClaim, VertexId,
    VertexMap, WalkClaim, parse,
};

const NOWHERE: VertexId = VertexId::new(99);

type Rows = Vec<(VertexId, Count)>;

fn id(instance: &Instance, name: &str) -> VertexId {
    instance.vertex(name).unwrap()
}

fn counts(numbers: &[u32]) -> VertexMap<BigUint> {
    VertexMap::from_vec(numbers.iter().map(|&n| n.into()).collect())
}

fn refute(instance: &Instance, claim: Claim) -> Refutation {
    certify(instance, claim).unwrap_err()
}

fn description(instance: &Instance, claim: Claim) -> String {
    refute(instance, claim).describe(instance)
}

/// u goes to v and back, then to s: three steps. z is never met, and could circulate.
fn walk() -> (Instance, WalkClaim) {
    let instance = parse("u: v s\nv: u^2 t\nz: z s\nsink s\nsink t").unwrap();
    let [from, exit] = ["u", "s"].map(|name| id(&instance, name));
    let claim = WalkClaim { from, exit, departures: counts(&[2, 1, 0, 0, 0]), steps: Some(3u32.into()) };
    assert_eq!(
        certify(&instance, Claim::Walk(claim.clone())).unwrap().into_inner(),
        Claim::Walk(claim.clone())
    );
    (instance, claim)
}

#[test]
fn a_broken_walk_is_refuted_where_it_breaks() {
    let (instance, claim) = walk();
    let says = |change: &dyn Fn(&mut WalkClaim)| {
        let mut claim = claim.clone();
        change(&mut claim);
        description(&instance, Claim::Walk(claim))
    };
    let fails = "does not hold:";
    assert_eq!(says(&|c| c.from = NOWHERE), format!("number of from < |V| {fails} 99 against 5"));
    assert_eq!(says(&|c| c.exit = NOWHERE), format!("number of exit < |V| {fails} 99 against 5"));
    assert_eq!(says(&|c| c.exit = c.from), format!("at u, d(exit) = 0 {fails} 2 against 0"));
    assert_eq!(
        says(&|c| c.departures = counts(&[2, 1, 0])),
        format!("number of departures = |V| {fails} 3 against 5")
    );
    assert_eq!(
        says(&|c| c.departures = counts(&[2, 2, 0, 0, 0])),
        format!("at u, inflow + [v = from] = outflow {fails} 3 against 2")
    );
    assert_eq!(
        says(&|c| c.departures = counts(&[2, 1, 0, 4, 0])),
        format!("at s, outflow of a sink = 0 {fails} 4 against 0")
    );
    assert_eq!(
        says(&|c| c.exit = id(&instance, "t")),
        format!("at s, inflow + [v = from] = [v = exit] {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.departures = counts(&[2, 1, 1, 0, 0])),
        format!("at z, length of the cycle of last arcs through v = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.steps = Some(4u32.into())),
        format!("steps = sum of all outflows {fails} 4 against 3")
    );
}

#[test]
fn a_start_on_a_sink_is_its_own_exit() {
    let (instance, claim) = walk();
    let t = id(&instance, "t");
    let still = WalkClaim { from: t, exit: t, departures: counts(&[0; 5]), steps: Some(0u32.into()) };
    assert!(certify(&instance, Claim::Walk(still.clone())).is_ok());
    let wrong = refute(&instance, Claim::Walk(WalkClaim { exit: claim.exit, ..still }));
    assert_eq!(wrong.vertex, Some(claim.exit));
}

#[test]
fn a_broken_trap_is_refuted_where_it_breaks() {
    let instance = parse("u: v s\nv: a u\na: b\nb: a\nsink s").unwrap();
    let [u, v, a, b, s] = ["u", "v", "a", "b", "s"].map(|name| id(&instance, name));
    let claim = TrapClaim {
        from: u,
        trap: vec![a, b],
        departures: counts(&[1, 1, 0, 0, 0]),
        steps: Some(2u32.into()),
    };
    assert!(certify(&instance, Claim::Trap(claim.clone())).is_ok());
    let says = |change: &dyn Fn(&mut TrapClaim)| {
        let mut claim = claim.clone();
        change(&mut claim);
        description(&instance, Claim::Trap(claim))
    };
    let fails = "does not hold:";
    assert_eq!(says(&|c| c.from = NOWHERE), format!("number of from < |V| {fails} 99 against 5"));
    assert_eq!(says(&|c| c.trap.clear()), format!("size of trap 0 > 0 {fails} 0 against 0"));
    assert_eq!(
        says(&|c| c.trap.push(NOWHERE)),
        format!("number of a trap's vertex < |V| {fails} 99 against 5")
    );
    assert_eq!(says(&|c| c.trap.push(a)), format!("at a, how often traps list v = 1 {fails} 2 against 1"));
    assert_eq!(says(&|c| c.trap.push(s)), format!("at s, d(v) > 0 in a trap {fails} 0 against 0"));
    assert_eq!(
        says(&|c| c.trap.push(v)),
        format!("at v, arcs out of the trap, as to u = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.departures[a] += 2u32),
        format!("at a, outflow within the trap = 0 {fails} 2 against 0")
    );
    assert_eq!(
        says(&|c| c.departures[s] += 2u32),
        format!("at s, outflow of a sink = 0 {fails} 2 against 0")
    );
    assert_eq!(
        says(&|c| c.departures[v] += 1u32),
        format!("at u, inflow + [v = from] = outflow {fails} 2 against 1")
    );
    assert_eq!(
        says(&|c| (c.from, c.departures) = (s, counts(&[0; 5]))),
        format!("at s, inflow + [v = from] = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.steps = Some(1u32.into())),
        format!("steps = sum of all outflows {fails} 1 against 2")
    );
    let endless = parse("u: u t\na: a\nt: t").unwrap();
    let [u, a] = ["u", "a"].map(|name| id(&endless, name));
    let circle = TrapClaim { from: a, trap: vec![a], departures: counts(&[1, 0, 0]), steps: None };
    assert!(certify(&endless, Claim::Trap(circle.clone())).is_ok(), "u circulates aside");
    let into_none = TrapClaim { from: id(&endless, "t"), departures: counts(&[0; 3]), ..circle.clone() };
    assert_eq!(refute(&endless, Claim::Trap(into_none)).vertex, Some(id(&endless, "t")), "another trap");
    let steps = TrapClaim { steps: Some(1u32.into()), ..circle };
    assert_eq!(refute(&endless, Claim::Trap(steps)).vertex, Some(u));
}

/// A tree with a loop, a one-way arc, a trap and an inner sink.
fn flows() -> (Instance, FlowsClaim) {
    let text = "u: v^2 s u\nv: u w s\nw: v t\nx: u\na: b\nb: a\ny: a\nsink s\nsink t";
    let instance = parse(text).unwrap();
    let [u, v, w, a, b, s, t] = ["u", "v", "w", "a", "b", "s", "t"].map(|name| id(&instance, name));
    let (one, inf) = (Count::one, || Count::Infinite);
    let mut flows = ReturnFlows::default();
    flows.push_vertex([(v, 2.into()), (s, one()), (u, inf())]);
    flows.push_vertex([(u, 3.into()), (w, 2.into()), (s, one())]);
    flows.push_vertex([(v, 2.into()), (t, one())]);
    flows.push_vertex([(u, one())]);
    flows.push_vertex([(b, inf())]);
    flows.push_vertex([(a, inf())]);
    flows.push_vertex([(a, one())]);
    flows.push_vertex([]);
    flows.push_vertex([]);
    let [to_s, to_t, trapped] = [Exit::Sink(s), Exit::Sink(t), Exit::Trap(0)];
    let exits = VertexMap::from_vec(vec![to_s, to_s, to_t, to_s, trapped, trapped, trapped, to_s, to_t]);
    (instance, FlowsClaim { traps: vec![vec![a, b]], exits, flows })
}

/// The table with the rows of vertex `u` changed.
fn with_rows(claim: &FlowsClaim, u: VertexId, change: &dyn Fn(&mut Rows)) -> FlowsClaim {
    let mut flows = ReturnFlows::default();
    for v in (0..claim.flows.vertex_count() as u32).map(VertexId::new) {
        let mut rows = claim.flows.counts_of(v);
        if u == v {
            change(&mut rows);
        }
        flows.push_vertex(rows);
    }
    FlowsClaim { flows, ..claim.clone() }
}

#[test]
fn a_broken_table_is_refuted_where_it_breaks() {
    let (instance, claim) = flows();
    certify(&instance, Claim::Flows(claim.clone())).unwrap_or_else(|e| panic!("{}", e.describe(&instance)));
    let [u, v, w, x, a, b, y, s] = ["u", "v", "w", "x", "a", "b", "y", "s"].map(|name| id(&instance, name));
    let rows =
        |of, change: &dyn Fn(&mut Rows)| description(&instance, Claim::Flows(with_rows(&claim, of, change)));
    let fails = "does not hold:";
    assert_eq!(
        rows(v, &|rows| rows.truncate(2)),
        format!("at v, rows for s = [v has an arc there] {fails} 0 against 1")
    );
    assert_eq!(
        rows(v, &|rows| rows.push((s, 1.into()))),
        format!("at v, rows for s = [v has an arc there] {fails} 2 against 1")
    );
    assert_eq!(
        rows(s, &|rows| rows.push((u, 1.into()))),
        format!("at s, rows for u = [v has an arc there] {fails} 1 against 0")
    );
    assert_eq!(
        rows(v, &|rows| rows.push((NOWHERE, 1.into()))),
        format!("number of a row's head < |V| {fails} 99 against 9")
    );
    assert_eq!(rows(v, &|rows| rows[0].1 = 0.into()), format!("at v, r(v, u) > 0 {fails} 0 against 0"));
    let flow = "before the last departure from";
    assert_eq!(
        rows(w, &|rows| rows[0].1 = 5.into()),
        format!("at v, r(w, v) = visits to w {flow} v + 1 {fails} 5 against 2")
    );
    assert_eq!(
        rows(x, &|rows| rows[0].1 = 2.into()),
        format!("at u, r(x, u) = 1: no arc leads back {fails} 2 against 1")
    );
    assert_eq!(
        rows(y, &|rows| rows[0].1 = 2.into()),
        format!("at a, r(y, a) = 1: its head absorbs {fails} 2 against 1")
    );
    assert_eq!(
        rows(u, &|rows| rows[2].1 = 9.into()),
        format!("at u, r(u, u) = inf: a loop comes back {fails} 9 against inf")
    );
    assert_eq!(
        rows(a, &|rows| rows[0].1 = 1.into()),
        format!("at b, r(a, b) = inf in a trap {fails} 1 against inf")
    );

    let other = |change: &dyn Fn(&mut FlowsClaim)| {
        let mut claim = claim.clone();
        change(&mut claim);
        description(&instance, Claim::Flows(claim))
    };
    assert_eq!(
        other(&|c| c.exits[w] = Exit::Trap(7)),
        format!("at w, exit(v) = end of the last departures from v {fails} trap 7 against t")
    );
    assert_eq!(
        other(&|c| c.exits = VertexMap::filled(3, Exit::Trap(0))),
        format!("number of exits = |V| {fails} 3 against 9")
    );
    assert_eq!(
        other(&|c| c.flows = ReturnFlows::default()),
        format!("vertices with return flows = |V| {fails} 0 against 9")
    );
    assert_eq!(
        other(&|c| c.traps[0] = vec![b]),
        format!("at b, arcs out of the trap, as to a = 0 {fails} 1 against 0")
    );
    assert_eq!(
        other(&|c| c.traps = vec![vec![a], vec![b]]),
        format!("at a, arcs out of the trap, as to b = 0 {fails} 1 against 0"),
        "into another trap is out of this one"
    );
    assert_eq!(
        other(&|c| c.traps.clear()),
        format!("at a, least return flow of v < inf {fails} inf against inf"),
        "a trap that is not listed"
    );
}

#[test]
fn a_table_on_an_undirected_cycle_is_refuted() {
    // Every vertex exits at once, so all flows are 1 and every other demand is met.
    for text in [
        "a: s b c\nb: s a c\nc: s a b\nsink s",
        "a: s b\nb: s c\nc: s a\nsink s",
        "a: s b\nb: s\nc: s b\nd: s a c\nsink s",
    ] {
        let instance = parse(text).unwrap();
        let graph = instance.graph();
        let mut flows = ReturnFlows::default();
        for u in graph.vertices() {
            flows.push_vertex(graph.heads(u).iter().map(|&v| (v, Count::one())));
        }
        let exits = VertexMap::filled(graph.vertex_count(), Exit::Sink(id(&instance, "s")));
        let words = description(&instance, Claim::Flows(FlowsClaim { traps: Vec::new(), exits, flows }));
        assert!(words.contains("undirected cycles through"), "{words}");
    }
}

#[test]
fn a_broken_forest_is_refuted_where_it_breaks() {
    // The cycle of u and v is pushed once; then u points at s and v at the trap.
    let instance = parse("u: v s\nv: u a\na: a\nsink s").unwrap();
    let [u, v, a, s] = ["u", "v", "a", "s"].map(|name| id(&instance, name));
    let exits = VertexMap::from_vec(vec![Exit::Sink(s), Exit::Trap(0), Exit::Trap(0), Exit::Sink(s)]);
    let claim = ForestClaim { traps: vec![vec![a]], exits, turns: counts(&[1, 1, 0, 0]) };
    assert!(certify(&instance, Claim::Forest(claim.clone())).is_ok());
    let says = |change: &dyn Fn(&mut ForestClaim)| {
        let mut claim = claim.clone();
        change(&mut claim);
        description(&instance, Claim::Forest(claim))
    };
    let fails = "does not hold:";
    assert_eq!(says(&|c| c.turns[u] += 1u32), format!("at u, inflow = turns {fails} 1 against 2"));
    assert_eq!(says(&|c| c.turns[v] -= 1u32), format!("at u, inflow = turns {fails} 0 against 1"));
    assert_eq!(
        says(&|c| c.turns[a] += 1u32),
        format!("at a, turns on a sink or in a trap = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.turns = counts(&[0; 4])),
        format!("at u, length of the cycle of turned rotors through v = 0 {fails} 2 against 0")
    );
    assert_eq!(says(&|c| c.turns = counts(&[0])), format!("number of departures = |V| {fails} 1 against 4"));
    assert_eq!(
        says(&|c| c.exits[v] = Exit::Sink(NOWHERE)),
        format!("at v, exit(v) = end of the turned rotors from v {fails} vertex number 99 against trap 0")
    );
    assert_eq!(
        says(&|c| drop(c.traps.pop())),
        format!("at a, length of the cycle of turned rotors through v = 0 {fails} 1 against 0")
    );
}

#[test]
fn a_broken_route_is_refuted_where_it_breaks() {
    let instance = parse("u: v s\nv: a u\na: b\nb: a\nz: z s\nsink s").unwrap();
    let [u, v, a, b, s] = ["u", "v", "a", "b", "s"].map(|name| id(&instance, name));
    // Three of the four on u go to v, s, v; v sends the first into the trap and the second back to u, which sends it to
    // s; the fourth goes by v into the trap, where one is already.
    let claim = RouteClaim {
        particles: counts(&[4, 0, 0, 1, 0, 0]),
        traps: vec![vec![a, b]],
        departures: counts(&[5, 3, 0, 0, 0, 0]),
        sinks: counts(&[0, 0, 0, 0, 0, 2]),
        trapped: vec![3u32.into()],
        steps: Some(8u32.into()),
    };
    certify(&instance, Claim::Route(claim.clone())).unwrap_or_else(|e| panic!("{}", e.describe(&instance)));
    let says = |change: &dyn Fn(&mut RouteClaim)| {
        let mut claim = claim.clone();
        change(&mut claim);
        description(&instance, Claim::Route(claim))
    };
    let fails = "does not hold:";
    assert_eq!(
        says(&|c| c.particles = counts(&[4])),
        format!("number of particle counts = |V| {fails} 1 against 6")
    );
    assert_eq!(
        says(&|c| c.sinks = counts(&[2])),
        format!("number of counts of ends = |V| {fails} 1 against 6")
    );
    assert_eq!(
        says(&|c| c.departures = counts(&[5, 3])),
        format!("number of departures = |V| {fails} 2 against 6")
    );
    assert_eq!(
        says(&|c| c.trapped.clear()),
        format!("number of counts of trapped particles = number of traps {fails} 0 against 1")
    );
    assert_eq!(
        says(&|c| c.traps[0] = vec![b]),
        format!("at b, arcs out of the trap, as to a = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.particles[u] += 1u32),
        format!("at u, inflow + particles = outflow {fails} 6 against 5")
    );
    assert_eq!(
        says(&|c| c.departures[a] += 1u32),
        format!("at a, outflow within a trap = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.departures[s] += 1u32),
        format!("at s, outflow of a sink = 0 {fails} 1 against 0")
    );
    assert_eq!(
        says(&|c| c.sinks[s] += 1u32),
        format!("at s, inflow + particles = particles that end on v {fails} 2 against 3")
    );
    for wrong in [v, a] {
        let name = instance.name(wrong);
        assert_eq!(
            says(&|c| c.sinks[wrong] += 1u32),
            format!("at {name}, particles that end on v = 0 {fails} 1 against 0")
        );
    }
    assert_eq!(
        says(&|c| c.trapped[0] += 1u32),
        format!("inflow + particles of trap 0 = particles that end in it {fails} 3 against 4")
    );
    assert_eq!(
        says(&|c| c.steps = Some(9u32.into())),
        format!("steps = sum of all outflows {fails} 9 against 8")
    );
    // z goes round once on its own: a flow as good for the ends, but not the run.
    let z = id(&instance, "z");
    assert_eq!(
        says(&|c| c.departures[z] += 1u32),
        format!("at z, length of the cycle of last arcs through v = 0 {fails} 1 against 0")
    );
    let more = RouteClaim { steps: None, departures: counts(&[5, 3, 0, 0, 1, 0]), ..claim };
    assert!(certify(&instance, Claim::Route(more)).is_ok());
}
