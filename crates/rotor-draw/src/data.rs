//! The scene as data: `arrival.scene/1`, what a page or a notebook draws without knowing how to lay out a graph.
//!
//! Lengths are pixels with two decimals, y points down, colours are `#rrggbb`, lines are paths in the notation of SVG. The
//! schema is `schemas/scene.schema.json`.

use crate::frames::{Mark, MarkStyle, Marked, kinds};
use crate::geometry::{Curve, Path, Rectangle};
use crate::scene::{
    Anchor, ArcMark, Colour, DOUBLE, LegendRow, NodeMark, Outline, RectangleMark, Scene, Words,
};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Data<'s> {
    schema: &'static str,
    title: &'s str,
    width: f64,
    height: f64,
    /// The colour for a particle, which no exit has.
    particle: Colour,
    rectangles: Vec<RectangleData<'s>>,
    arcs: Vec<ArcData<'s>>,
    vertices: Vec<VertexData<'s>>,
    words: Vec<WordsData>,
    legend: &'s [LegendRow],
    /// How the marks of an algorithm look that the picture has, the widest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkStyle>,
}

#[derive(Serialize)]
struct RectangleData<'s> {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    fill: Colour,
    about: &'s str,
}

#[derive(Serialize)]
struct ArcData<'s> {
    arc: u32,
    count: u32,
    tail: u32,
    head: u32,
    path: String,
    arrow: String,
    colour: Colour,
    width: f64,
    dashed: bool,
    chosen: bool,
    number: WordsData,
    label: Option<WordsData>,
    /// What an algorithm marks and writes there.
    #[serde(skip_serializing_if = "Option::is_none")]
    marked: Option<&'s Marked>,
    about: &'s str,
}

#[derive(Serialize)]
struct VertexData<'s> {
    vertex: u32,
    name: &'s str,
    x: f64,
    y: f64,
    half_width: f64,
    half_height: f64,
    shape: Outline,
    sink: bool,
    borders: Vec<String>,
    fill: Colour,
    words: Vec<WordsData>,
    start: Option<ArrowData>,
    particles: Option<ParticlesData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marked: Option<&'s Marked>,
    about: &'s str,
}

#[derive(Serialize)]
struct ParticlesData {
    disc: String,
    fill: Colour,
    count: WordsData,
}

#[derive(Serialize)]
struct ArrowData {
    path: String,
    arrow: String,
    width: f64,
}

#[derive(Serialize)]
struct WordsData {
    text: String,
    x: f64,
    y: f64,
    anchor: Anchor,
    size: f64,
    colour: Colour,
}

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = Data {
            schema: "arrival.scene/1",
            title: &self.title,
            width: length(self.size.x),
            height: length(self.size.y),
            particle: Colour::PARTICLE,
            rectangles: self.rectangles.iter().map(rectangle).collect(),
            arcs: self.arcs.iter().map(arc).collect(),
            vertices: self.nodes.iter().map(vertex).collect(),
            words: self.words.iter().map(words).collect(),
            legend: &self.legend,
            marks: kinds(self).into_iter().map(Mark::style).collect(),
        };
        data.serialize(serializer)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

/// Two decimals are enough for any screen, and do not depend on how the last digits were rounded.
fn length(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

fn rectangle(mark: &RectangleMark) -> RectangleData<'_> {
    let Rectangle { least, .. } = mark.place;
    let size = mark.place.size();
    let [x, y, width, height] = [least.x, least.y, size.x, size.y].map(length);
    RectangleData { x, y, width, height, fill: mark.fill, about: &mark.about }
}

fn arrow(curve: Curve, width: f64) -> ArrowData {
    let arrow = Path::polygon(&curve.arrow(width)).svg();
    ArrowData { path: Path::curve(curve).svg(), arrow, width: length(width) }
}

fn arc(mark: &ArcMark) -> ArcData<'_> {
    let ArrowData { path, arrow, width } = arrow(mark.curve, mark.width);
    ArcData {
        arc: mark.arc.raw(),
        count: mark.count,
        tail: mark.tail.raw(),
        head: mark.head.raw(),
        path,
        arrow,
        colour: mark.colour,
        width,
        dashed: mark.dashed,
        chosen: mark.chosen,
        number: words(&mark.number),
        label: mark.label.as_ref().map(words),
        marked: mark.marked.as_ref(),
        about: &mark.about,
    }
}

fn vertex(mark: &NodeMark) -> VertexData<'_> {
    let insets: &[f64] = if mark.node.doubled { &[0.0, DOUBLE] } else { &[0.0] };
    let border = |&inset: &f64| Path::border(&mark.node, mark.center, inset).svg();
    VertexData {
        vertex: mark.vertex.raw(),
        name: &mark.name,
        x: length(mark.center.x),
        y: length(mark.center.y),
        half_width: length(mark.node.half.x),
        half_height: length(mark.node.half.y),
        shape: mark.node.outline,
        sink: mark.node.doubled,
        borders: insets.iter().map(border).collect(),
        fill: mark.fill,
        words: mark.words().map(|line| words(&line)).collect(),
        start: mark.start.map(|curve| arrow(curve, NodeMark::START_WIDTH)),
        particles: mark.disc().zip(mark.particles.as_ref()).map(|(disc, count)| ParticlesData {
            disc: Path::disc(disc).svg(),
            fill: Colour::PARTICLE,
            count: words(count),
        }),
        marked: mark.marked.as_ref(),
        about: &mark.about,
    }
}

fn words(words: &Words) -> WordsData {
    let at = words.base_line();
    WordsData {
        text: words.text.clone(),
        x: length(at.x),
        y: length(at.y),
        anchor: words.anchor,
        size: length(words.size),
        colour: words.colour,
    }
}
