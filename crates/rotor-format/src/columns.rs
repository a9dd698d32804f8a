//! Texts of two or three words a line: edge lists, `tail head` or `tail head weight`, and two-successor lists, `s0 s1` per vertex,
//! as in the literature on switch graphs. The order of the lines is the rotor order.

use crate::document::{CollectFlaws, text_of};
use rotor_graph::{Draft, Flaw, FlawRule, Instance, Owner, Place, Rule, Site, Tick, Unread, quoted};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

// Edge lists

/// How the lines of an edge list are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EdgeListOptions {
    /// A line is an edge, and means an arc each way, both in their turn; an edge from a vertex to itself is two arcs.
    pub undirected: bool,
    /// The third word of a line says how many parallel arcs it is.
    pub weights: bool,
    /// A vertex that is the tail of no line is a sink. Otherwise it is a flaw, unless it is listed as a sink: a name
    /// with a typing error must not become one.
    pub infer_sinks: bool,
}

/// Reads an instance of at most `most_arcs` arcs; vertices stand in the order of their first mention.
///
/// The vertices named in `sinks` are sinks, and their arcs are dropped. An edge list names no rule. Time O(bytes).
///
/// ```
/// use rotor_format::EdgeListOptions;
/// use rotor_format::columns::read_edge_list;
///
/// let sinks = ["s".to_owned()];
/// let (instance, _) = read_edge_list(b"u v\nu s # a comment\nv u\n", EdgeListOptions::default(), Some(&sinks), 100, &mut ())?;
/// assert_eq!(instance.to_string(), "u: v s\nv: u\nsink s\n");
/// let weighted = EdgeListOptions { weights: true, infer_sinks: true, ..EdgeListOptions::default() };
/// let (instance, _) = read_edge_list(b"u v 2\nu s 1\nv u 3\n", weighted, None, 100, &mut ())?;
/// assert_eq!(instance.to_string(), "u: v^2 s\nv: u^3\nsink s\n");
/// # Ok::<(), rotor_graph::Unread>(())
/// ```
pub fn read_edge_list(
    bytes: &[u8],
    options: EdgeListOptions,
    sinks: Option<&[String]>,
    most_arcs: u64,
    tick: &mut dyn Tick,
) -> Result<(Instance, Option<Rule>), Unread> {
    let text = text_of(bytes)?;
    let mut draft = Draft::new(most_arcs);
    let edges = Edges::of(text, options, &mut draft, tick)?;
    let is_sink = edges.sinks(sinks.unwrap_or_default(), options, &mut draft);
    // The arcs of each vertex: what a place is looked up in.
    let arcs = edges.arcs_by_tail();
    for (index, vertex) in edges.vertices.iter().enumerate() {
        tick.tick(1)?;
        let name = Cow::Borrowed(vertex.text);
        if is_sink[index] {
            draft.sink(name);
            continue;
        }
        draft.vertex(name, Owner::Rotor);
        if arcs.of(index).is_empty() {
            draft.last_is_flawed();
            draft.note(|| Flaw {
                place: Place::in_text(text, vertex.at),
                rule: FlawRule::OutArc,
                message: format!("vertex {} is the tail of no line and is not a sink", quoted(vertex.text)),
                remedy: "name it with --sinks, or make all such vertices sinks with --infer-sinks".to_owned(),
            });
        }
        for &arc in arcs.of(index) {
            let Edge { head, count, .. } = edges.arcs[arc as usize];
            draft.arcs(Cow::Borrowed(edges.vertices[head as usize].text), count);
        }
    }
    let finished = draft.finish(|site| match site {
        Site::Declaration(index) => Place::in_text(text, edges.vertices[index].at),
        Site::Arc { declaration, entry } => {
            let arc = arcs.of(declaration)[entry];
            Place::in_text(text, edges.arcs[arc as usize].at)
        }
        Site::Start => Place::Whole,
    });
    Ok(finished?)
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
    count: u32,
    /// Where the second word of the line stands.
    at: usize,
}

