//! Any bytes as `.rotorb`, as they are and with the checksum set right: refused in words, or read, written, read back.
#![no_main]

use arrival_fuzz::{MOST_ARCS, RULES, read_or_refused};
use libfuzzer_sys::fuzz_target;
use rotor_format::binary::{read, write};

fuzz_target!(|data: &[u8]| {
    comes_back(data);
    if let Some((content, _)) = data.split_last_chunk::<4>() {
        comes_back(&[content, &crc32fast::hash(content).to_le_bytes()].concat());
    }
});

fn comes_back(data: &[u8]) {
    let Some((instance, rule)) = read_or_refused(read(data, MOST_ARCS)) else { return };
    let mut same = Vec::new();
    write(&instance, rule, &mut same).expect("memory takes all bytes");
    assert!(same.len() <= data.len(), "sections that say nothing are left out");
    for rule in RULES {
        let mut bytes = Vec::new();
        write(&instance, rule, &mut bytes).expect("memory takes all bytes");
        let back = read(&bytes, MOST_ARCS).expect("what is written has no flaw");
        assert_eq!(back, (instance.clone(), rule));
        let mut again = Vec::new();
        write(&back.0, rule, &mut again).expect("memory takes all bytes");
        assert_eq!(again, bytes);
    }
}
