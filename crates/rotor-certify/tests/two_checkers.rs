//! Two checkers: this crate with the readers of `rotor-format`, and the program extracted from the proofs with a reader of its
//! own, take the same files and refuse the same files.

#![allow(clippy::unwrap_used, reason = "the helpers of a test may panic as its body may")]

mod cases;
mod extracted_judge;

use cases::{DOCUMENTS, with_verdicts};
use extracted_judge::{Questions, is_built};
use rotor_certify::{Unproved, certify};
use rotor_format::certificate::{Statement, instance_hash, read};
use rotor_format::json;
use rotor_generate::{Dice, budget};
use rotor_graph::{FlawRule, Flaws, Limit, Rule, Unread};
use std::collections::BTreeMap;
use std::ops::Range;

/// What this crate says of two files, in the words of the other checker: `valid` with what is proved, `refuted`, or why they
/// cannot be read.
fn verdict(instance: &[u8], certificate: &[u8]) -> String {
    let unreadable = |flaws: Flaws| format!("unreadable: {flaws}");
    let instance = match json::read(instance, u64::MAX, &mut ()).map_err(Unread::into_flaws) {
        Ok((instance, _)) => instance,
        Err(flaws) => return unreadable(flaws),
    };
    let claim = match read(certificate, &instance, &mut ()).map_err(Unread::into_flaws) {
        Ok(claim) => claim,
        // The other checker does not compute hashes.
        Err(flaws) if flaws.list().iter().any(|flaw| flaw.rule == FlawRule::CertificateInstance) => {
            return UNDECIDED.to_owned();
        }
        Err(flaws) => return unreadable(flaws),
    };
    let proved = certify(&instance, claim, &mut Limit(MOST_OPERATIONS));
    match proved {
        Ok(proved) => {
            let statement = Statement::of(&instance, proved.get());
            format!("valid {}", serde_json::to_string(&statement).unwrap())
        }
        Err(Unproved::Refuted(_)) => "refuted".to_owned(),
        Err(Unproved::Stopped(_)) => UNDECIDED.to_owned(),
    }
}

/// What either checker may say without a contradiction to whatever the other says.
const UNDECIDED: &str = "undecided";

