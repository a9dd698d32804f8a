//! Return flows of blocks against cycle pushes and walks: cacti, small blocks, any small graph.

use crate::brute_force::{instances, walk};
use num_bigint::BigUint;
use rotor_generate::{Dice, Kinds, small_blocks, small_forest, small_graph};
use rotor_graph::{StoppingGraph, VertexId, parse};
use rotor_solve::Unlimited;
use rotor_solve::general::{block_flows, forest_by_flows, run_by_blocks};
use rotor_solve::push::push_to_forest;

#[test]
fn blocks_agree_with_cycle_pushes_and_walks() {
    let mut dice = Dice::new(95);
    let mut kinds = Kinds::default();
    let (mut cyclic, mut several, mut long, mut starts) = (0, 0, 0, 0);
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
        for u in stopping.active_vertices() {
            let run = run_by_blocks(&stopping, instance.rotors(), u, &mut Unlimited).unwrap();
            let walked = walk(&stopping, instance.rotors(), u);
            assert_eq!(run.departures, walked.departures, "from {}\n{instance}", instance.name(u));
            assert_eq!(
                stopping.exit_at(run.halt),
                Some(walked.exit),
                "from {}\n{instance}",
                instance.name(u)
            );
            starts += 1;
        }
        for (u, &turns) in pushed.turns.iter() {
            assert_eq!(found.forest.turns[u], turns.into(), "{} of\n{instance}", instance.name(u));
            long += u32::from(turns > 100);
        }
        cyclic += u32::from(found.blocks.iter().any(|block| block.len() > 2));
        several += u32::from(found.blocks.iter().filter(|block| block.len() > 2).count() > 1);
    }
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    assert!(cyclic > 2_000 && several > 1_000, "{cyclic} with cycles, {several} with several");
    assert!(starts > 20_000, "only {starts} starts");
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
