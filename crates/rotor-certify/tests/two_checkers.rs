//! Two checkers: this crate with the readers of `rotor-format`, and the program extracted from the proofs with a reader of its
//! own, take the same files and refuse the same files.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod extracted_judge;

use extracted_judge::{Questions, is_built};
use rotor_certify::certify;
use rotor_format::certificate::{Statement, instance_hash, read};
use rotor_format::json;
use rotor_graph::Flaws;

/// What this crate says of two files, in the words of the other checker: `valid` with what is proved, `refuted`, or why they
/// cannot be read.
fn verdict(instance: &[u8], certificate: &[u8]) -> String {
    let unreadable = |flaws: Flaws| format!("unreadable: {flaws}");
    let instance = match json::read(instance, u64::MAX) {
        Ok((instance, _)) => instance,
        Err(flaws) => return unreadable(flaws),
    };
    match read(certificate, &instance) {
        Err(flaws) => unreadable(flaws),
        Ok(claim) => match certify(&instance, claim) {
            Ok(proved) => {
                let statement = Statement::of(&instance, proved.get());
                format!("valid {}", serde_json::to_string(&statement).unwrap())
            }
            Err(_) => "refuted".to_owned(),
        },
    }
}

const TREE: &str = r#"{"format":"rotor-graph/1","rule":"move-then-turn","vertices":[
{"name":"u","arcs":["v","s"],"rotor":0,"owner":"rotor"},
{"name":"v","arcs":["u","u","t"],"rotor":0,"owner":"rotor"},
{"name":"s","sink":true,"value":0},
{"name":"t","sink":true,"value":0}
]}
"#;

const WALK: &str = r#"{"schema":"arrival.certificate/1","kind":"walk","instance":"HASH","from":"u","exit":"s","departures":{"u":"2","v":"1"},"steps":"3"}
"#;

/// Texts that neither checker takes: a part of the instance or the certificate above, what stands in its place, and why they
/// refuse it.
const FLAWED: &[(&str, &str, &str)] = &[
    // The rotor would be taken modulo the degree, and so be on an arc again.
    (
        r#"move-then-turn","vertices":[
{"name":"u","arcs":["v","s"],"rotor":0"#,
        r#"turn-then-move","vertices":[
{"name":"u","arcs":["v","s"],"rotor":7"#,
        "the rotor is on arc 7 of 2",
    ),
    (r#""rotor":0"#, r#""rotor":-1"#, "the rotor is on arc -1 of 2"),
    (r#""rotor":0"#, r#""rotor":-0"#, "an integer"),
    (r#""rotor":0"#, r#""rotor":0.0"#, "an integer"),
    (r#""rotor":0"#, r#""rotor":00"#, "invalid number"),
    (r#""value":0"#, r#""value":9007199254740992"#, "out of range"),
    (r#""value":0"#, r#""value":1e0"#, "an integer"),
    (r#""sink":true"#, r#""sink":1"#, "true or false"),
    (r#""owner":"rotor""#, r#""owner":"rotor","colour":1"#, "unknown key `colour`"),
    (r#""owner":"rotor""#, r#""owner":"nobody""#, "unknown owner"),
    (r#""name":"s""#, r#""name":"u""#, "vertex `u` is declared a second time"),
    (r#""name":"s""#, r#""name":"""#, "the name is empty"),
    (r#"["v","s"]"#, r#"["v","x"]"#, "head `x` is never declared"),
    (r#"["v","s"]"#, "[]", "vertex `u` has no outgoing arc and is not a sink"),
    ("\n]}\n", "\n],}\n", "trailing comma"),
    ("\n]}\n", "\n]}}\n", "trailing characters"),
    (r#""from":"u""#, r#""from":"\u0_75""#, "invalid escape"),
    (r#""from":"u""#, r#""from":"\u+075""#, "invalid escape"),
    (r#""from":"u""#, r#""from":"\ud800""#, "unexpected end of hex escape"),
    (r#""from":"u""#, r#""from":"\udc00""#, "lone leading surrogate in hex escape"),
    (r#""from":"u""#, "\"from\":\"\t\"", "control character (\\u0000-\\u001F) found while parsing a string"),
    (r#""from":"u""#, r#""from":"x""#, "the instance has no vertex `x`"),
    (r#""from":"u""#, r#""from":7"#, "a string"),
    (r#""from":"u""#, r#""from":"u","from":"u""#, "`from` occurs a second time"),
    (r#""from":"u","#, "", "the key `from` is missing"),
    // What no one reads must be JSON all the same.
    (r#""from":"u""#, r#""from":"u","junk":+-e."#, "expected value"),
    (r#""from":"u""#, r#""from":"u","junk":"#, "expected value"),
    (r#""from":"u""#, r#""from":"u","junk":1."#, "invalid number"),
    (r#""from":"u""#, r#""from":"u","junk":-"#, "invalid number"),
    (r#""from":"u""#, r#""from":"u","junk":1"#, "unknown key `junk`"),
    (r#""steps":"3""#, r#""steps":3"#, "a string"),
    (r#""steps":"3""#, r#""steps":"+3""#, "`+3` is not a count"),
    (r#""steps":"3""#, r#""steps":"""#, "`` is not a count"),
    (r#""u":"2""#, r#""u":"-2""#, "`-2` is not a count"),
    ("certificate/1", "certificate/2", "unknown schema"),
    (r#"kind":"walk"#, r#"kind":"stroll"#, "unknown kind `stroll`"),
    (",\"steps\":\"3\"}\n", "", "EOF while parsing an object"),
];

#[test]
fn both_checkers_refuse_a_file_for_the_same_reason() {
    if !is_built() {
        return;
    }
    let hash = instance_hash(&json::read(TREE.as_bytes(), 9).unwrap().0);
    let walk = WALK.replace("HASH", &hash);
    let mut questions = Questions::default();
    let mut expected = vec![r#"valid {"kind":"walk","from":"u","exit":"s","steps":"3"}"#.to_owned()];
    questions.ask(TREE.as_bytes(), walk.as_bytes());
    assert_eq!(verdict(TREE.as_bytes(), walk.as_bytes()), expected[0]);
    for (part, flawed, reason) in FLAWED {
        let [file, certificate] = [TREE, &walk].map(|text| text.replacen(part, flawed, 1));
        assert!(file != TREE || certificate != walk, "{part} stands in neither text");
        questions.ask(file.as_bytes(), certificate.as_bytes());
        let own = verdict(file.as_bytes(), certificate.as_bytes());
        assert!(own.starts_with("unreadable: ") && own.contains(reason), "{flawed}: {own}, not {reason}");
        expected.push((*reason).to_owned());
    }
    for (answer, reason) in questions.answers(&["-"]).iter().zip(&expected) {
        let is_refused = answer.starts_with("unreadable: ") && answer.contains(&**reason);
        assert!(is_refused || answer == reason, "{answer}, not {reason}");
    }
}
