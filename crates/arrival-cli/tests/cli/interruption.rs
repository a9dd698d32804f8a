//! Interruptions: Ctrl-C, requests to terminate, the clock, and readers that leave.
#![cfg(unix)]

use crate::place::{Place, Ran};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command};
use std::time::Duration;

/// Runs the program on an instance from standard input and presses Ctrl-C while it works, so long after the last byte.
fn interrupted(pause: Duration, arguments: &str, instance: &str) -> Ran {
    let mut child = Place::new().start(arguments);
    // More than a pipe holds: when all is written the program is reading, and has long been listening for Ctrl-C.
    let padding = format!("# {}\n", "x".repeat(100)).repeat(4_000);
    child.stdin.take().unwrap().write_all((padding + instance).as_bytes()).unwrap();
    std::thread::sleep(pause);
    send("-INT", &child);
    ended(child)
}

const SOON: Duration = Duration::from_millis(500);

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn ended(child: Child) -> Ran {
    child.wait_with_output().unwrap().into()
}

/// The program, which has read more than a pipe holds from its standard input and waits for the rest.
fn waiting(place: &Place, arguments: &str) -> (Child, ChildStdin) {
    let mut child = place.start(arguments);
    let mut input = child.stdin.take().unwrap();
    input.write_all(&vec![b' '; 400_000]).unwrap();
    (child, input)
}

fn chain() -> String {
    Place::new().says("generate chain --n 60").answer()
}

#[test]
fn ctrl_c_ends_a_walk_with_130_and_says_where_the_particle_is() {
    let ran = interrupted(SOON, "walk -", &chain()).exits(130);
    assert!(ran.out.starts_with("the particle from 0 is at ") && ran.out.ends_with(" steps\n"), "{ran:?}");
    let ran = interrupted(SOON, "walk - --json", &chain()).exits(130);
    assert!(ran.out.contains(r#""stopped":false}"#), "{ran:?}");
}

#[test]
fn ctrl_c_ends_a_solver_with_130_and_says_how_far_it_came() {
    let series = Place::new().says("generate series --copies 40 --size 400 --ahead 0").answer();
    for (arguments, instance) in [
        ("solve - --solver walk", chain()),
        ("solve - --all --solver push", chain()),
        ("route - --particles 0=1 --solver bulk", chain()),
        ("forest -", series),
    ] {
        interrupted(SOON, arguments, &instance).refused(130, "arrival: interrupted; no answer after ", "\n");
    }
}

#[test]
fn ctrl_c_and_the_clock_end_large_trees_and_nothing_is_written() {
    let place = Place::new();
    place.says("generate tree --n 400000 --parallel 2 -o tree.rotor").answer();
    for arguments in
        ["solve tree.rotor --all --certificate proof.json", "flows tree.rotor", "forest tree.rotor --json"]
    {
        place.says(&format!("{arguments} --timeout 0.001")).refused(3, "arrival: out of time", "\n");
    }
    assert!(!place.path("proof.json").exists());
    // It is still reading then, and finds out when it begins to solve.
    let ran = interrupted(Duration::ZERO, "solve - --all", &place.read("tree.rotor"));
    ran.refused(130, "arrival: interrupted", "\n");
}

#[test]
fn ctrl_c_and_a_request_to_terminate_end_the_wait_for_input() {
    let place = Place::with_graph();
    for arguments in ["solve -", "check -", "verify graph.rotor -", "route graph.rotor --particles @-"] {
        for signal in ["-INT", "-TERM"] {
            let (child, _input) = waiting(&place, arguments);
            send(signal, &child);
            assert_eq!(ended(child).refused(130, "", "").err, "arrival: interrupted\n", "{arguments}");
        }
    }
}

#[test]
fn the_end_of_the_time_is_reported_once() {
    let place = Place::with_graph();
    // The alarm and the question find at the same moment that time is up.
    for _ in 0..200 {
        let ran = place.says("route graph.rotor --particles u1=1 --final out.rotor --timeout 0").exits(3);
        assert_eq!(ran.err, "arrival: out of time\n");
    }
}

#[test]
fn the_clock_ends_the_wait_for_input() {
    let place = Place::with_graph();
    for arguments in ["solve -", "check -", "convert - out.json", "verify graph.rotor -"] {
        let (child, _input) = waiting(&place, &format!("{arguments} --timeout 0.3"));
        assert_eq!(ended(child).refused(3, "", "").err, "arrival: out of time\n", "{arguments}");
    }
    assert_eq!(place.listing(), ["graph.rotor"]);
}

#[test]
fn an_interruption_while_a_file_is_written_leaves_nothing_of_it() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let place = Place::new().with("tree.rotor", "old");
        // It would take many seconds, so that the signal comes in time on a machine that is busy, too.
        let mut child = place.start("generate tree --n 10000000 -o tree.rotor");
        while place.listing().len() == 1 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        send(signal, &child);
        assert_eq!(ended(child).exits(130).err, "arrival: interrupted\n", "{signal}");
        assert_eq!(place.listing(), ["tree.rotor"]);
        assert_eq!(place.read("tree.rotor"), "old");
    }
}

