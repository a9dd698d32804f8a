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
