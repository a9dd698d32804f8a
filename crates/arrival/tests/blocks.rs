//! Return flows of blocks: found, proved, written down, read back and proved again.

use arrival::{Context, block_flows};
use rotor_certify::certify;
use rotor_generate::{Dice, small_blocks, small_graph};
use rotor_graph::{BlocksClaim, Count, Instance, KeptProof, VertexId, VertexMap};

fn random(dice: &mut Dice, index: u64) -> Instance {
    match index % 5 {
        0 | 1 => small_blocks(dice, 5, 0.0),
        2 | 3 => small_blocks(dice, 5, 0.4),
        _ => small_graph(dice),
    }
}

/// Every number that is changed by one, every vertex that is another: refuted, unless what is claimed stays true.
#[test]
fn forged_tables_are_refuted() {
    let mut dice = Dice::new(42);
    let (mut refuted, mut other_proofs) = (0, 0);
    for index in 0..300 {
        let instance = random(&mut dice, index);
        let found = block_flows(&instance, &mut Context::default()).unwrap();
        let claim = BlocksClaim::clone(&found);
        let same_statement = |forged: &BlocksClaim| {
            let of = |claim: &BlocksClaim| {
                claim.returns.iter().map(|row| (row.flow.clone(), row.deadline.clone())).collect::<Vec<_>>()
            };
            of(forged) == of(&claim)
                && forged.blocks == claim.blocks
                && forged.exits == claim.exits
                && forged.last_departures == claim.last_departures
        };
        let mut judge = |forged: BlocksClaim, what: &str| {
            let is_same = same_statement(&forged);
            match certify(&instance, forged, &mut ()) {
                Err(_) => refuted += 1,
                // Another proof of the same statement may be a proof.
                Ok(_) if is_same => other_proofs += 1,
                Ok(_) => panic!("{what} was accepted\n{instance}"),
            }
        };
        for at in 0..claim.returns.len() {
            let mut forged = claim.clone();
            let row = &mut forged.returns[at];
            row.flow = match &row.flow {
                Count::Finite(flow) => Count::from(flow.to_big() + 1u32),
                Count::Infinite => Count::from(3),
            };
            judge(forged, "a larger flow");
            let mut forged = claim.clone();
            let row = &mut forged.returns[at];
            row.flow = match &row.flow {
                Count::Finite(flow) if flow.to_big() > 1u32.into() => Count::from(flow.to_big() - 1u32),
                Count::Finite(_) => Count::Infinite,
                Count::Infinite => Count::from(1),
            };
            judge(forged, "a smaller flow");
            let mut forged = claim.clone();
            let row = &mut forged.returns[at];
            row.deadline = match &row.deadline {
                Count::Finite(deadline) => Count::from(deadline.to_big() + 1u32),
                Count::Infinite => Count::from(7),
            };
            judge(forged, "another deadline");
            if claim.returns[at].proof.is_some() {
                let mut forged = claim.clone();
                forged.returns[at].proof = None;
                assert!(certify(&instance, forged, &mut ()).is_err(), "a flow without a proof\n{instance}");
                for kept in [false, true] {
                    let mut forged = claim.clone();
                    let proof = forged.returns[at].proof.as_mut().unwrap();
                    let departures = if kept { &mut proof.kept } else { &mut proof.returned };
                    if let Some(first) = departures.first_mut() {
                        first.1 += 1u32;
                        judge(forged, "other departures");
                    }
                }
            }
        }
        for (u, number) in claim.last_departures.iter() {
            let mut forged = claim.clone();
            forged.last_departures[u] = number + 1u32;
            judge(forged, "a later last departure");
        }
        if claim.blocks.len() > 1 {
            let mut forged = claim.clone();
            let last = forged.blocks.pop().unwrap();
            forged.returns.truncate(forged.returns.len() - last.len());
            judge(forged, "a block left out");
            let mut forged = claim.clone();
            let last = forged.blocks.pop().unwrap();
            forged.blocks.last_mut().unwrap().extend(last);
            judge(forged, "two blocks in one");
        }
        let mut forged = claim.clone();
        forged.exits = VertexMap::from_vec(claim.exits.as_slice().iter().rev().copied().collect());
        if forged.exits != claim.exits {
            judge(forged, "other exits");
        }
    }
    assert!(refuted > 10_000, "{refuted} refuted, {other_proofs} were proofs");
}

/// The table of an instance as it is found.
fn honest(instance: &Instance) -> BlocksClaim {
    BlocksClaim::clone(&block_flows(instance, &mut Context::default()).unwrap())
}

