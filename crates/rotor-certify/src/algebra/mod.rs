//! The algebra: groups, chips and probabilities.

pub(crate) mod chips;
pub(crate) mod class;
mod determinant;
pub(crate) mod group;
pub(crate) mod harmonic;
mod laplacian;
mod listing;
pub(crate) mod moment;
mod relations;
pub(crate) mod signed_route;
mod stopping;
pub(crate) mod tour;

pub use listing::{JudgedListing, ListingJudge};
