//! Many particles: how many of them end where.

mod bulk;
mod routed;

pub use bulk::route_in_bulk;
pub use routed::Routed;
