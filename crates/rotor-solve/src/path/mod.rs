//! The simple path graph: exits, classes and any number of particles in closed form.

mod classes;
mod exit_characterisation;
mod several_particles;

pub use classes::{class_after, class_of};
pub use exit_characterisation::exit_pattern;
pub use several_particles::{arrivals, route_on_path};
