//! Rotor graphs as pictures: layout, scene, and the formats a scene is written in.
//!
//! This crate knows what a graph looks like and solves nothing: what is shown on top of a graph comes in as
//! [`Overlays`]. Same input, same bytes.
//!
//! ```
//! let instance = rotor_graph::parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let scene = rotor_draw::picture(&instance, &rotor_draw::Overlays::default(), &rotor_draw::Layout::default(), &mut ())?;
//! assert!(rotor_draw::svg(&scene).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod data;
mod dot;
mod frames;
mod geometry;
mod html;
mod layout;
#[cfg(feature = "pdf")]
mod pdf;
mod picture;
#[cfg(feature = "png")]
mod png;
#[cfg(any(feature = "png", feature = "pdf"))]
mod raster;
mod routes;
mod scene;
mod svg;
mod text;
mod tikz;

pub use dot::dot;
pub use frames::{Mark, Marked, Marks};
pub use geometry::{Curve, Point, Rectangle};
pub use html::{Page, Play, html};
pub use layout::{Geometry, Layout};
#[cfg(feature = "pdf")]
pub use pdf::pdf;
pub use picture::{is_legible, picture};
#[cfg(feature = "png")]
pub use png::{pixels, png};
pub use scene::{
    Anchor, ArcMark, Colour, LegendRow, Node, NodeMark, Outline, Overlays, RectangleMark, Scene, Words,
};
pub use svg::svg;
pub use text::missing_glyphs;
pub use tikz::{tikz, tikz_document};
