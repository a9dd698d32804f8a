//! The tables of contests, by part: a line more is a contest more.

use crate::contest::{Axis, Contest, Labels};

/// The parts, in the order in which they are measured.
pub(crate) const PARTS: [(Text, &[Contest]); 8] = [
    ("complexity", COMPLEXITY),
    ("trees", TREES),
    ("general", GENERAL),
    ("hard", HARD),
    ("simulation", SIMULATION),
    ("algebra", ALGEBRA),
    ("default", DEFAULT),
    ("ordinary", ORDINARY),
];

type Text = &'static str;
type Sizes = &'static [u32];
type Subjects = &'static [Text];

/// A contest on the members of a family that are told apart by their size alone.
const fn sized(
    part: Text,
    id: Text,
    family: Text,
    title: Text,
    quick: Sizes,
    contestants: Subjects,
) -> Contest {
    Contest { title, quick, contestants, ..Contest::on(part, id, family) }
}

const STEPS: Sizes = &[8, 10, 12, 14, 16, 18, 20, 22, 24];
const LINEAR: Sizes = &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
const LINEAR_FULL: Sizes = &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
/// Ours, and one search of the same tree: what linear time looks like on this machine.
const OURS_AND_A_SEARCH: Subjects = &["one-start", "all-starts", "search-own"];

/// Parallel arcs, rotors at random, half of the leaves sinks.
const PARALLEL: Text = "parallel=2";
const ONE: Text = "parallel=2 max=0.4 high=1";
const TWO: Text = "parallel=2 max=0.3 min=0.3 high=1";
const SIMPLE_ONE: Text = "max=0.4 high=1";
const SIMPLE_TWO: Text = "max=0.3 min=0.3 high=1";

const fn walk(id: Text, family: Text, title: Text) -> Contest {
    Contest { axis: Axis::Linear, ..sized("complexity", id, family, title, STEPS, &["walk"]) }
}

const fn tree(id: Text, title: Text, parameters: Text) -> Contest {
    let contest = sized("complexity", id, "tree", title, LINEAR, OURS_AND_A_SEARCH);
    Contest { parameters, full: LINEAR_FULL, ..contest }
}

const fn exhaustive(id: Text, title: Text, parameters: Text, sizes: Sizes) -> Contest {
    let contest = sized("complexity", id, "switch", title, sizes, &["one-start"]);
    Contest { parameters, axis: Axis::Linear, ..contest }
}

/// The paper's table of complexity, measured: a contest for each of its cells.
const COMPLEXITY: &[Contest] = &[
    walk("walk-general", "chain", "rotor walk, general digraphs: the chain"),
    walk("walk-tree", "expchain", "rotor walk, tree-like multigraphs: the exponential path"),
    Contest {
        quick: &[100, 200, 400, 800, 1_600, 3_200, 6_400],
        full: &[100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600],
        axis: Axis::Log,
        ..walk("walk-simple", "path", "rotor walk, simple tree-like graphs: the simple path from its middle")
    },
    Contest {
        contestants: &["one-start"],
        quick: &[30, 60, 120, 250, 500, 1_000],
        full: &[30, 60, 120, 250, 500, 1_000, 2_000, 4_000],
        axis: Axis::Log,
        ..walk("zero-general", "chain", "zero players, general digraphs: the chain")
    },
    tree("zero-tree", "zero players, tree-like multigraphs: random trees", PARALLEL),
    tree("zero-simple", "zero players, simple tree-like graphs: random trees", ""),
    exhaustive(
        "one-general",
        "one player, general digraphs: random switch graphs, every strategy tried",
        "max=0.5 high=1",
        &[8, 12, 16, 20, 24, 28, 32],
    ),
    tree("one-tree", "one player, tree-like multigraphs: random trees", ONE),
    tree("one-simple", "one player, simple tree-like graphs: random trees", SIMPLE_ONE),
    exhaustive(
        "two-general",
        "two players, general digraphs: random switch graphs, every pair of strategies tried",
        SIMPLE_TWO,
        &[8, 12, 16, 20, 24, 28],
    ),
    tree("two-tree", "two players, tree-like multigraphs: random trees", TWO),
    tree("two-simple", "two players, simple tree-like graphs: random trees", SIMPLE_TWO),
];

