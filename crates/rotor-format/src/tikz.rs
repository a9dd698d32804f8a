//! TikZ pictures: a LaTeX document with the graph, trees from the root down, others on a circle.

use rotor_graph::{Instance, Owner, Player, VertexId};
use std::io::{self, Write};

/// Writes `instance` as a standalone document: Max square, Min diamond, sinks doubled, arcs numbered in rotor order,
/// initial rotors dashed and red.
pub fn write(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    write!(out, "{PREAMBLE}")?;
    let places = tree_places(instance).unwrap_or_else(|| circle_places(graph.vertex_count()));
    for (u, place) in graph.vertices().zip(places) {
        let (x, y) = (hundredths(place.0), hundredths(place.1));
        let style = match instance.owner(u) {
            _ if graph.is_sink(u) => "sink",
            Owner::Rotor => "rotor",
            Owner::Player(Player::Max) => "max",
            Owner::Player(Player::Min) => "min",
        };
        let start = if instance.start() == Some(u) { ", start" } else { "" };
        writeln!(
            out,
            "  \\node[{style}{start}] (v{}) at ({x:.2}, {y:.2}) {{{}}};",
            u.index(),
            label(instance, u)
        )?;
    }
    // How often the present vertex has led to each head so far; `of` tells whose count it is.
    let mut parallel = vec![(VertexId::new(u32::MAX), 0u32); graph.vertex_count()];
    for u in graph.vertices() {
        let rotor = instance.rotors().rotor(u);
        for (position, a) in graph.out_arcs(u).enumerate() {
            let v = graph.head(a);
            let (of, before) = &mut parallel[v.index()];
            *before = if *of == u { *before + 1 } else { 0 };
            *of = u;
            let style = if a == rotor { "arc, initial" } else { "arc" };
            let bend = match u == v {
                true => format!("loop above, min distance={}mm", 6 + 5 * *before),
                false => format!("bend left={}", 12 + 14 * (*before % 6)),
            };
            let (tail, head) = (u.index(), v.index());
            writeln!(out, "  \\draw[{style}] (v{tail}) to[{bend}] node[number] {{{position}}} (v{head});")?;
        }
    }
    writeln!(out, "\\end{{tikzpicture}}\n\\end{{document}}")
}

const PREAMBLE: &str = r"\documentclass[tikz]{standalone}
\usetikzlibrary{shapes.geometric}
\begin{document}
\begin{tikzpicture}[
  rotor/.style={draw, circle}, max/.style={draw, rectangle}, min/.style={draw, diamond},
  sink/.style={draw, circle, double}, start/.style={very thick},
  arc/.style={->}, initial/.style={red, dashed}, number/.style={auto, font=\scriptsize}]
";

/// The name of `u`, and its value if it is a sink that has one, with nothing in it that LaTeX would obey.
fn label(instance: &Instance, u: VertexId) -> String {
    let mut label = String::new();
    for character in instance.name(u).chars() {
        match character {
            '\\' => label.push_str("\\textbackslash{}"),
            '^' => label.push_str("\\textasciicircum{}"),
            '~' => label.push_str("\\textasciitilde{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => label.extend(['\\', character]),
            character if character.is_control() => label.push('?'),
            character => label.push(character),
        }
    }
    match instance.value(u) {
        0 => label,
        value => format!("{label}: ${value}$"),
    }
}

/// `length` rounded to hundredths, never minus zero.
fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0 + 0.0
}

/// Places on a circle, in order, wide enough for all.
fn circle_places(vertices: usize) -> Vec<(f64, f64)> {
    let radius = (vertices as f64 * 0.35).max(2.0);
    let angle = |index: usize| std::f64::consts::TAU * index as f64 / vertices as f64;
    (0..vertices).map(|index| (radius * angle(index).cos(), radius * angle(index).sin())).collect()
}

