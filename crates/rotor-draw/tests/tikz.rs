//! LaTeX takes our TikZ: every figure, with every colour, as a picture to `\input` and as a document.
//!
//! It needs `pdflatex` with TikZ, and runs only if the environment variable `ARRIVAL_TIKZ` is set.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_draw::{Layout, Mark, Marked, Marks, Overlays, picture, tikz, tikz_document};
use rotor_graph::{ArcId, Exit, Instance, VertexId, VertexMap, parse};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let figure = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        (file.file_stem().unwrap().to_str().unwrap().to_owned(), parse(&text).unwrap())
    };
    let odd = r#"u_1: "\\input{x}$_^~%&#\n" v_{ij} "w'"
"\\input{x}$_^~%&#\n": u_1^9 s
v_{ij}: "a name much longer than anybody would want to read"
max "w'": s
min "a name much longer than anybody would want to read": s v_{ij}
sink s = -3
start u_1"#;
    files.into_iter().map(figure).chain([("odd".to_owned(), parse(odd).unwrap())]).collect()
}

/// F20: TikZ with exits did not compile, and a picture could not be `\input`.
#[test]
fn f20_latex_takes_every_figure() {
    if std::env::var_os("ARRIVAL_TIKZ").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tikz");
    std::fs::create_dir_all(&folder).unwrap();
    let mut all = String::from(
        "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n\\usetikzlibrary{shapes.geometric,shapes.misc}\n\\begin{document}\n",
    );
    for (name, instance) in instances() {
        let scenes = [Overlays::default(), overlays(&instance)]
            .map(|overlays| picture(&instance, &overlays, &Layout::default()));
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
