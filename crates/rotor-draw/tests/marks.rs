//! Frames of an algorithm in every format: outlines under what they mark, labels on plates, and what they mean.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_draw::{Layout, Mark, Marked, Marks, Overlays, Scene, picture, svg, tikz};
use rotor_graph::{ArcId, VertexId, parse};
use serde_json::Value;

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
    let overlays = Overlays { marks: Some(marks), ..Overlays::default() };
    picture(&instance, &overlays, &Layout::default())
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
    let data: Value = serde_json::from_str(&serde_json::to_string(&marked(false)).unwrap()).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../../schemas/scene.schema.json")).unwrap();
    let errors: Vec<_> = jsonschema::validator_for(&schema)
        .unwrap()
        .iter_errors(&data)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    let names: Vec<_> = data["marks"].as_array().unwrap().iter().map(|style| style["mark"].clone()).collect();
    assert_eq!(names, ["chosen", "won", "lost", "cycle", "now", "passed", "used"]);
    assert_eq!(data["arcs"][0]["marked"]["label"], "inf");
    assert_eq!(data["vertices"][1]["marked"]["is_new"], true);
    assert!(data["vertices"][2].get("marked").is_none());
    assert!(!svg(&marked(false)).contains("computed now"));
    let plain = picture(&parse("a: s\nsink s").unwrap(), &Overlays::default(), &Layout::default());
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
