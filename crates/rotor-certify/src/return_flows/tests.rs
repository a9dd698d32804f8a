//! Tables, true ones and ones with a column changed, against the solution of the equations.

use super::check;
use crate::flow::Arcs;
use crate::routine::{FinalTurn, Turning};
use num_bigint::BigUint;
use rotor_generate::{Dice, small_forest};
use rotor_graph::{
    Count, Exit, Flow, FlowsClaim, Instance, Natural, NotReturnFlows, ReturnFlows, StoppingGraph, VertexId,
    VertexMap, parse,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The distinct heads of `u`, by number.
fn heads(instance: &Instance, u: VertexId) -> Vec<VertexId> {
    instance.graph().heads(u).iter().copied().collect::<BTreeSet<_>>().into_iter().collect()
}

/// Return flows straight from the equations.
struct Equations<'i> {
    stopping: StoppingGraph<'i>,
    instance: &'i Instance,
    known: BTreeMap<(VertexId, VertexId), Count>,
}

impl Equations<'_> {
    fn flow(&mut self, u: VertexId, w: VertexId) -> Count {
        if u == w || !self.stopping.is_active(u) {
            return Count::Infinite;
        }
        if !self.stopping.is_active(w) || !self.instance.graph().heads(w).contains(&u) {
            return Count::one();
        }
        if let Some(flow) = self.known.get(&(u, w)) {
            return flow.clone();
        }
        let heads = heads(self.instance, w);
        let flows: Vec<Count> =
            heads.iter().map(|&x| if x == u { Count::Infinite } else { self.flow(w, x) }).collect();
        let row = heads.binary_search(&u).unwrap();
        let flow = self.turned(w, &heads, &flows, |turning, last| turning.visits_and_one(&last, row));
        let flow = flow.map_or(Count::Infinite, Count::from);
        self.known.insert((u, w), flow.clone());
        flow
    }

    /// What is read off the last departure from `w`, if these are the flows of its heads.
    fn turned<T>(
        &self,
        w: VertexId,
        heads: &[VertexId],
        flows: &[Count],
        read: impl Fn(&Turning, FinalTurn<Natural>) -> T,
    ) -> Option<T> {
        let row = |v| heads.binary_search(&v).unwrap() as u32;
        let rows = Arcs::of(self.instance).heads_from_rotor(w).map(row).collect();
        let mut turning = Turning::new(heads.len(), rows);
        let last = turning.last_departure(|row| flows[row].finite())?;
        Some(read(&turning, last))
    }

    fn exit(&mut self, mut u: VertexId) -> Exit {
        loop {
            if let Some(exit) = self.stopping.exit_at(u) {
                return exit;
            }
            let heads = heads(self.instance, u);
            let flows: Vec<Count> = heads.iter().map(|&x| self.flow(u, x)).collect();
            u = heads[self.turned(u, &heads, &flows, |_, last| last.row).unwrap()];
        }
    }
}

fn truth(instance: &Instance) -> FlowsClaim {
    let stopping = StoppingGraph::of(instance.graph());
    let traps = stopping.traps().members().to_vec();
    let mut equations = Equations { stopping, instance, known: BTreeMap::new() };
    let mut flows = ReturnFlows::default();
    for u in instance.graph().vertices() {
        flows.push_vertex(heads(instance, u).into_iter().map(|v| (v, equations.flow(u, v))));
    }
    let exits = instance.graph().vertices().map(|u| equations.exit(u)).collect();
    FlowsClaim { traps, exits: VertexMap::from_vec(exits), flows }
}

/// A path of `length` vertices, sinks at both ends, with one to three arcs each way and now and then a loop.
fn path(dice: &mut Dice, length: u32) -> Instance {
    let mut text = String::from("sink 0\n");
    for u in 1..=length {
        let mut arcs: Vec<u32> = Vec::new();
        // Inward drift from both ends makes flows large.
        let [back, ahead] = if u < length / 2 { [1u32, 3] } else { [3, 1] };
        arcs.extend((0..dice.between(back.div_ceil(2)..=back)).map(|_| u - 1));
        arcs.extend((0..dice.between(ahead.div_ceil(2)..=ahead)).map(|_| u + 1));
        arcs.extend(dice.chance(0.1).then_some(u));
        dice.shuffle(&mut arcs);
        let arcs: Vec<_> = arcs.iter().map(ToString::to_string).collect();
        writeln!(text, "{u}: {}", arcs.join(" ")).unwrap();
    }
    writeln!(text, "sink {}", length + 1).unwrap();
    parse(&text).unwrap()
}

