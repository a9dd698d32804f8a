//! Many particles: how many of them end where.

mod bulk;
mod routed;

pub(crate) use bulk::BulkRouting;
pub use bulk::route_in_bulk;
pub use routed::Routed;
