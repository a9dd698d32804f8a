//! Help: what it names works and is shown in the reference, and it ends with an example that runs.

use crate::document::{document, transcript};
use crate::place::Place;
use crate::reference;
use rotor_generate::FAMILIES;
use std::collections::{BTreeMap, BTreeSet};

/// An invocation of each command without any option it can do without. `serve` goes on until Ctrl-C; the tests of the
/// server try it.
const BASES: &[&str] = &[
    "solve graph.rotor --from u",
    "decide graph.rotor --from u --to s",
    "walk graph.rotor --from u",
    "route graph.rotor --particles u=5,v=2",
    "flows graph.rotor",
    "forest graph.rotor",
    "push graph.rotor --cycle u",
    "equivalent graph.rotor graph.rotor",
    "explain graph.rotor --from u",
    "check graph.rotor",
    "tour graph.rotor --from u",
    "group graph.rotor",
    "class graph.rotor",
    "identity graph.rotor",
    "stabilise graph.rotor --chips u=5",
    "harmonic graph.rotor --from u",
    "list forests graph.rotor",
    "aggregate z2 --particles 100",
    "verify graph.rotor proof.json",
    "convert graph.rotor -",
    "draw graph.rotor",
    "solvers",
    "completions bash",
    "man",
    "hunt chain --n 4 --seeds 1..1 -o hard",
    "generate chain --n 3",
];

/// Commands whose text has no colours.
const PLAIN: [&str; 6] = ["push", "convert", "draw", "completions", "man", "generate"];

/// A folder with the files that [`BASES`] names.
fn place() -> Place {
    let place = Place::of_document("docs/reference/walks.md");
    let place = place.with("edges.txt", "u v\nu s\nv u\nv u\nv t\n");
    place.says("solve graph.rotor --from u --certificate proof.json").exits(0);
    place
}

/// The commands that a help text lists, without `help` itself.
fn commands_in(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !["Commands:", "Families:"].contains(line)).skip(1);
    let lines = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let names = lines.filter_map(|line| line.split_whitespace().next()).filter(|&name| name != "help");
    names.map(str::to_owned).collect()
}

/// The options that a help text lists, long and short.
fn options_in(help: &str) -> BTreeSet<String> {
    let mut options = BTreeSet::new();
    let starts = |line: &&str| line.trim_start().starts_with('-') && !line.starts_with("        ");
    for line in help.lines().filter(starts) {
        let words = line.split_whitespace().take_while(|word| word.starts_with('-'));
        options.extend(words.map(|word| word.trim_end_matches(',').to_owned()));
    }
    options
}

/// Every command with its help, families of `generate` and `hunt` included.
fn all_help(place: &Place) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let help = place.says(&format!("{command} --help")).answer();
        open.extend(commands_in(&help).iter().map(|name| format!("{command} {name}").trim().to_owned()));
        all.insert(command, help);
    }
    all
}

/// What is tried on all commands at once, below.
const SCREEN: [&str; 10] =
    ["--json", "--color", "-q", "--quiet", "-v", "--verbose", "-h", "--help", "-V", "--version"];
const READING: [&str; 7] =
    ["--format", "--sinks", "--undirected", "--weights", "--infer-sinks", "--timeout", "--memory"];
const GENERATING: [&str; 7] = ["--seed", "--players", "--values", "-o", "--output", "--timeout", "--memory"];

#[test]
fn every_option_that_help_names_is_shown() {
    let all = all_help(&place());
    for of_families in ["generate ", "hunt "] {
        assert_eq!(all.keys().filter(|command| command.starts_with(of_families)).count(), FAMILIES.len());
    }
    let mut shown: BTreeSet<(String, String)> = BTreeSet::new();
    for page in reference() {
        for command in
            transcript(&document(&page)).iter().flat_map(|shown| shown.command.split("arrival ").skip(1))
        {
            let (name, options) = command.split_once(' ').unwrap_or((command, ""));
            shown.extend(options.split([' ', '=']).map(|option| (name.to_owned(), option.to_owned())));
        }
    }
    for (command, help) in &all {
        let (name, family) = command.split_once(' ').unwrap_or((command, ""));
        let mut missing = options_in(help);
        if family.is_empty() {
            missing.retain(|option| !SCREEN.contains(&option.as_str()));
            if BASES.iter().any(|base| base.starts_with(&format!("{command} ")) && base.contains(".rotor"))
                || name == "serve"
            {
                missing.retain(|option| !READING.contains(&option.as_str()));
            }
        } else {
            let known = FAMILIES.iter().find(|known| known.id == family).unwrap();
            let parameters: Vec<_> =
                known.parameters.iter().map(|parameter| format!("--{}", parameter.name)).collect();
            let kept: &[&str] = if name == "generate" { &GENERATING } else { &["--memory"] };
            missing.retain(|option| {
                !SCREEN.contains(&option.as_str())
                    && !kept.contains(&option.as_str())
                    && !parameters.contains(option)
            });
            assert!(options_in(help).is_superset(&parameters.into_iter().collect()), "{help}");
        }
        missing.retain(|option| !shown.contains(&(name.to_owned(), option.clone())));
        assert!(missing.is_empty(), "`arrival {command}`: no page of docs/reference shows {missing:?}");
        let base = BASES.iter().any(|base| base.split(' ').next() == Some(name));
        assert!(base || name == "serve" || name.is_empty(), "no invocation of {name}");
    }
}

