//! Chips: a vertex with at least d(u) of them may fire and sends one along every arc.

mod burning;
mod guess;
mod identity;
mod pile;
mod spared;
mod stabilise;
mod waiting;

pub(crate) use burning::Burning;
pub use burning::burning_script;
pub use identity::identity;
pub(crate) use pile::Table;
pub use stabilise::{fire_plainly, stabilise};