const EVERYONE: Subjects = &[
    "exits",
    "slow-twin",
    "all-starts",
    "all-starts-certified",
    "yardstick",
    "search-own",
    "search-petgraph",
    "search-scipy",
    "search-networkx",
];

const fn shape(id: Text, family: Text, title: Text) -> Contest {
    Contest {
        parameters: PARALLEL,
        labels: Labels::Random,
        full: &[10_000, 100_000, 1_000_000, 10_000_000],
        ..sized("trees", id, family, title, &[10_000, 100_000, 1_000_000], EVERYONE)
    }
}

/// All exits of large trees with random labels, beside one search of the same tree.
const TREES: &[Contest] = &[
    shape("random", "tree", "random trees"),
    shape("binary", "binary-tree", "binary trees"),
    shape("caterpillar", "caterpillar", "caterpillars"),
    shape("star", "star", "stars"),
    Contest {
        labels: Labels::BreadthFirst,
        contestants: &["exits", "yardstick", "search-own"],
        ..shape("breadth-first", "tree", "random trees, labels in breadth-first order")
    },
    Contest {
        parameters: "parallel=2 max=0.3 min=0.3 high=255",
        labels: Labels::Generated,
        contestants: &["one-start", "one-start-certified", "all-starts"],
        ..shape("games", "tree", "games with 256 values on random trees")
    },
    large_numbers("huge", "two-sided paths, whose flows fit no machine word", &["exits", "slow-twin"]),
    large_numbers("many", "10³⁰ particles on two-sided paths", &["ends-of-many", "run-of-many"]),
    Contest {
        labels: Labels::Generated,
        contestants: &["read-text", "split-lines"],
        ..shape("text", "tree", "reading a random tree as text")
    },
];

const fn large_numbers(id: Text, title: Text, contestants: Subjects) -> Contest {
    sized("trees", id, "two-sided", title, &[1_001, 10_001, 100_001], contestants)
}

const fn any_graph(id: Text, title: Text, parameters: Text, quick: Sizes, full: Sizes) -> Contest {
    let contestants = &["one-start", "one-start-certified", "walk", "highs", "cp-sat"];
    Contest { parameters, full, ..sized("general", id, id, title, quick, contestants) }
}

/// Any graph: ours, the walk, and the integer program of the switching flows by HiGHS and CP-SAT.
const GENERAL: &[Contest] = &[
    any_graph(
        "chain",
        "the chain",
        "",
        &[8, 16, 24, 50, 100, 400],
        &[8, 16, 24, 28, 50, 100, 400, 1_000, 2_000],
    ),
    any_graph(
        "back",
        "a chain with arcs back",
        "",
        &[10, 20, 30, 60, 120, 400],
        &[10, 20, 30, 40, 60, 120, 400, 1_000],
    ),
    any_graph(
        "two",
        "two chains, none ahead",
        "ahead=0",
        &[20, 40, 80, 160, 320],
        &[20, 40, 60, 80, 120, 160, 320, 640, 1_280],
    ),
    any_graph("nested", "nested", "", &[10, 20, 40, 80, 160], &[10, 20, 40, 80, 160, 320, 640]),
    Contest {
        contestants: &["all-starts", "all-starts-certified", "all-by-linear"],
        ..any_graph(
            "cactus",
            "random cacti, all starts",
            "",
            &[300, 1_000, 3_000, 10_000],
            &[1_000, 10_000, 100_000],
        )
    },
];

const EXIT_AND_RUN: Subjects = &["exit-alone", "one-start"];

const fn growing(id: Text, title: Text, parameters: Text, grows: Text, sizes: Sizes) -> Contest {
    Contest { parameters, grows, patience: Some(5), ..sized("hard", id, id, title, sizes, EXIT_AND_RUN) }
}

const SEEDS: Sizes = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