#[test]
fn what_goes_to_the_screen_is_chosen_alike_for_all_commands() {
    let place = place();
    let run = |arguments: &str| place.says(arguments);
    for base in BASES {
        let name = base.split(' ').next().unwrap();
        let without = run(base);
        let code = without.code.unwrap();
        let (out, err) = without.texts();
        assert!([0, 10].contains(&code) && !out.is_empty() && err.is_empty(), "{base}: {err}");
        for quiet in ["-q", "--quiet", "--color never", "--color auto"] {
            assert_eq!(
                run(&format!("{base} {quiet}")).exits(code).texts(),
                (out.clone(), String::new()),
                "{base} {quiet}"
            );
        }
        for verbose in ["-v", "--verbose"] {
            let (same, said) = run(&format!("{base} {verbose}")).exits(code).texts();
            assert!(same == out && said.contains("arrival: done in "), "{base} {verbose}: {said}");
        }
        let coloured = run(&format!("{base} --color always")).exits(code).out;
        assert_eq!(coloured.contains("\u{1b}["), !PLAIN.contains(&name), "{base}: {coloured}");
        if !["completions", "man"].contains(&name) {
            let json = run(&format!("{base} --json --color always"));
            let begins = ["{\"schema\":\"arrival.", "{\"format\":\"rotor-graph/1\""];
            assert!(begins.iter().any(|begin| json.out.starts_with(begin)), "{base}: {}", json.out);
            assert!(!json.out.contains('\u{1b}') && json.err.is_empty(), "{base}: {}", json.err);
        }
        let command =
            base.split_inclusive(' ').take(if ["hunt", "generate"].contains(&name) { 2 } else { 1 });
        let command: String = command.collect();
        for asked in ["-h", "--help"] {
            let help = run(&format!("{command} {asked}")).answer();
            assert!(help.contains(&format!("Usage: arrival {}", command.trim())), "{help}");
        }
        for asked in ["-V", "--version"] {
            let version = run(&format!("{command} {asked}")).answer();
            assert!(version.trim_end().ends_with(env!("CARGO_PKG_VERSION")), "{version}");
        }
    }
}

#[test]
fn what_is_read_is_chosen_alike_for_all_commands() {
    let place = place();
    let run = |arguments: &str| place.says(arguments);
    for base in BASES.iter().filter(|base| base.contains(".rotor")) {
        let without = run(base);
        let (code, out) = (without.code.unwrap(), without.out);
        let same = run(&format!("{base} --format rotor --timeout 60 --memory 1GiB")).exits(code);
        assert_eq!(same.out, out, "{base}");
        let (said, err) = run(&format!("{base} --format json")).exits(2).texts();
        assert!((said + &err).contains("graph.rotor"), "{base}");
        let listed = base.replace("graph.rotor", "edges.txt") + " --format edge-list";
        let same = run(&format!("{listed} --sinks s,t")).exits(code).out;
        assert_eq!(same.replace("edges.txt", "graph.rotor"), out, "{listed}");
        run(&format!("{listed} --sinks s")).exits(2);
        let late = run(&format!("{base} --timeout 0")).exits(3).err;
        assert!(late.starts_with("arrival: out of time"), "{base}: {late}");
        let (said, err) = run(&format!("{base} --memory 1")).exits(3).texts();
        assert!((said + &err).contains("allow more with --memory"), "{base}");
    }
}

#[test]
fn every_parameter_of_every_family_is_an_option() {
    let place = place();
    let run = |arguments: &str| place.says(arguments);
    for family in FAMILIES {
        let plain = run(&format!("generate {}", family.id)).answer();
        assert_eq!(run(&format!("generate {} --seed 1", family.id)).answer(), plain, "{}", family.id);
        for parameter in family.parameters {
            let option = format!("generate {} --{}", family.id, parameter.name);
            assert_eq!(run(&format!("{option} {}", parameter.default)).answer(), plain, "{option}");
            let refused = run(&format!("{option} {}", parameter.most + 1.0)).exits(2).err;
            assert!(refused.contains(parameter.name), "{option}: {refused}");
        }
        let game = run(&format!("generate {} --players 1,0 --values 3..3", family.id)).answer();
        assert!(game.contains("max ") && game.contains(" = 3") && !game.contains("min "), "{game}");
        for output in ["-o", "--output"] {
            assert_eq!(run(&format!("generate {} {output} out.rotor", family.id)).answer(), "");
            assert_eq!(place.read("out.rotor"), plain, "{}", family.id);
        }
    }
    let tree = |seed| run(&format!("generate tree --seed {seed}")).answer();
    assert_ne!(tree(1), tree(2));
    assert_eq!(tree(2), tree(2));
}

#[test]
fn every_help_ends_with_examples_and_they_run() {
    let place = place().with("edges.txt", "1 2\n1 5\n2 1\n2 6\n");
    std::fs::copy(place.path("figure.rotor"), place.path("graph.rotor")).unwrap();
    for (command, help) in all_help(&place) {
        let (_, examples) =
            help.split_once("\nExample:\n").unwrap_or_else(|| panic!("`{command}` has no example"));
        assert!(examples.contains(&format!("  arrival {command}")), "`{command}`: {examples}");
        for line in examples.lines() {
            let example = line.strip_prefix("  arrival ").unwrap_or_else(|| panic!("`{command}`: {line}"));
            if example.starts_with("serve ") {
                continue;
            }
            let code = if example.starts_with("decide ") { 10 } else { 0 };
            let ran = place.shell(line);
            assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{line}");
        }
    }
}
