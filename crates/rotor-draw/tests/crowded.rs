//! Crowded pictures: arrows and numbers that belong to different arcs stay apart.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_draw::{ArcMark, Layout, Overlays, Point, Scene, picture, picture_while};
use rotor_graph::{Instance, parse};
use std::path::Path;

fn figure(name: &str) -> Instance {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper");
    parse(&std::fs::read_to_string(folder.join(format!("{name}.rotor"))).unwrap()).unwrap()
}

fn drawn(instance: &Instance) -> Scene {
    picture(instance, &Overlays::default(), &Layout::default())
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

/// F22: the arc from u0 to u2 began under the head of the arc from u1 to u0, and looked as if it had two.
#[test]
fn f22_no_arc_begins_under_the_head_of_another() {
    for name in
        ["fig-calc-rn", "fig-rotor-routing", "fig-one-player", "fig-revolving-example", "fig-integer-game"]
    {
        let nearest = nearest_tip(&drawn(&figure(name)));
        assert!(nearest > 6.0, "{name}: {nearest}");
    }
}

/// F22: the numbers of four and more parallel arcs stood upon each other.
#[test]
fn f22_numbers_of_parallel_arcs_stand_apart() {
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
                    let [a, b] = [mark, other].map(|mark| &mark.number.text);
                    assert!(
                        !frame.overlaps(other.number.frame()),
                        "{text}\n{a} of {:?} and {b} of {:?}",
                        mark.tail,
                        other.tail
                    );
                }
                for node in &scene.nodes {
                    assert!(
                        !frame.overlaps(node.node.frame(node.center))
                            || !inside(node.center, node.node.half, mark.number.at),
                        "{text}"
                    );
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
        let mut work = 0;
        let mut watch = |more| {
            work += more;
            true
        };
        picture_while(&parse(&text).unwrap(), &Overlays::default(), &Layout::default(), &mut watch).unwrap();
        work
    };
    // With the layout, which is a little more than linear; by frames of arcs it would be 6.1 times as much.
    let (small, large) = (work(1_100), work(4_400));
    assert!(large < 5 * small, "{small} {large}");
}
