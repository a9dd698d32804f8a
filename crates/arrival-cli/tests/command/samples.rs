//! Samples: the JSON that the commands give on the corpus and on random instances.

use crate::particles::cases;
use crate::place::{Place, corpus};
#[cfg(all(unix, feature = "serve"))]
use crate::serving::serve;
use rotor_generate::{Dice, small_forest, small_game, small_graph};
use rotor_graph::{Instance, StrategySet};
use serde_json::Value;

/// The command line that gave a document, and the document.
pub(crate) type Sample = (String, Value);

/// Runs the program and adds every line of its result, which must be JSON.
fn add(samples: &mut Vec<Sample>, place: &Place, arguments: &str) {
    let ran = place.says(arguments);
    let command = format!("arrival {arguments}");
    for line in ran.out.lines() {
        let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}: {line}"));
        samples.push((command.clone(), value));
    }
}

/// Every command with JSON on the instance in `file`, from the vertex `from`.
fn on(samples: &mut Vec<Sample>, place: &Place, file: &str, instance: &Instance, from: &str) {
    let players = instance.player_count() > 0;
    let quoted = [format!("check {file}"), format!("forest {file}"), format!("flows {file}")];
    let solving = [format!("solve {file} --from {from}"), format!("solve {file} --all --endless-value -7")];
    let walking =
        ["", " --trace", " --max-steps 2", " --reverse --max-steps 20", " --reverse --trace --max-steps 3"]
            .map(|rest| format!("walk {file} --from {from}{rest}"));
    for arguments in quoted.iter().chain(&solving).chain(&walking) {
        add(samples, place, &format!("{arguments} --json"));
    }
    for rest in ["", " --frames", " --access", " --pairs"] {
        add(samples, place, &format!("explain {file} --from {from}{rest} --json"));
    }
    for rest in [format!("--routine {from}"), format!("--order {from}"), "--cycles --frames".to_owned()] {
        add(samples, place, &format!("explain {file} {rest} --json"));
    }
    for &head in instance.vertex(from).map_or(&[][..], |u| instance.graph().heads(u)) {
        add(samples, place, &format!("explain {file} --subtree {from},{} --json", instance.name(head)));
    }
    add(samples, place, &format!("push {file} --cycle {from} --json"));
    add(samples, place, &format!("equivalent {file} {file} --json"));
    let sink = instance.graph().vertices().find(|&u| instance.graph().is_sink(u));
    if let Some(sink) = sink.filter(|_| !players) {
        add(samples, place, &format!("decide {file} --from {from} --to {} --json", instance.name(sink)));
    }
    if players {
        for set in StrategySet::ALL {
            let question = format!("--strategies {}", set.name());
            let line = format!("solve {file} --from {from} {question} --endless-value 3 --json");
            add(samples, place, &line);
            replay(samples, place, file, from, &place.says(&line).out);
            add(samples, place, &format!("explain {file} --from {from} {question} --json"));
            add(samples, place, &format!("solve {file} --all {question} --json"));
            prove(samples, place, file, &format!("--from {from} {question}"));
        }
        return;
    }
    for question in [format!("--from {from}"), "--all".to_owned(), "--all --solver push".to_owned()] {
        prove(samples, place, file, &question);
    }
    let line = format!("flows {file} --certificate proof.json");
    if place.says(&line).code == Some(0) {
        let proof = serde_json::from_str(&place.read("proof.json")).expect("a certificate is JSON");
        samples.push((format!("arrival {line}"), proof));
        add(samples, place, &format!("verify {file} proof.json --json"));
    }
}

/// Plays the strategies of an answer: the walk must end where the answer says.
fn replay(samples: &mut Vec<Sample>, place: &Place, file: &str, from: &str, answer: &str) {
    let Ok(document) = serde_json::from_str::<Value>(answer) else { return };
    // Off trees, players who pick every step look at the whole state.
    if document["answers"][0]["max"].is_null() {
        return;
    }
    std::fs::write(place.path("answer.json"), answer).expect("the folder can be written");
    let line = format!("walk {file} --from {from} --strategy answer.json --json");
    let walk: Value = serde_json::from_str(&place.says(&line).exits(0).out).expect("JSON was asked for");
    let row = &document["answers"][0];
    assert!(row["value"].is_null() || walk["exit"] == row["exit"], "{line}: {walk} after {answer}");
    samples.push((format!("arrival {line}"), walk));
}

/// Asks a question, and adds the certificate and what the judge says of it; only games on general graphs have none.
fn prove(samples: &mut Vec<Sample>, place: &Place, file: &str, question: &str) {
    let line = format!("solve {file} {question} --certificate proof.json");
    let ran = place.says(&line);
    if ran.code == Some(2) && question.contains("--strategies") {
        assert!(ran.err.contains("has no certificate"), "{line}: {ran:?}");
        return;
    }
    assert!(ran.exits(0).out.contains("checked: "), "{line}");
    let proof = serde_json::from_str(&place.read("proof.json")).expect("a certificate is JSON");
    samples.push((format!("arrival {line}"), proof));
    add(samples, place, &format!("verify {file} proof.json --json"));
}

