//! Any output: an instance in the format that a file's name asks for.

use crate::compression::Compression;
use crate::{binary, ilp, json, matrix_market};
use rotor_graph::{Instance, Rule};
use std::io::{self, Write};

/// A format that instances are written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// The canonical `.rotor` text.
    Rotor,
    /// JSON.
    Json,
    /// The binary `.rotorb`.
    Rotorb,
    /// The integer program of the switching flows, in CPLEX format.
    Lp,
    /// The integer program of the switching flows, in free MPS.
    Mps,
    /// The reduced Laplacian, in Matrix Market format.
    Mtx,
}

impl OutputFormat {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Rotor, Self::Json, Self::Rotorb, Self::Lp, Self::Mps, Self::Mtx];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotor => "rotor",
            Self::Json => "json",
            Self::Rotorb => "rotorb",
            Self::Lp => "lp",
            Self::Mps => "mps",
            Self::Mtx => "mtx",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format and the packing that a path's extensions ask for: `.json`, `.rotor.gz`, `.rotorb.zst`, …
    pub fn from_path(path: &str) -> Option<(Self, Compression)> {
        let (stem, last) = path.rsplit_once('.')?;
        let packed = [Compression::Gzip, Compression::Zstd]
            .into_iter()
            .find(|packed| packed.extension() == Some(last));
        let extension = if packed.is_some() { stem.rsplit_once('.')?.1 } else { last };
        Some((Self::from_name(extension)?, packed.unwrap_or_default()))
    }
}

/// Writes `instance` to `out`, its rotors as `rule` wants them where the format says so; integer programs are
/// always those of *move, then turn* and need a start; a Laplacian knows no rotors. Time O(|V| + |A|), for a Laplacian
/// O(|V| + |A| log |A|).
pub fn write(
    instance: &Instance,
    rule: Rule,
    format: OutputFormat,
    compression: Compression,
    out: &mut dyn Write,
) -> io::Result<()> {
    compression.write(out, |out| {
        let out = &mut io::BufWriter::new(out);
        match format {
            OutputFormat::Rotor => write!(out, "{}", instance.written_for(rule)),
            OutputFormat::Json => json::write(instance, rule, out),
            OutputFormat::Rotorb => binary::write(instance, rule, out),
            OutputFormat::Lp => ilp::write_lp(instance, out),
            OutputFormat::Mps => ilp::write_mps(instance, out),
            OutputFormat::Mtx => matrix_market::write(instance, out),
        }?;
        out.flush()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputFormat, ReadOptions, read, samples};

    #[test]
    fn the_extensions_of_a_path_say_format_and_packing() {
        let cases = [
            ("a.rotor", Some((OutputFormat::Rotor, Compression::None))),
            ("b/a.c.json.gz", Some((OutputFormat::Json, Compression::Gzip))),
            ("a.rotorb.zst", Some((OutputFormat::Rotorb, Compression::Zstd))),
            ("a.lp", Some((OutputFormat::Lp, Compression::None))),
            ("a.mps", Some((OutputFormat::Mps, Compression::None))),
            ("a.mtx.gz", Some((OutputFormat::Mtx, Compression::Gzip))),
            ("a.gz", None),
            ("a.svg", None),
            ("json", None),
        ];
        for (path, expected) in cases {
            assert_eq!(OutputFormat::from_path(path), expected, "{path}");
        }
        for format in OutputFormat::ALL {
            assert_eq!(OutputFormat::from_name(format.name()), Some(format));
        }
    }

    #[test]
    fn whatever_is_written_is_recognised_and_reads_back_the_same() {
        let formats = [
            (OutputFormat::Rotor, InputFormat::Rotor),
            (OutputFormat::Json, InputFormat::Json),
            (OutputFormat::Rotorb, InputFormat::Rotorb),
        ];
        for (seed, instance) in samples::instances(60).into_iter().enumerate() {
            let rule = if seed % 2 == 0 { Rule::MoveThenTurn } else { Rule::TurnThenMove };
            for (format, read_as) in formats {
                let zstd = if cfg!(feature = "zstd") { Compression::Zstd } else { Compression::None };
                for compression in [Compression::None, Compression::Gzip, zstd] {
                    let mut bytes = Vec::new();
                    write(&instance, rule, format, compression, &mut bytes).unwrap();
                    let input = read(&bytes, &ReadOptions::default()).unwrap();
                    assert_eq!((&input.instance, input.rule, input.format), (&instance, rule, read_as));
                }
            }
        }
    }

    #[test]
    fn programs_are_written_for_every_instance_with_a_start() {
        for instance in samples::instances(100) {
            for format in [OutputFormat::Lp, OutputFormat::Mps] {
                let mut bytes = Vec::new();
                let written = write(&instance, Rule::MoveThenTurn, format, Compression::None, &mut bytes);
                assert_eq!(written.is_ok(), instance.start().is_some());
                assert!(std::str::from_utf8(&bytes).unwrap().chars().all(|c| c == '\n' || !c.is_control()));
            }
        }
    }
}