/// If Ḡ is a forest: leaves side by side, parents above the middle of their children, the start on top.
fn tree_places(instance: &Instance) -> Option<Vec<(f64, f64)>> {
    let order = preorder(instance)?;
    let mut places = vec![(0.0, 0.0); order.len()];
    let mut depth = vec![0u32; order.len()];
    // The leftmost and the rightmost child of each vertex.
    let mut span: Vec<Option<(f64, f64)>> = vec![None; order.len()];
    for &(u, parent) in &order {
        depth[u.index()] = parent.map_or(0, |parent| depth[parent.index()] + 1);
    }
    // From the right, so that children come before their parents.
    let mut next_leaf = 0.0;
    for &(u, parent) in order.iter().rev() {
        let x = match span[u.index()] {
            Some((left, right)) => (left + right) / 2.0,
            None => {
                next_leaf -= 1.5;
                next_leaf
            }
        };
        places[u.index()] = (x, -1.8 * f64::from(depth[u.index()]));
        if let Some(parent) = parent {
            let span = &mut span[parent.index()];
            *span = Some(span.map_or((x, x), |(left, right)| (x.min(left), x.max(right))));
        }
    }
    Some(places)
}

/// All vertices with their parents, parents before children and subtrees together; `None` if Ḡ has a cycle.
fn preorder(instance: &Instance) -> Option<Vec<(VertexId, Option<VertexId>)>> {
    let graph = instance.graph();
    let mut neighbours: Vec<Vec<VertexId>> = vec![Vec::new(); graph.vertex_count()];
    for u in graph.vertices() {
        for &v in graph.heads(u).iter().filter(|&&v| v != u) {
            neighbours[u.index()].push(v);
            neighbours[v.index()].push(u);
        }
    }
    neighbours.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let mut found = vec![false; graph.vertex_count()];
    let mut order = Vec::with_capacity(graph.vertex_count());
    for root in instance.start().into_iter().chain(graph.vertices()) {
        let mut open = if found[root.index()] { Vec::new() } else { vec![(root, None)] };
        while let Some((u, parent)) = open.pop() {
            if std::mem::replace(&mut found[u.index()], true) {
                return None;
            }
            order.push((u, parent));
            let children = neighbours[u.index()].iter().rev().filter(|&&v| Some(v) != parent);
            open.extend(children.map(|&v| (v, Some(u))));
        }
    }
    Some(order)
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
    fn a_tree_hangs_from_its_start() {
        let text = written("max u: v *s\nv: u^2 v t\nsink s = 3\nsink t\nstart u");
        let body = text.strip_prefix(PREAMBLE).unwrap();
        let expected = r"  \node[max, start] (v0) at (-2.25, 0.00) {u};
  \node[rotor] (v1) at (-3.00, -1.80) {v};
  \node[sink] (v2) at (-1.50, -1.80) {s: $3$};
  \node[sink] (v3) at (-3.00, -3.60) {t};
  \draw[arc] (v0) to[bend left=12] node[number] {0} (v1);
  \draw[arc, initial] (v0) to[bend left=12] node[number] {1} (v2);
  \draw[arc, initial] (v1) to[bend left=12] node[number] {0} (v0);
  \draw[arc] (v1) to[bend left=26] node[number] {1} (v0);
  \draw[arc] (v1) to[loop above, min distance=6mm] node[number] {2} (v1);
  \draw[arc] (v1) to[bend left=12] node[number] {3} (v3);
\end{tikzpicture}
\end{document}
";
        assert_eq!(body, expected);
    }

    #[test]
    fn a_graph_with_a_cycle_stands_on_a_circle() {
        let text = written("a: b\nb: c\nmin c: a s\nsink s");
        assert!(text.contains("\\node[rotor] (v0) at (2.00, 0.00) {a};"), "{text}");
        assert!(text.contains("\\node[min] (v2) at (-2.00, 0.00) {c};"), "{text}");
    }

    #[test]
    fn names_are_no_commands() {
        let text = written(r#"sink "\\input{x}$_^~%&#\n""#);
        let name = r"\textbackslash{}input\{x\}\$\_\textasciicircum{}\textasciitilde{}\%\&\#?";
        assert!(text.contains(&format!("{{{name}}};")), "{text}");
    }
}
