//! How often subjects answer, obligations are owed and kinds are shown at least, so that a stream that shows less is noticed.

use crate::extracted_judge::is_built;
use rotor_generate::budget;
use rotor_solve::TaskKind;
use rotor_solve::registry::SOLVERS;
use std::collections::BTreeMap;

/// How often each subject answers each task at least, how often each obligation is owed on the instances of a maker, and how
/// often each kind is shown: rows of names with numbers, which may go on in the next line.
pub(crate) const STREAM: &str = "
one start: blocks 700; blocks, alone 4500; bulk, alone 4500; flow 4500; flow, alone 4500; short walk 3000;
    tree 3600; tree, by the paper 3600; tree, cut 3600; tree, uncut 2700; walk 4500
all starts: blocks 600; blocks, alone 2250; blocks, flows 600; blocks, forest 600; flow 2250;
    flow, flows 2250; flow, forest 2250; path 20; push 2250; push, forest 2250; tree 1350;
    tree, all flows 1350; tree, by the paper 1350; tree, flows 1350; tree, forest 1350;
    tree, forest of large flows 1350; tree, intervals of 2 bits 1350; tree, intervals of 3 bits 1350;
    tree, intervals of 62 bits 1350; tree, uncut 1350
route: blocks 1150; bulk 4350; flow 4350; path 40
game: exhaustive 700; game 550; game, access flows 60; simple 150
game of orders: exhaustive 650; game 550
free game: exhaustive 650; game 550
game from all: exhaustive 200; game 100; game, one by one 100; simple 20
game of orders from all: exhaustive 200; game 100; game, one by one 100
free game from all: exhaustive 200; game 100; game, one by one 100
owed on the stream: an unreached part changes nothing 13500; no false claim 14350;
    split sinks change nothing 4600; survives relabelling 22550; the checker's yes 29150;
    the extracted checker's yes 2850; the reference 67400; the same again 22350
shown: bounce 40; choices of free players 150; deadline of a block 13700; endless play 10;
    flow of a block 13700; infinite flow 4900; more particles than a word counts 1250;
    more than 100 turns 20; refuted claim 27350; something at stake 60; start in a trap 600;
    start on a sink 950; tie 60; walk into a trap 400
";

pub(crate) const FAMILIES: &str = "
one start: blocks 650; blocks, alone 4500; bulk, alone 4500; flow 4500; flow, alone 4500; short walk 3000;
    tree 2650; tree, by the paper 2650; tree, cut 2650; tree, uncut 1900; walk 4500
all starts: blocks 500; blocks, alone 2250; blocks, flows 500; blocks, forest 500; flow 2250;
    flow, flows 2250; flow, forest 2250; path 50; push 2250; push, forest 2250; tree 950;
    tree, all flows 950; tree, by the paper 950; tree, flows 950; tree, forest 950;
    tree, forest of large flows 950; tree, intervals of 2 bits 950; tree, intervals of 3 bits 950;
    tree, intervals of 62 bits 950; tree, uncut 950
route: blocks 1000; bulk 4250; flow 4250; path 100
owed on members of families: an unreached part changes nothing 7850; no false claim 8950;
    split sinks change nothing 2550; survives relabelling 13200; the checker's yes 18050;
    the extracted checker's yes 1750; the reference 39900; the same again 13150
owed with two apexes: an unreached part changes nothing 3450; no false claim 4150;
    split sinks change nothing 1400; survives relabelling 5750; the checker's yes 8300;
    the extracted checker's yes 850; the reference 17200; the same again 5700
shown: deadline of a block 13900; flow of a block 13900; infinite flow 3800;
    more particles than a word counts 1200; more than 100 turns 100; refuted claim 26850;
    start in a trap 150; start on a sink 950; tie 60; walk into a trap 30
";

pub(crate) const GAMES: &str = "
game: exhaustive 8950; game 7000; game, access flows 1300; simple 1500
game of orders: exhaustive 8850; game 6900
free game: exhaustive 8950; game 6950
game from all: exhaustive 2950; game 2250; game, one by one 2250; simple 550
game of orders from all: exhaustive 2850; game 2150; game, one by one 2150
free game from all: exhaustive 2950; game 2200; game, one by one 2200
owed on any graph: an unreached part changes nothing 2800; no false claim 1200;
    split sinks change nothing 650; survives relabelling 4700; the checker's yes 2400;
    the extracted checker's yes 210; the reference 14300; the same again 4750
owed on relatives of the figure: an unreached part changes nothing 1250; split sinks change nothing 1200;
    survives relabelling 2150; the reference 6400; the same again 2100
