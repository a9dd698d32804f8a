//! The watch over long work: asked now and then whether to go on.

/// Called with the operations done since the last call; returns whether the work may go on.
pub type Watch<'w> = &'w mut dyn FnMut(u64) -> bool;

/// Never stops anything.
pub fn unwatched(_: u64) -> bool {
    true
}
