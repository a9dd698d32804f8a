//! Any bytes as any file, packed or not: refused in words, or read, written in every format, packed and read back.
#![no_main]

use arrival_fuzz::read_or_refused;
use libfuzzer_sys::fuzz_target;
use rotor_format::{Compression, EdgeListOptions, OutputFormat, ReadOptions, read, write};

const OPTIONS: ReadOptions<'_> =
    ReadOptions { format: None, sinks: None, edge_list: PLAIN, rule: None, most_arcs: 2_000, most_bytes: 20_000 };
const PLAIN: EdgeListOptions = EdgeListOptions { undirected: false, weights: false, infer_sinks: false };

fuzz_target!(|data: &[u8]| {
    let Some(input) = read_or_refused(read(data, &OPTIONS)) else { return };
    let packings = [Compression::None, Compression::Gzip];
    let compression = packings[data.len() % packings.len()];
    let unbounded = ReadOptions { most_bytes: u64::MAX, ..OPTIONS };
    for format in [OutputFormat::Rotor, OutputFormat::Json, OutputFormat::Rotorb] {
        let mut file = Vec::new();
        write(&input.instance, input.rule, format, compression, &mut file).expect("memory takes all bytes");
        let back = read(&file, &unbounded).expect("what is written has no flaw");
        assert_eq!((back.instance, back.rule), (input.instance.clone(), input.rule));
    }
});
