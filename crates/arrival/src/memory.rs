//! Memory: an estimate of the bytes that a way to an answer takes, reported before they are allocated.

use rotor_graph::{Instance, ReturnFlows};
use std::fmt;

/// A number of bytes, as people read it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
        if self.0 < 1000 {
            return write!(f, "{} bytes", self.0);
        }
        let thousands = self.0.ilog10() as usize / 3;
        let (unit, in_units) = (UNITS[thousands - 1], self.0 as f64 / 1000f64.powi(thousands as i32));
        if in_units < 9.95 { write!(f, "{in_units:.1} {unit}") } else { write!(f, "{in_units:.0} {unit}") }
    }
}

/// What an instance takes, and what finding all its exits takes beside it if its flows fit into machine words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Need {
    instance: u64,
    exits: u64,
    certificate: u64,
}

impl Need {
    /// Rows of a table are counted as arcs: there are no more, and no fewer in a graph without parallel arcs.
    pub(crate) fn of(instance: &Instance) -> Self {
        let (vertices, arcs) = (instance.graph().vertex_count() as u64, instance.graph().arc_count() as u64);
        Self {
            instance: 8 * vertices + 4 * arcs + instance.names().bytes(),
            exits: 48 * vertices + 4 * arcs,
            certificate: 16 * vertices + ReturnFlows::bytes(vertices, arcs),
        }
    }

    /// The exits alone.
    pub(crate) fn without_certificate(self) -> Bytes {
        Bytes(self.instance + self.exits)
    }

    /// The exits, the table that proves them, and `large_flows` bytes of numbers in it.
    pub(crate) fn with_certificate(self, large_flows: u64) -> Bytes {
        Bytes((self.instance + self.exits + self.certificate).saturating_add(large_flows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_with_two_digits_or_more() {
        let cases = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (9_949, "9.9 kB"),
            (9_951, "10 kB"),
            (625_400_000, "625 MB"),
            (4_210_000_000, "4.2 GB"),
            (u64::MAX, "18 EB"),
        ];
        for (bytes, words) in cases {
            assert_eq!(Bytes(bytes).to_string(), words);
        }
    }
}
