//! Any request: an answer in JSON lines or a refusal that says why, and no panic.
//!
//! The first byte chooses: with an even one, the second names the request and the rest is its body, any bytes; with an odd one,
//! the rest chooses fields of a request and what stands in them, from lists and objects to huge numbers.
#![no_main]

use arrival::Request;
use arrival::request::Ask;
use arrival_cli::serve::{ServeLimits, answer};
use libfuzzer_sys::fuzz_target;
use rotor_generate::FAMILIES;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use std::time::Duration;

const GRAPH: &str = "u0: u2 u1\nmax u1: u0 u2 s1\nu2: u1 u0 s2\nsink s1\nsink s2 = 1\nstart u2\n";

/// The fields of each request, as a refusal lists them; those of families beside their own.
static FIELDS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let of = |name: &&str| {
        let refusal = Request::from_json(name, json!({"no such field": 1, "family": 1})).err();
        let words = refusal.map_or(String::new(), |fault| fault.json("").to_string());
        let mut fields: Vec<String> = words.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        fields.extend(["text", "family", "timeout", "memory", "format", "example"].map(str::to_owned));
        if ["generate", "hunt"].contains(name) {
            let all = FAMILIES.iter().flat_map(|family| family.all_parameters());
            fields.extend(all.map(|parameter| parameter.name.to_owned()));
        }
        fields
    };
    Ask::NAMES.iter().map(of).collect()
});

/// Bytes to take decisions from; zeros when they are used up.
struct Bytes<'d>(&'d [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first.into()
    }

    /// Some value; nested at most this deep.
    fn value(&mut self, depth: u32) -> Value {
        const WORDS: [&str; 12] = [
            "u0",
            "s2",
            "",
            "-",
            "-1",
            "1e99999",
            "10^99999999",
            "2^1000000",
            "u0=3,u1=1e30",
            "1..3",
            "grid",
            "99999999999999999999999",
        ];
        match self.next() % 14 {
            0 => Value::Null,
            1 => true.into(),
            2 => (self.next() as i64 - 128).into(),
            3 => u64::MAX.into(),
            4 => i64::MIN.into(),
            5 => 1e308.into(),
            6 => 0.5.into(),
            7 => WORDS[self.next() % WORDS.len()].into(),
            8 => GRAPH.into(),
            9 => "7".repeat(1 << (self.next() % 14)).into(),
            10 if depth > 0 => (0..self.next() % 4).map(|_| self.value(depth - 1)).collect(),
            11 if depth > 0 => {
                let entry =
                    |bytes: &mut Self| (WORDS[bytes.next() % WORDS.len()].to_owned(), bytes.value(depth - 1));
                Value::Object((0..self.next() % 4).map(|_| entry(self)).collect())
            }
            12 => (0..self.next() + 300 * (self.next() % 8)).map(|_| Value::Null).collect(),
            _ => (0..self.next() % 60).fold(Value::Null, |inner, _| json!([inner])),
        }
    }
}

fuzz_target!(|data: &[u8]| {
    match data {
        [first, number, body @ ..] if first % 2 == 0 => {
            // Some number names a request that there is not.
            let number = usize::from(*number) % (Ask::NAMES.len() + 1);
            ask(Ask::NAMES.get(number).copied().unwrap_or("nonsense"), body, 1 << 16);
        }
        [_, choices @ ..] => ask_with_fields(choices),
        [] => {}
    }
});

fn ask_with_fields(choices: &[u8]) {
    let mut bytes = Bytes(choices);
    let number = bytes.next() % Ask::NAMES.len();
    let (name, fields) = (Ask::NAMES[number], &FIELDS[number]);
    let mut body = Map::new();
    if bytes.next() % 4 > 0 {
        body.insert("text".to_owned(), GRAPH.into());
    }
    if ["generate", "hunt"].contains(&name) && bytes.next() % 4 > 0 {
        body.insert("family".to_owned(), FAMILIES[bytes.next() % FAMILIES.len()].id.into());
    }
    for _ in 0..1 + bytes.next() % 4 {
        let field = fields[(bytes.next() + 256 * bytes.next()) % fields.len()].clone();
        body.insert(field, bytes.value(3));
    }
    ask(name, Value::Object(body).to_string().as_bytes(), 1 << 20);
}

fn ask(name: &str, body: &[u8], memory: u64) {
    let time = Duration::from_millis(200);
    let limits = ServeLimits { time, memory, answer: 1 << 20, ..ServeLimits::default() };
    let (done, reply) = answer(name, body, &limits);
    if !done {
        let line = std::str::from_utf8(&reply).expect("a refusal is text");
        assert!(line.starts_with("{\"schema\":\"arrival.error/1\"") && line.ends_with("]}\n"), "{line}");
    }
}
