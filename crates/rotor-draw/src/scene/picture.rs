//! Pictures: every vertex and every arc of a graph, with what is shown about them.

use super::bundle::{Bundle, bundles};
use super::highlight::{explain_marks, highlight};
use super::labels::{Tries, settled};
use super::legend::ExitColours;
use super::routes::routes;
use super::{Anchor, ArcMark, MARGIN, NodeMark, Scene, Words};
use crate::curve::{Curve, LOOP_STEP};
use crate::geometry::Point;
use crate::layout::{Geometry, Layout, Room, placed};
use crate::marks::Marked;
use crate::node::Node;
use crate::overlays::{Overlays, width_of};
use crate::palette::Colour;
use crate::words::{short_count, shortened, shown};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Count, Exit, Instance, VertexId, VertexMap, amount};
use rotor_graph::{Watch, unwatched};

/// The size of numbers and labels on arcs.
const SMALL: f64 = 10.0;

/// The scene of `instance` with what `overlays` show, laid out as `layout` says.
///
/// Time and memory are those of the layout, and O(|A|) times what crowds around an arc to lead it around
/// vertices and to label it.
pub fn picture(instance: &Instance, overlays: &Overlays, layout: &Layout) -> Scene {
    picture_while(instance, overlays, layout, &mut unwatched).expect("nothing stops it")
}

/// The same; none if `watch` stops it.
pub fn picture_while(
    instance: &Instance,
    overlays: &Overlays,
    layout: &Layout,
    watch: Watch<'_>,
) -> Option<Scene> {
    let graph = instance.graph();
    let bundles = bundles(instance);
    let values_matter = instance.player_count() > 0 || graph.vertices().any(|u| instance.value(u) != 0);
    let remark =
        |u: VertexId| overlays.values.as_ref().filter(|_| !graph.is_sink(u)).map(|values| values[u].as_str());
    let colours = overlays.exits.as_ref().map(|exits| (ExitColours::of(instance, exits), exits));
    // Colours alone do not survive a grey printer: if there are several, each vertex names its exit.
    let several = colours.as_ref().filter(|(colours, _)| colours.rows().len() > 1);
    let tag = |u: VertexId| match several.filter(|_| !graph.is_sink(u))?.1[u] {
        Exit::Sink(sink) => Some(format!("→ {}", shortened(instance.name(sink)))),
        Exit::Trap(_) => Some("trapped".to_owned()),
    };
    let nodes = graph.vertices().map(|u| Node::of(instance, u, values_matter, remark(u), tag(u)));
    let nodes = VertexMap::from_vec(nodes.collect());
    // The margin and the ends of loops count too; what is left for vertices is a little less.
    let inner = Layout { width: layout.width.map(|width| (width - 2.0 * MARGIN).max(1.0)), ..layout.clone() };
    let placed_vertices = placed(instance, &room(&bundles, &nodes, overlays), &inner, watch)?;
    let in_a_row = layout.geometry == Geometry::Chain;
    let (curves, start) = routes(instance, &bundles, &nodes, &placed_vertices, in_a_row, watch)?;
    let places = placed_vertices.places;

    let most_visits = overlays.most_visits();
    let mut degrees = VertexMap::filled(nodes.len(), 0usize);
    bundles.iter().for_each(|bundle| degrees[bundle.tail] += 1);
    let mut arcs: Vec<ArcMark> = bundles
        .iter()
        .zip(curves)
        .map(|(bundle, curve)| arc_mark(instance, overlays, &most_visits, bundle, curve))
        .collect();
    // Where many arcs leave, their numbers stand where the arcs have parted.
    let tries = |bundle: &Bundle| Tries {
        away: (degrees[bundle.tail] as f64 * 3.2 - 8.0).max(11.0),
        parallel: bundle.tail != bundle.head && bundle.ranks + bundle.opposite > 3,
    };
    settled(&mut arcs, &nodes, &places, &bundles.iter().map(tries).collect::<Vec<_>>());
    let node_mark = |(vertex, node): (VertexId, &Node)| {
        let exit = colours.as_ref().map(|(colours, exits)| (colours.colour(exits[vertex]), exits[vertex]));
        let mut about = shown_whole(instance.name(vertex));
        match exit {
            Some((_, Exit::Sink(sink))) => {
                about += &format!(", exits at {}", shown_whole(instance.name(sink)))
            }
            Some((_, Exit::Trap(_))) => about += ", never exits",
            None => {}
        }
        NodeMark {
            vertex,
            name: instance.name(vertex).to_owned(),
            node: node.clone(),
            center: places[vertex],
            fill: exit.map_or(Colour::PAPER, |(colour, _)| colour),
            about,
            start: start.filter(|_| instance.start() == Some(vertex)),
            particles: particles(
                overlays,
                vertex,
                node,
                places[vertex],
                start.filter(|_| instance.start() == Some(vertex)),
            ),
            marked: overlays.marks.as_ref().and_then(|marks| marks.vertices.get(&vertex).cloned()),
        }
    };
    let mut scene = Scene {
        title: title(instance),
        size: Point::default(),
        outlines: Vec::new(),
        plates: Vec::new(),
        rectangles: Vec::new(),
        arcs,
        nodes: nodes.iter().map(node_mark).collect(),
        words: Vec::new(),
        legend: Vec::new(),
    };
    if let Some((colours, _)) = colours {
        let frame = scene.frame();
        let corner = Point::new(frame.least.x, frame.most.y + 30.0);
        (scene.rectangles, scene.words) = colours.legend(corner, frame.size().x.max(360.0));
        scene.legend = colours.into_rows();
    }
    if let Some(marks) = &overlays.marks {
        highlight(&mut scene);
        if marks.has_legend {
            explain_marks(&mut scene);
        }
    }
    Some(scene.fitted())
}

