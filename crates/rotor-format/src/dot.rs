//! Graphviz graphs: vertices, arcs numbered in rotor order, initial rotors dashed and red.

use rotor_graph::{Instance, Owner, Player, VertexId};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes `instance` as a digraph: Max square, Min diamond, sinks doubled, an arrow from nowhere at the start.
pub fn write(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    writeln!(out, "digraph rotor_graph {{\n  node [shape=circle];")?;
    for u in graph.vertices() {
        let shape = match instance.owner(u) {
            _ if graph.is_sink(u) => "doublecircle",
            Owner::Rotor => "circle",
            Owner::Player(Player::Max) => "square",
            Owner::Player(Player::Min) => "diamond",
        };
        writeln!(out, "  v{} [label=\"{}\", shape={shape}];", u.index(), label(instance, u))?;
    }
    if let Some(start) = instance.start() {
        writeln!(out, "  start [shape=point];\n  start -> v{};", start.index())?;
    }
    for u in graph.vertices() {
        let rotor = instance.rotors().rotor(u);
        for (position, a) in graph.out_arcs(u).enumerate() {
            let style = if a == rotor { ", style=dashed, color=red" } else { "" };
            writeln!(out, "  v{} -> v{} [label=\"{position}\"{style}];", u.index(), graph.head(a).index())?;
        }
    }
    writeln!(out, "}}")
}

/// The name of `u`, and its value if it is a sink that has one, safe between double quotes.
fn label(instance: &Instance, u: VertexId) -> String {
    let mut label = String::new();
    for character in instance.name(u).chars() {
        match character {
            '"' => label.push_str("\\\""),
            '\\' => label.push_str("\\\\"),
            // Graphviz would take `&lt;` for `<`.
            '&' => label.push_str("&amp;"),
            character if character.is_control() => label.extend(character.escape_unicode().flat_map(doubled)),
            character => label.push(character),
        }
    }
    if instance.value(u) != 0 {
        write!(label, "\\n= {}", instance.value(u)).expect("a string takes every character");
    }
    label
}

/// A backslash as two.
fn doubled(character: char) -> impl Iterator<Item = char> {
    std::iter::repeat_n(character, if character == '\\' { 2 } else { 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        write(&parse(text).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn arcs_are_numbered_and_rotors_dashed() {
        let expected = r#"digraph rotor_graph {
  node [shape=circle];
  v0 [label="u", shape=circle];
  v1 [label="v", shape=square];
  v2 [label="w", shape=diamond];
  v3 [label="s\n= -7", shape=doublecircle];
  start [shape=point];
  start -> v0;
  v0 -> v1 [label="0"];
  v0 -> v3 [label="1", style=dashed, color=red];
  v1 -> v2 [label="0", style=dashed, color=red];
  v2 -> v2 [label="0", style=dashed, color=red];
  v2 -> v0 [label="1"];
}
"#;
        assert_eq!(written("u: v *s\nmax v: w\nmin w: w u\nsink s = -7\nstart u"), expected);
    }

    #[test]
    fn names_cannot_break_out_of_their_quotes() {
        let text = written(r#"sink "\"];x\\\n\u0000&lt;""#);
        assert!(text.contains(r#"v0 [label="\"];x\\\\u{a}\\u{0}&amp;lt;", shape"#), "{text}");
    }
}
