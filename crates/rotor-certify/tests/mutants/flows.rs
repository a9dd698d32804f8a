//! Mutants of return-flow certificates.

use crate::exits;
use crate::simulation::{Halts, MOST_STEPS};
use crate::tally::Tally;
use rotor_certify::certify_flows;
use rotor_generate::{Dice, small_forest, small_graph};
use rotor_graph::{Count, Exit, FlowsClaim, Instance, ReturnFlows, StoppingGraph, VertexId, VertexMap};
use std::collections::BTreeSet;

type RowsOfOne = Vec<(VertexId, Count)>;
type Rows = Vec<RowsOfOne>;

/// The rows of the table, vertex by vertex, without repetitions of parallel arcs.
fn distinct_heads(instance: &Instance, u: VertexId) -> BTreeSet<VertexId> {
    instance.graph().heads(u).iter().copied().collect()
}

/// r(u, w): how often u is left if all its arcs lead to w, by simulation. None if that takes too long.
fn return_flow(halts: &Halts<'_>, u: VertexId, w: VertexId) -> Option<Count> {
    if u == w || !halts.is_active(u) || !halts.can_halt(w, Some(u)) {
        return Some(Count::Infinite);
    }
    let mut left = VertexMap::filled(halts.instance.graph().vertex_count(), 0u64);
    let (mut times, mut v) = (1u32, w);
    for _ in 0..MOST_STEPS {
        if !halts.is_active(v) {
            return Some(times.into());
        }
        if v == u {
            times += 1;
            v = w;
            continue;
        }
        left[v] += 1;
        v = halts.head(v, left[v] - 1);
    }
    None
}

/// Whether the undirected graph between active vertices has as few edges as a forest.
fn is_forest(halts: &Halts<'_>) -> bool {
    let heads =
        |u| distinct_heads(halts.instance, u).into_iter().filter(move |&w| w != u && halts.is_active(w));
    let edges: BTreeSet<_> =
        halts.active().flat_map(|u| heads(u).map(move |w| (u.min(w), u.max(w)))).collect();
    let mut component = VertexMap::from_vec(halts.instance.graph().vertices().collect());
    for _ in 0..component.len() {
        for &(u, w) in &edges {
            component[u] = component[u].min(component[w]);
            component[w] = component[u];
        }
    }
    let components: BTreeSet<_> = halts.active().map(|u| component[u]).collect();
    edges.len() + components.len() == halts.active().count()
}

enum Truth {
    /// The one true certificate with these traps.
    Certificate(FlowsClaim),
    /// There is none.
    None,
    /// A simulation took too long.
    Unknown,
}

/// What simulation says of all walks with these traps; also for graphs that are not forests.
pub(crate) fn table(halts: &Halts<'_>, traps: &[Vec<VertexId>]) -> Option<FlowsClaim> {
    let graph = halts.instance.graph();
    let mut flows = ReturnFlows::default();
    for u in graph.vertices() {
        let row = |w| Some((w, return_flow(halts, u, w)?));
        flows
            .push_vertex(distinct_heads(halts.instance, u).into_iter().map(row).collect::<Option<Vec<_>>>()?);
    }
    let exits: Option<Vec<Exit>> = graph.vertices().map(|v| halts.exit_at[halts.walk(v)?.0]).collect();
    Some(FlowsClaim { traps: traps.to_vec(), exits: VertexMap::from_vec(exits?), flows })
}

fn truth(instance: &Instance, traps: &[Vec<VertexId>]) -> Truth {
    let Some(halts) = Halts::of(instance, traps) else { return Truth::None };
    let is_stopping = instance.graph().vertices().all(|v| halts.can_halt(v, None));
    if !is_stopping || !is_forest(&halts) {
        return Truth::None;
    }
    table(&halts, traps).map_or(Truth::Unknown, Truth::Certificate)
}

fn rows(instance: &Instance, claim: &FlowsClaim) -> Rows {
    instance.graph().vertices().map(|u| claim.flows.counts_of(u)).collect()
}

fn with_rows(claim: &FlowsClaim, rows: Rows) -> FlowsClaim {
    let mut flows = ReturnFlows::default();
    rows.into_iter().for_each(|of_vertex| flows.push_vertex(of_vertex));
    FlowsClaim { flows, ..claim.clone() }
}

