//! Marks of an algorithm at work: what a frame of it outlines and writes on a graph.

use crate::palette::Colour;
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
        match self {
            Self::Chosen => "chosen",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Cycle => "cycle",
            Self::Now => "now",
            Self::Passed => "passed",
            Self::Used => "used",
        }
    }

    pub(crate) fn style(self) -> MarkStyle {
        let (words, colour, outer, inner, dashes) = match self {
            Self::Chosen => ("last departure, or a player's choice", GREEN, 17.0, 13.0, None),
            Self::Won => ("won by Max", GREEN, 15.0, 9.0, None),
            Self::Lost => ("lost by Max", Colour(0xB3, 0x26, 0x1E), 15.0, 9.0, Some([9.0, 4.0])),
            Self::Cycle => ("on the cycle", Colour(0xB3, 0x59, 0x00), 13.0, 7.0, Some([14.0, 3.0])),
            Self::Now => ("computed now", Colour::NOW, 12.0, 5.0, None),
            Self::Passed => ("passed before that", Colour(0x54, 0x5B, 0x66), 10.0, 6.0, Some([2.0, 4.0])),
            Self::Used => ("its number is used", Colour(0x4D, 0x7F, 0xC4), 8.0, 5.0, None),
        };
        MarkStyle { mark: self, words, colour, outer, inner, dashes }
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
