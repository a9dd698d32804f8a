//! What the formats say: the scene as data, marks of frames, pixels and pages that are well formed, and pictures that LaTeX takes.

use crate::{drawn, figures};
use jsonschema::Validator;
use rotor_draw::{Layout, Mark, Marked, Marks, Overlays, Scene, picture, svg, tikz, tikz_document};
use rotor_generate::{Instances, budget};
use rotor_graph::{ArcId, Exit, Instance, RotorWalk, StoppingGraph, VertexId, VertexMap, parse};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

fn validator() -> Validator {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/scene.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

fn overlaid(instance: &Instance, overlays: Overlays) -> Scene {
    picture(instance, &overlays, &Layout::default(), &mut ()).unwrap()
}

fn checked(validator: &Validator, scene: &Scene) -> Value {
    let document = serde_json::to_value(scene).unwrap();
    if let Some(error) = validator.iter_errors(&document).next() {
        panic!("{error} at {}: {document}", error.instance_path());
    }
    document
}

/// Where each vertex exits, by walking.
fn exits(instance: &Instance) -> VertexMap<Exit> {
    let stopping = StoppingGraph::of(instance.graph());
    let exit = |u| {
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), u);
        let at = std::iter::from_fn(|| walk.step()).last().map_or(u, |a| instance.graph().head(a));
        if instance.graph().is_sink(at) { Exit::Sink(at) } else { Exit::Trap(0) }
    };
    VertexMap::from_vec(instance.graph().vertices().map(exit).collect())
}

#[test]
fn random_scenes_keep_to_their_schema() {
    let validator = validator();
    Instances::small(41).check(budget(300), |instance, _| {
        let overlays = Overlays { exits: Some(exits(instance)), ..Overlays::default() };
        let document = checked(&validator, &overlaid(instance, overlays));
        let vertices = document["vertices"].as_array().unwrap();
        let mut named = vertices.iter().zip(instance.graph().vertices());
        assert!(named.all(|(vertex, u)| vertex["name"] == instance.name(u)));
        let sum = |rows: &Value, key: &str| -> u64 {
            rows.as_array().unwrap().iter().map(|row| row[key].as_u64().unwrap()).sum()
        };
        assert_eq!(sum(&document["arcs"], "count") as usize, instance.graph().arc_count());
        assert_eq!(sum(&document["legend"], "vertices") as usize, instance.graph().vertex_count());
    });
}

#[test]
fn a_scene_reads_like_this() {
    let instance = parse("u: s\nsink s\nstart u").unwrap();
    let document = checked(&validator(), &drawn(&instance));
    assert_eq!(document["schema"], "arrival.scene/1");
    assert_eq!(document["legend"], json!([]));
    let (u, s, arc) = (&document["vertices"][0], &document["vertices"][1], &document["arcs"][0]);
    assert_eq!(json!([u["shape"], u["sink"], u["words"][0]["text"]]), json!(["circle", false, "u"]));
    assert_eq!((s["borders"].as_array().unwrap().len(), &s["sink"]), (2, &json!(true)));
    assert!(u["start"].is_object() && s["start"].is_null());
    assert_eq!(json!([arc["dashed"], arc["number"]["text"], arc["label"]]), json!([true, "0", null]));
    // From the border of u to the border of s, where the arrow's tip is.
    let edge = u["x"].as_f64().unwrap() + u["half_width"].as_f64().unwrap();
    assert!(arc["path"].as_str().unwrap().starts_with(&format!("M{edge} ")), "{document}");
}

#[test]
fn the_schema_refuses_surplus_and_missing_keys() {
    let validator = validator();
    let document = checked(&validator, &drawn(&parse("u: s\nsink s\nstart u").unwrap()));
    let places = ["", "/arcs/0", "/arcs/0/number", "/vertices/0", "/vertices/0/start", "/vertices/1/words/0"];
    for place in places {
        let keys: Vec<String> =
            document.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect();
        let mut surplus = document.clone();
        surplus.pointer_mut(place).unwrap()["surplus"] = json!(1);
        assert!(!validator.is_valid(&surplus), "{place}");
        for key in keys {
            let mut short = document.clone();
            short.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(&key);
            assert!(!validator.is_valid(&short), "{place}/{key}");
        }
    }
}

