//! Certificates as JSON, `arrival.certificate/1`: claims that anyone can check against the instance they name.
//!
//! Every certificate has `schema`, `kind` and `instance`, the SHA-256 of the canonical text of its instance. Counts are
//! decimal strings, `"inf"` for +∞. Departures and turns that are not listed are 0.
//!
//! - `walk`: `from`, `exit`, `departures` `{"u0":"5"}`, and perhaps `steps`.
//! - `trap`: `from`, `trap` `["a","b"]`, `departures`, and perhaps `steps`.
//! - `flows`: `traps` `[["a","b"]]`, `exits` `{"u0":"s1","a":{"trap":0}}`, `flows` `[{"from":"u1","to":"u0","flow":"2"}]`.
//! - `forest`: `traps`, `exits`, `turns` `{"u0":"3"}`.
//! - `blocks`: `traps`, `exits`, `blocks` `[["u0","u1"]]`, `flows` `[{"from":"u0","block":0,"flow":"2","deadline":"inf"}]`,
//!   where a finite flow also has `returned` `{"u1":"3"}`, `halts` `"u1"` and `kept` `{"u1":"4"}`, and `last_departures`
//!   `{"u0":"5"}`.
//! - `route`: `particles` `{"u0":"9"}`, `traps`, `departures`, `sinks` `{"s1":"8"}`, `trapped` `["1"]` by trap, and
//!   perhaps `steps`.
//! - `game`: `from`, `strategies` (`"start"`, `"order"` or `"free"`), `endless_value`, `value`, the decisions `max` and `min`
//!   `{"u":1}` (positions; lists of them; positions or `"bounce"`), and the pairs `at_least` and `more_than`
//!   `[{"from":"u1","to":"u0","value":1,"flow":"2"}]`.
//!
//! A `route` with a negative number in it has antiparticles among its particles, and no `steps`. The algebra has kinds of
//! its own; counts may be negative where chips are:
//!
//! - `group`: `factors` `["4"]`, `coordinates` `{"u":["1"]}` of every vertex, `generators` `[{"u":"1"}]`, `traps`, `periods`.
//! - `class`: the same, `element` `["3"]`, and perhaps `other` `{"rotors":{"u":1},"element":["1"],"chips":{"u":"2"}}`.
//! - `stabilise`: `start`, `traps`, `firings`, `chips`, `sinks`, `trapped`, `recurrent`, `script`.
//! - `identity`: `traps`, `chips`, `firings`, `script`.
//! - `harmonic`: `from`, `traps`, `uses`, `sinks`, `trapped`, all over one `denominator`.
//! - `moment`: `from`, `at`, `departures`.
//! - `tour`: `from`, `trap`, `entry` `{"at":"u","departures":{"u":"1"}}`, perhaps `before` and `cover`, and `periods`.

mod algebra;
mod read;
mod statement;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use read::{Strategies, read, read_strategies};
pub use statement::Statement;
pub use tables::{BlockRows, FlowRows, decisions};
pub use write::{Certificate, write};

use crate::document::{CollectFlaws, Fields, Node, Path, list, object, text};
use crate::input::Ticking;
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{
    Flaw, FlawList, FlawRule, Instance, NameIndex, Tick, VertexId, VertexMap, parse_natural, quoted,
};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::fmt::{self, Write};

const SCHEMA: &str = "arrival.certificate/1";

// The hash by which a certificate names its instance

/// The SHA-256 of the canonical text of `instance`, in hexadecimal. The text itself is never built.
///
/// ```
/// let instance = rotor_graph::parse("sink s = 0 # the canonical text is `sink s`").unwrap();
/// let hash = rotor_format::certificate::instance_hash(&instance);
/// assert_eq!(hash, "5a703d7e368015835136ea048fa0ecdc3ab6236652f27236987e0e2e8a806f55");
/// ```
pub fn instance_hash(instance: &Instance) -> String {
    let mut text = Hashed { hash: Sha256::new(), block: Vec::with_capacity(Hashed::BLOCK) };
    write!(text, "{instance}").expect("hashing never fails");
    text.hash.update(&text.block);
    let mut hex = String::with_capacity(64);
    for byte in text.hash.finalize() {
        write!(hex, "{byte:02x}").expect("a string takes every character");
    }
    hex
}

/// Text on its way into the hash, a block at a time: names are short, and hashing each of them alone is slow.
struct Hashed {
    hash: Sha256,
    block: Vec<u8>,
}

impl Hashed {
    const BLOCK: usize = 1 << 14;
}

impl fmt::Write for Hashed {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.block.len() + text.len() > Self::BLOCK {
            self.hash.update(&self.block);
            self.block.clear();
        }
        if text.len() > Self::BLOCK {
            self.hash.update(text.as_bytes());
        } else {
            self.block.extend_from_slice(text.as_bytes());
        }
        Ok(())
    }
}

// Vertices and counts, by their names and digits

