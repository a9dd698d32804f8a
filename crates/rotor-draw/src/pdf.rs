//! PDF: the SVG as a page of its size, with the font of the crate embedded.

use crate::RenderError;
use crate::scene::Scene;
use crate::shaped::shaped;
use svg2pdf::{ConversionOptions, PageOptions};

/// The scene as PDF, a pixel as a point of 1/72 inch.
pub fn pdf(scene: &Scene) -> Result<Vec<u8>, RenderError> {
    svg2pdf::to_pdf(&shaped(scene)?, ConversionOptions::default(), PageOptions::default())
        .map_err(|error| RenderError::Svg(error.to_string()))
}