/// A vertex and an arc for each mark, the arcs labelled by numbers and the first vertex as won.
fn marked(has_legend: bool) -> Scene {
    let instance = parse("u: v^3 s\nv: u w^2 s\nw: v s\nsink s\nstart u").unwrap();
    let one = |mark: Mark, label: Option<&str>, is_new| Marked {
        marks: vec![mark],
        label: label.map(str::to_owned),
        is_new,
    };
    let mut marks = Marks { has_legend, ..Marks::default() };
    for (at, mark) in (0..).zip(Mark::ALL) {
        let label = if at == 0 { "inf" } else { "1234567" };
        marks.arcs.insert(ArcId::new(at), one(mark, Some(label), at == 0));
    }
    marks.vertices.insert(VertexId::new(0), one(Mark::Won, None, false));
    marks.vertices.insert(VertexId::new(1), one(Mark::Now, Some("≥ 2: yes"), true));
    overlaid(&instance, Overlays { marks: Some(marks), ..Overlays::default() })
}

#[test]
fn marks_lie_below_arcs_and_labels_above_vertices() {
    let text = svg(&marked(true));
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}"));
    assert!(text.rfind("class=\"mark\"").unwrap() < at("<g class=\"arcs\">"));
    assert!(at("<g class=\"vertices\">") < at("class=\"plate\""));
    for words in ["∞", "1,234,567", "≥ 2: yes", "won", "computed now", "its number is used"] {
        assert!(text.contains(&format!(">{words}</text>")), "{words}");
    }
    // Seven marks on arcs and two on vertices, each a line with paper on its middle, and seven samples.
    assert_eq!(text.matches("class=\"mark\"").count(), 2 * (7 + 2 + 7));
    let dashed = text.lines().filter(|line| line.contains("class=\"mark\"") && line.contains("dasharray"));
    assert_eq!(dashed.count(), 2 * 3);
}

#[test]
fn a_page_gets_marks_as_data_and_explains_them_itself() {
    let data = checked(&validator(), &marked(false));
    let names: Vec<_> = data["marks"].as_array().unwrap().iter().map(|style| style["mark"].clone()).collect();
    assert_eq!(names, ["chosen", "won", "lost", "cycle", "now", "passed", "used"]);
    assert_eq!(data["arcs"][0]["marked"]["label"], "inf");
    assert_eq!(data["vertices"][1]["marked"]["is_new"], true);
    assert!(data["vertices"][2].get("marked").is_none());
    assert!(!svg(&marked(false)).contains("computed now"));
    let plain = drawn(&parse("a: s\nsink s").unwrap());
    assert!(!serde_json::to_string(&plain).unwrap().contains("mark"));
}

/// Everything lies on the paper, outlines with their whole width and the legend too.
#[test]
fn marks_have_room() {
    let scene = marked(true);
    let text = svg(&scene);
    let numbers = |path: &str| -> Vec<f64> {
        path.split(|character: char| !character.is_ascii_digit() && character != '.' && character != '-')
            .filter_map(|number| number.parse().ok())
            .collect()
    };
    for line in text.lines().filter(|line| line.contains("class=\"mark\"")) {
        let part = |name: &str| line.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap();
        let half = numbers(part("stroke-width"))[0] / 2.0;
        for point in numbers(part(" d")).chunks(2) {
            assert!(point[0] >= half && point[0] + half <= scene.size.x, "{line}");
            assert!(point[1] >= half && point[1] + half <= scene.size.y, "{line}");
        }
    }
}

