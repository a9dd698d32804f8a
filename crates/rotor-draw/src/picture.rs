//! Pictures: the scene of an instance, every vertex and every arc with what is shown about them.
//!
//! Arcs are drawn in *bundles*: many parallel ones in a row become one line. The colours of exits come with a *legend*.

use crate::frames::{Marked, explain_marks, highlight};
use crate::geometry::{Curve, LOOP_STEP, Point, Rectangle};
use crate::layout::{Geometry, Layout, Room, has_room, placed};
use crate::routes::{Tries, place_labels, routes};
use crate::scene::{
    Anchor, ArcMark, Colour, LegendRow, MARGIN, Node, NodeMark, OTHER_SINKS, Overlays, RectangleMark, SINKS,
    Scene, TRAPS, Words, width_of,
};
use crate::text::{self, short_count, shortened, shown};
use num_bigint::BigUint;
use rotor_graph::{ArcId, Count, Exit, Instance, Stop, Tick, VertexId, VertexMap, amount};

/// The size of numbers and labels on arcs.
const SMALL: f64 = 10.0;

/// The scene of `instance` with what `overlays` show, laid out as `layout` says.
///
/// Time and memory are those of the layout, and O(|A|) times what crowds around an arc to lead it around
/// vertices and to label it.
pub fn picture(
    instance: &Instance,
    overlays: &Overlays,
    layout: &Layout,
    tick: &mut dyn Tick,
) -> Result<Scene, Stop> {
    let graph = instance.graph();
    let bundles = bundles(instance);
    let remark =
        |u: VertexId| overlays.values.as_ref().filter(|_| !graph.is_sink(u)).map(|values| values[u].as_str());
    let colours = overlays.exits.as_ref().map(|exits| (ExitColours::of(instance, exits), exits));
    // Colours alone do not survive a grey printer: if there are several, each vertex names its exit.
    let several = colours.as_ref().filter(|(colours, _)| colours.rows.len() > 1);
    let tag = |u: VertexId| match several.filter(|_| !graph.is_sink(u))?.1[u] {
        Exit::Sink(sink) => Some(format!("→ {}", shortened(instance.name(sink)))),
        Exit::Trap(_) => Some("trapped".to_owned()),
    };
    let values_matter = values_matter(instance);
    let nodes = graph.vertices().map(|u| Node::of(instance, u, values_matter, remark(u), tag(u)));
    let nodes = VertexMap::from_vec(nodes.collect());
    // The margin and the ends of loops count too; what is left for vertices is a little less.
    let inner = Layout { width: layout.width.map(|width| (width - 2.0 * MARGIN).max(1.0)), ..layout.clone() };
    let places = placed(instance, &room(&bundles, &nodes, overlays), &inner, tick)?;
    let in_a_row = layout.geometry == Geometry::Chain;
    let (curves, start) = routes(instance, &bundles, &nodes, &places, in_a_row, tick)?;

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
    place_labels(&mut arcs, &nodes, &places, &bundles.iter().map(tries).collect::<Vec<_>>());
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
        colours.explain(&mut scene);
        scene.legend = colours.rows;
    }
    if let Some(marks) = &overlays.marks {
        highlight(&mut scene);
        if marks.has_legend {
            explain_marks(&mut scene);
        }
    }
    Ok(scene.fitted())
}