/// Forges the honest table of an instance, and demands that this equation refutes it.
fn refuted_by(instance: &Instance, equation: &str, forge: impl Fn(&mut BlocksClaim)) {
    let mut forged = honest(instance);
    assert!(certify(instance, forged.clone(), &mut ()).is_ok());
    forge(&mut forged);
    let refutation = certify(instance, forged, &mut ()).unwrap_err().describe(instance);
    assert!(refutation.contains(equation), "{equation}: {refutation}");
}

/// Tables that no certificate can hold, or that break one rule alone.
#[test]
fn a_table_breaks_each_rule() {
    let pair = rotor_graph::parse("a: b s\nb: a t\nsink s\nsink t").unwrap();
    refuted_by(&pair, "rows = sum of the sizes of blocks", |claim| _ = claim.returns.pop());
    refuted_by(&pair, "row = next vertex of a block", |claim| claim.returns.swap(0, 1));
    refuted_by(&pair, "number of last departures = |V|", |claim| {
        claim.last_departures = VertexMap::from_vec(claim.last_departures.as_slice()[1..].to_vec());
    });
    // u leads into the trap and is not of it.
    let corner = rotor_graph::parse("u: a\na: a\nsink s").unwrap();
    let [u, a] = [0, 1].map(VertexId::new);
    refuted_by(&corner, "trap", |claim| {
        claim.traps = vec![vec![u, a]];
        (claim.blocks, claim.returns) = (Vec::new(), Vec::new());
        claim.last_departures = VertexMap::filled(3, 0u32.into());
    });
    refuted_by(&corner, "ways to a sink or a listed trap", |claim| claim.traps.clear());
}

#[test]
fn blocks_that_are_none_break_a_rule_each() {
    let path = rotor_graph::parse("a: b s\nb: a c\nc: b t\nsink s\nsink t").unwrap();
    let [a, b, c, s] = [0, 1, 2, 3].map(VertexId::new);
    refuted_by(&path, "cut vertices of block 0", |claim| claim.blocks = vec![vec![a, b, c]]);
    refuted_by(&path, "blocks that contain v and", |claim| claim.blocks = vec![vec![a, b]]);
    refuted_by(&path, "cycles of blocks through v", |claim| claim.blocks.push(vec![a, c]));
    refuted_by(&path, "cycles of blocks through v", |claim| claim.blocks[0] = vec![a, b, b]);
    refuted_by(&path, "number of blocks ≤ |V|", |claim| claim.blocks = vec![vec![a, b]; 6]);
    refuted_by(&path, "size of block 2 > 1", |claim| claim.blocks.push(vec![a]));
    refuted_by(&path, "a block's vertex", |claim| claim.blocks[0][1] = VertexId::new(5));
    refuted_by(&path, "is neither a sink nor in a trap", |claim| claim.blocks.push(vec![a, s]));
    // Two triangles that do not meet.
    let triangles = rotor_graph::parse("a: b s\nb: c\nc: a\nd: e s\ne: f\nf: d\nsink s").unwrap();
    refuted_by(&triangles, "cut vertices of block 0", |claim| {
        claim.blocks = vec![claim.blocks.concat()];
    });
}

#[test]
fn proofs_of_a_flow_break_a_rule_each() {
    // b has no arc into the block that it shares with a, and so no way back.
    let one_way = rotor_graph::parse("a: b s\nb: t\nsink s\nsink t").unwrap();
    let [a, b, s] = [0, 1, 2].map(VertexId::new);
    let proof = |claim: &BlocksClaim| claim.returns[0].proof.clone().unwrap();
    refuted_by(&one_way, "finite flows without an arc into it", |claim| {
        claim.returns[1].flow = Count::from(1);
        claim.returns[1].proof = Some(KeptProof { halts: a, ..proof(claim) });
    });
    let forge = |change: fn(&mut KeptProof, VertexId)| {
        move |claim: &mut BlocksClaim, v: VertexId| change(claim.returns[0].proof.as_mut().unwrap(), v)
    };
    let returns = forge(|proof, v| proof.returned.push((v, 1u32.into())));
    refuted_by(&one_way, "departures of a vertex without a way back", |claim| returns(claim, b));
    refuted_by(&one_way, "departures of v in flows", |claim| returns(claim, a));
    refuted_by(&one_way, "vertices in flows that do not lie in it", |claim| returns(claim, s));
    let halts = forge(|proof, v| proof.halts = v);
    refuted_by(&one_way, "vertices outside it on which a particle halts", |claim| halts(claim, a));
    refuted_by(&one_way, "vertices outside it on which a particle halts", |claim| halts(claim, s));
}