#[test]
fn latex_gets_marks_before_vertices_and_plates_after_them() {
    let text = tikz(&marked(true));
    let (node, outline) = (text.find("\\node[vertex").unwrap(), text.find("\\draw[color=").unwrap());
    assert!(outline < node && text.rfind("\\draw[color=").unwrap() < node);
    assert!(text.contains("dash pattern=on 7.2pt off 3.2pt"));
    assert!(text.find("rounded corners=3pt").unwrap() > node);
    assert!(text.contains("{$\\ge$ 2: yes}") && text.contains("{$\\infty$}"));
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[test]
fn particles_stand_on_their_vertices_with_their_number() {
    let instance = parse("a: b s\nb: a t\nsink s\nsink t\nstart a").unwrap();
    let counts = ["1", "", "1000000", ""].map(|count| (!count.is_empty()).then(|| count.to_owned()));
    let particles = Some(VertexMap::from_vec(counts.to_vec()));
    let scene = overlaid(&instance, Overlays { particles, ..Overlays::default() });
    let shown: Vec<_> =
        scene.nodes.iter().map(|mark| mark.particles.as_ref().map(|words| words.text.clone())).collect();
    assert_eq!(shown[0].as_deref(), Some(""), "a single particle needs no number");
    assert!(shown[1].is_none() && shown[2].is_some() && shown[3].is_none());
    assert_eq!(svg(&scene).matches("class=\"particles\"").count(), 2);
    assert_eq!(tikz(&scene).matches("rounded rectangle, fill=").count(), 2);
}

/// Overlays that use every style: which exit is whose does not matter to LaTeX.
fn overlays(instance: &Instance) -> Overlays {
    let graph = instance.graph();
    let sinks: Vec<VertexId> = graph.vertices().filter(|&u| graph.is_sink(u)).collect();
    let exit = |u: VertexId| match sinks.get(u.index() % (sinks.len() + 1)) {
        Some(&sink) => Exit::Sink(if graph.is_sink(u) { u } else { sink }),
        None => Exit::Trap(0),
    };
    Overlays {
        exits: Some(VertexMap::from_vec(graph.vertices().map(exit).collect())),
        visits: Some((0..graph.arc_count()).map(|arc| (arc % 3).into()).collect()),
        strategies: Some((0..graph.arc_count() as u32).step_by(2).map(ArcId::new).collect()),
        values: Some(VertexMap::from_vec(graph.vertices().map(|u| format!("-{}…1", u.raw())).collect())),
        marks: Some(marks(instance)),
        ..Overlays::default()
    }
}

/// Every mark, on arcs and on vertices.
fn marks(instance: &Instance) -> Marks {
    let marked = |at: usize| Marked {
        marks: vec![Mark::ALL[at % Mark::ALL.len()]],
        label: Some(["inf", "1234567", "≥ 2: yes"][at % 3].to_owned()),
        is_new: at.is_multiple_of(2),
    };
    let graph = instance.graph();
    Marks {
        vertices: graph.vertices().map(|u| (u, marked(u.index()))).collect(),
        arcs: (0..graph.arc_count()).map(|at| (ArcId::new(at as u32), marked(at))).collect(),
        has_legend: true,
    }
}

fn instances() -> Vec<(String, Instance)> {
    let odd = r#"u_1: "\\input{x}$_^~%&#\n" v_{ij} "w'"
"\\input{x}$_^~%&#\n": u_1^9 s
v_{ij}: "a name much longer than anybody would want to read"
max "w'": s
min "a name much longer than anybody would want to read": s v_{ij}
sink s = -3
start u_1"#;
    figures().into_iter().chain([("odd".to_owned(), parse(odd).unwrap())]).collect()
}

/// TikZ with exits did not compile, and a picture could not be `\input`.
#[test]
fn latex_takes_every_figure() {
    if std::env::var_os("ARRIVAL_TIKZ").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tikz");
    std::fs::create_dir_all(&folder).unwrap();
    let mut all = String::from(
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n\\usetikzlibrary{shapes.geometric,shapes.misc}\n\\begin{document}\n",
    );
    for (name, instance) in instances() {
        let scenes = [Overlays::default(), overlays(&instance)].map(|shown| overlaid(&instance, shown));
        for (scene, kind) in scenes.iter().zip(["plain", "shown"]) {
            std::fs::write(folder.join(format!("{name}-{kind}.tikz")), tikz(scene)).unwrap();
            writeln!(all, "\\begin{{figure}}\\input{{{name}-{kind}.tikz}}\\end{{figure}}\\clearpage")
                .unwrap();
        }
        std::fs::write(folder.join("alone.tex"), tikz_document(&scenes[1])).unwrap();
    }
    all += "\\end{document}\n";
    std::fs::write(folder.join("all.tex"), all).unwrap();
    for document in ["all.tex", "alone.tex"] {
        let latex = ["-halt-on-error", "-interaction=nonstopmode", document];
        let ran = Command::new("pdflatex").args(latex).current_dir(&folder).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
    }
}

/// The same pictures as paths.
#[cfg(all(feature = "png", feature = "pdf"))]
mod painted {
    use super::*;
    use flate2::read::ZlibDecoder;
    use rotor_draw::{Rectangle, missing_glyphs, pdf, png};
    use std::io::Read;

    fn unpacked(packed: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        ZlibDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        bytes
    }

    /// The pixels of a PNG as we write it, row by row.
    struct Pixels {
        width: usize,
        rows: Vec<Vec<[u8; 3]>>,
    }

    impl Pixels {
        /// Reads the chunks one by one and checks the sum of each.
        fn of(bytes: &[u8]) -> Self {
            let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n").unwrap();
            let mut chunks = Vec::new();
            while !rest.is_empty() {
                let (length, after) = rest.split_at(4);
                let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
                let (chunk, after) = after.split_at(4 + length);
                let (sum, after) = after.split_at(4);
                assert_eq!(crc32fast::hash(chunk).to_be_bytes(), sum);
                chunks.push(chunk.split_at(4));
                rest = after;
            }
            let kinds: Vec<&[u8]> = chunks.iter().map(|&(kind, _)| kind).collect();
            assert_eq!(kinds, [b"IHDR", b"IDAT", b"IEND"]);
            let header = chunks[0].1;
            let side = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap()) as usize;
            assert_eq!(header[8..], [8, 2, 0, 0, 0]);
            let (width, height) = (side(0), side(4));
            let bytes = unpacked(chunks[1].1);
            assert_eq!(bytes.len(), (1 + 3 * width) * height);
            let row = |row: &[u8]| {
                assert_eq!(row[0], 0, "no filter");
                row[1..].chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect()
            };
            Self { width, rows: bytes.chunks_exact(1 + 3 * width).map(row).collect() }
        }

        /// How many dark pixels lie within `frame`, at one pixel each.
        fn ink(&self, frame: Rectangle) -> usize {
            let (rows, columns) = (
                frame.least.y as usize..frame.most.y.ceil() as usize,
                frame.least.x as usize..frame.most.x.ceil() as usize,
            );
            let dark = |pixel: &&[u8; 3]| pixel.iter().all(|&part| part < 0x80);
            self.rows[rows].iter().map(|row| row[columns.clone()].iter().filter(dark).count()).sum()
        }
    }

    #[test]
    fn random_pictures_are_well_formed_and_of_their_size() {
        Instances::small(31).check(budget(300), |instance, _| {
            let scene = drawn(instance);
            let pixels = Pixels::of(&png(&scene, 0.5, &mut ()).unwrap());
            assert_eq!(pixels.width, (scene.size.x * 0.5).ceil() as usize);
            assert_eq!(pixels.rows.len(), (scene.size.y * 0.5).ceil() as usize);
            let page = pdf(&scene, &mut ()).unwrap();
            let text = String::from_utf8_lossy(&page);
            assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
            assert!(text.contains(&format!("/MediaBox [0 0 {} {}]", scene.size.x, scene.size.y)), "{text}");
            assert!(!text.contains("/Font"), "words are outlines");
        });
    }

    #[test]
    fn a_page_strokes_every_arc_and_every_border() {
        let scene =
            drawn(&parse("max u: v^3 *s u\nv: u^2 v t\nmin w: t v\nsink s = 3\nsink t\nstart u").unwrap());
        let page = pdf(&scene, &mut ()).unwrap();
        let find = |from: usize, what: &[u8]| {
            page[from..].windows(what.len()).position(|part| part == what).unwrap() + from
        };
        let begin = find(0, b"stream\n") + b"stream\n".len();
        let end = find(begin, b"\nendstream");
        let content = String::from_utf8(unpacked(&page[begin..end])).unwrap();
        let count = |operator: &str| content.lines().filter(|&line| line == operator).count();
        // Each sink has a second line; the start has an arrow of its own.
        assert_eq!(count("S"), scene.arcs.len() + 2 + 1);
        assert_eq!(count("B"), scene.nodes.len());
        assert_eq!(count("q"), count("Q"));
    }

    /// names in scripts that the font lacks were left out of PNG and PDF without a word.
    #[test]
    fn characters_missing_in_the_font_are_reported_boxes() {
        let scene = drawn(&parse("車: s\n😀\u{FE0F}: s\n\"\u{A0}\": s\nμ: s\nsink s").unwrap());
        assert_eq!(missing_glyphs(&scene), ['車', '😀']);
        let pixels = Pixels::of(&png(&scene, 1.0, &mut ()).unwrap());
        let ink = |vertex: usize| {
            let mark = &scene.nodes[vertex];
            pixels.ink(Rectangle::around(mark.center, mark.node.half * 0.6))
        };
        assert_eq!(ink(2), 0, "a space has no ink");
        assert!(ink(3) > 5);
        assert!(ink(0) > 20 && ink(1) > 20, "{} {}", ink(0), ink(1));
        assert!(missing_glyphs(&drawn(&parse("u: s\nПривет: s\n½²∞·…: s\nsink s").unwrap())).is_empty());
    }
}
