//! Inputs too large to be kept: they are read, or refused with few words and before memory is taken.

use crate::place::Place;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const HUNDRED_MEGABYTES: usize = 100_000_000;

/// Writes a file of `before`, then `piece` as often as makes a hundred megabytes, then `after`; hands it to `arrival
/// check --json`.
fn check(before: &str, piece: &str, after: &str) -> Output {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("huge.rotor");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&file).unwrap());
    let block = piece.repeat(1000);
    out.write_all(before.as_bytes()).unwrap();
    for _ in 0..HUNDRED_MEGABYTES / block.len() {
        out.write_all(block.as_bytes()).unwrap();
    }
    out.write_all(after.as_bytes()).unwrap();
    out.into_inner().unwrap();
    arrival(&["check", "--json", "--memory", "8GiB"], &file)
}

fn arrival(words: &[&str], file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arrival"));
    command.args(words).arg(file).stdin(Stdio::null()).output().unwrap()
}

/// What `check` says of a huge file, in few words.
fn report(output: &Output) -> serde_json::Value {
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr[..200]));
    assert!(output.stdout.len() < 1000, "an answer of {} bytes", output.stdout.len());
    serde_json::from_slice(&output.stdout).unwrap()
}

fn accepted(output: &Output) -> serde_json::Value {
    assert_eq!(output.status.code(), Some(0), "{:?}", report(output));
    report(output)["instance"].clone()
}

/// The one flaw: rule, line, column, message.
fn refused(output: &Output) -> (String, u64, u64, String) {
    assert_eq!(output.status.code(), Some(2));
    let report = report(output);
    let [flaw] = &report["flaws"].as_array().unwrap()[..] else { panic!("{report}") };
    let (line, column) = (flaw["line"].as_u64().unwrap(), flaw["column"].as_u64().unwrap());
    let word = |key: &str| flaw[key].as_str().unwrap().to_owned();
    (word("rule"), line, column, word("message"))
}

#[test]
fn twenty_million_arcs_on_one_line_are_read() {
    let sizes = accepted(&check("sink sink\nvertex: ", "sink ", "\n"));
    assert_eq!((&sizes["vertices"], &sizes["arcs"]), (&2.into(), &20_000_000.into()));
}

#[test]
fn a_flaw_after_twenty_million_arcs_is_found_on_its_column() {
    let (rule, line, column, message) = refused(&check("sink sink\nvertex: ", "sink ", "sunk\n"));
    assert_eq!((&*rule, line, column), ("head-declared", 2, 9 + 100_000_000));
    assert_eq!(message, "head `sunk` is never declared");
}

#[test]
fn a_comment_of_a_hundred_megabytes_is_read() {
    let sizes = accepted(&check("sink s # ", "é ", "\nv: s"));
    assert_eq!((&sizes["vertices"], &sizes["arcs"]), (&2.into(), &1.into()));
}

#[test]
fn a_nul_after_a_comment_of_a_hundred_megabytes_is_found() {
    let (rule, line, column, message) = refused(&check("sink s #", "abcd", "\0\nv: s"));
    assert_eq!((&*rule, line, column), ("no-nul", 1, 9 + 100_000_000));
    assert_eq!(message, "a NUL character");
}

#[test]
fn a_name_of_a_hundred_megabytes_is_read() {
    let sizes = accepted(&check("sink s\n", "name", ": s\n"));
    assert_eq!((&sizes["vertices"], &sizes["arcs"]), (&2.into(), &1.into()));
}

#[test]
fn a_name_of_a_hundred_megabytes_is_cut_in_the_message() {
    let (rule, line, column, message) = refused(&check("sink s\nv: s ", "name", "\n"));
    assert_eq!((&*rule, line, column), ("head-declared", 2, 6));
    assert_eq!(message, format!("head `{}…` is never declared", "name".repeat(10)));
    let (rule, line, _, message) = refused(&check("sink s\nv: s \"", "name", "\\q\"\n"));
    assert_eq!((&*rule, line), ("name", 2));
    assert_eq!(message, "an unknown escape in a quoted name");
}

#[test]
fn a_million_flaws_take_no_longer_than_a_million_lines() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("flawed");
    std::fs::write(&file, "lonely\n".repeat(1_000_000)).unwrap();
    for format in ["rotor", "edge-list", "two-successors"] {
        // Counting lines anew for every flaw, also for those never listed, would take hours here.
        let output = arrival(&["solve", "--format", format], &file);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.ends_with("flawed: and 999900 more flaws\n"), "{format}");
        assert_eq!(message.lines().count(), 101, "{format}");
    }
}

/// Runs `arrival` with so little address space that the arcs could not be allocated even once.
#[cfg(target_os = "linux")]
fn within_200_megabytes(words: &[&str]) -> Output {
    let limited = "ulimit -v 200000 && exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_arrival")]).args(words);
    command.stdin(Stdio::null()).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn four_billion_arcs_are_refused_before_memory_is_taken() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("many.rotor");
    let name = file.to_str().unwrap();
    std::fs::write(&file, "a: s^4000000000\nsink s\n").unwrap();
    let output = within_200_megabytes(&["solve", "--memory", "8GiB", name]);
    assert_eq!(output.status.code(), Some(3));
    let message = ":1:4: the graph has 4000000000 arcs; this entry is the first beyond the limit of 536870912; \
                   allow more with --memory\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("{name}{message}"));
    assert!(output.stdout.is_empty());

    // The limit is one that bites: a fortieth of these arcs is allowed by --memory, but finds no room.
    std::fs::write(&file, "a: s^100000000\nsink s\n").unwrap();
    assert!(within_200_megabytes(&["solve", "--memory", "8GiB", name]).status.code().is_none());
}

#[cfg(target_os = "linux")]
#[test]
fn unpacking_stops_at_the_limit() {
    let folder = TempDir::new().unwrap();
    let comment = vec![b'#'; 1 << 20];
    let mut gzip = Vec::new();
    let fill = |out: &mut dyn Write| (0..512).try_for_each(|_| out.write_all(&comment));
    rotor_format::Compression::Gzip.write(&mut gzip, fill).unwrap();
    // A frame of zstd with a window of 2 MB: blocks of 128 KiB, each a byte that is repeated.
    let block = |is_last: u32| [&((128u32 << 10) << 3 | 1 << 1 | is_last).to_le_bytes()[..3], b"#"].concat();
    let blocks: Vec<u8> = (1..=4_096).flat_map(|number| block(u32::from(number == 4_096))).collect();
    let zstd = [&[0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58], &blocks[..]].concat();
    for bomb in [gzip, zstd] {
        let file = folder.path().join("bomb");
        std::fs::write(&file, bomb).unwrap();
        let output = within_200_megabytes(&["solve", "--memory", "50MB", file.to_str().unwrap()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.ends_with("unpacked, the file has more than 50000000 bytes; allow more with --memory\n")
        );
        assert_eq!(output.status.code(), Some(3));
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
