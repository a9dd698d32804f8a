//! Time limits: preparations that read the whole graph check the budget now and then.

use num_bigint::BigInt;
use rotor_algebra::{
    burning_script, group_of, harmonic_measure, harmonic_measure_in_floats, identity, invariant_factors,
    order_of, period_vectors, recurrent_piles, stabilise, superstable_piles,
};
use rotor_graph::{Instance, Multigraph, VertexId, VertexMap, parse};
use rotor_solve::{Budget, OutOfBudget, Outcome};
use std::fmt::Write;

/// A budget whose time is up after some checks, however much is paid for before.
struct Checks {
    left: usize,
    made: usize,
}

impl Budget for Checks {
    fn spend(&mut self, _: u64) -> Outcome<()> {
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        self.made += 1;
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget::Time)?;
        Ok(())
    }
}

/// Three checks for each loop over its vertices.
const VERTICES: usize = 8_200;

/// A path both ways between two sinks, or a ring both ways, which is a trap.
fn long_graph(is_ring: bool) -> Instance {
    let mut text = String::new();
    let last = VERTICES - 1;
    for u in 0..VERTICES {
        let [before, after] = match (is_ring, u) {
            (true, _) => [(u + last) % VERTICES, (u + 1) % VERTICES].map(|v| v.to_string()),
            (false, 0) => ["s".to_owned(), "1".to_owned()],
            (false, _) if u == last => [(u - 1).to_string(), "t".to_owned()],
            (false, _) => [u - 1, u + 1].map(|v| v.to_string()),
        };
        writeln!(text, "{u}: {before} {after}").unwrap();
    }
    text += if is_ring { "" } else { "sink s\nsink t\n" };
    parse(&text).unwrap()
}

type Ask = fn(&Multigraph, &mut dyn Budget) -> Outcome<()>;

/// Each question, whether it is asked of the ring, and how many loops over all vertices prepare its answer.
const QUESTIONS: [(&str, bool, usize, Ask); 11] = [
    ("order", false, 2, |graph, budget| order_of(graph, budget).map(drop)),
    ("factors", false, 2, |graph, budget| invariant_factors(graph, budget).map(drop)),
    ("group", false, 2, |graph, budget| group_of(graph, budget).map(drop)),
    ("periods", true, 3, |graph, budget| period_vectors(graph, budget).map(drop)),
    ("stabilise", false, 2, |graph, budget| {
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::ZERO);
        chips[VertexId::new(7)] = 5.into();
        stabilise(graph, &chips, budget).map(drop)
    }),
    ("identity", false, 2, |graph, budget| identity(graph, budget).map(drop)),
    ("burning script", false, 2, |graph, budget| burning_script(graph, budget).map(drop)),
    ("harmonic", false, 3, |graph, budget| harmonic_measure(graph, VertexId::new(0), budget).map(drop)),
    ("harmonic in floats", false, 2, |graph, budget| {
        harmonic_measure_in_floats(graph, VertexId::new(0), 1e-3, budget).map(drop)
    }),
    ("recurrent", false, 2, |graph, budget| recurrent_piles(graph, budget).map(drop)),
    ("superstable", false, 2, |graph, budget| superstable_piles(graph, budget).map(drop)),
];

#[test]
fn preparations_check_the_budget_in_every_loop() {
    let [path, ring] = [false, true].map(long_graph);
    for (name, is_ring, loops, ask) in QUESTIONS {
        let graph = if is_ring { ring.graph() } else { path.graph() };
        for allowed in 0..3 * loops {
            let mut budget = Checks { left: allowed, made: 0 };
            assert_eq!(ask(graph, &mut budget), Err(OutOfBudget::Time), "{name} after {allowed} checks");
            assert_eq!(budget.made, allowed + 1, "{name} goes on after its time was up");
        }
    }
}
