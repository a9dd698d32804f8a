//! Particles and places: what a page keeps of a graph is what is drawn.

use rotor_draw::{Geometry, Layout, Overlays, Point, picture, svg, tikz};
use rotor_graph::{VertexId, VertexMap, parse};

const GRAPH: &str = "a: b s\nb: a t\nsink s\nsink t\nstart a";

#[test]
fn particles_stand_on_their_vertices_with_their_number() {
    let instance = parse(GRAPH).unwrap();
    let counts = ["1", "", "1000000", ""].map(|count| (!count.is_empty()).then(|| count.to_owned()));
    let overlays = Overlays { particles: Some(VertexMap::from_vec(counts.to_vec())), ..Overlays::default() };
    let scene = picture(&instance, &overlays, &Layout::default());
    let shown: Vec<_> =
        scene.nodes.iter().map(|mark| mark.particles.as_ref().map(|words| words.text.clone())).collect();
    assert_eq!(shown[0].as_deref(), Some(""), "a single particle needs no number");
    assert!(shown[1].is_none() && shown[2].is_some() && shown[3].is_none());
    assert_eq!(svg(&scene).matches("class=\"particles\"").count(), 2);
    assert_eq!(tikz(&scene).matches("rounded rectangle, fill=").count(), 2);
}

#[test]
fn given_places_are_kept_up_to_one_shift() {
    let instance = parse(GRAPH).unwrap();
    let given = [(0.0, 0.0), (200.0, 10.0), (-150.0, 40.0), (90.0, 300.0)].map(|(x, y)| Point::new(x, y));
    let geometry = Geometry::Places(VertexMap::from_vec(given.iter().map(|&at| Some(at)).collect()));
    let scene = picture(&instance, &Overlays::default(), &Layout { geometry, width: None });
    let shift = scene.nodes[0].center - given[0];
    for (mark, &at) in scene.nodes.iter().zip(&given) {
        let off = mark.center - at - shift;
        assert!(off.x.abs() < 1e-6 && off.y.abs() < 1e-6);
    }
}

/// F34: typed vertices piled up on one spot.
#[test]
fn f34_vertices_without_a_place_stand_by_their_neighbours() {
    let text = "a: b c d e f g s\nb: a\nc: a\nd: a\ne: a\nf: a\ng: a\nx: y\ny: x s\nsink s";
    let instance = parse(text).unwrap();
    let mut places = VertexMap::filled(instance.graph().vertex_count(), None);
    places[VertexId::new(0)] = Some(Point::new(50.0, 50.0));
    let scene =
        picture(&instance, &Overlays::default(), &Layout { geometry: Geometry::Places(places), width: None });
    for (at, one) in scene.nodes.iter().enumerate() {
        for other in &scene.nodes[..at] {
            let way = one.center - other.center;
            let apart = way.x.abs() >= one.node.half.x + other.node.half.x
                || way.y.abs() >= one.node.half.y + other.node.half.y;
            assert!(apart, "{} and {}", one.name, other.name);
        }
    }
}
