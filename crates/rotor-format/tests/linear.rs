//! Flawed files are refused about as fast as sound ones of the same size are read, whatever the format.
//!
//! Both are measured in one run, so that the speed of the machine does not matter. Growth from one size to a larger one
//! would not do: it depends on which of the two fits the processor's cache.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

use rotor_format::{Compression, EdgeListOptions, InputFormat, OutputFormat, ReadOptions, read, write};
use rotor_graph::{Flaws, Instance, Multigraph, Names, Rule, VertexId};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A reader that does work linear in the file for every flaw takes hundreds of times longer.
const MOST_SLOWDOWN: u32 = 60;
const LINES: usize = 60_000;

fn time(bytes: &[u8], format: InputFormat, flawed: bool) -> Duration {
    let start = Instant::now();
    let infer_sinks = format == InputFormat::EdgeList;
    let edge_list = EdgeListOptions { infer_sinks, ..EdgeListOptions::default() };
    let input =
        read(bytes, &ReadOptions { format: Some(format), edge_list, ..ReadOptions::default() }, &mut ());
    let time = start.elapsed();
    match input {
        Ok(_) => assert!(!flawed),
        Err(unread) => {
            let flaws = unread.into_flaws();
            assert!(flawed, "{flaws}");
            assert_eq!(flaws.list().len(), Flaws::MOST, "{}", flaws.list()[0]);
            assert!(flaws.more() > LINES / 4, "{}", flaws.more());
        }
    }
    time
}

/// Other work on the machine may disturb some measurements, not all of them.
fn is_linear(format: InputFormat, sound: &[u8], flawed: &[u8]) {
    let quickest = |bytes, flawed| (0..5).map(|_| time(bytes, format, flawed)).min().unwrap();
    let (read, refused) = (quickest(sound, false), quickest(flawed, true));
    println!("{}: sound {read:?}, flawed {refused:?}", format.name());
    assert!(refused < read * MOST_SLOWDOWN, "{}: {read:?}, {refused:?}", format.name());
}

fn text(line: impl Fn(&mut String, usize)) -> Vec<u8> {
    let mut text = String::new();
    (0..LINES).for_each(|number| line(&mut text, number));
    text.into_bytes()
}

// F6: names were looked up for every flaw, listed or not.
#[test]
fn flawed_text_is_refused_in_linear_time() {
    let sound = text(|text, n| writeln!(text, "v{n}: v{}", n / 2).unwrap());
    let flawed = [
        text(|text, n| writeln!(text, "v{}: v{}", n / 2, n / 2).unwrap()),
        text(|text, n| writeln!(text, "\"a rather long name {}\": v{n}", n / 2).unwrap()),
        text(|text, n| writeln!(text, "v{n}: head{n}").unwrap()),
        text(|text, n| write!(text, "{}head{n}", if n == 0 { "v: " } else { " " }).unwrap()),
        text(|text, n| writeln!(text, "v{n}:").unwrap()),
        text(|text, n| writeln!(text, "v{n} v{n}").unwrap()),
        text(|text, n| writeln!(text, "sink v{n} = 9007199254740992").unwrap()),
        text(|text, n| writeln!(text, "v{n}: *v{n} *v{n}").unwrap()),
        text(|text, _| writeln!(text, "start v").unwrap()),
    ];
    for flawed in flawed {
        is_linear(InputFormat::Rotor, &sound, &flawed);
    }
}

fn json(vertex: impl Fn(&mut String, usize)) -> Vec<u8> {
    let vertices = String::from_utf8(text(|text, n| {
        text.push(',');
        vertex(text, n);
    }));
    let start = r#"{"format":"rotor-graph/1","vertices":[{"name":"s","sink":true}"#;
    format!("{start}{}]}}", vertices.unwrap()).into_bytes()
}

#[test]
fn flawed_json_is_refused_in_linear_time() {
    let sound = json(|text, n| write!(text, r#"{{"name":"v{n}","arcs":["s"]}}"#).unwrap());
    let flawed = [
        json(|text, n| write!(text, r#"{{"name":"v{}","arcs":["s"]}}"#, n / 2).unwrap()),
        json(|text, n| write!(text, r#"{{"name":"v{n}","arcs":["x{n}"]}}"#).unwrap()),
        json(|text, n| write!(text, r#"{{"name":"v{n}","arcs":[],"key{n}":0}}"#).unwrap()),
    ];
    for flawed in flawed {
        is_linear(InputFormat::Json, &sound, &flawed);
    }
}

#[test]
fn flawed_lists_are_refused_in_linear_time() {
    let sound = text(|text, n| writeln!(text, "{n} {}", n / 2).unwrap());
    let short = text(|text, n| writeln!(text, "{}", n / 2).unwrap());
    is_linear(InputFormat::EdgeList, &sound, &short);
    let sound = text(|text, n| writeln!(text, "{} {}", n / 2, n / 3).unwrap());
    let beyond = text(|text, n| writeln!(text, "{} {}", n + LINES, n + LINES).unwrap());
    is_linear(InputFormat::TwoSuccessors, &sound, &short);
    is_linear(InputFormat::TwoSuccessors, &sound, &beyond);
}

#[test]
fn a_flawed_binary_file_is_refused_in_linear_time() {
    let file = |names: Names| {
        let row_starts = (0..=LINES as u32).collect();
        let graph = Multigraph::from_rows(row_starts, vec![VertexId::new(0); LINES]).unwrap();
        let instance = Instance::new(graph, names).unwrap();
        let mut bytes = Vec::new();
        write(&instance, Rule::MoveThenTurn, OutputFormat::Rotorb, Compression::None, &mut bytes).unwrap();
        bytes
    };
    let sound = file((0..LINES).map(|n| format!("v{n}")).collect());
    let twice = file((0..LINES).map(|n| format!("v{}", n / 2)).collect());
    is_linear(InputFormat::Rotorb, &sound, &twice);
}