/// Whether the claim is the true certificate, up to the order of a vertex's rows.
fn deserves(truth: &FlowsClaim, claim: &FlowsClaim) -> bool {
    let same_rows = |u: VertexId| {
        let sorted = |claim: &FlowsClaim| {
            let mut rows = claim.flows.counts_of(u);
            rows.sort();
            rows
        };
        sorted(truth) == sorted(claim)
    };
    let vertices = truth.exits.len() as u32;
    let all_rows =
        claim.flows.vertex_count() == vertices as usize && (0..vertices).map(VertexId::new).all(same_rows);
    all_rows && truth.exits == claim.exits && truth.traps == claim.traps
}

pub(crate) fn mutants_of_rows(instance: &Instance, claim: &FlowsClaim) -> Vec<(&'static str, FlowsClaim)> {
    let rows = rows(instance, claim);
    let mut mutants = Vec::new();
    let mut put = |kind, changed: Rows| {
        if changed != rows {
            mutants.push((kind, with_rows(claim, changed)));
        }
    };
    for (u, of_vertex) in rows.iter().enumerate() {
        let with = |change: &dyn Fn(&mut RowsOfOne)| {
            let mut changed = rows.clone();
            change(&mut changed[u]);
            changed
        };
        for v in instance.graph().vertices() {
            put("row added", with(&|rows| rows.push((v, Count::one()))));
        }
        put("row added", with(&|rows| rows.push((VertexId::new(u32::MAX), Count::one()))));
        for (at, (_, flow)) in of_vertex.iter().enumerate() {
            let flow_to = |new: Count| with(&move |rows| rows[at].1 = new.clone());
            if let Count::Finite(number) = flow {
                put("flow + 1", flow_to((number.clone() + 1u32).into()));
                put("flow - 1", flow_to((number - 1u32).into()));
                put("flow * 2", flow_to((number * 2u32).into()));
            }
            put("flow = 1", flow_to(Count::one()));
            put("flow = inf", flow_to(Count::Infinite));
            put("flow = 0", flow_to(0.into()));
            put("row removed", with(&|rows| drop(rows.remove(at))));
            for other in at + 1..of_vertex.len() {
                let (one, two) = (flow.clone(), of_vertex[other].1.clone());
                put("flows swapped", with(&|rows| (rows[at].1, rows[other].1) = (two.clone(), one.clone())));
            }
        }
    }
    put("rows of the last vertex missing", rows[..rows.len() - 1].to_vec());
    mutants
}

pub(crate) fn mutants_of_traps(instance: &Instance, claim: &FlowsClaim) -> Vec<(&'static str, FlowsClaim)> {
    let mut mutants = Vec::new();
    let mut put = |kind, traps| mutants.push((kind, FlowsClaim { traps, ..claim.clone() }));
    for (number, trap) in claim.traps.iter().enumerate() {
        let mut traps = claim.traps.clone();
        traps.remove(number);
        put("trap removed", traps);
        for at in 0..trap.len() {
            let mut traps = claim.traps.clone();
            traps[number].remove(at);
            put("trap vertex removed", traps);
        }
        for v in (0..=instance.graph().vertex_count() as u32).map(VertexId::new) {
            let mut traps = claim.traps.clone();
            traps[number].push(v);
            put("trap vertex added", traps);
        }
    }
    for (number, trap) in claim.traps.iter().enumerate().filter(|(_, trap)| trap.len() > 1) {
        for &v in trap {
            let mut mutant = claim.clone();
            mutant.traps[number].retain(|&member| member != v);
            mutant.traps.push(vec![v]);
            mutant.exits[v] = Exit::Trap(claim.traps.len());
            mutants.push(("trap split", mutant));
        }
    }
    let mut put = |kind, traps| mutants.push((kind, FlowsClaim { traps, ..claim.clone() }));
    for v in instance.graph().vertices() {
        let mut traps = claim.traps.clone();
        traps.push(vec![v]);
        put("trap added", traps);
    }
    mutants
}

