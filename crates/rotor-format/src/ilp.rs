//! The switching flows of a walk as an integer program, in the LP format that CPLEX, GLPK, HiGHS, SCIP and others read.
//!
//! Variables: x_u ≥ 0, how often the particle leaves the vertex u, and y_a ≥ 0, how often it uses the arc a; integers.
//! Minimise the sum of all x subject to
//!
//! - `use_u`: the arcs of u are used as often as u is left;
//! - `keep_v`: what enters v leaves it, and the start is left once more than it is entered;
//! - `turn_a`: from ρ(u) on, no arc is used less often than the one after it;
//! - `round_u`: the first arc from ρ(u) on is used at most once more than the last one;
//! - `exit`: one particle enters the sinks (none if the start is a sink).
//!
//! Its solutions are the switching flows [Dohrau et al. 2017]: the sink with an arc of y = 1 is the exit, and the optimum
//! is the run profile, its value the number of steps. A walk that falls into a trap never lets its particle out: for
//! such a start the program has no solution.
//!
//! Vertices and arcs go by their numbers (`x0`, `y0`); comments say which name is which number.

use rotor_graph::{ArcId, Instance, VertexId, VertexMap, write_name};
use std::io::{self, Write};

/// The error of an instance without a start, which has no program.
fn no_start() -> io::Error {
    let words = "an integer program needs a start; add a `start` line";
    io::Error::new(io::ErrorKind::InvalidInput, words)
}

/// A variable with its sign: `+` or `-`, `x` or `y`, and the number of the vertex or the arc.
type Term = (char, char, usize);

/// Writes the program of `instance` and its start as `.lp`; without a start, it is refused. Time and memory O(|V| + |A|).
pub fn write_lp(instance: &Instance, out: &mut dyn Write) -> io::Result<()> {
    let start = instance.start().ok_or_else(no_start)?;
    let graph = instance.graph();
    let inner = || graph.vertices().filter(|&u| !graph.is_sink(u));
    let x = |sign, u: VertexId| (sign, 'x', u.index());
    let y = |sign, a: ArcId| (sign, 'y', a.index());
    writeln!(out, "\\ The switching flows of a rotor walk: x, departures of vertices; y, uses of arcs.")?;
    for u in graph.vertices() {
        // A name has no line break when it is quoted.
        let mut name = String::new();
        write_name(&mut name, instance.name(u)).expect("a string takes every character");
        writeln!(out, "\\ {}{} = {name}", if graph.is_sink(u) { "sink " } else { "x" }, u.index())?;
    }
    write!(out, "Minimize\n departures:")?;
    write_terms(inner().map(|u| x('+', u)), out)?;
    writeln!(out, "\nSubject To")?;
    let mut entering: VertexMap<Vec<Term>> = VertexMap::filled(graph.vertex_count(), Vec::new());
    for u in inner() {
        let uses = graph.out_arcs(u).map(|a| y('+', a));
        write_row(("use", u.index()), uses.chain([x('-', u)]), "= 0", out)?;
        let order = std::iter::successors(Some(instance.rotors().rotor(u)), |&a| Some(graph.next_arc(u, a)));
        let order: Vec<ArcId> = order.take(graph.out_degree(u) as usize).collect();
        for pair in order.windows(2) {
            write_row(("turn", pair[0].index()), [y('+', pair[0]), y('-', pair[1])], ">= 0", out)?;
        }
        if let [first, .., last] = order[..] {
            write_row(("round", u.index()), [y('+', first), y('-', last)], "<= 1", out)?;
        }
        graph.out_arcs(u).for_each(|a| entering[graph.head(a)].push(y('+', a)));
    }
    for v in inner() {
        let terms = entering[v].iter().copied().chain([x('-', v)]);
        write_row(("keep", v.index()), terms, if v == start { "= -1" } else { "= 0" }, out)?;
    }
    let exits = graph.vertices().filter(|&v| graph.is_sink(v)).flat_map(|v| &entering[v]);
    let exits: Vec<Term> = exits.copied().collect();
    if !exits.is_empty() {
        write!(out, " exit:")?;
        write_terms(exits, out)?;
        writeln!(out, " = {}", i32::from(!graph.is_sink(start)))?;
    }
    writeln!(out, "General")?;
    inner().try_for_each(|u| writeln!(out, " x{}", u.index()))?;
    (0..graph.arc_count()).try_for_each(|a| writeln!(out, " y{a}"))?;
    writeln!(out, "End")
}

fn write_row(
    (name, number): (&str, usize),
    terms: impl IntoIterator<Item = Term>,
    bound: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, " {name}_{number}:")?;
    write_terms(terms, out)?;
    writeln!(out, " {bound}")
}

/// Terms, a few per line: old readers know no line of more than 255 characters.
fn write_terms(terms: impl IntoIterator<Item = Term>, out: &mut dyn Write) -> io::Result<()> {
    const PER_LINE: usize = 12;
    let mut count = 0;
    for (sign, letter, number) in terms {
        if count > 0 && count % PER_LINE == 0 {
            write!(out, "\n  ")?;
        }
        match (count, sign) {
            (0, '+') => write!(out, " {letter}{number}")?,
            _ => write!(out, " {sign} {letter}{number}")?,
        }
        count += 1;
    }
    if count == 0 { write!(out, " 0") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn written(text: &str) -> io::Result<String> {
        let mut lines = Vec::new();
        write_lp(&parse(text).unwrap(), &mut lines)?;
        Ok(String::from_utf8(lines).unwrap())
    }

    #[test]
    fn the_program_of_a_small_walk() {
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
        let text = "u: \"v\\n\" *s u\n\"v\\n\": u\nsink s\nstart u";
        assert_eq!(written(text).unwrap(), expected);
    }

    #[test]
    fn no_line_is_long_and_a_start_on_a_sink_is_an_empty_program() {
        assert!(written("u: s^100\nsink s\nstart u").unwrap().lines().all(|line| line.len() < 255));
        let empty = "Minimize\n departures: 0\nSubject To\nGeneral\nEnd\n";
        assert!(written("sink s\nstart s").unwrap().ends_with(empty));
    }

    #[test]
    fn without_a_start_there_is_no_program() {
        let error = written("u: s\nsink s").unwrap_err();
        assert_eq!(error.to_string(), "an integer program needs a start; add a `start` line");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }
}
