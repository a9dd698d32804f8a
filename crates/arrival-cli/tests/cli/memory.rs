//! Memory: what does not fit is said to be unchecked, or refused, with figures.

use crate::place::Place;
use serde_json::Value;

const NO_ANSWER: &str = "arrival: out of memory; no answer after ";

/// The rows of an answer in words, without the line that says whether it was checked.
fn rows(answer: &str) -> Vec<&str> {
    answer.lines().filter(|line| !line.contains("checked: ")).collect()
}

#[test]
fn exits_are_unchecked_if_their_certificate_does_not_fit() {
    let place = Place::with_graph();
    place.says("generate tree --n 20000 --parallel 2 --traps 0.01 -o tree.rotor").answer();
    let checked = place.says("solve tree.rotor --all").answer();
    assert!(checked.ends_with("\nchecked: table of return flows\n"));
    let unchecked = place.says("solve tree.rotor --all --memory 2MB").answer();
    let last = unchecked.lines().last().unwrap();
    assert!(last.starts_with("unchecked: the certificate would take about 2."), "{last}");
    assert!(last.ends_with(" MB, and the memory limit is 2.0 MB"), "{last}");
    assert_eq!(rows(&unchecked), rows(&checked));
    let [full, bare, careless] = ["", " --memory 2MB", " --no-check"]
        .map(|more| place.json(&format!("solve tree.rotor --all --json{more}")));
    assert_eq!((&bare["answers"], &bare["traps"]), (&full["answers"], &full["traps"]));
    assert_eq!((&bare["instance"], &bare["solver"]), (&full["instance"], &full["solver"]));
    assert_eq!((&full["checked"], &bare["checked"]), (&Value::Bool(true), &Value::Bool(false)));
    assert!(bare["unchecked_because"].as_str().unwrap().starts_with("the certificate would take about"));
    assert_eq!((&careless["answers"], &careless["traps"]), (&full["answers"], &full["traps"]));
    assert_eq!(careless["unchecked_because"], "the check was switched off");
    let ran = place.says("solve tree.rotor --all --memory 2MB --certificate proof.json").exits(3);
    assert!(ran.err.contains("the certificate would take about") && !place.path("proof.json").exists());
    let begin = "arrival: out of memory; the answer takes about 1.";
    place.says("solve tree.rotor --all --memory 1200kB").refused(3, begin, "\n");
}

#[test]
fn long_flows_are_kept_only_where_they_fit() {
    let place = Place::with_graph();
    place.says("generate expchain --n 3000 -o long.rotor").answer();
    let checked = place.says("solve long.rotor --all").answer();
    assert!(checked.ends_with("\nchecked: table of return flows\n"));
    let unchecked = place.says("solve long.rotor --all --memory 700kB").answer();
    assert!(unchecked.lines().last().unwrap().starts_with("unchecked: the certificate would take about"));
    assert_eq!(rows(&unchecked), rows(&checked));
    for command in ["flows", "forest"] {
        let ran = place.says(&format!("{command} long.rotor --memory 700kB"));
        ran.refused(3, NO_ANSWER, ", and the memory limit is 700 kB\n");
        assert_eq!(place.says(&format!("{command} long.rotor --memory 8MB")).exits(0).err, "");
    }
}

#[test]
fn files_read_besides_the_instance_count_too() {
    let counts = format!("{{\"u0\":\"1\"{}}}", " ".repeat(10_000));
    let place = Place::with_graph().with("counts.json", &counts);
    place.says("solve graph.rotor --certificate proof.json").exits(0);
    let proof = place.read("proof.json") + &" ".repeat(10_000);
    let place = place.with("proof.json", proof);
    for command in [
        "verify graph.rotor proof.json",
        "route graph.rotor --particles @counts.json",
        "walk graph.rotor --strategy proof.json",
    ] {
        let ran = place.says(&format!("{command} --memory 10kB"));
        ran.refused(3, "", ", and 10000 may be used; allow more with --memory\n");
    }
    let verified = place.says("verify graph.rotor proof.json --memory 11kB").answer();
    assert!(verified.starts_with("valid\nproved: "), "{verified}");
}

#[test]
fn an_elimination_that_does_not_fit_is_refused() {
    let place = Place::with_graph();
    place.says("generate back --n 300 -o back.rotor").answer();
    let ran = place.says("solve back.rotor --memory 60kB");
    let ran = ran.refused(3, NO_ANSWER, ", and the memory limit is 60 kB\n");
    assert!(
        ["strong component 1 of 1 (300 vertices) has ", "; it takes more than "]
            .iter()
            .all(|words| ran.err.contains(words)),
        "{ran:?}"
    );
    assert_eq!(place.says("solve back.rotor --memory 8MB").exits(0).err, "");
}

#[test]
fn much_memory_is_announced_before_it_is_taken() {
    let place = Place::with_graph();
    place.says("generate expchain --n 70000 -o long.rotor").answer();
    let ran = place.says("forest long.rotor").exits(0);
    assert!(ran.err.starts_with("arrival: this takes about "), "{ran:?}");
    let unchecked = place.says("solve long.rotor --all").answer();
    let last = unchecked.lines().last().unwrap();
    assert!(last.starts_with("unchecked: its return flows would take about "), "{last}");
    assert!(last.ends_with(" and were not asked for"), "{last}");
}
