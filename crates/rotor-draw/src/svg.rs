//! SVG: text stays text, and vertices and arcs can be found by their numbers.

use crate::frames::{OutlineMark, Plate};
use crate::geometry::{Path, Point};
use crate::scene::{Anchor, ArcMark, Colour, DOUBLE, NodeMark, Outline, Scene, Words};
use crate::text::{FAMILIES, escaped, number};
use std::fmt::{self, Write};

/// The scene as an SVG document. Vertices are groups with `data-vertex`, arcs groups with `data-arc`, `data-tail` and
/// `data-head`, numbered as in the file. Nothing has an id, so that a page may hold several.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    write(&mut out, scene).expect("a string takes every character");
    out
}

fn write(out: &mut String, scene: &Scene) -> fmt::Result {
    let (width, height) = (number(scene.size.x), number(scene.size.y));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FAMILIES}\" text-anchor=\"middle\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(&scene.title))?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
    for mark in &scene.rectangles {
        let (least, size) = (mark.place.least, mark.place.size());
        let [x, y, width, height] = [least.x, least.y, size.x, size.y].map(number);
        writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"><title>{}</title></rect>",
            mark.fill.hex(),
            escaped(&mark.about)
        )?;
    }
    for OutlineMark { path, colour, width, dashes } in &scene.outlines {
        let (path, colour, width) = (path.svg(), colour.hex(), number(*width));
        let dashes =
            dashes.map_or(String::new(), |[dash, gap]| format!(" stroke-dasharray=\"{dash} {gap}\""));
        writeln!(
            out,
            "<path class=\"mark\" d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>"
        )?;
    }
    writeln!(out, "<g class=\"arcs\">")?;
    scene.arcs.iter().try_for_each(|mark| write_arc(out, mark))?;
    writeln!(out, "</g>\n<g class=\"vertices\">")?;
    scene.nodes.iter().try_for_each(|mark| write_node(out, mark))?;
    writeln!(out, "</g>")?;
    scene.words.iter().try_for_each(|words| write_words(out, words, "word"))?;
    for Plate { place, border, width, words } in &scene.plates {
        let (least, size) = (place.least, place.size());
        let [x, y, across, down] = [least.x, least.y, size.x, size.y].map(number);
        let (round, border, paper) = (number(Plate::ROUND), border.hex(), Colour::PAPER.hex());
        writeln!(
            out,
            "<rect class=\"plate\" x=\"{x}\" y=\"{y}\" width=\"{across}\" height=\"{down}\" rx=\"{round}\" fill=\"{paper}\" stroke=\"{border}\" stroke-width=\"{width}\"/>"
        )?;
        write_words(out, words, "plate")?;
    }
    writeln!(out, "</svg>")
}

fn write_arc(out: &mut String, mark: &ArcMark) -> fmt::Result {
    let path = Path::curve(mark.curve).svg();
    let several = if mark.count > 1 { format!(" data-count=\"{}\"", mark.count) } else { String::new() };
    writeln!(
        out,
        "<g class=\"arc\" data-arc=\"{0}\"{several} data-tail=\"{1}\" data-head=\"{2}\"><title>{3}</title>",
        mark.arc.raw(),
        mark.tail.raw(),
        mark.head.raw(),
        escaped(&mark.about)
    )?;
    if mark.chosen {
        let (colour, width) = (Colour::CHOSEN.hex(), number(mark.glow()));
        writeln!(
            out,
            "<path class=\"chosen\" d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        )?;
    }
    let (colour, width) = (mark.colour.hex(), number(mark.width));
    let dashes = if mark.dashed { " stroke-dasharray=\"6 3\"" } else { "" };
    writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>")?;
    writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\"/>", points(&mark.curve.arrow(mark.width)))?;
    write_words(out, &mark.number, "number")?;
    if let Some(label) = &mark.label {
        write_words(out, label, "flow")?;
    }
    writeln!(out, "</g>")
}

fn write_node(out: &mut String, mark: &NodeMark) -> fmt::Result {
    let start = if mark.start.is_some() { " data-start=\"\"" } else { "" };
    writeln!(
        out,
        "<g class=\"vertex\" data-vertex=\"{0}\" data-name=\"{1}\"{start}><title>{2}</title>",
        mark.vertex.raw(),
        escaped(&mark.name),
        escaped(&mark.about)
    )?;
    let ink = Colour::INK.hex();
    if let Some(arrow) = &mark.start {
        let (path, width) = (Path::curve(*arrow).svg(), NodeMark::START_WIDTH);
        let tip = points(&arrow.arrow(width));
        writeln!(
            out,
            "<g class=\"start\"><path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\"/>"
        )?;
        writeln!(out, "<polygon points=\"{tip}\" fill=\"{ink}\"/></g>")?;
    }
    write_outline(out, mark, 0.0, "border", &mark.fill.hex())?;
    if mark.node.doubled {
        write_outline(out, mark, DOUBLE, "inner", "none")?;
    }
    for (index, words) in mark.words().enumerate() {
        write_words(out, &words, if index == 0 { "name" } else { "value" })?;
    }
    if let (Some(disc), Some(words)) = (mark.disc(), &mark.particles) {
        let size = disc.size();
        let [x, y, width, height, round] =
            [disc.least.x, disc.least.y, size.x, size.y, size.y / 2.0].map(number);
        let (fill, paper) = (Colour::PARTICLE.hex(), Colour::PAPER.hex());
        writeln!(
            out,
            "<rect class=\"particles\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{fill}\" stroke=\"{paper}\"/>"
        )?;
        write_words(out, words, "count")?;
    }
    writeln!(out, "</g>")
}

fn write_outline(out: &mut String, mark: &NodeMark, inset: f64, class: &str, fill: &str) -> fmt::Result {
    let (center, half) = (mark.center, mark.node.half - Point::new(inset, inset));
    let (ink, width) = (Colour::INK.hex(), NodeMark::BORDER_WIDTH);
    let style = format!("class=\"{class}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"{width}\"");
    match mark.node.outline {
        Outline::Circle => {
            let [x, y, radius] = [center.x, center.y, half.x].map(number);
            writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>")
        }
        Outline::Pill => {
            let [x, y, width, height, round] =
                [center.x - half.x, center.y - half.y, 2.0 * half.x, 2.0 * half.y, half.y].map(number);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" {style}/>"
            )
        }
        Outline::Square | Outline::Diamond | Outline::Hexagon => {
            writeln!(out, "<polygon points=\"{}\" {style}/>", points(&mark.node.corners(center, inset)))
        }
    }
}

fn write_words(out: &mut String, words: &Words, class: &str) -> fmt::Result {
    let Point { x, y } = words.base_line();
    let [x, y, size] = [x, y, words.size].map(number);
    let anchor = match words.anchor {
        Anchor::Start => " text-anchor=\"start\"",
        Anchor::Middle => "",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (colour, text) = (words.colour.hex(), escaped(&words.text));
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}>{text}</text>"
    )
}

fn points(corners: &[Point]) -> String {
    let corners: Vec<String> =
        corners.iter().map(|point| format!("{},{}", number(point.x), number(point.y))).collect();
    corners.join(" ")
}