/// Whether sinks show their values: in a game, and if one of them is not 0.
pub(crate) fn values_matter(instance: &Instance) -> bool {
    instance.player_count() > 0 || instance.graph().vertices().any(|u| instance.value(u) != 0)
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
fn title(instance: &Instance) -> String {
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

// Bundles: arcs that are drawn as one line

/// A single arc, or many parallel ones that follow each other in the rotor order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bundle {
    pub(crate) first: ArcId,
    pub(crate) count: u32,
    pub(crate) tail: VertexId,
    pub(crate) head: VertexId,
    /// How many bundles from its tail to its head come before it.
    pub(crate) rank: usize,
    /// How many there are.
    pub(crate) ranks: usize,
    /// How many lead from its head to its tail.
    pub(crate) opposite: usize,
}

/// Up to this many parallel arcs in a row are drawn one by one.
const MOST_APART: u32 = 5;

/// All arcs in bundles, in their order. Initial rotors stay alone. Time O(|A| log |A|).
fn bundles(instance: &Instance) -> Vec<Bundle> {
    let graph = instance.graph();
    let mut all = Vec::new();
    for u in graph.vertices() {
        let rotor = instance.rotors().rotor(u);
        let mut run: Vec<ArcId> = Vec::new();
        let mut close = |run: &mut Vec<ArcId>| {
            let size = if run.len() as u32 > MOST_APART { run.len() } else { 1 };
            for arcs in run.chunks(size) {
                let (first, count, head) = (arcs[0], arcs.len() as u32, graph.head(arcs[0]));
                all.push(Bundle { first, count, tail: u, head, rank: 0, ranks: 0, opposite: 0 });
            }
            run.clear();
        };
        for a in graph.out_arcs(u) {
            let joins = run
                .last()
                .is_some_and(|&last| graph.head(last) == graph.head(a) && last != rotor && a != rotor);
            if !joins {
                close(&mut run);
            }
            run.push(a);
        }
        close(&mut run);
    }
    rank(&mut all);
    all
}

/// The most vertices that are drawn one by one, and the most of a graph that is tangled.
const MOST_VERTICES: usize = 5_000;
const MOST_TANGLED: usize = 2_000;
/// The most lines that are drawn one by one.
const MOST_LINES: usize = 20_000;

/// Whether a picture of every vertex and every arc can be legible: at most 5,000 vertices and 20,000 lines, where many
/// parallel arcs in a row are one line; no more than 2,000 vertices if everything is near to everything, as in random
/// graphs. Time O(|V| + |A|).
pub fn is_legible(instance: &Instance) -> bool {
    let graph = instance.graph();
    let changes = |u: VertexId| graph.heads(u).windows(2).filter(|pair| pair[0] != pair[1]).count();
    if graph.vertex_count() > MOST_VERTICES {
        return false;
    }
    if graph.vertex_count() > MOST_TANGLED && !has_room(instance) {
        return false;
    }
    // No fewer lines than this many: enough to refuse before anything large is made.
    let least: usize = graph.vertices().map(|u| changes(u) + usize::from(!graph.is_sink(u))).sum();
    least <= MOST_LINES && bundles(instance).len() <= MOST_LINES
}

/// Counts the bundles between the same two vertices.
fn rank(bundles: &mut [Bundle]) {
    let mut order: Vec<(VertexId, VertexId, usize)> =
        bundles.iter().enumerate().map(|(at, bundle)| (bundle.tail, bundle.head, at)).collect();
    order.sort_unstable();
    let mut sizes: Vec<((VertexId, VertexId), usize)> = Vec::new();
    for group in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        sizes.push(((group[0].0, group[0].1), group.len()));
        for (rank, &(.., at)) in group.iter().enumerate() {
            (bundles[at].rank, bundles[at].ranks) = (rank, group.len());
        }
    }
    for bundle in bundles.iter_mut().filter(|bundle| bundle.tail != bundle.head) {
        let back = sizes.binary_search_by_key(&(bundle.head, bundle.tail), |&(ends, _)| ends);
        bundle.opposite = back.map_or(0, |at| sizes[at].1);
    }
}

// Legends: which colour means which sink

/// The colour of every exit: the sinks that most vertices exit to each have one, all others share one, traps share one.
pub(crate) struct ExitColours {
    /// Which of the rows each sink belongs to.
    row_of: VertexMap<Option<usize>>,
    /// The row of the sinks that share a colour, and the row of the traps.
    others: usize,
    traps: usize,
    /// Every colour with what it means and how many vertices have it.
    rows: Vec<LegendRow>,
}

