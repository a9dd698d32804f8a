//! Snapshots: what this crate says of certificates in documents, each with the ways to break it.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod cases;

use cases::{DOCUMENTS, with_verdicts};
use std::path::Path;

/// `ARRIVAL_BLESS=1` writes the documents anew.
#[test]
fn every_certificate_in_the_documents_has_its_verdict() {
    for (name, document) in DOCUMENTS {
        let written = with_verdicts(document, |_, _| ());
        if std::env::var_os("ARRIVAL_BLESS").is_some() {
            std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name), written)
                .unwrap();
        } else {
            let differs = document.lines().zip(written.lines()).find(|(old, new)| old != new);
            assert_eq!(differs, None, "{name}");
            assert_eq!(document, written, "{name}");
        }
    }
}