impl<'t> Edges<'t> {
    fn of(
        text: &'t str,
        options: EdgeListOptions,
        draft: &mut Draft<'_>,
        tick: &mut dyn Tick,
    ) -> Result<Self, Unread> {
        let mut edges = Self { vertices: Vec::new(), numbers: HashMap::new(), arcs: Vec::new() };
        let columns = if options.weights { Columns::WeightedEdges } else { Columns::Edges };
        for row in rows(text, columns) {
            tick.tick(1)?;
            let row = match row {
                Ok(row) => row,
                Err(flaw) => {
                    draft.note(|| flaw.of(text));
                    continue;
                }
            };
            let [tail, head] = row.words.map(|word| edges.number_of(word));
            let (count, at) = (row.weight, row.words[1].at);
            edges.arcs.push(Edge { tail, head, count, at });
            if options.undirected {
                edges.arcs.push(Edge { tail: head, head: tail, count, at });
            }
        }
        Ok(edges)
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
    fn sinks(&self, listed: &[String], options: EdgeListOptions, draft: &mut Draft<'_>) -> Vec<bool> {
        let mut is_sink = vec![options.infer_sinks; self.vertices.len()];
        self.arcs.iter().for_each(|arc| is_sink[arc.tail as usize] = false);
        for sink in listed {
            match self.numbers.get(&**sink) {
                Some(&number) => is_sink[number as usize] = true,
                None => draft.note(|| Flaw {
                    place: Place::Whole,
                    rule: FlawRule::SinkMentioned,
                    message: format!("the sink {} is never mentioned", quoted(sink)),
                    remedy: "name sinks as in the file".to_owned(),
                }),
            }
        }
        is_sink
    }

    fn arcs_by_tail(&self) -> ArcsByTail {
        let mut first = vec![0u32; self.vertices.len() + 1];
        self.arcs.iter().for_each(|arc| first[arc.tail as usize + 1] += 1);
        for vertex in 0..self.vertices.len() {
            first[vertex + 1] += first[vertex];
        }
        let mut next = first.clone();
        let mut arcs = vec![0u32; self.arcs.len()];
        for (index, arc) in self.arcs.iter().enumerate() {
            arcs[next[arc.tail as usize] as usize] = index as u32;
            next[arc.tail as usize] += 1;
        }
        ArcsByTail { first, arcs }
    }
}

/// The arcs of each tail, in the order of their lines.
struct ArcsByTail {
    first: Vec<u32>,
    arcs: Vec<u32>,
}

impl ArcsByTail {
    fn of(&self, vertex: usize) -> &[u32] {
        &self.arcs[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }
}

// Two-successor lists

/// Reads an instance of at most `most_arcs` arcs: the line number n, blank lines and comments not counted, gives the
/// even and the odd successor of vertex n, which is also its name. The even successor is visited first.
///
/// Sinks are the numbers in `sinks`, which may lie beyond the last line; without such a list, the vertices whose both
/// successors are themselves. A two-successor list names no rule. Time O(bytes).
///
/// ```
/// let (instance, _) = rotor_format::columns::read_two_successors(b"1 2\n0 2\n2 2\n", None, 100, &mut ())?;
/// assert_eq!(instance.to_string(), "0: 1 2\n1: 0 2\nsink 2\n");
/// # Ok::<(), rotor_graph::Unread>(())
/// ```
pub fn read_two_successors(
    bytes: &[u8],
    sinks: Option<&[String]>,
    most_arcs: u64,
    tick: &mut dyn Tick,
) -> Result<(Instance, Option<Rule>), Unread> {
    let text = text_of(bytes)?;
    let mut draft = Draft::new(most_arcs);
    let mut read = Vec::new();
    for line in rows(text, Columns::Successors) {
        tick.tick(1)?;
        read.push(read_row(text, line, &mut draft));
    }
    let listed = sinks.map(|sinks| read_sinks(sinks, &mut draft));
    for (vertex, row) in read.iter().enumerate() {
        tick.tick(1)?;
        let vertex = vertex as u32;
        let is_sink = match &listed {
            Some(listed) => listed.contains(&vertex),
            None => row.is_some_and(|row| row.successors == [vertex; 2]),
        };
        if is_sink {
            draft.sink(name(vertex));
            continue;
        }
        draft.vertex(name(vertex), Owner::Rotor);
        match row {
            Some(row) => row.successors.iter().for_each(|&successor| draft.arcs(name(successor), 1)),
            None => draft.last_is_flawed(),
        }
    }
    for &sink in listed.iter().flatten().filter(|&&sink| sink as usize >= read.len()) {
        draft.sink(name(sink));
    }
    let finished = draft.finish(|site| match site {
        Site::Arc { declaration, entry } => match read[declaration] {
            Some(row) => Place::in_text(text, row.at[entry]),
            None => Place::Whole,
        },
        Site::Declaration(_) | Site::Start => Place::Whole,
    });
    Ok(finished?)
}

/// The successors of one vertex and where they stand.
#[derive(Clone, Copy)]
struct SuccessorLine {
    successors: [u32; 2],
    at: [usize; 2],
}

fn read_row(text: &str, line: Result<ArcLine<'_>, LineFlaw>, draft: &mut Draft<'_>) -> Option<SuccessorLine> {
    let words = match line {
        Ok(line) => line.words,
        Err(flaw) => {
            draft.note(|| flaw.of(text));
            return None;
        }
    };
    let [even, odd] = words.map(|word| {
        let number = number(word.text);
        if number.is_none() {
            draft.note(|| not_a_number(Place::in_text(text, word.at), word.text));
        }
        number
    });
    Some(SuccessorLine { successors: [even?, odd?], at: words.map(|word| word.at) })
}

fn read_sinks(sinks: &[String], draft: &mut Draft<'_>) -> BTreeSet<u32> {
    let mut listed = BTreeSet::new();
    for sink in sinks {
        match number(sink) {
            Some(sink) => _ = listed.insert(sink),
            None => draft.note(|| not_a_number(Place::Whole, sink)),
        }
    }
    listed
}

fn number(word: &str) -> Option<u32> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn name(vertex: u32) -> Cow<'static, str> {
    Cow::Owned(vertex.to_string())
}

fn not_a_number(place: Place, word: &str) -> Flaw {
    Flaw {
        place,
        rule: FlawRule::VertexNumber,
        message: format!("{} is not the number of a vertex", quoted(word)),
        remedy: "count vertices from 0, one per line".to_owned(),
    }
}

// Lines

/// A word and where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word<'t> {
    at: usize,
    text: &'t str,
}

