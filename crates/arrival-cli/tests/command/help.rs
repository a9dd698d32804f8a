//! Help: what it names works, and it ends with an example that runs.

use crate::algebra_options::ALGEBRA_ROWS;
use crate::option_table::{BASES, ROWS};
use crate::place::Place;
use rotor_generate::FAMILIES;
use std::collections::BTreeSet;

/// The files that the table speaks of.
fn place() -> Place {
    let place = Place::new()
        .with("graph.rotor", "u: v s\nv: u u t\nsink s\nsink t\n")
        .with("edges.txt", "u v\nu s\nv u\nv u\nv t\n")
        .with("two.rotor", "a: s t\nsink s\nsink t\n")
        .with("said.rotor", "rule turn-then-move\na: s t\nsink s\nsink t\n")
        .with("twice.rotor", "u: v^2 won\nmax v: u lost u lost\nsink lost\nsink won = 1\nstart u\n")
        .with("thrice.rotor", "u: v^3 won\nmax v: u lost u lost\nsink lost\nsink won = 1\nstart u\n")
        .with(
            "trapped.json",
            r#"{"strategies":"start","answers":[{"from":"a","value":5,"max":{"a":1},"min":{}}]}"#,
        )
        .with(
            "won.json",
            r#"{"strategies":"start","answers":[{"from":"a","value":1,"max":{"a":0},"min":{}}]}"#,
        )
        .with("counts.json", r#"{"u":"5","v":2}"#)
        .with("loop.rotor", "a: s a\nsink s\n")
        .with("trap.rotor", "max a: s b\nb: b\nsink s = 1\nstart a\n");
    std::fs::create_dir(place.path("pages")).expect("the folder can be written");
    place.says("solve graph.rotor --from u --certificate proof.json").exits(0);
    place.says("solve said.rotor --from a --certificate said.json").exits(0);
    place.says("push graph.rotor --cycle u -o pushed.rotor").exits(0);
    place.says("group graph.rotor --sink v --certificate sunk.json").exits(0);
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
    for line in
        help.lines().filter(|line| line.trim_start().starts_with('-') && !line.starts_with("        "))
    {
        let words = line.split_whitespace().take_while(|word| word.starts_with('-'));
        options.extend(words.map(|word| word.trim_end_matches(',').to_owned()));
    }
    options
}

/// Every command with its help, families of `generate` and `hunt` included.
fn all_help(place: &Place) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut open = vec![String::new()];
    while let Some(command) = open.pop() {
        let help = place.says(&format!("{command} --help")).answer();
        for name in commands_in(&help) {
            open.push(format!("{command} {name}").trim().to_owned());
        }
        all.push((command, help));
    }
    all.sort();
    all
}

const SCREEN: [&str; 10] =
    ["--json", "--color", "-q", "--quiet", "-v", "--verbose", "-h", "--help", "-V", "--version"];
const READING: [&str; 7] =
    ["--format", "--sinks", "--undirected", "--weights", "--infer-sinks", "--timeout", "--memory"];
const GENERATING: [&str; 7] = ["--seed", "--players", "--values", "-o", "--output", "--timeout", "--memory"];
/// `hunting` shows what they do.
const HUNTING: [&str; 11] = [
    "--seeds",
    "--keep",
    "--tries",
    "--share",
    "--operations",
    "--solver",
    "-o",
    "--output",
    "--timings",
    "--timeout",
    "--memory",
];

#[test]
fn the_option_table_lists_exactly_what_help_names() {
    let place = Place::new();
    let all = all_help(&place);
    let commands: Vec<_> = all.iter().map(|(command, _)| command.as_str()).collect();
    for of_families in ["generate ", "hunt "] {
        assert_eq!(
            commands.iter().filter(|command| command.starts_with(of_families)).count(),
            FAMILIES.len()
        );
    }
    for (command, help) in &all {
        let named = options_in(help);
        let mut known: BTreeSet<_> = SCREEN.map(str::to_owned).into();
        if let Some(family) = FAMILIES.iter().find(|family| *command == format!("generate {}", family.id)) {
            known.extend(family.parameters.iter().map(|parameter| format!("--{}", parameter.name)));
            known.extend(GENERATING.map(str::to_owned));
        } else if let Some(family) = FAMILIES.iter().find(|family| *command == format!("hunt {}", family.id))
        {
            known.extend(family.parameters.iter().map(|parameter| format!("--{}", parameter.name)));
            known.extend(HUNTING.map(str::to_owned));
        } else if !["", "generate", "hunt"].contains(&command.as_str()) {
            let base = BASES.iter().find(|base| base.command == command);
            let base = base.unwrap_or_else(|| panic!("no invocation of {command} in the table"));
            if base.json.is_empty() {
                known.remove("--json");
            }
            if base.arguments.contains(".rotor") {
                known.extend(READING.map(str::to_owned));
            }
            let rows = ROWS.iter().chain(ALGEBRA_ROWS).filter(|row| row.0 == command);
            known.extend(rows.map(|row| row.1.to_owned()));
        }
        assert_eq!(named, known, "help of `arrival {command}` on the left, the table on the right");
    }
    for base in BASES {
        assert!(commands.contains(&base.command), "the table speaks of {}, help does not", base.command);
    }
}

