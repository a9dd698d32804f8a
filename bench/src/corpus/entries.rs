//! The list of the set: families, parameters, seeds. A line more is a few instances more.

use crate::contest::{given, start_of};
use rotor_generate::generate;
use rotor_graph::Instance;
use std::ops::RangeInclusive;

/// An instance of the set.
pub(crate) struct Entry {
    pub(crate) family: &'static str,
    /// As `name=number` with blanks between.
    pub(crate) parameters: &'static str,
    pub(crate) seed: u64,
    by_seed: bool,
}

type Line = (&'static str, &'static str, RangeInclusive<u64>);

/// Those that are kept as files.
const FILES: &[Line] = &[
    ("chain", "n=5", 1..=1),
    ("chain", "n=10", 1..=1),
    ("chain", "n=20", 1..=1),
    ("chain", "n=25", 1..=1),
    ("chain", "n=100", 1..=1),
    ("chain", "n=1000", 1..=1),
    ("complete", "n=8", 1..=2),
    ("cycle", "n=12", 1..=2),
    ("wheel", "n=8", 1..=2),
    ("regular-tree", "n=3", 1..=1),
    ("sandpile-grid", "w=5 h=4", 1..=2),
    ("torus", "n=6", 1..=2),
    ("corner-grid", "w=8 h=6 drift=2", 1..=2),
    ("random-out", "n=40 k=3", 1..=2),
    ("de-bruijn", "n=32 drift=2", 1..=2),
    ("small-world", "n=30 drift=2", 1..=2),
    ("preferential", "n=30 drift=2", 1..=2),
    ("planar", "w=8 h=6", 1..=2),
    ("road", "w=8 h=6 drift=2", 1..=2),
    ("wells", "wells=2 depth=4", 1..=2),
    ("cactus", "n=30", 1..=2),
    ("blocks", "n=30", 1..=2),
    ("back", "n=10", 1..=3),
    ("back", "n=20", 1..=4),
    ("back", "n=30", 1..=4),
    ("two", "n=20", 1..=4),
    ("two", "n=40", 1..=4),
    ("back", "n=200", 1..=2),
    ("two", "n=40 ahead=0", 1..=2),
    ("two", "n=200 ahead=0", 1..=2),
    ("nested", "n=10", 1..=2),
    ("nested", "n=15 b=1", 1..=2),
    ("nested", "n=20 b=1", 1..=2),
    ("nested", "n=12 b=3", 1..=2),
    ("nested", "n=50 b=0", 1..=1),
    ("nested", "n=100", 1..=2),
    ("layers", "n=40 w=4", 1..=3),
    ("layers", "n=60 w=10", 1..=3),
    ("layers", "n=60 w=6 d=3", 1..=3),
    ("series", "copies=3 size=6", 1..=3),
    ("series", "copies=4 size=8", 1..=3),
    ("series", "copies=4 size=20 ahead=0", 1..=2),
    ("grid", "w=5 h=4", 1..=3),
    ("grid", "w=20 h=20", 1..=3),
    ("grid", "w=40 h=10 parallel=3", 1..=3),
    ("grid", "w=60 h=60", 1..=2),
    ("ladder", "n=5", 1..=3),
    ("ladder", "n=20 parallel=1", 1..=3),
    ("ladder", "n=10", 1..=3),
    ("ladder", "n=100", 1..=2),
    ("wells", "wells=2 depth=3", 1..=2),
    ("wells", "width=3 wells=4 depth=4", 1..=2),
    ("switch", "n=20", 1..=4),
    ("switch", "n=200", 1..=4),
    ("switch", "n=2000", 1..=3),
    ("path", "n=10", 1..=3),
    ("path", "n=100", 1..=3),
    ("path", "n=1000", 1..=3),
    ("multipath", "n=20", 1..=3),
    ("multipath", "n=100 x=3 y=2", 1..=3),
    ("multipath", "n=500 x=5 y=4", 1..=2),
    ("multipath", "n=200 x=2 y=1 shuffled=0", 1..=1),
    ("expchain", "n=10", 1..=1),
    ("expchain", "n=100", 1..=1),
    ("expchain", "n=1000", 1..=1),
    ("expchain", "n=300 x=7 y=2", 1..=1),
    ("two-sided", "n=21", 1..=3),
    ("two-sided", "n=201", 1..=3),
    ("two-sided", "n=1001", 1..=2),
    ("two-sided", "n=401 mirrored=1", 1..=2),
    ("tree", "n=20", 1..=3),
    ("tree", "n=200 parallel=3", 1..=3),
    ("tree", "n=2000 parallel=2", 1..=3),
    ("tree", "n=200 parallel=3 one-way=0.2 loops=0.1 inner-sinks=0.1", 1..=4),
    ("tree", "n=200 parallel=2 traps=0.1 leaf-sinks=0.2", 1..=4),
    ("binary-tree", "n=127", 1..=2),
    ("binary-tree", "n=1023 parallel=3", 1..=2),
    ("caterpillar", "n=100", 1..=2),
    ("caterpillar", "n=1000 parallel=2", 1..=2),
    ("star", "n=50", 1..=2),
    ("star", "n=1000 parallel=4", 1..=2),
    ("path-tree", "n=100", 1..=2),
    ("path-tree", "n=1000 parallel=2", 1..=2),
    ("broom", "n=100", 1..=2),
    ("broom", "n=1000 parallel=2", 1..=2),
    ("tree", "n=30 max=0.4 high=1", 1..=3),
    ("tree", "n=300 parallel=2 max=0.4 high=1", 1..=3),
    ("tree", "n=300 parallel=3 max=0.3 min=0.3 low=-5 high=5", 1..=4),
    ("tree", "n=2000 max=0.3 min=0.3 high=1", 1..=2),
    ("tree", "n=200 parallel=2 traps=0.05 max=0.3 min=0.3 low=-2 high=2", 1..=3),
    ("binary-tree", "n=511 parallel=2 max=0.3 min=0.3 high=100", 1..=2),
    ("caterpillar", "n=500 parallel=2 max=0.5 low=-1 high=1", 1..=2),
    ("star", "n=200 parallel=2 max=0.5 min=0.5 high=9", 1..=2),
    ("path-tree", "n=300 parallel=2 max=0.2 min=0.2 high=1", 1..=2),
    ("two", "n=12 max=0.3 min=0.3 high=1", 1..=3),
    ("switch", "n=15 max=0.3 min=0.3 high=3", 1..=3),
    ("grid", "w=3 h=3 max=0.3 min=0.3 high=2", 1..=3),
];