#[test]
fn a_flows_claim_is_certified_exactly_if_simulation_agrees() {
    let mut dice = Dice::new(2_022);
    let (mut tally, mut certified, mut unknown) = (Tally::default(), 0, 0);
    for _ in 0..1_200 {
        let instance = small_forest(&mut dice);
        let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
        let claim = match truth(&instance, &traps) {
            Truth::Certificate(claim) => claim,
            Truth::None => panic!("small forests are forests\n{instance}"),
            Truth::Unknown => {
                unknown += 1;
                continue;
            }
        };
        certify_flows(&instance, claim.clone()).unwrap_or_else(|e| panic!("{e}\n{instance}\n{claim:?}"));
        let reversed = rows(&instance, &claim).into_iter().map(|rows| rows.into_iter().rev().collect());
        certify_flows(&instance, with_rows(&claim, reversed.collect())).expect("rows may stand in any order");
        certified += 1;
        let exits = exits::changes(&instance, traps.len(), &claim.exits);
        let of_exits = exits.into_iter().map(|exits| ("exit", FlowsClaim { exits, ..claim.clone() }));
        for (kind, mutant) in mutants_of_rows(&instance, &claim).into_iter().chain(of_exits) {
            let deserved = deserves(&claim, &mutant);
            let accepted = certify_flows(&instance, mutant.clone()).is_ok();
            tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
        }
        for (kind, mutant) in mutants_of_traps(&instance, &claim) {
            let deserved = match truth(&instance, &mutant.traps) {
                Truth::Certificate(truth) => deserves(&truth, &mutant),
                Truth::None => false,
                Truth::Unknown => continue,
            };
            let accepted = certify_flows(&instance, mutant.clone()).is_ok();
            tally.note(kind, accepted, deserved, || format!("{instance}\n{mutant:?}"));
        }
    }
    println!("{certified} certificates, {unknown} passed over");
    assert!(certified > 1_100);
    tally.assert_refuted(16, 100);
    tally.assert_survivors_only_of(&[]);
}

// F77: in a closed set that is larger than a trap, flows that are finite would pass for +∞.
#[test]
fn only_strongly_connected_closed_sets_are_cut_as_traps() {
    let mut dice = Dice::new(7);
    let (mut traps, mut larger) = (0, 0);
    for _ in 0..6_000 {
        let instance = small_forest(&mut dice);
        let halts = Halts::of(&instance, &[]).unwrap();
        let lost: Vec<_> = instance.graph().vertices().filter(|&v| !halts.can_halt(v, None)).collect();
        if lost.is_empty() {
            continue;
        }
        let is_trap = StoppingGraph::of(instance.graph()).traps().members() == [lost.clone()];
        if let Truth::Certificate(claim) = truth(&instance, &[lost]) {
            match certify_flows(&instance, claim) {
                Ok(_) => assert!(is_trap, "{instance}"),
                Err(refutation) => {
                    assert!(!is_trap, "{refutation}\n{instance}");
                    assert!(refutation.equation.starts_with("paths within trap 0 "), "{refutation}");
                }
            }
            *if is_trap { &mut traps } else { &mut larger } += 1;
        }
    }
    println!("{traps} traps, {larger} larger sets");
    assert!(traps > 500 && larger > 200, "{traps} {larger}");
}

#[test]
fn a_table_proves_nothing_on_a_graph_that_is_not_a_forest() {
    let mut dice = Dice::new(8);
    let (mut forests, mut others) = (0, 0);
    for _ in 0..6_000 {
        let instance = small_graph(&mut dice);
        let traps = StoppingGraph::of(instance.graph()).traps().members().to_vec();
        let halts = Halts::of(&instance, &traps).unwrap();
        let Some(claim) = table(&halts, &traps) else { continue };
        let verdict = certify_flows(&instance, claim);
        if is_forest(&halts) {
            assert!(verdict.is_ok(), "{instance}");
            forests += 1;
        } else {
            let refutation = verdict.unwrap_err();
            assert!(refutation.equation.starts_with("undirected cycles through"), "{refutation}\n{instance}");
            others += 1;
        }
    }
    println!("{forests} forests, {others} others");
    assert!(forests > 1_000 && others > 1_000);
}