#[test]
fn every_row_of_the_table_holds() {
    let place = place();
    for (command, option, arguments, code, out, err) in ROWS.iter().chain(ALGEBRA_ROWS) {
        let ran = place.says(&format!("{command} {arguments}")).exits(*code);
        assert!(ran.out.contains(out) && ran.err.contains(err), "{command} {option}: {ran:?}");
        assert!(!err.is_empty() || ran.err.is_empty(), "{command} {option}: {ran:?}");
    }
    assert!(
        place.path("pages/arrival-solve.1").exists() && place.path("pages/arrival-generate-chain.1").exists()
    );
    assert!(place.read("out.rotor").starts_with("u: v *s\n"));
}

#[test]
fn what_goes_to_the_screen_is_chosen_alike_for_all_commands() {
    let place = place();
    // The page goes on until Ctrl-C; `serving` tries it.
    for base in BASES.iter().filter(|base| base.command != "serve") {
        let plain = format!("{} {}", base.command, base.arguments);
        let without = place.says(&plain).exits(base.code);
        assert!(without.out.contains(base.out), "{plain}: {without:?}");
        for quiet in ["-q", "--quiet", "--color never", "--color auto"] {
            let ran = place.says(&format!("{plain} {quiet}")).exits(base.code);
            assert_eq!((&ran.out, &ran.err), (&without.out, &without.err), "{plain} {quiet}");
        }
        for verbose in ["-v", "--verbose"] {
            let ran = place.says(&format!("{plain} {verbose}")).exits(base.code);
            assert_eq!(ran.out, without.out, "{plain} {verbose}");
            assert!(ran.err.contains("arrival: done in "), "{plain} {verbose}: {ran:?}");
        }
        let coloured = place.says(&format!("{plain} --color always")).exits(base.code);
        assert_eq!(coloured.out.contains("\u{1b}["), base.colours, "{plain}: {coloured:?}");
        if !base.json.is_empty() {
            let ran = place.says(&format!("{plain} --json --color always"));
            let key = if base.json.starts_with("rotor") { "format" } else { "schema" };
            assert!(ran.out.starts_with(&format!("{{\"{key}\":\"{}\"", base.json)), "{plain}: {ran:?}");
            assert!(!ran.out.contains('\u{1b}') && ran.err.is_empty(), "{plain}: {ran:?}");
        }
        for asked in ["-h", "--help"] {
            let help = place.says(&format!("{} {asked}", base.command)).answer();
            assert!(help.contains(&format!("Usage: arrival {}", base.command)), "{help}");
        }
        for asked in ["-V", "--version"] {
            let version = place.says(&format!("{} {asked}", base.command)).answer();
            assert!(version.trim_end().ends_with(env!("CARGO_PKG_VERSION")), "{version}");
        }
    }
    place.says("solve graph.rotor -q -v").exits(2);
}

#[test]
fn what_is_read_is_chosen_alike_for_all_commands() {
    let place = place();
    for base in BASES.iter().filter(|base| base.arguments.contains(".rotor") && base.command != "serve") {
        let (code, plain) = (base.code, format!("{} {}", base.command, base.arguments));
        let without = place.says(&plain).exits(code);
        let same = place.says(&format!("{plain} --format rotor --timeout 60 --memory 1GiB")).exits(code);
        assert_eq!(same.out, without.out, "{plain}");
        let ran = place.says(&format!("{plain} --format json")).exits(2);
        assert!((ran.out + &ran.err).contains("graph.rotor"), "{plain}");
        let listed = plain.replace("graph.rotor", "edges.txt");
        let ran = place.says(&format!("{listed} --format edge-list --sinks s,t")).exits(code);
        assert_eq!(ran.out.replace("edges.txt", "graph.rotor"), without.out, "{listed}");
        place.says(&format!("{listed} --format edge-list --sinks s")).exits(2);
        let ran = place.says(&format!("{plain} --timeout 0")).exits(3);
        assert!(ran.err.contains("out of time"), "{plain}: {ran:?}");
        let ran = place.says(&format!("{plain} --memory 1")).exits(3);
        assert!((ran.out + &ran.err).contains("allow more with --memory"), "{plain}");
    }
}

#[test]
fn every_parameter_of_every_family_is_an_option() {
    let place = Place::new();
    for family in FAMILIES {
        let plain = place.says(&format!("generate {}", family.id)).answer();
        assert_eq!(place.says(&format!("generate {} --seed 1", family.id)).answer(), plain, "{}", family.id);
        for parameter in family.parameters {
            let option = format!("generate {} --{}", family.id, parameter.name);
            assert_eq!(place.says(&format!("{option} {}", parameter.default)).answer(), plain, "{option}");
            let ran = place.says(&format!("{option} {}", parameter.most + 1.0)).exits(2);
            assert!(ran.err.contains(parameter.name), "{option}: {ran:?}");
        }
        let game = place.says(&format!("generate {} --players 1,0 --values 3..3", family.id)).answer();
        assert!(
            game.contains("max ") && game.contains(" = 3") && !game.contains("min "),
            "{}: {game}",
            family.id
        );
        for output in ["-o", "--output"] {
            assert_eq!(place.says(&format!("generate {} {output} out.rotor", family.id)).answer(), "");
            assert_eq!(place.read("out.rotor"), plain, "{}", family.id);
        }
    }
    let tree = |seed| place.says(&format!("generate tree --seed {seed}")).answer();
    assert_ne!(tree(1), tree(2));
    assert_eq!(tree(2), tree(2));
}

#[test]
fn every_help_ends_with_examples_and_they_run() {
    let place = place().with("edges.txt", "1 2\n1 5\n2 1\n2 6\n").with("graph.rotor", crate::place::GRAPH);
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
            let ran = place.shell(line).exits(code);
            assert_eq!(ran.err, "", "{line}");
        }
    }
}
