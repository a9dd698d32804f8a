//! Integer programs in free MPS.

use super::lp::name_table;
use super::program::{Sense, Variable, rows, variables};
use rotor_graph::Instance;
use std::io::{self, Write};

/// Writes the program of `instance` and its start as `.mps`; without a start, the error is [`NoStart`](super::NoStart).
pub fn write_mps(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let rows = rows(instance)?;
    writeln!(out, "* The switching flows of a rotor walk: x, departures of vertices; y, uses of arcs.")?;
    for line in name_table(instance) {
        writeln!(out, "* {line}")?;
    }
    writeln!(out, "NAME switching_flow\nROWS\n N departures")?;
    for row in &rows {
        let sense = match row.sense {
            Sense::Equal => 'E',
            Sense::AtMost => 'L',
            Sense::AtLeast => 'G',
        };
        writeln!(out, " {sense} {}", row.name)?;
    }
    // Free MPS wants columns: the terms by variable, in the order of the rows.
    let mut terms: Vec<(Variable, usize, bool)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        terms.extend(row.terms.iter().map(|&(variable, minus)| (variable, index, minus)));
    }
    terms.sort_unstable();
    writeln!(out, "COLUMNS\n M1 'MARKER' 'INTORG'")?;
    for column in terms.chunk_by(|a, b| a.0 == b.0) {
        if let Variable::Departures(_) = column[0].0 {
            writeln!(out, " {} departures 1", column[0].0)?;
        }
        for &(variable, row, minus) in column {
            writeln!(out, " {variable} {} {}", rows[row].name, if minus { -1 } else { 1 })?;
        }
    }
    writeln!(out, " M2 'MARKER' 'INTEND'\nRHS")?;
    for row in rows.iter().filter(|row| row.bound != 0) {
        writeln!(out, " RHS {} {}", row.name, row.bound)?;
    }
    // Said, because some readers take an integer without bounds for 0 or 1.
    writeln!(out, "BOUNDS")?;
    for variable in variables(instance) {
        writeln!(out, " PL BND {variable}")?;
    }
    writeln!(out, "ENDATA")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn the_program_of_a_small_walk() {
        let instance = parse("u: v *s u\nv: u\nsink s\nstart u").unwrap();
        let mut text = Vec::new();
        write_mps(&instance, &mut text).unwrap();
        let expected = "* The switching flows of a rotor walk: x, departures of vertices; y, uses of arcs.
* x0 = u
* x1 = v
* sink 2 = s
NAME switching_flow
ROWS
 N departures
 E use_0
 G turn_1
 G turn_2
 L round_0
 E use_1
 E keep_0
 E keep_1
 E exit
COLUMNS
 M1 'MARKER' 'INTORG'
 x0 departures 1
 x0 use_0 -1
 x0 keep_0 -1
 x1 departures 1
 x1 use_1 -1
 x1 keep_1 -1
 y0 use_0 1
 y0 turn_2 -1
 y0 round_0 -1
 y0 keep_1 1
 y1 use_0 1
 y1 turn_1 1
 y1 round_0 1
 y1 exit 1
 y2 use_0 1
 y2 turn_1 -1
 y2 turn_2 1
 y2 keep_0 1
 y3 use_1 1
 y3 keep_0 1
 M2 'MARKER' 'INTEND'
RHS
 RHS round_0 1
 RHS keep_0 -1
 RHS exit 1
BOUNDS
 PL BND x0
 PL BND x1
 PL BND y0
 PL BND y1
 PL BND y2
 PL BND y3
ENDATA
";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn without_a_start_there_is_no_program() {
        assert!(write_mps(&parse("u: s\nsink s").unwrap(), &mut Vec::new()).is_err());
    }
}
