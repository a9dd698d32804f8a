//! Instances as plain numbers, so that others spend no time on reading.

use super::contest::start_of;
use rotor_graph::Instance;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Little-endian words of 32 bits: |V|, |A|, the start; the |V| + 1 places where the arcs of each vertex begin; the
/// |A| heads in rotor order; the rotor of each vertex, as a place among the heads.
pub(crate) fn write(instance: &Instance, file: &Path) -> io::Result<()> {
    let graph = instance.graph();
    let mut out = BufWriter::new(std::fs::File::create(file)?);
    let sizes = [graph.vertex_count() as u32, graph.arc_count() as u32, start_of(instance).raw()];
    let heads = graph.all_heads().iter().map(|v| v.raw());
    let rotors = instance.rotors().as_slice().iter().map(|a| a.raw());
    for word in sizes.into_iter().chain(graph.row_starts().iter().copied()).chain(heads).chain(rotors) {
        out.write_all(&word.to_le_bytes())?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    const READ: &str = "
import sys
sys.path.insert(0, sys.argv[1])
import instance, program
rows = instance.Instance(sys.argv[2])
print(rows.vertices, rows.arcs, rows.start)
# The run; two that lose a particle; the run and a circle.
for departures in [{0: 2, 1: 1}, {0: 2, 1: 2}, {0: 1, 1: 0}, {0: 3, 1: 2}]:
    print(program.exit_of(rows, departures))";

    #[test]
    fn python_reads_the_program_and_accepts_only_flows() {
        let instance = rotor_graph::parse("u: *v s\nv: u^2 t\nsink s\nsink t\nstart u").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("instance.u32");
        write(&instance, &file).unwrap();
        let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
        let python = Command::new("python3").args(["-B", "-c", READ]).arg(peers).arg(file).output().unwrap();
        let said = String::from_utf8_lossy(&python.stdout);
        assert_eq!(
            said.lines().collect::<Vec<_>>(),
            ["4 5 0", "2", "None", "None", "2"],
            "{}",
            String::from_utf8_lossy(&python.stderr)
        );
    }
}
