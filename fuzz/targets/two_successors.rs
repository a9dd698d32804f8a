//! Any bytes as a two-successor list, with or without a list of sinks: refused in words, or a graph of that shape.
#![no_main]

use arrival_fuzz::{MOST_ARCS, listed_sinks, read_or_refused, text_comes_back};
use libfuzzer_sys::fuzz_target;
use rotor_format::columns::read_two_successors as read;

fuzz_target!(|data: &[u8]| {
    let (sinks, list) = listed_sinks(data);
    let Some((instance, rule)) = read_or_refused(read(list, sinks.as_deref(), MOST_ARCS)) else { return };
    assert_eq!(rule, None);
    let graph = instance.graph();
    assert!(graph.vertices().all(|u| graph.is_sink(u) || graph.out_degree(u) == 2));
    text_comes_back(&instance);
});
