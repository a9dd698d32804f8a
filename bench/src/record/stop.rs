//! Ctrl-C: the run ends its child, removes what it wrote aside, and leaves the record as it was.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C is noted; where no handler can be set it keeps its usual meaning.
pub(crate) fn listen() {
    _ = ctrlc::set_handler(|| ASKED.store(true, Ordering::Relaxed));
}

/// Whether the user has pressed Ctrl-C.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
