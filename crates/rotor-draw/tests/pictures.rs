//! Pictures of the paper's figures and of random graphs: nothing overlaps, nothing is cut, nothing is missing.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_draw::{
    Layout, Overlays, Point, Rectangle, Scene, density, dot, html, is_legible, picture, svg, tikz,
};
use rotor_generate::{Dice, Kinds, small_forest, small_game, small_graph};
use rotor_graph::{Exit, Instance, VertexId, VertexMap, parse};
use std::path::Path;

fn figures() -> Vec<(String, Instance)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let figure = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        (file.file_stem().unwrap().to_str().unwrap().to_owned(), parse(&text).unwrap())
    };
    files.into_iter().map(figure).collect()
}

fn drawn(instance: &Instance) -> Scene {
    picture(instance, &Overlays::default(), &Layout::default())
}

/// Everything that must hold of any picture.
fn check(instance: &Instance, scene: &Scene) {
    let graph = instance.graph();
    let paper = Rectangle { least: Point::new(0.0, 0.0), most: scene.size };
    let frames: Vec<Rectangle> = scene.nodes.iter().map(|mark| mark.node.frame(mark.center)).collect();
    assert_eq!(frames.len(), graph.vertex_count());
    for (at, frame) in frames.iter().enumerate() {
        assert!(paper.holds(*frame), "{instance}: {:?} is cut", scene.nodes[at].name);
        for (other, second) in frames.iter().enumerate().take(at) {
            let [a, b] = [at, other].map(|index| &scene.nodes[index].name);
            assert!(!frame.overlaps(*second), "{instance}: {a} and {b} overlap");
        }
    }
    let mut arcs = 0;
    for mark in &scene.arcs {
        assert_eq!(mark.arc.raw(), arcs, "{instance}: arcs come in their order");
        arcs += mark.count;
        for a in mark.arc.raw()..arcs {
            let a = rotor_graph::ArcId::new(a);
            assert!(
                graph.arc_range(mark.tail).contains(&a.raw()) && graph.head(a) == mark.head,
                "{instance}"
            );
            assert_eq!(mark.dashed, instance.rotors().rotor(mark.tail) == a, "{instance}");
        }
        let words = std::iter::once(&mark.number).chain(&mark.label);
        words.for_each(|words| assert!(paper.holds(words.frame()), "{instance}: {words:?} is cut"));
    }
    assert_eq!(arcs as usize, graph.arc_count(), "{instance}");
    scene.words.iter().for_each(|words| assert!(paper.holds(words.frame()), "{words:?} is cut"));
    let started = scene.nodes.iter().filter(|mark| mark.start.is_some()).map(|mark| mark.vertex);
    assert_eq!(started.collect::<Vec<_>>(), Vec::from_iter(instance.start()));
    check_svg(instance, scene);
}

/// The document is well formed and names every vertex and every line.
fn check_svg(instance: &Instance, scene: &Scene) {
    let text = svg(scene);
    let document = roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let with = |key: &str| document.descendants().filter(|node| node.has_attribute(key)).count();
    assert_eq!(with("data-vertex"), instance.graph().vertex_count());
    assert_eq!(with("data-arc"), scene.arcs.len());
    let names = document.descendants().filter_map(|node| node.attribute("data-name"));
    for (mark, name) in scene.nodes.iter().zip(names) {
        let unwritable =
            |character: char| character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}');
        assert_eq!(name, mark.name.replace(unwritable, "\u{FFFD}"));
    }
}

#[test]
fn every_figure_of_the_paper_is_drawn_whole() {
    let figures = figures();
    assert!(figures.len() >= 9);
    for (_, instance) in figures {
        check(&instance, &drawn(&instance));
    }
}

