//! Any bytes as a certificate for one of a few instances: refused in words, or read, written and read back, and judged.
//!
//! The first byte says which instance it is. The hash is set right, for no mutation would find it.
#![no_main]

use arrival_fuzz::{certificate_for, read_or_refused};
use libfuzzer_sys::fuzz_target;
use rotor_certify::certify;
use rotor_format::certificate::{read, write};

fuzz_target!(|data: &[u8]| {
    let Some((instance, _, certificate)) = certificate_for(data) else { return };
    let Some(claim) = read_or_refused(read(&certificate, instance)) else { return };
    let text = write(instance, &claim);
    assert_eq!(read(text.as_bytes(), instance).as_ref(), Ok(&claim), "{text}");
    if let Err(refutation) = certify(instance, claim) {
        assert!(!refutation.describe(instance).is_empty());
    }
});
