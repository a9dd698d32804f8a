//! A drawing: a picture with all that it shows, to be written in any format.

use rotor_draw::{Page, Scene};
use rotor_graph::Instance;
#[cfg(any(feature = "png", feature = "pdf"))]
use rotor_graph::{Stop, Tick};

/// A drawing of an instance, to be written in any of its formats.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(crate) instance: Instance,
    pub(crate) scene: Scene,
    pub(crate) page: Page,
}

impl Drawing {
    /// Everything that is drawn, with its place.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// As SVG.
    pub fn svg(&self) -> String {
        rotor_draw::svg(&self.scene)
    }

    /// As a TikZ picture, to be `\input` into a LaTeX document.
    pub fn tikz(&self) -> String {
        rotor_draw::tikz(&self.scene)
    }

    /// As a LaTeX document that holds the TikZ picture.
    pub fn tex(&self) -> String {
        rotor_draw::tikz_document(&self.scene)
    }

    /// As an HTML page; the walk and the answers are on it if the drawing was asked to be playable.
    pub fn html(&self) -> String {
        rotor_draw::html(&self.instance, &self.scene, &self.page)
    }

    /// As JSON: everything with its place.
    pub fn json(&self) -> String {
        serde_json::to_string(&self.scene).expect("a scene has string keys only")
    }

    /// As PNG, `scale` times as many pixels as the SVG has, or fewer if that would be too many.
    #[cfg(feature = "png")]
    pub fn png(&self, scale: f64, tick: &mut dyn Tick) -> Result<Vec<u8>, Stop> {
        rotor_draw::png(&self.scene, scale, tick)
    }

    /// As PDF.
    #[cfg(feature = "pdf")]
    pub fn pdf(&self, tick: &mut dyn Tick) -> Result<Vec<u8>, Stop> {
        rotor_draw::pdf(&self.scene, tick)
    }
}
