//! What hard graphs cost, in operations paid for: a guess that is no longer good changes no answer, only this.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rotor_generate::{Dice, generate};
use rotor_graph::{StoppingGraph, VertexMap};
use rotor_solve::general::{Effort, forest_by_flows, switching_flow, switching_flow_with};
use rotor_solve::{Budget, FlowProgress, Outcome};

/// Pays for everything and remembers how much it was.
#[derive(Default)]
struct Paid {
    operations: u64,
    /// The most that was kept at once.
    bytes: u64,
    /// How often guesses were begun anew.
    rounds: u64,
    /// How many vertices were held at most.
    held: usize,
}

impl Budget for Paid {
    fn spend(&mut self, operations: u64) -> Outcome<()> {
        self.operations += operations;
        Ok(())
    }

    fn check(&mut self) -> Outcome<()> {
        Ok(())
    }

    fn reserve(&mut self, bytes: u64) -> Outcome<()> {
        self.bytes = self.bytes.max(bytes);
        Ok(())
    }

    fn report_flow(&mut self, progress: FlowProgress) {
        assert!(1 <= progress.component && progress.component <= progress.components);
        assert!(progress.held < progress.vertices && progress.left_over > 0, "{progress}");
        self.held = self.held.max(progress.held);
        self.rounds += 1;
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Particles {
    /// One on the start.
    Alone,
    /// Up to 2^70 on every vertex.
    Many,
}
use Particles::{Alone, Many};

/// Family, its parameters, seed, particles; fill and words of the elimination; operations, bytes and rounds until the
/// ends are known; the same until the run is.
type CostRow = (&'static str, &'static str, u64, Particles, [usize; 2], [u64; 3], [u64; 3]);

/// Nothing here depends on the machine. Who changes the solver writes down the new costs, and whether they are better.
const COSTS: &[CostRow] = &[
    ("chain", "n 200", 1, Alone, [398, 5], [32_162, 44_456, 1], [34_259, 44_456, 1]),
    ("back", "n 150", 1, Alone, [787, 4], [46_369, 41_628, 1], [293_832, 41_628, 1]),
    ("back", "n 150", 1, Many, [787, 4], [45_218, 41_628, 1], [313_511, 41_628, 1]),
    ("two", "n 160 ahead 0", 1, Alone, [781, 3], [44_768, 32_568, 1], [191_114, 32_568, 1]),
    ("two", "n 160 ahead 0", 1, Many, [781, 3], [43_817, 32_568, 1], [220_618, 32_568, 1]),
    ("series", "copies 4 size 30 ahead 0", 2, Alone, [400, 1], [11_895, 9_672, 1], [87_420, 9_672, 19]),
    ("series", "copies 4 size 30 ahead 0", 2, Many, [400, 1], [30_049, 9_672, 3], [77_510, 9_672, 4]),
    ("series", "copies 6 size 50 ahead 0", 3, Alone, [1_053, 1], [92_837, 25_400, 4], [757_778, 25_400, 40]),
    ("series", "copies 6 size 50 ahead 0", 6, Alone, [1_146, 1], [50_999, 27_760, 2], [398_385, 27_760, 13]),
    (
        "series",
        "copies 6 size 50 ahead 0",
        10,
        Many,
        [1_087, 1],
        [528_749, 26_312, 22],
        [907_497, 35_384, 34],
    ),
    ("nested", "n 60", 1, Alone, [377, 3], [19_097, 17_336, 1], [77_421, 17_336, 1]),
    ("nested", "n 60", 1, Many, [377, 3], [17_774, 17_336, 1], [82_326, 17_336, 1]),
    ("layers", "n 80", 1, Many, [293, 1], [9_875, 7_384, 1], [26_278, 7_384, 1]),
    ("ladder", "n 200 parallel 3", 1, Alone, [1_594, 1], [99_448, 38_304, 2], [402_037, 38_304, 2]),
    ("ladder", "n 200 parallel 3", 1, Many, [1_594, 1], [82_350, 38_304, 1], [395_756, 95_184, 6]),
    ("grid", "w 12 h 12", 1, Many, [1_764, 1], [85_417, 45_328, 1], [85_631, 45_328, 1]),
    ("two-sided", "n 41 x 3 y 1", 5, Many, [80, 1], [23_762, 2_544, 8], [34_524, 2_544, 8]),
];

#[test]
fn hard_graphs_cost_what_they_did() {
    let (mut found, mut held) = (String::new(), 0);
    for &(family, given, seed, kind, elimination, ends, run) in COSTS {
        let words: Vec<_> = given.split(' ').map(str::to_owned).collect();
        let parameters = words.chunks(2).map(|two| (two[0].clone(), two[1].clone())).collect();
        let instance = generate(family, &parameters, seed).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut particles = VertexMap::filled(instance.graph().vertex_count(), BigUint::zero());
        particles[instance.start().unwrap()] = BigUint::one();
        if kind == Many {
            let mut dice = Dice::new(seed);
            for u in stopping.active_vertices() {
                particles[u] = BigUint::from(dice.below(1_000)) << dice.below(60);
            }
        }
        let (mut effort, mut to_ends, mut to_run) = (Effort::default(), Paid::default(), Paid::default());
        switching_flow_with(&stopping, instance.rotors(), &particles, &mut effort, &mut to_ends).unwrap();
        let flow = switching_flow(&stopping, instance.rotors(), &particles, &mut to_run).unwrap();
        assert!(flow.is_run);
        held = held.max(to_run.held);
        assert_eq!(effort.operations, to_ends.operations);
        let costs = (
            [effort.fill, effort.limbs],
            [to_ends.operations, to_ends.bytes, to_ends.rounds],
            [to_run.operations, to_run.bytes, to_run.rounds],
        );
        if costs != (elimination, ends, run) {
            found += &format!("(\"{family}\", \"{given}\", {seed}, …, {costs:?}),\n");
        }
    }
    assert!(found.is_empty(), "these costs are others now:\n{found}");
    assert!(held > 1, "no vertex was held inside another");
}

#[test]
fn forests_of_hard_graphs_cost_what_they_did() {
    let operations = |family: &str, given: &[(&str, &str)]| {
        let parameters = given.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        let instance = generate(family, &parameters, 1).unwrap();
        let mut paid = Paid::default();
        forest_by_flows(&StoppingGraph::of(instance.graph()), instance.rotors(), &mut paid).unwrap();
        paid.operations
    };
    let chain = operations("chain", &[("n", "60")]);
    let back = operations("back", &[("n", "60")]);
    let ladder = operations("ladder", &[("n", "60"), ("parallel", "3")]);
    assert_eq!([chain, back, ladder], [13_110, 83_264, 1_368]);
}