#[test]
fn a_trace_that_is_interrupted_ends_with_where_the_particle_is() {
    let (child, mut input) = waiting(&Place::new(), "walk - --trace");
    input.write_all(chain().as_bytes()).unwrap();
    drop(input);
    let id = child.id().to_string();
    let interrupting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    });
    let ran = ended(child).exits(130);
    interrupting.join().unwrap();
    let (trace, end) = ran.out.trim_end().rsplit_once('\n').unwrap();
    let steps = trace.split(' ').count() - 1;
    let counted = format!("after {} steps", arrival::grouped(&steps.to_string()));
    assert!(steps > 1 && end.ends_with(&counted), "{end}");
}

#[test]
fn a_second_interruption_ends_the_report_of_the_first() {
    // The trace of a walk that was interrupted fills the pipe, which is never emptied.
    let (mut child, mut input) = waiting(&Place::new(), "walk - --trace --json");
    input.write_all(chain().as_bytes()).unwrap();
    drop(input);
    std::thread::sleep(SOON);
    send("-INT", &child);
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let place = Place::new();
    place.says("generate path --n 200000 -o path.rotor").answer();
    place.says("generate chain --n 22 -o chain.rotor").answer();
    place.says("generate chain --n 60 -o endless.rotor").answer();
    for (program, filter, first) in [
        ("generate path --n 200000", "", "0: A *1\n"),
        ("convert path.rotor - --to rotor", "", "0: A *1\n"),
        ("solve path.rotor --all", "", "from    exit\n"),
        ("forest path.rotor", "", "vertex  leaves for  arc\n"),
        ("walk chain.rotor --trace", "tr ' ' '\\n' | ", "0\n"),
        // The first step is shown before the last of 2^61 is made.
        ("walk endless.rotor --trace", "tr ' ' '\\n' | ", "0\n"),
        ("walk chain.rotor --trace --json", "tr ',' '\\n' | ", "{\"schema\":\"arrival.walk/1\"\n"),
    ] {
        let line = format!("{{ arrival {program}; echo $? > code; }} | {filter}head -1");
        let ran = place.shell(&line).exits(0);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (first, ""), "{program}");
        assert_eq!(place.read("code"), "0\n", "{program}");
    }
}

#[test]
fn ctrl_c_ends_a_hunt_with_130_and_its_tables_written() {
    let place = Place::new();
    let mut child = place.start("hunt chain --n 4 --seeds 1..18446744073709551615 -v -o hard");
    // Once it speaks of a seed it hunts, and has long been listening.
    child.stderr.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    send("-INT", &child);
    let ran = ended(child).exits(130);
    assert!(ran.err.contains("arrival: interrupted; "), "{:?}", ran.err.lines().last());
    assert!(place.path("hard/hunt.json").exists());
}
