//! Drawings: overlays say what the solvers say, bad requests leave nothing behind, the README's picture is up to date.

use crate::document::{figure, root};
use crate::place::Place;
use arrival::{
    Context, DrawError, DrawOptions, Drawing, Judged, Options, Question, Show, SolveError, draw, parse, solve,
};
use num_bigint::BigUint;
use rotor_draw::Colour;
use rotor_generate::{Dice, small_forest, small_game};
use rotor_graph::{Exit, Instance, RotorWalk, StoppingGraph};

fn showing(show: &[Show]) -> DrawOptions {
    DrawOptions { show: show.to_vec(), ..DrawOptions::default() }
}

fn drawn(instance: &Instance, options: &DrawOptions) -> Result<Drawing, DrawError> {
    draw(instance, options, &mut Context::default()).map(Judged::into_answer)
}

#[test]
fn exits_colour_each_vertex_like_the_sink_it_exits_at() {
    let mut dice = Dice::new(21);
    for _ in 0..200 {
        let instance = small_forest(&mut dice);
        let drawing = drawn(&instance, &showing(&[Show::Exits])).unwrap();
        let fill = |u: rotor_graph::VertexId| drawing.scene().nodes[u.index()].fill;
        let solution = solve(&instance, Question::All, &Options::default(), &mut Context::default()).unwrap();
        for row in solution.exits() {
            match row.exit {
                Exit::Sink(sink) => assert_eq!(fill(row.from), fill(sink), "{instance}"),
                Exit::Trap(_) => assert_eq!(fill(row.from), Colour(0x44, 0x44, 0x44), "{instance}"),
            }
        }
        assert!(!drawing.scene().rectangles.is_empty(), "there is a legend");
    }
}

#[test]
fn visits_are_those_of_the_walk_and_wider_where_there_are_more() {
    let mut dice = Dice::new(22);
    let mut walked = 0;
    for _ in 0..200 {
        let instance = small_forest(&mut dice);
        let Some(from) = instance.start() else { continue };
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), from);
        let mut counts = vec![0u64; instance.graph().arc_count()];
        while let Some(a) = walk.step() {
            counts[a.index()] += 1;
        }
        walked += 1;
        let drawing = drawn(&instance, &showing(&[Show::Visits])).unwrap();
        for mark in &drawing.scene().arcs {
            let used: u64 = (0..mark.count).map(|more| counts[(mark.arc.raw() + more) as usize]).sum();
            let words = if used == 1 { "used once".to_owned() } else { format!("used {used} times") };
            assert!(mark.about.contains(&words), "{instance}: {}", mark.about);
        }
    }
    assert!(walked > 50, "{walked}");
    let path = drawn(&figure("fig-exponential-path-5"), &showing(&[Show::Visits])).unwrap();
    let width = |arc: usize| path.scene().arcs[arc].width;
    assert!(width(0) > width(path.scene().arcs.len() - 1));
}

#[test]
fn flows_stand_on_the_arcs_of_the_figure() {
    let drawing = drawn(&figure("fig-calc-rn"), &showing(&[Show::Flows, Show::Forest])).unwrap();
    let flow = |tail: u32, head: u32| {
        let mut arcs = drawing.scene().arcs.iter();
        let mark = arcs.find(|mark| (mark.tail.raw(), mark.head.raw()) == (tail, head)).unwrap();
        mark.label.as_ref().unwrap().text.clone()
    };
    assert_eq!([flow(0, 1), flow(1, 0), flow(0, 2), flow(2, 0), flow(0, 4)], ["3", "2", "2", "4", "∞"]);
    let bold = drawing.scene().arcs.iter().filter(|mark| mark.width > 3.0).count();
    assert_eq!(bold, 5, "one last departure for each vertex that is not a sink");
}

