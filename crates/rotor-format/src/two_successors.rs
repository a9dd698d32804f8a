//! Two-successor lists: `s0 s1` per vertex, as in the literature on switch graphs.

use crate::columns::{self, Columns, LineFlaw};
use crate::document::text_of;
use crate::fields::CollectFlaws;
use crate::stop_check::StopCheck;
use rotor_graph::FlawRule;
use rotor_graph::{Draft, Flaw, Flaws, Instance, Owner, Place, Rule, Site, Unread, quoted};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Reads an instance of at most `most_arcs` arcs: the line number n, blank lines and comments not counted, gives the
/// even and the odd successor of vertex n, which is also its name. The even successor is visited first.
///
/// Sinks are the numbers in `sinks`, which may lie beyond the last line; without such a list, the vertices whose both
/// successors are themselves. A two-successor list names no rule. Time O(bytes).
///
/// ```
/// let (instance, _) = rotor_format::two_successors::read(b"1 2\n0 2\n2 2\n", None, 100)?;
/// assert_eq!(instance.to_string(), "0: 1 2\n1: 0 2\nsink 2\n");
/// # Ok::<(), rotor_graph::Flaws>(())
/// ```
pub fn read(
    bytes: &[u8],
    sinks: Option<&[String]>,
    most_arcs: u64,
) -> Result<(Instance, Option<Rule>), Flaws> {
    read_within(bytes, sinks, most_arcs, &mut StopCheck::of(&mut || true)).map_err(Unread::into_flaws)
}

pub(crate) fn read_within(
    bytes: &[u8],
    sinks: Option<&[String]>,
    most_arcs: u64,
    stop_check: &mut StopCheck<'_>,
) -> Result<(Instance, Option<Rule>), Unread> {
    let text = text_of(bytes)?;
    let mut draft = Draft::new(most_arcs);
    let mut rows = Vec::new();
    for line in columns::rows(text, Columns::Successors) {
        stop_check.count()?;
        rows.push(read_row(text, line, &mut draft));
    }
    let listed = sinks.map(|sinks| read_sinks(sinks, &mut draft));
    for (vertex, row) in rows.iter().enumerate() {
        stop_check.count()?;
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
    for &sink in listed.iter().flatten().filter(|&&sink| sink as usize >= rows.len()) {
        draft.sink(name(sink));
    }
    let finished = draft.finish(|site| match site {
        Site::Arc { declaration, entry } => match rows[declaration] {
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

fn read_row(
    text: &str,
    line: Result<columns::ArcLine<'_>, LineFlaw>,
    draft: &mut Draft<'_>,
) -> Option<SuccessorLine> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn a_vertex_that_only_leads_to_itself_is_a_sink() {
        let (instance, rule) = read(b"# n = 4\n1 3\n\n0 2\n2 2\n3 3", None, 100).unwrap();
        assert_eq!(instance.to_string(), "0: 1 3\n1: 0 2\nsink 2\nsink 3\n");
        assert_eq!(rule, None);
    }

    #[test]
    fn listed_sinks_may_lie_beyond_the_last_line() {
        let sinks = named(&["7", "4", "1"]);
        let (instance, _) = read(b"1 4\n0 0\n2 2", Some(&sinks), 100).unwrap();
        assert_eq!(instance.to_string(), "0: 1 4\nsink 1\n2: 2^2\nsink 4\nsink 7\n");
    }

    #[test]
    fn every_flaw_is_said_with_its_place() {
        let flaws = read(b"1 5\n0 x\n0\n-1 4294967296\n0 1 2", Some(&named(&["s"])), 100).unwrap_err();
        assert_eq!(
            flaws.to_string(),
            "1:3: head `5` is never declared; give it arcs of its own or declare it as a sink\n\
             2:3: `x` is not the number of a vertex; count vertices from 0, one per line\n\
             3:1: a line with `0` only; write two words per line\n\
             4:1: `-1` is not the number of a vertex; count vertices from 0, one per line\n\
             4:4: `4294967296` is not the number of a vertex; count vertices from 0, one per line\n\
             5:5: a third word `2`; write two words per line\n\
             `s` is not the number of a vertex; count vertices from 0, one per line"
        );
        let many = read(b"1 0\n0 0", None, 3).unwrap_err();
        assert_eq!(many.list()[0].rule.name(), "memory");
    }
}
