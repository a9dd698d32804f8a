//! Large and known graphs: pictures that stay on a screen, and geometries that families have of their own.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_draw::{Geometry, Layout, Overlays, Point, Rectangle, Scene, is_legible, picture};
use rotor_generate::{Dice, Shape, Tree, draw};
use rotor_graph::{Instance, parse};

fn drawn(instance: &Instance, layout: Layout) -> Scene {
    picture(instance, &Overlays::default(), &layout)
}

fn wide(width: f64) -> Layout {
    Layout { width: Some(width), ..Layout::default() }
}

fn shaped(geometry: Geometry) -> Layout {
    Layout { geometry, ..Layout::default() }
}

/// Every vertex has its own place on the paper.
fn check(scene: &Scene) {
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
    let inside = |mark: &rotor_draw::NodeMark, at: Point| {
        let way = at - mark.center;
        (way.x / mark.node.half.x).powi(2) + (way.y / mark.node.half.y).powi(2) < 1.0
    };
    let crosses = |arc: &&rotor_draw::ArcMark| {
        let others = || scene.nodes.iter().filter(|mark| ![arc.tail, arc.head].contains(&mark.vertex));
        (1..60).any(|part| {
            let at = point(arc.curve.0, f64::from(part) / 60.0);
            others().any(|mark| inside(mark, at))
        })
    };
    scene.arcs.iter().filter(crosses).count()
}

fn tree(shape: Shape, n: u32) -> Instance {
    Tree { n, ..Tree::plain(shape) }.build(&mut Dice::new(1)).unwrap()
}

/// F23: a tree of 1,000 vertices was 19,245 pixels wide.
#[test]
fn f23_trees_of_a_thousand_vertices_are_about_as_high_as_wide() {
    let shapes = [
        (Shape::Random, 6_000.0),
        (Shape::Binary, 6_000.0),
        (Shape::Caterpillar, 6_000.0),
        (Shape::Path, 6_000.0),
        (Shape::Star, 10_000.0),
        (Shape::Broom, 10_000.0),
    ];
    for (shape, most) in shapes {
        let scene = drawn(&tree(shape, 1_000), Layout::default());
        check(&scene);
        let Point { x, y } = scene.size;
        assert!(x < most && y < most, "{shape:?}: {x} × {y}");
    }
}

#[test]
fn f23_in_long_trees_no_arc_runs_through_a_vertex() {
    let mut dice = Dice::new(51);
    for vertices in [160u32, 200, 300] {
        let mut rows: Vec<Vec<String>> = vec![Vec::new(); vertices as usize];
        for u in 1..vertices {
            let parent = dice.between(u.saturating_sub(4)..=u - 1);
            rows[parent as usize].push(u.to_string());
            if dice.chance(0.7) {
                rows[u as usize].push(parent.to_string());
            }
        }
        let line = |(u, row): (usize, &Vec<String>)| match row.is_empty() {
            true => format!("sink {u}\n"),
            false => format!("{u}: {}\n", row.join(" ")),
        };
        let text: String = rows.iter().enumerate().map(line).collect();
        let instance = parse(&format!("{text}start 0")).unwrap();
        for layout in [Layout::default(), wide(1_200.0), wide(10.0)] {
            let scene = drawn(&instance, layout);
            check(&scene);
            assert_eq!(crossings(&scene), 0, "{instance}");
        }
    }
}

#[test]
fn f23_a_width_wraps_paths_trees_and_components() {
    let path = tree(Shape::Path, 60);
    let components: String = (0..40).map(|u| format!("u{u}: s{u}\nsink s{u}\n")).collect();
    // A tidy caterpillar is narrow and high as it is.
    for (instance, fills) in
        [(path, true), (tree(Shape::Caterpillar, 100), false), (parse(&components).unwrap(), true)]
    {
        for width in [600.0, 900.0, 1_500.0] {
            let scene = drawn(&instance, wide(width));
            check(&scene);
            assert!(scene.size.x <= width + 60.0, "{} for {width}", scene.size.x);
            assert!(!fills || scene.size.x > width * 0.7, "{} for {width}", scene.size.x);
        }
    }
    // What fits is left as it is.
    let small = parse("u: v w\nv: u s\nw: u t x\nsink s\nsink t\nsink x\nstart u").unwrap();
    assert_eq!(drawn(&small, wide(900.0)), drawn(&small, Layout::default()));
}

/// F23: the grid came out mirrored.
#[test]
fn f23_a_grid_is_drawn_as_it_is_numbered() {
    let grid = draw("grid", &[("w", 7), ("h", 4), ("parallel", 2)], &mut Dice::new(1)).unwrap();
    let scene = drawn(&grid, shaped(Geometry::Grid { w: 7, h: 4 }));
    check(&scene);
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
        assert_eq!(drawn(&small, shaped(Geometry::Grid { w, h })), drawn(&small, Layout::default()));
    }
}

/// F23: `chain 60` was a hairball.
#[test]
fn f23_a_chain_is_a_row_under_its_arches() {
    let chain = draw("chain", &[("n", 60)], &mut Dice::new(0)).unwrap();
    let scene = drawn(&chain, shaped(Geometry::Chain));
    check(&scene);
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
/// strip (F35).
#[test]
fn f35_trees_of_five_thousand_vertices_are_read_by_zooming() {
    for (shape, longest, flattest) in [
        (Shape::Random, 400.0, 2.0),
        (Shape::Binary, 400.0, 4.0),
        (Shape::Caterpillar, 200.0, 4.0),
        (Shape::Path, 200.0, 4.0),
    ] {
        let instance = tree(shape, 5_000);
        assert!(is_legible(&instance), "{shape:?}");
        let scene = drawn(&instance, Layout::default());
        check(&scene);
        let Point { x, y } = scene.size;
        assert!(x / y < flattest && y / x < flattest, "{shape:?}: {x} × {y}");
        let length = |arc: &rotor_draw::ArcMark| (arc.curve.0[3] - arc.curve.0[0]).length();
        let mean = scene.arcs.iter().map(length).sum::<f64>() / scene.arcs.len() as f64;
        assert!(mean < longest, "{shape:?}: {mean}");
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
