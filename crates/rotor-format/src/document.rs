//! JSON documents as trees that keep every key, paths into them, and what is asked of an object in them.

use crate::input::Ticking;
use rotor_graph::{Draft, Flaw, FlawList, FlawRule, Flaws, Place, Tick, Unread, quoted};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A JSON value. Keys stand in the order of the text, repeated ones included.
#[derive(Debug)]
pub(crate) enum Node<'t> {
    Null,
    Bool(bool),
    Integer(i64),
    /// A number with a fraction or an exponent, or too large for 64 bits.
    Number(f64),
    Text(Cow<'t, str>),
    List(Vec<Node<'t>>),
    Object(Vec<(Cow<'t, str>, Node<'t>)>),
}

impl<'t> Node<'t> {
    /// Reads `bytes` as one JSON value; each value is a tick. A flaw of the syntax hides what follows it.
    pub(crate) fn parse(bytes: &'t [u8], tick: &mut dyn Tick) -> Result<Self, Unread> {
        let ticking = &mut Ticking::new(tick);
        let text = text_of(bytes)?;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let node = AnyNode(ticking).deserialize(&mut deserializer);
        node.and_then(|node| deserializer.end().map(|()| node)).map_err(|error| {
            if let Err(stop) = ticking.stopped {
                return stop.into();
            }
            let said = error.to_string();
            let message = said.split(" at line ").next().unwrap_or(&said).to_owned();
            let place = place_of(text, error.line(), error.column());
            let remedy = "write one JSON value".to_owned();
            Flaws::one(Flaw { place, rule: FlawRule::Json, message, remedy }).into()
        })
    }

    /// What it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer(_) => "an integer",
            Self::Number(_) => "a number that is not a 64-bit integer",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// The text that `bytes` are, without its byte order mark.
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, Flaws> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
        Err(_) => FlawList::not_utf8(bytes).or(None),
    }
}

/// The place of line `line`, byte `column`, both counted from 1 (a column of 0 is the end of the line before).
fn place_of(text: &str, line: usize, column: usize) -> Place {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    Place::in_text(text, at)
}

/// What makes a node of any value.
struct AnyNode<'a, 't>(&'a mut Ticking<'t>);

impl<'de> DeserializeSeed<'de> for AnyNode<'_, '_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        self.0.tick(1).map_err(D::Error::custom)?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyNode<'_, '_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(i64::try_from(value).map_or(Node::Number(value as f64), Node::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(value)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(node) = seq.next_element_seed(AnyNode(self.0))? {
            list.push(node);
        }
        Ok(Node::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key_seed(AnyNode(self.0))? {
            let Node::Text(key) = key else { unreachable!("a JSON key is a string") };
            entries.push((key, map.next_value_seed(AnyNode(self.0))?));
        }
        Ok(Node::Object(entries))
    }
}

/// Where a node is: `vertices[3].arcs[1]`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    pub(crate) fn place(&self) -> Place {
        match self {
            Self::Root => Place::Whole,
            _ => Place::Path(self.to_string()),
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Root => Ok(()),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
            Self::Key(parent, key) if !is_word(key) => {
                let short: String = key.chars().take(40).collect();
                let cut = if short.len() < key.len() { "…" } else { "" };
                write!(f, "{parent}[\"{}{cut}\"]", short.escape_debug())
            }
            Self::Key(Path::Root, key) => f.write_str(key),
            Self::Key(parent, key) => write!(f, "{parent}.{key}"),
        }
    }
}

fn is_word(key: &str) -> bool {
    !key.is_empty() && key.len() <= 40 && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

// Fields

/// Collects the flaws of an input.
pub(crate) trait CollectFlaws {
    fn note(&mut self, flaw: impl FnOnce() -> Flaw);
}

impl CollectFlaws for Draft<'_> {
    fn note(&mut self, flaw: impl FnOnce() -> Flaw) {
        self.flaw(flaw);
    }
}

impl CollectFlaws for FlawList {
    fn note(&mut self, flaw: impl FnOnce() -> Flaw) {
        self.push(flaw);
    }
}

/// An object whose keys are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'d, 't> {
    entries: &'d [(Cow<'t, str>, Node<'t>)],
    pub(crate) path: Path<'d>,
}

impl<'d, 't> Fields<'d, 't> {
    /// `node` as an object with no other keys than `known`, none of them twice.
    pub(crate) fn of(
        node: &'d Node<'t>,
        path: Path<'d>,
        known: &[&str],
        flaws: &mut impl CollectFlaws,
    ) -> Option<Self> {
        let entries = object(node, &path, flaws)?;
        let mut seen = vec![false; known.len()];
        for (key, _) in entries {
            let place = || Path::Key(&path, key).place();
            let Some(at) = known.iter().position(|name| name == key) else {
                flaws.note(|| Flaw {
                    place: place(),
                    rule: FlawRule::UnknownKey,
                    message: format!("unknown key {}", quoted(key)),
                    remedy: format!("keep to {}", known.join(", ")),
                });
                continue;
            };
            if seen[at] {
                flaws.note(|| Flaw {
                    place: place(),
                    rule: FlawRule::KeyOnce,
                    message: format!("the key {} occurs a second time", quoted(key)),
                    remedy: "keep one of the two".to_owned(),
                });
            }
            seen[at] = true;
        }
        Some(Self { entries, path })
    }