/// Everything on the figures of the paper.
pub(crate) fn of_the_corpus() -> Vec<Sample> {
    let mut samples = Vec::new();
    let folder = corpus().join("paper");
    let mut files: Vec<_> = std::fs::read_dir(&folder).expect("the corpus is there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::file_name);
    let place = Place::new();
    for entry in files {
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path()).expect("a figure can be read");
        let instance = rotor_graph::parse(&text).expect("a figure is valid");
        std::fs::write(place.path(&name), text).expect("the folder can be written");
        for u in instance.graph().vertices() {
            on(&mut samples, &place, &name, &instance, instance.name(u));
        }
    }
    samples
}

/// Everything on small random instances, and whole folders of them solved at once.
pub(crate) fn of_random_instances(rounds: usize) -> Vec<Sample> {
    let mut samples = Vec::new();
    let mut dice = Dice::new(6);
    let place = Place::new();
    std::fs::create_dir(place.path("many")).expect("the folder can be written");
    for round in 0..rounds * 10 {
        let instance = match round % 3 {
            0 => small_forest(&mut dice),
            1 => small_graph(&mut dice),
            _ => small_game(&mut dice),
        };
        let file = format!("many/{round:04}.rotor");
        std::fs::write(place.path(&file), instance.to_string()).expect("the folder can be written");
        if round % 10 == 0 {
            let inner: Vec<_> = instance.graph().vertices().collect();
            let from = dice.pick(&inner).expect("an instance has a vertex");
            on(&mut samples, &place, &file, &instance, instance.name(*from));
        }
    }
    add(&mut samples, &place, "solve many");
    samples
}

