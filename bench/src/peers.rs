//! HiGHS and CP-SAT on the integer programs of the same walks, from Python, in an environment made for them.

use crate::general::member;
use rotor_format::ilp::write_mps;
use rotor_graph::StoppingGraph;
use rotor_solve::Unlimited;
use rotor_solve::general::exit_by_flow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// How many seconds each of them may take for each walk.
const PATIENCE: &str = "20";

/// Ours and theirs, one walk after the other.
pub(crate) fn run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/peers");
    let python = match environment(&folder) {
        Ok(python) => python,
        Err(why) => return println!("peers: {why}"),
    };
    for (family, given) in [
        ("chain", "n 24"),
        ("back", "n 18"),
        ("back", "n 40"),
        ("two", "n 40 ahead 0"),
        ("two", "n 60 ahead 0"),
        ("two", "n 80 ahead 0"),
        ("layers", "n 40"),
    ] {
        let instance = member(family, given, 1);
        let start = instance.start().expect("these families name a start");
        let stopping = StoppingGraph::of(instance.graph());
        let clock = Instant::now();
        let profile = exit_by_flow(&stopping, instance.rotors(), start, &mut Unlimited);
        let ours = clock.elapsed();
        let steps = profile.expect("no limit").steps();
        let file = folder.join("walk.mps");
        let written = std::fs::File::create(&file).and_then(|mut out| write_mps(&instance, &mut out));
        if let Err(why) = written {
            return println!("peers: {why}");
        }
        println!("{family} {given}: {steps} steps, ours {ours:.1?}");
        for peer in ["highs", "cp-sat"] {
            println!("  {}", answer(&python, peer, &file));
        }
    }
}

/// What one of them says about a program.
fn answer(python: &Path, peer: &str, file: &Path) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/solve_ilp.py");
    match Command::new(python).arg(script).arg(peer).arg(file).arg(PATIENCE).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
        }
        Ok(output) => format!("{peer}: {}", String::from_utf8_lossy(&output.stderr).trim_end()),
        Err(why) => format!("{peer}: {why}"),
    }
}

/// A Python with both solvers, made on first use.
fn environment(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join("bin/python");
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(why) => Err(why.to_string()),
    };
    let has = |module| run(Command::new(&python).args(["-c", module])).is_ok();
    if !has("import highspy") || !has("import ortools") {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "highspy", "ortools"]))?;
    }
    Ok(python)
}