/// A star whose centre has many rows, some of them to centres of other stars.
fn stars(dice: &mut Dice) -> Instance {
    let mut text = String::from("sink s\n");
    let centres = dice.between(1..=3);
    for c in 0..centres {
        let leaves = 14 + dice.below(10);
        let mut arcs: Vec<String> = (0..leaves).map(|leaf| format!("{c}.{leaf}")).collect();
        arcs.extend((0..3).map(|_| format!("{c}.{}", dice.below(leaves))));
        arcs.extend((c > 0).then(|| (c - 1).to_string()));
        arcs.extend((c + 1 < centres && dice.chance(0.7)).then(|| (c + 1).to_string()));
        dice.shuffle(&mut arcs);
        writeln!(text, "{c}: {}", arcs.join(" ")).unwrap();
        for leaf in 0..leaves {
            let sink = if dice.chance(0.3) { " s" } else { "" };
            writeln!(text, "{c}.{leaf}: {c}{sink}").unwrap();
        }
    }
    parse(&text).unwrap()
}

fn is_proved(instance: &Instance, claim: &FlowsClaim) -> bool {
    check(instance, claim, &mut ()).is_ok()
}

/// Whether a table says the same of every vertex, in any order.
fn is_same(one: &ReturnFlows, other: &ReturnFlows) -> bool {
    let rows = |flows: &ReturnFlows, u| {
        let mut rows = flows.counts_of(VertexId::new(u as u32));
        rows.sort();
        rows
    };
    let vertices = one.vertex_count();
    vertices == other.vertex_count() && (0..vertices).all(|u| rows(one, u) == rows(other, u))
}

/// The columns of a table, free to be changed.
#[derive(Clone, PartialEq)]
struct Columns {
    row_starts: Vec<u32>,
    heads: Vec<VertexId>,
    codes: Vec<u64>,
    spilled: Vec<Natural>,
}

impl Columns {
    fn of(flows: &ReturnFlows) -> Self {
        Self {
            row_starts: flows.row_starts().to_vec(),
            heads: flows.heads().to_vec(),
            codes: flows.codes().to_vec(),
            spilled: flows.spilled().to_vec(),
        }
    }

    fn table(self) -> Result<ReturnFlows, NotReturnFlows> {
        ReturnFlows::from_columns(self.row_starts, self.heads, self.codes, self.spilled)
    }
}

/// Changes of one entry of a column, each with its kind.
fn mutants(columns: &Columns, dice: &mut Dice) -> Vec<(&'static str, Columns)> {
    let mut mutants = Vec::new();
    let mut put = |kind, change: &dyn Fn(&mut Columns)| {
        let mut changed = columns.clone();
        change(&mut changed);
        if changed != *columns {
            mutants.push((kind, changed));
        }
    };
    let rows = columns.codes.len();
    if rows == 0 {
        return mutants;
    }
    let (at, other) = (dice.below(rows as u32) as usize, dice.below(rows as u32) as usize);
    put("code + 1", &|c| c.codes[at] = c.codes[at].wrapping_add(1));
    put("code - 1", &|c| c.codes[at] = c.codes[at].wrapping_sub(1));
    put("code = 0", &|c| c.codes[at] = 0);
    put("code = 1", &|c| c.codes[at] = 1);
    put("code = inf", &|c| c.codes[at] = ReturnFlows::INFINITE);
    put("code = first spilled", &|c| c.codes[at] = ReturnFlows::SPILLED);
    put("code = largest small", &|c| c.codes[at] = ReturnFlows::SPILLED - 1);
    put("codes swapped", &|c| c.codes.swap(at, other));
    put("heads swapped", &|c| c.heads.swap(at, other));
    put("head = another", &|c| c.heads[at] = c.heads[other]);
    put("head is not a vertex", &|c| c.heads[at] = VertexId::new(u32::MAX));
    let u = dice.below(columns.row_starts.len() as u32) as usize;
    put("row start + 1", &|c| c.row_starts[u] += 1);
    put("row start - 1", &|c| c.row_starts[u] = c.row_starts[u].saturating_sub(1));
    put("row start missing", &|c| _ = c.row_starts.remove(u));
    if !columns.spilled.is_empty() {
        let at = dice.below(columns.spilled.len() as u32) as usize;
        put("spilled + 1", &|c| c.spilled[at] = c.spilled[at].clone() + 1u32);
        put("spilled - 1", &|c| c.spilled[at] = &c.spilled[at] - 1u32);
        put("spilled = 5", &|c| c.spilled[at] = 5u32.into());
        put("spilled << 64", &|c| c.spilled[at] = Natural::from(c.spilled[at].to_big() << 64u32));
        put("last spilled missing", &|c| _ = c.spilled.pop());
    }
    mutants
}

