//! Files and streams: the same bytes every time, whatever the names are; and where nothing can be written, exit code 4 and nothing
//! half-written left behind.

use crate::document::{figures, root};
use crate::place::Place;
use serde_json::Value;

/// What writes a file, up to the name of the file.
const WRITERS: &[&str] = &[
    "convert graph.rotor",
    "generate chain --n 5 -o",
    "push graph.rotor --cycle u0 -o",
    "walk graph.rotor --final",
    "solve graph.rotor --certificate",
    "route graph.rotor --particles u0=9 --final",
    "route graph.rotor --particles u0=9 --certificate",
];

#[test]
fn unwritable_output_exits_with_4_and_leaves_nothing() {
    let place = Place::with_graph();
    std::fs::create_dir(place.path("folder.rotor")).unwrap();
    for writer in WRITERS {
        for target in ["absent/out.rotor", "graph.rotor/out.rotor", "folder.rotor"] {
            let begin = format!("arrival: {target} was not written: ");
            place.says(&format!("{writer} {target}")).refused(4, &begin, "\n");
            assert_eq!(place.listing(), ["folder.rotor", "graph.rotor"], "{writer}");
        }
    }
    assert_eq!(std::fs::read_dir(place.path("folder.rotor")).unwrap().count(), 0);
    let error = std::io::Error::from_raw_os_error(2);
    let ran = place.says("convert graph.rotor absent/out.json").exits(4);
    assert_eq!(ran.err, format!("arrival: absent/out.json was not written: {error}\n"));
    place.says("man --folder absent").refused(4, "arrival: absent was not written: ", "\n");
}

#[test]
fn every_writer_replaces_an_existing_file() {
    for writer in WRITERS {
        let place = Place::with_graph().with("out.rotor", "old");
        place.says(&format!("{writer} out.rotor")).exits(0);
        assert_ne!(place.read("out.rotor"), "old", "{writer}");
        assert_eq!(place.listing(), ["graph.rotor", "out.rotor"], "{writer}");
    }
}

#[test]
fn a_file_is_untouched_when_its_successor_does_not_fit() {
    let place = Place::with_graph().with("out.rotor", "old");
    // A limit on the size of files stands for a full disk; the signal that comes with it is ignored.
    let ran = place.shell("trap '' XFSZ; ulimit -f 1; arrival generate path --n 200000 -o out.rotor");
    ran.refused(4, "arrival: out.rotor was not written: ", "\n");
    assert_eq!(place.read("out.rotor"), "old");
    assert_eq!(place.listing(), ["graph.rotor", "out.rotor"]);
}

