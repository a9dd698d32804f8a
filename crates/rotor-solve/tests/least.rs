//! How often subjects answer and kinds are shown at least, so that a stream that shows less is noticed.

use rotor_generate::budget;
use std::collections::BTreeMap;

/// How often each subject answers each task at least, and how often each kind is shown: rows of names with numbers, which
/// may go on in the next line.
pub(crate) const STREAM: &str = "
one start: blocks 700; blocks, alone 4500; bulk, alone 4500; flow 4500; flow, alone 4500; tree 3600;
    tree, by the paper 3600; tree, uncut 2700; walk 4500
all starts: any way to the forest 2250; blocks 600; blocks, alone 2250; blocks, proved 2250; flow 2250;
    flow, alone 2250; path 20; push 2250; push, as forest 2250; tree 1350; tree, all flows 1350;
    tree, by the paper 1350; tree, forest 1350; tree, intervals of 2 bits 1350;
    tree, intervals of 3 bits 1350; tree, intervals of 62 bits 1350; tree, uncut 1350
route: blocks 1150; bulk 4350; flow 4350; path 40
game: exhaustive 700; game 550; game, access flows 60; simple 150
game of orders: exhaustive 650; game 550
free game: exhaustive 650; game 550
game from all: exhaustive 200; game 100; game, one by one 100; simple 20
game of orders from all: exhaustive 200; game 100; game, one by one 100
free game from all: exhaustive 200; game 100; game, one by one 100
shown: bounce 40; choices of free players 150; deadline of a block 13700; endless play 10;
    flow of a block 13700; infinite flow 4900; more particles than a word counts 1250; more than 100 turns 20;
    refuted claim 25350; something at stake 60; start in a trap 600; start on a sink 950; tie 60;
    walk into a trap 400
";

pub(crate) const FAMILIES: &str = "
one start: blocks 650; blocks, alone 4500; bulk, alone 4500; flow 4500; flow, alone 4500; tree 2650;
    tree, by the paper 2650; tree, uncut 1900; walk 4500
all starts: any way to the forest 2250; blocks 500; blocks, alone 2250; blocks, proved 2250; flow 2250;
    flow, alone 2250; path 50; push 2250; push, as forest 2250; tree 950; tree, all flows 950;
    tree, by the paper 950; tree, forest 950; tree, intervals of 2 bits 950; tree, intervals of 3 bits 950;
    tree, intervals of 62 bits 950; tree, uncut 950
route: blocks 1000; bulk 4250; flow 4250; path 100
shown: deadline of a block 13900; flow of a block 13900; infinite flow 3800;
    more particles than a word counts 1200; more than 100 turns 100; refuted claim 24150; start in a trap 150;
    start on a sink 950; tie 60; walk into a trap 30
";

pub(crate) const GAMES: &str = "
game: exhaustive 8950; game 7000; game, access flows 1300; simple 1500
game of orders: exhaustive 8850; game 6900
free game: exhaustive 8950; game 6950
game from all: exhaustive 2950; game 2250; game, one by one 2250; simple 550
game of orders from all: exhaustive 2850; game 2150; game, one by one 2150
free game from all: exhaustive 2950; game 2200; game, one by one 2200
shown: bounce 1950; choices of free players 4700; endless play 900; no equilibrium 800; refuted claim 7550;
    something at stake 3600
";

pub(crate) const HUGE_FLOWS: &str = "
one start: tree 900; tree, by the paper 900; tree, uncut 650
all starts: tree 900; tree, all flows 650; tree, by the paper 900; tree, forest 650;
    tree, intervals of 2 bits 900; tree, intervals of 3 bits 900; tree, intervals of 62 bits 900;
    tree, uncut 900
shown: flow beyond a word 26800; flow beyond half a word 27950; infinite flow 12100;
    more than 100 turns 42750; refuted claim 2850; start in a trap 6; start on a sink 60; tie 6100;
    walk into a trap 4
";

/// Demands as many answers and kinds as these rows say, and a row for every answer.
pub(crate) fn check(
    answered: &BTreeMap<(&'static str, &'static str), u32>,
    shown: &BTreeMap<&'static str, u32>,
    least: &str,
) {
    let enough = |seen: u32, least: u32| 1_000 * u64::from(seen) >= budget(1_000) as u64 * u64::from(least);
    let rows = least.trim().replace("\n   ", "");
    let mut named = Vec::new();
    for (row, cells) in rows.lines().map(|row| row.split_once(": ").unwrap()) {
        for (of, least) in cells.split("; ").map(|cell| cell.rsplit_once(' ').unwrap()) {
            let answers = || answered.iter().find(|((task, subject), _)| (*task, *subject) == (row, of));
            let seen = if row == "shown" { shown.get(of) } else { answers().map(|(_, seen)| seen) };
            let seen = seen.copied().unwrap_or(0);
            assert!(enough(seen, least.parse().unwrap()), "{row}, {of}: {seen} instead of {least}");
            named.push((row, of));
        }
    }
    let unnamed: Vec<_> = answered.keys().filter(|&&pair| !named.contains(&pair)).collect();
    assert!(unnamed.is_empty(), "no least number of answers for {unnamed:?}");
}
