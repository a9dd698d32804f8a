//! Trees too large or too slow to walk.

use num_bigint::BigUint;
use rotor_graph::{Classified, Instance, Rooted, StoppingGraph, TreeLike, parse};
use rotor_solve::Unlimited;
use rotor_solve::tree::{complete_destination, run_profile};
use std::fmt::Write;

/// The path of [ACD22, `expchain`] with u_0 … u_n, the far end without a sink.
fn exponential_path(n: usize) -> Instance {
    let mut text = format!("u{n}: u{}\n", n - 1);
    for i in (1..n).rev() {
        writeln!(text, "u{i}: u{}^2 u{}", i + 1, i - 1).unwrap();
    }
    text.push_str("u0: u1^2 s\nsink s\nstart u0\n");
    parse(&text).unwrap()
}

#[test]
fn the_exponential_path_crosses_its_arcs_a_power_of_two_times() {
    for n in [1, 2, 5, 2_000] {
        let instance = exponential_path(n);
        let start = instance.start().unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let piece = Rooted::at(&stopping, start);
        let tree = piece.seen_as(Classified::tree_like).unwrap();
        let profile = run_profile(tree, instance.rotors(), &mut Unlimited).unwrap();
        assert_eq!(instance.name(profile.halt), "s");
        // (u_i, u_{i+1}) is crossed 2^(i+1) times for i < n, each crossing comes back, and one more step exits.
        let crossings: BigUint = (0..n).map(|i| BigUint::from(1u32) << (i + 1)).sum();
        let steps = profile.steps();
        assert_eq!(steps, crossings * 2u32 + 1u32);
        if n == 5 {
            assert_eq!(steps, 125u32.into());
        }
        if n == 2_000 {
            assert_eq!(steps.to_string().len(), 603);
        }
    }
}

#[test]
fn a_path_of_a_million_vertices_does_not_overflow_the_stack() {
    let n = 1_000_000;
    let mut text = String::from("sink s0\n");
    for i in 0..n {
        let left = if i == 0 { "s0".to_owned() } else { format!("u{}", i - 1) };
        let right = if i + 1 == n { "s1".to_owned() } else { format!("u{}", i + 1) };
        writeln!(text, "u{i}: {}{left} {right}", if i % 3 == 0 { "" } else { "*" }).unwrap();
    }
    text.push_str("sink s1\n");
    let instance = parse(&text).unwrap();
    let stopping = StoppingGraph::of(instance.graph());
    let tree = TreeLike::of(&stopping).unwrap();
    let complete = complete_destination(&tree, instance.rotors(), &mut Unlimited).unwrap();
    let exits = complete.forest.exit_pattern(&stopping);
    // Every rotor points left, so n₁ = 0 and everybody exits at s₀ [ACD22, `ExitCharact`].
    let s0 = instance.vertex("s0").unwrap();
    assert_eq!(exits.iter().filter(|&(_, &exit)| exit == rotor_graph::Exit::Sink(s0)).count(), n + 1);
}
