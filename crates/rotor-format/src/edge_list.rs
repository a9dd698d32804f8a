//! Plain edge lists: `u v` per line, the order of the lines being the rotor order.

use crate::columns::{Word, pairs};
use crate::document::text_of;
use crate::fields::Notebook;
use rotor_graph::{Draft, Flaw, Flaws, Instance, Owner, Place, Rule, Site, quoted};
use std::borrow::Cow;
use std::collections::HashMap;

/// Reads an instance of at most `most_arcs` arcs; vertices stand in the order of their first mention.
///
/// Sinks are the vertices named in `sinks`, whose arcs are dropped; without such a list, the vertices without an arc.
/// An edge list names no rule. Time O(bytes).
///
/// ```
/// let (instance, _) = rotor_format::edge_list::read(b"u v\nu s # a comment\nv u\n", None, 100)?;
/// assert_eq!(instance.to_string(), "u: v s\nv: u\nsink s\n");
/// # Ok::<(), rotor_graph::Flaws>(())
/// ```
pub fn read(
    bytes: &[u8],
    sinks: Option<&[String]>,
    most_arcs: u64,
) -> Result<(Instance, Option<Rule>), Flaws> {
    let text = text_of(bytes)?;
    let mut draft = Draft::new(most_arcs);
    let edges = Edges::of(text, &mut draft);
    let is_sink = edges.sinks(sinks, &mut draft);
    // The lines that became arcs, by vertex: what a place is looked up in.
    let lines = edges.lines_by_tail();
    for (index, vertex) in edges.vertices.iter().enumerate() {
        let name = Cow::Borrowed(vertex.text);
        if is_sink[index] {
            draft.sink(name);
            continue;
        }
        draft.vertex(name, Owner::Rotor);
        for &line in lines.of(index) {
            let head = edges.arcs[line as usize].head;
            draft.arcs(Cow::Borrowed(edges.vertices[head as usize].text), 1);
        }
    }
    draft.finish(|site| match site {
        Site::Declaration(index) => Place::in_text(text, edges.vertices[index].at),
        Site::Arc { declaration, entry } => {
            let line = lines.of(declaration)[entry];
            Place::in_text(text, edges.arcs[line as usize].at)
        }
        Site::Start => Place::Whole,
    })
}

/// The lines of an edge list, names turned into numbers.
struct Edges<'t> {
    /// Every vertex where it is first mentioned.
    vertices: Vec<Word<'t>>,
    numbers: HashMap<&'t str, u32>,
    arcs: Vec<Edge>,
}

struct Edge {
    tail: u32,
    head: u32,
    /// Where the head stands.
    at: usize,
}

impl<'t> Edges<'t> {
    fn of(text: &'t str, draft: &mut Draft<'_>) -> Self {
        let mut edges = Self { vertices: Vec::new(), numbers: HashMap::new(), arcs: Vec::new() };
        for row in pairs(text) {
            match row {
                Ok([tail, head]) => {
                    let edge = Edge { tail: edges.number_of(tail), head: edges.number_of(head), at: head.at };
                    edges.arcs.push(edge);
                }
                Err(flaw) => draft.note(|| flaw.of(text)),
            }
        }
        edges
    }

    fn number_of(&mut self, word: Word<'t>) -> u32 {
        let next = self.vertices.len() as u32;
        let number = *self.numbers.entry(word.text).or_insert(next);
        if number == next {
            self.vertices.push(word);
        }
        number
    }

    /// Which vertices are sinks.
    fn sinks(&self, sinks: Option<&[String]>, draft: &mut Draft<'_>) -> Vec<bool> {
        let Some(sinks) = sinks else {
            let mut is_sink = vec![true; self.vertices.len()];
            self.arcs.iter().for_each(|arc| is_sink[arc.tail as usize] = false);
            return is_sink;
        };
        let mut is_sink = vec![false; self.vertices.len()];
        for sink in sinks {
            match self.numbers.get(&**sink) {
                Some(&number) => is_sink[number as usize] = true,
                None => draft.note(|| Flaw {
                    place: Place::Whole,
                    rule: "sink-mentioned",
                    message: format!("the sink {} is never mentioned", quoted(sink)),
                    remedy: "name sinks as they stand in the file".to_owned(),
                }),
            }
        }
        is_sink
    }

    fn lines_by_tail(&self) -> LinesByTail {
        let mut first = vec![0u32; self.vertices.len() + 1];
        self.arcs.iter().for_each(|arc| first[arc.tail as usize + 1] += 1);
        for vertex in 0..self.vertices.len() {
            first[vertex + 1] += first[vertex];
        }
        let mut next = first.clone();
        let mut lines = vec![0u32; self.arcs.len()];
        for (line, arc) in self.arcs.iter().enumerate() {
            lines[next[arc.tail as usize] as usize] = line as u32;
            next[arc.tail as usize] += 1;
        }
        LinesByTail { first, lines }
    }
}

/// The lines of each tail, in order.
struct LinesByTail {
    first: Vec<u32>,
    lines: Vec<u32>,
}

impl LinesByTail {
    fn of(&self, vertex: usize) -> &[u32] {
        &self.lines[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn flaws(text: &str, sinks: Option<&[&str]>) -> String {
        let sinks = sinks.map(named);
        read(text.as_bytes(), sinks.as_deref(), 3).unwrap_err().to_string()
    }

    #[test]
    fn the_order_of_lines_is_the_rotor_order() {
        let text = "# c\r\nb\ta\r\na s#x\n\n  b  s \nb a\na b";
        let (instance, rule) = read(text.as_bytes(), None, 100).unwrap();
        assert_eq!(instance.to_string(), "b: a s a\na: s b\nsink s\n");
        assert_eq!(rule, None);
        assert_eq!(read(b"", None, 100).unwrap().0.graph().vertex_count(), 0);
    }

    #[test]
    fn arcs_of_a_declared_sink_are_dropped() {
        let (instance, _) = read(b"a s\na b\ns a\nb a", Some(&named(&["s", "s"])), 3).unwrap();
        assert_eq!(instance.to_string(), "a: s b\nsink s\nb: a\n");
    }

    #[test]
    fn every_flaw_is_said_with_its_place() {
        assert_eq!(
            flaws("a b\nb\n  b c d\na\u{7f} b", None),
            "2:1: a line with `b` only; write two words a line\n\
             3:7: a third word `d`; write two words a line, parallel arcs as lines of their own\n\
             4:2: the character `\\u{7f}` cannot stand here; separate words by blanks or tabs, end lines with LF or CR LF"
        );
        assert_eq!(
            flaws("a b\na é", Some(&["b", "x"])),
            "2:3: vertex `é` has no outgoing arc and is not a sink; declare it as a sink or give it an arc\n\
             the sink `x` is never mentioned; name sinks as they stand in the file"
        );
        assert_eq!(
            flaws("a b\na b\nb a\nb s", None),
            "4:3: the graph has 4 arcs, more than 3 fit here from this entry on; allow more with --memory"
        );
    }
}
