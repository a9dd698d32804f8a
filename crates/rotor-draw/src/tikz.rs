//! TikZ: a LaTeX document that stands alone, its vertices and arcs where the layout put them.

use crate::curve::Curve;
use crate::geometry::Point;
use crate::node::Outline;
use crate::palette::Colour;
use crate::scene::{Anchor, Scene, Words};
use crate::words::number;
use std::fmt::{self, Write};

/// The scene as a document of class `standalone`, for LuaLaTeX, XeLaTeX or pdfLaTeX.
pub fn tikz(scene: &Scene) -> String {
    let mut out = String::new();
    write(&mut out, scene).expect("a string takes every character");
    out
}

const PREAMBLE: &str = r"\documentclass[tikz]{standalone}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\fi
\usetikzlibrary{shapes.geometric,shapes.misc}
\begin{document}
\begin{tikzpicture}[x=0.8pt, y=-0.8pt, font=\small,
  vertex/.style={draw, inner sep=0pt, align=center}, sink/.style={double, double distance=1.5pt},
  rotor/.style={circle}, pill/.style={rounded rectangle}, max/.style={rectangle}, min/.style={diamond}, wide/.style={chamfered rectangle},
  arc/.style={->, >=latex}, initial/.style={red, dashed}, number/.style={font=\tiny}, chosen/.style={yellow, line width=7pt, line cap=round}]
";

fn write(out: &mut String, scene: &Scene) -> fmt::Result {
    write!(out, "{PREAMBLE}")?;
    for mark in &scene.rectangles {
        let (least, most) = (at(mark.place.least), at(mark.place.most));
        writeln!(out, "  \\fill[{}] {least} rectangle {most};", colour(mark.fill))?;
    }
    for mark in &scene.nodes {
        let outline = match mark.node.outline {
            Outline::Circle => "rotor",
            Outline::Pill => "pill",
            Outline::Square => "max",
            Outline::Diamond => "min",
            Outline::Hexagon => "wide",
        };
        let sink = if mark.node.doubled { ", sink" } else { "" };
        let fill = match mark.fill {
            Colour::PAPER => String::new(),
            fill => format!(", fill={}, text={}", colour(fill), colour(fill.words())),
        };
        let lines: Vec<String> = mark.node.lines.iter().map(|line| plain(line)).collect();
        let Point { x, y } = mark.node.half * 1.6;
        writeln!(
            out,
            "  \\node[vertex, {outline}{sink}{fill}, minimum width={}pt, minimum height={}pt] (v{}) at {} {{{}}};",
            number(x),
            number(y),
            mark.vertex.raw(),
            at(mark.center),
            lines.join("\\\\")
        )?;
        if let Some(arrow) = &mark.start {
            writeln!(out, "  \\draw[arc, very thick] {};", path(arrow))?;
        }
    }
    for mark in &scene.arcs {
        if mark.chosen {
            writeln!(out, "  \\draw[chosen] {};", path(&mark.curve))?;
        }
        let initial = if mark.dashed { ", initial" } else { "" };
        let dark = if mark.dashed || mark.colour == Colour::INK {
            String::new()
        } else {
            format!(", {}", colour(mark.colour))
        };
        let width = number(mark.width * 0.4);
        writeln!(out, "  \\draw[arc{initial}{dark}, line width={width}pt] {};", path(&mark.curve))?;
        write_words(out, &mark.number, "number")?;
        if let Some(label) = &mark.label {
            write_words(out, label, "number")?;
        }
    }
    scene.words.iter().try_for_each(|words| write_words(out, words, "number"))?;
    writeln!(out, "\\end{{tikzpicture}}\n\\end{{document}}")
}

fn write_words(out: &mut String, words: &Words, style: &str) -> fmt::Result {
    let anchor = match words.anchor {
        Anchor::Start => ", anchor=west",
        Anchor::Middle => "",
        Anchor::End => ", anchor=east",
    };
    let tint =
        if words.colour == Colour::INK { String::new() } else { format!(", text={}", colour(words.colour)) };
    writeln!(
        out,
        "  \\node[{style}{anchor}{tint}, inner sep=0pt] at {} {{{}}};",
        at(words.at),
        plain(&words.text)
    )
}

fn at(point: Point) -> String {
    format!("({}, {})", number(point.x), number(point.y))
}

/// The curve up to the tip of its arrow.
fn path(curve: &Curve) -> String {
    let [start, first, second, _] = curve.0;
    format!("{} .. controls {} and {} .. {}", at(start), at(first), at(second), at(curve.arrow(1.0)[0]))
}

fn colour(Colour(red, green, blue): Colour) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// `words` with nothing in them that LaTeX would obey.
fn plain(words: &str) -> String {
    let mut plain = String::new();
    for character in words.chars() {
        match character {
            '\\' => plain.push_str("\\textbackslash{}"),
            '^' => plain.push_str("\\textasciicircum{}"),
            '~' => plain.push_str("\\textasciitilde{}"),
            '∞' => plain.push_str("$\\infty$"),
            '·' => plain.push_str("$\\cdot$"),
            '⁰'..='⁹' | '¹' | '²' | '³' => {
                let digit = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|superscript| superscript == character);
                plain.push_str(&format!("$^{{{}}}$", digit.unwrap_or(0)));
            }
            '…' => plain.push_str("\\dots{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => plain.extend(['\\', character]),
            character if character.is_control() || character == '\u{FFFD}' => plain.push('?'),
            character => plain.push(character),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlays::Overlays;
    use crate::scene::picture;
    use rotor_graph::parse;

    fn written(text: &str) -> String {
        tikz(&picture(&parse(text).unwrap(), &Overlays::default(), None))
    }

    #[test]
    fn every_vertex_and_every_arc_is_there_and_rotors_are_dashed() {
        let text = written("max u: v *s\nv: u^2 v t\nmin w: t\nsink s = 3\nsink t\nstart u");
        for node in ["vertex, max,", "vertex, rotor,", "vertex, min,", "vertex, rotor, sink,"] {
            assert!(text.contains(&format!("\\node[{node}")), "{node}: {text}");
        }
        assert_eq!(text.matches("\\draw[arc, initial,").count(), 3);
        assert_eq!(text.matches("\\draw[arc, line").count(), 4);
        assert_eq!(text.matches("\\draw[arc, very thick]").count(), 1);
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }

    #[test]
    fn names_are_no_commands() {
        let text = written(r#"sink "\\input{x}$_^~%&#\n""#);
        let name = r"\textbackslash{}input\{x\}\$\_\textasciicircum{}\textasciitilde{}\%\&\#?";
        assert!(text.contains(&format!("{{{name}}};")), "{text}");
    }
}
