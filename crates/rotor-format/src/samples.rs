//! Random small instances for the tests of this crate: odd names, players, values, loops, parallel arcs, traps.

use rotor_graph::{
    Configuration, Instance, MOST_VALUE, Multigraph, Names, Owner, Player, VertexId, VertexMap,
};

/// A plain generator (Marsaglia's xorshift), the same numbers every time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

/// `count` instances of 0 to 9 vertices.
pub(crate) fn instances(count: u64) -> Vec<Instance> {
    (1..=count).map(|seed| instance(&mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))).collect()
}

const ODD: [&str; 10] =
    ["a b", "max", "\"", "\\", "\u{0}\u{7f}\u{85}", "\n\r\t", "\u{FEFF}", "𝄞", "{", "#:*^=, departures"];

fn instance(random: &mut Random) -> Instance {
    let vertices = random.below(10);
    let (mut first_arc, mut heads, mut names) = (vec![0], Vec::new(), Names::default());
    for u in 0..vertices {
        let odd = random.below(3) == 0;
        names.push(&if odd { format!("{}{u}", ODD[random.below(ODD.len())]) } else { format!("u{u}") });
        let degree = random.below(5);
        heads.extend((0..degree).map(|_| VertexId::new(random.below(vertices) as u32)));
        first_arc.push(heads.len() as u32);
    }
    let graph = Multigraph::from_rows(first_arc, heads).unwrap();
    let rotors = Configuration::from_positions(&graph, |_| random.below(4) as u32);
    let (players, valued) = (random.below(2) == 0, random.below(2) == 0);
    let owners = graph.vertices().map(|u| match random.below(3) {
        1 if players && !graph.is_sink(u) => Owner::Player(Player::Max),
        2 if players && !graph.is_sink(u) => Owner::Player(Player::Min),
        _ => Owner::Rotor,
    });
    let owners = VertexMap::from_vec(owners.collect());
    let values = graph.vertices().map(|u| match random.below(4) {
        _ if !valued || !graph.is_sink(u) => 0,
        0 => MOST_VALUE,
        1 => -MOST_VALUE,
        _ => random.below(7) as i64 - 3,
    });
    let values = VertexMap::from_vec(values.collect());
    let start = if vertices > 0 && random.below(3) > 0 {
        Some(VertexId::new(random.below(vertices) as u32))
    } else {
        None
    };
    let instance = Instance::new(graph, names).unwrap().with_rotors(rotors);
    instance
        .with_owners(owners)
        .and_then(|i| i.with_values(values))
        .and_then(|i| i.with_start(start))
        .unwrap()
}