#[test]
fn a_file_is_untouched_when_there_is_nothing_to_write() {
    let place = Place::with_graph().with("flawed.rotor", "a: b\n").with("out.json", "old");
    for (arguments, code) in [
        ("convert flawed.rotor out.json", 2),
        ("convert graph.rotor out.json --memory 1", 3),
        ("solve flawed.rotor --certificate out.json", 2),
        ("solve --example fig-no-equilibrium --certificate out.json", 2),
        ("push graph.rotor --cycle s1 -o out.json", 2),
        ("walk flawed.rotor --final out.json", 2),
        ("route graph.rotor --particles u0=x --final out.json", 2),
        ("route graph.rotor --particles u9=1 --certificate out.json", 2),
        ("generate chain --n -1 -o out.json", 2),
    ] {
        place.says(arguments).exits(code);
        assert_eq!(place.read("out.json"), "old", "{arguments}");
        assert_eq!(place.listing(), ["flawed.rotor", "graph.rotor", "out.json"], "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_named_as_a_file_is_written_to_and_stays_a_pipe() {
    let place = Place::with_graph();
    let json = place.says("convert graph.rotor - --to json").answer();
    let ran = place.shell(
        "mkfifo pipe.json; arrival convert graph.rotor pipe.json & cat pipe.json; wait; test -p pipe.json",
    );
    assert_eq!(ran.exits(0).out, json);
    // A device is no place for a file of another name beside it.
    let ran = place.shell(
        "arrival convert graph.rotor /dev/stdout --to json | cat; test -h /dev/stdout -o -c /dev/stdout",
    );
    assert_eq!(ran.exits(0).out, json);
    assert_eq!(place.listing(), ["graph.rotor", "pipe.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_exits_with_4() {
    let place = Place::with_graph();
    place.says("generate chain --n 20 -o chain.rotor").answer();
    for arguments in [
        "solve graph.rotor",
        "solve graph.rotor --json",
        "check graph.rotor",
        "solvers",
        "generate path --n 5",
        "convert graph.rotor - --to json",
        "walk graph.rotor --trace",
        "route graph.rotor --particles u0=9",
        "route graph.rotor --particles u0=9 --json",
        "walk chain.rotor --trace",
        "walk chain.rotor --trace --json",
        "--help",
        "--version",
        "help solve",
    ] {
        let ran = place.shell(&format!("arrival {arguments} > /dev/full"));
        ran.refused(4, "arrival: standard output was not written: ", "\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_that_is_full_changes_nothing() {
    let place = Place::with_graph();
    for (arguments, code) in [
        ("solve graph.rotor -v", 0),
        ("solve graph.rotor --timings", 0),
        ("walk graph.rotor --max-steps 2", 3),
        ("solve absent.rotor", 2),
    ] {
        let plain = place.says(arguments).exits(code);
        let ran = place.shell(&format!("arrival {arguments} 2> /dev/full")).exits(code);
        assert_eq!(ran.out, plain.out, "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_is_as_private_as_it_was_or_as_the_user_wants_new_ones() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_graph().with("out.json", "old");
    std::fs::set_permissions(place.path("out.json"), std::fs::Permissions::from_mode(0o600)).unwrap();
    place
        .shell("umask 027; arrival convert graph.rotor out.json; arrival convert graph.rotor new.json")
        .exits(0);
    let mode = |name| std::fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(["out.json", "new.json"].map(mode), [0o600, 0o640]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_target_is_replaced_or_made() {
    use std::os::unix::fs::symlink;
    let place = Place::with_graph().with("real.json", "old");
    std::fs::create_dir(place.path("folder")).unwrap();
    symlink("real.json", place.path("link.json")).unwrap();
    // The target of this one is not there yet.
    symlink("folder/first.json", place.path("dangling.json")).unwrap();
    symlink("second.json", place.path("folder/first.json")).unwrap();
    let json = place.says("convert graph.rotor - --to json").answer();
    for (link, target) in [("link.json", "real.json"), ("dangling.json", "folder/second.json")] {
        place.says(&format!("convert graph.rotor {link}")).answer();
        assert!(place.path(link).is_symlink());
        assert_eq!(place.read(target), json);
    }
    assert!(place.path("folder/first.json").is_symlink());
    // A link to itself leads nowhere.
    symlink("round.json", place.path("round.json")).unwrap();
    place.says("convert graph.rotor round.json").exits(4);
    let all = ["dangling.json", "folder", "graph.rotor", "link.json", "real.json", "round.json"];
    assert_eq!(place.listing(), all);
}

/// A file that may not be written to is not replaced; root may write to all files.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_to_stays() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_graph().with("out.json", "old");
    std::fs::set_permissions(place.path("out.json"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let may = std::fs::File::options().append(true).open(place.path("out.json")).is_ok();
    let ran = place.says("convert graph.rotor out.json").exits(if may { 0 } else { 4 });
    assert_eq!(ran.err.contains("out.json was not written"), !may, "{ran:?}");
    assert_eq!(place.read("out.json") == "old", !may);
    assert_eq!(place.listing(), ["graph.rotor", "out.json"]);
}

/// Without a standard output there is no answer, and the exit code says so.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_exits_with_4() {
    let place = Place::with_graph();
    for arguments in ["solve graph.rotor", "solve graph.rotor --json", "convert graph.rotor - --to json"] {
        let ran = place.shell(&format!("arrival {arguments} >&-")).exits(4);
        assert_eq!(ran.err, "arrival: standard output was not written: it is closed\n", "{arguments}");
        place.shell(&format!("arrival {arguments} > /dev/null")).exits(0);
    }
}

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

fn operations(prey: &Value) -> u64 {
    prey["operations"].as_str().unwrap().parse().unwrap()
}

#[test]
fn the_hardest_are_kept_and_shrunk_to_valid_hard_ones() {
    let place = Place::new();
    let all = place.json("hunt two --n 24 --ahead 0 --seeds 1..10 --keep 10 --tries 0 --json -o all");
    let all: Vec<u64> =
        all["instances"].as_array().unwrap().iter().map(|row| operations(&row["found"])).collect();
    assert!(all.len() == 10 && all.is_sorted_by(|a, b| a >= b), "{all:?}");
    let bag =
        place.json("hunt two --n 24 --ahead 0 --seeds 1..10 --keep 3 --tries 60 --share 70 --json -o hard");
    let rows = bag["instances"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| operations(&row["found"])).collect::<Vec<_>>(), all[..3]);
    for row in rows {
        let (found, shrunk) = (&row["found"], &row["shrunk"]);
        assert!(operations(shrunk) * 100 >= operations(found) * 70, "{row}");
        assert!(shrunk["arcs"].as_u64() < found["arcs"].as_u64(), "{row}");
        let file = format!("hard/{}", row["file"].as_str().unwrap());
        assert_eq!(place.says(&format!("convert {file} - --to rotor")).answer(), place.read(&file));
        let answer = place.json(&format!("solve {file} --json"));
        assert_eq!(answer["checked"], true);
        assert_eq!(answer["instance"]["arcs"], shrunk["arcs"]);
        assert_eq!(answer["answers"][0]["exit"], shrunk["exit"]);
    }
}
