//! Kinds: which of the nasty things a set of instances has shown.

use rotor_graph::{Exit, Instance, StoppingGraph, UndirectedGraph, VertexId, VertexMap};
use std::fmt;

/// How many instances showed each kind; a property test that saw none of a kind has tested nothing about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    instances: usize,
    seen: [usize; KINDS.len()],
}

type Shows = fn(&Instance, &StoppingGraph<'_>) -> bool;

const KINDS: [(&str, Shows); 11] = [
    ("loops", |_, stopping| any_arc(stopping, |u, v| u == v)),
    ("one-way arcs", |instance, stopping| {
        let graph = instance.graph();
        any_arc(stopping, |u, v| u != v && stopping.is_active(v) && !graph.heads(v).contains(&u))
    }),
    ("traps", |_, stopping| !stopping.traps().is_empty()),
    ("inner sinks", |_, stopping| inner_sink(stopping)),
    ("forests", |_, stopping| trees(stopping).0 > 1),
    ("parallel arcs", |_, stopping| multiplicity_of(stopping, 2)),
    ("large multiplicities", |_, stopping| multiplicity_of(stopping, 10)),
    ("no sink", |instance, _| instance.graph().sink_count() == 0),
    ("unreached parts", |instance, stopping| unreached(instance, stopping)),
    ("single vertices", |_, stopping| trees(stopping).1),
    ("rotor not on the first arc", |instance, stopping| {
        stopping.active_vertices().any(|u| instance.rotors().position(instance.graph(), u) > 0)
    }),
];

impl Kinds {
    /// Notes what `instance` shows. Time O(|A|²) at most: for small instances.
    pub fn see(&mut self, instance: &Instance) {
        let stopping = StoppingGraph::of(instance.graph());
        self.instances += 1;
        for (seen, (_, shows)) in self.seen.iter_mut().zip(KINDS) {
            *seen += usize::from(shows(instance, &stopping));
        }
    }

    /// The kinds that no instance has shown.
    pub fn missing(&self) -> Vec<&'static str> {
        self.counts().filter(|&(_, seen)| seen == 0).map(|(name, _)| name).collect()
    }

    /// Every kind with the number of instances that showed it.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        KINDS.iter().zip(self.seen).map(|(&(name, _), seen)| (name, seen))
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} instances:", self.instances)?;
        for (index, (name, seen)) in self.counts().enumerate() {
            write!(f, "{} {name} {seen}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

fn any_arc(stopping: &StoppingGraph<'_>, shows: impl Fn(VertexId, VertexId) -> bool) -> bool {
    stopping.active_vertices().any(|u| stopping.graph().heads(u).iter().any(|&v| shows(u, v)))
}

fn multiplicity_of(stopping: &StoppingGraph<'_>, least: usize) -> bool {
    let graph = stopping.graph();
    any_arc(stopping, |u, v| graph.heads(u).iter().filter(|&&w| w == v).count() >= least)
}

/// A sink with two or more in-neighbours.
fn inner_sink(stopping: &StoppingGraph<'_>) -> bool {
    let graph = stopping.graph();
    let tails =
        |s: VertexId| stopping.active_vertices().filter(move |&u| graph.heads(u).contains(&s)).count();
    graph.vertices().any(|s| graph.is_sink(s) && tails(s) > 1)
}

/// A vertex that the start (or the first vertex, if there is none) does not reach.
fn unreached(instance: &Instance, stopping: &StoppingGraph<'_>) -> bool {
    let start = instance.start().unwrap_or(VertexId::new(0));
    let reached = stopping.reached_from(start);
    matches!(stopping.exit_at(start), None | Some(Exit::Sink(_)))
        && stopping.active_vertices().any(|u| !reached.is_active(u))
}

/// How many connected parts the active vertices form, and whether one of them is a single vertex.
fn trees(stopping: &StoppingGraph<'_>) -> (usize, bool) {
    let undirected = UndirectedGraph::of(stopping);
    let mut seen = VertexMap::filled(stopping.graph().vertex_count(), false);
    let (mut parts, mut single) = (0, false);
    for root in stopping.active_vertices() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let (mut queue, mut size) = (vec![root], 0);
        while let Some(u) = queue.pop() {
            size += 1;
            for &v in undirected.neighbours(u) {
                if !std::mem::replace(&mut seen[v], true) {
                    queue.push(v);
                }
            }
        }
        parts += 1;
        single |= size == 1;
    }
    (parts, single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn shown(text: &str) -> Vec<&'static str> {
        let mut kinds = Kinds::default();
        kinds.see(&parse(text).unwrap());
        kinds.counts().filter(|&(_, seen)| seen == 1).map(|(name, _)| name).collect()
    }

    #[test]
    fn each_kind_is_distinguished_from_the_others() {
        assert_eq!(shown("a: b s\nb: a\nsink s"), [""; 0]);
        assert_eq!(shown("a: a b s\nb: a\nsink s"), ["loops"]);
        assert_eq!(shown("a: b\nb: s\nsink s"), ["one-way arcs"]);
        assert_eq!(shown("a: b t s\nb: a\nt: t\nsink s"), ["traps"]);
        assert_eq!(shown("a: b s\nb: a s\nsink s"), ["inner sinks"]);
        assert_eq!(shown("a: b s\nb: a\nc: d t\nd: c\nsink s\nsink t"), ["forests", "unreached parts"]);
        assert_eq!(shown("a: b^2 s\nb: a\nsink s"), ["parallel arcs"]);
        assert_eq!(shown("a: b^10 s\nb: a\nsink s"), ["parallel arcs", "large multiplicities"]);
        assert_eq!(shown("a: b\nb: a"), ["traps", "no sink"]);
        assert_eq!(shown("a: b s\nb: a\nsink s\nstart s"), ["unreached parts"]);
        assert_eq!(shown("a: s\nsink s"), ["single vertices"]);
        assert_eq!(shown("a: b *s\nb: a\nsink s"), ["rotor not on the first arc"]);
    }

    #[test]
    fn the_report_is_one_line() {
        let mut kinds = Kinds::default();
        kinds.see(&parse("a: a s\nsink s").unwrap());
        assert!(kinds.to_string().starts_with("1 instances: loops 1, one-way arcs 0, traps 0"), "{kinds}");
        assert_eq!(kinds.missing().len(), 9);
    }
}
