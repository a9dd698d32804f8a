//! `--memory` is a promise: on inputs that are meant to break it, the peak of the process stays within 1.25 times the limit
//! plus 32 MiB, and whatever does not fit ends with exit code 3 and the reason (F71).

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use flate2::Compression;
use flate2::write::GzEncoder;
use nix::sys::resource::{UsageWho, getrusage};
use rotor_generate::Dice;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One limit for all cases: the system knows the largest peak of all processes that have ended, and nothing finer.
const MEBIBYTES: u64 = 64;

/// A random multigraph of `n` vertices with `d` arcs each; the first one leads to the sink, too.
fn dense(n: u32, d: u32, out: &mut dyn Write) -> io::Result<()> {
    let mut dice = Dice::new(7);
    for u in 0..n {
        write!(out, "v{u}:")?;
        (0..d).try_for_each(|_| write!(out, " v{}", dice.below(n)))?;
        writeln!(out, "{}", if u == 0 { " s" } else { "" })?;
    }
    write!(out, "sink s\nstart v0\n")
}

/// A binary tree with arcs both ways, whose root leads to the sink, too.
fn tree(n: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "0: s 1 2")?;
    for u in 1..n {
        let below = [2 * u + 1, 2 * u + 2].into_iter().filter(|&v| v < n);
        write!(out, "{u}: {}", (u - 1) / 2)?;
        below.into_iter().try_for_each(|v| write!(out, " {v}"))?;
        writeln!(out)?;
    }
    writeln!(out, "sink s")
}

/// `begin`, then `piece` `times` over, then `end`.
fn repeated(begin: &str, piece: &str, times: u32, end: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(begin.as_bytes())?;
    (0..times).try_for_each(|_| out.write_all(piece.as_bytes()))?;
    out.write_all(end.as_bytes())
}

fn long_names(out: &mut dyn Write) -> io::Result<()> {
    (0..500_000).try_for_each(|i| writeln!(out, "{i:040}: s"))?;
    writeln!(out, "sink s")
}

/// Inputs by name, written to `folder` piece by piece: what this process once held counts as a peak of those it starts.
fn write_inputs(folder: &Path) {
    type Content = dyn Fn(&mut dyn Write) -> io::Result<()>;
    let write = |name: &str, content: &Content| {
        let mut out = BufWriter::new(File::create(folder.join(name)).unwrap());
        content(&mut out).and_then(|()| out.flush()).unwrap();
    };
    write("dense.rotor", &|out| dense(8000, 40, out));
    write("fat.rotor", &|out| dense(800, 60, out));
    write("large.rotor", &|out| tree(2_000_000, out));
    write("medium.rotor", &|out| tree(300_000, out));
    write("names.rotor", &long_names);
    write("flaws.rotor", &|out| repeated("", "a b c\n", 4_000_000, "", out));
    write("digits.json", &|out| repeated("{\"v0\":\"", "7777777777", 2_000_000, "\"}", out));
    let begin = "{\"format\":\"rotor-graph/1\",\"vertices\":[";
    write("vertices.json", &|out| repeated(begin, "{},", 5_000_000, "{}]}", out));
    write("parallel.rotor", &|out| out.write_all(b"a: s^4000000\nsink s\n"));
    write("comment.rotor.gz", &|out| {
        let mut packed = GzEncoder::new(out, Compression::fast());
        repeated("", "################", 1 << 24, "", &mut packed)?;
        packed.finish().map(drop)
    });
}

/// What is asked of them, and with which exit codes it may end.
const CASES: &[(&str, &[i32])] = &[
    ("solve dense.rotor", &[0, 3]),
    ("solve dense.rotor --all", &[0, 3]),
    ("solve fat.rotor --solver flow", &[0, 2, 3]),
    ("solve large.rotor --all", &[3]),
    ("check large.rotor", &[3]),
    ("draw large.rotor -o out.svg", &[3]),
    ("verify large.rotor digits.json", &[2, 3]),
    ("convert medium.rotor out.json", &[0]),
    ("convert medium.rotor out.rotorb", &[0]),
    ("convert medium.rotor -", &[0]),
    ("solve medium.rotor --all --certificate out.json", &[0, 3]),
    ("forest medium.rotor --json", &[0, 3]),
    ("flows medium.rotor", &[0, 3]),
    ("draw medium.rotor -o out.svg", &[2]),
    ("draw medium.rotor -o out.dot", &[0, 3]),
    ("explain fat.rotor --from v0", &[0, 3]),
    ("solve names.rotor --all", &[3]),
    ("check flaws.rotor", &[2, 3]),
    ("solve medium.rotor large.rotor names.rotor dense.rotor", &[3]),
    ("check vertices.json", &[2, 3]),
    ("check comment.rotor.gz", &[3]),
    ("check parallel.rotor", &[0, 3]),
    ("convert parallel.rotor out.json", &[0, 3]),
    ("route fat.rotor --particles @digits.json", &[3]),
    ("walk fat.rotor --from v0 --steps 10^60000000", &[3]),
    ("group fat.rotor", &[0, 3]),
    ("class fat.rotor", &[0, 3]),
    ("harmonic fat.rotor --from v0", &[0, 3]),
    ("identity fat.rotor", &[0, 3]),
    ("stabilise fat.rotor --chips @digits.json", &[3]),
    ("generate grid --w 30000 --h 30000 -o out.rotor", &[3]),
    ("generate tree --n 20000000 -o out.rotor", &[3]),
    ("generate chain --n 100000000 -o out.rotor", &[3]),
];

#[test]
fn no_input_takes_the_process_beyond_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    write_inputs(folder.path());
    let program = PathBuf::from(env!("CARGO_BIN_EXE_arrival"));
    // Not by `getrusage`, which also counts what held the program that started this one.
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let own = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_ascii_whitespace().next());
    let own: u64 = own.unwrap().parse().unwrap();
    assert!(own < 64 << 10, "this process itself holds {own} KiB, which would count");
    let bound = (MEBIBYTES * 5 / 4 + 32) << 10;
    let mut refused = 0;
    for (words, codes) in CASES {
        // A time limit only so that the test ends: running out of it is as good as running out of memory.
        let limits = format!("--memory {MEBIBYTES}MiB --timeout 3");
        let mut command = Command::new(&program);
        command.args(words.split(' ')).args(limits.split(' ')).current_dir(folder.path());
        let ran = command.output().unwrap();
        let err = String::from_utf8_lossy(&ran.stderr);
        let code = ran.status.code().unwrap_or(-1);
        assert!(codes.contains(&code), "{words}: {code}, {err}");
        if err.contains("arrival: out of memory") {
            assert!(code == 3 && err.contains("limit is 67 MB"), "{words}: {code}, {err}");
            refused += 1;
        }
        let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as u64;
        assert!(peak <= bound, "{words}: a peak of {peak} KiB, and {bound} are allowed");
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()).collect();
        let unfinished = left.iter().filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp"));
        assert_eq!(unfinished.count(), 0, "{words} leaves a file behind");
    }
    assert!(refused >= 10, "only {refused} were refused for their memory");
}
