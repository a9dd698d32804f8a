//! Exit codes: each that the documentation names occurs.

use crate::place::{Place, corpus};

fn chain() -> Place {
    let place = Place::with_graph();
    place.says("generate chain --n 60 -o chain.rotor").answer();
    place
}

#[test]
fn what_is_done_exits_with_0() {
    let place = Place::with_graph();
    for arguments in
        ["solve graph.rotor", "check graph.rotor", "--help", "--version", "help solve", "solvers", "man"]
    {
        assert!(!place.says(arguments).answer().is_empty(), "{arguments}");
    }
}

#[test]
fn help_and_manual_name_every_exit_code() {
    let place = Place::new();
    for text in [place.says("--help").answer(), place.says("man").answer()] {
        let lines = text.lines().skip_while(|line| *line != "Exit codes:").skip(1);
        let codes: Vec<u8> = lines
            .map_while(|line| line.split_whitespace().next())
            .map(|code| code.parse().unwrap())
            .collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 10, 20, 70, 130], "{text}");
    }
}

#[test]
fn a_refuted_certificate_exits_with_1_and_its_equation() {
    let place = Place::with_graph();
    place.says("solve graph.rotor --certificate proof.json").exits(0);
    // F79: what was proved is said.
    let proved = "valid\nproved: the particle from u2 exits at s2 after 7 steps\n";
    assert_eq!(place.says("verify graph.rotor proof.json").answer(), proved);
    let proof = place.read("proof.json");
    assert!(proof.ends_with("}\n") && !proof.ends_with("\n\n"), "{proof:?}");
    let place = place.with("wrong.json", proof.replace(r#""u0":"2""#, r#""u0":"3""#));
    let ran = place.says("verify graph.rotor wrong.json").exits(1);
    assert!(ran.out.starts_with("refuted: at u") && ran.out.contains(" against "), "{ran:?}");
    assert_eq!(ran.err, "");
}

#[test]
fn configurations_of_different_classes_exit_with_1() {
    let place = Place::with_graph().with("other.rotor", crate::place::GRAPH.replace("u2: u1", "u2: *s2 u1"));
    // The same graph: only the order in the line is turned, which is the same rotor order with another rotor.
    let place =
        place.with("turned.rotor", "u0: u2 u1\nu1: u0 u2 s1\nu2: u1 u0 *s2\nsink s1\nsink s2\nstart u2\n");
    let ran = place.says("equivalent graph.rotor turned.rotor").exits(1);
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str()),
        ("not equivalent\nchecked: the destination forests of both\n", "")
    );
    place.says("push graph.rotor --cycle u0 -o pushed.rotor").exits(0);
    let same = "equivalent\nchecked: the destination forests of both\n";
    assert_eq!(place.says("equivalent graph.rotor pushed.rotor").answer(), same);
    let ran = place.says("equivalent graph.rotor other.rotor").exits(2);
    assert!(ran.err.contains("not the same graph as graph.rotor"), "{ran:?}");
}

