//! The scene as data: `arrival.scene/1`, what a page or a notebook draws without knowing how to lay out a graph.
//!
//! Lengths are pixels with two decimals, y points down, colours are `#rrggbb`, lines are paths in the notation of SVG. The
//! schema is `schemas/scene.schema.json`.

use crate::frames::{Mark, Marked, kinds};
use crate::geometry::{Curve, Path};
use crate::scene::{ArcMark, Colour, DOUBLE, NodeMark, RectangleMark, Scene, Words};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut data = json!({
            "schema": "arrival.scene/1",
            "title": self.title,
            "width": length(self.size.x),
            "height": length(self.size.y),
            // The colour for a particle, which no exit has.
            "particle": Colour::PARTICLE,
            "rectangles": self.rectangles.iter().map(rectangle).collect::<Value>(),
            "arcs": self.arcs.iter().map(arc).collect::<Value>(),
            "vertices": self.nodes.iter().map(vertex).collect::<Value>(),
            "words": self.words.iter().map(words).collect::<Value>(),
            "legend": self.legend,
        });
        // How the marks of an algorithm look that the picture has, the widest first.
        let marks: Vec<_> = kinds(self).into_iter().map(Mark::style).collect();
        if !marks.is_empty() {
            data["marks"] = json!(marks);
        }
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

fn rectangle(mark: &RectangleMark) -> Value {
    let (least, size) = (mark.place.least, mark.place.size());
    let [x, y, width, height] = [least.x, least.y, size.x, size.y].map(length);
    json!({"x": x, "y": y, "width": width, "height": height, "fill": mark.fill, "about": mark.about})
}

/// A line as a path, and the head of its arrow as another.
fn line(curve: Curve, width: f64) -> [String; 2] {
    [Path::curve(curve).svg(), Path::polygon(&curve.arrow(width)).svg()]
}

fn arc(mark: &ArcMark) -> Value {
    let [path, arrow] = line(mark.curve, mark.width);
    let data = json!({
        "arc": mark.arc.raw(),
        "count": mark.count,
        "tail": mark.tail.raw(),
        "head": mark.head.raw(),
        "path": path,
        "arrow": arrow,
        "colour": mark.colour,
        "width": length(mark.width),
        "dashed": mark.dashed,
        "chosen": mark.chosen,
        "number": words(&mark.number),
        "label": mark.label.as_ref().map(words),
    });
    explained(data, mark.marked.as_ref(), &mark.about)
}

fn vertex(mark: &NodeMark) -> Value {
    let insets: &[f64] = if mark.node.doubled { &[0.0, DOUBLE] } else { &[0.0] };
    let start = mark.start.map(|curve| {
        let [path, arrow] = line(curve, NodeMark::START_WIDTH);
        json!({"path": path, "arrow": arrow, "width": length(NodeMark::START_WIDTH)})
    });
    let particles = mark.disc().zip(mark.particles.as_ref()).map(
        |(disc, count)| json!({"disc": Path::disc(disc).svg(), "fill": Colour::PARTICLE, "count": words(count)}),
    );
    let data = json!({
        "vertex": mark.vertex.raw(),
        "name": mark.name,
        "x": length(mark.center.x),
        "y": length(mark.center.y),
        "half_width": length(mark.node.half.x),
        "half_height": length(mark.node.half.y),
        "shape": mark.node.outline,
        "sink": mark.node.doubled,
        "borders": insets.iter().map(|&inset| Path::border(&mark.node, mark.center, inset).svg()).collect::<Value>(),
        "fill": mark.fill,
        "words": mark.words().map(|line| words(&line)).collect::<Value>(),
        "start": start,
        "particles": particles,
    });
    explained(data, mark.marked.as_ref(), &mark.about)
}

/// Adds what an algorithm marks and writes there, and the tooltip.
fn explained(mut data: Value, marked: Option<&Marked>, about: &str) -> Value {
    if let Some(marked) = marked {
        data["marked"] = json!(marked);
    }
    data["about"] = about.into();
    data
}

fn words(words: &Words) -> Value {
    let at = words.base_line();
    let [x, y, size] = [at.x, at.y, words.size].map(length);
    let Words { text, anchor, colour, .. } = words;
    json!({"text": text, "x": x, "y": y, "anchor": anchor, "size": size, "colour": colour})
}