/// The vertices of an instance by name.
struct Lookup<'i> {
    instance: &'i Instance,
    by_name: NameIndex<'i>,
    /// Counts the vertices that are looked up.
    ticking: RefCell<Ticking<'i>>,
}

impl<'i> Lookup<'i> {
    /// Each look-up is a tick; once it is stopped, no vertex is found any more.
    fn of(instance: &'i Instance, tick: &'i mut dyn Tick) -> Self {
        Self { instance, by_name: instance.names().index(), ticking: RefCell::new(Ticking::new(tick)) }
    }

    /// A copy of `entry` for every vertex.
    fn filled<T: Clone>(&self, entry: T) -> VertexMap<T> {
        VertexMap::filled(self.instance.graph().vertex_count(), entry)
    }

    fn name(&self, u: VertexId) -> &'i str {
        self.instance.name(u)
    }

    fn vertices_in_order(&self) -> impl Iterator<Item = VertexId> + use<> {
        self.instance.graph().vertices()
    }

    /// The vertex called `name`.
    fn vertex(&self, name: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<VertexId> {
        self.ticking.borrow_mut().tick(1).ok()?;
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
    fn under(&self, fields: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<VertexId> {
        let name = fields.required_text(key, flaws)?;
        self.vertex(name, &Path::Key(&fields.path, key), flaws)
    }

    /// A list of vertices, none of which was `seen` before.
    fn vertices(
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
    fn once(&self, seen: &mut VertexMap<bool>, u: VertexId, path: &Path<'_>, flaws: &mut FlawList) {
        if seen[u] {
            self.listed_again(u, path, flaws);
        }
        seen[u] = true;
    }

    /// Notes that `u` is listed a second time.
    fn listed_again(&self, u: VertexId, path: &Path<'_>, flaws: &mut FlawList) {
        flaws.note(|| Flaw {
            place: path.place(),
            rule: FlawRule::ListedOnce,
            message: format!("vertex {} is listed a second time", quoted(self.name(u))),
            remedy: "list it once".to_owned(),
        });
    }
}

/// The natural number under `key`, if there is one.
fn natural_under(fields: &Fields<'_, '_>, key: &str, flaws: &mut FlawList) -> Option<BigUint> {
    let digits = fields.text(key, flaws)?;
    natural(digits, &Path::Key(&fields.path, key), flaws)
}

/// The number that `digits` are.
fn natural(digits: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<BigUint> {
    let number = parse_natural(digits);
    if number.is_none() {
        not_a_count(digits, path, "write decimal digits only", flaws);
    }
    number
}

/// The number that `digits` are, with a minus sign before them perhaps.
fn signed(digits: &str, path: &Path<'_>, flaws: &mut FlawList) -> Option<BigInt> {
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
fn not_a_count(text: &str, path: &Path<'_>, remedy: &str, flaws: &mut FlawList) {
    flaws.note(|| Flaw {
        place: path.place(),
        rule: FlawRule::Count,
        message: format!("{} is not a count", quoted(text)),
        remedy: remedy.to_owned(),
    });
}

/// Reads a number from its digits, or notes why it cannot be read.
type ReadNumber<T> = fn(&str, &Path<'_>, &mut FlawList) -> Option<T>;

/// The numbers under `key`, a list.
fn digits_list<T: Zero>(
    top: &Fields<'_, '_>,
    key: &str,
    number: ReadNumber<T>,
    flaws: &mut FlawList,
) -> Option<Vec<T>> {
    let path = Path::Key(&top.path, key);
    let mut numbers = Vec::new();
    for (index, node) in top.required_list(key, flaws)?.iter().enumerate() {
        let path = Path::Index(&path, index);
        let read = text(node, &path, flaws).and_then(|digits| number(digits, &path, flaws));
        numbers.push(read.unwrap_or_else(T::zero));
    }
    Some(numbers)
}

/// The numbers by vertex under `key`; a vertex that is not listed has 0.
fn read_counts<T: Zero + Clone>(
    top: &Fields<'_, '_>,
    key: &str,
    number: ReadNumber<T>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<T>> {
    counts_in(top.required(key, flaws)?, &Path::Key(&top.path, key), number, lookup, flaws)
}

/// The numbers by vertex in `node`.
fn counts_in<T: Zero + Clone>(
    node: &Node<'_>,
    table_path: &Path<'_>,
    number: ReadNumber<T>,
    lookup: &Lookup<'_>,
    flaws: &mut FlawList,
) -> Option<VertexMap<T>> {
    let entries = object(node, table_path, flaws)?;
    let mut counts = lookup.filled(T::zero());
    let mut seen = lookup.filled(false);
    for (name, node) in entries {
        let path = Path::Key(table_path, name);
        let count = text(node, &path, flaws).and_then(|digits| number(digits, &path, flaws));
        let Some(u) = lookup.vertex(name, &path, flaws) else { continue };
        lookup.once(&mut seen, u, &path, flaws);
        counts[u] = count.unwrap_or_else(T::zero);
    }
    Some(counts)
}
