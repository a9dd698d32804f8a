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

use rotor_graph::{ArcId, Instance, VertexId, write_name};
use std::fmt;
use std::io::{self, Write};

/// There is no program without a start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an integer program needs a start; add a `start` line")]
pub struct NoStart;

impl From<NoStart> for io::Error {
    fn from(error: NoStart) -> Self {
        Self::new(io::ErrorKind::InvalidInput, error)
    }
}

// The program: rows of a few variables each

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variable {
    /// x_u.
    Departures(VertexId),
    /// y_a.
    Uses(ArcId),
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Departures(u) => write!(f, "x{}", u.index()),
            Self::Uses(a) => write!(f, "y{}", a.index()),
        }
    }
}

/// The name of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RowName {
    Use(VertexId),
    Keep(VertexId),
    Turn(ArcId),
    Round(VertexId),
    Exit,
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Use(u) => write!(f, "use_{}", u.index()),
            Self::Keep(v) => write!(f, "keep_{}", v.index()),
            Self::Turn(a) => write!(f, "turn_{}", a.index()),
            Self::Round(u) => write!(f, "round_{}", u.index()),
            Self::Exit => f.write_str("exit"),
        }
    }
}

/// How the two sides of a row compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sense {
    Equal,
    AtMost,
    AtLeast,
}

/// Σ ± variable (sense) bound. Every coefficient is 1 or −1.
#[derive(Clone, Debug)]
struct Constraint {
    name: RowName,
    /// Variables, and whether they are subtracted.
    terms: Vec<(Variable, bool)>,
    sense: Sense,
    bound: i32,
}

/// The rows of the program of `instance` and its start. Time and memory O(|V| + |A|).
fn rows(instance: &Instance) -> Result<Vec<Constraint>, NoStart> {
    let start = instance.start().ok_or(NoStart)?;
    let graph = instance.graph();
    let mut rows = Vec::new();
    let mut entering: Vec<Vec<(Variable, bool)>> = vec![Vec::new(); graph.vertex_count()];
    for u in graph.vertices().filter(|&u| !graph.is_sink(u)) {
        let uses = graph.out_arcs(u).map(|a| (Variable::Uses(a), false));
        let terms = uses.chain([(Variable::Departures(u), true)]).collect();
        rows.push(Constraint { name: RowName::Use(u), terms, sense: Sense::Equal, bound: 0 });
        push_order(&mut rows, instance, u);
        for a in graph.out_arcs(u) {
            entering[graph.head(a).index()].push((Variable::Uses(a), false));
        }
    }
    let mut exits = Vec::new();
    for (v, mut terms) in graph.vertices().zip(entering) {
        if graph.is_sink(v) {
            exits.append(&mut terms);
            continue;
        }
        terms.push((Variable::Departures(v), true));
        rows.push(Constraint {
            name: RowName::Keep(v),
            terms,
            sense: Sense::Equal,
            bound: -i32::from(v == start),
        });
    }
    if !exits.is_empty() {
        let bound = i32::from(!graph.is_sink(start));
        rows.push(Constraint { name: RowName::Exit, terms: exits, sense: Sense::Equal, bound });
    }
    Ok(rows)
}

/// The rows that make the arcs of `u` be used in rotor order.
fn push_order(rows: &mut Vec<Constraint>, instance: &Instance, u: VertexId) {
    let graph = instance.graph();
    let first = instance.rotors().rotor(u);
    let mut a = first;
    for _ in 1..graph.out_degree(u) {
        let next = graph.next_arc(u, a);
        let terms = vec![(Variable::Uses(a), false), (Variable::Uses(next), true)];
        rows.push(Constraint { name: RowName::Turn(a), terms, sense: Sense::AtLeast, bound: 0 });
        a = next;
    }
    if a != first {
        let terms = vec![(Variable::Uses(first), false), (Variable::Uses(a), true)];
        rows.push(Constraint { name: RowName::Round(u), terms, sense: Sense::AtMost, bound: 1 });
    }
}