#[test]
fn a_table_is_proved_exactly_if_it_solves_the_equations() {
    let mut dice = Dice::new(1);
    let (mut spilled, mut trapped, mut many_rows) = (0, 0, 0);
    // For each kind: not even a table, refuted, certified.
    let mut tally: BTreeMap<&str, [u32; 3]> = BTreeMap::new();
    for round in 0..3_000 {
        let instance = match round % 10 {
            0 => {
                let length = 120 + dice.below(60);
                path(&mut dice, length)
            }
            1 | 2 => stars(&mut dice),
            _ => small_forest(&mut dice),
        };
        let claim = truth(&instance);
        assert!(is_proved(&instance, &claim), "{instance}");
        spilled += u32::from(!claim.flows.spilled().is_empty());
        trapped += u32::from(!claim.traps.is_empty());
        many_rows += u32::from(instance.graph().vertices().any(|u| claim.flows.of(u).len() > 13));
        for (kind, columns) in mutants(&Columns::of(&claim.flows), &mut dice) {
            let Ok(flows) = columns.table() else {
                tally.entry(kind).or_default()[0] += 1;
                continue;
            };
            let is_true = is_same(&flows, &claim.flows);
            let mutant = FlowsClaim { flows, ..claim.clone() };
            assert_eq!(is_proved(&instance, &mutant), is_true, "{kind}\n{instance}\n{mutant:?}");
            tally.entry(kind).or_default()[1 + usize::from(is_true)] += 1;
        }
        let mut exits = claim.exits.clone();
        let at = dice.below(exits.len() as u32) as usize;
        exits.as_mut_slice()[at] = claim.exits.as_slice()[dice.below(exits.len() as u32) as usize];
        let is_true = exits == claim.exits;
        assert_eq!(is_proved(&instance, &FlowsClaim { exits, ..claim }), is_true, "exit of {at}\n{instance}");
    }
    println!("{spilled} with spilled flows, {trapped} with traps, {many_rows} with many rows: {tally:?}");
    assert!(spilled > 200 && trapped > 300 && many_rows > 300, "{spilled} {trapped} {many_rows}");
    assert_eq!(tally.len(), 19);
    for (kind, [no_table, refuted, _]) in tally {
        assert!(no_table + refuted > 100, "{kind}: {no_table} {refuted}");
    }
}

/// A path of `length` vertices to a sink, whose return flows double from vertex to vertex; that of the first is 2 to
/// the power of `length` − 1, and one more with `more`.
fn doubling(name: &str, length: u32, more: bool) -> String {
    let mut text = format!("{name}1: {name}2\nsink {name}{}\n", length + 1);
    for u in 2..=length {
        let (back, ahead) = (format!("{name}{}", u - 1), format!("{name}{}", u + 1));
        let arcs = if more && u == 2 { [&back, &back, &ahead] } else { [&back, &ahead, &back] };
        writeln!(text, "{name}{u}: {} {} {}", arcs[0], arcs[1], arcs[2]).unwrap();
    }
    text
}

#[test]
fn a_flow_that_just_fits_no_word_is_compared_as_a_number() {
    let instance = parse(&(doubling("a", 64, false) + &doubling("b", 64, true))).unwrap();
    let claim = truth(&instance);
    let columns = Columns::of(&claim.flows);
    let first = BigUint::from(ReturnFlows::SPILLED);
    assert_eq!(columns.spilled, [Natural::from(first.clone()), Natural::from(first + 1u32)]);
    assert!(is_proved(&instance, &claim));
    for at in 0..2 {
        for other in [5u32.into(), &columns.spilled[at] - 1u32, columns.spilled[at].clone() + 1u32] {
            let mut changed = columns.clone();
            changed.spilled[at] = other;
            let mutant = FlowsClaim { flows: changed.table().unwrap(), ..claim.clone() };
            assert!(!is_proved(&instance, &mutant), "{at}");
        }
    }
}

#[test]
fn where_all_flows_are_large_they_are_compared_as_numbers() {
    // Both sinks are 2⁷⁰ departures away from the middle, and vertices have two arcs one way and one the other.
    let arcs = |u: u32| if u <= 70 { [u + 1, u - 1, u + 1] } else { [u - 1, u + 1, u - 1] };
    let row = |u: u32| format!("{u}: {}\n", arcs(u).map(|v| v.to_string()).join(" "));
    let text: String = (1..=140).map(row).collect();
    let instance = parse(&format!("{text}sink 0\nsink 141\n")).unwrap();
    let claim = truth(&instance);
    let all_large = |u| claim.flows.of(u).all(|(_, flow)| matches!(flow, Flow::Large(_)));
    assert!(instance.graph().vertices().filter(|&u| !instance.graph().is_sink(u)).any(all_large));
    assert!(is_proved(&instance, &claim));
}
