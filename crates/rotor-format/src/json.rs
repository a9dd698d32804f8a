//! Instances as JSON, `rotor-graph/1`.
//!
//! ```json
//! {"format":"rotor-graph/1","rule":"move-then-turn","start":"u2","vertices":[
//! {"name":"u0","arcs":["u2","u1"],"rotor":0,"owner":"rotor"},
//! {"name":"s2","sink":true,"value":1}
//! ]}
//! ```
//!
//! Left out, `rule` is `move-then-turn`, `rotor` 0, `owner` `rotor`, `value` 0, and there is no `start`.

use crate::document::{Fields, Node, Path, list, text, wrong_kind};
use rotor_graph::{
    Draft, Flaw, FlawRule, Instance, MOST_VALUE, Owner, Place, Rule, Site, Tick, Unread, Value, VertexId,
    quoted,
};
use std::borrow::Cow;
use std::io::{self, Write};

/// The name of the format, under the key `format`.
const FORMAT: &str = "rotor-graph/1";

/// Reads an instance of at most `most_arcs` arcs, with the rule the document names, if it names one.
/// Time O(bytes).
///
/// ```
/// let text = r#"{"format":"rotor-graph/1","vertices":[{"name":"a","arcs":["s","a"],"rotor":1},{"name":"s","sink":true}]}"#;
/// let (instance, rule) = rotor_format::json::read(text.as_bytes(), 100, &mut ())?;
/// assert_eq!(instance.to_string(), "a: s *a\nsink s\n");
/// assert_eq!(rule, None);
/// # Ok::<(), rotor_graph::Unread>(())
/// ```
pub fn read(bytes: &[u8], most_arcs: u64, tick: &mut dyn Tick) -> Result<(Instance, Option<Rule>), Unread> {
    let document = Node::parse(bytes, tick)?;
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
        tick.tick(1)?;
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

// Writing

/// Writes `instance` with its rotors as `rule` wants them: one line per vertex, every key said. Time O(|V| + |A|).
pub fn write(instance: &Instance, rule: Rule, out: &mut dyn Write) -> io::Result<()> {
    let graph = instance.graph();
    let rotors = rule.from_inner(graph, instance.rotors().clone());
    write!(out, r#"{{"format":"{FORMAT}","rule":"{}","#, rule.name())?;
    if let Some(start) = instance.start() {
        write!(out, r#""start":"#)?;
        write_name(instance, start, out)?;
        write!(out, ",")?;
    }
    write!(out, r#""vertices":["#)?;
    for u in graph.vertices() {
        write!(out, "{}{{\"name\":", if u.index() == 0 { "\n" } else { ",\n" })?;
        write_name(instance, u, out)?;
        if graph.is_sink(u) {
            write!(out, r#","sink":true,"value":{}}}"#, instance.value(u))?;
            continue;
        }
        write!(out, r#","arcs":["#)?;
        for (index, &head) in graph.heads(u).iter().enumerate() {
            if index > 0 {
                write!(out, ",")?;
            }
            write_name(instance, head, out)?;
        }
        let (rotor, owner) = (rotors.position(graph, u), instance.owner(u).name());
        write!(out, r#"],"rotor":{rotor},"owner":"{owner}"}}"#)?;
    }
    writeln!(out, "\n]}}")
}

fn write_name(instance: &Instance, u: VertexId, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(out, instance.name(u)).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotor_graph::parse;

    fn written(instance: &Instance, rule: Rule) -> String {
        let mut text = Vec::new();
        write(instance, rule, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    /// The flaws of a document with these vertices.
    fn vertex_flaws(vertices: &str) -> String {
        flaws(&format!(r#"{{"format":"rotor-graph/1","vertices":[{vertices}]}}"#))
    }

    fn flaws(text: &str) -> String {
        read(text.as_bytes(), 5, &mut ()).unwrap_err().to_string()
    }

    #[test]
    fn every_key_is_written() {
        let instance = parse("u0: u2 *\"u 1\"\nmax u2: u0\nsink \"u 1\" = -4\nstart u2").unwrap();
        let expected = r#"{"format":"rotor-graph/1","rule":"move-then-turn","start":"u2","vertices":[
{"name":"u0","arcs":["u2","u 1"],"rotor":1,"owner":"rotor"},
{"name":"u2","arcs":["u0"],"rotor":0,"owner":"max"},
{"name":"u 1","sink":true,"value":-4}
]}
"#;
        assert_eq!(written(&instance, Rule::MoveThenTurn), expected);
        let turned =
            expected.replace("move-then-turn", "turn-then-move").replace(r#""rotor":1"#, r#""rotor":0"#);
        assert_eq!(written(&instance, Rule::TurnThenMove), turned);
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let text = "\u{FEFF} {\"vertices\":[{\"arcs\":[\"s\",\"a\"],\"name\":\"a\",\"sink\":false},{\"sink\":true,\"name\":\"s\"}],\
                    \"format\":\"rotor-graph/1\"}\n";
        let (instance, rule) = read(text.as_bytes(), 100, &mut ()).unwrap();
        assert_eq!((instance.to_string().as_str(), rule), ("a: s a\nsink s\n", None));
    }

    #[test]
    fn another_document_of_ours_is_named() {
        let certificate = r#"{"schema":"arrival.certificate/1","kind":"walk","from":"u"}"#;
        let expected = "schema: this is not a graph but `arrival.certificate/1`; give the file with the graph; \
                        `verify` takes the graph first and the certificate second";
        assert_eq!(flaws(certificate), expected);
    }

    #[test]
    fn flaws_of_the_heading() {
        assert_eq!(
            flaws(r#"{"format":"rotor-graph/2","rule":"turn","start":7,"colour":1,"start":"x"}"#),
            "colour: unknown key `colour`; keep to format, rule, start, vertices\n\
             format: unknown format `rotor-graph/2`; write rotor-graph/1\n\
             rule: unknown rule `turn`; write move-then-turn or turn-then-move\n\
             start: the key `start` occurs a second time; keep one of the two\n\
             start: an integer where a string belongs; write a string\n\
             the key `vertices` is missing; add it"
        );
        assert_eq!(flaws("[]"), "a list where an object belongs; write an object");
        assert_eq!(
            flaws(r#"{"start":"x","vertices":[]}"#),
            "start: the start `x` is never declared; name a vertex or a sink of this file\n\
             the key `format` is missing; add it"
        );
    }

    #[test]
    fn flaws_of_vertices_are_placed_by_path() {
        assert_eq!(
            vertex_flaws(
                r#"{"name":"a","arcs":["b",7,"x"],"rotor":3},
                   {"name":"b","arcs":["a","a"],"rotor":-1,"owner":"nobody","value":1},
                   {"name":"a","arcs":[]},
                   {"arcs":[null],"rotor":1.5},
                   {"name":"","sink":true,"value":9007199254740992},
                   {"name":"c","arcs":{}},
                   {"name":"s","sink":true,"arcs":[],"rotor":0,"owner":"rotor","value":1e300},
                   {"name":"t","sink":1,"x y":2},
                   5,
                   {"name":"u","sink":true,"value":0.5}"#
            ),
            "vertices[0].arcs[1]: an integer where a string belongs; write a string\n\
             vertices[0].arcs[2]: head `x` is never declared; give it arcs of its own or declare it as a sink\n\
             vertices[0].rotor: the rotor is on arc 3 of 3; count from 0: keep it between 0 and 2\n\
             vertices[1].owner: unknown owner `nobody`; write rotor, max or min\n\
             vertices[1].rotor: the rotor is on arc -1 of 2; count from 0: keep it between 0 and 1\n\
             vertices[1].value: the key `value` at a vertex that is not a sink; remove it, or add \"sink\": true\n\
             vertices[2]: vertex `a` is declared a second time, first at vertices[0]; put all its arcs into one declaration, \
             or rename one of the two\n\
             vertices[2]: vertex `a` has no outgoing arc and is not a sink; declare it as a sink or give it an arc\n\
             vertices[3]: the key `name` is missing; add it\n\
             vertices[3].arcs[0]: null where a string belongs; write a string\n\
             vertices[3].rotor: a number that is not a 64-bit integer where an integer belongs; write an integer\n\
             vertices[4]: the value of sink `` is out of range; keep it between -9007199254740991 and 9007199254740991\n\
             vertices[4].name: the name is empty; give it at least one character\n\
             vertices[5].arcs: an object where a list belongs; write a list\n\
             vertices[6]: the value of sink `s` is out of range; keep it between -9007199254740991 and 9007199254740991\n\
             vertices[6].arcs: the key `arcs` at a sink; remove it, or the key `sink`\n\
             vertices[6].owner: the key `owner` at a sink; remove it, or the key `sink`\n\
             vertices[6].rotor: the key `rotor` at a sink; remove it, or the key `sink`\n\
             vertices[7].sink: an integer where true or false belongs; write true or false\n\
             vertices[7][\"x y\"]: unknown key `x y`; keep to name, arcs, rotor, owner, sink, value\n\
             vertices[8]: an integer where an object belongs; write an object\n\
             vertices[9].value: a number that is not a 64-bit integer where an integer belongs; write an integer"
        );
    }

    #[test]
    fn too_many_arcs_are_placed_where_they_become_too_many() {
        assert_eq!(
            vertex_flaws(r#"{"name":"a","arcs":["a","a"]},{"name":"b","arcs":["b","a","b","b"]}"#),
            "vertices[1].arcs[3]: the graph has 6 arcs; this entry is the first beyond the limit of 5; allow more with --memory"
        );
    }

    #[test]
    fn every_flaw_has_a_rule() {
        let found = read(br#"{"format":1,"vertices":[{"name":"a"}]}"#, 5, &mut ()).unwrap_err().into_flaws();
        let rules: Vec<_> = found.list().iter().map(|Flaw { rule, .. }| rule.name()).collect();
        assert_eq!(rules, ["type", "out-arc"]);
    }
}
