//! The integer program itself: rows of a few variables each.

use super::NoStart;
use rotor_graph::{ArcId, Instance, VertexId};
use std::fmt;

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Variable {
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
pub(super) enum RowName {
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
pub(super) enum Sense {
    Equal,
    AtMost,
    AtLeast,
}

/// Σ ± variable (sense) bound. Every coefficient is 1 or −1.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    pub(super) name: RowName,
    /// Variables, and whether they are subtracted.
    pub(super) terms: Vec<(Variable, bool)>,
    pub(super) sense: Sense,
    pub(super) bound: i32,
}

/// The rows of the program of `instance` and its start. Time and memory O(|V| + |A|).
pub(super) fn rows(instance: &Instance) -> Result<Vec<Constraint>, NoStart> {
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
pub(super) fn variables(instance: &Instance) -> impl Iterator<Item = Variable> + '_ {
    let graph = instance.graph();
    let inner = graph.vertices().filter(|&u| !graph.is_sink(u)).map(Variable::Departures);
    inner.chain((0..graph.arc_count() as u32).map(|a| Variable::Uses(ArcId::new(a))))
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
}