/// How long this crate looks at one certificate; lowering firings has no polynomial bound.
const MOST_OPERATIONS: u64 = 100 << 14;

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
    // The least integer of OCaml, whose size is negative.
    (r#""value":0"#, r#""value":-4611686018427387904"#, "out of range"),
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
    (FROM, r#""from":"\u0_75""#, "invalid escape"),
    (FROM, r#""from":"\u+075""#, "invalid escape"),
    (FROM, r#""from":"\ud800""#, "unexpected end of hex escape"),
    (FROM, r#""from":"\udc00""#, "lone leading surrogate in hex escape"),
    (FROM, "\"from\":\"\t\"", "control character (\\u0000-\\u001F) found while parsing a string"),
    (FROM, r#""from":"x""#, "the instance has no vertex `x`"),
    (FROM, r#""from":7"#, "a string"),
    (FROM, r#""from":"u","from":"u""#, "`from` occurs a second time"),
    (r#""from":"u","#, "", "the key `from` is missing"),
    // What no one reads must be JSON all the same.
    (FROM, r#""from":"u","junk":+-e."#, "expected value"),
    (FROM, r#""from":"u","junk":"#, "expected value"),
    (FROM, r#""from":"u","junk":1."#, "invalid number"),
    (FROM, r#""from":"u","junk":-"#, "invalid number"),
    (FROM, r#""from":"u","junk":1"#, "unknown key `junk`"),
    (r#""steps":"3""#, r#""steps":3"#, "a string"),
    (r#""steps":"3""#, r#""steps":"+3""#, "`+3` is not a count"),
    (r#""steps":"3""#, r#""steps":"""#, "`` is not a count"),
    (r#""u":"2""#, r#""u":"-2""#, "`-2` is not a count"),
    ("certificate/1", "certificate/2", "unknown schema"),
    (r#"kind":"walk"#, r#"kind":"stroll"#, "unknown kind `stroll`"),
    (",\"steps\":\"3\"}\n", "", "EOF while parsing an object"),
];

const FROM: &str = r#""from":"u""#;

#[test]
fn both_checkers_refuse_a_file_for_the_same_reason() {
    if !is_built() {
        return;
    }
    let hash = instance_hash(&json::read(TREE.as_bytes(), 9, &mut ()).unwrap().0);
    let walk = WALK.replace("HASH", &hash);
    let mut questions = Questions::default();
    let mut expected = vec![r#"valid {"kind":"walk","from":"u","exit":"s","steps":"3"}"#.to_owned()];
    questions.ask(Some(TREE.as_bytes()), walk.as_bytes());
    assert_eq!(verdict(TREE.as_bytes(), walk.as_bytes()), expected[0]);
    let nested = |depth: usize| format!(r#""from":{}{}"#, "[".repeat(depth), "]".repeat(depth));
    let (deep, too_deep) = (nested(126), nested(127));
    let nested = [(FROM, &*deep, "a string"), (FROM, &too_deep, "recursion limit exceeded")];
    for (part, flawed, reason) in FLAWED.iter().copied().chain(nested) {
        let [file, certificate] = [TREE, &walk].map(|text| text.replacen(part, flawed, 1));
        assert!(file != TREE || certificate != walk, "{part} stands in neither text");
        questions.ask(Some(file.as_bytes()), certificate.as_bytes());
        let own = verdict(file.as_bytes(), certificate.as_bytes());
        assert!(own.starts_with("unreadable: ") && own.contains(reason), "{flawed}: {own}, not {reason}");
        expected.push(reason.to_owned());
    }
    let answers = questions.answers(&["-"]);
    assert_eq!(answers.len(), expected.len());
    for (answer, reason) in answers.iter().zip(&expected) {
        let is_refused = answer.starts_with("unreadable: ") && answer.contains(&**reason);
        assert!(is_refused || answer == reason, "{answer}, not {reason}");
    }
}

/// Tokens at the borders of what JSON, counts and positions may be.
const BORDERS: &str = r#"
0 -0 1 -1 01 1.0 1e0 1e400 -1E-400 +1 .5 1. - 4294967295 4294967296 4611686018427387903 4611686018427387904
-4611686018427387904 9007199254740991 9007199254740992 -9007199254740991 -9007199254740992 9223372036854775807 9223372036854775808
-9223372036854775808 18446744073709551616 "0" "-0" "1" "-1" "007" "inf" "-inf" "+1" "1e3" "" "18446744073709551615"
"18446744073709551616" "340282366920938463463374607431768211456" true false null nul NaN [] {} [ } , : " \ /**/ 'u'
"u" "\u0075" "\u0_75" "\u+075" "\u007" "\ud83d\ude00" "\ud83d" "\udc00" "\u0000" "\/" "\x" 😀"#;

/// The same of bytes that are no text, and of space.
const BORDER_BYTES: [&[u8]; 12] = [
    b"\x00",
    b"\x1f",
    b"\x7f",
    b"\x0b",
    b"\n",
    b"\t ",
    b"\xef\xbb\xbf",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xff",
    b"\xe2\x82",
];

/// Some token or bytes at a border.
fn border(dice: &mut Dice) -> &'static [u8] {
    let tokens: Vec<&str> = BORDERS.split_whitespace().collect();
    match dice.below(8) {
        0 => BORDER_BYTES[dice.below(BORDER_BYTES.len() as u32) as usize],
        _ => tokens[dice.below(tokens.len() as u32) as usize].as_bytes(),
    }
}

/// Where the tokens of a text are: strings, words and numbers, and single characters.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let first = at;
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
        at += match text[first] {
            b'"' => text[first + 1..].iter().position(|&byte| byte == b'"').map_or(1, |end| end + 2),
            byte if is_word(&byte) => text[first..].iter().take_while(|byte| is_word(byte)).count(),
            _ => 1,
        };
        tokens.push(first..at);
    }
    tokens
}

/// The items of a list or the members of an object around the comma at `comma`: where they begin and end.
fn neighbours(text: &[u8], comma: usize) -> Range<usize> {
    let ends = |bytes: &mut dyn Iterator<Item = &u8>, opens: &[u8], closes: &[u8]| {
        let mut depth = 0;
        let mut is_inside = |byte: &u8| {
            let is_end = depth == 0 && (closes.contains(byte) || *byte == b',');
            depth += i32::from(opens.contains(byte)) - i32::from(closes.contains(byte));
            !is_end
        };
        bytes.take_while(|byte| is_inside(byte)).count()
    };
    let before = ends(&mut text[..comma].iter().rev(), b"]}", b"[{");
    let after = ends(&mut text[comma + 1..].iter(), b"[{", b"]}");
    comma - before..comma + 1 + after
}

/// The text after one to three small changes.
fn mutated(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..[1, 1, 1, 2, 3][dice.below(5) as usize] {
        let tokens = tokens(&text);
        let commas: Vec<usize> = (0..text.len()).filter(|&at| text[at] == b',').collect();
        let kind = dice.below(14);
        if tokens.is_empty() || kind < 4 && commas.is_empty() {
            return text;
        }
        let mut token = || tokens[dice.below(tokens.len() as u32) as usize].clone();
        let (one, other) = (token(), token());
        let is_number = |token: &&Range<usize>| {
            let bytes = &text[(*token).clone()];
            bytes.iter().all(|byte| b"-\"0123456789".contains(byte)) && bytes.iter().any(u8::is_ascii_digit)
        };
        let numbers = tokens.iter().filter(is_number);
        let numbers: Vec<_> = numbers.cloned().collect();
        let number = numbers.get(dice.below(numbers.len().max(1) as u32) as usize).cloned();
        let border = border(dice);
        match kind {
            0..4 => {
                let comma = commas[dice.below(commas.len() as u32) as usize];
                let Range { start, end } = neighbours(&text, comma);
                let (before, after) = (text[start..comma].to_vec(), text[comma + 1..end].to_vec());
                let items = match kind {
                    0 => [after, before].join(&b','),
                    1 => [before.clone(), after, before].join(&b','),
                    2 => after,
                    _ => before,
                };
                text.splice(start..end, items);
            }
            4 => text.truncate(one.start),
            5 => text[one.start] ^= 1 << dice.below(8),
            6 => drop(text.splice(one.start..one.start, border.iter().copied())),
            7 => drop(text.splice(one, text[other].to_vec())),
            8 => drop(text.splice(one, border.iter().copied())),
            _ => {
                // A small number, in quotes if the old one is.
                let Some(number) = number else { continue };
                let quote = if text[number.start] == b'"' { "\"" } else { "" };
                let small = i64::from(dice.below(9)) - 1;
                text.splice(number, format!("{quote}{small}{quote}").into_bytes());
            }
        }
    }
    text
}

/// The certificate with the hash of this file in the place of another one, if it can be read.
fn about(file: &[u8], certificate: &[u8], hash: &str) -> Vec<u8> {
    let Ok((instance, _)) = json::read(file, u64::MAX, &mut ()) else { return certificate.to_vec() };
    let own = instance_hash(&instance);
    let mut certificate = certificate.to_vec();
    if let Some(at) = certificate.windows(hash.len()).position(|window| window == hash.as_bytes()) {
        certificate[at..at + hash.len()].copy_from_slice(own.as_bytes());
    }
    certificate
}

/// Raw bytes: nothing is written anew between a mutation and the two readers.
#[test]
fn both_checkers_take_the_same_bytes() {
    let mut seeds = Vec::new();
    for (_, document) in DOCUMENTS {
        with_verdicts(document, |instance, certificate| {
            for rule in [Rule::MoveThenTurn, Rule::TurnThenMove] {
                let mut file = Vec::new();
                json::write(instance, rule, &mut file).unwrap();
                seeds.push((file, certificate.to_owned(), instance_hash(instance)));
            }
        });
    }
    if !is_built() {
        return;
    }
    let mut dice = Dice::new(2_029);
    let (mut questions, mut asked) = (Questions::default(), Vec::new());
    for number in 0..seeds.len() + budget(30_000) {
        let (file, certificate, hash) = &seeds[number % seeds.len()];
        let (mut file, mut certificate) = (file.clone(), certificate.clone().into_bytes());
        if number >= seeds.len() {
            let which = dice.below(10);
            if which < 4 {
                file = mutated(&file, &mut dice);
            }
            if which >= 3 {
                certificate = mutated(&certificate, &mut dice);
            }
        }
        let certificate = about(&file, &certificate, hash);
        questions.ask(Some(&file), &certificate);
        asked.push((file, certificate));
    }
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut undecided = [0; 2];
    let answers = questions.answers(&["-"]);
    assert_eq!(answers.len(), asked.len());
    for ((file, certificate), answer) in asked.iter().zip(answers) {
        let own = verdict(file, certificate);
        let both = [&*own, &*answer].map(|said| said.split(' ').next().unwrap_or_default());
        let agree = if own.starts_with("valid") { own == answer } else { both[0] == both[1] };
        assert!(
            agree || both.contains(&UNDECIDED),
            "{own}\nagainst {answer}\n{}\n{}",
            String::from_utf8_lossy(file),
            String::from_utf8_lossy(certificate)
        );
        *tally.entry(both[0].to_owned()).or_default() += 1;
        for (undecided, said) in undecided.iter_mut().zip(both) {
            *undecided += usize::from(said.starts_with(UNDECIDED));
        }
    }
    println!("{tally:?}, {undecided:?} undecided");
    // Who decides nothing contradicts nobody.
    assert!(undecided.iter().all(|seen| seen * 1_000 <= asked.len()), "{undecided:?} undecided");
    assert!(tally["valid"] > 500 && tally["refuted"] > 5_000 && tally["unreadable:"] > 20_000, "{tally:?}");
}
