//! The SVG with its words shaped by the font of the crate and no other, so that every machine draws the same.

use crate::font;
use crate::render_error::RenderError;
use crate::scene::Scene;
use crate::svg::svg;
use std::sync::Arc;
use usvg::{Options, Tree, fontdb};

/// The scene as the renderers take it.
pub(crate) fn shaped(scene: &Scene) -> Result<Tree, RenderError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(font::BYTES.to_vec());
    fonts.set_sans_serif_family(font::FAMILY);
    let options =
        Options { fontdb: Arc::new(fonts), font_family: font::FAMILY.to_owned(), ..Options::default() };
    Tree::from_str(&svg(scene), &options).map_err(|error| RenderError::Svg(error.to_string()))
}
