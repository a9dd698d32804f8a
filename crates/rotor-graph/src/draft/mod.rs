//! Drafts: an instance as it is being read, names already turned into numbers.

mod finish;
mod settle;

use crate::flaw::{Flaw, FlawList};
use crate::game::{Owner, Value};
use crate::interner::{Interner, NameId};
use crate::multigraph::Multigraph;
use crate::names::Names;
use crate::walk::Rule;
use settle::{Target, Waiting};
use std::borrow::Cow;

pub(crate) use finish::value_flaw;

/// What a reader has understood so far. Every reader fills a draft and lets it judge what the formats share.
///
/// Names become numbers a little after they are mentioned, so that looking them up does not wait for memory.
#[derive(Debug)]
pub struct Draft<'t> {
    names: Interner<'t>,
    /// The names of the declarations, in order.
    declared: Names,
    waiting: Waiting<'t>,
    declarations: Vec<Declaration>,
    /// The head of each entry, one declaration after the other.
    heads: Vec<NameId>,
    /// The entries that stand for several parallel arcs, with how many.
    runs: Vec<(u32, u32)>,
    /// The values that were given, by declaration.
    values: Vec<(u32, Value)>,
    arcs: u64,
    most_arcs: u64,
    too_many: Option<Site>,
    start: Option<NameId>,
    rule: Option<Rule>,
    flaws: FlawList,
}

#[derive(Debug)]
struct Declaration {
    name: NameId,
    first_entry: u32,
    rotor: u32,
    kind: Kind,
    /// Whether the reader found a flaw in it: what is missing then may be its consequence.
    flawed: bool,
}

#[derive(Debug, PartialEq, Clone, Copy)]
enum Kind {
    Vertex(Owner),
    Sink,
}

/// A place in the terms of a draft; the reader turns it into a [`Place`](crate::Place).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// The declaration of this number.
    Declaration(usize),
    /// The arc entry of this number within the declaration of that number.
    Arc {
        /// The declaration.
        declaration: usize,
        /// The entry, parallel arcs written as one counting once.
        entry: usize,
    },
    /// The start.
    Start,
}

impl<'t> Draft<'t> {
    /// An empty draft that refuses to have more than `most_arcs` arcs.
    pub fn new(most_arcs: u64) -> Self {
        Self::with_capacity(most_arcs, 0, 0)
    }

    /// The same, with room for about this many declarations and arc entries.
    pub fn with_capacity(most_arcs: u64, declarations: usize, entries: usize) -> Self {
        Self {
            names: Interner::with_capacity(declarations),
            declared: Names::with_capacity(declarations),
            waiting: Waiting::default(),
            declarations: Vec::with_capacity(declarations),
            heads: Vec::with_capacity(entries),
            runs: Vec::new(),
            values: Vec::new(),
            arcs: 0,
            most_arcs: most_arcs.min(Multigraph::MOST_ARCS),
            too_many: None,
            start: None,
            rule: None,
            flaws: FlawList::default(),
        }
    }

    /// Declares a vertex; the arcs that follow are its own.
    #[inline]
    pub fn vertex(&mut self, name: Cow<'t, str>, owner: Owner) {
        self.declare(name, Kind::Vertex(owner));
    }

    /// Declares a sink of value 0.
    pub fn sink(&mut self, name: Cow<'t, str>) {
        self.declare(name, Kind::Sink);
    }

    /// Gives the sink declared last a value.
    pub fn value(&mut self, value: Value) {
        if value != 0 && self.declarations.last().is_some_and(|last| last.kind == Kind::Sink) {
            self.values.push((self.last_declaration() as u32, value));
        }
    }

    #[inline]
    fn declare(&mut self, name: Cow<'t, str>, kind: Kind) {
        let first_entry = self.heads.len() as u32;
        let target = Target::Declaration(self.declarations.len() as u32);
        self.declared.push(&name);
        let unsettled = NameId::UNSETTLED;
        self.declarations.push(Declaration { name: unsettled, first_entry, rotor: 0, kind, flawed: false });
        self.settle_later(name, target);
    }

    /// Gives the vertex declared last `count` parallel arcs to `head`.
    #[inline]
    pub fn arcs(&mut self, head: Cow<'t, str>, count: u32) {
        self.arcs += u64::from(count);
        if self.arcs > self.most_arcs {
            self.too_many.get_or_insert(Site::Arc {
                declaration: self.declarations.len().saturating_sub(1),
                entry: self.heads.len()
                    - self.declarations.last().map_or(0, |last| last.first_entry as usize),
            });
            return;
        }
        let entry = self.heads.len() as u32;
        if count != 1 {
            self.runs.push((entry, count));
        }
        self.heads.push(NameId::UNSETTLED);
        self.settle_later(head, Target::Head(entry));
    }

    /// Puts the rotor of the vertex declared last on its arc number `position`.
    pub fn rotor(&mut self, position: u32) {
        if let Some(last) = self.declarations.last_mut() {
            last.rotor = position;
        }
    }

    /// How many arcs there are so far.
    pub fn arc_count(&self) -> u64 {
        self.arcs
    }

    /// The number of the vertex or sink declared last.
    fn last_declaration(&self) -> usize {
        self.declarations.len().saturating_sub(1)
    }

    /// Names the start.
    pub fn start(&mut self, name: Cow<'t, str>) {
        let key = self.names.key(&name);
        self.start = Some(self.names.number_of(name, key));
    }

    /// Whether a start was named.
    pub(crate) fn has_start(&self) -> bool {
        self.start.is_some()
    }

    /// Says for which rule the rotors were written; unsaid, it is *move, then turn*.
    pub fn rule(&mut self, rule: Rule) {
        self.rule = Some(rule);
    }

    /// Notes a flaw that the reader found.
    pub fn flaw(&mut self, flaw: impl FnOnce() -> Flaw) {
        self.flaws.push(flaw);
    }

    /// Notes that the flaw lies in the vertex or sink declared last.
    pub fn last_is_flawed(&mut self) {
        if let Some(last) = self.declarations.last_mut() {
            last.flawed = true;
        }
    }
}
