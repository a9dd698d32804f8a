//! Any bytes as `.rotor` text: refused in words, or read, printed and read back.
#![no_main]

use arrival_fuzz::{MOST_ARCS, read_or_refused, text_comes_back};
use libfuzzer_sys::fuzz_target;
use rotor_graph::parse_bytes;

fuzz_target!(|data: &[u8]| {
    if let Some((instance, _)) = read_or_refused(parse_bytes(data, MOST_ARCS)) {
        text_comes_back(&instance);
    }
});
