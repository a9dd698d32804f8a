//! Any bytes as an edge list, with or without a list of sinks: refused in words, or a graph that its text gives back.
#![no_main]

use arrival_fuzz::{MOST_ARCS, listed_sinks, read_or_refused, text_comes_back};
use libfuzzer_sys::fuzz_target;
use rotor_format::EdgeListOptions;
use rotor_format::columns::read_edge_list as read;

fuzz_target!(|data: &[u8]| {
    let (sinks, list) = listed_sinks(data);
    // Every set of options has its share of the inputs.
    let bit = |bit: usize| data.len() >> bit & 1 == 1;
    let options = EdgeListOptions { undirected: bit(0), weights: bit(1), infer_sinks: bit(2) };
    if let Some((instance, rule)) = read_or_refused(read(list, options, sinks.as_deref(), MOST_ARCS)) {
        assert_eq!(rule, None);
        text_comes_back(&instance);
    }
});
