//! Any output: an instance in the format that a file's name asks for.

use crate::compression::Compression;
use crate::{binary, ilp, json};
use rotor_graph::{Instance, Rule, VertexId, VertexMap, write_name};
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
    /// The reduced Laplacian, in Matrix Market format.
    Mtx,
}

impl OutputFormat {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Rotor, Self::Json, Self::Rotorb, Self::Lp, Self::Mtx];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotor => "rotor",
            Self::Json => "json",
            Self::Rotorb => "rotorb",
            Self::Lp => "lp",
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

/// Why no instance is written to a file of that name, or in a format of that name, though one may be read from it.
pub fn check_writable(name: &str) -> Result<(), String> {
    match name.ends_with(".zst") {
        true => {
            Err(format!("{name}: zstd is read, not written; leave .zst out, or pipe the output to `zstd`"))
        }
        false => Ok(()),
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
            OutputFormat::Mtx => write_laplacian(instance, out),
        }?;
        out.flush()
    })
}

// The reduced Laplacian in Matrix Market format, for programs of linear algebra
//
// One row and one column for each vertex that is not a sink. With d(u) arcs at u, row u is d(u)·e_u − Σ e_head over
// the arcs of u to vertices that are not sinks; a loop counts on both sides and cancels. Firing u takes row u off the
// chips, so rows generate the relations of the sandpile group.

