//! Time limits: preparations that read the whole graph tick now and then.

use num_bigint::BigInt;
use rotor_algebra::{
    burning_script, group_of, harmonic_measure, harmonic_measure_in_floats, identity, invariant_factors,
    order_of, period_vectors, recurrent_piles, stabilise, superstable_piles,
};
use rotor_graph::{Instance, Multigraph, Stop, Tick, VertexId, VertexMap, parse};
use std::fmt::Write;

/// A tick whose time is up after some checks, however much is paid for before.
struct Checks {
    left: usize,
    made: usize,
}

impl Tick for Checks {
    fn tick(&mut self, operations: u64) -> Result<(), Stop> {
        if operations > 0 {
            return Ok(());
        }
        self.made += 1;
        self.left = self.left.checked_sub(1).ok_or(Stop::Time)?;
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

type Ask = fn(&Multigraph, &mut dyn Tick) -> Result<(), Stop>;

/// Each question, whether it is asked of the ring, and how many loops over all vertices prepare its answer.
const QUESTIONS: [(&str, bool, usize, Ask); 11] = [
    ("order", false, 2, |graph, tick| order_of(graph, tick).map(drop)),
    ("factors", false, 2, |graph, tick| invariant_factors(graph, tick).map(drop)),
    ("group", false, 2, |graph, tick| group_of(graph, tick).map(drop)),
    ("periods", true, 3, |graph, tick| period_vectors(graph, tick).map(drop)),
    ("stabilise", false, 2, |graph, tick| {
        let mut chips = VertexMap::filled(graph.vertex_count(), BigInt::ZERO);
        chips[VertexId::new(7)] = 5.into();
        stabilise(graph, &chips, tick).map(drop)
    }),
    ("identity", false, 2, |graph, tick| identity(graph, tick).map(drop)),
    ("burning script", false, 2, |graph, tick| burning_script(graph, tick).map(drop)),
    ("harmonic", false, 3, |graph, tick| harmonic_measure(graph, VertexId::new(0), tick).map(drop)),
    ("harmonic in floats", false, 2, |graph, tick| {
        harmonic_measure_in_floats(graph, VertexId::new(0), 1e-3, tick).map(drop)
    }),
    ("recurrent", false, 2, |graph, tick| recurrent_piles(graph, tick).map(drop)),
    ("superstable", false, 2, |graph, tick| superstable_piles(graph, tick).map(drop)),
];

#[test]
fn preparations_check_the_budget_in_every_loop() {
    let [path, ring] = [false, true].map(long_graph);
    for (name, is_ring, loops, ask) in QUESTIONS {
        let graph = if is_ring { ring.graph() } else { path.graph() };
        for allowed in 0..3 * loops {
            let mut tick = Checks { left: allowed, made: 0 };
            assert_eq!(ask(graph, &mut tick), Err(Stop::Time), "{name} after {allowed} checks");
            assert_eq!(tick.made, allowed + 1, "{name} goes on after its time was up");
        }
    }
}
