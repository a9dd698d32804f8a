//! The reduced Laplacian in Matrix Market format, for programs of linear algebra.
//!
//! One row and one column for each vertex that is not a sink. With d(u) arcs at u, row u is d(u)·e_u − Σ e_head over
//! the arcs of u to vertices that are not sinks; a loop counts on both sides and cancels. Firing u takes row u off the
//! chips, so rows generate the relations of the sandpile group.

use rotor_graph::{Instance, VertexId, VertexMap, write_name};
use std::io::{self, Write};

/// Writes the reduced Laplacian of `instance`; comments name the vertex of each row. Time O(|V| + |A| log |A|).
pub(crate) fn write(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
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
    use crate::samples;
    use rotor_graph::parse;

    fn written(instance: &Instance) -> String {
        let mut bytes = Vec::new();
        write(instance, &mut bytes).unwrap();
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
