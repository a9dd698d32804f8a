//! Pictures of the paper's figures, of random graphs and of large ones: nothing overlaps, nothing is cut, nothing is missing, arrows
//! and numbers of different arcs stay apart, and what is known of a graph beforehand is drawn as it is known.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod formats;

use rotor_draw::{
    ArcMark, Geometry, Layout, Overlays, Page, Point, Rectangle, Scene, dot, html, is_legible, picture, svg,
    tikz,
};
use rotor_generate::{Dice, Instances, budget, draw};
use rotor_graph::{ArcId, Exit, Instance, Limit, VertexId, VertexMap, parse};
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
    laid_out(instance, Layout::default())
}

fn laid_out(instance: &Instance, layout: Layout) -> Scene {
    picture(instance, &Overlays::default(), &layout, &mut ()).unwrap()
}

fn wide(width: f64) -> Layout {
    Layout { width: Some(width), ..Layout::default() }
}

fn shaped(geometry: Geometry) -> Layout {
    Layout { geometry, ..Layout::default() }
}

/// Everything that must hold of any picture.
fn check(instance: &Instance, scene: &Scene) {
    let graph = instance.graph();
    let paper = Rectangle { least: Point::new(0.0, 0.0), most: scene.size };
    assert_eq!(scene.nodes.len(), graph.vertex_count());
    check_places(scene);
    let mut arcs = 0;
    for mark in &scene.arcs {
        assert_eq!(mark.arc.raw(), arcs, "{instance}: arcs come in their order");
        arcs += mark.count;
        for a in mark.arc.raw()..arcs {
            let a = ArcId::new(a);
            let leaves = graph.arc_range(mark.tail).contains(&a.raw());
            assert!(leaves && graph.head(a) == mark.head, "{instance}");
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

/// Every vertex has its own place on the paper.
fn check_places(scene: &Scene) {
    let paper = Rectangle { least: Point::default(), most: scene.size };
    let mut frames: Vec<Rectangle> = scene.nodes.iter().map(|mark| mark.node.frame(mark.center)).collect();
    frames.sort_by(|a, b| a.least.x.total_cmp(&b.least.x));
    for (at, frame) in frames.iter().enumerate() {
        assert!(paper.holds(*frame));
        let near = frames[at + 1..].iter().take_while(|other| other.least.x < frame.most.x);
        assert!(near.into_iter().all(|other| !other.overlaps(*frame)), "{frame:?}");
    }
}

/// How many arcs run through a vertex that is not one of their ends.
fn crossings(scene: &Scene) -> usize {
    let point = |[a, b, c, d]: [Point; 4], t: f64| {
        let s = 1.0 - t;
        a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
    };
    let crosses = |arc: &&ArcMark| {
        let others = || scene.nodes.iter().filter(|mark| ![arc.tail, arc.head].contains(&mark.vertex));
        (1..60).any(|part| {
            let at = point(arc.curve.0, f64::from(part) / 60.0);
            others().any(|mark| inside(mark.center, mark.node.half, at))
        })
    };
    scene.arcs.iter().filter(crosses).count()
}

fn tree(shape: &str, n: u32) -> Instance {
    draw(shape, &[("n", n)], &mut Dice::new(1)).unwrap()
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
    Instances::small(7).check(budget(1_200), |instance, _| check(instance, &drawn(instance)));
}

#[test]
fn the_same_instance_gives_the_same_bytes() {
    for instance in Instances::small(8).take(budget(300)) {
        let write = || {
            let scene = drawn(&instance);
            let page = Page::default();
            [
                svg(&scene),
                tikz(&scene),
                dot(&instance, &Overlays::default(), &mut ()).unwrap(),
                html(&instance, &scene, &page),
            ]
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

/// The tree in which each vertex hangs on its parent, and most have an arc back; and the parents.
fn tree_of(dice: &mut Dice, parents: Vec<usize>, name: fn(usize) -> String) -> (Instance, Vec<usize>) {
    let mut rows: Vec<Vec<String>> = vec![Vec::new(); parents.len()];
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

/// A tree of this many vertices, with names of any length.
fn random_tree(dice: &mut Dice, vertices: u32) -> (Instance, Vec<usize>) {
    let mut parents = vec![0];
    for u in 1..vertices {
        // Bushy near the start, deep near the end, as it comes.
        let least = if dice.chance(0.5) { 0 } else { u.saturating_sub(3) };
        parents.push(dice.between(least..=u - 1) as usize);
    }
    tree_of(dice, parents, |u| format!("v{}{u}", "x".repeat(u % 13)))
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
    let page = html(&instance, &scene, &Page::default());
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

/// a tree of 1,000 vertices was 19,245 pixels wide.
#[test]
fn trees_of_a_thousand_vertices_are_about_as_high_as_wide() {
    let shapes = [
        ("tree", 6_000.0),
        ("binary-tree", 6_000.0),
        ("caterpillar", 6_000.0),
        ("path-tree", 6_000.0),
        ("star", 10_000.0),
        ("broom", 10_000.0),
    ];
    for (shape, most) in shapes {
        let scene = drawn(&tree(shape, 1_000));
        check_places(&scene);
        let Point { x, y } = scene.size;
        assert!(x < most && y < most, "{shape}: {x} × {y}");
    }
}

#[test]
fn in_long_trees_no_arc_runs_through_a_vertex() {
    let mut dice = Dice::new(51);
    for vertices in [160u32, 200, 300] {
        let parents = (1..vertices).map(|u| dice.between(u.saturating_sub(4)..=u - 1) as usize);
        let parents = std::iter::once(0).chain(parents).collect();
        let (instance, _) = tree_of(&mut dice, parents, |u| u.to_string());
        for layout in [Layout::default(), wide(1_200.0), wide(10.0)] {
            let scene = laid_out(&instance, layout);
            check_places(&scene);
            assert_eq!(crossings(&scene), 0, "{instance}");
        }
    }
}

#[test]
fn a_width_wraps_paths_trees_and_components() {
    let path = tree("path-tree", 60);
    let components: String = (0..40).map(|u| format!("u{u}: s{u}\nsink s{u}\n")).collect();
    // A tidy caterpillar is narrow and high as it is.
    for (instance, fills) in
        [(path, true), (tree("caterpillar", 100), false), (parse(&components).unwrap(), true)]
    {
        for width in [600.0, 900.0, 1_500.0] {
            let scene = laid_out(&instance, wide(width));
            check_places(&scene);
            assert!(scene.size.x <= width + 60.0, "{} for {width}", scene.size.x);
            assert!(!fills || scene.size.x > width * 0.7, "{} for {width}", scene.size.x);
        }
    }
    // What fits is left as it is.
    let small = parse("u: v w\nv: u s\nw: u t x\nsink s\nsink t\nsink x\nstart u").unwrap();
    assert_eq!(laid_out(&small, wide(900.0)), drawn(&small));
}

/// the grid came out mirrored.
#[test]
fn a_grid_is_drawn_as_it_is_numbered() {
    let grid = draw("grid", &[("w", 7), ("h", 4), ("parallel", 2)], &mut Dice::new(1)).unwrap();
    let scene = laid_out(&grid, shaped(Geometry::Grid { w: 7, h: 4 }));
    check_places(&scene);
    let at = |name: &str| scene.nodes.iter().find(|mark| mark.name == name).unwrap().center;
    for u in 0..28u32 {
        let here = at(&u.to_string());
        if u % 7 < 6 {
            assert!(at(&(u + 1).to_string()).x > here.x + 30.0 && at(&(u + 1).to_string()).y == here.y);
        }
        if u < 21 {
            assert!(at(&(u + 7).to_string()).y > here.y + 30.0 && at(&(u + 7).to_string()).x == here.x);
        }
        assert!(at("A").x < here.x && here.x < at("B").x);
    }
    // A hint that cannot be true is ignored.
    let small = parse("u: s\nsink s").unwrap();
    for (w, h) in [(7, 4), (0, 3), (u32::MAX, u32::MAX)] {
        assert_eq!(laid_out(&small, shaped(Geometry::Grid { w, h })), drawn(&small));
    }
}

/// `chain 60` was a hairball.
#[test]
fn a_chain_is_a_row_under_its_arches() {
    let chain = draw("chain", &[("n", 60)], &mut Dice::new(0)).unwrap();
    let scene = laid_out(&chain, shaped(Geometry::Chain));
    check_places(&scene);
    assert_eq!(crossings(&scene), 0);
    let row = scene.nodes[0].center.y;
    assert!(scene.nodes.iter().all(|mark| mark.center.y == row));
    assert!(scene.nodes.windows(2).all(|pair| pair[0].center.x < pair[1].center.x));
    let mut arches = 0;
    for mark in &scene.arcs {
        let span = i64::from(mark.head.raw()) - i64::from(mark.tail.raw());
        if span < -1 {
            arches += 1;
            assert!(mark.curve.0.iter().all(|point| point.y < row));
        }
    }
    assert_eq!(arches, 58);
}

/// Five thousand vertices are drawn one by one, each with a place of its own, arcs that stay short, and a picture that is not a
/// strip.
#[test]
fn trees_of_five_thousand_vertices_are_read_by_zooming() {
    for (shape, longest, flattest) in [
        ("tree", 400.0, 2.0),
        ("binary-tree", 400.0, 4.0),
        ("caterpillar", 200.0, 4.0),
        ("path-tree", 200.0, 4.0),
    ] {
        let instance = tree(shape, 5_000);
        assert!(is_legible(&instance), "{shape}");
        let scene = drawn(&instance);
        check_places(&scene);
        let Point { x, y } = scene.size;
        assert!(x / y < flattest && y / x < flattest, "{shape}: {x} × {y}");
        let length = |arc: &ArcMark| (arc.curve.0[3] - arc.curve.0[0]).length();
        let mean = scene.arcs.iter().map(length).sum::<f64>() / scene.arcs.len() as f64;
        assert!(mean < longest, "{shape}: {mean}");
    }
}

/// A graph in which everything is near to everything becomes a map at 2,000 vertices, a grid does not.
#[test]
fn tangled_graphs_become_maps_earlier() {
    let family = |id: &str, given: &[(&str, &str)]| {
        let given = given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        rotor_generate::generate(id, &given, 3).unwrap()
    };
    assert!(is_legible(&family("small-world", &[("n", "1900")])));
    assert!(!is_legible(&family("small-world", &[("n", "4000")])));
    assert!(is_legible(&family("grid", &[("w", "68"), ("h", "68")])));
    assert!(!is_legible(&family("tree", &[("n", "5100")])));
}

/// The tip of the head of an arc: the curve ends where the head begins, 8 pixels before.
fn tip(mark: &ArcMark) -> Point {
    let [_, _, handle, end] = mark.curve.0;
    end + (end - handle) * (8.0 / (end - handle).length())
}

/// The nearest that the tip of one arc comes to the beginning of another that leaves the same vertex for elsewhere.
fn nearest_tip(scene: &Scene) -> f64 {
    let pairs = scene.arcs.iter().flat_map(|out| scene.arcs.iter().map(move |into| (out, into)));
    let meeting =
        pairs.filter(|(out, into)| into.head == out.tail && ![out.head, into.head].contains(&into.tail));
    meeting.map(|(out, into)| (out.curve.0[0] - tip(into)).length()).fold(f64::INFINITY, f64::min)
}

/// the arc from u0 to u2 began under the head of the arc from u1 to u0, and looked as if it had two.
#[test]
fn no_arc_begins_under_the_head_of_another() {
    let names =
        ["fig-calc-rn", "fig-rotor-routing", "fig-one-player", "fig-revolving-example", "fig-integer-game"];
    let figures = figures().into_iter().filter(|(name, _)| names.contains(&name.as_str()));
    let figures: Vec<_> = figures.collect();
    assert_eq!(figures.len(), names.len());
    for (name, instance) in figures {
        let nearest = nearest_tip(&drawn(&instance));
        assert!(nearest > 6.0, "{name}: {nearest}");
    }
}

/// the numbers of four and more parallel arcs stood upon each other.
#[test]
fn numbers_of_parallel_arcs_stand_apart() {
    for parallel in 2..=6 {
        let many = |row: &str| row.repeat(parallel);
        for text in [
            format!("u: {}s\nv: {}t\nsink s\nsink t", many("v "), many("u ")),
            format!("u: {}s\nv: s\nsink s\nsink t", many("v t ")),
            format!(
                "u: {}s\nv: u u t {}\nw: {}\nsink s\nsink t\nstart u",
                many("v t "),
                many("w u "),
                many("v s ")
            ),
        ] {
            let scene = drawn(&parse(&text).unwrap());
            for (at, mark) in scene.arcs.iter().enumerate() {
                let frame = mark.number.frame();
                for other in &scene.arcs[..at] {
                    let ends = [mark, other].map(|mark| (mark.tail, &mark.number.text));
                    assert!(!frame.overlaps(other.number.frame()), "{text}\n{ends:?}");
                }
                for node in &scene.nodes {
                    let near = frame.overlaps(node.node.frame(node.center));
                    assert!(!near || !inside(node.center, node.node.half, mark.number.at), "{text}");
                }
            }
        }
    }
}

/// Whether a point lies in the ellipse around `center`.
fn inside(center: Point, half: Point, point: Point) -> bool {
    let way = point - center;
    (way.x / half.x).powi(2) + (way.y / half.y).powi(2) < 1.0
}

/// The frame of an arc of a star holds a quarter of all vertices; looking at them all for each arc took 18 s for 5,000.
#[test]
fn leading_the_arcs_of_a_star_around_vertices_is_not_quadratic() {
    let work = |leaves: usize| {
        let names: Vec<String> = (0..leaves).map(|leaf| format!("v{leaf}")).collect();
        let arcs: String = names.iter().map(|name| format!("{name}: c\n")).collect();
        let text = format!("c: {} s\n{arcs}sink s\nstart c\n", names.join(" "));
        let mut limit = Limit(u64::MAX);
        picture(&parse(&text).unwrap(), &Overlays::default(), &Layout::default(), &mut limit).unwrap();
        u64::MAX - limit.0
    };
    // With the layout, which is a little more than linear; by frames of arcs it would be 6.1 times as much.
    let (small, large) = (work(1_100), work(4_400));
    assert!(large < 5 * small, "{small} {large}");
}

#[test]
fn given_places_are_kept_up_to_one_shift() {
    let instance = parse("a: b s\nb: a t\nsink s\nsink t\nstart a").unwrap();
    let given = [(0.0, 0.0), (200.0, 10.0), (-150.0, 40.0), (90.0, 300.0)].map(|(x, y)| Point::new(x, y));
    let geometry = Geometry::Places(VertexMap::from_vec(given.iter().map(|&at| Some(at)).collect()));
    let scene = laid_out(&instance, shaped(geometry));
    let shift = scene.nodes[0].center - given[0];
    for (mark, &at) in scene.nodes.iter().zip(&given) {
        let off = mark.center - at - shift;
        assert!(off.x.abs() < 1e-6 && off.y.abs() < 1e-6);
    }
}

/// typed vertices piled up on one spot.
#[test]
fn vertices_without_a_place_stand_by_their_neighbours() {
    let text = "a: b c d e f g s\nb: a\nc: a\nd: a\ne: a\nf: a\ng: a\nx: y\ny: x s\nsink s";
    let instance = parse(text).unwrap();
    let mut places = VertexMap::filled(instance.graph().vertex_count(), None);
    places[VertexId::new(0)] = Some(Point::new(50.0, 50.0));
    let scene = laid_out(&instance, shaped(Geometry::Places(places)));
    for (at, one) in scene.nodes.iter().enumerate() {
        for other in &scene.nodes[..at] {
            let way = one.center - other.center;
            let apart = way.x.abs() >= one.node.half.x + other.node.half.x
                || way.y.abs() >= one.node.half.y + other.node.half.y;
            assert!(apart, "{} and {}", one.name, other.name);
        }
    }
}

/// One exit needs no words: its colour says it.
#[test]
fn where_walks_exit_is_said_at_the_vertices_if_it_differs() {
    let instance = parse("u: a\nv: b\nsink a\nsink b").unwrap();
    let sink_at = |last: &str| {
        let exit = |u| match instance.name(u) {
            "u" | "a" => "a",
            _ => last,
        };
        let at = |name: &str| instance.graph().vertices().find(|&v| instance.name(v) == name).unwrap();
        let exits = instance.graph().vertices().map(|u| Exit::Sink(at(exit(u)))).collect();
        let overlays = Overlays { exits: Some(VertexMap::from_vec(exits)), ..Overlays::default() };
        svg(&picture(&instance, &overlays, &Layout::default(), &mut ()).unwrap())
    };
    let [two, one] = [sink_at("b"), sink_at("a")];
    assert!(two.contains("→ a") && two.contains("→ b"), "{two}");
    assert!(!one.contains("→ a"), "{one}");
}