#[test]
fn strategies_and_values_are_those_of_the_solver() {
    let game = figure("fig-one-player");
    let drawing = drawn(&game, &showing(&[Show::Strategies, Show::Values])).unwrap();
    let chosen: Vec<(&str, &str)> = drawing
        .scene()
        .arcs
        .iter()
        .filter(|mark| mark.chosen)
        .map(|mark| (game.name(mark.tail), game.name(mark.head)))
        .collect();
    assert_eq!(chosen, [("u2", "u3"), ("u4", "u0")]);
    assert_eq!(drawing.scene().nodes[0].node.lines, ["u0", "1"]);
    let matching_pennies = drawn(&figure("fig-no-equilibrium"), &showing(&[Show::Values])).unwrap();
    assert_eq!(matching_pennies.scene().nodes[0].node.lines, ["Max", "0…1"]);
    let mut dice = Dice::new(23);
    for _ in 0..60 {
        let game = small_game(&mut dice);
        let drawing = drawn(&game, &showing(&[Show::Values])).unwrap();
        let solution = solve(&game, Question::All, &Options::default(), &mut Context::default()).unwrap();
        let Some(found) = solution.game() else { continue };
        for row in found.rows.iter().filter(|row| !game.graph().is_sink(row.from)) {
            let lines = &drawing.scene().nodes[row.from.index()].node.lines;
            assert_eq!(lines[1], row.value().unwrap().to_string(), "{game}");
        }
    }
}

#[test]
fn what_cannot_be_shown_is_refused_with_its_reason() {
    let cyclic = figure("fig-rotor-routing");
    assert!(matches!(
        drawn(&cyclic, &showing(&[Show::Flows])),
        Err(DrawError::Solve(SolveError::NotTreeLike(..)))
    ));
    assert!(matches!(drawn(&cyclic, &showing(&[Show::Strategies])), Err(DrawError::NoPlayers)));
    let startless = figure("fig-calc-rn");
    assert!(matches!(drawn(&startless, &showing(&[Show::Visits])), Err(DrawError::NoStart("visits"))));
    let stranger = DrawOptions { from: Some(rotor_graph::VertexId::new(99)), ..DrawOptions::default() };
    assert!(matches!(drawn(&startless, &stranger), Err(DrawError::Misfit(_))));
}

#[test]
fn a_refused_request_leaves_no_file_behind() {
    let place = Place::new();
    for (arguments, reason) in [
        ("--show flows", "return flows need a tree-like graph, but the edge between "),
        ("--show strategies", "no vertex belongs to Max or Min"),
        ("--from nobody", "the instance has no vertex `nobody`"),
    ] {
        let line = format!("draw --example fig-rotor-routing {arguments} -o picture.svg");
        let ran = place.says(&line).exits(2);
        assert!(ran.err.contains(reason), "{ran:?}");
        assert!(place.listing().is_empty());
    }
}

#[test]
fn pixels_and_pages_begin_as_their_formats_do() {
    let drawing = drawn(&figure("fig-integer-game"), &showing(&[Show::Exits, Show::Strategies])).unwrap();
    let [drawn, again] = [0, 1].map(|_| (drawing.png(1.0, &mut ()).unwrap(), drawing.pdf(&mut ()).unwrap()));
    assert_eq!(drawn, again, "the same picture is the same bytes");
    assert!(drawn.0.starts_with(b"\x89PNG\r\n\x1a\n") && drawn.1.starts_with(b"%PDF-"));
}

#[test]
fn a_page_holds_the_first_ten_thousand_steps_and_the_answers() {
    let text = "u0: u1^2 s\n".to_owned()
        + &(1..30).map(|u| format!("u{u}: u{}^2 u{}\n", u + 1, u - 1)).collect::<String>()
        + "u30: u29\nsink s\nstart u0";
    let instance = parse(&text).unwrap();
    let options = DrawOptions { playable: true, ..DrawOptions::default() };
    let page = drawn(&instance, &options).unwrap().html();
    let steps = page.split_once("\"steps\":[").unwrap().1.split_once(']').unwrap().0;
    assert_eq!(steps.split(',').count(), 10_000);
    assert!(page.contains("\"halts\":false") && page.contains("u0 exits at s after"));
    // Parts are found by what they are, not by an id that another page in the same notebook has, too.
    for part in ["step", "back", "run", "reset", "steps", "at", "end", "answers"] {
        assert!(page.contains(&format!("data-part=\"{part}\"")), "{part}");
    }
    assert!(page.contains("data-vertex=\"0\"") && page.contains("data-arc=\"0\""));
    assert!(!page.contains(" id=\""));
    let network = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!network.contains("http") && !network.contains("src=") && !network.contains("@import"));
    let short = drawn(&figure("fig-rotor-routing"), &options).unwrap().html();
    assert!(short.contains("\"halts\":true") && short.contains("u2 exits at s2 after 7 steps"));
}

