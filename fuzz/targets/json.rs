//! Any bytes as JSON: refused in words, or read, written and read back.
#![no_main]

use arrival_fuzz::{MOST_ARCS, RULES, read_or_refused};
use libfuzzer_sys::fuzz_target;
use rotor_format::json::{read, write};

fuzz_target!(|data: &[u8]| {
    let Some((instance, _)) = read_or_refused(read(data, MOST_ARCS)) else { return };
    for rule in RULES {
        let mut text = Vec::new();
        write(&instance, rule, &mut text).expect("memory takes all bytes");
        let back = read(&text, MOST_ARCS).expect("what is written has no flaw");
        assert_eq!(back, (instance.clone(), Some(rule)));
        let mut again = Vec::new();
        write(&back.0, rule, &mut again).expect("memory takes all bytes");
        assert_eq!(again, text);
    }
});
