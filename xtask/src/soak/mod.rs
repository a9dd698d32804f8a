//! Soak: the page's server under mixed load for minutes; every good answer right, memory flat, small requests quick.

mod asks;
mod client;
mod program;

use crate::bench::must;
use asks::{Asks, Kind};
use client::{Dice, Load, hold_seats};
use program::Serving;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many clients there are, each with one connection at a time.
const CLIENTS: u64 = 64;
/// How long a soak takes if nothing else is said.
const MINUTES: f64 = 10.0;
/// The median of small requests stays below this.
const QUICK: Duration = Duration::from_millis(100);
/// What memory may grow by, from the first half of the soak to the second, in KiB.
const FLAT: u64 = 128 << 10;

/// What came of the requests of one kind.
#[derive(Default)]
struct Tally {
    statuses: BTreeMap<u16, u64>,
    wrong: Vec<String>,
    times: Vec<Duration>,
}

/// Soaks for `--minutes N`, which may be a fraction.
pub(crate) fn run(root: &Path, words: &[&str]) -> io::Result<ExitCode> {
    let minutes = match words {
        [] => MINUTES,
        ["--minutes", number] => number.parse().map_err(|_| io::Error::other("--minutes takes a number"))?,
        _ => return Err(io::Error::other("usage: cargo xtask soak [--minutes N]")),
    };
    let build = ["build", "--quiet", "--profile", "dist", "-p", "arrival-cli", "--bin", "arrival"];
    must(Command::new("cargo").current_dir(root).args(build))?;
    let program = root.join("target/dist/arrival");
    let asks = Asks::new(&program)?;
    let serving = Serving::start(&program)?;
    let tallies = Mutex::new(BTreeMap::<Kind, Tally>::new());
    let began = Instant::now();
    let end = began + Duration::from_secs_f64(60.0 * minutes);
    let mut memory = Vec::new();
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (asks, tallies, address) = (&asks, &tallies, serving.address());
            scope.spawn(move || Load { address, dice: Dice::new(number), asks }.until(end, tallies));
        }
        scope.spawn(|| hold_seats(serving.address(), end));
        while Instant::now() < end {
            memory.push(serving.memory());
            std::thread::sleep(Duration::from_secs(1));
        }
    });
    let tallies = tallies.into_inner().map_err(|_| io::Error::other("a client panicked"))?;
    Ok(report(&tallies, &memory, minutes))
}

fn report(tallies: &BTreeMap<Kind, Tally>, memory: &[u64], minutes: f64) -> ExitCode {
    let mut faults = Vec::new();
    println!("soak: {minutes} minutes, {CLIENTS} connections");
    for (kind, tally) in tallies {
        let mut times = tally.times.clone();
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        let statuses: Vec<_> =
            tally.statuses.iter().map(|(status, count)| format!("{status} × {count}")).collect();
        let (requests, middle, late) = (times.len(), at(0.5), at(0.99));
        println!(
            "{kind:?}: {requests} requests, median {middle:.1?}, 99 % within {late:.1?}; {}",
            statuses.join(", ")
        );
        faults.extend(tally.wrong.iter().take(3).map(|wrong| format!("{kind:?}: {wrong}")));
        if *kind == Kind::Good && middle >= QUICK {
            faults.push(format!("the median of small requests is {middle:.1?}, and {QUICK:.0?} are allowed"));
        }
    }
    let (first, second) = memory.split_at(memory.len() / 2);
    let [first, second] = [first, second].map(|half| half.iter().copied().max().unwrap_or(0));
    println!("memory: at most {} MiB in the first half, {} MiB in the second", first >> 10, second >> 10);
    if second > first + FLAT {
        faults.push(format!("memory grows: {first} KiB in the first half, {second} KiB in the second"));
    }
    if !Kind::ALL.iter().all(|kind| tallies.contains_key(kind)) {
        faults.push("some kind of request was never made".to_owned());
    }
    faults.iter().for_each(|fault| println!("FAILED: {fault}"));
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
