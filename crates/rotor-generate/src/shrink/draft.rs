//! Drafts: what is left of an instance while vertices and arcs are taken out of it.

use rotor_graph::{Configuration, Instance, Multigraph, Names, Owner, Value, VertexId, VertexMap};
use std::ops::Range;

const GONE: u32 = u32::MAX;

/// The rows of an instance, free to change. Every vertex is reached from the start.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'i> {
    origin: &'i Instance,
    /// The vertex of the instance that each row stands for.
    vertex: Vec<VertexId>,
    /// Heads are rows; sinks have none.
    heads: Vec<Vec<u32>>,
    rotor: Vec<u32>,
    start: u32,
}

impl<'i> Draft<'i> {
    /// What `start` reaches of the instance. Time O(|V| + |A|).
    pub(crate) fn of(origin: &'i Instance, start: VertexId) -> Self {
        let graph = origin.graph();
        let row = |u| graph.heads(u).iter().map(|v| v.index() as u32).collect();
        Self {
            origin,
            vertex: graph.vertices().collect(),
            heads: graph.vertices().map(row).collect(),
            rotor: graph
                .vertices()
                .map(|u| if graph.is_sink(u) { 0 } else { origin.rotors().position(graph, u) })
                .collect(),
            start: start.index() as u32,
        }
        .reached()
    }

    /// How many vertices it has, sinks included.
    pub(crate) fn vertex_count(&self) -> usize {
        self.heads.len()
    }

    /// How many arcs it has.
    pub(crate) fn arc_count(&self) -> usize {
        self.heads.iter().map(Vec::len).sum()
    }

    /// The same without these vertices, sinks excepted: what led to one of them leads where its rotor points. A vertex
    /// whose rotor leads back to it through the others stays.
    pub(crate) fn contracted(&self, vertices: Range<usize>) -> Self {
        let mut target: Vec<u32> = (0..self.heads.len() as u32).collect();
        for v in vertices {
            if let Some(&head) = self.heads[v].get(self.rotor[v] as usize) {
                let end = end_of(&mut target, head);
                if end != v as u32 {
                    target[v] = end;
                }
            }
        }
        let mut smaller = self.clone();
        let all_heads = smaller.heads.iter_mut().flatten();
        all_heads.chain([&mut smaller.start]).for_each(|head| *head = end_of(&mut target, *head));
        smaller.reached()
    }

    /// The same without these arcs, counted in the order of the file; the last arc of a vertex stays. A rotor on an arc
    /// that goes stands on the next one.
    pub(crate) fn without_arcs(&self, arcs: Range<usize>) -> Self {
        let mut smaller = self.clone();
        let mut first = 0;
        for (heads, rotor) in smaller.heads.iter_mut().zip(&mut smaller.rotor) {
            let from = arcs.start.saturating_sub(first).min(heads.len());
            let to = arcs.end.saturating_sub(first).min(heads.len());
            first += heads.len();
            let from = if to - from == heads.len() { to.min(from + 1) } else { from };
            heads.drain(from..to);
            let before = (*rotor as usize).clamp(from, to) - from;
            *rotor -= before as u32;
            if *rotor as usize >= heads.len() {
                *rotor = 0;
            }
        }
        smaller.reached()
    }

    /// Only what the start reaches.
    fn reached(self) -> Self {
        let mut row = vec![GONE; self.heads.len()];
        let mut open = vec![self.start];
        row[self.start as usize] = 0;
        while let Some(u) = open.pop() {
            for &v in &self.heads[u as usize] {
                if row[v as usize] == GONE {
                    row[v as usize] = 0;
                    open.push(v);
                }
            }
        }
        for (rows, number) in row.iter_mut().filter(|number| **number != GONE).enumerate() {
            *number = rows as u32;
        }
        let stays = |u: &usize| row[*u] != GONE;
        let renamed = |heads: &Vec<u32>| heads.iter().map(|&v| row[v as usize]).collect();
        let all = || (0..row.len()).filter(stays);
        Self {
            origin: self.origin,
            vertex: all().map(|u| self.vertex[u]).collect(),
            heads: all().map(|u| renamed(&self.heads[u])).collect(),
            rotor: all().map(|u| self.rotor[u]).collect(),
            start: row[self.start as usize],
        }
    }

    /// The instance that it is, names, owners and values being those of the first one.
    pub(crate) fn instance(&self) -> Instance {
        let mut first = vec![0];
        let mut heads = Vec::new();
        let mut names = Names::with_capacity(self.heads.len());
        for (row, &u) in self.heads.iter().zip(&self.vertex) {
            heads.extend(row.iter().map(|&v| VertexId::new(v)));
            first.push(heads.len() as u32);
            names.push(self.origin.name(u));
        }
        let graph = Multigraph::from_rows(first, heads).expect("a part of a graph is no larger");
        let owners: Vec<Owner> = self.vertex.iter().map(|&u| self.origin.owner(u)).collect();
        let values: Vec<Value> = self.vertex.iter().map(|&u| self.origin.value(u)).collect();
        let rotors = Configuration::from_positions(&graph, |u| self.rotor[u.index()]);
        let built = Instance::new(graph, names).and_then(|instance| {
            instance
                .with_rotors(rotors)
                .with_owners(VertexMap::from_vec(owners))?
                .with_values(VertexMap::from_vec(values))?
                .with_start(Some(VertexId::new(self.start)))
        });
        built.expect("a sink stays a sink, and no other vertex becomes one")
    }
}

/// Where the targets lead in the end.
fn end_of(target: &mut [u32], mut v: u32) -> u32 {
    while target[v as usize] != v {
        let next = target[v as usize];
        target[v as usize] = target[next as usize];
        v = next;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    const TEXT: &str = "a: b *c s\nb: a a\nc: *b d t\nd: c s\nlost: a\nsink s\nsink t = 3\nstart a\n";

    fn edited(edit: impl for<'d> Fn(&Draft<'d>) -> Draft<'d>) -> String {
        let instance = parse(TEXT).unwrap();
        let draft = Draft::of(&instance, instance.start().unwrap());
        edit(&draft).instance().to_string()
    }

    #[test]
    fn what_is_not_reached_is_dropped() {
        let text = "a: b *c s\nb: a^2\nc: b d t\nd: c s\nsink s\nsink t = 3\nstart a\n";
        assert_eq!(edited(|draft| draft.clone()), text);
    }

    #[test]
    fn contraction_leads_on_along_the_rotor_and_never_in_circles() {
        assert_eq!(edited(|draft| draft.contracted(2..3)), "a: b *b s\nb: a^2\nsink s\nstart a\n");
        // a, b and c lead to each other in a circle: the last one stays.
        assert_eq!(edited(|draft| draft.contracted(0..3)), "c: c d t\nd: c s\nsink s\nsink t = 3\nstart c\n");
    }

    #[test]
    fn arcs_are_taken_out_and_the_last_one_stays() {
        assert!(edited(|draft| draft.without_arcs(0..1)).starts_with("a: c s\n"));
        assert!(edited(|draft| draft.without_arcs(1..2)).starts_with("a: b *s\n"));
        assert!(edited(|draft| draft.without_arcs(1..3)).starts_with("a: b\nb: a^2\n"));
        assert!(edited(|draft| draft.without_arcs(0..4)).starts_with("a: b\nb: a\n"));
        assert_eq!(edited(|draft| draft.without_arcs(0..99)), "a: b\nb: a\nstart a\n");
    }
}