/// What is wrong with a line, its place not yet counted out: only flaws that are listed are worth that time.
#[derive(Debug)]
struct LineFlaw {
    at: usize,
    rule: FlawRule,
    message: String,
    remedy: &'static str,
}

impl LineFlaw {
    /// The flaw of `text`, with line and column. Time O(|text|).
    fn of(self, text: &str) -> Flaw {
        let Self { at, rule, message, remedy } = self;
        Flaw { place: Place::in_text(text, at), rule, message, remedy: remedy.to_owned() }
    }
}

/// What the words of a line are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Columns {
    /// Two successors.
    Successors,
    /// Tail and head.
    Edges,
    /// Tail, head and weight.
    WeightedEdges,
}

/// A line.
#[derive(Clone, Copy, Debug)]
struct ArcLine<'t> {
    words: [Word<'t>; 2],
    /// The third word, an integer; 1 where there is none to be read.
    weight: u32,
}

/// Every line of `text` that has words, or what is wrong with the line. Comments start with `#`.
fn rows(text: &str, columns: Columns) -> impl Iterator<Item = Result<ArcLine<'_>, LineFlaw>> {
    let mut at = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.split('#').next().unwrap_or(line);
        row(start, content, columns)
    })
}

/// What other notations write between tail and head.
const ARROWS: [&str; 5] = ["->", "-->", "→", "=>", "--"];

fn row(start: usize, content: &str, columns: Columns) -> Option<Result<ArcLine<'_>, LineFlaw>> {
    let weighted = columns == Columns::WeightedEdges;
    let mut words = words(start, content);
    let first = words.next()?;
    let flaw = |at, rule, message, remedy| Some(Err(LineFlaw { at, rule, message, remedy }));
    let Some(second) = words.next() else {
        let message = format!("a line with {} only", quoted(first.text));
        let remedy = match first.text.contains([',', ';', '>']) {
            true => "separate the words by spaces, without commas or arrows",
            false if weighted => "write tail, head and weight",
            false => "write two words per line",
        };
        return flaw(first.at, FlawRule::TwoColumns, message, remedy);
    };
    let mut weight = 1;
    if weighted {
        let Some(third) = words.next() else {
            let message = format!("no weight after {}", quoted(second.text));
            return flaw(
                second.at,
                FlawRule::TwoColumns,
                message,
                "write tail, head and weight, or leave --weights out",
            );
        };
        match third.text.parse() {
            Ok(number) if number > 0 && third.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                weight = number
            }
            _ => {
                let message = format!("the weight {} is not a number of parallel arcs", quoted(third.text));
                return flaw(
                    third.at,
                    FlawRule::CountRange,
                    message,
                    "write an integer between 1 and 4294967295",
                );
            }
        }
    }
    if let Some(extra) = words.next() {
        let (number, remedy) = match columns {
            _ if ARROWS.contains(&second.text) => ("third", "leave the arrow out: write tail, space, head"),
            Columns::Successors => ("third", "write two words per line"),
            Columns::Edges => {
                ("third", "write parallel arcs as lines of their own, or as weights, which --weights reads")
            }
            Columns::WeightedEdges => ("fourth", "write tail, head and weight"),
        };
        let message = format!("a {number} word {}", quoted(extra.text));
        return flaw(extra.at, FlawRule::TwoColumns, message, remedy);
    }
    for word in [first, second] {
        if let Some((offset, character)) = word.text.char_indices().find(|&(_, character)| is_bad(character))
        {
            let message = format!("the character {} is not allowed here", quoted(&character.to_string()));
            return flaw(
                word.at + offset,
                FlawRule::Name,
                message,
                "separate words by spaces or tabs, end lines with LF or CR LF",
            );
        }
    }
    Some(Ok(ArcLine { words: [first, second], weight }))
}

