//! HTML: one file with the picture, a walk to play and the answers, which needs no server.

use crate::scene::Scene;
use crate::svg::svg;
use crate::text::escaped;
use rotor_graph::{ArcId, Instance, VertexId};
use std::fmt::{self, Write};

/// The beginning of a walk, for playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// Where the particle starts.
    pub from: VertexId,
    /// The arcs it takes.
    pub steps: Vec<ArcId>,
    /// Whether it halts after these.
    pub halts: bool,
}

/// What a page holds besides the picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The walk, if there is a start.
    pub play: Option<Play>,
    /// Answers, each with its heading.
    pub answers: Vec<(String, String)>,
}

const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/play.js");

/// The scene as a page, which is also good for a notebook that holds several: everything is inside an element of class
/// `arrival-picture`, styles and script keep to it, and nothing has an id. Buttons have the `data-part` `step`, `back`, `run`
/// and `reset`, what they change `steps`, `at` and `end`, the answers `answers`; the picture is that of [`svg`](crate::svg()).
pub fn html(instance: &Instance, scene: &Scene, page: &Page) -> String {
    let mut out = String::new();
    write(&mut out, instance, scene, page).expect("a string takes every character");
    out
}

fn write(out: &mut String, instance: &Instance, scene: &Scene, page: &Page) -> fmt::Result {
    let title = escaped(&scene.title);
    writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<div class=\"arrival-picture\">\n<h1>{title}</h1>"
    )?;
    if let Some(play) = &page.play {
        write_controls(out, instance, play)?;
    }
    writeln!(out, "<figure>\n{}</figure>", svg(scene))?;
    if !page.answers.is_empty() {
        writeln!(out, "<section data-part=\"answers\">")?;
        for (heading, words) in &page.answers {
            let words: Vec<String> = words.lines().map(escaped).collect();
            writeln!(out, "<h2>{}</h2>\n<pre>{}</pre>", escaped(heading), words.join("\n"))?;
        }
        writeln!(out, "</section>")?;
    }
    if let Some(play) = &page.play {
        writeln!(out, "<script type=\"application/json\" class=\"walk\">")?;
        write_walk(out, instance, play)?;
        writeln!(out, "</script>")?;
    }
    writeln!(out, "</div>")?;
    if page.play.is_some() {
        writeln!(out, "<script>\n{SCRIPT}</script>")?;
    }
    writeln!(out, "</body>\n</html>")
}

fn write_controls(out: &mut String, instance: &Instance, play: &Play) -> fmt::Result {
    let from = escaped(instance.name(play.from));
    writeln!(out, "<div class=\"controls\" role=\"toolbar\" aria-label=\"The walk\">")?;
    for (part, words) in [("reset", "Reset"), ("back", "Back"), ("step", "Step"), ("run", "Run")] {
        writeln!(out, "<button type=\"button\" data-part=\"{part}\">{words}</button>")?;
    }
    writeln!(
        out,
        "<span aria-live=\"polite\">step <output data-part=\"steps\">0</output>, the particle is on <output data-part=\"at\">{from}</output><span data-part=\"end\"></span></span>\n</div>"
    )
}

/// Numbers only: there is nothing in it to escape.
fn write_walk(out: &mut String, instance: &Instance, play: &Play) -> fmt::Result {
    let graph = instance.graph();
    let list = |numbers: &mut dyn Iterator<Item = u32>| {
        let words: Vec<String> = numbers.map(|number| number.to_string()).collect();
        words.join(",")
    };
    let rotor = |u: VertexId| match graph.is_sink(u) {
        true => 0,
        false => instance.rotors().rotor(u).raw(),
    };
    writeln!(
        out,
        "{{\"from\":{},\"halts\":{},\"first\":[{}],\n\"heads\":[{}],\n\"rotors\":[{}],\n\"steps\":[{}]}}",
        play.from.raw(),
        play.halts,
        list(&mut graph.row_starts().iter().copied()),
        list(&mut graph.all_heads().iter().map(|v| v.raw())),
        list(&mut graph.vertices().map(rotor)),
        list(&mut play.steps.iter().map(|a| a.raw()))
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Layout;
    use crate::picture::picture;
    use crate::scene::{Colour, Overlays};
    use rotor_graph::parse;

    /// A notebook may hold several pages.
    #[test]
    fn a_page_keeps_to_itself() {
        let instance = parse("max u: v s\nv: u\nsink s\nstart u").unwrap();
        let scene = picture(&instance, &Overlays::default(), &Layout::default(), &mut ()).unwrap();
        let play = Play { from: VertexId::new(0), steps: vec![ArcId::new(0)], halts: false };
        let page =
            Page { play: Some(play), answers: vec![("From the start".to_owned(), "words".to_owned())] };
        let text = html(&instance, &scene, &page);
        assert!(!text.contains(" id=") && !SCRIPT.contains("getElementById"));
        assert_eq!(text.matches("class=\"arrival-picture\"").count(), 1);
        for rule in STYLE.lines() {
            let (selector, _) = rule.split_once('{').unwrap();
            assert!(selector.starts_with(".arrival-picture") && !selector.contains(','), "{selector}");
        }
        // What changes under the particle is the border, and no other polygon.
        assert!(STYLE.contains(&format!(".vertex.here > .border {{ stroke: {};", Colour::PARTICLE.hex())));
        assert_eq!(text.matches("class=\"border\"").count(), 3);
        let (_, start) = text.split_once("<g class=\"start\">").unwrap();
        assert!(start.split_once("</g>").unwrap().0.contains("<polygon"));
        for part in ["step", "back", "run", "reset", "steps", "at", "end", "answers"] {
            assert_eq!(text.matches(&format!("data-part=\"{part}\"")).count(), 1, "{part}");
        }
    }
}
