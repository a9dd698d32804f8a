//! The files of `corpus/paper`.

use rotor_graph::{Instance, VertexId, parse};
use std::path::PathBuf;

/// Where the figures are.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/paper")
}

/// A figure, read from its file.
pub(crate) fn figure(name: &str) -> Instance {
    let file = folder().join(format!("{name}.rotor"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    parse(&text).unwrap_or_else(|flaws| panic!("{name}: {flaws:?}"))
}

/// The vertex called `name`.
pub(crate) fn vertex(instance: &Instance, name: &str) -> VertexId {
    instance.vertex(name).unwrap_or_else(|| panic!("no vertex {name}"))
}

/// The same instance with rotors on the arcs at these positions.
pub(crate) fn with_rotors(instance: &Instance, positions: &[(&str, u32)]) -> Instance {
    let graph = instance.graph();
    let chosen: Vec<_> = positions.iter().map(|&(name, at)| (vertex(instance, name), at)).collect();
    let position = |u| chosen.iter().find(|&&(v, _)| v == u).map(|&(_, at)| at);
    let changed = rotor_graph::PartialConfiguration::from_positions(graph, position);
    instance.clone().with_rotors(instance.rotors().clone().with(&changed))
}

#[test]
fn every_figure_is_valid_and_prints_what_it_reads() {
    let mut figures: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rotor").to_owned())
        .collect();
    figures.sort();
    let known = [
        "fig-calc-rn",
        "fig-exponential-path-5",
        "fig-integer-game",
        "fig-no-equilibrium",
        "fig-one-player",
        "fig-revolving-example",
        "fig-rotor-routing",
        "fig-simple-path-4",
        "fig-simple-strategy",
    ];
    assert_eq!(figures, known, "a new figure needs its answers among these tests");
    for name in known {
        let instance = figure(name);
        assert_eq!(parse(&instance.to_string()).as_ref(), Ok(&instance), "{name}");
    }
}
