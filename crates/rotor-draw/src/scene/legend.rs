//! Legends: which colour means which sink.

use super::{Anchor, LegendRow, RectangleMark, Words};
use crate::font;
use crate::geometry::{Point, Rectangle};
use crate::palette::{Colour, OTHER_SINKS, SINKS, TRAPS};
use crate::words::shown;
use rotor_graph::{Exit, Instance, VertexId, VertexMap};

/// The colour of every exit: the sinks that most vertices exit to each have one, all others share one, traps share one.
pub(crate) struct ExitColours {
    /// Which of the rows each sink belongs to.
    row_of: VertexMap<Option<usize>>,
    /// The row of the sinks that share a colour, and the row of the traps.
    others: usize,
    traps: usize,
    /// Every colour with what it means and how many vertices have it.
    rows: Vec<LegendRow>,
}

impl ExitColours {
    /// Time O(|V| log |V|).
    pub(crate) fn of(instance: &Instance, exits: &VertexMap<Exit>) -> Self {
        let mut counts = VertexMap::filled(exits.len(), 0usize);
        let mut trapped = 0;
        for (_, exit) in exits.iter() {
            match *exit {
                Exit::Sink(sink) => counts[sink] += 1,
                Exit::Trap(_) => trapped += 1,
            }
        }
        let mut sinks: Vec<(VertexId, usize)> =
            counts.iter().filter(|&(_, &count)| count > 0).map(|(sink, &count)| (sink, count)).collect();
        sinks.sort_by_key(|&(sink, count)| (std::cmp::Reverse(count), sink));
        let shared = sinks.split_off(sinks.len().min(SINKS.len()));
        // Colours are given in the order of the file, so that similar pictures have similar colours.
        sinks.sort_unstable();
        let mut row_of = VertexMap::filled(exits.len(), None);
        let mut rows = Vec::new();
        for (row, &(sink, count)) in sinks.iter().enumerate() {
            row_of[sink] = Some(row);
            let meaning = shown(instance.name(sink));
            rows.push(LegendRow { colour: SINKS[row], meaning, vertices: count });
        }
        let others = rows.len();
        if !shared.is_empty() {
            let vertices = shared.iter().map(|&(_, count)| count).sum();
            let meaning = format!("{} other sinks", shared.len());
            rows.push(LegendRow { colour: OTHER_SINKS, meaning, vertices });
        }
        let traps = rows.len();
        if trapped > 0 {
            rows.push(LegendRow { colour: TRAPS, meaning: "trapped".to_owned(), vertices: trapped });
        }
        Self { row_of, others, traps, rows }
    }

    /// The row of an exit.
    pub(super) fn row(&self, exit: Exit) -> usize {
        match exit {
            Exit::Sink(sink) => self.row_of[sink].unwrap_or(self.others),
            Exit::Trap(_) => self.traps,
        }
    }

    /// The colour of an exit.
    pub(crate) fn colour(&self, exit: Exit) -> Colour {
        self.rows[self.row(exit)].colour
    }

    /// All colours with their meanings and counts.
    pub(super) fn rows(&self) -> &[LegendRow] {
        &self.rows
    }

    /// The same, for keeps.
    pub(super) fn into_rows(self) -> Vec<LegendRow> {
        self.rows
    }

    /// A line of samples with words, from `corner` on, folded at `width`.
    pub(super) fn legend(&self, corner: Point, width: f64) -> (Vec<RectangleMark>, Vec<Words>) {
        const SIZE: f64 = 12.0;
        let (mut samples, mut words) = (Vec::new(), Vec::new());
        let mut at = corner;
        let entries =
            self.rows.iter().map(|row| (Some(row.colour), format!("{} ({})", row.meaning, row.vertices)));
        for (fill, text) in std::iter::once((None, "exits at".to_owned())).chain(entries) {
            let taken = font::width(&text, SIZE) + if fill.is_some() { 20.0 } else { 0.0 };
            if at.x > corner.x && at.x + taken > corner.x + width {
                at = Point::new(corner.x, at.y + 20.0);
            }
            let mut left = at.x;
            if let Some(fill) = fill {
                let least = Point::new(at.x, at.y - 7.0);
                let place = Rectangle { least, most: least + Point::new(14.0, 14.0) };
                samples.push(RectangleMark { place, fill, about: text.clone() });
                left += 20.0;
            }
            let place = Point::new(left, at.y);
            words.push(Words { text, at: place, anchor: Anchor::Start, size: SIZE, colour: Colour::INK });
            at.x += taken + 16.0;
        }
        (samples, words)
    }
}