/// The honest limit: what `arrival hunt` found, every seed of the hardest family, and families that grow until we fail.
const HARD: &[Contest] = &[
    Contest {
        title: "what arrival hunt found",
        grows: "file",
        axis: Axis::Files,
        patience: Some(2),
        contestants: &["exit-alone", "one-start", "one-start-certified", "walk"],
        ..Contest::on("hard", "found", "corpus/bench/hard")
    },
    Contest {
        title: "eight copies of two chains of 80 in series, none ahead, by seed",
        parameters: "copies=8 size=80 ahead=0",
        grows: "seed",
        axis: Axis::Seeds,
        quick: SEEDS,
        contestants: EXIT_AND_RUN,
        ..Contest::on("hard", "series-80", "series")
    },
    growing(
        "series",
        "eight copies of two chains in series, none ahead",
        "copies=8 ahead=0",
        "size",
        &[20, 40, 80, 160, 320, 640, 1_280, 2_560, 5_120, 10_240],
    ),
    growing(
        "two",
        "two chains, none ahead",
        "ahead=0",
        "n",
        &[320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960],
    ),
    growing("back", "a chain with arcs back", "", "n", &[500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000]),
    growing("nested", "nested", "", "n", &[150, 300, 600, 1_200, 2_400, 4_800, 9_600]),
    growing("layers", "layers", "", "n", &[320, 640, 1_280, 2_560, 5_120, 10_240, 20_480, 40_960]),
    growing(
        "ladder",
        "ladders with 1 to 3 parallel arcs",
        "parallel=3",
        "n",
        &[500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000],
    ),
    growing(
        "wells",
        "forty valleys in a ladder of width 2",
        "width=2 wells=40",
        "depth",
        &[5, 10, 15, 20, 25, 30, 40, 50, 60, 80],
    ),
    // A ladder with a drift away from its exits: visits double with every rung.
    Contest {
        id: "valley",
        ..growing(
            "wells",
            "one valley in a ladder of width 2",
            "width=2 wells=1",
            "depth",
            &[62, 125, 250, 500, 1_000, 2_000, 4_000],
        )
    },
];

const fn steps(id: Text, title: Text, sizes: Sizes) -> Contest {
    sized("simulation", id, id, title, sizes, &["walk-steps", "bare-loop", "python-loop"])
}

/// Steps of the walk: ours, a bare loop, plain Python.
const SIMULATION: &[Contest] = &[
    steps("chain", "the chain", &[60]),
    steps("back", "a chain with arcs back", &[60]),
    steps("nested", "nested", &[1_000, 10_000, 100_000]),
];

/// A contest on the members of a family with two sides, both of which grow.
const fn sides(
    id: Text,
    title: Text,
    family: Text,
    sides: Sizes,
    patience: u64,
    contestants: Subjects,
) -> Contest {
    let contest = sized("algebra", id, family, title, sides, contestants);
    Contest { grows: "w h", patience: Some(patience), ..contest }
}

/// Half a walk beside all of it.
const fn moments(id: Text, title: Text, family: Text, sizes: Sizes) -> Contest {
    sized("algebra", id, family, title, sizes, &["half-walk-certified", "one-start"])
}

/// The algebra: groups, chips, probabilities and moments, beside sympy, plain Python and a plain loop.
const ALGEBRA: &[Contest] = &[
    sides(
        "groups",
        "groups of grids",
        "grid",
        &[5, 10, 17, 30, 45],
        30,
        &["order", "factors", "generators-certified", "sympy-order", "sympy-factors"],
    ),
    Contest {
        grows: "n",
        parameters: "k=3",
        ..sides(
            "groups-random",
            "groups of random 3-out digraphs",
            "random-out",
            &[100, 300, 1_000, 2_000],
            30,
            &["order", "factors", "generators-certified"],
        )
    },
    sides(
        "piles",
        "as many chips in the middle of a grid as it has vertices",
        "sandpile-grid",
        &[50, 100, 200, 400, 1_000],
        120,
        &["stabilise", "stabilise-certified", "bulk-loop", "python-chips"],
    ),
    sides(
        "identity",
        "the identity of a grid",
        "sandpile-grid",
        &[50, 100, 200, 500],
        60,
        &["identity", "identity-certified", "python-identity"],
    ),
    sides(
        "harmonic",
        "exit probabilities on grids",
        "grid",
        &[5, 10, 17, 30, 100, 316],
        30,
        &["harmonic-certified", "harmonic-floats", "sympy-harmonic"],
    ),
    moments("moments-path", "half of the walk on the exponential path", "expchain", &[50, 100, 200]),
    moments("moments-chain", "half of the walk on the chain", "chain", &[15, 30, 60]),
    Contest {
        grows: "w h",
        ..moments("moments-grid", "half of the walk on the grid", "grid", &[10, 20, 30])
    },
];

