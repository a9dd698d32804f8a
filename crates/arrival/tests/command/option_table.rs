//! The table of options: for each option of each command an invocation that shows what it does.

/// A command, an invocation of it without any option it can do without, and what that gives.
pub(crate) struct Base {
    pub(crate) command: &'static str,
    pub(crate) arguments: &'static str,
    pub(crate) code: i32,
    pub(crate) out: &'static str,
    /// Whether its words have colours.
    pub(crate) colours: bool,
    /// How its JSON begins; empty if it has none.
    pub(crate) json: &'static str,
}

const fn base(
    command: &'static str,
    arguments: &'static str,
    code: i32,
    out: &'static str,
    colours: bool,
    json: &'static str,
) -> Base {
    Base { command, arguments, code, out, colours, json }
}

/// The commands; options that several share are tried on these.
pub(crate) const BASES: &[Base] = &[
    base(
        "solve",
        "graph.rotor --from u",
        0,
        "u exits at s after 3 steps\nchecked: ",
        true,
        "arrival.answer/1",
    ),
    base("decide", "graph.rotor --from u --to s", 10, "yes", true, "arrival.decide/1"),
    base("walk", "graph.rotor --from u", 0, "u exits at s after 3 steps", false, "arrival.walk/1"),
    base("flows", "graph.rotor", 0, "u     v   3\n", true, "arrival.flows/1"),
    base("forest", "graph.rotor", 0, "u       s           1\n", true, "arrival.forest/1"),
    base("push", "graph.rotor --cycle u", 0, "# pushed u -> v\n", false, "arrival.push/1"),
    base("equivalent", "graph.rotor graph.rotor", 0, "equivalent", true, "arrival.equivalent/1"),
    base("check", "graph.rotor", 0, "valid\nclass     tree-like\n", true, "arrival.check/1"),
    base("verify", "graph.rotor proof.json", 0, "valid", true, "arrival.verify/1"),
    base("convert", "graph.rotor -", 0, "u: v s\nv: u^2 t\n", false, "rotor-graph/1"),
    base("solvers", "", 0, "exhaustive", true, "arrival.solvers/1"),
    base("completions", "bash", 0, "_arrival() {", false, ""),
    base("man", "", 0, ".TH arrival 1", false, ""),
    base("generate chain", "--n 3", 0, "0: 0 1\n1: 0 2\n2: 0 A\n", false, "rotor-graph/1"),
];

