//! Small blocks: cycles and edges hung on each other, with everything that is legal.

use super::walk_bound::walk_bound;
use crate::dice::Dice;
use rotor_graph::{Instance, parse};

/// Blocks of 2 to `most` vertices in a random tree, each a cycle, with a few chords if there are any; arcs both ways, or
/// one way at random, some parallel, some loops, some to sinks or traps.
///
/// Draws again while [`walk_bound`] exceeds 20,000,000.
pub fn small_blocks(dice: &mut Dice, most: u32, chords: f64) -> Instance {
    loop {
        let mut edges = Vec::new();
        let mut vertices = 1;
        for _ in 0..dice.between(1..=4) {
            let on = dice.below(vertices);
            let size = dice.between(2..=most);
            let ring: Vec<u32> = std::iter::once(on).chain(vertices..vertices + size - 1).collect();
            vertices += size - 1;
            for at in 0..ring.len() {
                edges.push((ring[at], ring[(at + 1) % ring.len()]));
                if dice.chance(chords) {
                    edges.push((ring[at], ring[dice.below(size) as usize]));
                }
            }
        }
        let mut rows: Vec<Vec<String>> = vec![Vec::new(); vertices as usize];
        let back = if dice.chance(0.4) { 3 } else { 1 };
        for (u, v) in edges {
            for (from, to, drift) in [(u, v, 1), (v, u, back)] {
                let times = if dice.chance(0.9) { drift * dice.between(1..=3) } else { 0 };
                (0..times).for_each(|_| rows[from as usize].push(format!("u{to}")));
            }
        }
        let mut text = String::new();
        for (u, row) in rows.iter_mut().enumerate() {
            if dice.chance(if back == 1 { 0.25 } else { 0.1 }) || row.is_empty() {
                row.push(format!("s{}", dice.below(3)));
            }
            if dice.chance(0.1) {
                row.push("trap".to_owned());
            }
            if dice.chance(0.15) {
                row.push(format!("u{u}"));
            }
            dice.shuffle(row);
            let rotor = dice.below(row.len() as u32) as usize;
            row[rotor].insert(0, '*');
            text += &format!("u{u}: {}\n", row.join(" "));
        }
        let sinks = if dice.chance(0.95) { "sink s0\nsink s1\nsink s2" } else { "s0: s1\ns1: s0\ns2: s2" };
        let instance = parse(&format!("{text}trap: trap\n{sinks}")).expect("what is written here is a graph");
        if walk_bound(instance.graph()) <= 20_000_000 {
            return instance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::{Class, Classified, StoppingGraph};

    #[test]
    fn cacti_and_small_blocks_are_drawn() {
        let mut dice = Dice::new(5);
        let mut classes = [0; Class::ALL.len()];
        for index in 0..2_000 {
            let instance = small_blocks(&mut dice, 5, if index % 2 == 0 { 0.0 } else { 0.4 });
            let class = Classified::of(&StoppingGraph::of(instance.graph())).class();
            assert!(index % 2 == 1 || class <= Class::Cactus, "{class:?}\n{instance}");
            classes[class as usize] += 1;
        }
        let seen = [Class::Cactus, Class::SmallBlocks].map(|class| classes[class as usize]);
        assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
    }
}