/// The particles on a vertex, at its upper right, or upper left if the arrow of the start comes from the right.
fn particles(
    overlays: &Overlays,
    u: VertexId,
    node: &Node,
    center: Point,
    start: Option<Curve>,
) -> Option<Words> {
    let count = overlays.particles.as_ref()?[u].as_deref()?;
    let text = if count == "1" { String::new() } else { short_count(count) };
    let side = if start.is_some_and(|arrow| arrow.0[0].x >= center.x) { -0.75 } else { 0.75 };
    let at = center + Point::new(node.half.x * side, -node.half.y * 0.75);
    Some(Words { text, at, anchor: Anchor::Middle, size: SMALL, colour: Colour::PAPER })
}

fn shown_whole(name: &str) -> String {
    name.chars().take(200).collect()
}

/// What the picture shows, in words.
pub(super) fn title(instance: &Instance) -> String {
    let graph = instance.graph();
    let (vertices, arcs, sinks) = (graph.vertex_count(), graph.arc_count(), graph.sink_count());
    let [vertices, arcs] = [amount(vertices, "vertex", "vertices"), amount(arcs, "arc", "arcs")];
    let sinks = amount(sinks, "of them a sink", "of them sinks");
    format!("A rotor graph of {vertices}, {sinks}, and {arcs}")
}

/// The room for nodes, loops, parallel arcs and labels.
fn room(bundles: &[Bundle], nodes: &VertexMap<Node>, overlays: &Overlays) -> Room {
    let mut halves = VertexMap::from_vec(nodes.iter().map(|(_, node)| node.half).collect());
    let mut most_parallel = 1;
    for bundle in bundles {
        if bundle.tail == bundle.head {
            let needed = nodes[bundle.tail].half.x + 44.0 + LOOP_STEP * bundle.rank as f64;
            halves[bundle.tail].x = halves[bundle.tail].x.max(needed);
        } else {
            // Lines side by side, and a number beside each.
            let lines = bundle.ranks + bundle.opposite;
            most_parallel = most_parallel.max(lines);
            let needed = 14.0 * lines.min(10) as f64;
            for u in [bundle.tail, bundle.head] {
                halves[u].x = halves[u].x.max(needed);
            }
        }
    }
    let labels = if overlays.flows.is_some() { 26.0 } else { 0.0 };
    Room { halves, arc: 54.0 + labels + 9.0 * (most_parallel.min(8) - 1) as f64 }
}

/// The mark of a bundle; its words have no place yet.
fn arc_mark(
    instance: &Instance,
    overlays: &Overlays,
    most_visits: &BigUint,
    bundle: &Bundle,
    curve: Curve,
) -> ArcMark {
    let &Bundle { first, count, tail, head, .. } = bundle;
    let graph = instance.graph();
    let arcs = || (first.raw()..first.raw() + count).map(ArcId::new);
    let position = first.raw() - graph.arc_range(tail).start;
    let last = position + count - 1;
    let number = if count == 1 { position.to_string() } else { format!("{position}–{last}") };
    let is_rotor = instance.rotors().rotor(tail) == first;
    let mut colour = if is_rotor { Colour::ROTOR } else { Colour::INK };
    let mut width = if is_rotor { 1.8 } else { 1.2 };
    let mut about = format!(
        "arc {number} of {} to {}{}",
        shown(instance.name(tail)),
        shown(instance.name(head)),
        if is_rotor { ", initial rotor" } else { "" }
    );

    if let Some(visits) = &overlays.visits {
        let used: BigUint = arcs().map(|a| &visits[a.index()]).sum();
        if used.bits() == 0 && !is_rotor {
            colour = Colour::FAINT;
        }
        width = width_of(&used, most_visits);
        about += &match used.to_string().as_str() {
            "1" => ", used once".to_owned(),
            used => format!(", used {} times", short_count(used)),
        };
    }
    if overlays.forest.as_ref().is_some_and(|forest| arcs().any(|a| forest[tail] == a)) {
        width = f64::max(width, 3.6);
        about += ", last departure";
    }
    let chosen = arcs().any(|a| overlays.picks(a));
    if chosen {
        about += ", picked";
    }

    let small = |text: String, colour| Words {
        text,
        at: Point::default(),
        anchor: Anchor::Middle,
        size: SMALL,
        colour,
    };
    // The return flow stands on the first arc to its head.
    let flow = overlays.flows.as_ref().filter(|_| bundle.rank == 0 && tail != head);
    let flow = flow.and_then(|flows| flows.get(tail, head)).map(|flow| flow.to_count());
    let label = flow.map(|flow| {
        about += &format!(", return flow {flow}");
        let text = if flow == Count::Infinite { "∞".to_owned() } else { short_count(&flow.to_string()) };
        small(text, Colour::REMARK)
    });
    let all_marks = overlays.marks.iter().flat_map(|marks| arcs().filter_map(|a| marks.arcs.get(&a)));
    let marked = all_marks.fold(None, |sum: Option<Marked>, other| {
        let mut sum = sum.unwrap_or_default();
        sum.add(other);
        Some(sum)
    });
    ArcMark {
        arc: first,
        count,
        tail,
        head,
        curve,
        colour,
        width,
        dashed: is_rotor,
        chosen,
        number: small(number, if is_rotor { Colour::ROTOR } else { Colour::INK }),
        label,
        marked,
        about,
    }
}
