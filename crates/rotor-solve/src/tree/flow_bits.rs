//! How many bits all return flows take, about, before any of them is computed.

use rotor_graph::{SimpleDigraph, TreeLike, VertexMap};

/// About how many bytes the return flows beyond machine words take, all of them together.
///
/// The logarithm of r(w, u) is at most that of m(u, w) · (q + 2), with q = r(u, v) / m(u, v) the least quotient of the
/// other heads v of u: floats suffice to add up bits [ACD22, `returnBound`]. Time O(|V| + |A|); memory about 40 bytes a
/// vertex and 12 an arc.
pub fn large_flow_bytes(tree: &TreeLike<'_, '_>) -> u64 {
    let stopping = tree.stopping();
    let simple = SimpleDigraph::of(stopping.graph());
    let vertices = stopping.graph().vertex_count();
    // The logarithm of r(p, u) and r(u, p) for each u with parent p; 0 where no arc leads back.
    let mut below = VertexMap::filled(vertices, 0.0);
    let mut above = VertexMap::filled(vertices, 0.0);
    let mut bytes = 0;
    for &u in tree.order().iter().rev() {
        let parent = tree.parent(u);
        let back = parent.and_then(|parent| simple.arc(u, parent));
        let Some(back) = back else { continue };
        let mut least = Least::default();
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if at != back && v != u {
                let flow = if stopping.is_active(v) { below[v] } else { 0.0 };
                least.note(at, flow - f64::from(parallel).log2());
            }
        }
        below[u] = turned(least.without(back), simple.multiplicities(u)[back - simple.row(u).start]);
        bytes += bytes_of(below[u]);
    }
    for &u in tree.order() {
        let mut least = Least::default();
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if v == u {
                continue;
            }
            let flow = if !stopping.is_active(v) {
                0.0
            } else if tree.parent(u) == Some(v) {
                above[u]
            } else {
                below[v]
            };
            least.note(at, flow - f64::from(parallel).log2());
        }
        for (at, (&v, &parallel)) in simple.row(u).zip(simple.heads(u).iter().zip(simple.multiplicities(u))) {
            if stopping.is_active(v) && tree.parent(v) == Some(u) {
                above[v] = turned(least.without(at), parallel);
                if simple.arc(v, u).is_some() {
                    bytes += bytes_of(above[v]);
                }
            }
        }
    }
    bytes
}

/// The logarithm of a flow back along `parallel` arcs, given that of the least quotient of the others.
fn turned(quotient: f64, parallel: u32) -> f64 {
    // Far out, the two turns more are lost in rounding, and a power of two would be +∞.
    let turns = if quotient > 50.0 { quotient } else { (quotient.exp2() + 2.0).log2() };
    turns + f64::from(parallel).log2()
}

/// The bytes of a number with this many bits; +∞ and small numbers need none of their own.
fn bytes_of(bits: f64) -> u64 {
    /// What a big integer takes beside its digits.
    const OVERHEAD: u64 = 64;
    if bits.is_finite() && bits >= 63.0 { bits as u64 / 64 * 8 + 8 + OVERHEAD } else { 0 }
}

/// The least quotient of a vertex and the least of the others.
#[derive(Clone, Copy)]
struct Least {
    at: usize,
    least: f64,
    second: f64,
}

impl Default for Least {
    fn default() -> Self {
        Self { at: usize::MAX, least: f64::INFINITY, second: f64::INFINITY }
    }
}

impl Least {
    fn note(&mut self, at: usize, quotient: f64) {
        if quotient < self.least {
            *self = Self { at, least: quotient, second: self.least };
        } else if quotient < self.second {
            self.second = quotient;
        }
    }

    /// The least quotient of all but the head number `at`.
    fn without(&self, at: usize) -> f64 {
        if at == self.at { self.second } else { self.least }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::complete_destination;
    use rotor_generate::{Dice, generate, small_forest};
    use rotor_graph::{Instance, ReturnFlows, StoppingGraph, parse};
    use std::collections::BTreeMap;

    /// What is guessed and what it is.
    fn guess_and_truth(instance: &Instance) -> (u64, u64) {
        let stopping = StoppingGraph::of(instance.graph());
        let tree = TreeLike::of(&stopping).unwrap();
        let flows: ReturnFlows = complete_destination(&tree, instance.rotors(), &mut ()).unwrap().flows;
        let bytes = |bits: u64| bits.div_ceil(64) * 8 + 64;
        let truth = flows.spilled().iter().map(|number| bytes(number.to_big().bits())).sum();
        (large_flow_bytes(&tree), truth)
    }

    #[test]
    fn bits_are_estimated_in_advance_within_a_few_percent() {
        for (family, n) in [("expchain", 3_000), ("two-sided", 2_000)] {
            let given = BTreeMap::from([("n".to_owned(), n.to_string())]);
            let instance = generate(family, &given, 1).unwrap();
            let (guess, truth) = guess_and_truth(&instance);
            assert!(truth > 100_000, "{family}: {truth}");
            let ratio = guess as f64 / truth as f64;
            assert!((0.95..1.05).contains(&ratio), "{family}: {guess} against {truth}");
        }
    }

    #[test]
    fn bits_are_known_beside_flows_of_all_kinds() {
        let (mut dice, mut large) = (Dice::new(2), 0);
        for _ in 0..100 {
            let (n, drawn_up) = (dice.between(50..=60), dice.chance(0.5));
            let mut rows = vec![String::new(); n as usize];
            for v in 1..n {
                // Not far apart, and drawn to one side, so that flows multiply along many vertices.
                let parent = dice.between(v.saturating_sub(3)..=v - 1);
                let [few, many] = [3, 900].map(|most| dice.between(1..=most));
                let (down, up) = if drawn_up { (few, many) } else { (many, few) };
                rows[parent as usize] += &format!(" {v}^{down}");
                rows[v as usize] += &format!(" {parent}^{up}");
            }
            let sinks = |v: u32| if v == 0 || v + 4 > n { " s" } else { "" };
            let text: String = (0..n).zip(&rows).map(|(v, row)| format!("{v}:{row}{}\n", sinks(v))).collect();
            let (guess, truth) = guess_and_truth(&parse(&format!("{text}sink s\n")).unwrap());
            assert!(guess.abs_diff(truth) <= 4 * 72, "{guess} against {truth} for\n{text}");
            large += u32::from(truth > 10 * 72);
        }
        assert!(large > 50, "only {large} of 100 with large flows");
    }

    #[test]
    fn small_flows_need_nothing() {
        let mut dice = Dice::new(1);
        for _ in 0..500 {
            let instance = small_forest(&mut dice);
            let (guess, truth) = guess_and_truth(&instance);
            assert!(truth == 0 && guess < 1_000, "{guess}\n{instance}");
        }
    }
}
