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

mod claims;
mod entries;
mod games;
mod statement;
#[cfg(test)]
mod tests;

pub use claims::BlockRows;
pub use entries::FlowRows;
pub use games::{Strategies, decisions, read_strategies};
pub use statement::Statement;

use crate::document::{CollectFlaws, Fields, Node, Path, object, text};
use crate::input::Ticking;
use claims::{KINDS, Writer, kind_of, write_claim};
use rotor_graph::{
    Claim, Flaw, FlawList, FlawRule, Instance, NameIndex, Stop, StrategySet, Tick, Unread, VertexId,
    VertexMap, quoted,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};
use std::io::{self, Write};

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
    fmt::Write::write_fmt(&mut text, format_args!("{instance}")).expect("hashing never fails");
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

// Reading

/// Reads the claim of a certificate made for `instance`; a tick is a value, and each time that a vertex is named. What it claims is not
/// checked here: that is the judge's work.
pub fn read(bytes: &[u8], instance: &Instance, tick: &mut dyn Tick) -> Result<Claim, Unread> {
    let document = Node::parse(bytes, tick)?;
    let mut flaws = FlawList::default();
    let claim = read_document(&document, instance, tick, &mut flaws)?;
    Ok(flaws.or(claim)?)
}

fn read_document(
    document: &Node<'_>,
    instance: &Instance,
    tick: &mut dyn Tick,
    flaws: &mut FlawList,
) -> Result<Option<Claim>, Stop> {
    let entries = if let Node::Object(entries) = document { &entries[..] } else { &[] };
    let name = entries.iter().find(|(key, _)| key == "kind").map(|(_, name)| name);
    let is_named = |name: &Node<'_>, known: &str| matches!(name, Node::Text(name) if name == known);
    let Some(kind) = KINDS.into_iter().find(|kind| name.is_some_and(|name| is_named(name, kind.name))) else {
        unknown_kind(document, name, flaws);
        return Ok(None);
    };
    let known = [&["schema", "kind", "instance"], kind.keys].concat();
    let Some(top) = Fields::of(document, Path::Root, &known, flaws) else { return Ok(None) };
    if let Some(schema) = top.required_text("schema", flaws).filter(|&schema| schema != SCHEMA) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "schema").place(),
            rule: FlawRule::Schema,
            message: format!("unknown schema {}", quoted(schema)),
            remedy: format!("write {SCHEMA}"),
        });
    }
    let hash = top.required_text("instance", flaws);
    if hash.is_some_and(|hash| hash != instance_hash(instance)) {
        flaws.note(|| Flaw {
            place: Path::Key(&top.path, "instance").place(),
            rule: FlawRule::CertificateInstance,
            message: "the certificate is about another instance".to_owned(),
            remedy: "give the file it was made for".to_owned(),
        });
        // Its names are those of the other instance: nothing more can be said.
        return Ok(None);
    }
    tick.tick(0)?;
    let mut reader = Reader::of(instance, flaws, tick);
    let claim = (kind.read)(&top, &mut reader);
    reader.ticking.stopped?;
    Ok(claim)
}

/// Notes that there is no kind, or not one of this name.
fn unknown_kind(document: &Node<'_>, name: Option<&Node<'_>>, flaws: &mut FlawList) -> Option<()> {
    object(document, &Path::Root, flaws)?;
    let path = Path::Key(&Path::Root, "kind");
    let (place, message) = match name {
        None => (Path::Root.place(), "the key `kind` is missing".to_owned()),
        Some(name) => (path.place(), format!("unknown kind {}", quoted(text(name, &path, flaws)?))),
    };
    let remedy = format!("write {}", KINDS.map(|kind| kind.name).join(", "));
    flaws.note(|| Flaw { place, rule: FlawRule::CertificateKind, message, remedy });
    None
}

/// What reads a certificate: the vertices of its instance by name, and the flaws so far.
struct Reader<'r> {
    instance: &'r Instance,
    by_name: NameIndex<'r>,
    flaws: &'r mut FlawList,
    /// Counts the vertices that are looked up.
    ticking: Ticking<'r>,
    /// Maps that are false everywhere.
    spare: Vec<VertexMap<bool>>,
    // What entries say that those after them rest on: the number of traps, the start, and what strategies decide.
    traps: usize,
    from: Option<VertexId>,
    strategies: Option<StrategySet>,
}

impl<'r> Reader<'r> {
    /// Each look-up is a tick; once it is stopped, no vertex is found any more.
    fn of(instance: &'r Instance, flaws: &'r mut FlawList, tick: &'r mut dyn Tick) -> Self {
        let (by_name, ticking) = (instance.names().index(), Ticking::new(tick));
        let (spare, traps, from, strategies) = (Vec::new(), 0, None, None);
        Self { instance, by_name, flaws, ticking, spare, traps, from, strategies }
    }

    /// The vertex called `name`.
    fn vertex(&mut self, name: &str, path: &Path<'_>) -> Option<VertexId> {
        self.ticking.tick(1).ok()?;
        self.by_name.get(name).or_else(|| {
            let message = format!("the instance has no vertex {}", quoted(name));
            self.note(path, FlawRule::VertexKnown, message, "name vertices as the instance does")
        })
    }

    /// Notes a flaw; there is no value then.
    fn note<T>(&mut self, path: &Path<'_>, rule: FlawRule, message: String, remedy: &str) -> Option<T> {
        self.flaws.note(|| Flaw { place: path.place(), rule, message, remedy: remedy.to_owned() });
        None
    }
}

// Writing

/// A claim about an instance as a certificate, written as it is made and never held as text.
#[derive(Debug, Clone, Copy)]
pub struct Certificate<'c> {
    instance: &'c Instance,
    claim: &'c Claim,
}

impl<'c> Certificate<'c> {
    /// The certificate of `claim` about `instance`.
    pub fn of(instance: &'c Instance, claim: &'c Claim) -> Self {
        Self { instance, claim }
    }

    /// Writes it: one JSON object on one line. Time and output linear in the digits of the claim; memory for one number.
    pub fn write_to(self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self)?;
        writeln!(out)
    }
}

/// `claim` about `instance` as a certificate: one JSON object on one line, all of it in memory.
pub fn write(instance: &Instance, claim: &Claim) -> String {
    let mut text = Vec::new();
    Certificate::of(instance, claim).write_to(&mut text).expect("memory takes every byte");
    String::from_utf8(text).expect("JSON is written in UTF-8")
}

impl Serialize for Certificate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (Self { instance, claim }, kind) = (*self, kind_of(self.claim));
        let mut to = Writer { instance, object: serializer.serialize_map(None)? };
        to.plain("schema", &SCHEMA)?;
        to.plain("kind", &kind.name)?;
        to.plain("instance", &instance_hash(instance))?;
        write_claim(claim, kind.keys, &mut to)?;
        to.object.end()
    }
}