#[test]
fn random_graphs_forests_and_games_are_drawn_whole() {
    let mut dice = Dice::new(7);
    let mut kinds = Kinds::default();
    for _ in 0..400 {
        for instance in [small_graph(&mut dice), small_forest(&mut dice), small_game(&mut dice)] {
            kinds.see(&instance);
            check(&instance, &drawn(&instance));
        }
    }
    assert!(kinds.missing().is_empty(), "{:?}", kinds.missing());
}

#[test]
fn the_same_instance_gives_the_same_bytes() {
    let mut dice = Dice::new(8);
    for _ in 0..40 {
        let instance = small_graph(&mut dice);
        let write = || {
            let scene = drawn(&instance);
            let page = rotor_draw::Page::default();
            [svg(&scene), tikz(&scene), dot(&instance, &Overlays::default()), html(&instance, &scene, &page)]
        };
        assert_eq!(write(), write());
    }
}

/// Whether the segments from a to b and from c to d cross at a point inside both.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let apart = |one: f64, other: f64| (one > 1e-6 && other < -1e-6) || (one < -1e-6 && other > 1e-6);
    apart(side(a, b, c), side(a, b, d)) && apart(side(c, d, a), side(c, d, b))
}

/// A tree of this many vertices, with names of any length, by its parents.
fn random_tree(dice: &mut Dice, vertices: u32) -> (Instance, Vec<usize>) {
    let mut parents = vec![0];
    for u in 1..vertices {
        // Bushy near the start, deep near the end, as it comes.
        let least = if dice.chance(0.5) { 0 } else { u.saturating_sub(3) };
        parents.push(dice.between(least..=u - 1) as usize);
    }
    let name = |u: usize| format!("v{}{u}", "x".repeat(u % 13));
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); vertices as usize];
    for (u, &parent) in parents.iter().enumerate().skip(1) {
        rows[parent].push(name(u));
        if dice.chance(0.7) {
            rows[u].push(name(parent));
        }
    }
    let line = |(u, row): (usize, &Vec<String>)| match row.is_empty() {
        true => format!("sink {}\n", name(u)),
        false => format!("{}: {}\n", name(u), row.join(" ")),
    };
    let text: String = rows.iter().enumerate().map(line).collect();
    (parse(&format!("{text}start {}", name(0))).unwrap(), parents)
}

#[test]
fn tidy_trees_have_children_below_and_no_crossings() {
    let mut dice = Dice::new(9);
    let mut crossings_sought = 0;
    for round in 0..120 {
        let vertices = 4 + round;
        let (instance, parents) = random_tree(&mut dice, vertices);
        // Paths lie in rows instead.
        let mut degrees = vec![0; parents.len()];
        parents
            .iter()
            .enumerate()
            .skip(1)
            .for_each(|(u, &parent)| [u, parent].iter().for_each(|&u| degrees[u] += 1));
        if degrees.iter().all(|&degree| degree <= 2) {
            continue;
        }
        let scene = drawn(&instance);
        check(&instance, &scene);
        let at: Vec<Point> = scene.nodes.iter().map(|mark| mark.center).collect();
        let mut children: Vec<Vec<f64>> = vec![Vec::new(); at.len()];
        for (u, &parent) in parents.iter().enumerate().skip(1) {
            assert!(at[u].y > at[parent].y, "{instance}");
            children[parent].push(at[u].x);
            for (v, &other) in parents.iter().enumerate().skip(1).take(u - 1) {
                crossings_sought += 1;
                assert!(!cross(at[u], at[parent], at[v], at[other]), "{instance}");
            }
        }
        for (parent, below) in children.iter().enumerate().filter(|(_, below)| !below.is_empty()) {
            let least = below.iter().copied().fold(f64::INFINITY, f64::min);
            let most = below.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!((at[parent].x - (least + most) / 2.0).abs() < 1e-6, "{instance}: not over the middle");
        }
    }
    assert!(crossings_sought > 100_000, "{crossings_sought}");
}

