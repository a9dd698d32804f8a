//! Writing `.rotorb` files.

use super::layout::{HAS_OWNERS, HAS_START, HAS_VALUES, Header, TURN_THEN_MOVE};
use rotor_graph::{Instance, Owner, Player, Rule, VertexId};
use std::io::{self, Write};

/// Writes `instance` with its rotors as `rule` wants them. Time O(|V| + |A|).
pub fn write(instance: &Instance, rule: Rule, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    let rotors = rule.from_inner(graph, instance.rotors().clone());
    let header = header(instance, rule);
    let mut out = Summed { out, sum: crc32fast::Hasher::new() };
    out.write_all(&header.to_bytes())?;
    write_numbers(&mut out, graph.row_starts().iter().map(|start| start.to_le_bytes()))?;
    write_numbers(&mut out, graph.all_heads().iter().map(|head| head.raw().to_le_bytes()))?;
    write_numbers(&mut out, graph.vertices().map(|u| rotors.position(graph, u).to_le_bytes()))?;
    if header.has(HAS_VALUES) {
        write_numbers(&mut out, graph.vertices().map(|u| instance.value(u).to_le_bytes()))?;
    }
    if header.has(HAS_OWNERS) {
        write_numbers(&mut out, graph.vertices().map(|u| [owner_code(instance.owner(u))]))?;
    }
    let ends = graph.vertices().scan(0u64, |end, u| {
        *end += instance.name(u).len() as u64;
        Some(end.to_le_bytes())
    });
    write_numbers(&mut out, ends)?;
    for u in graph.vertices() {
        out.write_all(instance.name(u).as_bytes())?;
    }
    let Summed { out, sum } = out;
    out.write_all(&sum.finalize().to_le_bytes())
}

fn header(instance: &Instance, rule: Rule) -> Header {
    let graph = instance.graph();
    let flag = |set, flag| if set { flag } else { 0 };
    let flags = flag(instance.player_count() > 0, HAS_OWNERS)
        | flag(graph.vertices().any(|u| instance.value(u) != 0), HAS_VALUES)
        | flag(instance.start().is_some(), HAS_START)
        | flag(rule == Rule::TurnThenMove, TURN_THEN_MOVE);
    Header {
        flags,
        vertices: graph.vertex_count() as u64,
        arcs: graph.arc_count() as u64,
        name_bytes: graph.vertices().map(|u| instance.name(u).len() as u64).sum(),
        start: instance.start().map_or(0, VertexId::raw),
    }
}

const fn owner_code(owner: Owner) -> u8 {
    match owner {
        Owner::Rotor => 0,
        Owner::Player(Player::Max) => 1,
        Owner::Player(Player::Min) => 2,
    }
}

/// Writes numbers in blocks.
fn write_numbers<const N: usize>(
    out: &mut dyn Write,
    numbers: impl Iterator<Item = [u8; N]>,
) -> io::Result<()> {
    const BLOCK: usize = 1 << 16;
    let mut block = Vec::with_capacity(BLOCK + N);
    for number in numbers {
        block.extend_from_slice(&number);
        if block.len() >= BLOCK {
            out.write_all(&block)?;
            block.clear();
        }
    }
    out.write_all(&block)
}

/// Passes bytes on and sums them up.
struct Summed<'w> {
    out: &'w mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