#[test]
fn a_graph_too_large_to_be_legible_is_left_to_graphviz() {
    let text: String = (0..3_000).map(|u| format!("{u}: {} s{}\n", u + 1, u % 2)).collect();
    let text = format!("{text}sink 3000\nsink s0\nsink s1\nstart 0");
    let instance = parse(&text).unwrap();
    let refused = drawn(&instance, &showing(&[Show::Visits])).unwrap_err();
    let words = "3003 vertices and 6000 arcs are too many to be drawn one by one; leave them to Graphviz with --to dot";
    assert_eq!(refused.to_string(), words);
    let place = Place::new().with("large.rotor", text);
    let dot = place.says("draw large.rotor --to dot --show visits").answer();
    assert_eq!((dot.matches(" -> ").count(), dot.matches("penwidth").count()), (6_001, 6_000));
    for format in ["svg", "png", "pdf", "tikz", "tex", "html", "json"] {
        assert_eq!(place.says(&format!("draw large.rotor --to {format}")).exits(2).out, "", "{format}");
    }
}

#[test]
fn the_pictures_of_the_documents_are_what_the_command_makes() {
    for (name, shown, kept) in [
        ("fig-rotor-routing", &[Show::Exits][..], "rotor-routing"),
        ("fig-rotor-routing", &[Show::Forest], "rotor-routing-forest"),
        ("fig-exponential-path-5", &[Show::Visits], "exponential-path-visits"),
        ("fig-simple-strategy", &[Show::Values], "simple-strategy-values"),
        ("fig-simple-path-4", &[Show::Exits], "simple-path-exits"),
        ("fig-calc-rn", &[Show::Flows], "calc-rn-flows"),
        ("fig-one-player", &[Show::Strategies, Show::Values], "one-player-strategies"),
    ] {
        let made = drawn(&figure(name), &showing(shown)).unwrap().svg();
        let file = format!("docs/pictures/{kept}.svg");
        let kept = std::fs::read_to_string(root().join(&file)).unwrap();
        let show: Vec<&str> = shown.iter().map(|show| show.name()).collect();
        assert!(made == kept, "run: arrival draw --example {name} --show {} -o {file}", show.join(","));
    }
    // Three blocks: two triangles and the edge between them.
    let text = "a: b c\nb: c a\nc: a b d\nd: c e f s\ne: f d\nf: d e t\nsink s\nsink t\nstart a";
    let made = drawn(&parse(text).unwrap(), &showing(&[Show::Exits])).unwrap().svg();
    let kept = std::fs::read_to_string(root().join("docs/pictures/blocks.svg")).unwrap();
    assert!(made == kept, "draw this graph with --show exits to docs/pictures/blocks.svg");
}

#[test]
fn large_counts_are_short_in_labels_and_exact_beside() {
    // r(u0, u1) on the exponential path grows beyond any label.
    let text = "u0: u1^2 s\n".to_owned()
        + &(1..60).map(|u| format!("u{u}: u{}^2 u{}\n", u + 1, u - 1)).collect::<String>()
        + "u60: u59\nsink s\nstart u0";
    let drawing = drawn(&parse(&text).unwrap(), &showing(&[Show::Flows, Show::Visits])).unwrap();
    let long = BigUint::from(1u32) << 40;
    let exact =
        drawing.scene().arcs.iter().filter_map(|mark| mark.about.rsplit_once("return flow ")?.1.parse().ok());
    let most: BigUint = exact.max().unwrap();
    assert!(most > long, "{most}");
    let mut labels = drawing.scene().arcs.iter().filter_map(|mark| mark.label.as_ref());
    assert!(labels.all(|label| label.text.len() < 14));
}
