//! Streams: the result on standard output, everything else on standard error; several files, a folder, standard input.

use crate::place::{GRAPH, Place, corpus, zstd};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let place = Place::with_graph();
    std::fs::create_dir(place.path("some")).unwrap();
    for seed in 1..=20 {
        place
            .says(&format!("generate tree --seed {seed} --parallel 3 --traps 0.2 -o some/{seed}.rotor"))
            .answer();
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
fn verbose_speaks_on_standard_error_and_quiet_silences_it() {
    let place = Place::with_graph();
    let plain = place.says("solve graph.rotor").answer();
    let ran = place.says("solve graph.rotor -v").exits(0);
    assert_eq!(ran.out, plain);
    assert!(ran.err.lines().all(|line| line.starts_with("arrival: ")), "{ran:?}");
    assert!(ran.err.contains("graph.rotor (rotor): class cactus, solver blocks; read "), "{ran:?}");
    assert!(ran.err.contains("answered by a short walk"), "{ran:?}");
    place.says("generate chain --n 60 -o chain.rotor").exits(0);
    let ran = place.says("solve chain.rotor -v").exits(0);
    assert!(ran.err.contains("answered by a flow, in turns with the walk"), "{ran:?}");
    let ran = place.says("walk graph.rotor --max-steps 2").exits(3);
    assert!(!ran.err.is_empty());
    let quiet = place.says("walk graph.rotor --max-steps 2 -q").exits(3);
    assert_eq!((quiet.out, quiet.err.as_str()), (ran.out, ""));
    let fault = place.says("solve absent.rotor -q").exits(2);
    assert!(fault.err.starts_with("arrival: cannot read absent.rotor: "), "{fault:?}");
}

#[test]
fn timings_are_given_only_when_asked_for() {
    let place = Place::with_graph();
    let answer = |arguments: &str| place.says(arguments).exits(0);
    assert_eq!(answer("solve graph.rotor").err, "");
    let words = answer("solve graph.rotor --timings");
    assert_eq!(words.out, answer("solve graph.rotor").out);
    assert!(
        ["read ", "prepare ", "solve ", "check "].iter().all(|word| words.err.contains(word)),
        "{words:?}"
    );
    assert!(!answer("solve graph.rotor --json").out.contains("timings"));
    assert!(!answer("solve graph.rotor graph.rotor").out.contains("timings"));
    let json = answer("solve graph.rotor --json --timings");
    assert_eq!(json.err, "");
    let times = &lines(&json.out)[0]["timings_ms"];
    assert!(
        ["read", "prepare", "solve", "check"].iter().all(|key| times[key].as_f64().unwrap() >= 0.0),
        "{times}"
    );
}

#[test]
fn several_files_give_a_line_each_in_their_order() {
    let place =
        Place::with_graph().with("trap.rotor", "a: a\nstart a\n").with("b.rotor", "b: s\nsink s\nstart b\n");
    let out = place.says("solve trap.rotor graph.rotor b.rotor graph.rotor").answer();
    let answers = lines(&out);
    let files: Vec<_> = answers.iter().map(|answer| answer["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["trap.rotor", "graph.rotor", "b.rotor", "graph.rotor"]);
    let exits: Vec<_> = answers.iter().map(|answer| answer["answers"][0]["exit"].as_str()).collect();
    assert_eq!(exits, [None, Some("s2"), Some("s"), Some("s2")]);
}

#[test]
fn a_folder_gives_a_line_for_each_instance_sorted_by_name() {
    let place = Place::with_graph();
    std::fs::create_dir(place.path("some")).unwrap();
    for name in ["c.rotor", "a.json", "b.rotorb", "d.rotor.gz"] {
        place.says(&format!("convert graph.rotor some/{name}")).answer();
    }
    let place = place.with("some/e.rotor.zst", zstd(GRAPH)).with("some/notes.txt", "not an instance");
    let answers = lines(&place.says("solve some graph.rotor").answer());
    let files: Vec<_> = answers.iter().map(|answer| answer["file"].as_str().unwrap()).collect();
    let sorted = [
        "some/a.json",
        "some/b.rotorb",
        "some/c.rotor",
        "some/d.rotor.gz",
        "some/e.rotor.zst",
        "graph.rotor",
    ];
    assert_eq!(files, sorted);
    for answer in &answers {
        assert_eq!(answer["answers"], serde_json::json!([{"from": "u2", "exit": "s2", "steps": "7"}]));
    }
}

#[test]
fn certificates_and_hunts_are_not_instances_of_a_folder() {
    let place = Place::with_graph();
    place.says("hunt two --n 6 --ahead 0 --seeds 1..2 --keep 1 -o found").answer();
    place.says("solve graph.rotor --certificate found/proof.json").answer();
    let lines = place.says("solve found").answer();
    assert!(lines.lines().count() == 1 && lines.contains("\"file\":\"found/two-"), "{lines}");
}

#[test]
fn a_folder_without_an_instance_is_misuse() {
    let place = Place::with_graph().with("notes.txt", "not an instance");
    std::fs::create_dir(place.path("none")).unwrap();
    let ran = place.says("solve graph.rotor none").exits(2);
    assert!(ran.err.starts_with("arrival: none: the folder holds no file that ends in .rotor"), "{ran:?}");
    assert_eq!(ran.out, "");
}

#[test]
fn standard_input_among_several_is_answered_once() {
    let ran = Place::new().says_to("solve - - --threads 1", GRAPH.as_bytes()).exits(2);
    let answers = lines(&ran.out);
    assert_eq!(answers[0]["answers"][0]["exit"], "s2");
    assert_eq!(answers[1]["errors"][0], "standard input is named twice; it can be read once");
}

#[test]
fn a_name_that_looks_like_an_option_is_a_name() {
    let place = Place::new().with("graph.rotor", "--all: -1 s\n-1: --all s\nsink s\nsink -s\nstart --all\n");
    for (arguments, out) in [
        ("solve graph.rotor --from --all", "--all exits at s after 3 steps"),
        ("walk graph.rotor --from -1", "-1 exits at s after 3 steps"),
        ("explain graph.rotor --from -1", "-1 exits at s after 3 steps"),
        ("draw graph.rotor --from -1 --show visits", "<svg "),
        ("route graph.rotor --particles -1=3", "end  particles\ns    3"),
        ("push graph.rotor --cycle -1", "# pushed "),
    ] {
        let answer = place.says(arguments).answer();
        assert!(answer.starts_with(out), "{arguments}: {answer}");
    }
    assert_eq!(place.says("decide graph.rotor --from -1 --to -s").exits(20).out, "no\n");
}

#[test]
fn columns_align_whatever_the_script_of_the_names() {
    let place = Place::new().with("graph.rotor", "列車: ä s\nä: 列車\nsink s\n");
    assert!(place.says("solve graph.rotor").answer().starts_with("from  exit\n列車  s\nä     s\n"));
    assert!(place.says("flows graph.rotor").answer().starts_with("from  to    flow\n列車  ä     inf\n"));
}

#[test]
fn a_flawed_file_among_several_gives_an_error_line_and_2() {
    let place = Place::with_graph().with("flawed.rotor", "a: b\nc: d\n");
    let ran = place.says("solve graph.rotor flawed.rotor absent.rotor graph.rotor").exits(2);
    assert_eq!(ran.err, "");
    let answers = lines(&ran.out);
    let schemas: Vec<_> = answers.iter().map(|answer| answer["schema"].as_str().unwrap()).collect();
    assert_eq!(schemas, ["arrival.answer/1", "arrival.error/1", "arrival.error/1", "arrival.answer/1"]);
    assert_eq!((answers[1]["file"].as_str(), answers[1]["code"].as_u64()), (Some("flawed.rotor"), Some(2)));
    assert_eq!(answers[1]["errors"].as_array().unwrap().len(), 2);
    assert!(answers[1]["errors"][1].as_str().unwrap().starts_with("flawed.rotor:2:4: "));
    place.says("generate chain --n 60 -o chain.rotor").answer();
    let ran = place.says("solve graph.rotor chain.rotor --solver walk --timeout 0.2").exits(3);
    let answers = lines(&ran.out);
    assert_eq!(
        (
            answers[1]["code"].as_u64(),
            answers[1]["errors"][0].as_str().unwrap().starts_with("out of time; no answer")
        ),
        (Some(3), true)
    );
}

#[test]
fn a_dash_is_standard_input() {
    let place = Place::new().with("proof.json", "");
    let text = GRAPH.as_bytes();
    assert_eq!(
        place.says_to("solve -", text).exits(0).out,
        Place::with_graph().says("solve graph.rotor").answer()
    );
    assert!(place.says_to("walk - --trace", text).exits(0).out.starts_with("u2 u1 u0 u2 u0 u1 u2 s2\n"));
    assert!(place.says_to("check -", text).exits(0).out.starts_with("<stdin>: valid\n"));
    assert!(place.says_to("solve -", b"a: b\n").exits(2).err.starts_with("<stdin>:1:4: "));
    assert_eq!(place.says_to("convert - - --to rotor", text).exits(0).out, GRAPH);
    place.says_to("solve - --certificate proof.json", text).exits(0);
    assert!(place.says_to("verify - proof.json", text).exits(0).out.starts_with("valid\nproved: "));
}

#[test]
fn the_examples_in_the_program_are_the_figures_of_the_corpus() {
    let place = Place::new();
    let mut names: Vec<_> = std::fs::read_dir(corpus().join("paper"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rotor"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for path in names {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let from_file = place.run(&["check", "--json", path.to_str().unwrap()]).answer();
        assert_eq!(place.says(&format!("check --json --example {name}")).answer(), from_file);
    }
}

#[test]
fn no_name_breaks_a_line_or_reaches_the_terminal_as_a_command() {
    let graph = corpus().join("regressions/names-that-break-lines.rotor");
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
