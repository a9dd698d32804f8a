//! Objects with known keys, read with the same words for the same flaws everywhere.

use crate::document::{Node, Path};
use rotor_graph::FlawRule;
use rotor_graph::{Draft, Flaw, FlawList, quoted};
use std::borrow::Cow;

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
