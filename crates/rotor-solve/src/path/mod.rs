//! The simple path graph: exits, classes and any number of particles in closed form.

mod classes;
mod several_particles;

pub use classes::{class_of, exit_pattern, exit_pattern_claim};
pub use several_particles::{arrivals, route_on_path};