/// Documents that need a special occasion.
pub(crate) fn of_special_occasions() -> Vec<Sample> {
    let mut samples = Vec::new();
    let flawed = "a: b c d\n".repeat(60);
    let place = Place::with_graph()
        .with("flawed.rotor", flawed)
        .with("flawed.json", r#"{"format":"x","vertices":7}"#);
    let place = place.with("no-sink.rotor", "a: b a\nb: a\nstart a\n").with("empty.rotor", "");
    let place = place.with("one-way.rotor", "a: b\nb: s\nsink s\nstart s\n");
    let place = place.with("triangle.rotor", "a: b c\nb: c a\nc: a b\nstart a\n");
    place.says("generate chain --n 60 -o chain.rotor").answer();
    place.says("generate expchain --n 30 -o path.rotor").answer();
    place.says("push graph.rotor --cycle u0 -o pushed.rotor").exits(0);
    for arguments in [
        "solvers --json",
        "check flawed.rotor --json",
        "check flawed.json --json",
        "check no-sink.rotor --json",
        "check empty.rotor --json",
        "check --example fig-calc-rn --json --rule turn-then-move",
        "solve graph.rotor flawed.rotor flawed.json absent.rotor no-sink.rotor empty.rotor",
        "solve graph.rotor chain.rotor --solver walk --timeout 0.05 --timings",
        "solve graph.rotor --json --no-check",
        "solve graph.rotor --json --timings",
        "solve chain.rotor --json",
        "route chain.rotor --particles 0=7 --json",
        "walk chain.rotor --timeout 0.05 --json",
        "walk one-way.rotor --reverse --json",
        "walk graph.rotor --from s2 --reverse --trace --json",
        "walk graph.rotor --steps 3 --json",
        "walk no-sink.rotor --steps 1e20 --json",
        "walk graph.rotor --steps 100 --trace --json",
        "route graph.rotor --particles u0=-7,u1=3 --json",
        "route no-sink.rotor --particles a=-7 --json",
        "draw graph.rotor --json --show exits,visits",
        "tour graph.rotor --json",
        "tour no-sink.rotor --json",
        "group graph.rotor --json --generators",
        "group no-sink.rotor --json --generators",
        "class graph.rotor --json",
        "class no-sink.rotor --json",
        "class graph.rotor pushed.rotor --json --explain",
        "class path.rotor --json --explain",
        "group graph.rotor --json --orders",
        "list recurrent graph.rotor --json",
        "list superstable no-sink.rotor --json",
        "list forests graph.rotor --limit 3 --json",
        "list unicycles no-sink.rotor --json",
        "explain path.rotor --frames --json",
        "explain path.rotor --cycles --json",
        "explain path.rotor --routine 0 --json",
        "explain path.rotor --routine 0 --flows 1=7,2=inf --json",
        "explain path.rotor --order 0 --json",
        "explain path.rotor --subtree 0,1 --json",
        "explain --example fig-integer-game --access --json",
        "explain --example fig-integer-game --pairs --json",
        "explain graph.rotor --frames --json",
        "walk graph.rotor --hits 20 --json",
        "walk no-sink.rotor --hits 3 --json",
        "walk path.rotor --hits 1e20 --json",
        "route graph.rotor --particles u0=20 --rounds 3 --json",
        "tour triangle.rotor --json",
        "aggregate z2 --particles 500 --json",
        "aggregate tree --degree 4 --particles 1e3 --json",
        "identity graph.rotor --json",
        "stabilise graph.rotor --chips u0=100,u1=-3 --json",
        "stabilise no-sink.rotor --chips a=7 --json",
        "harmonic graph.rotor --json",
        "harmonic graph.rotor --float --json",
        "harmonic no-sink.rotor --json",
        "push graph.rotor --cycle u0 --json",
        "equivalent graph.rotor graph.rotor --json",
        "hunt two --n 12 --ahead 0 --seeds 1..4 --keep 2 --tries 30 --json --timings -o hard",
        "hunt tree --n 12 --seeds 1..3 --keep 1 --tries 10 --json -o hard",
        "hunt chain --n 60 --seeds 1..1 --tries 5 --operations 500 --solver walk --json -o hard",
    ] {
        add(&mut samples, &place, arguments);
    }
    #[cfg(all(unix, feature = "serve"))]
    {
        let server = serve(&["--json"]);
        let said = serde_json::from_str(&server.said).expect("JSON was asked for");
        samples.push(("arrival serve --json".to_owned(), said));
        server.stop();
    }
    let proof = place.says("solve graph.rotor --certificate -").exits(0).out;
    let proof = proof.lines().next().expect("the certificate comes first");
    let place = place.with("wrong.json", proof.replace(r#""u0":"2""#, r#""u0":"5""#));
    let place = place.with("steps.json", proof.replace(r#""steps":"7""#, r#""steps":"8""#));
    add(&mut samples, &place, "verify graph.rotor wrong.json --json");
    add(&mut samples, &place, "verify graph.rotor steps.json --json");
    for format in [
        "graph.rotor - --to json",
        "graph.rotor - --to json --to-rule turn-then-move",
        "no-sink.rotor - --json",
    ] {
        let out = place.says(&format!("convert {format}")).answer();
        samples.push((
            format!("arrival convert {format}"),
            serde_json::from_str(&out).expect("JSON was asked for"),
        ));
    }
    samples
}

/// Routes of many particles, checked and unchecked, with what proves them.
pub(crate) fn of_many_particles(random: usize) -> Vec<Sample> {
    let mut samples = Vec::new();
    for case in cases(random) {
        let (place, counts) = (case.place(), case.counts());
        add(&mut samples, &place, &format!("route case.rotor --particles {counts} --json"));
        add(&mut samples, &place, "route case.rotor --particles @counts.json --json --no-check");
        let line = format!("route case.rotor --particles {counts} --certificate proof.json");
        place.says(&line).answer();
        let proof = serde_json::from_str(&place.read("proof.json")).expect("a certificate is JSON");
        samples.push((format!("arrival {line}"), proof));
        add(&mut samples, &place, "verify case.rotor proof.json --json");
    }
    samples
}

/// Certificates of the algebra, with what the judge says of them.
pub(crate) fn of_the_algebra() -> Vec<Sample> {
    let mut samples = Vec::new();
    let place = Place::with_graph().with("no-sink.rotor", "a: b a\nb: a\nc: a\nstart c\n");
    place.says("push graph.rotor --cycle u0 -o pushed.rotor").exits(0);
    for (file, command) in [
        ("graph.rotor", "group graph.rotor"),
        ("no-sink.rotor", "group no-sink.rotor"),
        ("graph.rotor", "class graph.rotor"),
        ("graph.rotor", "class graph.rotor pushed.rotor"),
        ("graph.rotor", "stabilise graph.rotor --chips u0=100,u1=-3"),
        ("no-sink.rotor", "stabilise no-sink.rotor --chips c=7"),
        ("graph.rotor", "identity graph.rotor"),
        ("graph.rotor", "harmonic graph.rotor"),
        ("no-sink.rotor", "harmonic no-sink.rotor"),
        ("graph.rotor", "route graph.rotor --particles u0=-7,u1=3"),
        ("no-sink.rotor", "route no-sink.rotor --particles a=-7"),
        ("graph.rotor", "walk graph.rotor --steps 3"),
        ("no-sink.rotor", "walk no-sink.rotor --steps 1e20"),
        ("graph.rotor", "tour graph.rotor"),
        ("no-sink.rotor", "tour no-sink.rotor"),
    ] {
        let line = format!("{command} --certificate proof.json");
        place.says(&line).answer();
        let proof = serde_json::from_str(&place.read("proof.json")).expect("a certificate is JSON");
        samples.push((format!("arrival {line}"), proof));
        let verdict = place.says(&format!("verify {file} proof.json --json")).exits(0).out;
        let verdict: Value = serde_json::from_str(&verdict).expect("JSON was asked for");
        assert_eq!(verdict["valid"], true, "{line}: {verdict}");
        samples.push((format!("arrival verify {file} proof.json --json"), verdict));
    }
    samples
}