/// A row: the command, the option, the other arguments with it, the exit code, and what standard output and standard
/// error must contain.
pub(crate) type Row = (&'static str, &'static str, &'static str, i32, &'static str, &'static str);

/// Options of single commands. `graph.rotor`, `edges.txt`: u: v s / v: u u t. `two.rotor`: a: s t. `said.rotor`: the
/// same for the other rule. `loop.rotor`: a: s a. `trap.rotor`: a game in which only Max keeps the particle from s.
pub(crate) const ROWS: &[Row] = &[
    ("solve", "--example", "--example fig-rotor-routing", 0, "u2 exits at s2 after 7 steps\n", ""),
    ("solve", "--example", "--example fig-nonsense", 2, "", "possible values: fig-rotor-routing"),
    ("solve", "--from", "graph.rotor --from v", 0, "v exits at s after 4 steps\n", ""),
    ("solve", "--from", "graph.rotor --from v --all", 2, "", "cannot be used with"),
    ("solve", "--all", "graph.rotor --all", 0, "from  exit\nu     s\nv     s\ns     s\nt     t\n", ""),
    ("solve", "--solver", "graph.rotor --from u --json --solver walk", 0, r#""solver":"walk""#, ""),
    ("solve", "--solver", "graph.rotor --all --json --solver push", 0, r#""solver":"push""#, ""),
    (
        "solve",
        "--endless-value",
        "trap.rotor --endless-value 5",
        0,
        "a is worth 5: the particle never exits",
        "",
    ),
    (
        "solve",
        "--endless-value",
        "trap.rotor --endless-value -5",
        0,
        "a is worth 1: the particle exits at s",
        "",
    ),
    (
        "solve",
        "--certificate",
        "graph.rotor --from u --certificate -",
        0,
        r#""kind":"walk","instance":""#,
        "",
    ),
    ("solve", "--no-check", "graph.rotor --from u --no-check", 0, "unchecked: --no-check was given\n", ""),
    ("solve", "--timings", "graph.rotor --from u --timings", 0, "u exits at s", "read "),
    ("solve", "--timings", "graph.rotor --from u --timings --json", 0, r#""timings_ms":{"read":"#, ""),
    ("solve", "--threads", "two.rotor graph.rotor --threads 1", 0, r#""file":"two.rotor""#, ""),
    ("solve", "--threads", "two.rotor graph.rotor --threads 3", 0, r#""file":"graph.rotor""#, ""),
    ("solve", "--rule", "two.rotor --from a --rule turn-then-move", 0, "a exits at t after 1 step\n", ""),
    ("solve", "--rule", "said.rotor --rule move-then-turn", 2, "", "the file is written for turn-then-move"),
    ("decide", "--example", "--example fig-rotor-routing --from u2 --to s2", 10, "yes\n", ""),
    ("decide", "--from", "graph.rotor --from t --to s", 20, "no\n", ""),
    ("decide", "--from", "graph.rotor --to s", 2, "", "--from <VERTEX>"),
    ("decide", "--to", "graph.rotor --from u --to t", 20, "no\n", ""),
    ("decide", "--to", "graph.rotor --from u", 2, "", "--to <SINK>"),
    ("decide", "--rule", "two.rotor --from a --to t --rule turn-then-move", 10, "yes\n", ""),
    ("walk", "--example", "--example fig-rotor-routing", 0, "u2 exits at s2 after 7 steps\n", ""),
    ("walk", "--from", "graph.rotor --from v", 0, "v exits at s after 4 steps\n", ""),
    ("walk", "--from", "graph.rotor", 2, "", "the file names no start; give one with --from"),
    ("walk", "--trace", "graph.rotor --from u --trace", 0, "u v u s\nu exits at s", ""),
    (
        "walk",
        "--max-steps",
        "graph.rotor --from u --max-steps 2",
        3,
        "u is at u after 2 steps\n",
        "out of steps",
    ),
    ("walk", "--reverse", "graph.rotor --from s --reverse --trace", 0, "s came from ", ""),
    ("walk", "--final", "graph.rotor --from u --final -", 0, "u: v s\nv: u *u t\n", ""),
    ("walk", "--rule", "two.rotor --from a --rule turn-then-move", 0, "a exits at t after 1 step\n", ""),
    ("flows", "--example", "--example fig-calc-rn", 0, "u2    u0  4\n", ""),
    ("flows", "--rule", "graph.rotor --rule turn-then-move", 0, "u     v   2\n", ""),
    ("forest", "--example", "--example fig-simple-path-4", 0, "u1      s0          1\n", ""),
    ("forest", "--rule", "two.rotor --rule turn-then-move", 0, "a       t           1\n", ""),
    ("push", "--example", "--example fig-rotor-routing --cycle u0", 0, "# pushed u0 -> u2 -> u1\n", ""),
    ("push", "--cycle", "graph.rotor --cycle v", 0, "# pushed v -> u\nu: v *s\n", ""),
    ("push", "--reverse", "graph.rotor --cycle u --reverse", 2, "", "no cycle of rotors turned back"),
    ("push", "--reverse", "pushed.rotor --cycle u --reverse", 0, "# pushed u -> v\nu: v s\nv: u^2 t\n", ""),
    ("push", "--output", "graph.rotor --cycle u --output -", 0, "u: v *s\n", ""),
    ("push", "-o", "graph.rotor --cycle u -o out.rotor", 0, "pushed u -> v\n", ""),
    (
        "push",
        "--rule",
        "loop.rotor --cycle a --rule turn-then-move",
        0,
        "# pushed a\nrule turn-then-move\n",
        "",
    ),
    ("equivalent", "--rule", "said.rotor two.rotor", 1, "not equivalent\n", ""),
    ("equivalent", "--rule", "said.rotor two.rotor --rule turn-then-move", 0, "equivalent\n", ""),
    ("check", "--example", "--example fig-calc-rn", 0, "fig-calc-rn.rotor: valid\n", ""),
    ("check", "--rule", "two.rotor --json --rule turn-then-move", 0, r#""rule":"turn-then-move""#, ""),
    ("verify", "--rule", "two.rotor said.json", 2, "", "about another instance"),
    ("verify", "--rule", "two.rotor said.json --rule turn-then-move", 0, "valid\n", ""),
    ("convert", "--rule", "two.rotor - --to rotor --rule turn-then-move", 0, "a: s *t\n", ""),
    ("convert", "--to", "graph.rotor - --to json", 0, r#"{"format":"rotor-graph/1""#, ""),
    ("convert", "--to", "graph.rotor - --to nonsense", 2, "", "the formats are rotor, json, rotorb"),
    (
        "convert",
        "--to-rule",
        "two.rotor - --to rotor --to-rule turn-then-move",
        0,
        "rule turn-then-move\na: s *t\n",
        "",
    ),
    ("man", "--folder", "--folder pages", 0, "", ""),
];