#[test]
fn flaws_misuse_and_unanswerable_questions_exit_with_2() {
    let place = Place::with_graph()
        .with("flawed.rotor", "a: b\n")
        .with("game.rotor", "max a: s\nsink s = 1\nstart a\n")
        .with("list.json", "[1]")
        .with("half.json", r#"{"u0":0.5}"#)
        .with("other.json", r#"{"nobody":"1"}"#);
    let before =
        ["flawed.rotor", "game.rotor", "graph.rotor", "half.json", "list.json", "other.json", "proof.json"];
    place.says("solve graph.rotor --certificate proof.json").exits(0);
    for (arguments, words) in [
        ("solve flawed.rotor", "flawed.rotor:1:4: "),
        // F10: every error that is not a flaw has the name of the program in front.
        ("solve absent.rotor", "arrival: cannot read absent.rotor: "),
        ("solve", "required arguments"),
        ("solve graph.rotor --nonsense", "unexpected argument"),
        ("nonsense", "unrecognized subcommand"),
        (
            "solve graph.rotor --from nobody",
            "the instance has no vertex `nobody`; it has `u0`, `u1`, `u2`, `s1`, `s2`",
        ),
        ("solve graph.rotor --solver tree", "solver tree does not take one start on a cactus graph"),
        ("solve graph.rotor --solver nonsense", "there is no solver nonsense"),
        ("solve graph.rotor --all --solver walk", "solver walk does not take all starts"),
        ("solve graph.rotor game.rotor --certificate c.json", "--certificate takes one file"),
        ("solve --example fig-no-equilibrium --certificate c.json", "has no certificate"),
        ("solve --example fig-no-equilibrium --strategies free --certificate c.json", "has no certificate"),
        ("solve game.rotor --solver walk", "solver walk does not take games"),
        ("decide graph.rotor --from u0 --to u1", "`u1` is not a sink"),
        ("decide game.rotor --from a --to s", "the file has players"),
        ("walk game.rotor --from b", "the instance has no vertex `b`"),
        ("walk --example fig-calc-rn", "names no start"),
        ("route graph.rotor --particles nobody=1", "the instance has no vertex `nobody`; it has `u0`"),
        (
            "route graph.rotor --particles u0=few",
            "graph.rotor: not a number: `few`; write particle counts like",
        ),
        ("route graph.rotor --particles u0=", "not a number: "),
        ("route graph.rotor --particles u0=1,,u1=2", "has no count; write u1=3,u2=10"),
        ("route graph.rotor --particles @absent.json", "absent.json: "),
        ("route graph.rotor --particles @graph.rotor", "graph.rotor: expected value"),
        (
            "route graph.rotor --particles @list.json",
            "list.json: invalid type: sequence, expected an object such as",
        ),
        ("route graph.rotor --particles @half.json", "the count of `u0` is neither a string of digits"),
        ("route graph.rotor --particles @other.json", "the instance has no vertex `nobody`"),
        ("route graph.rotor --particles u0=1 --solver walk", "solver walk does not take many particles"),
        ("route flawed.rotor --particles a=1", "flawed.rotor:1:4: "),
        ("push graph.rotor --cycle s1", "no cycle of rotors runs through `s1`"),
        ("verify flawed.rotor proof.json", "flawed.rotor:1:4: "),
        ("verify graph.rotor graph.rotor", "write one JSON value"),
        ("verify game.rotor proof.json", "the certificate is about another instance"),
        ("convert graph.rotor graph.unknown", "cannot tell the format"),
        ("convert flawed.rotor out.json", "flawed.rotor:1:4: "),
        ("generate nonsense", "unrecognized subcommand"),
        ("generate chain --n 0", "n"),
        ("solve graph.rotor --timeout soon", "a number of seconds"),
        (
            "solve graph.rotor --endless-value 9007199254740992",
            "is not in -9007199254740991..=9007199254740991",
        ),
        ("explain graph.rotor --endless-value 9007199254740992", "is not in -9007199254740991..="),
        ("solve graph.rotor graph.rotor --threads 0", "0 is not in 1..=65535"),
        ("verify - -", "standard input is named twice; it can be read once"),
        ("equivalent - -", "standard input is named twice; it can be read once"),
        ("route - --particles @-", "standard input is named twice; it can be read once"),
        ("solve graph.rotor --memory much", "a size, such as"),
    ] {
        let ran = place.says(arguments).exits(2);
        assert!(ran.err.contains(words), "{arguments}: {ran:?}");
        assert_eq!(ran.out, "", "{arguments}");
    }
    assert_eq!(place.listing(), before);
}

#[test]
fn an_integer_program_without_a_start_is_misuse() {
    let figure = corpus().join("paper/fig-calc-rn.rotor");
    let place = Place::new().with("tree.rotor", std::fs::read(figure).unwrap());
    for arguments in
        ["convert tree.rotor out.lp", "convert tree.rotor out.rotor --to lp", "convert tree.rotor - --to lp"]
    {
        let ran = place.says(arguments).exits(2);
        assert!(ran.err.contains("an integer program needs a start"), "{arguments}: {ran:?}");
    }
    assert_eq!(place.listing(), ["tree.rotor"]);
}

#[test]
fn check_reports_flaws_as_its_result_and_exits_with_2() {
    let place = Place::new().with("flawed.rotor", "a: b\nc: a\nc: a\n");
    let ran = place.says("check flawed.rotor").exits(2);
    // F10: each flaw stands under its line.
    assert!(ran.out.starts_with("flawed.rotor: 2 flaws\n\n") && ran.out.contains("\n1  | a: b\n"), "{ran:?}");
    assert_eq!(ran.err, "");
}

#[test]
fn work_out_of_time_exits_with_3_and_says_what_is_known() {
    let place = chain();
    place.says("generate series --copies 40 --size 400 --ahead 0 -o series.rotor").answer();
    let ran = place.says("walk chain.rotor --timeout 0.2").exits(3);
    assert!(ran.out.starts_with("the particle from 0 is at ") && ran.out.contains(" after "), "{ran:?}");
    assert!(
        ran.err.starts_with("arrival: stopped after ") && ran.err.ends_with(" (out of time)\n"),
        "{ran:?}"
    );
    for arguments in [
        "solve chain.rotor --solver walk --timeout 0.2",
        "solve chain.rotor --all --solver push --timeout 0.2",
        "forest series.rotor --timeout 0.2",
        "route chain.rotor --particles 0=1 --solver bulk --timeout 0.2",
        "route chain.rotor --particles 0=1,7=1000000000000000000000 --solver bulk --json --timeout 0.2",
        "equivalent series.rotor series.rotor --timeout 0.2",
    ] {
        let ran = place.says(arguments).exits(3);
        assert_eq!(ran.out, "", "{arguments}");
        assert!(ran.err.starts_with("arrival: out of time; no answer after "), "{arguments}: {ran:?}");
    }
    for arguments in ["solve chain.rotor --solver walk", "route chain.rotor --particles 0=1 --solver bulk"] {
        let ran = place.says(&format!("{arguments} --timeout 0.2"));
        let operations = ran.err.trim_end().strip_prefix("arrival: out of time; no answer after ");
        let operations = operations.and_then(|rest| rest.strip_suffix(" operations")).map(str::parse::<u64>);
        assert!(operations.is_some_and(|count| count.unwrap() > 0), "{ran:?}");
    }
}

#[test]
fn the_time_that_reading_takes_counts() {
    let place = Place::with_graph();
    for command in [
        "solve graph.rotor",
        "check graph.rotor",
        "convert graph.rotor out.json",
        "push graph.rotor --cycle u0",
        "route graph.rotor --particles u0=1 --final out.rotor --certificate out.json",
    ] {
        let ran = place.says(&format!("{command} --timeout 0")).exits(3);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", "arrival: out of time\n"), "{command}");
    }
    assert_eq!(place.listing(), ["graph.rotor"]);
}

#[test]
fn a_walk_beyond_its_limit_exits_with_3_after_that_many_steps() {
    let place = chain();
    for (file, steps, at) in
        [("graph.rotor", 3, "u2"), ("graph.rotor", 0, "u2"), ("chain.rotor", 1_000_003, "0")]
    {
        for trace in ["", "--trace"] {
            let ran = place.says(&format!("walk {file} --max-steps {steps} {trace}")).exits(3);
            assert!(
                ran.out
                    .trim_end()
                    .ends_with(&format!("is at {at} after {} steps", arrival::grouped(&steps.to_string()))),
                "{:?}",
                ran.err
            );
            // F4: a limit is named as such.
            let shown = arrival::grouped(&steps.to_string());
            let limit = format!("limit: --max-steps {steps}");
            assert_eq!(ran.err, format!("arrival: stopped after {shown} steps at {at} ({limit})\n"));
            if !trace.is_empty() {
                assert_eq!(ran.out.lines().next().unwrap().split(' ').count(), steps + 1);
            }
        }
    }
    // The step that reaches the sink is not one too many.
    assert_eq!(place.says("walk graph.rotor --max-steps 7").answer(), "u2 exits at s2 after 7 steps\n");
}

#[test]
fn a_graph_larger_than_the_memory_allowed_exits_with_3() {
    let place = Place::with_graph().with("thick.rotor", "a: s^4000000000\nsink s\nstart a\n");
    for command in ["check", "solve", "flows", "forest"] {
        let ran = place.says(&format!("{command} thick.rotor --memory 1MB")).exits(3);
        assert!((ran.out + &ran.err).contains("memory"), "{command}");
    }
    place.says("generate path --n 100000 -o long.rotor.gz").answer();
    let ran = place.says("check long.rotor.gz --memory 500kB").exits(3);
    assert!(ran.out.contains("--memory"), "{ran:?}");
    place.says("solve graph.rotor --memory 1MB").exits(0);
}

#[test]
fn decide_exits_with_10_for_yes_and_20_for_no() {
    let place = Place::with_graph().with("trap.rotor", "a: b s\nb: c\nc: b\nsink s\n");
    for (arguments, code, word) in [
        ("decide graph.rotor --from u2 --to s2", 10, "yes\n"),
        ("decide graph.rotor --from u2 --to s1", 20, "no\n"),
        ("decide graph.rotor --from s1 --to s1", 10, "yes\n"),
        ("decide trap.rotor --from a --to s", 20, "no\n"),
    ] {
        let ran = place.says(arguments).exits(code);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (word, ""), "{arguments}");
    }
}

#[test]
fn after_three_frames_a_flaw_of_the_same_rule_is_one_line() {
    let lines: String = (0..50).map(|i| format!("v{i} w{i}\n")).collect();
    let place = Place::new().with("flawed.rotor", lines + "a: b\n");
    let ran = place.says("check flawed.rotor").exits(2);
    assert_eq!(ran.out.matches("--> flawed.rotor:").count(), 3 + 1, "{ran:?}");
    assert_eq!(ran.out.lines().filter(|line| line.starts_with("flawed.rotor:4")).count(), 11, "{ran:?}");
    assert!(ran.out.contains("^ head-declared"), "{ran:?}");
}