/// Through the door without a name, then by the name of each solver that takes any graph.
const RACED: Subjects = &["one-start", "by-walk", "by-linear"];

const fn everyday(id: Text, title: Text, family: Text, parameters: Text) -> Contest {
    let sizes = &[1_000, 10_000, 100_000, 1_000_000];
    Contest { parameters, patience: Some(5), ..sized("default", id, family, title, sizes, RACED) }
}

/// The same for families with two sides.
const fn everyday_square(id: Text, title: Text, family: Text, parameters: Text) -> Contest {
    let sides = &[32, 100, 316, 1_000];
    Contest { grows: "w h", quick: sides, ..everyday(id, title, family, parameters) }
}

/// The default against the best: graphs of the world, flat and with a drift away from their only sink, and whether the default
/// is ever much slower than the walk or a solver that could have been named.
const DEFAULT: &[Contest] = &[
    everyday_square("grid", "the grid", "corner-grid", ""),
    everyday_square("grid-drift", "the grid, drift", "corner-grid", "drift=2"),
    everyday_square("torus", "the torus", "corner-grid", "round=1"),
    everyday_square("torus-drift", "the torus, drift", "corner-grid", "round=1 drift=2"),
    everyday("two-out", "random 2-out digraphs", "random-out", "k=2"),
    everyday("two-out-drift", "random 2-out digraphs, drift", "random-out", "k=2 drift=2"),
    everyday("three-out", "random 3-out digraphs", "random-out", "k=3"),
    everyday("three-out-drift", "random 3-out digraphs, drift", "random-out", "k=3 drift=2"),
    everyday("eight-out", "random 8-out digraphs", "random-out", "k=8"),
    everyday("eight-out-drift", "random 8-out digraphs, drift", "random-out", "k=8 drift=2"),
    everyday("de-bruijn", "de Bruijn digraphs", "de-bruijn", ""),
    everyday("de-bruijn-drift", "de Bruijn digraphs, drift", "de-bruijn", "drift=2"),
    everyday("small-world", "small worlds", "small-world", ""),
    everyday("small-world-drift", "small worlds, drift", "small-world", "drift=2"),
    everyday("preferential", "preferential attachment", "preferential", ""),
    everyday("preferential-drift", "preferential attachment, drift", "preferential", "drift=2"),
    everyday_square("planar", "planar graphs", "planar", ""),
    everyday_square("planar-drift", "planar graphs, drift", "planar", "drift=2"),
    everyday_square("road", "roads", "road", ""),
    everyday_square("road-drift", "roads, drift", "road", "drift=2"),
];

const fn ordinary(family: Text, title: Text) -> Contest {
    let sizes = &[1_000, 4_000, 16_000, 64_000, 256_000, 1_000_000];
    let contest = sized("ordinary", family, family, title, sizes, &["one-start", "all-starts", "walk"]);
    Contest { patience: Some(5), ..contest }
}

/// Ordinary graphs that no family of the generator makes: how large they may be.
const ORDINARY: &[Contest] = &[
    ordinary("rare-sink-2", "random 2-out digraphs with a rare sink"),
    ordinary("rare-sink-3", "random 3-out digraphs with a rare sink"),
    ordinary("plain-ladder", "ladders"),
    ordinary("plain-ladder-drift", "ladders, drift"),
    ordinary("two-tree", "random 2-trees"),
    ordinary("three-tree", "random 3-trees"),
    ordinary("series-parallel", "series-parallel graphs"),
    ordinary("four-cycles", "chains of four-cycles"),
    ordinary("four-cycles-drift", "chains of four-cycles, drift"),
];
