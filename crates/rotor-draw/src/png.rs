//! PNG: the SVG drawn in pixels, with the font of the crate and no other.

use crate::RenderError;
use crate::scene::Scene;
use crate::shaped::shaped;
use resvg::tiny_skia::{Pixmap, Transform};

/// A picture has at most so many pixels; larger ones are drawn smaller.
const MOST_PIXELS: f64 = 64e6;
/// A picture is at most so wide and so high.
const LONGEST_SIDE: f64 = 30_000.0;

/// The scene as PNG, each of its pixels `scale` wide and high, or less if that were too many.
pub fn png(scene: &Scene, scale: f64) -> Result<Vec<u8>, RenderError> {
    let tree = shaped(scene)?;
    let (width, height) = (scene.size.x.max(1.0), scene.size.y.max(1.0));
    let most = (MOST_PIXELS / (width * height)).sqrt().min(LONGEST_SIDE / width.max(height));
    let scale = scale.clamp(0.01, most.max(0.01));
    let [across, down] = [width, height].map(|side| ((side * scale).ceil() as u32).max(1));
    let mut pixels = Pixmap::new(across, down).ok_or(RenderError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| RenderError::Svg(error.to_string()))
}
