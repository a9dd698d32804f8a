//! Graphviz: the graph with its shapes and colours, laid out by the program that reads it.

use crate::picture::{ExitColours, values_matter};
use crate::scene::{Colour, Overlays, width_of};
use crate::text::number;
use rotor_graph::{Instance, Owner, Player, Stop, Tick, VertexId, VertexMap};
use std::fmt::{self, Write};

/// The instance as a digraph: Max square, Min diamond, sinks doubled, an arrow from nowhere at the start, initial rotors
/// dashed and red, and what `overlays` show. It has every vertex and every arc, however many. Time O(|V| + |A|).
pub fn dot(instance: &Instance, overlays: &Overlays, tick: &mut dyn Tick) -> Result<String, Stop> {
    let mut out = String::new();
    let mut ended = Ok(());
    let mut go_on = |operations: usize| {
        ended = tick.tick(operations as u64);
        ended.map_err(|_| fmt::Error)
    };
    let written = write(&mut out, instance, overlays, &mut go_on);
    ended?;
    written.expect("a string takes every character");
    Ok(out)
}

fn write(
    out: &mut String,
    instance: &Instance,
    overlays: &Overlays,
    go_on: &mut dyn FnMut(usize) -> fmt::Result,
) -> fmt::Result {
    let graph = instance.graph();
    let values_matter = values_matter(instance);
    let colours = overlays.exits.as_ref().map(|exits| (ExitColours::of(instance, exits), exits));
    writeln!(out, "digraph rotor_graph {{\n  node [shape=circle];")?;
    for u in graph.vertices() {
        go_on(1)?;
        let shape = match instance.owner(u) {
            _ if graph.is_sink(u) => "doublecircle",
            Owner::Rotor => "circle",
            Owner::Player(Player::Max) => "square",
            Owner::Player(Player::Min) => "diamond",
        };
        let mut label = label(instance, u, values_matter);
        if let Some(values) = overlays.values.as_ref().filter(|_| !graph.is_sink(u)) {
            write!(label, "\\n{}", values[u])?;
        }
        write!(out, "  v{} [label=\"{label}\", shape={shape}", u.index())?;
        if let Some((colours, exits)) = &colours {
            let fill = colours.colour(exits[u]);
            let words = fill.words();
            write!(out, ", style=filled, fillcolor=\"{}\", fontcolor=\"{}\"", fill.hex(), words.hex())?;
        }
        writeln!(out, "];")?;
    }
    if let Some(start) = instance.start() {
        writeln!(out, "  start [shape=point];\n  start -> v{};", start.index())?;
    }
    let most = overlays.most_visits();
    // The last tail whose arcs were seen to lead to each head.
    let mut seen_from = VertexMap::filled(graph.vertex_count(), None);
    for u in graph.vertices() {
        let rotor = instance.rotors().rotor(u);
        go_on(graph.arc_range(u).len())?;
        for (position, a) in graph.out_arcs(u).enumerate() {
            let v = graph.head(a);
            write!(out, "  v{} -> v{} [label=\"{position}", u.index(), v.index())?;
            let is_first = seen_from[v].replace(u) != Some(u);
            let flow = overlays.flows.as_ref().filter(|_| is_first).and_then(|flows| flows.get(u, v));
            if let Some(flow) = flow {
                write!(out, " r={flow}")?;
            }
            write!(out, "\"")?;
            if a == rotor {
                write!(out, ", style=dashed, color=red")?;
            }
            if overlays.forest.as_ref().is_some_and(|forest| forest[u] == a) {
                write!(out, ", penwidth=3")?;
            } else if let Some(visits) = &overlays.visits {
                let width = width_of(&visits[a.index()], &most);
                write!(out, ", penwidth={}", number(width))?;
            }
            if overlays.picks(a) {
                write!(out, ", fontcolor=\"{0}\", arrowsize=2", Colour::REMARK.hex())?;
            }
            writeln!(out, "];")?;
        }
    }
    writeln!(out, "}}")
}

/// The name of `u`, and its value if it is a sink and values matter, safe between double quotes.
fn label(instance: &Instance, u: VertexId, values_matter: bool) -> String {
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
    if instance.graph().is_sink(u) && values_matter {
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
        dot(&parse(text).unwrap(), &Overlays::default(), &mut ()).unwrap()
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
    fn every_sink_has_its_value_or_none_has() {
        let labels = |text: &str| -> Vec<String> {
            let written = written(text);
            let labels =
                written.lines().filter_map(|line| line.split_once("[label=\"")?.1.split_once("\", shape"));
            labels.map(|(label, _)| label.to_owned()).collect()
        };
        assert_eq!(labels("u: s t\nsink s = 1\nsink t"), ["u", r"s\n= 1", r"t\n= 0"]);
        assert_eq!(labels("max u: s\nsink s"), ["u", r"s\n= 0"]);
        assert_eq!(labels("u: s t\nsink s\nsink t"), ["u", "s", "t"]);
    }

    #[test]
    fn names_cannot_break_out_of_their_quotes() {
        let text = written(r#"sink "\"];x\\\n\u0000&lt;""#);
        assert!(text.contains(r#"v0 [label="\"];x\\\\u{a}\\u{0}&amp;lt;", shape"#), "{text}");
    }
}
