//! The watch of a drawing: asked now and then whether to go on.

/// Called with the operations done since the last call; returns whether the drawing may go on.
pub type Watch<'w> = &'w mut dyn FnMut(u64) -> bool;

/// Never stops a drawing.
pub(crate) fn unwatched(_: u64) -> bool {
    true
}
