//! Rotor graphs as pictures: layout, scene, and the formats a scene is written in.
//!
//! This crate knows what a graph looks like and solves nothing: what is shown on top of a graph comes in as
//! [`Overlays`]. Same input, same bytes.
//!
//! ```
//! let instance = rotor_graph::parse("u: v s\nv: u^2 t\nsink s\nsink t\nstart u")?;
//! let scene = rotor_draw::picture(&instance, &rotor_draw::Overlays::default(), &rotor_draw::Layout::default());
//! assert!(rotor_draw::svg(&scene).starts_with("<svg"));
//! # Ok::<(), rotor_graph::Flaws>(())
//! ```

mod curve;
mod data;
mod dot;
mod font;
mod geometry;
mod html;
mod layout;
mod marks;
mod missing;
mod node;
#[cfg(any(feature = "png", feature = "pdf"))]
mod outline;
mod overlays;
#[cfg(any(feature = "png", feature = "pdf"))]
mod painting;
mod palette;
mod path;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod pixels;
#[cfg(feature = "png")]
mod png;
mod scene;
mod script;
mod svg;
mod tikz;
mod words;

pub use curve::Curve;
pub use dot::{dot, dot_while};
pub use geometry::{Point, Rectangle};
pub use html::{Page, Play, html};
pub use layout::{Geometry, Layout};
pub use marks::{Mark, Marked, Marks};
pub use missing::missing_glyphs;
pub use node::{Node, Outline};
pub use overlays::Overlays;
pub use palette::Colour;
#[cfg(feature = "pdf")]
pub use pdf::{pdf, pdf_while};
#[cfg(feature = "png")]
pub use pixels::pixels_while;
#[cfg(feature = "png")]
pub use png::{png, png_while};
pub use rotor_graph::Watch;
pub use scene::{
    Anchor, ArcMark, LegendRow, NodeMark, RectangleMark, Scene, Words, density, is_legible, picture,
    picture_while,
};
pub use svg::svg;
pub use tikz::{tikz, tikz_document};
