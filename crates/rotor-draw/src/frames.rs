//! Frames: what an algorithm at work marks and writes on a graph.
//!
//! Marks are outlines below everything else, the widest first, so that one fits into the other where an arc has two; labels
//! stand on plates above everything else.

use crate::geometry::{Curve, Path, Point, Rectangle};
use crate::scene::{Anchor, Colour, Node, NodeMark, Scene, Words};
use crate::text::{self, grouped};
use rotor_graph::{ArcId, VertexId};
use std::collections::BTreeMap;

/// The part that a vertex or an arc has in a frame, from the widest outline to the narrowest, so that one fits into the
/// other where an arc has two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// The last departure, or the choice of a player.
    Chosen,
    /// Won by Max.
    Won,
    /// Lost by Max.
    Lost,
    /// It lies on the cycle that is pushed.
    Cycle,
    /// What the frame is about.
    Now,
    /// The rotor passes it before the last departure.
    Passed,
    /// Its number is used.
    Used,
}

/// How a mark looks: a line of a colour that shows on both sides of what it marks. Widths and dashes differ as well as
/// colours, for readers who do not see these.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub(crate) struct MarkStyle {
    pub(crate) mark: Mark,
    #[serde(skip)]
    name: &'static str,
    /// What it means.
    pub(crate) words: &'static str,
    pub(crate) colour: Colour,
    /// How much wider than the line that it marks it is, and how much of that is paper.
    pub(crate) outer: f64,
    pub(crate) inner: f64,
    /// The lengths of dashes and gaps; none for a line without gaps.
    pub(crate) dashes: Option<[f64; 2]>,
}

impl Mark {
    /// All of them, in their order.
    pub const ALL: [Self; 7] =
        [Self::Chosen, Self::Won, Self::Lost, Self::Cycle, Self::Now, Self::Passed, Self::Used];

    /// Its name in answers.
    pub fn name(self) -> &'static str {
        self.style().name
    }

    pub(crate) fn style(self) -> MarkStyle {
        let (name, words, colour, outer, inner, dashes) = match self {
            Self::Chosen => ("chosen", "last departure, or a player's choice", GREEN, 17.0, 13.0, None),
            Self::Won => ("won", "won by Max", GREEN, 15.0, 9.0, None),
            Self::Lost => ("lost", "lost by Max", Colour(0xB3, 0x26, 0x1E), 15.0, 9.0, Some([9.0, 4.0])),
            Self::Cycle => ("cycle", "on the cycle", Colour(0xB3, 0x59, 0x00), 13.0, 7.0, Some([14.0, 3.0])),
            Self::Now => ("now", "computed now", Colour::NOW, 12.0, 5.0, None),
            Self::Passed => {
                ("passed", "passed before that", Colour(0x54, 0x5B, 0x66), 10.0, 6.0, Some([2.0, 4.0]))
            }
            Self::Used => ("used", "its number is used", Colour(0x4D, 0x7F, 0xC4), 8.0, 5.0, None),
        };
        MarkStyle { mark: self, name, words, colour, outer, inner, dashes }
    }
}

const GREEN: Colour = Colour(0x1C, 0x6B, 0x35);

/// What stands at a vertex or an arc in a frame.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Marked {
    /// Its parts in this frame.
    pub marks: Vec<Mark>,
    /// What is written beside it: a number in digits, `inf`, or words.
    pub label: Option<String>,
    /// Whether the label came with this frame.
    pub is_new: bool,
}

impl Marked {
    /// Adds what stands at another arc of the same line.
    pub(crate) fn add(&mut self, other: &Self) {
        self.marks.extend(&other.marks);
        self.is_new |= other.is_new;
        if other.label.is_some() {
            self.label.clone_from(&other.label);
        }
    }
}

/// What a frame marks and writes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// On vertices.
    pub vertices: BTreeMap<VertexId, Marked>,
    /// On arcs.
    pub arcs: BTreeMap<ArcId, Marked>,
    /// Whether the picture explains them; a page has its own place for that.
    pub has_legend: bool,
}

// The outlines and labels of a frame at their places, and what they mean

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
    let half = Point::new((text::width(&text, SIZE) + SIZE * 0.7) / 2.0, SIZE * 0.68);
    let middle = if anchor == Anchor::Start { at + Point::new(half.x, 0.0) } else { at };
    let (border, width) = if is_new { (Colour::NOW, 2.0) } else { (Colour::LINE, 1.0) };
    let words = Words { text, at: middle, anchor: Anchor::Middle, size: SIZE, colour: Colour::INK };
    Plate { place: Rectangle::around(middle, half), border, width, words }
}

/// Puts outlines and labels where the vertices and arcs of `scene` are.
pub(crate) fn highlight(scene: &mut Scene) {
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

const BORDER: f64 = NodeMark::BORDER_WIDTH;

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
pub(crate) fn explain_marks(scene: &mut Scene) {
    const SMALL: f64 = 12.0;
    const SAMPLE: f64 = 36.0;
    let mut place = scene.places_below(24.0);
    for mark in kinds(scene) {
        let text = mark.style().words.to_owned();
        let at = place(SAMPLE + 6.0 + text::width(&text, SMALL));
        let line = Curve([0.0, 1.0, 2.0, 3.0].map(|third| at + Point::new(SAMPLE * third / 3.0, 0.0)));
        scene.outlines.extend(outlines(&[mark], &Path::curve(line), 1.0));
        let at = at + Point::new(SAMPLE + 6.0, 0.0);
        scene.words.push(Words { text, at, anchor: Anchor::Start, size: SMALL, colour: Colour::INK });
    }
}