    /// What stands under `key`, the first time it stands there.
    pub(crate) fn get(&self, key: &str) -> Option<&'d Node<'t>> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, node)| node)
    }

    /// What stands under `key`, which must not be missing.
    pub(crate) fn required(&self, key: &str, flaws: &mut impl CollectFlaws) -> Option<&'d Node<'t>> {
        let node = self.get(key);
        if node.is_none() {
            flaws.note(|| Flaw {
                place: self.path.place(),
                rule: FlawRule::MissingKey,
                message: format!("the key {} is missing", quoted(key)),
                remedy: "add it".to_owned(),
            });
        }
        node
    }

    /// The string under `key`, if there is one.
    pub(crate) fn text(&self, key: &str, flaws: &mut impl CollectFlaws) -> Option<&'d str> {
        text(self.get(key)?, &Path::Key(&self.path, key), flaws)
    }

    /// The string under `key`, which must not be missing.
    pub(crate) fn required_text(&self, key: &str, flaws: &mut impl CollectFlaws) -> Option<&'d str> {
        text(self.required(key, flaws)?, &Path::Key(&self.path, key), flaws)
    }

    /// The list under `key`, which must not be missing.
    pub(crate) fn required_list(&self, key: &str, flaws: &mut impl CollectFlaws) -> Option<&'d [Node<'t>]> {
        list(self.required(key, flaws)?, &Path::Key(&self.path, key), flaws)
    }
}

/// `node` as an object.
pub(crate) fn object<'d, 't>(
    node: &'d Node<'t>,
    path: &Path<'_>,
    flaws: &mut impl CollectFlaws,
) -> Option<&'d [(Cow<'t, str>, Node<'t>)]> {
    match node {
        Node::Object(entries) => Some(entries),
        _ => wrong_kind(node, path, "an object", flaws),
    }
}

/// `node` as a list.
pub(crate) fn list<'d, 't>(
    node: &'d Node<'t>,
    path: &Path<'_>,
    flaws: &mut impl CollectFlaws,
) -> Option<&'d [Node<'t>]> {
    match node {
        Node::List(entries) => Some(entries),
        _ => wrong_kind(node, path, "a list", flaws),
    }
}

/// `node` as a string.
pub(crate) fn text<'d>(
    node: &'d Node<'_>,
    path: &Path<'_>,
    flaws: &mut impl CollectFlaws,
) -> Option<&'d str> {
    match node {
        Node::Text(text) => Some(text),
        _ => wrong_kind(node, path, "a string", flaws),
    }
}

/// Notes that `node` should have been `wanted`.
pub(crate) fn wrong_kind<T>(
    node: &Node<'_>,
    path: &Path<'_>,
    wanted: &str,
    flaws: &mut impl CollectFlaws,
) -> Option<T> {
    flaws.note(|| Flaw {
        place: path.place(),
        rule: FlawRule::Type,
        message: format!("{} where {wanted} belongs", node.kind()),
        remedy: format!("write {wanted}"),
    });
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaw(text: &str) -> String {
        Node::parse(text.as_bytes(), &mut ()).unwrap_err().to_string()
    }

    #[test]
    fn a_syntax_flaw_has_its_line_and_column_in_characters() {
        assert_eq!(flaw("{\"é\": 1,\n\"öö\" 2}"), "2:6: expected `:`; write one JSON value");
        assert_eq!(flaw(""), "1:1: EOF while parsing a value; write one JSON value");
        assert_eq!(flaw("{}\n x"), "2:2: trailing characters; write one JSON value");
        assert_eq!(flaw("[\n"), "2:1: EOF while parsing a list; write one JSON value");
        assert_eq!(flaw("[1e999]"), "1:6: number out of range; write one JSON value");
    }

    #[test]
    fn nesting_without_end_is_a_flaw_and_no_overflow() {
        assert!(flaw(&"[".repeat(100_000)).ends_with("recursion limit exceeded; write one JSON value"));
    }

    #[test]
    fn flaws_in_bytes_that_are_not_text_have_a_place() {
        let flaws = Node::parse(b"\xef\xbb\xbf{\n\"a\xff\": 1}", &mut ()).unwrap_err();
        assert_eq!(flaws.to_string(), "2:3: bytes that are not UTF-8; save the file as UTF-8");
    }

    #[test]
    fn repeated_keys_are_kept() {
        let Ok(Node::Object(entries)) =
            Node::parse(br#"{"a": 1, "a\n": [], "a": 18446744073709551615}"#, &mut ())
        else {
            panic!("an object")
        };
        let keys: Vec<_> = entries.iter().map(|(key, node)| (&**key, node.kind())).collect();
        assert_eq!(
            keys,
            [("a", "an integer"), ("a\n", "a list"), ("a", "a number that is not a 64-bit integer")]
        );
    }

    #[test]
    fn a_path_names_odd_keys_in_quotes() {
        let (root, long) = (Path::Root, "x".repeat(50));
        let list = Path::Key(&root, "vertices");
        let entry = Path::Index(&list, 3);
        assert_eq!(Path::Key(&entry, "a_1").to_string(), "vertices[3].a_1");
        assert_eq!(Path::Key(&entry, "a\n\"").to_string(), "vertices[3][\"a\\n\\\"\"]");
        assert_eq!(Path::Key(&root, "").to_string(), "[\"\"]");
        assert_eq!(Path::Key(&root, &long).to_string(), format!("[\"{}…\"]", "x".repeat(40)));
    }
}