#[test]
fn odd_names_are_measured_and_never_run() {
    let names = [
        "<script>alert(1)</script>",
        "\\\"quoted\\\" & co",
        "]]>",
        "שלום עולם",
        "مرحبا",
        "車站",
        "e\u{301}\u{301}",
        "line\\nbreak",
        "nul\\u0000",
        "\u{202E}reversed",
        "😀😀",
        "a name much longer than anybody would want to read in a picture",
    ];
    let rows: Vec<String> = names.iter().map(|name| format!("\"{name}\": s \"{name}\"\n")).collect();
    let instance = parse(&format!("{}sink s\nstart \"]]>\"", rows.concat())).unwrap();
    let scene = drawn(&instance);
    check(&instance, &scene);
    let text = svg(&scene);
    assert!(!text.contains("<script") && text.contains("&lt;script&gt;"));
    let page = html(&instance, &scene, &rotor_draw::Page::default());
    assert!(!page.contains("<script>alert"));
}

#[test]
fn long_walks_of_parallel_arcs_and_loops_stay_drawable() {
    let instance = parse("u: v^1000000 u^30 s\nv: v u^3 *u^2 v\nsink s").unwrap();
    assert!(is_legible(&instance));
    let scene = drawn(&instance);
    check(&instance, &scene);
    let numbers: Vec<&str> = scene.arcs.iter().map(|mark| mark.number.text.as_str()).collect();
    assert_eq!(numbers, ["0", "1–999999", "1000000–1000029", "1000030", "0", "1", "2", "3", "4", "5", "6"]);
}

#[test]
fn an_empty_instance_has_an_empty_picture() {
    let instance = parse("").unwrap();
    check(&instance, &drawn(&instance));
}

#[test]
fn large_graphs_become_a_density_that_counts_every_vertex() {
    let leaves = 5_500u32;
    let mut text: String = (0..leaves).map(|u| format!("{u}: {} s{}\n", u + 1, u % 11)).collect();
    text += &format!("{leaves}: {leaves}\n");
    text.extend((0..11).map(|sink| format!("sink s{sink}\n")));
    let instance = parse(&text).unwrap();
    assert!(!is_legible(&instance));
    let sinks: Vec<VertexId> = (0..11).map(|sink| instance.vertex(&format!("s{sink}")).unwrap()).collect();
    let exit = |u: VertexId| match u.raw() {
        u if u < leaves => Exit::Sink(sinks[u as usize % 11]),
        u if u == leaves => Exit::Trap(0),
        _ => Exit::Sink(u),
    };
    let exits = VertexMap::from_vec(instance.graph().vertices().map(exit).collect());
    let scene = density(&instance, &exits);
    let text = svg(&scene);
    roxmltree::Document::parse(&text).unwrap();
    let paper = Rectangle { least: Point::new(0.0, 0.0), most: scene.size };
    assert!(scene.words.iter().all(|words| paper.holds(words.frame())));
    assert!(scene.rectangles.iter().all(|mark| paper.holds(mark.place)));
    let legend: usize = scene
        .words
        .iter()
        .filter_map(|words| words.text.rsplit_once(" (")?.1.strip_suffix(')')?.parse::<usize>().ok())
        .sum();
    assert_eq!(legend, instance.graph().vertex_count());
    assert!(text.contains("4 other sinks") && text.contains("trapped (1)"));
}

#[test]
fn a_shapeless_graph_takes_paper_in_proportion() {
    let mut dice = Dice::new(1);
    for vertices in [300, 900] {
        let mut row = |u| format!("{u}: {} {}\n", dice.below(vertices + 1), dice.below(vertices + 1));
        let rows: String = (0..vertices).map(&mut row).collect();
        let instance = parse(&format!("{rows}sink {vertices}")).unwrap();
        assert!(is_legible(&instance));
        let scene = drawn(&instance);
        check(&instance, &scene);
        let Point { x, y } = scene.size;
        assert!(x * y < 2e4 * f64::from(vertices), "{vertices} vertices on {x} × {y}");
    }
}