/// All variables: departures of non-sinks, then uses of arcs.
fn variables(instance: &Instance) -> impl Iterator<Item = Variable> + '_ {
    let graph = instance.graph();
    let inner = graph.vertices().filter(|&u| !graph.is_sink(u)).map(Variable::Departures);
    inner.chain((0..graph.arc_count() as u32).map(|a| Variable::Uses(ArcId::new(a))))
}

// The LP format

/// Writes the program of `instance` and its start as `.lp`; without a start, the error is [`NoStart`].
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
fn name_table(instance: &Instance) -> impl Iterator<Item = String> + '_ {
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
    use crate::samples;
    use rotor_graph::{RotorWalk, StoppingGraph, parse};
    use std::collections::HashMap;

    /// Whether every row holds when `u` is left `departures[u]` times and the arcs are used as `uses` says.
    fn holds(rows: &[Constraint], departures: &[i64], uses: &[i64]) -> bool {
        rows.iter().all(|row| {
            let value = |&(variable, minus): &(Variable, bool)| {
                let value = match variable {
                    Variable::Departures(u) => departures[u.index()],
                    Variable::Uses(a) => uses[a.index()],
                };
                if minus { -value } else { value }
            };
            let left: i64 = row.terms.iter().map(value).sum();
            match row.sense {
                Sense::Equal => left == i64::from(row.bound),
                Sense::AtMost => left <= i64::from(row.bound),
                Sense::AtLeast => left >= i64::from(row.bound),
            }
        })
    }

    /// Departures and uses of the plain walk, or `None` if it falls into a trap or takes long.
    fn run_profile(instance: &Instance) -> Option<(Vec<i64>, Vec<i64>)> {
        let graph = instance.graph();
        let (mut departures, mut uses) = (vec![0; graph.vertex_count()], vec![0; graph.arc_count()]);
        let (mut rotors, mut particle) = (instance.rotors().clone(), instance.start()?);
        let stopping = StoppingGraph::of(graph);
        for _ in 0..2000 {
            if !stopping.is_active(particle) {
                return graph.is_sink(particle).then_some((departures, uses));
            }
            departures[particle.index()] += 1;
            uses[rotors.rotor(particle).index()] += 1;
            particle = rotor_graph::route(graph, &mut rotors, particle);
        }
        None
    }

    #[test]
    fn only_the_run_profile_solves_the_program_nearby() {
        let mut checked = 0;
        for instance in samples::instances(300).iter().filter(|instance| instance.start().is_some()) {
            let Some((departures, uses)) = run_profile(instance) else { continue };
            let rows = rows(instance).unwrap();
            assert!(holds(&rows, &departures, &uses), "{instance}");
            for a in 0..uses.len() {
                let mut other = uses.clone();
                other[a] += 1;
                assert!(!holds(&rows, &departures, &other), "{instance}");
            }
            checked += 1;
        }
        assert!(checked > 50, "{checked}");
    }

    #[test]
    fn the_least_solution_is_the_run_and_its_value_the_steps() {
        let instance = parse("u: v s\nv: u *u t\nsink s\nsink t\nstart u").unwrap();
        let rows = rows(&instance).unwrap();
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
        walk.run(100);
        let mut solutions = HashMap::new();
        for code in 0..4u32.pow(5) {
            let uses: Vec<i64> = (0..5).map(|a| i64::from(code / 4u32.pow(a) % 4)).collect();
            let departures = [uses[0] + uses[1], uses[2] + uses[3] + uses[4], 0, 0];
            if holds(&rows, &departures, &uses) {
                solutions.insert(departures[0] + departures[1], uses);
            }
        }
        let least = solutions.keys().min().unwrap();
        assert_eq!(solutions[least], run_profile(&instance).unwrap().1);
        assert_eq!(least.to_string(), walk.steps().to_string());
    }

    #[test]
    fn a_start_that_falls_into_a_trap_has_no_solution() {
        let instance = parse("u: a s\na: a\nsink s\nstart u").unwrap();
        let rows = rows(&instance).unwrap();
        for code in 0..6u32.pow(3) {
            let uses: Vec<i64> = (0..3).map(|a| i64::from(code / 6u32.pow(a) % 6)).collect();
            assert!(!holds(&rows, &[uses[0] + uses[1], uses[2], 0], &uses));
        }
    }

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
