//! Densities: where the particles of a large graph exit, by the depth of their starts.

use super::legend::ExitColours;
use super::picture::title;
use super::{Anchor, LegendRow, RectangleMark, Scene, Words};
use crate::geometry::{Point, Rectangle};
use crate::palette::Colour;
use rotor_graph::{Exit, Instance, Multigraph, VertexMap, amount};

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 320.0;
/// More columns than this are not told apart.
const MOST_COLUMNS: usize = 200;

/// A column for each depth, or for several: how the starts at that depth share out over the exits, and above it how many
/// they are, on a logarithmic scale. The depth of a vertex is its distance from the start in Ḡ, or from the first vertex
/// of its component. Time O(|V| log |V| + |A|), memory O(|V| + |A|).
pub fn density(instance: &Instance, exits: &VertexMap<Exit>) -> Scene {
    let colours = ExitColours::of(instance, exits);
    let depths = depths(instance);
    let deepest = depths.as_slice().iter().copied().max().unwrap_or(0);
    let per_column = (deepest + 1).div_ceil(MOST_COLUMNS);
    let columns = (deepest + 1).div_ceil(per_column);
    let mut counts = vec![vec![0usize; colours.rows().len()]; columns];
    for (u, &depth) in depths.iter() {
        counts[depth / per_column][colours.row(exits[u])] += 1;
    }
    let totals: Vec<usize> = counts.iter().map(|column| column.iter().sum()).collect();
    let most = totals.iter().copied().max().unwrap_or(0);

    let width = WIDTH / columns as f64;
    let mut rectangles = Vec::new();
    for (column, (counts, &total)) in counts.iter().zip(&totals).enumerate() {
        let (first, last) = (column * per_column, ((column + 1) * per_column - 1).min(deepest));
        let depth =
            if first == last { format!("depth {first}") } else { format!("depths {first} to {last}") };
        let [left, right] = [column, column + 1].map(|column| column as f64 * width);
        let mut mark = |top: f64, bottom: f64, fill: Colour, about: String| {
            let place = Rectangle { least: Point::new(left, top), most: Point::new(right, bottom) };
            rectangles.push(RectangleMark { place, fill, about });
        };
        let digits = |count: usize| f64::from((count + 1) as u32).log2();
        let bar = COUNTS * digits(total) / digits(most).max(1.0);
        mark(-12.0 - bar, -12.0, Colour::FAINT, format!("{depth}: {}", amount(total, "vertex", "vertices")));
        let mut top = 0.0;
        for (&count, LegendRow { colour, meaning, .. }) in counts.iter().zip(colours.rows()) {
            if count > 0 {
                let bottom = top + HEIGHT * count as f64 / total as f64;
                mark(top, bottom, *colour, format!("{depth}: {count} of {total} exit at {meaning}"));
                top = bottom;
            }
        }
    }
    let words = |text: String, x: f64, y: f64, anchor| Words {
        text,
        at: Point::new(x, y),
        anchor,
        size: 12.0,
        colour: Colour::INK,
    };
    let mut all_words = vec![
        words(
            format!("{}, too many to draw one by one: exits by depth", title(instance)),
            0.0,
            -COUNTS - 34.0,
            Anchor::Start,
        ),
        words(format!("starts, at most {most} (log)"), -10.0, -12.0 - COUNTS / 2.0, Anchor::End),
        words("100 %".to_owned(), -10.0, 7.0, Anchor::End),
        words("share of exits".to_owned(), -10.0, HEIGHT / 2.0, Anchor::End),
        words("0 %".to_owned(), -10.0, HEIGHT - 7.0, Anchor::End),
        words("depth 0".to_owned(), 0.0, HEIGHT + 16.0, Anchor::Start),
    ];
    if deepest > 0 {
        all_words.push(words(deepest.to_string(), WIDTH, HEIGHT + 16.0, Anchor::End));
    }
    let (samples, legend) = colours.legend(Point::new(0.0, HEIGHT + 46.0), WIDTH);
    rectangles.extend(samples);
    all_words.extend(legend);
    Scene {
        title: title(instance),
        size: Point::default(),
        outlines: Vec::new(),
        plates: Vec::new(),
        rectangles,
        arcs: Vec::new(),
        nodes: Vec::new(),
        words: all_words,
        legend: colours.into_rows(),
    }
    .fitted()
}

/// How high the bars of counts are.
const COUNTS: f64 = 60.0;

/// The distance of every vertex in Ḡ from the start, or from the first vertex of its component.
fn depths(instance: &Instance) -> VertexMap<usize> {
    let graph: &Multigraph = instance.graph();
    let reversed = graph.reversed();
    let mut depths = VertexMap::filled(graph.vertex_count(), usize::MAX);
    let mut queue = Vec::new();
    for root in instance.start().into_iter().chain(graph.vertices()) {
        if depths[root] != usize::MAX {
            continue;
        }
        depths[root] = 0;
        queue.clear();
        queue.push(root);
        let mut next = 0;
        while let Some(&u) = queue.get(next) {
            next += 1;
            for &v in graph.heads(u).iter().chain(reversed.tails(u)) {
                if depths[v] == usize::MAX {
                    depths[v] = depths[u] + 1;
                    queue.push(v);
                }
            }
        }
    }
    depths
}
