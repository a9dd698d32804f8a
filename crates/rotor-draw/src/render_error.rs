//! Why a scene could not be drawn as PNG or PDF.

/// The renderer refused a scene.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RenderError {
    /// There is no memory for so many pixels.
    #[error("a picture of {width} × {height} pixels is too large; write SVG instead")]
    TooLarge {
        /// Its width.
        width: f64,
        /// Its height.
        height: f64,
    },
    /// The renderer did not take the SVG.
    #[error("the picture could not be drawn: {0}; write SVG instead")]
    Svg(String),
}