fn is_bad(character: char) -> bool {
    character.is_whitespace() || character.is_control() || character == '\u{FEFF}'
}

fn words(start: usize, content: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = start;
    content.split([' ', '\t']).filter_map(move |text| {
        let word = Word { at, text };
        at += text.len() + 1;
        (!text.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: EdgeListOptions =
        EdgeListOptions { undirected: false, weights: false, infer_sinks: false };
    const INFER: EdgeListOptions = EdgeListOptions { infer_sinks: true, ..DECLARED };

    /// What the reader of lists with these sinks makes of a text, or what is wrong with it.
    fn said(
        sinks: &[&str],
        read: impl FnOnce(&[String]) -> Result<(Instance, Option<Rule>), Unread>,
    ) -> Result<String, String> {
        let sinks: Vec<String> = sinks.iter().map(|&name| name.to_owned()).collect();
        let (instance, rule) = read(&sinks).map_err(|unread| unread.to_string())?;
        assert_eq!(rule, None);
        Ok(instance.to_string())
    }

    fn edges(text: &str, options: EdgeListOptions, sinks: &[&str], most: u64) -> Result<String, String> {
        said(sinks, |sinks| read_edge_list(text.as_bytes(), options, Some(sinks), most, &mut ()))
    }

    /// Without sinks, those are told by their successors.
    fn successors(text: &str, sinks: &[&str]) -> Result<String, String> {
        said(sinks, |sinks| {
            let listed = (!sinks.is_empty()).then_some(sinks);
            read_two_successors(text.as_bytes(), listed, 100, &mut ())
        })
    }

    #[test]
    fn the_order_of_lines_is_the_rotor_order() {
        let text = "# c\r\nb\ta\r\na s#x\n\n  b  s \nb a\na b";
        assert_eq!(edges(text, INFER, &[], 100).unwrap(), "b: a s a\na: s b\nsink s\n");
        assert_eq!(edges("", INFER, &[], 100).unwrap(), "");
    }

    #[test]
    fn arcs_of_a_declared_sink_are_dropped() {
        let read = edges("a s\na b\ns a\nb a", DECLARED, &["s", "s"], 3);
        assert_eq!(read.unwrap(), "a: s b\nsink s\nb: a\n");
    }

    #[test]
    fn every_flaw_is_said_with_its_place() {
        assert_eq!(
            edges("a b\nb\n  b c d\na\u{7f} b", INFER, &[], 3).unwrap_err(),
            "2:1: a line with `b` only; write two words per line\n\
             3:7: a third word `d`; write parallel arcs as lines of their own, or as weights, which --weights reads\n\
             4:2: the character `\\u{7f}` is not allowed here; separate words by spaces or tabs, end lines with LF or CR LF"
        );
        assert_eq!(
            edges("a b\na é", DECLARED, &["b", "x"], 3).unwrap_err(),
            "2:3: vertex `é` is the tail of no line and is not a sink; name it with --sinks, or make all such vertices sinks with --infer-sinks\n\
             the sink `x` is never mentioned; name sinks as in the file"
        );
        assert_eq!(
            edges("a b\na b\nb a\nb s", INFER, &[], 3).unwrap_err(),
            "4:3: the graph has 4 arcs; this entry is the first beyond the limit of 3; allow more with --memory"
        );
    }

    #[test]
    fn an_edge_leads_both_ways_in_the_order_of_the_lines() {
        let undirected = EdgeListOptions { undirected: true, ..DECLARED };
        let read = edges("a b\nc a\nb c\na a\nc s", undirected, &["s"], 100);
        assert_eq!(read.unwrap(), "a: b c a^2\nb: a c\nc: a b s\nsink s\n");
        let read = edges("a b", EdgeListOptions { infer_sinks: true, ..undirected }, &[], 9);
        assert_eq!(read.unwrap(), "a: b\nb: a\n", "every vertex is the tail of some arc");
    }

    #[test]
    fn arrows_and_commas_have_a_remedy_of_their_own() {
        let flaws = |text| edges(text, INFER, &[], 10).unwrap_err();
        assert_eq!(flaws("a -> b"), "1:6: a third word `b`; leave the arrow out: write tail, space, head");
        for word in ["a,b", "a->b"] {
            let remedy = "separate the words by spaces, without commas or arrows";
            assert_eq!(flaws(word), format!("1:1: a line with `{word}` only; {remedy}"));
        }
    }

    #[test]
    fn a_weight_is_a_number_of_parallel_arcs() {
        let weighted = EdgeListOptions { weights: true, ..INFER };
        let read = edges("a s 2\na b 1\na s 3\nb a 007", weighted, &[], 100);
        assert_eq!(read.unwrap(), "a: s^2 b s^3\nsink s\nb: a^7\n");
        let both = EdgeListOptions { undirected: true, ..weighted };
        assert_eq!(edges("a b 2", both, &[], 4).unwrap(), "a: b^2\nb: a^2\n");
        let text = "a b\na b 0\na b 0.5\na b 4294967296\na b +1\na\na b 1 1";
        let word = |line: &str| format!("{line}; write an integer between 1 and 4294967295");
        let expected = [
            "1:3: no weight after `b`; write tail, head and weight, or leave --weights out".to_owned(),
            word("2:5: the weight `0` is not a number of parallel arcs"),
            word("3:5: the weight `0.5` is not a number of parallel arcs"),
            word("4:5: the weight `4294967296` is not a number of parallel arcs"),
            word("5:5: the weight `+1` is not a number of parallel arcs"),
            "6:1: a line with `a` only; write tail, head and weight".to_owned(),
            "7:7: a fourth word `1`; write tail, head and weight".to_owned(),
        ];
        assert_eq!(edges(text, weighted, &[], 9).unwrap_err(), expected.join("\n"));
        assert!(edges("a s 9", weighted, &[], 8).unwrap_err().ends_with("allow more with --memory"));
    }

    #[test]
    fn a_head_without_a_line_is_a_sink_only_if_asked_for() {
        let unread = read_edge_list(b"a s\na t", DECLARED, Some(&["s".to_owned()]), 9, &mut ()).unwrap_err();
        let flaws = unread.into_flaws();
        assert_eq!((flaws.list()[0].rule.name(), flaws.list().len()), ("out-arc", 1));
        assert_eq!(flaws.list()[0].place, Place::Text { line: 2, column: 3 });
        assert_eq!(edges("a s\na t\nt a", INFER, &["s"], 9).unwrap(), "a: s t\nsink s\nt: a\n");
        assert_eq!(edges("a s\na t\ns a", INFER, &["s"], 9).unwrap(), "a: s t\nsink s\nsink t\n");
    }

    #[test]
    fn a_vertex_that_only_leads_to_itself_is_a_sink_or_sinks_are_listed() {
        let read = successors("# n = 4\n1 3\n\n0 2\n2 2\n3 3", &[]);
        assert_eq!(read.unwrap(), "0: 1 3\n1: 0 2\nsink 2\nsink 3\n");
        // Listed ones may lie beyond the last line.
        let read = successors("1 4\n0 0\n2 2", &["7", "4", "1"]);
        assert_eq!(read.unwrap(), "0: 1 4\nsink 1\n2: 2^2\nsink 4\nsink 7\n");
    }

    #[test]
    fn every_flaw_of_a_two_successor_list_has_its_place() {
        assert_eq!(
            successors("1 5\n0 x\n0\n-1 4294967296\n0 1 2", &["s"]).unwrap_err(),
            "1:3: head `5` is never declared; give it arcs of its own or declare it as a sink\n\
             2:3: `x` is not the number of a vertex; count vertices from 0, one per line\n\
             3:1: a line with `0` only; write two words per line\n\
             4:1: `-1` is not the number of a vertex; count vertices from 0, one per line\n\
             4:4: `4294967296` is not the number of a vertex; count vertices from 0, one per line\n\
             5:5: a third word `2`; write two words per line\n\
             `s` is not the number of a vertex; count vertices from 0, one per line"
        );
        let many = read_two_successors(b"1 0\n0 0", None, 3, &mut ()).unwrap_err().into_flaws();
        assert_eq!(many.list()[0].rule.name(), "memory");
    }
}
