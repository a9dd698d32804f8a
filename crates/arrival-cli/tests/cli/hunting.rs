//! Hunts: what they bring home.

use crate::place::Place;
use serde_json::Value;

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
