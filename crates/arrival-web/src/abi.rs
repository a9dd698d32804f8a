//! What the worker calls, and what it is asked for: the one file of this crate whose functions have names for a linker.
#![allow(unsafe_code, reason = "names for the linker; no pointer is followed here")]

use crate::Worker;
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    /// What the worker writes into, and what it reads.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `bytes` bytes and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; bytes];
        buffer.as_mut_ptr()
    })
}

/// Answers the request whose name is the first `name` bytes of the buffer and whose body is the rest; returns the length of the
/// reply, which then is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn ask(name: usize) -> usize {
    let bytes = BUFFER.take();
    let text = String::from_utf8_lossy(&bytes);
    // A name is ASCII; one that is cut elsewhere is not a question, and says so.
    let (name, body) = text.split_at_checked(name).unwrap_or(("", ""));
    let now = || Duration::try_from_secs_f64(worker::now() / 1000.0).unwrap_or_default();
    let mut report =
        |words: &str, operations| worker::progress(words.as_ptr(), words.len(), operations as f64);
    let reply = crate::answered(name, body, Worker::new(&now, &mut report));
    BUFFER.set(reply.into_bytes());
    BUFFER.with_borrow(Vec::len)
}

/// Where the reply is.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}

/// What the worker around this module gives it.
#[cfg(target_arch = "wasm32")]
mod worker {
    #[link(wasm_import_module = "worker")]
    unsafe extern "C" {
        pub(super) safe fn now() -> f64;
        pub(super) safe fn progress(words: *const u8, length: usize, operations: f64);
    }
}

/// Elsewhere there is no worker.
#[cfg(not(target_arch = "wasm32"))]
mod worker {
    pub(super) fn now() -> f64 {
        0.0
    }

    pub(super) fn progress(_: *const u8, _: usize, _: f64) {}
}
