//! What every fuzz target demands of a reader: an instance that comes back from what is written, or flaws in words.

use rotor_format::certificate::instance_hash;
use rotor_graph::{Flaws, Instance, Rule, parse, parse_bytes};
use std::sync::LazyLock;

/// The most arcs that a fuzzed graph may have, so that no short text is a large graph.
pub const MOST_ARCS: u64 = 10_000;

/// Both rules.
pub const RULES: [Rule; 2] = [Rule::MoveThenTurn, Rule::TurnThenMove];

/// What was read, if it was not refused; a refusal must give at least one reason, and every reason in words.
pub fn read_or_refused<T>(read: Result<T, Flaws>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(flaws) => {
            assert!(!flaws.list().is_empty(), "refused without a reason");
            assert!(!flaws.to_string().is_empty(), "refused without words");
            None
        }
    }
}

/// Demands that `instance` comes back from its canonical text for either rule, and the text from that.
pub fn text_comes_back(instance: &Instance) {
    for rule in RULES {
        let text = instance.written_for(rule).to_string();
        let (back, said) = parse_bytes(text.as_bytes(), MOST_ARCS).expect("canonical text has no flaw");
        assert_eq!(&back, instance, "{text}");
        assert_eq!(said.unwrap_or_default(), rule, "{text}");
        assert_eq!(back.written_for(rule).to_string(), text);
    }
}

/// The list of sinks that the first line of `data` gives after a `!`, and the bytes after that line.
///
/// Formats that do not declare their sinks are read with and without such a list.
pub fn listed_sinks(data: &[u8]) -> (Option<Vec<String>>, &[u8]) {
    let Some(listed) = data.strip_prefix(b"!") else { return (None, data) };
    let end = listed.iter().position(|&byte| byte == b'\n').unwrap_or(listed.len());
    let (line, rest) = listed.split_at(end);
    let line = String::from_utf8_lossy(line);
    (Some(line.split_ascii_whitespace().map(str::to_owned).collect()), rest)
}

const TEXTS: [&str; 6] = [
    include_str!("../instances/0.rotor"),
    include_str!("../instances/1.rotor"),
    include_str!("../instances/2.rotor"),
    include_str!("../instances/3.rotor"),
    include_str!("../instances/4.rotor"),
    include_str!("../instances/5.rotor"),
];

static INSTANCES: LazyLock<Vec<(Instance, String)>> = LazyLock::new(|| {
    let instances = TEXTS.map(|text| parse(text).expect("the instances have no flaw"));
    instances.into_iter().map(|instance| (instance.clone(), instance_hash(&instance))).collect()
});

/// The instance that the first byte names, its number, and the other bytes as a certificate for it.
///
/// The hash is set right, for no mutation would find it.
pub fn certificate_for(data: &[u8]) -> Option<(&'static Instance, usize, Vec<u8>)> {
    let (which, certificate) = data.split_first()?;
    let number = usize::from(*which) % TEXTS.len();
    let (instance, hash) = &INSTANCES[number];
    Some((instance, number, with_hash(certificate, hash)))
}

/// The certificate with `hash` for the string after the first key `instance`.
fn with_hash(certificate: &[u8], hash: &str) -> Vec<u8> {
    const KEY: &[u8] = b"\"instance\":\"";
    let Some(key) = certificate.windows(KEY.len()).position(|window| window == KEY) else {
        return certificate.to_vec();
    };
    let (before, rest) = certificate.split_at(key + KEY.len());
    let end = rest.iter().position(|&byte| byte == b'"').unwrap_or(rest.len());
    [before, hash.as_bytes(), &rest[end..]].concat()
}
