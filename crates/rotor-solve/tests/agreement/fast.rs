//! The fast exits and flows against the complete destination algorithm.

use crate::brute_force::instances;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_generate::{Dice, Kinds, generate, small_forest, small_graph};
use rotor_graph::{Count, Instance, Multigraph, StoppingGraph, TreeLike, VertexId, parse};
use rotor_solve::Unlimited;
use rotor_solve::push::TurnedToForest;
use rotor_solve::tree::{
    CompleteDestination, Fallbacks, FastFlows, FlowColumns, NotFast, complete_destination, fast_exits,
    fast_flows, fast_forest, filtered_exits,
};

/// What became of the instances of a test.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) solved: u32,
    /// Of these, with traps.
    pub(crate) trapped: u32,
    /// Of these, with flows beyond 32 bits, but within a machine word.
    pub(crate) wide: u32,
    /// Of these, with flows beyond a machine word.
    pub(crate) huge: u32,
    /// Of these, with a tie: at some vertex two heads could keep the particle after the same least number of full turns,
    /// at least one, so that only the rotor order tells which does.
    pub(crate) tied: u32,
    pub(crate) cyclic: u32,
    /// Of those solved, with labels that ascend: no vertex has two neighbours of smaller numbers.
    pub(crate) ascending: u32,
    /// Comparisons that intervals left open, with 2, 3 and 62 bits.
    pub(crate) open: [u64; 3],
    /// Vertices that exact flows were carried past.
    pub(crate) carried: u64,
}

pub(crate) fn agree(instance: &Instance, seen: &mut Seen) {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let stopping = StoppingGraph::of(graph);
    let flows = fast_flows(graph, rotors);
    let Ok(tree) = TreeLike::of(&stopping) else {
        assert_eq!(fast_exits(graph, rotors), Err(NotFast::NotTreeLike), "{instance}");
        assert_eq!(flows, Err(NotFast::NotTreeLike), "{instance}");
        seen.cyclic += 1;
        return;
    };
    let complete = complete_destination(&tree, rotors, &mut Unlimited).unwrap();
    let exits = fast_exits(graph, rotors).unwrap();
    assert_eq!(exits.pattern(), complete.forest.exit_pattern(&stopping), "{instance}");
    assert_eq!(exits.traps(), stopping.traps().members(), "{instance}");
    let filtered = [
        filtered_exits::<2>(graph, rotors),
        filtered_exits::<3>(graph, rotors),
        filtered_exits::<62>(graph, rotors),
    ];
    for (filtered, open) in filtered.into_iter().zip(&mut seen.open) {
        let (again, Fallbacks { comparisons, steps, words }) = filtered.unwrap();
        assert_eq!(again, exits, "{instance}");
        assert!(steps <= words, "a flow has a word at least: {steps} steps, {words} words");
        *open += comparisons;
        seen.carried += steps;
    }
    match flows {
        Ok(FastFlows { exits: again, flows }) => {
            assert_eq!(again, exits);
            same_flows(instance, &flows, &complete);
            assert_eq!(
                fast_forest(graph, rotors, &mut Unlimited),
                Ok(TurnedToForest { forest: complete.forest.clone(), turns: complete.turns.clone() }),
                "{instance}"
            );
            let finite = flows.codes.iter().filter(|&&code| code != FlowColumns::INFINITE);
            seen.wide += u32::from(finite.max() > Some(&u64::from(u32::MAX)));
        }
        Err(flaw) => {
            assert_eq!(flaw, NotFast::TooLarge);
            seen.huge += 1;
        }
    }
    seen.solved += 1;
    seen.ascending += u32::from(labels_ascend(graph));
    seen.tied += u32::from(graph.vertices().any(|u| ties(instance, &complete, u)));
    seen.trapped += u32::from(!stopping.traps().is_empty());
}

/// Whether no vertex has two neighbours of smaller numbers that are no sinks.
fn labels_ascend(graph: &Multigraph) -> bool {
    let mut smaller = vec![Vec::new(); graph.vertex_count()];
    for u in graph.vertices() {
        for &v in graph.heads(u).iter().filter(|&&v| v != u && !graph.is_sink(v)) {
            smaller[u.max(v).index()].push(u.min(v));
        }
    }
    smaller.iter().all(|smaller| smaller.iter().all(|v| *v == smaller[0]))
}

