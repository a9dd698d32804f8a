//! Output: the same bytes every time, whatever the names are.

use crate::document::{figures, root};
use crate::place::Place;

#[test]
fn the_same_input_gives_the_same_bytes() {
    let place = Place::with_graph();
    std::fs::create_dir(place.path("some")).unwrap();
    for seed in 1..=20 {
        let options = format!("--seed {seed} --parallel 3 --traps 0.2 -o some/{seed}.rotor");
        place.says(&format!("generate tree {options}")).answer();
    }
    for arguments in [
        "solve some --threads 4",
        "solve some --all",
        "solve graph.rotor --json",
        "solve graph.rotor --certificate -",
        "walk graph.rotor --trace",
        "route graph.rotor --particles u0=9,u2=70000000000000000000 --json",
        "check graph.rotor --json",
        "generate switch --n 50 --seed 3",
        "convert graph.rotor - --to rotorb",
        "solvers --json",
        "man",
    ] {
        let [first, second] = [place.says(arguments).exits(0), place.says(arguments).exits(0)];
        assert!(!first.bytes.is_empty(), "{arguments}");
        assert_eq!(first.bytes, second.bytes, "{arguments}");
    }
    let [one, four] = [1, 4].map(|threads| place.says(&format!("solve some --threads {threads}")).answer());
    assert_eq!(one, four);
}

#[test]
fn the_examples_in_the_program_are_the_figures_of_the_corpus() {
    let place = Place::new();
    let names = figures();
    assert!(!names.is_empty());
    for name in names {
        let path = root().join(format!("corpus/paper/{name}.rotor"));
        let from_file = place.run(&["check", "--json", path.to_str().unwrap()]).answer();
        assert_eq!(place.says(&format!("check --json --example {name}")).answer(), from_file);
    }
}

#[test]
fn no_name_breaks_a_line_or_reaches_the_terminal_as_a_command() {
    let graph = root().join("corpus/regressions/names-that-break-lines.rotor");
    let place = Place::new().with("graph.rotor", std::fs::read(graph).unwrap());
    let shown = [
        "solve graph.rotor",
        "solve graph.rotor --all",
        "walk graph.rotor --trace",
        "flows graph.rotor",
        "forest graph.rotor",
        "check graph.rotor",
        "route graph.rotor --particles c=7",
    ];
    for arguments in shown {
        let out = place.says(arguments).answer();
        assert!(!out.contains(['\u{1b}', '\u{202e}', '\u{2028}']), "{arguments}: {out:?}");
        assert!(out.lines().all(|line| !line.starts_with("sink b")), "{arguments}: {out}");
    }
    let cycle = place.run(&["push", "graph.rotor", "--cycle", "\u{1b}[31mred"]).answer();
    let place = place.with("pushed.rotor", &cycle);
    place.says("check pushed.rotor").answer();
}
