//! Formats: what goes in and out, packed or not.

use crate::place::{GRAPH, Place, zstd};

#[test]
fn an_instance_survives_every_format_packed_or_not() {
    let place = Place::with_graph();
    for ending in ["rotor", "json", "rotorb"] {
        for packing in ["", ".gz"] {
            let file = format!("copy.{ending}{packing}");
            assert_eq!(place.says(&format!("convert graph.rotor {file}")).answer(), "");
            let bytes = std::fs::read(place.path(&file)).unwrap();
            let magic: &[u8] = match (packing, ending) {
                (".gz", _) => &[0x1f, 0x8b],
                (_, "json") => b"{\"format\"",
                (_, "rotorb") => b"\x89rotorb",
                _ => b"u0: u2 u1\n",
            };
            assert!(bytes.starts_with(magic), "{file}");
            assert_eq!(place.says(&format!("convert {file} -")).answer(), GRAPH, "{file}");
            // The kind of a file is told by its content, not by its name.
            let place = Place::new().with("unnamed", bytes);
            assert_eq!(place.says("convert unnamed -").answer(), GRAPH, "{file}");
            let check = place.says("check unnamed --json").answer();
            assert!(check.contains(&format!(r#""format":"{ending}""#)), "{check}");
        }
    }
}

#[test]
fn standard_output_gets_the_bytes_of_the_file() {
    let place = Place::with_graph();
    for format in ["rotor", "json", "rotorb", "lp"] {
        let printed = place.says(&format!("convert graph.rotor - --to {format}")).exits(0);
        place.says(&format!("convert graph.rotor file.{format} --to {format}")).exits(0);
        assert_eq!(printed.bytes, std::fs::read(place.path(&format!("file.{format}"))).unwrap(), "{format}");
        assert!(!printed.bytes.is_empty() && printed.err.is_empty(), "{format}");
    }
    let bytes = place.says("convert graph.rotor - --to rotorb").bytes;
    assert_eq!(place.says_to("convert - - --to rotor", &bytes).answer(), GRAPH);
}

#[test]
fn zstd_is_read_and_not_written() {
    let place = Place::with_graph().with("packed", zstd(GRAPH));
    assert_eq!(place.says("convert packed -").answer(), GRAPH);
    for command in [
        "convert graph.rotor out.json.zst",
        "convert graph.rotor out.zst --to json",
        "generate path -o out.rotor.zst",
    ] {
        let ran = place.says(command).exits(2);
        assert!(ran.err.contains("leave .zst out, or pipe the output to `zstd`"), "{command}: {}", ran.err);
        assert!(!place.path("out.json.zst").exists() && !place.path("out.rotor.zst").exists());
    }
}

#[test]
fn generated_instances_are_written_as_the_name_of_the_file_asks() {
    let place = Place::new();
    let text = place.says("generate two --n 30 --seed 5").answer();
    for file in ["two.rotor", "two.json", "two.rotorb", "two.rotor.gz"] {
        place.says(&format!("generate two --n 30 --seed 5 -o {file}")).answer();
        assert_eq!(place.says(&format!("convert {file} -")).answer(), text, "{file}");
    }
    let json = place.says("generate two --n 30 --seed 5 --json").exits(0);
    assert_eq!(json.bytes, std::fs::read(place.path("two.json")).unwrap());
}

#[test]
fn json_is_what_convert_prints_when_asked_for_json() {
    let place = Place::with_graph();
    let json = place.says("convert graph.rotor - --json").answer();
    assert_eq!(json, place.says("convert graph.rotor - --to json").answer());
    assert_eq!(place.says("convert graph.rotor - --json --to rotor").answer(), GRAPH);
}

#[test]
fn an_edge_list_gives_its_lines_in_rotor_order() {
    let place = Place::new().with("edges.txt", "# two arcs from a to b\na b\nb a\na b\na s\nb t\n");
    let out = place.says("convert edges.txt - --to rotor --format edge-list --sinks s,t").answer();
    assert_eq!(out, "a: b^2 s\nb: a t\nsink s\nsink t\n");
    let ran = place.says("solve edges.txt --format edge-list --sinks s,t --from a").exits(0);
    assert!(ran.out.starts_with("a exits at t after 4 steps\n"), "{ran:?}");
    let ran = place.says("solve edges.txt --format edge-list --sinks s --from a").exits(2);
    assert!(ran.err.contains('t'), "{ran:?}");
    let ran = place.says("solve edges.txt --sinks s,t").exits(2);
    assert!(ran.err.contains("--format"), "{ran:?}");
}

#[test]
fn a_two_successor_list_gives_a_switch_graph() {
    let place = Place::new().with("switch.txt", "0 1\n0 2\n2 2\n");
    let out = place.says("convert switch.txt - --to rotor --format two-successors --sinks 2").answer();
    assert_eq!(out, "0: 0 1\n1: 0 2\nsink 2\n");
    let ran = place.says("walk switch.txt --format two-successors --sinks 2 --from 0 --trace").exits(0);
    assert_eq!(ran.out, "0 0 1 0 0 1 2\n0 exits at 2 after 6 steps\n");
}

#[test]
fn names_with_every_character_come_back_as_they_went_in() {
    let text = "\"a b\": \"\\u001b[31m\" \"{\"\n\"\\u001b[31m\": \"#:*^=,\\\"\"\nsink \"{\"\nsink \"#:*^=,\\\"\"\nstart \"a b\"\n";
    let place = Place::new().with("odd.rotor", text);
    let canonical = place.says("convert odd.rotor -").answer();
    assert!(!canonical.contains('\u{1b}'), "{canonical:?}");
    for ending in ["rotor", "json", "rotorb"] {
        place.says(&format!("convert odd.rotor odd.out.{ending}")).answer();
        assert_eq!(place.says(&format!("convert odd.out.{ending} -")).answer(), canonical);
    }
    let json = place.says("solve odd.rotor --json").answer();
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(answer["answers"][0]["exit"], "#:*^=,\"");
}
