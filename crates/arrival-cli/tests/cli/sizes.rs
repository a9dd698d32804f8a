//! Sizes: what does not fit into memory is said to be unchecked, or refused, with figures; inputs too large to be kept are read, or
//! refused with few words and before memory is taken.

use crate::place::{Place, Ran};
use serde_json::Value;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

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

const HUNDRED_MEGABYTES: usize = 100_000_000;

/// What `arrival check --json` says of a file of `before`, then `piece` as often as makes a hundred megabytes, then `after`.
fn check(before: &str, piece: &str, after: &str) -> (Option<i32>, Value) {
    let place = Place::new();
    let mut out = BufWriter::with_capacity(1 << 20, File::create(place.path("huge.rotor")).unwrap());
    let block = piece.repeat(1000);
    out.write_all(before.as_bytes()).unwrap();
    for _ in 0..HUNDRED_MEGABYTES / block.len() {
        out.write_all(block.as_bytes()).unwrap();
    }
    out.write_all(after.as_bytes()).unwrap();
    out.into_inner().unwrap();
    let ran = place.says("check --json --memory 8GiB huge.rotor");
    assert_eq!(ran.err, "");
    assert!(ran.out.len() < 1000, "an answer of {} bytes", ran.out.len());
    (ran.code, serde_json::from_str(&ran.out).unwrap())
}

#[test]
fn a_hundred_megabytes_on_one_line_are_read() {
    for (before, piece, after, arcs) in [
        ("sink sink\nvertex: ", "sink ", "\n", 20_000_000),
        ("sink s # ", "é ", "\nv: s", 1),
        ("sink s\n", "name", ": s\n", 1),
    ] {
        let (code, report) = check(before, piece, after);
        assert_eq!((code, &report["instance"]["vertices"]), (Some(0), &2.into()), "{report}");
        assert_eq!(report["instance"]["arcs"], arcs, "{report}");
    }
}

#[test]
fn a_flaw_after_or_in_a_hundred_megabytes_is_found_on_its_column_and_cut() {
    let name = format!("head `{}…` is never declared", "name".repeat(10));
    for (before, piece, after, rule, place, message) in [
        (
            "sink sink\nvertex: ",
            "sink ",
            "sunk\n",
            "head-declared",
            [2, 100_000_009],
            "head `sunk` is never declared",
        ),
        ("sink s #", "abcd", "\0\nv: s", "no-nul", [1, 100_000_009], "a NUL character"),
        ("sink s\nv: s ", "name", "\n", "head-declared", [2, 6], &name),
        ("sink s\nv: s \"", "name", "\\q\"\n", "name", [2, 0], "an unknown escape in a quoted name"),
    ] {
        let (code, report) = check(before, piece, after);
        let [flaw] = &report["flaws"].as_array().unwrap()[..] else { panic!("{report}") };
        assert_eq!((code, &flaw["rule"], &flaw["message"]), (Some(2), &rule.into(), &message.into()));
        let [line, column] = place;
        // Where an escape stands within a name depends on how much of it was read.
        assert!(flaw["line"] == line && (column == 0 || flaw["column"] == column), "{flaw}");
    }
}

#[test]
fn a_million_flaws_take_no_longer_than_a_million_lines() {
    let place = Place::new().with("flawed", "lonely\n".repeat(1_000_000));
    for format in ["rotor", "edge-list", "two-successors"] {
        // Counting lines anew for every flaw, also for those never listed, would take hours here.
        let ran = place.says(&format!("solve --format {format} flawed")).exits(2);
        assert!(ran.err.ends_with("flawed: and 999900 more flaws\n"), "{format}");
        assert_eq!(ran.err.lines().count(), 101, "{format}");
    }
}

/// Runs `arrival` with so little address space that the arcs could not be allocated even once.
#[cfg(target_os = "linux")]
fn within_200_megabytes(place: &Place, arguments: &str) -> Ran {
    place.shell(&format!("ulimit -v 200000 && exec arrival {arguments}"))
}

#[cfg(target_os = "linux")]
#[test]
fn four_billion_arcs_are_refused_before_memory_is_taken() {
    let place = Place::new().with("many.rotor", "a: s^4000000000\nsink s\n");
    let ran = within_200_megabytes(&place, "solve --memory 8GiB many.rotor").exits(3);
    let message = "many.rotor:1:4: the graph has 4000000000 arcs; this entry is the first beyond the limit of \
                   536870912; allow more with --memory\n";
    assert_eq!(ran.texts(), (String::new(), message.to_owned()));
    // The limit is one that bites: a fortieth of these arcs is allowed by --memory, but finds no room.
    let place = place.with("many.rotor", "a: s^100000000\nsink s\n");
    assert!(within_200_megabytes(&place, "solve --memory 8GiB many.rotor").code.is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn unpacking_stops_at_the_limit() {
    let comment = vec![b'#'; 1 << 20];
    let mut gzip = Vec::new();
    let fill = |out: &mut dyn Write| (0..512).try_for_each(|_| out.write_all(&comment));
    rotor_format::Compression::Gzip.write(&mut gzip, fill).unwrap();
    // A frame of zstd with a window of 2 MB: blocks of 128 KiB, each a byte that is repeated.
    let block = |is_last: u32| [&((128u32 << 10) << 3 | 1 << 1 | is_last).to_le_bytes()[..3], b"#"].concat();
    let blocks: Vec<u8> = (1..=4_096).flat_map(|number| block(u32::from(number == 4_096))).collect();
    let zstd = [&[0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58], &blocks[..]].concat();
    for bomb in [gzip, zstd] {
        let place = Place::new().with("bomb", bomb);
        let message = "unpacked, the file has more than 50000000 bytes; allow more with --memory\n";
        within_200_megabytes(&place, "solve --memory 50MB bomb").refused(3, "", message);
    }
}

/// A path of `n` vertices, and a particle on each of them.
fn many_names(n: usize) -> Place {
    let path: String = (0..n).map(|u| format!("vertex{u}: vertex{}\n", u + 1)).collect();
    let counts: Vec<_> = (0..n).map(|u| format!("\"vertex{u}\":1")).collect();
    let place = Place::new().with("path.rotor", format!("{path}sink vertex{n}\n"));
    place.with("counts.json", format!("{{{}}}", counts.join(",")))
}

#[test]
fn counts_from_a_file_are_read_in_linear_time() {
    let time = |n: usize| {
        let place = many_names(n);
        let run = || {
            let since = Instant::now();
            place.says("route path.rotor --particles @counts.json --no-check --json").exits(0);
            since.elapsed()
        };
        run().min(run())
    };
    // A search for every name would take a hundred times as long.
    let (few, many) = (time(4_000).max(Duration::from_millis(5)), time(40_000));
    assert!(many < 40 * few, "{few:?} for 4,000 names, {many:?} for 40,000");
}
