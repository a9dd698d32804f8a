//! The fast exits against the complete destination algorithm where flows are huge and nearly tie.

use crate::brute_force::instances;
use crate::fast::{Seen, agree};
use rotor_generate::{Dice, draw};
use rotor_graph::{Instance, parse};
use std::fmt::Write;

/// A tree hanging on a hub, leaves its sinks, with more arcs towards the hub than away from it.
struct Piece {
    parents: Vec<usize>,
    /// For each vertex its arcs in order: to its parent, to its child of this number, or to its own sink.
    rows: Vec<Vec<Step>>,
}

#[derive(Clone, Copy)]
enum Step {
    Parent,
    Child(usize),
    Sink,
}

impl Piece {
    fn draw(dice: &mut Dice, vertices: usize, most_inward: u32) -> Self {
        let lanky = if dice.chance(0.8) { 0.97 } else { 0.5 };
        let parent = |i: usize| match i {
            0 => 0,
            _ if dice.chance(lanky) => i - 1,
            _ => dice.below(i as u32) as usize,
        };
        let parents: Vec<usize> = (0..vertices).map(parent).collect();
        let rows = (0..vertices).map(|u| {
            let mut row: Vec<Step> = (0..dice.between(2..=most_inward)).map(|_| Step::Parent).collect();
            row.extend((1..vertices).filter(|&v| parents[v] == u).map(Step::Child));
            if !parents[1..].contains(&u) {
                row.push(Step::Sink);
            }
            dice.shuffle(&mut row);
            row
        });
        let rows = rows.collect();
        Self { parents, rows }
    }

    /// This many copies of it on one hub. Rotors stand on the first arcs, but for `turned` of them.
    fn copies(&self, dice: &mut Dice, copies: usize, turned: usize) -> Instance {
        let vertices = self.rows.len();
        let turned: Vec<u32> = (0..turned).map(|_| dice.below((copies * vertices) as u32)).collect();
        let mut text = String::from("hub:");
        let mut hub: Vec<usize> = (0..copies).flat_map(|copy| [copy, copy]).collect();
        dice.shuffle(&mut hub);
        hub.iter().for_each(|copy| write!(text, " c{copy}v0").unwrap());
        text.push('\n');
        for copy in 0..copies {
            for (u, row) in self.rows.iter().enumerate() {
                write!(text, "c{copy}v{u}:").unwrap();
                let rotor = if turned.contains(&((copy * vertices + u) as u32)) { row.len() / 2 } else { 0 };
                for (at, step) in row.iter().enumerate() {
                    let mark = if at == rotor { "*" } else { "" };
                    match *step {
                        Step::Parent if u == 0 => write!(text, " {mark}hub"),
                        Step::Parent => write!(text, " {mark}c{copy}v{}", self.parents[u]),
                        Step::Child(v) => write!(text, " {mark}c{copy}v{v}"),
                        Step::Sink => write!(text, " {mark}c{copy}s{u}"),
                    }
                    .unwrap();
                }
                text.push('\n');
                if row.iter().any(|step| matches!(step, Step::Sink)) {
                    writeln!(text, "sink c{copy}s{u}").unwrap();
                }
            }
        }
        parse(&text).unwrap()
    }
}

#[test]
fn equal_subtrees_with_huge_flows_are_distinguished_exactly() {
    let (mut dice, mut seen) = (Dice::new(20), Seen::default());
    let number = instances(2_000) as u32;
    for _ in 0..number {
        let vertices = dice.between(40..=120) as usize;
        let most_inward = dice.between(3..=8);
        let piece = Piece::draw(&mut dice, vertices, most_inward);
        let (copies, turned) = (dice.between(2..=4) as usize, dice.below(4) as usize);
        agree(&piece.copies(&mut dice, copies, turned), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.solved == number && seen.huge > number / 4, "{seen:?}");
    assert!(seen.tied > number / 4, "copies tie: {seen:?}");
    assert!(seen.open[2] > u64::from(number / 4), "intervals cannot tell copies apart: {seen:?}");
}

#[test]
fn two_sided_paths_with_huge_flows_have_the_slow_exits() {
    let (mut dice, mut seen, mut mirror) = (Dice::new(21), Seen::default(), Seen::default());
    let number = instances(2_000) as u32;
    for index in 0..number {
        let n = dice.between(60..=260);
        let (x, y) = (dice.between(2..=6), dice.between(1..=2));
        let path = [("n", n), ("x", x), ("y", y), ("mirrored", 1 - index % 2)];
        let path = draw("two-sided", &path, &mut dice).unwrap();
        agree(&path, if index % 2 == 0 { &mut mirror } else { &mut seen });
    }
    println!("{seen:?}\n{mirror:?}");
    assert_eq!(seen.solved + mirror.solved, number);
    assert!(seen.huge > number / 8 && mirror.huge > number / 8);
    assert!(mirror.tied > number / 8, "mirror images tie: {mirror:?}");
    assert!(mirror.open[2] > u64::from(number / 8), "mirror images tie: {mirror:?}");
    assert!(seen.open[2] < u64::from(number / 50), "random ones do not: {seen:?}");
}

#[test]
fn flows_of_every_width_survive_large_multiplicities() {
    let (mut dice, mut seen) = (Dice::new(22), Seen::default());
    for _ in 0..instances(300) {
        let n = dice.between(3..=9);
        let (x, y) = (dice.between(1..=3_000), dice.between(1..=3));
        let sizes = [("n", n), ("x", x), ("y", y), ("mirrored", 1)];
        agree(&draw("expchain", &sizes[..3], &mut dice).unwrap(), &mut seen);
        agree(&draw("two-sided", &sizes, &mut dice).unwrap(), &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.wide > 20 && seen.huge > 20, "{seen:?}");
}
