//! Faults that users found, by their numbers: each stays mended.

use crate::place::Place;
use serde_json::Value;
use std::time::{Duration, Instant};

/// A triangle without a sink.
const TRIANGLE: &str = "a: b c\nb: c a\nc: a b\n";

#[test]
fn f1_a_graph_that_is_one_trap_is_called_trapped() {
    let place = Place::new().with("triangle.rotor", TRIANGLE);
    let out = place.says("check triangle.rotor").exits(0).out;
    assert!(out.contains("class     trapped (nothing is left when the traps are cut)\n"), "{out}");
    let json: Value = serde_json::from_str(&place.says("check triangle.rotor --json").answer()).unwrap();
    assert_eq!(json["class"], "trapped");
    let ran = place.says("flows triangle.rotor").exits(2);
    assert_eq!(
        ran.err,
        "arrival: triangle.rotor: every vertex lies in a trap, so there are no return flows\n"
    );
    // Where something is left, its class is named, and that traps were cut.
    let place = place.with("some.rotor", "a: b s\nb: b\nsink s\n");
    let out = place.says("check some.rotor").exits(0).out;
    assert!(out.contains(" (of what is left when the traps are cut)\n"), "{out}");
}

#[test]
fn f2_rotors_inside_a_trap_count() {
    let place = Place::new()
        .with("first.rotor", TRIANGLE)
        .with("second.rotor", "a: b *c\nb: c a\nc: a b\n")
        // The cycle a → b → c pushed once.
        .with("pushed.rotor", "a: b *c\nb: c *a\nc: a *b\n");
    let ran = place.says("equivalent first.rotor second.rotor").exits(1);
    assert!(ran.out.starts_with("not equivalent\nchecked: "), "{ran:?}");
    let ran = place.says("equivalent first.rotor pushed.rotor").exits(0);
    assert!(ran.out.starts_with("equivalent\nchecked: "), "{ran:?}");
}

#[test]
fn f3_a_walk_goes_on_from_where_its_particle_is() {
    let place = Place::with_graph();
    place.says("walk graph.rotor --max-steps 1 --final later.rotor").exits(3);
    let whole = place.says("walk graph.rotor --trace").answer();
    let rest = place.says("walk later.rotor --trace").answer();
    assert_eq!(rest.lines().next(), whole.lines().next().map(|trace| &trace[3..]));
    assert!(whole.starts_with("u2 u1 ") && rest.ends_with("u1 exits at s2 after 6 steps\n"), "{rest}");
}

#[test]
fn f5_a_drawing_has_json_too() {
    let out = Place::with_graph().says("draw graph.rotor --json").answer();
    let scene: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(scene["schema"], "arrival.scene/1");
}

/// A path of `n` vertices, and a particle on each of them.
fn many_names(n: usize) -> Place {
    let path: String = (0..n).map(|u| format!("vertex{u}: vertex{}\n", u + 1)).collect();
    let counts: Vec<_> = (0..n).map(|u| format!("\"vertex{u}\":1")).collect();
    let place = Place::new().with("path.rotor", format!("{path}sink vertex{n}\n"));
    place.with("counts.json", format!("{{{}}}", counts.join(",")))
}

#[test]
fn f6_counts_from_a_file_are_read_in_linear_time() {
    let time = |n: usize| {
        let place = many_names(n);
        let run = || {
            let since = Instant::now();
            place.says("route path.rotor --particles @counts.json --no-check --json").exits(0);
            since.elapsed()
        };
        run().min(run())
    };
    // A search for every name would take a hundred times as long.
    let (few, many) = (time(4_000).max(Duration::from_millis(5)), time(40_000));
    assert!(many < 40 * few, "{few:?} for 4,000 names, {many:?} for 40,000");
}

#[test]
fn f7_forests_and_equivalence_say_whether_they_were_checked() {
    let place = Place::with_graph();
    for arguments in
        ["forest graph.rotor", "forest --example fig-calc-rn", "equivalent graph.rotor graph.rotor"]
    {
        let json: Value = serde_json::from_str(&place.says(&format!("{arguments} --json")).answer()).unwrap();
        assert_eq!(json["checked"], true, "{arguments}");
        let out = place.says(arguments).answer();
        assert!(out.lines().last().unwrap().starts_with("checked: "), "{out}");
    }
}

