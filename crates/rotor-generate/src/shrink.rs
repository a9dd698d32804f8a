//! Shrinking: an instance made smaller, piece by piece, while it stays what it was kept for.
//!
//! Greedy, halves first: single vertices and arcs are tried last. A vertex is not deleted but contracted along its rotor,
//! so that walks through it still arrive, which keeps a failure alive more often.

use rotor_graph::{Configuration, Instance, Multigraph, Names, Owner, Value, VertexId, VertexMap};
use std::ops::Range;

/// Makes an instance smaller in at most this many `tries`: calls `keep` on each smaller candidate, which returns whether to
/// continue from it. Candidates that are not smaller are skipped.
///
/// Vertices are contracted along their rotors and arcs taken out, many neighbours at once, then half as many, down to
/// single ones, again and again until nothing changes. What the start does not reach is dropped in any case. If `keep` fails, the
/// search ends with its error; the caller has seen every instance that was kept. Time O(|V| + |A|) for each try,
/// besides what `keep` takes. Deterministic if `keep` is.
///
/// ```
/// let chain = rotor_generate::generate("chain", &[("n".to_owned(), "9".to_owned())].into(), 1)?;
/// let mut smallest = chain.clone();
/// let start = chain.start().ok_or("a chain has a start")?;
/// rotor_generate::shrink(&chain, start, 100, |smaller| {
///     let kept = smaller.graph().arc_count() >= 4;
///     if kept {
///         smallest = smaller.clone();
///     }
///     Ok::<bool, std::convert::Infallible>(kept)
/// })?;
/// assert_eq!(smallest.graph().arc_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shrink<E>(
    instance: &Instance,
    start: VertexId,
    tries: u32,
    mut keep: impl FnMut(&Instance) -> Result<bool, E>,
) -> Result<(), E> {
    let mut draft = Draft::of(instance, start);
    let mut left = tries;
    if left > 0 && draft.vertex_count() < instance.graph().vertex_count() {
        left -= 1;
        keep(&draft.instance())?;
    }
    loop {
        let before = (draft.vertex_count(), draft.arc_count());
        sweep(&mut draft, &mut left, Draft::vertex_count, Draft::contracted, &mut keep)?;
        sweep(&mut draft, &mut left, Draft::arc_count, Draft::without_arcs, &mut keep)?;
        if left == 0 || (draft.vertex_count(), draft.arc_count()) == before {
            return Ok(());
        }
    }
}

/// Tries to take out neighbours, half of all at once, then ever fewer.
fn sweep<'i, E>(
    draft: &mut Draft<'i>,
    left: &mut u32,
    count: impl Fn(&Draft<'i>) -> usize,
    without: impl Fn(&Draft<'i>, Range<usize>) -> Draft<'i>,
    keep: &mut impl FnMut(&Instance) -> Result<bool, E>,
) -> Result<(), E> {
    let mut together = count(draft) / 2;
    while together > 0 {
        let mut at = 0;
        while at < count(draft) {
            let smaller = without(draft, at..(at + together).min(count(draft)));
            if (smaller.vertex_count(), smaller.arc_count()) == (draft.vertex_count(), draft.arc_count()) {
                at += together;
                continue;
            }
            if *left == 0 {
                return Ok(());
            }
            *left -= 1;
            if keep(&smaller.instance())? {
                *draft = smaller;
            } else {
                at += together;
            }
        }
        together /= 2;
    }
    Ok(())
}

const GONE: u32 = u32::MAX;

/// The rows of an instance, free to change. Every vertex is reached from the start.
#[derive(Clone, Debug)]
struct Draft<'i> {
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
    fn of(origin: &'i Instance, start: VertexId) -> Self {
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
    fn vertex_count(&self) -> usize {
        self.heads.len()
    }

    /// How many arcs it has.
    fn arc_count(&self) -> usize {
        self.heads.iter().map(Vec::len).sum()
    }

    /// The same without these vertices, sinks excepted: what led to one of them leads where its rotor points. A vertex
    /// whose rotor leads back to it through the others stays.
    fn contracted(&self, vertices: Range<usize>) -> Self {
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
    fn without_arcs(&self, arcs: Range<usize>) -> Self {
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
    fn instance(&self) -> Instance {
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
    use crate::{Dice, generate, small_graph};
    use rotor_graph::{RotorWalk, StoppingGraph, parse};
    use std::convert::Infallible;

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

    /// How long the walk from the start is, up to a bound.
    fn steps(instance: &Instance) -> u64 {
        let stopping = StoppingGraph::of(instance.graph());
        let mut walk = RotorWalk::new(&stopping, instance.rotors(), instance.start().unwrap());
        walk.run(1 << 12);
        walk.steps()
    }

    fn smallest(instance: &Instance, tries: u32, least: u64) -> (Instance, u32) {
        let (mut smallest, mut tried) = (instance.clone(), 0);
        let keep = |smaller: &Instance| {
            tried += 1;
            let kept = steps(smaller) >= least;
            if kept {
                smallest = smaller.clone();
            }
            Ok::<_, Infallible>(kept)
        };
        shrink(instance, instance.start().unwrap(), tries, keep).unwrap();
        (smallest, tried)
    }

    #[test]
    fn what_is_left_is_valid_as_good_and_no_single_piece_too_large() {
        let mut shrunk = 0;
        for seed in 0..300 {
            let mut dice = Dice::new(seed);
            let instance = small_graph(&mut dice);
            let start = instance.graph().vertices().find(|&u| !instance.graph().is_sink(u));
            let Some(start) = start else { continue };
            let instance = instance.with_start(Some(start)).unwrap();
            let least = steps(&instance).div_ceil(2);
            let (small, _) = smallest(&instance, u32::MAX, least);
            assert_eq!(parse(&small.to_string()).as_ref(), Ok(&small), "seed {seed}");
            assert!(steps(&small) >= least, "seed {seed}:\n{small}");
            assert_eq!(smallest(&small, u32::MAX, least).0, small, "seed {seed}");
            assert_eq!(smallest(&instance, u32::MAX, least).0, small, "seed {seed}");
            shrunk += u32::from(small.graph().arc_count() < instance.graph().arc_count());
        }
        assert!(shrunk > 200, "{shrunk} of 300 became smaller");
    }

    #[test]
    fn it_ends_after_the_given_tries_or_with_the_first_error() {
        let chain = generate("chain", &[("n".to_owned(), "30".to_owned())].into(), 1).unwrap();
        assert_eq!(smallest(&chain, 7, 1 << 12).1, 7);
        assert_eq!(smallest(&chain, 0, 1), (chain.clone(), 0));
        let mut asked = 0;
        let error = shrink(&chain, chain.start().unwrap(), 100, |_| {
            asked += 1;
            Err("enough")
        });
        assert_eq!((error, asked), (Err("enough"), 1));
    }
}
