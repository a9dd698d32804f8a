//! Highlights: the outlines and labels of a frame at their places, and what they mean.

use super::{Anchor, Scene, Words};
use crate::curve::Curve;
use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::marks::{Mark, Marked};
use crate::node::Node;
use crate::palette::Colour;
use crate::path::Path;
use crate::words::grouped;

/// A line below everything else.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OutlineMark {
    pub(crate) path: Path,
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    pub(crate) dashes: Option<[f64; 2]>,
}

/// Words on a plate, above everything else.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plate {
    pub(crate) place: Rectangle,
    pub(crate) border: Colour,
    pub(crate) width: f64,
    pub(crate) words: Words,
}

impl Plate {
    /// How round its corners are.
    pub(crate) const ROUND: f64 = 0.4 * SIZE;
}

const SIZE: f64 = 13.0;

/// The outlines of `marks` along a line that is `width` wide, the widest first: a line in the colour of the mark, and paper
/// on its middle.
fn outlines(marks: &[Mark], path: &Path, width: f64) -> Vec<OutlineMark> {
    let mut marks = marks.to_vec();
    marks.sort_unstable();
    marks.dedup();
    let lines = marks.iter().flat_map(|mark| {
        let style = mark.style();
        [(style.colour, style.outer, style.dashes), (Colour::PAPER, style.inner, None)]
    });
    lines
        .map(|(colour, more, dashes)| OutlineMark { path: path.clone(), colour, width: width + more, dashes })
        .collect()
}

/// What is written about something marked: its label, or who wins there.
fn label(marked: &Marked) -> Option<String> {
    let outcome = || marked.marks.iter().find(|mark| matches!(mark, Mark::Won | Mark::Lost));
    match marked.label.as_deref() {
        Some("inf") => Some("∞".to_owned()),
        Some(label) => Some(grouped(label)),
        None => outcome().map(|mark| mark.name().to_owned()),
    }
}

/// A plate around `at`, or to the right of it.
fn plate(text: String, is_new: bool, at: Point, anchor: Anchor) -> Plate {
    let half = Point::new((font::width(&text, SIZE) + SIZE * 0.7) / 2.0, SIZE * 0.68);
    let middle = if anchor == Anchor::Start { at + Point::new(half.x, 0.0) } else { at };
    let (border, width) = if is_new { (Colour::NOW, 2.0) } else { (Colour::LINE, 1.0) };
    let words = Words { text, at: middle, anchor: Anchor::Middle, size: SIZE, colour: Colour::INK };
    Plate { place: Rectangle::around(middle, half), border, width, words }
}

/// Puts outlines and labels where the vertices and arcs of `scene` are.
pub(super) fn highlight(scene: &mut Scene) {
    let (mut lines, mut plates) = (Vec::new(), Vec::new());
    for mark in &scene.arcs {
        let Some(marked) = &mark.marked else { continue };
        lines.extend(outlines(&marked.marks, &Path::curve(mark.curve), mark.width));
        // On an arc nobody wins.
        if let Some(text) = marked.label.as_ref().and_then(|_| label(marked)) {
            plates.push((marked.is_new, plate(text, marked.is_new, mark.curve.at(0.5), Anchor::Middle)));
        }
    }
    for mark in &scene.nodes {
        let Some(marked) = &mark.marked else { continue };
        let Node { half, .. } = mark.node;
        lines.extend(outlines(&marked.marks, &Path::border(&mark.node, mark.center, 0.0), BORDER));
        if let Some(text) = label(marked) {
            // On the right, where few arcs leave.
            let beside = mark.center + Point::new(half.x + 10.0, 0.0);
            plates.push((marked.is_new, plate(text, marked.is_new, beside, Anchor::Start)));
        }
    }
    // What came with this frame lies on top.
    plates.sort_by_key(|(is_new, _)| *is_new);
    scene.outlines.extend(lines);
    scene.plates = plates.into_iter().map(|(_, plate)| plate).collect();
}

const BORDER: f64 = super::NodeMark::BORDER_WIDTH;

/// The marks that `scene` has, each once.
pub(crate) fn kinds(scene: &Scene) -> Vec<Mark> {
    let marked =
        scene.arcs.iter().map(|mark| &mark.marked).chain(scene.nodes.iter().map(|mark| &mark.marked));
    let mut kinds: Vec<Mark> = marked.flatten().flat_map(|marked| marked.marks.iter().copied()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// A line of samples with words below the picture, folded where it ends.
pub(super) fn explain_marks(scene: &mut Scene) {
    const SMALL: f64 = 12.0;
    const SAMPLE: f64 = 36.0;
    let frame = scene.frame();
    let corner = Point::new(frame.least.x, frame.most.y + 30.0);
    let width = frame.size().x.max(360.0);
    let mut at = corner;
    for mark in kinds(scene) {
        let text = mark.style().words.to_owned();
        let taken = SAMPLE + 6.0 + font::width(&text, SMALL);
        if at.x > corner.x && at.x + taken > corner.x + width {
            at = Point::new(corner.x, at.y + 24.0);
        }
        let line = Curve([0.0, 1.0, 2.0, 3.0].map(|third| at + Point::new(SAMPLE * third / 3.0, 0.0)));
        scene.outlines.extend(outlines(&[mark], &Path::curve(line), 1.0));
        let place = at + Point::new(SAMPLE + 6.0, 0.0);
        scene.words.push(Words { text, at: place, anchor: Anchor::Start, size: SMALL, colour: Colour::INK });
        at.x += taken + 16.0;
    }
}