#[test]
fn f9_an_unknown_solver_is_an_error() {
    let place = Place::with_graph();
    for arguments in ["solve graph.rotor", "solve graph.rotor --all", "route graph.rotor --particles u0=1"] {
        let ran = place.says(&format!("{arguments} --solver tee")).exits(2);
        assert_eq!(ran.err, "arrival: there is no solver tee; see `arrival solvers`\n");
    }
}

#[test]
fn f11_the_readme_says_how_the_program_gets_on_the_path() {
    let root = crate::place::corpus().join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let (before, _) = readme.split_once("\n$ arrival ").unwrap();
    assert!(before.contains("`cargo install --path crates/arrival-cli`"));
    let manifest = std::fs::read_to_string(root.join("crates/arrival-cli/Cargo.toml")).unwrap();
    assert!(manifest.contains("[[bin]]\nname = \"arrival\"\n"));
}

/// F80: the width of a name is not limited by what a format string can say.
#[test]
fn f80_a_name_may_be_wider_than_65535_columns() {
    let wide = "x".repeat(70_000);
    let place = Place::new().with("wide.rotor", format!("{wide}: s\nsink s\n"));
    for command in ["solve wide.rotor --all", "flows wide.rotor", "forest wide.rotor"] {
        let out = place.says(command).answer();
        assert!(out.contains(&format!("{wide}  s")), "{command}");
    }
    place.says("draw wide.rotor -o wide.html").exits(0);
}

/// F82: a link to a file that is not there yet stays a link.
#[cfg(unix)]
#[test]
fn f82_a_dangling_link_stays_and_its_target_is_made() {
    let place = Place::with_graph();
    std::fs::create_dir(place.path("folder")).unwrap();
    std::os::unix::fs::symlink("folder/first.json", place.path("link.json")).unwrap();
    std::os::unix::fs::symlink("second.json", place.path("folder/first.json")).unwrap();
    place.says("convert graph.rotor link.json").answer();
    assert!(place.path("link.json").is_symlink() && place.path("folder/first.json").is_symlink());
    assert_eq!(place.read("folder/second.json"), place.says("convert graph.rotor - --to json").answer());
    // A link to itself leads nowhere.
    std::os::unix::fs::symlink("round.json", place.path("round.json")).unwrap();
    place.says("convert graph.rotor round.json").exits(4);
}

/// F82: a file that may not be written to is not replaced; root may write to all files.
#[cfg(unix)]
#[test]
fn f82_a_file_that_may_not_be_written_to_stays() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_graph().with("out.json", "old");
    std::fs::set_permissions(place.path("out.json"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let may = std::fs::File::options().append(true).open(place.path("out.json")).is_ok();
    let ran = place.says("convert graph.rotor out.json").exits(if may { 0 } else { 4 });
    assert_eq!(ran.err.contains("out.json was not written"), !may, "{ran:?}");
    assert_eq!(place.read("out.json") == "old", !may);
    assert_eq!(place.listing(), ["graph.rotor", "out.json"]);
}

/// F82: without a standard output there is no answer, and the exit code says so.
#[cfg(target_os = "linux")]
#[test]
fn f82_a_closed_standard_output_exits_with_4() {
    let place = Place::with_graph();
    for arguments in ["solve graph.rotor", "solve graph.rotor --json", "convert graph.rotor - --to json"] {
        let ran = place.shell(&format!("arrival {arguments} >&-")).exits(4);
        assert_eq!(ran.err, "arrival: standard output was not written: it is closed\n", "{arguments}");
        place.shell(&format!("arrival {arguments} > /dev/null")).exits(0);
    }
}

/// F82: SIGHUP ends the program as SIGTERM does, and leaves no temporary file.
#[cfg(unix)]
#[test]
fn f82_a_hang_up_leaves_nothing_behind() {
    use std::process::{Command, Stdio};
    let place = Place::new().with("tree.rotor", "old");
    let mut command = place.command(&["generate", "tree", "--n", "3000000", "-o", "tree.rotor"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while place.listing().len() == 1 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    let ran = crate::place::Ran::from(child.wait_with_output().unwrap()).exits(130);
    assert_eq!(ran.err, "arrival: interrupted\n");
    assert_eq!(
        (place.listing(), place.read("tree.rotor")),
        (vec!["tree.rotor".to_owned()], "old".to_owned())
    );
}
