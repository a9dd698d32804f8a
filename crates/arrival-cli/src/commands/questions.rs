//! The questions of the command line, a row for each: a name, a sentence, examples, and options that are called as in requests.

use super::Input;
use arrival::Show;
use arrival::request::{self, Counts, GroundName, Named, PictureFormat};
use clap::builder::RangedI64ValueParser;
use clap::{Arg, ArgAction, value_parser};
use rotor_graph::{Listing, MOST_VALUE, Rule, StrategySet, Value};

/// A question as a command.
pub(super) struct Question {
    /// Its name, also in requests.
    pub(super) name: &'static str,
    /// What it asks, in a sentence.
    pub(super) sentence: &'static str,
    /// What it is about.
    pub(super) input: Input,
    /// The arguments of its own.
    pub(super) arguments: fn() -> Vec<Arg>,
    /// Command lines to try, without the name of the program.
    pub(super) examples: &'static [&'static str],
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

fn option(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn positional(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(value).help(help).required(true)
}

fn vertex(name: &'static str, help: &'static str) -> Arg {
    option(name, "VERTEX", help).allow_hyphen_values(true)
}

fn from(help: &'static str) -> Arg {
    vertex("from", help).alias("start")
}

fn from_or_start() -> Arg {
    from("Where the particle starts; by default where the file says")
}

fn certificate() -> Arg {
    option("certificate", "OUT", "Write the certificate to this file")
}

fn final_rotors(help: &'static str) -> Arg {
    option("final", "OUT", help)
}

fn solver() -> Arg {
    option("solver", "ID", "Use this solver; see `arrival solvers`")
}

fn no_check() -> Arg {
    flag("no-check", "Do not let the judge check the answer")
}

fn timings(help: &'static str) -> Arg {
    flag("timings", help)
}

fn output(value: &'static str, help: &'static str) -> Arg {
    option("output", value, help).short('o')
}

/// Vertices that count as sinks for one question.
fn more_sinks() -> Arg {
    vertex("sink", "Treat this vertex as a sink, too; may be given several times").action(ArgAction::Append)
}

/// What the players of a game may do.
fn play() -> [Arg; 2] {
    let decide =
        "What the players of a game decide: the initial arc, the rotor order, or the arc at every visit";
    let values = RangedI64ValueParser::<Value>::new().range(-MOST_VALUE..=MOST_VALUE);
    let endless = option("endless-value", "N", "The value of a play that never exits");
    [
        option("strategies", "SET", decide).value_parser(StrategySet::named).default_value("start"),
        endless.default_value("0").allow_negative_numbers(true).value_parser(values),
    ]
}

fn scale(text: &str) -> Result<f64, String> {
    request::Draw::scale(text.parse().unwrap_or(f64::NAN))
}

/// All of them, in the order in which help lists them.
pub(super) const QUESTIONS: &[Question] = &[
    Question {
        name: "solve",
        sentence: "Find the exit sink, or value and strategies when the file has players",
        input: Input::Files,
        arguments: || {
            let threads = "Number of files answered in parallel; by default the number of cores";
            let mut arguments = vec![
                from("Start here; by default where the file says, else everywhere").conflicts_with("all"),
                flag("all", "Answer for every vertex"),
                solver(),
            ];
            arguments.extend(play());
            arguments.extend([
                certificate(),
                no_check(),
                timings("Report how long each step took"),
                option("threads", "N", threads).value_parser(value_parser!(u16).range(1..)),
            ]);
            arguments
        },
        examples: &["solve --example fig-rotor-routing --from u2"],
    },
    Question {
        name: "decide",
        sentence: "Decide whether a particle from one vertex reaches one sink: exit code 10 for yes, 20 for no",
        input: Input::Instance,
        arguments: || {
            let to = option("to", "SINK", "The sink in question");
            vec![
                from("Where the particle starts").required(true),
                to.allow_hyphen_values(true).required(true),
            ]
        },
        examples: &["decide --example fig-rotor-routing --from u2 --to s2"],
    },
    Question {
        name: "walk",
        sentence: "Walk step by step, forwards or back",
        input: Input::Instance,
        arguments: || {
            let steps = "Make exactly this many steps, also inside traps; fewer only if a sink is reached";
            let hits = "Send this many particles one after the other, and list their exits in runs";
            let most = "Stop after this many steps with exit code 3 [default with --reverse: 1000000]";
            let reverse = "Undo steps instead, as far as it is certain where the particle came from";
            let strategy = "Play the strategies in this answer of `arrival solve --json`, or in the certificate \
                            of a game";
            vec![
                from_or_start(),
                flag("trace", "Print every vertex on the way"),
                option("steps", "N", steps).conflicts_with_all(["max-steps", "reverse"]),
                option("hits", "K", hits).conflicts_with_all([
                    "steps",
                    "max-steps",
                    "reverse",
                    "trace",
                    "strategy",
                ]),
                option("max-steps", "N", most).value_parser(value_parser!(u64)),
                flag("reverse", reverse),
                option("strategy", "ANSWER", strategy).conflicts_with("reverse"),
                certificate().requires("steps").conflicts_with("trace"),
                final_rotors("Write the graph with its final rotors to this file, the particle as its start"),
            ]
        },
        examples: &["walk --example fig-rotor-routing --trace"],
    },
    Question {
        name: "route",
        sentence: "Route many particles, and count how many reach each sink",
        input: Input::Instance,
        arguments: || {
            let particles = "How many particles on which vertices: `u1=3,u2=1e6`, or `@FILE` with a JSON object \
                             of counts";
            let rounds = "Move all particles at once, this many times, and print where they are; they move on \
                          inside traps";
            let counts = option("particles", "COUNTS", particles).allow_hyphen_values(true);
            vec![
                counts.required(true),
                option("rounds", "T", rounds).conflicts_with_all(["solver", "certificate", "no-check"]),
                final_rotors("Write the graph with its final rotors to this file"),
                solver(),
                certificate(),
                no_check(),
            ]
        },
        examples: &["route --example fig-simple-path-4 --particles u1=3,u2=10000000000000000000000"],
    },
    Question {
        name: "flows",
        sentence: "Print the return flows: of the arcs of a tree-like graph, of the blocks of any other",
        input: Input::Instance,
        arguments: || vec![certificate()],
        examples: &["flows --example fig-calc-rn"],
    },
    Question {
        name: "forest",
        sentence: "Print the destination forest",
        input: Input::Instance,
        arguments: Vec::new,
        examples: &["forest --example fig-simple-path-4"],
    },
    Question {
        name: "push",
        sentence: "Push the cycle of rotors through a vertex, and print the graph after it",
        input: Input::Instance,
        arguments: || {
            vec![
                vertex("cycle", "A vertex on the cycle").required(true),
                flag("reverse", "Undo a push: turn the rotors of the cycle back"),
                output("OUT", "Write the graph after the push to this file"),
            ]
        },
        examples: &["push --example fig-rotor-routing --cycle u0"],
    },
    Question {
        name: "equivalent",
        sentence: "Decide whether two files with the same graph have equivalent rotors: exit code 0 for yes, 1 for no",
        input: Input::File("FIRST", "The first instance"),
        arguments: || vec![positional("second", "SECOND", "The second instance")],
        examples: &["push graph.rotor --cycle u0 -o pushed.rotor", "equivalent graph.rotor pushed.rotor"],
    },
    Question {
        name: "explain",
        sentence: "Explain why the particle ends where it does, or show one object of the paper",
        input: Input::Instance,
        arguments: || {
            let frames =
                "Show the algorithm at work: return flows, turns, pushes and binary games, one line each";
            let routine = "Show the revolving routine at a vertex: full turns, visits and the last departure";
            let order = "Show the rotor order of a vertex: distances d and comparisons B from its rotor on";
            let subtree = "Print the (U, V)-subtree as a graph, with its return flow";
            let cycles = "Show the cycles of the rotors, and how many pushes lead to the destination forest";
            let flows = "With --routine, the return flow of each head, such as v=3,w=inf; by default those of \
                         the graph";
            let [strategies, endless_value] = play();
            // The objects of the paper; one at a time.
            let object = |argument: Arg| argument.group("object");
            vec![
                from_or_start(),
                strategies,
                endless_value,
                flag("frames", frames),
                object(vertex("routine", routine)),
                object(vertex("order", order)),
                object(option("subtree", "U,V", subtree).value_delimiter(',').allow_hyphen_values(true)),
                object(flag("access", "Show the access flows of a simple tree with at most one player")),
                object(flag("pairs", "Show the optimal pairs (val*, r*) of a game on a tree-like graph")),
                object(flag("cycles", cycles)),
                option("flows", "HEAD=FLOW,…", flows).requires("routine").value_parser(str::parse::<Counts>),
            ]
        },
        examples: &[
            "explain --example fig-calc-rn --from u0 --frames",
            "explain --example fig-revolving-example --routine u --flows v1=4,v2=inf,v3=4",
            "explain --example fig-calc-rn --subtree u0,u2",
        ],
    },
    Question {
        name: "check",
        sentence: "Check a file for flaws, and report what kind of graph it is",
        input: Input::Instance,
        arguments: Vec::new,
        examples: &["check --example fig-calc-rn"],
    },
    Question {
        name: "tour",
        sentence: "Follow a walk into its trap: when it begins to repeat itself, and how",
        input: Input::Instance,
        arguments: || vec![from_or_start(), certificate()],
        examples: &["tour --example fig-rotor-routing"],
    },
    Question {
        name: "group",
        sentence: "Find the sandpile group: its order and its invariant factors",
        input: Input::Instance,
        arguments: || {
            vec![
                flag("generators", "List chips that generate each factor"),
                flag("orders", "List the order of one chip on every vertex"),
                certificate(),
                more_sinks(),
            ]
        },
        examples: &["group --example fig-rotor-routing --generators"],
    },
    Question {
        name: "class",
        sentence: "Find the class of the rotors as an element of the sandpile group, or what leads from one class to \
                   another",
        input: Input::Instance,
        arguments: || {
            let second =
                "The same graph with other rotors: find particles that lead from one class to the other";
            vec![
                positional("second", "SECOND", second).required(false),
                flag("explain", "List the values of all vertices and arcs, which add up to the class"),
                certificate(),
                more_sinks(),
            ]
        },
        examples: &[
            "class --example fig-rotor-routing --explain",
            "push graph.rotor --cycle u0 -o pushed.rotor",
            "class graph.rotor pushed.rotor",
        ],
    },
    Question {
        name: "identity",
        sentence: "Find the recurrent identity of the sandpile group",
        input: Input::Instance,
        arguments: || vec![certificate(), more_sinks()],
        examples: &["identity --example fig-rotor-routing"],
    },
    Question {
        name: "stabilise",
        sentence: "Fire chips until every vertex is stable",
        input: Input::Instance,
        arguments: || {
            let chips =
                "How many chips on which vertices: `u1=3,u2=1e6`, or `@FILE` with a JSON object of counts";
            let counts = option("chips", "COUNTS", chips).allow_hyphen_values(true);
            vec![counts.required(true), certificate(), more_sinks()]
        },
        examples: &["stabilise --example fig-rotor-routing --chips u0=3,u1=1e6"],
    },
    Question {
        name: "harmonic",
        sentence: "Find the exit probabilities of the random walk",
        input: Input::Instance,
        arguments: || {
            vec![
                from("Where the walk starts; by default where the file says"),
                flag("float", "Compute in floating point, for large graphs"),
                certificate().conflicts_with("float"),
                more_sinks(),
            ]
        },
        examples: &["harmonic --example fig-rotor-routing --from u0"],
    },
    Question {
        name: "list",
        sentence: "List recurrent or superstable chips, spanning forests or unicycles, one after the other",
        input: Input::Instance,
        arguments: || {
            let kind =
                positional("kind", "KIND", "What to list: recurrent, superstable, forests or unicycles");
            let limit = option("limit", "N", "List at most this many").value_parser(value_parser!(u64));
            vec![
                kind.value_parser(Listing::named),
                limit.default_value("100"),
                from("A vertex of the trap whose unicycles are listed, if the graph has several"),
                more_sinks(),
            ]
        },
        examples: &["list forests --example fig-rotor-routing --limit 5"],
    },
    Question {
        name: "aggregate",
        sentence: "Let particles walk from an origin, each to the first free site, and draw what they form",
        input: Input::Nothing,
        arguments: || {
            let on =
                "The graph: z2, the square lattice, or tree, in which every site has --degree neighbours";
            let picture = "Write a picture to this file, as PNG: sites coloured by where their rotors point";
            let degree = option("degree", "D", "Neighbours of every site of a tree");
            vec![
                positional("on", "WHERE", on).value_parser(GroundName::named),
                option("particles", "N", "How many particles, such as 1e5").required(true),
                degree.value_parser(value_parser!(u16)).default_value("3"),
                output("OUT", picture),
            ]
        },
        examples: &["aggregate z2 --particles 1e4", "aggregate z2 --particles 1e5 -o ball.png"],
    },
    Question {
        name: "verify",
        sentence: "Check a certificate against an instance: exit code 0 if it is valid, 1 if it is refuted",
        input: Input::File("FILE", "The instance; `-` is standard input"),
        arguments: || vec![positional("certificate", "CERTIFICATE", "The certificate"), more_sinks()],
        examples: &["solve graph.rotor --certificate proof.json", "verify graph.rotor proof.json"],
    },
    Question {
        name: "convert",
        sentence: "Convert an instance to another format, chosen by the extension of OUT",
        input: Input::File("INPUT", "The instance; `-` is standard input"),
        arguments: || {
            let to = "The format to write, if the extension of OUT does not tell; standard output gets text by \
                      default";
            let format = |name: &str| request::output_format(name).map(|(format, _)| format);
            let rule = option("to-rule", "RULE", "Write the rotors for this rule");
            vec![
                positional("output", "OUTPUT", "Where to write it; `-` is standard output"),
                option("to", "FORMAT", to).value_parser(format),
                rule.value_parser(Rule::named).default_value("move-then-turn"),
            ]
        },
        examples: &[
            "convert graph.rotor graph.json",
            "convert edges.txt graph.rotor.gz --format edge-list --sinks 5,6",
        ],
    },
    Question {
        name: "draw",
        sentence: "Draw an instance; the extension of OUT chooses the format: svg, png, pdf, tikz, tex, dot, html or \
                   json",
        input: Input::Instance,
        arguments: || {
            let out = "Where to write the picture; `-` is standard output, which gets SVG, or the scene with --json";
            let to = "The format to write, if the extension of OUT does not tell";
            let show = "What to show, separated by commas: flows, forest, exits, visits, strategies, values";
            let width = "Maximum width of the picture; layouts that cannot be narrower ignore it";
            let geometry = "The geometry of a family: chain, or grid:WxH; by default what suits the graph";
            let frame = "Show a frame of the algorithm at work, the first being 1: those of `arrival explain \
                         --frames`";
            let shape = option("geometry", "GEOMETRY", geometry).value_parser(request::Draw::geometry);
            let number = option("frame", "NUMBER", frame).value_parser(value_parser!(u32));
            let cycles = "With --frame, show the pushes of `arrival explain --cycles --frames`";
            let pixels = option("scale", "FACTOR", "PNG pixels per SVG pixel").value_parser(scale);
            let [strategies, endless_value] = play();
            vec![
                output("OUT", out).default_value("-"),
                option("to", "FORMAT", to).value_parser(PictureFormat::named),
                option("show", "WHAT", show)
                    .value_delimiter(',')
                    .value_parser(Show::named)
                    .action(ArgAction::Append),
                from_or_start(),
                option("width", "PIXELS", width).value_parser(value_parser!(u32).range(100..)),
                shape.default_value("free"),
                number.conflicts_with("show"),
                flag("cycles", cycles).requires("frame"),
                pixels.default_value("2"),
                strategies,
                endless_value,
            ]
        },
        examples: &[
            "draw --example fig-rotor-routing -o picture.svg",
            "draw --example fig-calc-rn -o picture.png --show flows,exits",
        ],
    },
    Question {
        name: "generate",
        sentence: "Make an instance of a family; the same seed gives the same bytes",
        input: Input::Family("generate FAMILY --seed 7 -o FAMILY.rotor"),
        arguments: || {
            let to = "Where to write it; the extension chooses the format, `-` is standard output as text";
            let seed =
                option("seed", "SEED", "Seed of the random generator").value_parser(value_parser!(u64));
            vec![
                seed.default_value("1"),
                option("players", "MAX,MIN", "Probabilities that a vertex belongs to Max and to Min"),
                option("values", "LOW..HIGH", "Range of the random values of sinks")
                    .allow_hyphen_values(true),
                output("OUT", to).default_value("-"),
            ]
        },
        examples: &["generate chain --n 20 -o chain.rotor"],
    },
    Question {
        name: "hunt",
        sentence: "Search a family for the instances that take longest, and make them smaller",
        input: Input::Family("hunt FAMILY --seeds 1..2 --keep 1 --tries 20 -o hard"),
        arguments: || {
            let tries = "Number of smaller instances to try for each one kept; 0 leaves them as they are";
            let share = "How hard a smaller instance must be, in percent of the operations of the first one";
            let operations = "Give up an instance after this many operations, and count it as that hard";
            let solver = "Hunt for instances that are hard for this solver; see `arrival solvers`";
            let seeds = option("seeds", "FIRST..LAST", "The seeds to search, both ends included");
            let keep = option("keep", "N", "Number of the hardest to keep");
            let [tries, share, operations] = [
                option("tries", "N", tries).value_parser(value_parser!(u32)).default_value("200"),
                option("share", "PERCENT", share).value_parser(value_parser!(u64).range(1..=1000)),
                option("operations", "N", operations).value_parser(value_parser!(u64).range(1..)),
            ];
            vec![
                seeds.value_parser(request::seeds).default_value("1..20"),
                keep.value_parser(value_parser!(u16).range(1..)).default_value("5"),
                tries,
                share.default_value("50"),
                operations.default_value("20000000000"),
                option("solver", "ID", solver),
                output("FOLDER", "The folder to write instances and tables to").required(true),
                timings("Report how long each answer took; the tables in the folder always do"),
            ]
        },
        examples: &["hunt two --n 30 --ahead 0 --seeds 1..9 --keep 3 -o hard"],
    },
];
