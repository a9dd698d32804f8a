//! TikZ: a picture for LaTeX, alone or in a document of its own, with vertices and arcs where the layout put them.

use crate::frames::{OutlineMark, Plate};
use crate::geometry::{Curve, Path, Point, Step};
use crate::scene::{Anchor, Colour, NodeMark, Outline, Scene, Words};
use crate::text::number;
use std::fmt::{self, Write};

/// The scene as a `tikzpicture` for `\input`; the document loads TikZ with its libraries `shapes.geometric` and
/// `shapes.misc`, as the first line of the picture says. Time linear in the scene.
pub fn tikz(scene: &Scene) -> String {
    let mut out = String::new();
    write(&mut out, scene).expect("a string takes every character");
    out
}

/// The same picture in a document of class `standalone`, for pdfLaTeX, and for LuaLaTeX or XeLaTeX if names need more than
/// Latin letters.
pub fn tikz_document(scene: &Scene) -> String {
    format!("{PREAMBLE}{}\\end{{document}}\n", tikz(scene))
}

const PREAMBLE: &str = r"\documentclass[tikz]{standalone}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\fi
\usetikzlibrary{shapes.geometric,shapes.misc}
\begin{document}
";

const BEGIN: &str = r"% needs \usepackage{tikz} and \usetikzlibrary{shapes.geometric,shapes.misc}
\begin{tikzpicture}[x=0.8pt, y=-0.8pt, font=\small,
  vertex/.style={draw, inner sep=0pt, align=center}, sink/.style={double, double distance=1.5pt},
  rotor/.style={circle}, pill/.style={rounded rectangle}, max/.style={rectangle}, min/.style={diamond}, wide/.style={chamfered rectangle},
  arc/.style={->, >=latex}, initial/.style={red, dashed}, number/.style={font=\tiny}, chosen/.style={yellow, line width=7pt, line cap=round}]
";

fn write(out: &mut String, scene: &Scene) -> fmt::Result {
    write!(out, "{BEGIN}")?;
    for mark in &scene.rectangles {
        let (least, most) = (at(mark.place.least), at(mark.place.most));
        writeln!(out, "  \\fill[fill={}] {least} rectangle {most};", colour(mark.fill))?;
    }
    for OutlineMark { path, colour: line, width, dashes } in &scene.outlines {
        let dashes = dashes.map_or(String::new(), |dashes| {
            let [dash, gap] = dashes.map(|length| number(length * 0.8));
            format!(", dash pattern=on {dash}pt off {gap}pt")
        });
        let (colour, width) = (colour(*line), number(width * 0.8));
        writeln!(out, "  \\draw[color={colour}, line width={width}pt{dashes}] {};", steps(path))?;
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
        let tag = mark.node.tag.iter().map(|tag| format!("{{\\tiny {}}}", plain(tag)));
        let lines: Vec<String> = mark.node.lines.iter().map(|line| name(line)).chain(tag).collect();
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
    let particles = |mark: &NodeMark| Some((mark.disc()?, mark.particles.clone()?));
    for mark in &scene.arcs {
        if mark.chosen {
            writeln!(out, "  \\draw[chosen] {};", path(&mark.curve))?;
        }
        let initial = if mark.dashed { ", initial" } else { "" };
        let dark = if mark.dashed || mark.colour == Colour::INK {
            String::new()
        } else {
            format!(", color={}", colour(mark.colour))
        };
        let width = number(mark.width * 0.4);
        writeln!(out, "  \\draw[arc{initial}{dark}, line width={width}pt] {};", path(&mark.curve))?;
        write_words(out, &mark.number, "number")?;
        if let Some(label) = &mark.label {
            write_words(out, label, "number")?;
        }
    }
    for (disc, words) in scene.nodes.iter().filter_map(particles) {
        let (fill, size) = (colour(Colour::PARTICLE), disc.size() * 0.8);
        let [width, height] = [size.x, size.y].map(number);
        writeln!(
            out,
            "  \\node[rounded rectangle, fill={fill}, inner sep=0pt, minimum width={width}pt, minimum height={height}pt] at {} {{}};",
            at(words.at)
        )?;
        write_words(out, &words, "number")?;
    }
    scene.words.iter().try_for_each(|words| write_words(out, words, "number"))?;
    for Plate { place, border, width, words } in &scene.plates {
        let size = place.size() * 0.8;
        let [across, down, line] = [size.x, size.y, width * 0.8].map(number);
        writeln!(
            out,
            "  \\node[draw={}, fill=white, rounded corners=3pt, inner sep=0pt, line width={line}pt, minimum width={across}pt, minimum height={down}pt, font=\\scriptsize] at {} {{{}}};",
            colour(*border),
            at(words.at),
            plain(&words.text)
        )?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
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

/// A path of lines and curves.
fn steps(path: &Path) -> String {
    let steps = path.0.iter().map(|step| match *step {
        Step::Move(to) => at(to),
        Step::Line(to) => format!(" -- {}", at(to)),
        Step::Curve(first, second, to) => {
            format!(" .. controls {} and {} .. {}", at(first), at(second), at(to))
        }
        Step::Close => " -- cycle".to_owned(),
    });
    steps.collect()
}

fn colour(Colour(red, green, blue): Colour) -> String {
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// A name: as mathematics if it is a letter with an index, such as `u_1`, `v_ij`, `x_{n,1}` or `w'`.
fn name(words: &str) -> String {
    let bare = words.trim_end_matches('\'');
    let primes = &words[bare.len()..];
    let (letter, index) = bare.split_once('_').unwrap_or((bare, ""));
    let index = index.strip_prefix('{').and_then(|index| index.strip_suffix('}')).unwrap_or(index);
    let is_letter = letter.len() == 1 && letter.bytes().all(|letter| letter.is_ascii_alphabetic());
    let is_index = index.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b',');
    // A longer index is a word, and a word in italics looks like a product.
    if !is_letter
        || !is_index
        || index.len() > 4
        || (index.is_empty() && (primes.is_empty() || bare.contains('_')))
    {
        return plain(words);
    }
    if index.is_empty() { format!("${letter}{primes}$") } else { format!("${letter}_{{{index}}}{primes}$") }
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
            '→' => plain.push_str("$\\to$"),
            '–' => plain.push_str("--"),
            '≥' => plain.push_str("$\\ge$"),
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
    use crate::layout::Layout;
    use crate::picture::picture;
    use crate::scene::Overlays;
    use rotor_graph::parse;

    fn written(text: &str) -> String {
        tikz(&picture(&parse(text).unwrap(), &Overlays::default(), &Layout::default(), &mut ()).unwrap())
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
    fn a_letter_with_an_index_is_mathematics() {
        let cases = [
            ("u_1", "$u_{1}$"),
            ("x_{n,1}", "$x_{n,1}$"),
            ("w'", "$w'$"),
            ("v_ij''", "$v_{ij}''$"),
            ("u1", "u1"),
            ("u_", "u\\_"),
            ("max_flow", "max\\_flow"),
            ("a_vertex", "a\\_vertex"),
            ("u_$", "u\\_\\$"),
        ];
        for (words, set) in cases {
            assert_eq!(name(words), set);
        }
    }

    #[test]
    fn names_are_not_commands() {
        let text = written(r#"sink "\\input{x}$_^~%&#\n""#);
        let name = r"\textbackslash{}input\{x\}\$\_\textasciicircum{}\textasciitilde{}\%\&\#?";
        assert!(text.contains(&format!("{{{name}}};")), "{text}");
    }
}
