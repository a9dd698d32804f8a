//! Vertices and counts of a certificate, by their names and digits.

use crate::document::{Node, Path};
use crate::fields::{CollectFlaws, Fields, list, text};
use crate::stop_check::StopCheck;
use num_bigint::{BigInt, BigUint};
use rotor_graph::FlawRule;
use rotor_graph::{Flaw, FlawList, Instance, NameIndex, VertexId, VertexMap, parse_natural, quoted};
use std::cell::RefCell;

/// The vertices of an instance by name.
pub(super) struct Lookup<'i> {
    instance: &'i Instance,
    by_name: NameIndex<'i>,
    /// Counts the vertices that are looked up.
    stop_check: RefCell<StopCheck<'i>>,
}

impl<'i> Lookup<'i> {
    /// `go_on` is asked every few thousand look-ups; once it returns false no vertex is found any more.
    pub(super) fn of(instance: &'i Instance, go_on: &'i mut dyn FnMut() -> bool) -> Self {
        let stop_check = RefCell::new(StopCheck::of(go_on));
        Self { instance, by_name: instance.names().index(), stop_check }
    }

    /// A copy of `entry` for every vertex.
    pub(super) fn filled<T: Clone>(&self, entry: T) -> VertexMap<T> {
        VertexMap::filled(self.instance.graph().vertex_count(), entry)
    }

    pub(super) fn name(&self, u: VertexId) -> &'i str {
        self.instance.name(u)
    }

    pub(super) fn vertices_in_order(&self) -> impl Iterator<Item = VertexId> + use<> {
        self.instance.graph().vertices()
    }

    /// The vertex called `name`.
    pub(super) fn vertex(&self, name: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<VertexId> {
        let mut stop_check = self.stop_check.borrow_mut();
        if stop_check.is_stopped() || stop_check.count().is_err() {
            return None;
        }
        let vertex = self.by_name.get(name);
        if vertex.is_none() {
            flaws.note(|| Flaw {
                place: path.place(),
                rule: FlawRule::VertexKnown,
                message: format!("the instance has no vertex {}", quoted(name)),
                remedy: "name vertices as the instance does".to_owned(),
            });
        }
        vertex
    }

    /// The vertex under `key`, which must not be missing.
    pub(super) fn under(&self, fields: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<VertexId> {
        let name = fields.required_text(key, flaws)?;
        self.vertex(name, &Path::Key(&fields.path, key), flaws)
    }

    /// A list of vertices, none of which was `seen` before.
    pub(super) fn vertices(
        &self,
        node: &Node<'_>,
        path: &Path<'_>,
        seen: &mut VertexMap<bool>,
        flaws: &mut FlawList,
    ) -> Option<Vec<VertexId>> {
        let entries = list(node, path, flaws)?;
        let mut vertices = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let path = Path::Index(path, index);
            let Some(name) = text(entry, &path, flaws) else { continue };
            let Some(u) = self.vertex(name, &path, flaws) else { continue };
            self.once(seen, u, &path, flaws);
            vertices.push(u);
        }
        (vertices.len() == entries.len()).then_some(vertices)
    }

    /// Notes a flaw if `u` was `seen` before.
    pub(super) fn once(
        &self,
        seen: &mut VertexMap<bool>,
        u: VertexId,
        path: &Path<'_>,
        flaws: &mut FlawList,
    ) {
        if seen[u] {
            self.listed_again(u, path, flaws);
        }
        seen[u] = true;
    }

    /// Notes that `u` is listed a second time.
    pub(super) fn listed_again(&self, u: VertexId, path: &Path<'_>, flaws: &mut FlawList) {
        flaws.note(|| Flaw {
            place: path.place(),
            rule: FlawRule::ListedOnce,
            message: format!("vertex {} is listed a second time", quoted(self.name(u))),
            remedy: "list it once".to_owned(),
        });
    }
}

/// The natural number under `key`, if there is one.
pub(super) fn natural_under(fields: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<BigUint> {
    let digits = fields.text(key, flaws)?;
    natural(digits, &Path::Key(&fields.path, key), flaws)
}

/// The number that `digits` are.
pub(super) fn natural(digits: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<BigUint> {
    let number = parse_natural(digits);
    if number.is_none() {
        not_a_count(digits, path, "write decimal digits only", flaws);
    }
    number
}

/// The number that `digits` are, with a minus sign before them perhaps.
pub(super) fn signed(digits: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<BigInt> {
    let (unsigned, is_negative) = match digits.strip_prefix('-') {
        Some(unsigned) => (unsigned, true),
        None => (digits, false),
    };
    let number = parse_natural(unsigned).map(BigInt::from);
    if number.is_none() {
        not_a_count(
            digits,
            path,
            "write decimal digits, with a minus sign before them if it is negative",
            flaws,
        );
    }
    number.map(|number| if is_negative { -number } else { number })
}

/// Notes that `text` is not a count.
pub(super) fn not_a_count(text: &str, path: &Path<'_>, remedy: &str, flaws: &mut FlawList) {
    flaws.note(|| Flaw {
        place: path.place(),
        rule: FlawRule::Count,
        message: format!("{} is not a count", quoted(text)),
        remedy: remedy.to_owned(),
    });
}
