//! Hunts: what they bring home, the same every time, and what they keep when they have to stop.

use crate::place::Place;
use serde_json::Value;

/// Ten seeds, three kept.
const HUNT: &str = "hunt two --n 24 --ahead 0 --seeds 1..10 --keep 3 --tries 60";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn operations(prey: &Value) -> u64 {
    prey["operations"].as_str().unwrap().parse().unwrap()
}

fn names_in(place: &Place, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(place.path(folder)).unwrap().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_same_seeds_give_the_same_bytes_times_excepted() {
    let place = Place::new();
    let first = place.says(&format!("{HUNT} --json -o a")).answer();
    assert_eq!(place.says(&format!("{HUNT} --json --output b")).answer(), first);
    let files = names_in(&place, "a");
    assert_eq!(names_in(&place, "b"), files);
    assert_eq!(files.iter().filter(|name| name.ends_with(".rotor")).count(), 3);
    assert!(files.contains(&"hunt.json".to_owned()) && files.contains(&"hunt.md".to_owned()), "{files:?}");
    for name in files.iter().filter(|name| name.ends_with(".rotor")) {
        assert_eq!(place.read(&format!("a/{name}")), place.read(&format!("b/{name}")), "{name}");
    }
    assert!(!first.contains("milliseconds") && place.read("a/hunt.json").contains("milliseconds"));
    assert!(place.says(&format!("{HUNT} --json --timings -o a")).answer().contains("milliseconds"));
    assert!(place.says(&format!("{HUNT} --timings -o a")).answer().contains("left: ms"));
    assert!(place.read("a/hunt.md").contains("`arrival hunt two --ahead 0 --n 24 --seeds 1..10 --keep 3 "));
}

#[test]
fn the_hardest_are_kept_and_shrunk_to_valid_hard_ones() {
    let place = Place::new();
    let all = json(
        &place.says("hunt two --n 24 --ahead 0 --seeds 1..10 --keep 10 --tries 0 --json -o all").answer(),
    );
    let all: Vec<u64> =
        all["instances"].as_array().unwrap().iter().map(|row| operations(&row["found"])).collect();
    assert!(all.len() == 10 && all.is_sorted_by(|a, b| a >= b), "{all:?}");
    let bag = json(&place.says(&format!("{HUNT} --share 70 --json -o hard")).answer());
    let rows = bag["instances"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| operations(&row["found"])).collect::<Vec<_>>(), all[..3]);
    for row in rows {
        let (found, shrunk) = (&row["found"], &row["shrunk"]);
        assert!(operations(shrunk) * 100 >= operations(found) * 70, "{row}");
        assert!(shrunk["arcs"].as_u64() < found["arcs"].as_u64(), "{row}");
        let file = format!("hard/{}", row["file"].as_str().unwrap());
        assert_eq!(place.says(&format!("convert {file} - --to rotor")).answer(), place.read(&file));
        let answer = json(&place.says(&format!("solve {file} --json")).answer());
        assert_eq!(answer["checked"], true);
        assert_eq!(answer["instance"]["arcs"], shrunk["arcs"]);
        assert_eq!(answer["answers"][0]["exit"], shrunk["exit"]);
    }
}

#[test]
fn an_instance_given_up_counts_as_the_hardest() {
    let place = Place::new();
    let hunt = "hunt chain --n 60 --seeds 1..2 --keep 1 --tries 3 --solver walk --operations 200000";
    let bag = json(&place.says(&format!("{hunt} --json -o hard")).answer());
    let found = &bag["instances"][0]["found"];
    assert_eq!((operations(found), &found["given_up"]), (200_000, &true.into()), "{bag}");
    assert!(found["exit"].is_null() && found["bits"].is_null(), "{bag}");
    assert!(place.says(&format!("{hunt} -o hard")).answer().contains(">200000"));
}

#[test]
fn time_that_is_over_leaves_what_was_found_and_says_so() {
    let place = Place::new();
    let ran =
        place.says("hunt chain --n 60 --seeds 1..9 --solver walk --timeout 0.2 --json -o hard").exits(3);
    assert_eq!(ran.err, "arrival: out of time; 0 seeds searched, 0 instances kept\n");
    assert_eq!(json(&ran.out)["complete"], false);
    assert_eq!(names_in(&place, "hard"), ["hunt.json", "hunt.md"]);
    let ran = place.says("hunt chain --n 4 --seeds 1..18446744073709551615 --timeout 0.5 -o hard").exits(3);
    assert!(
        ran.err.starts_with("arrival: out of time; ") && ran.err.ends_with(" 5 instances kept\n"),
        "{ran:?}"
    );
    assert_eq!(names_in(&place, "hard").iter().filter(|name| name.ends_with(".rotor")).count(), 5);
}

#[test]
fn what_cannot_be_hunted_is_refused_before_anything_is_written() {
    let place = Place::new().with("taken", "");
    for (arguments, words) in [
        ("chain -o hard --seeds 5..4", "the smaller first"),
        ("chain -o hard --keep 0", "0 is not in 1..=65535"),
        ("chain -o hard --share 0", "0 is not in 1..=1000"),
        ("chain -o hard --operations 0", "0 is not in 1.."),
        ("chain -o hard --solver quantum", "quantum"),
        ("chain -o hard --n 0", "n"),
        ("chain", "--output <FOLDER>"),
        ("hydra -o hard", "hydra"),
    ] {
        let ran = place.says(&format!("hunt {arguments}")).exits(2);
        assert!(ran.err.contains(words), "{arguments}: {ran:?}");
    }
    assert_eq!(place.listing(), ["taken"]);
    let ran = place.says("hunt chain --n 4 --seeds 1..1 -o taken").exits(4);
    assert!(ran.err.contains("taken was not written"), "{ran:?}");
    place.says("hunt chain --n 4 --seeds 1..1 --memory 1GiB -v -o hard").exits(0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_hunt_with_130_and_its_tables_written() {
    use std::process::{Command, Stdio};
    let place = Place::new();
    let arguments = "hunt chain --n 4 --seeds 1..18446744073709551615 -v -o hard";
    let mut command = place.command(&arguments.split(' ').collect::<Vec<_>>());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Once it speaks of a seed it hunts, and has long been listening.
    let mut seen = [0u8; 1];
    std::io::Read::read_exact(child.stderr.as_mut().unwrap(), &mut seen).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let ran: crate::place::Ran = child.wait_with_output().unwrap().into();
    let ran = ran.exits(130);
    assert!(ran.err.contains("arrival: interrupted; "), "{:?}", ran.err.lines().last());
    assert!(names_in(&place, "hard").contains(&"hunt.json".to_owned()));
}
