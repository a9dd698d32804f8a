//! Reading instances from JSON.

use super::FORMAT;
use crate::document::{Node, Path};
use crate::fields::{Fields, list, text, wrong_kind};
use crate::stop_check::StopCheck;
use rotor_graph::FlawRule;
use rotor_graph::{
    Draft, Flaw, Flaws, Instance, MOST_VALUE, Owner, Place, Rule, Site, Unread, Value, quoted,
};
use std::borrow::Cow;

/// Reads an instance of at most `most_arcs` arcs, with the rule the document names, if it names one.
/// Time O(bytes).
///
/// ```
/// let text = r#"{"format":"rotor-graph/1","vertices":[{"name":"a","arcs":["s","a"],"rotor":1},{"name":"s","sink":true}]}"#;
/// let (instance, rule) = rotor_format::json::read(text.as_bytes(), 100)?;
/// assert_eq!(instance.to_string(), "a: s *a\nsink s\n");
/// assert_eq!(rule, None);
/// # Ok::<(), rotor_graph::Flaws>(())
/// ```
pub fn read(bytes: &[u8], most_arcs: u64) -> Result<(Instance, Option<Rule>), Flaws> {
    read_within(bytes, most_arcs, &mut StopCheck::of(&mut || true)).map_err(Unread::into_flaws)
}

pub(crate) fn read_within(
    bytes: &[u8],
    most_arcs: u64,
    stop_check: &mut StopCheck<'_>,
) -> Result<(Instance, Option<Rule>), Unread> {
    let document = Node::parse_within(bytes, stop_check)?;
    let mut draft = Draft::new(most_arcs);
    if let Some(schema) = schema_of(&document) {
        draft.flaw(|| Flaw {
            place: Path::Key(&Path::Root, "schema").place(),
            rule: FlawRule::Format,
            message: format!("this is not a graph but {}", quoted(schema)),
            remedy: "give the file with the graph; `verify` takes the graph first and the certificate second"
                .to_owned(),
        });
        return Ok(draft.finish(|_| Place::Whole)?);
    }
    let Some(top) = Fields::of(&document, Path::Root, &["format", "rule", "start", "vertices"], &mut draft)
    else {
        return Ok(draft.finish(|_| Place::Whole)?);
    };
    read_heading(&top, &mut draft);
    let vertices = top.required_list("vertices", &mut draft).unwrap_or_default();
    let list_path = Path::Key(&Path::Root, "vertices");
    let mut entry_of = Vec::new();
    for (entry, vertex) in vertices.iter().enumerate() {
        stop_check.count()?;
        if read_vertex(vertex, Path::Index(&list_path, entry), &mut draft) {
            entry_of.push(entry);
        }
    }
    let finished = draft.finish(|site| match site {
        Site::Declaration(index) => Path::Index(&list_path, entry_of[index]).place(),
        Site::Arc { declaration, entry } => {
            let at = entry_of[declaration];
            let vertex = Path::Index(&list_path, at);
            Path::Index(&Path::Key(&vertex, "arcs"), arc_at(&vertices[at], entry)).place()
        }
        Site::Start => Path::Key(&Path::Root, "start").place(),
    });
    Ok(finished?)
}

/// What some other document of ours says it is: a certificate or an answer, given where a graph belongs.
fn schema_of<'d>(document: &'d Node<'_>) -> Option<&'d str> {
    let Node::Object(entries) = document else { return None };
    entries.iter().find_map(|(key, node)| match node {
        Node::Text(schema) if key == "schema" && schema.starts_with("arrival.") => Some(&**schema),
        _ => None,
    })
}

fn read_heading<'d>(top: &Fields<'d, '_>, draft: &mut Draft<'d>) {
    if let Some(format) = top.required_text("format", draft).filter(|&format| format != FORMAT) {
        draft.flaw(|| Flaw {
            place: Path::Key(&top.path, "format").place(),
            rule: FlawRule::Format,
            message: format!("unknown format {}", quoted(format)),
            remedy: format!("write {FORMAT}"),
        });
    }
    if let Some(name) = top.text("rule", draft) {
        match Rule::from_name(name) {
            Some(rule) => draft.rule(rule),
            None => draft.flaw(|| Flaw {
                place: Path::Key(&top.path, "rule").place(),
                rule: FlawRule::RuleName,
                message: format!("unknown rule {}", quoted(name)),
                remedy: "write move-then-turn or turn-then-move".to_owned(),
            }),
        }
    }
    if let Some(start) = top.text("start", draft) {
        draft.start(Cow::Borrowed(start));
    }
}