owed with stakes: an unreached part changes nothing 8800; no false claim 3800;
    split sinks change nothing 2950; survives relabelling 14900; the checker's yes 7500;
    the extracted checker's yes 750; the reference 44400; the same again 14700
shown: bounce 1950; choices of free players 4700; endless play 900; no equilibrium 800; refuted claim 8200;
    something at stake 3600
";

pub(crate) const HUGE_FLOWS: &str = "
one start: tree 900; tree, by the paper 900; tree, cut 900; tree, uncut 650
all starts: tree 900; tree, all flows 650; tree, by the paper 900; tree, flows 900; tree, forest 900;
    tree, forest of large flows 900; tree, intervals of 2 bits 900; tree, intervals of 3 bits 900;
    tree, intervals of 62 bits 900; tree, uncut 900
owed at the edges: an unreached part changes nothing 350; no false claim 250;
    split sinks change nothing 250; survives relabelling 600; the checker's yes 500;
    the extracted checker's yes 54; the reference 1850; the same again 600
owed on copies on a hub: an unreached part changes nothing 250; no false claim 160;
    survives relabelling 400; the checker's yes 300; the extracted checker's yes 38; the reference 1250;
    the same again 400
owed on larger trees: an unreached part changes nothing 280; no false claim 190;
    split sinks change nothing 180; survives relabelling 450; the checker's yes 350;
    the extracted checker's yes 38; the reference 1400; the same again 450
owed on mirrored paths: an unreached part changes nothing 250; no false claim 180; survives relabelling 400;
    the checker's yes 300; the extracted checker's yes 42; the reference 1250; the same again 400
owed on paths of many arcs: an unreached part changes nothing 280; no false claim 200;
    survives relabelling 450; the checker's yes 350; the extracted checker's yes 38; the reference 1400;
    the same again 500
owed on two-sided paths: an unreached part changes nothing 270; no false claim 170;
    survives relabelling 400; the checker's yes 300; the extracted checker's yes 30; the reference 1250;
    the same again 400
shown: flow beyond a word 26800; flow beyond half a word 27950; infinite flow 12100;
    more than 100 turns 42750; refuted claim 3200; start in a trap 6; start on a sink 60; tie 6100;
    walk into a trap 4
";

/// The rows of a table: what is counted, with the least numbers.
fn rows(least: &str) -> Vec<(String, String, u32)> {
    let mut rows = Vec::new();
    for (row, cells) in least.trim().replace("\n   ", "").lines().map(|row| row.split_once(": ").unwrap()) {
        for (of, least) in cells.split("; ").map(|cell| cell.rsplit_once(' ').unwrap()) {
            rows.push((row.to_owned(), of.to_owned(), least.parse().unwrap()));
        }
    }
    rows
}

/// Demands as many answers, obligations and kinds as these rows say, and a row for every answer and every obligation.
pub(crate) fn check(
    counted: &BTreeMap<(&'static str, &'static str), u32>,
    shown: &BTreeMap<&'static str, u32>,
    least: &str,
) {
    let enough = |seen: u32, least: u32| 1_000 * u64::from(seen) >= budget(1_000) as u64 * u64::from(least);
    let rows = rows(least);
    for (row, of, least) in &rows {
        let pair = || counted.iter().find(|(pair, _)| **pair == (row, of));
        let seen = if row == "shown" { shown.get(&**of) } else { pair().map(|(_, seen)| seen) };
        let seen = seen.copied().unwrap_or(0);
        let is_possible = of != "the extracted checker's yes" || is_built();
        assert!(!is_possible || enough(seen, *least), "{row}, {of}: {seen} instead of {least}");
    }
    let is_named = |pair: &(&str, &str)| rows.iter().any(|(row, of, _)| *pair == (row, of));
    let unnamed: Vec<_> = counted.keys().filter(|pair| !is_named(pair)).collect();
    assert!(unnamed.is_empty(), "no least number for {unnamed:?}");
}

#[test]
fn every_solver_is_held_to_every_question_that_it_declares() {
    let rows = rows(STREAM);
    for solver in SOLVERS {
        for task in solver.tasks {
            let (row, more) = match task {
                TaskKind::Exit => ("one start", ""),
                TaskKind::AllExits => ("all starts", ""),
                TaskKind::Forest => ("all starts", ", forest"),
                TaskKind::Flows => ("all starts", ", flows"),
                TaskKind::Route => ("route", ""),
                TaskKind::Game => ("game", ""),
            };
            let id = format!("{}{more}", solver.id);
            let is_held = rows.iter().any(|(of, name, least)| (&**of, &**name) == (row, &*id) && *least > 0);
            assert!(is_held, "{id} takes {row}, and nothing demands that it does");
        }
    }
}
