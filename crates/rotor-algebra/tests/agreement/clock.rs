//! The clock: whatever reads the whole graph asks whether it may go on before it has read all of it.

use num_bigint::BigInt;
use rotor_algebra::{
    burning_script, group_of, harmonic_measure, harmonic_measure_in_floats, identity, invariant_factors,
    order_of, period_vectors, recurrent_piles, stabilise, superstable_piles,
};
use rotor_graph::{VertexId, VertexMap, parse};
use rotor_solve::{Budget, OutOfBudget, Outcome};

/// A budget whose time is up at the first check, however much is paid for before.
struct TimeIsUp;

impl Budget for TimeIsUp {
    fn spend(&mut self, _: u64) -> Outcome<()> {
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        Err(OutOfBudget::Time)
    }
}

#[test]
fn preparations_end_when_time_is_up() {
    let instance = parse("a: b s\nb: a s\nsink s\nc: d\nd: c").unwrap();
    let (graph, a, late) = (instance.graph(), VertexId::new(0), &mut TimeIsUp);
    let chips = VertexMap::filled(graph.vertex_count(), BigInt::from(3));
    let ended = [
        ("group", group_of(graph, late).err()),
        ("factors", invariant_factors(graph, late).err()),
        ("periods", period_vectors(graph, late).err()),
        ("stabilise", stabilise(graph, &chips, late).err()),
        ("identity", identity(graph, late).err()),
        ("burning script", burning_script(graph, late).err()),
        ("harmonic", harmonic_measure(graph, a, late).err()),
        ("harmonic in floats", harmonic_measure_in_floats(graph, a, 1e-9, late).err()),
        ("recurrent", recurrent_piles(graph, late).err()),
        ("superstable", superstable_piles(graph, late).err()),
    ];
    for (question, reason) in ended {
        assert_eq!(reason, Some(OutOfBudget::Time), "{question}");
    }
    let stopping = parse("a: b s\nb: a s\nsink s").unwrap();
    assert_eq!(order_of(stopping.graph(), late).err(), Some(OutOfBudget::Time));
}