/// Those that are made from their seed.
const BY_SEED: &[Line] = &[
    ("switch", "n=100000", 1..=2),
    ("path", "n=20000", 1..=1),
    ("grid", "w=200 h=200", 1..=1),
    ("tree", "n=1000000 parallel=2", 1..=1),
    ("binary-tree", "n=1000000 parallel=3", 1..=1),
    ("star", "n=1000000 parallel=2", 1..=1),
    ("broom", "n=1000000 parallel=2", 1..=1),
    ("expchain", "n=5000", 1..=1),
    ("tree", "n=100000 parallel=2 max=0.3 min=0.3 low=-9 high=9", 1..=1),
];

/// All of them, in the order of the table.
pub(crate) fn entries() -> Vec<Entry> {
    let files = FILES.iter().map(|line| (line, false));
    let all = files.chain(BY_SEED.iter().map(|line| (line, true)));
    let entry = |(&(family, parameters, ref seeds), by_seed): (&Line, bool)| {
        seeds.clone().map(move |seed| Entry { family, parameters, seed, by_seed })
    };
    all.flat_map(entry).collect()
}

impl Entry {
    /// Its name: family, parameters, seed.
    pub(crate) fn name(&self) -> String {
        let words = self.parameters.replace('=', "").replace(' ', "-");
        format!("{}-{words}-seed{}", self.family, self.seed)
    }

    /// Its file within the folder of the set, if it is kept as one.
    pub(crate) fn file(&self) -> Option<String> {
        (!self.by_seed).then(|| format!("instances/{}.rotor", self.name()))
    }

    /// The instance. If its family names no start, the particle starts on the middle one of the vertices that are no
    /// sinks.
    pub(crate) fn instance(&self) -> Instance {
        let given = given(self.parameters);
        let instance = generate(self.family, &given, self.seed).expect("the list keeps to the ranges");
        let start = start_of(&instance);
        instance.with_start(Some(start)).expect("the start is a vertex")
    }
}
