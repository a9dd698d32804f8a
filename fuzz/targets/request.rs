//! Any bytes as a request to the page's server: an answer in JSON lines or a refusal in words, and no panic.
#![no_main]

use arrival::request::Ask;
use arrival_cli::serve::{ServeLimits, answer};
use libfuzzer_sys::fuzz_target;
use std::time::Duration;

fuzz_target!(|data: &[u8]| {
    let Some((&first, body)) = data.split_first() else { return };
    // The first byte chooses the request, or one that there is not.
    let name = Ask::NAMES.get(usize::from(first) % (Ask::NAMES.len() + 1)).copied().unwrap_or("nonsense");
    let time = Duration::from_millis(200);
    let limits = ServeLimits { time, memory: 1 << 16, answer: 1 << 20, ..ServeLimits::default() };
    let (done, bytes) = answer(name, body, &limits);
    if !done {
        let line = std::str::from_utf8(&bytes).expect("a refusal is text");
        assert!(line.starts_with("{\"schema\":\"arrival.error/1\"") && line.ends_with("]}\n"), "{line}");
    }
});
