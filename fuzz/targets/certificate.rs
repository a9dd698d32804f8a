//! Any bytes as a certificate for one of a few instances: refused in words, or read, written and read back, and judged.
//!
//! The first byte says which instance it is. The hash is set right, for no mutation would find it.
#![no_main]

use arrival_fuzz::read_or_refused;
use libfuzzer_sys::fuzz_target;
use rotor_certify::certify;
use rotor_format::certificate::{instance_hash, read, write};
use rotor_graph::{Instance, parse};
use std::sync::LazyLock;

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

fuzz_target!(|data: &[u8]| {
    let Some((which, certificate)) = data.split_first() else { return };
    let (instance, hash) = &INSTANCES[usize::from(*which) % TEXTS.len()];
    let certificate = with_hash(certificate, hash);
    let Some(claim) = read_or_refused(read(&certificate, instance)) else { return };
    let text = write(instance, &claim);
    assert_eq!(read(text.as_bytes(), instance).as_ref(), Ok(&claim), "{text}");
    if let Err(refutation) = certify(instance, claim) {
        assert!(!refutation.describe(instance).is_empty());
    }
});

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