impl ExitColours {
    /// Time O(|V| log |V|).
    pub(crate) fn of(instance: &Instance, exits: &VertexMap<Exit>) -> Self {
        let mut counts = VertexMap::filled(exits.len(), 0usize);
        let mut trapped = 0;
        for (_, exit) in exits.iter() {
            match *exit {
                Exit::Sink(sink) => counts[sink] += 1,
                Exit::Trap(_) => trapped += 1,
            }
        }
        let mut sinks: Vec<(VertexId, usize)> =
            counts.iter().filter(|&(_, &count)| count > 0).map(|(sink, &count)| (sink, count)).collect();
        sinks.sort_by_key(|&(sink, count)| (std::cmp::Reverse(count), sink));
        let shared = sinks.split_off(sinks.len().min(SINKS.len()));
        // Colours are given in the order of the file, so that similar pictures have similar colours.
        sinks.sort_unstable();
        let mut row_of = VertexMap::filled(exits.len(), None);
        let mut rows = Vec::new();
        for (row, &(sink, count)) in sinks.iter().enumerate() {
            row_of[sink] = Some(row);
            let meaning = shown(instance.name(sink));
            rows.push(LegendRow { colour: SINKS[row], meaning, vertices: count });
        }
        let others = rows.len();
        if !shared.is_empty() {
            let vertices = shared.iter().map(|&(_, count)| count).sum();
            let meaning = format!("{} other sinks", shared.len());
            rows.push(LegendRow { colour: OTHER_SINKS, meaning, vertices });
        }
        let traps = rows.len();
        if trapped > 0 {
            rows.push(LegendRow { colour: TRAPS, meaning: "trapped".to_owned(), vertices: trapped });
        }
        Self { row_of, others, traps, rows }
    }

    /// The row of an exit.
    pub(crate) fn row(&self, exit: Exit) -> usize {
        match exit {
            Exit::Sink(sink) => self.row_of[sink].unwrap_or(self.others),
            Exit::Trap(_) => self.traps,
        }
    }

    /// The colour of an exit.
    pub(crate) fn colour(&self, exit: Exit) -> Colour {
        self.rows[self.row(exit)].colour
    }

    /// A line of samples with words below the picture, folded where it ends.
    fn explain(&self, scene: &mut Scene) {
        const SIZE: f64 = 12.0;
        let mut place = scene.places_below(20.0);
        let entries =
            self.rows.iter().map(|row| (Some(row.colour), format!("{} ({})", row.meaning, row.vertices)));
        for (fill, text) in std::iter::once((None, "exits at".to_owned())).chain(entries) {
            let sample = if fill.is_some() { 20.0 } else { 0.0 };
            let mut at = place(text::width(&text, SIZE) + sample);
            if let Some(fill) = fill {
                let least = Point::new(at.x, at.y - 7.0);
                let place = Rectangle { least, most: least + Point::new(14.0, 14.0) };
                scene.rectangles.push(RectangleMark { place, fill, about: text.clone() });
            }
            at.x += sample;
            scene.words.push(Words { text, at, anchor: Anchor::Start, size: SIZE, colour: Colour::INK });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn every_arc_is_in_one_bundle_and_rotors_stay_alone() {
        let instance = parse("u: v^9 *v^20 s v\nv: u u\nsink s").unwrap();
        let bundles = bundles(&instance);
        let arcs: u32 = bundles.iter().map(|bundle| bundle.count).sum();
        assert_eq!(arcs as usize, instance.graph().arc_count());
        let counts: Vec<u32> = bundles.iter().map(|bundle| bundle.count).collect();
        assert_eq!(counts, [9, 1, 19, 1, 1, 1, 1]);
        let ranks: Vec<_> =
            bundles.iter().map(|bundle| (bundle.rank, bundle.ranks, bundle.opposite)).collect();
        assert_eq!(ranks, [(0, 4, 2), (1, 4, 2), (2, 4, 2), (0, 1, 0), (3, 4, 2), (0, 2, 4), (1, 2, 4)]);
    }
}
