//! Integer programs in CPLEX's LP format.

use super::program::{Constraint, Sense, Variable, rows, variables};
use rotor_graph::{Instance, write_name};
use std::io::{self, Write};

/// Writes the program of `instance` and its start as `.lp`; without a start, the error is [`NoStart`](super::NoStart).
pub fn write_lp(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let rows = rows(instance)?;
    writeln!(out, "\\ The switching flows of a rotor walk: x, departures of vertices; y, uses of arcs.")?;
    for line in name_table(instance) {
        writeln!(out, "\\ {line}")?;
    }
    writeln!(out, "Minimize")?;
    write!(out, " departures:")?;
    let inner = variables(instance).filter(|variable| matches!(variable, Variable::Departures(_)));
    write_terms(&inner.map(|variable| (variable, false)).collect::<Vec<_>>(), out)?;
    writeln!(out, "\nSubject To")?;
    for row in &rows {
        write_row(row, out)?;
    }
    writeln!(out, "General")?;
    for variable in variables(instance) {
        writeln!(out, " {variable}")?;
    }
    writeln!(out, "End")
}

/// One line for each name, without line breaks in it: `x0 = u0`, `sink 3 = s1`.
pub(super) fn name_table(instance: &Instance) -> impl Iterator<Item = String> + '_ {
    instance.graph().vertices().map(|u| {
        let kind = if instance.graph().is_sink(u) { "sink " } else { "x" };
        let mut line = format!("{kind}{} = ", u.index());
        write_name(&mut line, instance.name(u)).expect("a string takes every character");
        line
    })
}

fn write_row(row: &Constraint, out: &mut dyn Write) -> io::Result<()> {
    write!(out, " {}:", row.name)?;
    write_terms(&row.terms, out)?;
    let sense = match row.sense {
        Sense::Equal => "=",
        Sense::AtMost => "<=",
        Sense::AtLeast => ">=",
    };
    writeln!(out, " {sense} {}", row.bound)
}

/// Terms, a few per line: old readers know no line of more than 255 characters.
fn write_terms(terms: &[(Variable, bool)], out: &mut dyn Write) -> io::Result<()> {
    const PER_LINE: usize = 12;
    for (index, (variable, minus)) in terms.iter().enumerate() {
        if index > 0 && index % PER_LINE == 0 {
            write!(out, "\n  ")?;
        }
        match (index, minus) {
            (_, true) => write!(out, " - {variable}")?,
            (0, false) => write!(out, " {variable}")?,
            (_, false) => write!(out, " + {variable}")?,
        }
    }
    if terms.is_empty() {
        write!(out, " 0")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    #[test]
    fn the_program_of_a_small_walk() {
        let instance = parse("u: \"v\\n\" *s u\n\"v\\n\": u\nsink s\nstart u").unwrap();
        let mut text = Vec::new();
        write_lp(&instance, &mut text).unwrap();
        let expected = "\\ The switching flows of a rotor walk: x, departures of vertices; y, uses of arcs.
\\ x0 = u
\\ x1 = \"v\\n\"
\\ sink 2 = s
Minimize
 departures: x0 + x1
Subject To
 use_0: y0 + y1 + y2 - x0 = 0
 turn_1: y1 - y2 >= 0
 turn_2: y2 - y0 >= 0
 round_0: y1 - y0 <= 1
 use_1: y3 - x1 = 0
 keep_0: y2 + y3 - x0 = -1
 keep_1: y0 - x1 = 0
 exit: y1 = 1
General
 x0
 x1
 y0
 y1
 y2
 y3
End
";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn no_line_is_long() {
        let instance = parse("u: s^100\nsink s\nstart u").unwrap();
        let mut text = Vec::new();
        write_lp(&instance, &mut text).unwrap();
        assert!(String::from_utf8(text).unwrap().lines().all(|line| line.len() < 255));
    }

    #[test]
    fn a_start_on_a_sink_is_an_empty_program() {
        let mut text = Vec::new();
        write_lp(&parse("sink s\nstart s").unwrap(), &mut text).unwrap();
        assert!(
            String::from_utf8(text)
                .unwrap()
                .ends_with("Minimize\n departures: 0\nSubject To\nGeneral\nEnd\n")
        );
    }

    #[test]
    fn without_a_start_there_is_no_program() {
        let instance = parse("u: s\nsink s").unwrap();
        let error = write_lp(&instance, &mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "an integer program needs a start; add a `start` line");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
}
