//! Any bytes in any format: refused with a reason, or read, written for either rule and read back.
//!
//! The first byte chooses the format: text, JSON, binary, an edge list, a two-successor list, or any file, packed or not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rotor_format::{
    Compression, EdgeListOptions, OutputFormat, ReadOptions, binary, columns, json, read, write,
};
use rotor_graph::{Instance, Rule, Unread, parse_bytes};

/// The most arcs that a fuzzed graph may have, so that no short text is a large graph.
const MOST_ARCS: u64 = 10_000;
const RULES: [Rule; 2] = [Rule::MoveThenTurn, Rule::TurnThenMove];
const PLAIN: EdgeListOptions = EdgeListOptions { undirected: false, weights: false, infer_sinks: false };
const ANY_FILE: ReadOptions<'_> = ReadOptions {
    format: None,
    sinks: None,
    edge_list: PLAIN,
    rule: None,
    most_arcs: 2_000,
    most_bytes: 20_000,
};

fuzz_target!(|data: &[u8]| {
    let Some((&format, data)) = data.split_first() else { return };
    match format % 6 {
        0 => {
            if let Some((instance, _)) = read_or_refused(parse_bytes(data, MOST_ARCS, &mut ())) {
                text_comes_back(&instance);
            }
        }
        1 => json_comes_back(data),
        2 => {
            binary_comes_back(data);
            // No mutation would find the checksum.
            if let Some((content, _)) = data.split_last_chunk::<4>() {
                binary_comes_back(&[content, &crc32fast::hash(content).to_le_bytes()].concat());
            }
        }
        3 => {
            let (sinks, list) = listed_sinks(data);
            // Every set of options has its share of the inputs.
            let bit = |bit: usize| data.len() >> bit & 1 == 1;
            let options = EdgeListOptions { undirected: bit(0), weights: bit(1), infer_sinks: bit(2) };
            if let Some((instance, rule)) =
                read_or_refused(columns::read_edge_list(list, options, sinks.as_deref(), MOST_ARCS, &mut ()))
            {
                assert_eq!(rule, None);
                text_comes_back(&instance);
            }
        }
        4 => {
            let (sinks, list) = listed_sinks(data);
            let read = columns::read_two_successors(list, sinks.as_deref(), MOST_ARCS, &mut ());
            let Some((instance, rule)) = read_or_refused(read) else { return };
            assert_eq!(rule, None);
            let graph = instance.graph();
            assert!(graph.vertices().all(|u| graph.is_sink(u) || graph.out_degree(u) == 2));
            text_comes_back(&instance);
        }
        _ => file_comes_back(data),
    }
});

/// What was read, if it was not refused; a refusal must give at least one reason.
fn read_or_refused<T>(read: Result<T, Unread>) -> Option<T> {
    match read.map_err(Unread::into_flaws) {
        Ok(read) => Some(read),
        Err(flaws) => {
            assert!(!flaws.list().is_empty() && !flaws.to_string().is_empty(), "refused without a reason");
            None
        }
    }
}

/// Demands that `instance` comes back from its canonical text for either rule, and the text from that.
fn text_comes_back(instance: &Instance) {
    for rule in RULES {
        let text = instance.written_for(rule).to_string();
        let (back, said) = parse_bytes(text.as_bytes(), MOST_ARCS, &mut ()).expect("canonical text has no flaw");
        assert_eq!((&back, said.unwrap_or_default()), (instance, rule), "{text}");
        assert_eq!(back.written_for(rule).to_string(), text);
    }
}

fn json_comes_back(data: &[u8]) {
    let Some((instance, _)) = read_or_refused(json::read(data, MOST_ARCS, &mut ())) else { return };
    for rule in RULES {
        let write = |instance: &Instance| {
            let mut text = Vec::new();
            json::write(instance, rule, &mut text).expect("memory takes all bytes");
            text
        };
        let text = write(&instance);
        let back = json::read(&text, MOST_ARCS, &mut ()).expect("what is written has no flaw");
        assert_eq!(write(&back.0), text);
        assert_eq!(back, (instance.clone(), Some(rule)));
    }
}

fn binary_comes_back(data: &[u8]) {
    let Some((instance, rule)) = read_or_refused(binary::read(data, MOST_ARCS, &mut ())) else { return };
    let write = |instance: &Instance, rule: Rule| {
        let mut bytes = Vec::new();
        binary::write(instance, rule, &mut bytes).expect("memory takes all bytes");
        bytes
    };
    assert!(write(&instance, rule).len() <= data.len(), "sections that say nothing are left out");
    for rule in RULES {
        let bytes = write(&instance, rule);
        let back = binary::read(&bytes, MOST_ARCS, &mut ()).expect("what is written has no flaw");
        assert_eq!(write(&back.0, rule), bytes);
        assert_eq!(back, (instance.clone(), rule));
    }
}

fn file_comes_back(data: &[u8]) {
    let Some(input) = read_or_refused(read(data, &ANY_FILE, &mut ())) else { return };
    let packings = [Compression::None, Compression::Gzip];
    let compression = packings[data.len() % packings.len()];
    let unbounded = ReadOptions { most_bytes: u64::MAX, ..ANY_FILE };
    for format in [OutputFormat::Rotor, OutputFormat::Json, OutputFormat::Rotorb] {
        let mut file = Vec::new();
        write(&input.instance, input.rule, format, compression, &mut file).expect("memory takes all bytes");
        let back = read(&file, &unbounded, &mut ()).expect("what is written has no flaw");
        assert_eq!((back.instance, back.rule), (input.instance.clone(), input.rule));
    }
}

/// The list of sinks that the first line of `data` gives after a `!`, and the bytes after that line.
fn listed_sinks(data: &[u8]) -> (Option<Vec<String>>, &[u8]) {
    let Some(listed) = data.strip_prefix(b"!") else { return (None, data) };
    let end = listed.iter().position(|&byte| byte == b'\n').unwrap_or(listed.len());
    let (line, rest) = listed.split_at(end);
    let line = String::from_utf8_lossy(line);
    (Some(line.split_ascii_whitespace().map(str::to_owned).collect()), rest)
}