/// Writes the reduced Laplacian of `instance`; comments name the vertex of each row. Time O(|V| + |A| log |A|).
fn write_laplacian(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    let rows: Vec<VertexId> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
    let mut number = VertexMap::filled(graph.vertex_count(), None);
    // Matrix Market counts from 1.
    rows.iter().zip(1u32..).for_each(|(&u, row)| number[u] = Some(row));
    let mut entries = Vec::new();
    for (&u, row) in rows.iter().zip(1u32..) {
        let heads = graph.heads(u).iter().filter_map(|&v| number[v]).map(|column| (row, column, -1));
        let start = entries.len();
        entries.push((row, row, i64::from(graph.out_degree(u))));
        entries.extend(heads);
        entries[start..].sort_unstable_by_key(|&(_, column, _)| column);
        let mut last = start;
        for at in start + 1..entries.len() {
            if entries[at].1 == entries[last].1 {
                entries[last].2 += entries[at].2;
            } else {
                last += 1;
                entries[last] = entries[at];
            }
        }
        entries.truncate(last + 1);
    }
    // A vertex with loops only has a row of zeros.
    entries.retain(|&(_, _, value)| value != 0);
    writeln!(out, "%%MatrixMarket matrix coordinate integer general")?;
    writeln!(
        out,
        "% reduced Laplacian: row u = out-degree of u at u, minus 1 at the head of each arc; no sinks"
    )?;
    writeln!(out, "% order of the vertices:")?;
    for (&u, row) in rows.iter().zip(1u32..) {
        let mut name = String::new();
        write_name(&mut name, instance.name(u)).expect("a string takes every character");
        writeln!(out, "% {row} {name}")?;
    }
    writeln!(out, "{} {} {}", rows.len(), rows.len(), entries.len())?;
    entries.iter().try_for_each(|(row, column, value)| writeln!(out, "{row} {column} {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InputFormat, ReadOptions, read, samples};
    use rotor_graph::parse;

    #[test]
    fn the_extensions_of_a_path_say_format_and_packing() {
        let cases = [
            ("a.rotor", Some((OutputFormat::Rotor, Compression::None))),
            ("b/a.c.json.gz", Some((OutputFormat::Json, Compression::Gzip))),
            ("a.rotorb.zst", Some((OutputFormat::Rotorb, Compression::Zstd))),
            ("a.lp", Some((OutputFormat::Lp, Compression::None))),
            ("a.mps", None),
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
    fn zstd_is_read_and_not_written() {
        let refused = "a.json.zst: zstd is read, not written; leave .zst out, or pipe the output to `zstd`";
        assert_eq!(check_writable("a.json.zst"), Err(refused.to_owned()));
        assert_eq!(["a.json", "a.json.gz", "-"].map(check_writable), [Ok(()), Ok(()), Ok(())]);
        let instance = rotor_graph::parse("sink s").unwrap();
        let mut out = Vec::new();
        let written = write(&instance, Rule::MoveThenTurn, OutputFormat::Json, Compression::Zstd, &mut out);
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::Unsupported);
        assert!(out.is_empty());
    }

    #[test]
    fn whatever_is_written_is_recognised_and_reads_back_the_same() {
        let formats = [
            (OutputFormat::Rotor, InputFormat::Rotor),
            (OutputFormat::Json, InputFormat::Json),
            (OutputFormat::Rotorb, InputFormat::Rotorb),
        ];
        let rules = [Rule::MoveThenTurn, Rule::TurnThenMove];
        for (instance, rule) in samples::instances(400).iter().flat_map(|it| rules.map(|rule| (it, rule))) {
            for (format, read_as) in formats {
                for compression in [Compression::None, Compression::Gzip] {
                    let mut bytes = Vec::new();
                    write(instance, rule, format, compression, &mut bytes).unwrap();
                    let input = read(&bytes, &ReadOptions::default(), &mut ()).unwrap();
                    assert_eq!((&input.instance, input.rule, input.format), (instance, rule, read_as));
                }
            }
        }
    }

    #[test]
    fn programs_are_written_for_every_instance_with_a_start() {
        for instance in samples::instances(100) {
            let mut bytes = Vec::new();
            let (rule, format) = (Rule::MoveThenTurn, OutputFormat::Lp);
            let written = write(&instance, rule, format, Compression::None, &mut bytes);
            assert_eq!(written.is_ok(), instance.start().is_some());
            assert!(std::str::from_utf8(&bytes).unwrap().chars().all(|c| c == '\n' || !c.is_control()));
        }
    }

    fn written(instance: &Instance) -> String {
        let mut bytes = Vec::new();
        write_laplacian(instance, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn rows_are_degrees_less_heads_and_sinks_have_none() {
        let text = written(&parse("u: v s v\nsink s\n\"v w\": u^2 \"v w\" t\nt: t^2\nv: s").unwrap());
        let (comments, numbers): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('%'));
        assert_eq!(comments[0], "%%MatrixMarket matrix coordinate integer general");
        assert_eq!(comments[3..], ["% 1 u", "% 2 \"v w\"", "% 3 t", "% 4 v"]);
        assert_eq!(numbers, ["4 4 6", "1 1 3", "1 4 -2", "2 1 -2", "2 2 3", "2 3 -1", "4 4 1"]);
    }

    #[test]
    fn the_matrix_is_that_of_the_definition() {
        let (mut loops, mut parallel, mut sinks) = (0, 0, 0);
        for instance in samples::instances(300) {
            let graph = instance.graph();
            let rows: Vec<_> = graph.vertices().filter(|&u| !graph.is_sink(u)).collect();
            let mut expected = vec![vec![0i64; rows.len()]; rows.len()];
            for (i, &u) in rows.iter().enumerate() {
                expected[i][i] += i64::from(graph.out_degree(u));
                for &v in graph.heads(u) {
                    loops += u32::from(u == v);
                    parallel += u32::from(graph.heads(u).iter().filter(|&&w| w == v).count() > 1);
                    match rows.iter().position(|&w| w == v) {
                        Some(j) => expected[i][j] -= 1,
                        None => sinks += 1,
                    }
                }
            }
            let text = written(&instance);
            let mut lines = text.lines().filter(|line| !line.starts_with('%'));
            let size = format!("{0} {0} ", rows.len());
            assert!(lines.next().unwrap().starts_with(&size));
            for line in lines {
                let entry: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
                expected[entry[0] as usize - 1][entry[1] as usize - 1] -= entry[2];
            }
            assert!(expected.iter().flatten().all(|&rest| rest == 0), "{instance}\n{text}");
        }
        assert!(loops > 50 && parallel > 50 && sinks > 50, "{loops} {parallel} {sinks}");
    }
}
