//! Requests: from the text of a request to the command that answers it, and its answer.

use super::limits::ServeLimits;
use super::status::{Refused, status_of};
use crate::cli::reply::{Allowance, Reply, reply};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// A command that requests may run: its name, and what stands for its text on the command line.
struct Endpoint {
    name: &'static str,
    arguments: &'static [&'static str],
}

const fn endpoint(name: &'static str, arguments: &'static [&'static str]) -> Endpoint {
    Endpoint { name, arguments }
}

const ENDPOINTS: &[Endpoint] = &[
    endpoint("solve", &["-"]),
    endpoint("decide", &["-"]),
    endpoint("walk", &["-"]),
    endpoint("route", &["-"]),
    endpoint("flows", &["-"]),
    endpoint("forest", &["-"]),
    endpoint("push", &["-"]),
    endpoint("explain", &["-"]),
    endpoint("check", &["-"]),
    endpoint("convert", &["-", "-"]),
    endpoint("draw", &["-"]),
    endpoint("generate", &[]),
];

/// How large a generated graph may be: the product of its whole parameters.
const MOST_GENERATED: f64 = 200_000.0;

/// How many pixels of a PNG may be as wide as one of the SVG: their memory grows with the square, and no limit counts it.
const MOST_SCALE: f64 = 2.0;

/// What a request asks: a command line, and the text on its standard input.
#[derive(Debug, PartialEq)]
struct Order {
    arguments: Vec<String>,
    text: String,
}

/// The body of a request: a text, and options by their names on the command line.
#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    text: String,
    #[serde(flatten)]
    options: Map<String, Value>,
}

/// Answers the request with this body to `/api/v1/name`: whether it was done, and the bytes that come back. It takes no
/// longer than the limits allow.
pub fn answer(name: &str, body: &[u8], limits: &ServeLimits) -> (bool, Vec<u8>) {
    let (status, bytes) = answer_within(name, body, limits.allowance(Arc::default()));
    (status.is_success(), bytes)
}

/// The same with its status, until the allowance is used up.
pub(super) fn answer_within(name: &str, body: &[u8], allowance: Allowance) -> (StatusCode, Vec<u8>) {
    #[cfg(test)]
    assert_ne!(name, "panic", "a test asked for it");
    let order = match Order::read(name, body) {
        Ok(order) => order,
        Err(refused) => return (refused.0, format!("{}\n", refused.object()).into_bytes()),
    };
    match reply(&order.arguments, order.text.into_bytes(), allowance) {
        Reply::Result(bytes) => (StatusCode::OK, bytes),
        Reply::Refused(refusal) => (status_of(&refusal), format!("{}\n", refusal.object).into_bytes()),
    }
}

impl Order {
    fn read(name: &str, body: &[u8]) -> Result<Self, Refused> {
        let known = ENDPOINTS.iter().find(|endpoint| endpoint.name == name);
        let endpoint = known.ok_or_else(|| {
            let names: Vec<_> = ENDPOINTS.iter().map(|endpoint| endpoint.name).collect();
            Refused(StatusCode::NOT_FOUND, format!("no such request; there are {}", names.join(", ")))
        })?;
        let body: Body = serde_json::from_slice(body).map_err(|error| {
            Refused::malformed(format!("{error}; write an object such as {{\"text\":\"a: s\\nsink s\"}}"))
        })?;
        let Body { text, mut options } = body;
        let mut arguments = vec![endpoint.name.to_owned()];
        if endpoint.name == "generate" {
            arguments.push(family(&mut options)?);
        }
        if endpoint.name == "draw" {
            refuse_large_scale(&options)?;
        }
        for (name, value) in &options {
            arguments.extend(argument(name, value)?);
        }
        arguments.extend(["--json", "--quiet"].map(str::to_owned));
        arguments.extend(endpoint.arguments.iter().map(|&argument| argument.to_owned()));
        Ok(Self { arguments, text })
    }
}

/// The option called `name` as a word of the command line; none if it is switched off.
fn argument(name: &str, value: &Value) -> Result<Option<String>, Refused> {
    const OF_THE_SCREEN: [&str; 6] = ["json", "quiet", "verbose", "color", "help", "version"];
    let plain = |character: char| character.is_ascii_lowercase() || character == '-';
    if name.is_empty() || name.starts_with('-') || !name.chars().all(plain) || OF_THE_SCREEN.contains(&name) {
        let name = rotor_graph::quoted(name);
        return Err(Refused::malformed(format!(
            "{name} is no option of a request; use its name on the command line"
        )));
    }
    let words = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let value = match value {
        Value::Null | Value::Bool(false) => return Ok(None),
        Value::Bool(true) => return Ok(Some(format!("--{name}"))),
        Value::Array(list) => list.iter().map(words).collect::<Option<Vec<_>>>().map(|list| list.join(",")),
        single => words(single),
    };
    let value = value.ok_or_else(|| {
        Refused::malformed(format!("the option {name} takes a text, a number or a list of them"))
    })?;
    Ok(Some(format!("--{name}={value}")))
}

/// Takes the family out of the options, and refuses members too large for a request.
fn family(options: &mut Map<String, Value>) -> Result<String, Refused> {
    let Some(Value::String(family)) = options.remove("family") else {
        return Err(Refused::malformed("name a family: {\"family\":\"chain\",\"n\":20}"));
    };
    if !family.chars().all(|character| character.is_ascii_lowercase() || character == '-')
        || family.starts_with('-')
    {
        return Err(Refused::malformed(format!("{} is no family", rotor_graph::quoted(&family))));
    }
    let sizes = options.iter().filter(|(name, _)| !["seed", "players", "values"].contains(&name.as_str()));
    let size: f64 = sizes.filter_map(|(_, value)| number(value)).filter(|&number| number > 1.0).product();
    if size > MOST_GENERATED {
        let words = format!("a request generates at most {MOST_GENERATED} vertices; run the command itself");
        return Err(Refused(StatusCode::PAYLOAD_TOO_LARGE, words));
    }
    Ok(family)
}

/// Refuses a picture of more pixels than a request may have; what is no number is refused by the command.
fn refuse_large_scale(options: &Map<String, Value>) -> Result<(), Refused> {
    match options.get("scale").and_then(number) {
        Some(scale) if scale > MOST_SCALE => {
            let words = format!("a request draws at a scale of at most {MOST_SCALE}; run the command itself");
            Err(Refused(StatusCode::PAYLOAD_TOO_LARGE, words))
        }
        _ => Ok(()),
    }
}

/// The number that an option has, as a number or in digits.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(digits) => digits.trim().parse().ok(),
        _ => None,
    }
}
