//! Fields of requests: what stands in JSON or on a command line, turned into the nouns of the house.

use rotor_format::{Compression, InputFormat, OutputFormat};
use rotor_graph::{MOST_VALUE, Rule, StrategySet, Value as GameValue};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Something with a fixed set of names.
pub trait Named: Sized {
    /// The one of that name; otherwise which there are.
    fn named(name: &str) -> Result<Self, String>;
}

impl Named for StrategySet {
    fn named(name: &str) -> Result<Self, String> {
        Self::from_name(name)
            .ok_or_else(|| format!("the sets of strategies are {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Named for Rule {
    fn named(name: &str) -> Result<Self, String> {
        Self::from_name(name).ok_or_else(|| "the rules are move-then-turn and turn-then-move".to_owned())
    }
}

impl Named for InputFormat {
    fn named(name: &str) -> Result<Self, String> {
        Self::from_name(name)
            .ok_or_else(|| format!("the formats are {}", Self::ALL.map(Self::name).join(", ")))
    }
}

impl Named for crate::draw_options::Show {
    fn named(name: &str) -> Result<Self, String> {
        Self::from_name(name)
            .ok_or_else(|| format!("what can be shown is {}", Self::ALL.map(Self::name).join(", ")))
    }
}

/// A format to write, with its packing: `json`, `rotor`, `rotor.gz`.
pub fn output_format(name: &str) -> Result<(OutputFormat, Compression), String> {
    rotor_format::check_writable(name)?;
    let plain = OutputFormat::from_name(name).map(|format| (format, Compression::None));
    plain
        .or_else(|| OutputFormat::from_path(&format!("x.{name}")))
        .ok_or_else(|| format!("the formats are {}", OutputFormat::ALL.map(OutputFormat::name).join(", ")))
}

pub(super) fn optional_output_format<'d, D: Deserializer<'d>>(
    deserializer: D,
) -> Result<Option<(OutputFormat, Compression)>, D::Error> {
    output_format(&String::deserialize(deserializer)?).map(Some).map_err(D::Error::custom)
}

/// A field of type `T`, by its name.
pub(super) fn by_name<'d, T: Named, D: Deserializer<'d>>(deserializer: D) -> Result<T, D::Error> {
    T::named(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// An optional field of type `T`, by its name.
pub(super) fn optional_by_name<'d, T: Named, D: Deserializer<'d>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    by_name(deserializer).map(Some)
}

/// A list of names, as a list or with commas between them.
pub(super) fn list_by_name<'d, T: Named, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let NamesList(names) = NamesList::deserialize(deserializer)?;
    names.iter().map(|name| T::named(name)).collect::<Result<_, _>>().map_err(D::Error::custom)
}

/// A number, or its digits.
pub(super) fn number<'d, T: FromStr, D: Deserializer<'d>>(deserializer: D) -> Result<T, D::Error> {
    let text = digits(&Value::deserialize(deserializer)?).unwrap_or_default();
    text.parse().map_err(|_| D::Error::custom(format!("not a number in range: `{text}`")))
}

/// An optional number, or its digits.
pub(super) fn optional_number<'d, T: FromStr, D: Deserializer<'d>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    number(deserializer).map(Some)
}

/// A value of a game.
pub(super) fn game_value<'d, D: Deserializer<'d>>(deserializer: D) -> Result<GameValue, D::Error> {
    let value: GameValue = number(deserializer)?;
    let range = -MOST_VALUE..=MOST_VALUE;
    if range.contains(&value) { Ok(value) } else { Err(D::Error::custom(format!("values are {range:?}"))) }
}

/// A text, or a number as its digits.
pub(super) fn optional_digits<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    digits(&value).map(Some).ok_or_else(|| D::Error::custom("a number, or its digits"))
}

pub(super) fn digits(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether something comes with the answer. On the command line this is the name of a file, `-` for standard output; a
/// request has no files, and `true` or `-` puts it into the answer.
pub(super) fn wanted<'d, D: Deserializer<'d>>(deserializer: D) -> Result<bool, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Bool(wanted) => Ok(wanted),
        Value::String(dash) if dash == "-" => Ok(true),
        _ => Err(D::Error::custom(
            "a request reads and writes no files; write true, and it comes with the answer",
        )),
    }
}

/// A number of seconds: finite, not negative.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && (0.0..=1e9).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "a number of seconds, such as 10 or 0.5".to_owned())
}