/// Reads one vertex or sink; returns whether it had a name to be declared by.
fn read_vertex<'d>(node: &'d Node<'_>, path: Path<'d>, draft: &mut Draft<'d>) -> bool {
    let known = ["name", "arcs", "rotor", "owner", "sink", "value"];
    let Some(vertex) = Fields::of(node, path, &known, draft) else { return false };
    let name = vertex.required_text("name", draft);
    if name == Some("") {
        draft.flaw(|| Flaw {
            place: Path::Key(&path, "name").place(),
            rule: FlawRule::Name,
            message: "the name is empty".to_owned(),
            remedy: "give it at least one character".to_owned(),
        });
    }
    let name = name.map(Cow::Borrowed);
    let declared = name.is_some();
    let sink = match vertex.get("sink") {
        None => Some(false),
        Some(Node::Bool(sink)) => Some(*sink),
        Some(node) => wrong_kind(node, &Path::Key(&path, "sink"), "true or false", draft),
    };
    match sink {
        Some(true) => read_sink(&vertex, name, draft),
        _ => read_inner_vertex(&vertex, name, draft),
    }
    if declared && sink.is_none() {
        draft.last_is_flawed();
    }
    declared
}

fn read_sink<'d>(vertex: &Fields<'d, '_>, name: Option<Cow<'d, str>>, draft: &mut Draft<'d>) {
    for key in ["arcs", "rotor", "owner"] {
        misplaced(vertex, key, "at a sink", "remove it, or the key `sink`", draft);
    }
    let value = vertex.get("value").and_then(|node| value(node, &Path::Key(&vertex.path, "value"), draft));
    if let Some(name) = name {
        draft.sink(name);
        draft.value(value.unwrap_or(0));
    }
}

/// An integer of any size: one too large for 64 bits comes out too large as well, and the draft will refuse it.
fn value(node: &Node<'_>, path: &Path<'_>, draft: &mut Draft<'_>) -> Option<Value> {
    match *node {
        Node::Integer(value) => Some(value),
        Node::Number(number) if number.fract() == 0.0 && number.abs() > MOST_VALUE as f64 => {
            Some(number as i64)
        }
        _ => wrong_kind(node, path, "an integer", draft),
    }
}

fn read_inner_vertex<'d>(vertex: &Fields<'d, '_>, name: Option<Cow<'d, str>>, draft: &mut Draft<'d>) {
    misplaced(vertex, "value", "at a vertex that is not a sink", "remove it, or add \"sink\": true", draft);
    let owner = read_owner(vertex, draft);
    let declared = name.is_some();
    if let Some(name) = name {
        draft.vertex(name, owner);
    }
    let arcs_path = Path::Key(&vertex.path, "arcs");
    let arcs = vertex.get("arcs").map(|node| list(node, &arcs_path, draft));
    if declared && matches!(arcs, Some(None)) {
        draft.last_is_flawed();
    }
    let arcs = arcs.flatten().unwrap_or_default();
    for (index, node) in arcs.iter().enumerate() {
        match text(node, &Path::Index(&arcs_path, index), draft) {
            Some(head) if declared => draft.arcs(Cow::Borrowed(head), 1),
            Some(_) => {}
            None if declared => draft.last_is_flawed(),
            None => {}
        }
    }
    if let Some(position) = read_rotor(vertex, arcs.len(), draft).filter(|_| declared) {
        draft.rotor(position);
    }
}

fn read_owner(vertex: &Fields<'_, '_>, draft: &mut Draft<'_>) -> Owner {
    let Some(name) = vertex.text("owner", draft) else { return Owner::Rotor };
    Owner::from_name(name).unwrap_or_else(|| {
        draft.flaw(|| Flaw {
            place: Path::Key(&vertex.path, "owner").place(),
            rule: FlawRule::Owner,
            message: format!("unknown owner {}", quoted(name)),
            remedy: "write rotor, max or min".to_owned(),
        });
        Owner::Rotor
    })
}

fn read_rotor(vertex: &Fields<'_, '_>, arcs: usize, draft: &mut Draft<'_>) -> Option<u32> {
    let path = Path::Key(&vertex.path, "rotor");
    let &Node::Integer(rotor) = vertex.get("rotor")? else {
        return wrong_kind(vertex.get("rotor")?, &path, "an integer", draft);
    };
    let position = usize::try_from(rotor).ok().filter(|&position| position < arcs);
    if position.is_none() && arcs > 0 {
        draft.flaw(|| Flaw {
            place: path.place(),
            rule: FlawRule::RotorRange,
            message: format!("the rotor is on arc {rotor} of {arcs}"),
            remedy: format!("count from 0: keep it between 0 and {}", arcs - 1),
        });
    }
    position.and_then(|position| u32::try_from(position).ok())
}

/// Notes a flaw if `key` is there.
fn misplaced(vertex: &Fields<'_, '_>, key: &str, at: &str, remedy: &str, draft: &mut Draft<'_>) {
    if vertex.get(key).is_some() {
        draft.flaw(|| Flaw {
            place: Path::Key(&vertex.path, key).place(),
            rule: FlawRule::SinkKeys,
            message: format!("the key {} {at}", quoted(key)),
            remedy: remedy.to_owned(),
        });
    }
}

/// Which of the arcs of `vertex` is the string number `entry` among them.
fn arc_at(vertex: &Node<'_>, entry: usize) -> usize {
    let Node::Object(entries) = vertex else { return entry };
    let Some((_, Node::List(arcs))) = entries.iter().find(|(key, _)| key == "arcs") else { return entry };
    let mut texts = arcs.iter().enumerate().filter(|(_, node)| matches!(node, Node::Text(_)));
    texts.nth(entry).map_or(entry, |(index, _)| index)
}