/// Whether two heads of `u` have the same least quotient (r − 1) / multiplicity, and it is not 0.
fn ties(instance: &Instance, complete: &CompleteDestination, u: VertexId) -> bool {
    let heads = instance.graph().heads(u);
    let full_turns = |(v, flow): (VertexId, Count)| {
        let multiplicity = heads.iter().filter(|&&head| head == v).count();
        flow.finite().map(|flow| (flow.to_big() - 1u32) / multiplicity)
    };
    let flows = complete.flows.of(u).map(|(v, flow)| (v, flow.to_count()));
    let mut turns: Vec<BigUint> = flows.filter_map(full_turns).collect();
    turns.sort_unstable();
    turns.len() > 1 && turns[0] == turns[1] && turns[0] > BigUint::ZERO
}

fn same_flows(instance: &Instance, flows: &FlowColumns, complete: &CompleteDestination) {
    let code = |flow: &Count| match flow {
        Count::Finite(number) => number.to_big().to_u64().unwrap(),
        Count::Infinite => FlowColumns::INFINITE,
    };
    for u in instance.graph().vertices() {
        let fast = flows.row(u).map(|at| (flows.heads[at], flows.codes[at]));
        let slow = complete.flows.of(u).map(|(v, flow)| (v, code(&flow.to_count())));
        assert!(fast.eq(slow), "flows of {}:\n{instance}", instance.name(u));
    }
}

#[test]
fn fast_exits_and_flows_are_those_of_the_exact_algorithm() {
    let mut dice = Dice::new(10);
    let (mut kinds, mut seen) = (Kinds::default(), Seen::default());
    for index in 0..instances(100_000) {
        let instance = if index % 5 == 0 { small_graph(&mut dice) } else { small_forest(&mut dice) };
        kinds.see(&instance);
        agree(&instance, &mut seen);
    }
    println!("{kinds}\n{seen:?}");
    assert!(kinds.missing().is_empty(), "never seen: {:?}", kinds.missing());
    let Seen { solved, trapped, huge, tied, ascending, cyclic, open, carried, .. } = seen;
    assert!(carried > 5_000, "exact flows were carried past {carried} vertices");
    assert!(solved > 80_000 && trapped > 5_000 && cyclic > 1_000, "{solved}, {trapped}, {cyclic}");
    assert!(ascending > 1_000 && solved - ascending > 1_000, "both ways to lay out a forest: {ascending}");
    assert!(tied > 1_000, "the rotor order has to decide: {tied}");
    assert_eq!((huge, open[2]), (0, 0), "small flows are exact in 62 bits");
    assert!(open[0] > 5_000 && open[1] > 500, "narrow intervals overlap: {open:?}");
}

#[test]
fn rows_of_few_heads_are_searched_and_rows_of_many_looked_up() {
    let mut seen = Seen::default();
    for leaves in 13..=18 {
        let names: Vec<String> = (0..leaves).map(|leaf| format!("l{leaf}")).collect();
        let rows: String = names.iter().map(|leaf| format!("{leaf}: hub^2 s\n")).collect();
        for rotor in 0..leaves {
            let (before, after) = (names[..rotor].join(" "), names[rotor..].join(" "));
            agree(&parse(&format!("hub: {after} {before} t\n{rows}sink s\nsink t\n")).unwrap(), &mut seen);
        }
    }
    assert_eq!(seen.solved, (13..=18).sum::<u32>());
}

#[test]
fn a_list_is_left_at_its_end_if_every_child_returns_more_often() {
    let mut seen = Seen::default();
    for (down, up) in (1..=9).flat_map(|down| (1..=9).map(move |up| (down, up))) {
        let texts = [
            format!("u: v^{down} s\nv: u^{up} t\nsink s\nsink t\n"),
            format!("p: u\nu: p v^{down} w^2 s\nv: u^{up} t\nw: u^7 t\nsink s\nsink t\n"),
        ];
        texts.iter().for_each(|text| agree(&parse(text).unwrap(), &mut seen));
    }
    assert_eq!(seen.solved, 162);
    assert!(seen.open[0] > 50, "intervals of 2 bits left {} comparisons open", seen.open[0]);
}

#[test]
fn fast_exits_of_larger_trees_of_all_shapes() {
    let mut seen = Seen::default();
    for seed in 0..40 {
        for family in
            ["tree", "binary-tree", "caterpillar", "star", "path-tree", "broom", "path", "multipath"]
        {
            let mut given = vec![("n", "300")];
            if !["path", "multipath"].contains(&family) {
                given.extend([
                    ("parallel", "4"),
                    ("one-way", "0.2"),
                    ("loops", "0.1"),
                    ("inner-sinks", "0.1"),
                    ("traps", "0.02"),
                ]);
            }
            let given = given.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
            agree(&generate(family, &given.collect(), seed).unwrap(), &mut seen);
        }
    }
    println!("{seen:?}");
    let Seen { solved, trapped, huge, tied, .. } = seen;
    assert!(solved == 320 && trapped > 200 && huge > 20 && tied > 0, "{seen:?}");
}