/// A size in bytes, such as `500MB` or `8GiB`.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "" | "B" => 1,
        "k" | "K" | "kB" | "KB" => 1_000,
        "M" | "MB" => 1_000_000,
        "G" | "GB" => 1_000_000_000,
        "Ki" | "KiB" => 1 << 10,
        "Mi" | "MiB" => 1 << 20,
        "Gi" | "GiB" => 1 << 30,
        _ => 0,
    };
    let number = digits.parse::<u64>().ok().filter(|_| unit > 0);
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "a size, such as 500MB or 8GiB".to_owned())
}

/// A list of names, in JSON as a list or with commas between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamesList(pub Vec<String>);

impl<'d> Deserialize<'d> for NamesList {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        let names = match Value::deserialize(deserializer)? {
            Value::Array(list) => list.iter().map(digits).collect(),
            single => digits(&single).map(|text| text.split(',').map(str::to_owned).collect()),
        };
        names.map(Self).ok_or_else(|| D::Error::custom("names, in a list or with commas between them"))
    }
}

/// A JSON document inside a request, as its text or as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// Its name, for messages.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl<'d> Deserialize<'d> for Document {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match Value::deserialize(deserializer)? {
            Value::String(text) => text,
            document => document.to_string(),
        };
        Ok(Self { name: "<request>".to_owned(), bytes: text.into_bytes() })
    }
}

/// How many of something on which vertices: names with their numbers as they were written, in order; a name may stand there
/// twice and has both counts. In JSON an object, or `u1=3,u2=10`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts(pub Vec<(String, String)>);

impl FromStr for Counts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with('@') {
            return Err("a request reads and writes no files; give the counts themselves".to_owned());
        }
        let entry = |entry: &str| {
            let (name, digits) = entry
                .rsplit_once('=')
                .ok_or_else(|| format!("{} has no count; write u1=3,u2=10", rotor_graph::quoted(entry)))?;
            Ok((name.to_owned(), digits.to_owned()))
        };
        text.split(',').map(entry).collect::<Result<_, _>>().map(Self)
    }
}

impl<'d> Deserialize<'d> for Counts {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CountsVisitor)
    }
}

/// Keeps the order of an object and both counts of a name that stands there twice, which no map type does.
struct CountsVisitor;

impl<'d> Visitor<'d> for CountsVisitor {
    type Value = Counts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"u1\":\"3\"}, or a text such as u1=3,u2=10")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Counts, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Counts, A::Error> {
        let mut entries = Vec::new();
        while let Some((name, count)) = map.next_entry::<String, Value>()? {
            let whole = match &count {
                Value::Number(number) => number.is_u64() || number.is_i64(),
                other => other.is_string(),
            };
            let Some(digits) = digits(&count).filter(|_| whole) else {
                let name = rotor_graph::quoted(&name);
                let words = format!(
                    "the count of {name} is neither a string of digits nor a whole number below 2^64"
                );
                return Err(A::Error::custom(words));
            };
            entries.push((name, digits));
        }
        Ok(Counts(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn sizes_have_units_and_times_are_finite() {
        assert_eq!(bytes("8GiB"), Ok(8 << 30));
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("12"), Ok(12));
        assert!(bytes("GiB").is_err() && bytes("1.5G").is_err() && bytes("99999999999GiB").is_err());
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("inf").is_err() && seconds("-1").is_err() && seconds("x").is_err());
    }

    #[test]
    fn counts_are_an_object_or_a_text() {
        let read = |value: Value| {
            Counts::deserialize(value).map(|Counts(entries)| entries).map_err(|e| e.to_string())
        };
        let both = vec![("u".to_owned(), "3".to_owned()), ("v=w".to_owned(), "1e6".to_owned())];
        assert_eq!(read(json!({"u": 3, "v=w": "1e6"})), Ok(both.clone()));
        assert_eq!(read(json!("u=3,v=w=1e6")), Ok(both));
        let twice: Counts = serde_json::from_str(r#"{"u":"1","u":2}"#).unwrap();
        assert_eq!(twice.0.len(), 2);
        assert!(read(json!({"u": 0.5})).unwrap_err().contains("`u` is neither"));
        assert!(read(json!("u")).unwrap_err().contains("has no count") && read(json!(7)).is_err());
    }
}
