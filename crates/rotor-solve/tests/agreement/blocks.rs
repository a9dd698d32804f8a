//! Return flows of blocks against cycle pushes and walks: cacti, small blocks, any small graph.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use rotor_generate::{Dice, Kinds, small_forest, small_graph, walk_bound};
use rotor_graph::{Instance, StoppingGraph, VertexId, parse};
use rotor_solve::Unlimited;
use rotor_solve::general::{block_flows, forest_by_flows};
use rotor_solve::push::push_to_forest;

/// Blocks of 2 to `most` vertices in a random tree, each a cycle, with a few chords if there are any; arcs both ways, or
/// one way at random, some parallel, some loops, some to sinks or traps.
pub(crate) fn small_blocks(dice: &mut Dice, most: u32, chords: f64) -> Instance {
    loop {
        let mut edges = Vec::new();
        let mut vertices = 1;
        for _ in 0..dice.between(1..=4) {
            let on = dice.below(vertices);
            let size = dice.between(2..=most);
            let ring: Vec<u32> = std::iter::once(on).chain(vertices..vertices + size - 1).collect();
            vertices += size - 1;
            for at in 0..ring.len() {
                edges.push((ring[at], ring[(at + 1) % ring.len()]));
                if dice.chance(chords) {
                    edges.push((ring[at], ring[dice.below(size) as usize]));
                }
            }
        }
        let mut rows: Vec<Vec<String>> = vec![Vec::new(); vertices as usize];
        let back = if dice.chance(0.4) { 3 } else { 1 };
        for (u, v) in edges {
            for (from, to, drift) in [(u, v, 1), (v, u, back)] {
                let times = if dice.chance(0.9) { drift * dice.between(1..=3) } else { 0 };
                (0..times).for_each(|_| rows[from as usize].push(format!("u{to}")));
            }
        }
        let mut text = String::new();
        for (u, row) in rows.iter_mut().enumerate() {
            if dice.chance(if back == 1 { 0.25 } else { 0.1 }) || row.is_empty() {
                row.push(format!("s{}", dice.below(3)));
            }
            if dice.chance(0.1) {
                row.push("trap".to_owned());
            }
            if dice.chance(0.15) {
                row.push(format!("u{u}"));
            }
            dice.shuffle(row);
            let rotor = dice.below(row.len() as u32) as usize;
            row[rotor].insert(0, '*');
            text += &format!("u{u}: {}\n", row.join(" "));
        }
        let sinks = if dice.chance(0.95) { "sink s0\nsink s1\nsink s2" } else { "s0: s1\ns1: s0\ns2: s2" };
        let instance = parse(&format!("{text}trap: trap\n{sinks}")).unwrap();
        if walk_bound(instance.graph()) <= 20_000_000 {
            return instance;
        }
    }
}

#[test]
fn blocks_lead_to_the_forest_that_cycle_pushes_lead_to() {
    let mut dice = Dice::new(95);
    let mut kinds = Kinds::default();
    let (mut cyclic, mut several, mut long) = (0, 0, 0);
    for index in 0..instances(5_000) {
        let instance = match index % 5 {
            0 | 1 => small_blocks(&mut dice, 5, 0.0),
            2 | 3 => small_blocks(&mut dice, 5, 0.4),
            _ if dice.chance(0.3) => small_forest(&mut dice),
            _ => small_graph(&mut dice),
        };
        kinds.see(&instance);
        let stopping = StoppingGraph::of(instance.graph());
        let pushed = push_to_forest(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        let found = block_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        assert_eq!(found.forest.forest, pushed.forest, "{instance}");
        for (u, &turns) in pushed.turns.iter() {
            assert_eq!(found.forest.turns[u], turns.into(), "{} of\n{instance}", instance.name(u));
            long += u32::from(turns > 100);
        }
        cyclic += u32::from(found.blocks.iter().any(|block| block.len() > 2));
        several += u32::from(found.blocks.iter().filter(|block| block.len() > 2).count() > 1);
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(cyclic > 2_000 && several > 1_000, "{cyclic} with cycles, {several} with several");
    assert!(long > 50, "only {long} rotors turned more than a hundred times");
}

#[test]
fn the_flow_of_a_block_is_how_often_a_walk_is_sent_into_it() {
    let mut dice = Dice::new(96);
    let (mut finite, mut infinite) = (0, 0);
    for _ in 0..instances(500) {
        let instance = small_blocks(&mut dice, 4, 0.2);
        let (graph, stopping) = (instance.graph(), StoppingGraph::of(instance.graph()));
        let found = block_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
        for flow in &found.flows {
            let block = &found.blocks[flow.block];
            let leads_in = |v: &VertexId| *v != flow.vertex && block.contains(v);
            if !graph.heads(flow.vertex).iter().any(leads_in) {
                continue;
            }
            // The walk from the vertex is sent into the block at most so often, and as often if it ends there.
            let run = walk(&stopping, instance.rotors(), flow.vertex);
            let position = instance.rotors().position(graph, flow.vertex) as usize;
            let (before, from_rotor) = graph.heads(flow.vertex).split_at(position);
            let heads: Vec<VertexId> = from_rotor.iter().chain(before).copied().collect();
            let departures = u64::try_from(&run.departures[flow.vertex]).unwrap();
            let entered =
                (0..departures).filter(|at| leads_in(&heads[(at % heads.len() as u64) as usize])).count();
            let last = heads[((departures + heads.len() as u64 - 1) % heads.len() as u64) as usize];
            match &flow.flow {
                Some(flow) if leads_in(&last) => assert_eq!(BigUint::from(entered), *flow, "{instance}"),
                Some(flow) => assert!(BigUint::from(entered) < *flow, "{instance}"),
                None => assert!(!leads_in(&last), "{instance}"),
            }
            if flow.flow.is_some() { finite += 1 } else { infinite += 1 }
        }
    }
    assert!(finite > 500 && infinite > 50, "{finite} finite flows, {infinite} infinite");
}

#[test]
fn a_long_chain_of_four_cycles_is_solved_from_all_starts() {
    // Both ways round each cycle, twice as often back as on: the walk is exponential in their number.
    let cycles = 60;
    let mut text = String::new();
    for at in 0..cycles {
        let on = if at + 1 < cycles { format!("a{}", at + 1) } else { "s".to_owned() };
        let back = if at > 0 { format!("b{0} d{0} ", at - 1).repeat(2) } else { String::new() };
        text += &format!("a{at}: {back}b{at} d{at}\nb{at}: a{at}^2 {on}\nd{at}: {on} a{at}^2\n");
    }
    let instance = parse(&format!("{text}sink s")).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let found = block_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
    assert!(found.forest.turns.as_slice().iter().any(|turns| turns.bits() > 40));
    let same = forest_by_flows(&stopping, instance.rotors(), &mut Unlimited).unwrap();
    assert_eq!(same, found.forest);
}
