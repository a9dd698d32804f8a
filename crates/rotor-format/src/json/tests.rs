//! Instances as JSON: what comes back, and every flaw in its words.

use super::{read, write};
use crate::samples;
use rotor_graph::{Flaw, Instance, Rule, parse};

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
    read(text.as_bytes(), 5).unwrap_err().to_string()
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
    let turned = expected.replace("move-then-turn", "turn-then-move").replace(r#""rotor":1"#, r#""rotor":0"#);
    assert_eq!(written(&instance, Rule::TurnThenMove), turned);
}

#[test]
fn reading_gives_back_what_was_written() {
    for instance in samples::instances(400) {
        for rule in [Rule::MoveThenTurn, Rule::TurnThenMove] {
            let text = written(&instance, rule);
            let (back, said) = read(text.as_bytes(), 100).unwrap();
            assert_eq!((&back, said), (&instance, Some(rule)), "{text}");
            assert_eq!(written(&back, rule), text);
        }
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let text = "\u{FEFF} {\"vertices\":[{\"arcs\":[\"s\",\"a\"],\"name\":\"a\",\"sink\":false},{\"sink\":true,\"name\":\"s\"}],\
                \"format\":\"rotor-graph/1\"}\n";
    let (instance, rule) = read(text.as_bytes(), 100).unwrap();
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
    let found = read(br#"{"format":1,"vertices":[{"name":"a"}]}"#, 5).unwrap_err();
    let rules: Vec<_> = found.list().iter().map(|Flaw { rule, .. }| rule.name()).collect();
    assert_eq!(rules, ["type", "out-arc"]);
}
