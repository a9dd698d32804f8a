//! Drafts: an instance as it is being read, names already turned into numbers.

use crate::configuration::Configuration;
use crate::flaw::{Flaw, FlawList, Place, quoted};
use crate::game::{MOST_VALUE, Owner, Value, is_value};
use crate::ids::{VertexId, VertexMap};
use crate::instance::Instance;
use crate::interner::{Interner, NameId};
use crate::multigraph::Multigraph;
use crate::names::Names;
use crate::routing::Rule;
use std::borrow::Cow;

/// What a reader has understood so far. Every reader fills a draft and lets it judge what the formats share.
#[derive(Debug)]
pub struct Draft<'t> {
    names: Interner<'t>,
    declarations: Vec<Declaration>,
    runs: Vec<(NameId, u32)>,
    arcs: u64,
    most_arcs: u64,
    too_many: Option<Site>,
    start: Option<(NameId, Site)>,
    rule: Option<Rule>,
    flaws: FlawList,
}

#[derive(Debug)]
struct Declaration {
    name: NameId,
    first_run: usize,
    rotor: u32,
    kind: Kind,
    /// Whether the reader found a flaw in it: what is missing then may be its consequence.
    flawed: bool,
}

#[derive(Debug, PartialEq, Clone, Copy)]
enum Kind {
    Vertex(Owner),
    Sink(Value),
}

/// A place in the terms of a draft; the reader turns it into a [`Place`].
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
        Self {
            names: Interner::default(),
            declarations: Vec::new(),
            runs: Vec::new(),
            arcs: 0,
            most_arcs: most_arcs.min(Multigraph::MOST_ARCS),
            too_many: None,
            start: None,
            rule: None,
            flaws: FlawList::default(),
        }
    }

    /// Declares a vertex; the arcs that follow are its own.
    pub fn vertex(&mut self, name: Cow<'t, str>, owner: Owner) {
        self.declare(name, Kind::Vertex(owner));
    }

    /// Declares a sink of value 0.
    pub fn sink(&mut self, name: Cow<'t, str>) {
        self.declare(name, Kind::Sink(0));
    }

    /// Gives the sink declared last a value.
    pub fn value(&mut self, value: Value) {
        if let Some(Declaration { kind: Kind::Sink(old), .. }) = self.declarations.last_mut() {
            *old = value;
        }
    }

    fn declare(&mut self, name: Cow<'t, str>, kind: Kind) {
        let name = self.names.number_of(name);
        let first_run = self.runs.len();
        self.declarations.push(Declaration { name, first_run, rotor: 0, kind, flawed: false });
    }

    /// Gives the vertex declared last `count` parallel arcs to `head`.
    pub fn arcs(&mut self, head: Cow<'t, str>, count: u32) {
        let head = self.names.number_of(head);
        self.runs.push((head, count));
        self.arcs += u64::from(count);
        if self.arcs > self.most_arcs && self.too_many.is_none() {
            self.too_many = Some(self.last_arc());
        }
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
    pub fn last_declaration(&self) -> usize {
        self.declarations.len().saturating_sub(1)
    }

    fn last_arc(&self) -> Site {
        let declaration = self.last_declaration();
        let first_run = self.declarations.last().map_or(0, |last| last.first_run);
        Site::Arc { declaration, entry: self.runs.len() - 1 - first_run }
    }

    /// Names the start.
    pub fn start(&mut self, name: Cow<'t, str>) {
        let name = self.names.number_of(name);
        self.start = Some((name, Site::Start));
    }

    /// Whether a start was named.
    pub fn has_start(&self) -> bool {
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

    /// The finished instance and the rule it says it was written for, or every flaw. Time O(|V| + |A|).
    pub fn finish(
        mut self,
        locate: impl Fn(Site) -> Place,
    ) -> Result<(Instance, Option<Rule>), crate::flaw::Flaws> {
        let vertex_of = self.number_vertices(&locate);
        self.check_values(&locate);
        self.check_arcs(&vertex_of, &locate);
        let start = self.resolve_start(&vertex_of, &locate);
        if !self.flaws.is_empty() {
            return self.flaws.or(None);
        }
        let rule = self.rule;
        let (instance, flaws) = self.build(&vertex_of, start);
        flaws.or(instance.map(|instance| (instance, rule)))
    }

    /// The vertex of each name, or `None` if it is never declared.
    fn number_vertices(&mut self, locate: &impl Fn(Site) -> Place) -> Vec<Option<VertexId>> {
        let mut vertex_of: Vec<Option<VertexId>> = vec![None; self.names.len()];
        for (index, declaration) in self.declarations.iter().enumerate() {
            let slot = &mut vertex_of[declaration.name.index()];
            let Some(earlier) = *slot else {
                *slot = Some(VertexId::new(index as u32));
                continue;
            };
            let name = quoted(self.names.get(declaration.name));
            self.flaws.push(|| {
                let first = match locate(Site::Declaration(earlier.index())) {
                    Place::Text { line, .. } => format!("line {line}"),
                    place => place.to_string(),
                };
                Flaw {
                    place: locate(Site::Declaration(index)),
                    rule: "declared-once",
                    message: format!("vertex {name} is declared a second time, first at {first}"),
                    remedy: "put all its arcs into one declaration, or rename one of the two".to_owned(),
                }
            });
        }
        vertex_of
    }

    fn check_values(&mut self, locate: &impl Fn(Site) -> Place) {
        for (index, declaration) in self.declarations.iter().enumerate() {
            if matches!(declaration.kind, Kind::Sink(value) if !is_value(value)) {
                let name = quoted(self.names.get(declaration.name));
                self.flaws.push(|| value_flaw(locate(Site::Declaration(index)), &format!("of sink {name}")));
            }
        }
    }

    fn check_arcs(&mut self, vertex_of: &[Option<VertexId>], locate: &impl Fn(Site) -> Place) {
        for index in 0..self.declarations.len() {
            let rows = self.runs_of(index);
            let declaration = &self.declarations[index];
            if matches!(declaration.kind, Kind::Vertex(_)) && rows.is_empty() && !declaration.flawed {
                let name = quoted(self.names.get(declaration.name));
                self.flaws.push(|| Flaw {
                    place: locate(Site::Declaration(index)),
                    rule: "out-arc",
                    message: format!("vertex {name} has no outgoing arc and is no sink"),
                    remedy: "declare it as a sink or give it an arc".to_owned(),
                });
            }
            for entry in 0..rows.len() {
                let head = self.runs[rows.start + entry].0;
                if vertex_of[head.index()].is_none() {
                    let name = quoted(self.names.get(head));
                    self.flaws.push(|| Flaw {
                        place: locate(Site::Arc { declaration: index, entry }),
                        rule: "head-declared",
                        message: format!("head {name} is never declared"),
                        remedy: "give it arcs of its own or declare it as a sink".to_owned(),
                    });
                }
            }
        }
        if let Some(site) = self.too_many {
            let (arcs, most) = (self.arcs, self.most_arcs);
            let hard = most == Multigraph::MOST_ARCS;
            self.flaws.push(|| Flaw {
                place: locate(site),
                rule: if hard { "arc-limit" } else { "memory" },
                message: format!("the graph has {arcs} arcs, more than {most} fit here from this entry on"),
                remedy: if hard { "make the instance smaller" } else { "allow more with --memory" }
                    .to_owned(),
            });
        }
    }

    fn resolve_start(
        &mut self,
        vertex_of: &[Option<VertexId>],
        locate: &impl Fn(Site) -> Place,
    ) -> Option<VertexId> {
        let (name, site) = self.start?;
        let vertex = vertex_of[name.index()];
        if vertex.is_none() {
            let name = quoted(self.names.get(name));
            self.flaws.push(|| Flaw {
                place: locate(site),
                rule: "start-declared",
                message: format!("the start {name} is never declared"),
                remedy: "name a vertex or a sink of this file".to_owned(),
            });
        }
        vertex
    }

    fn runs_of(&self, declaration: usize) -> std::ops::Range<usize> {
        let end = self.declarations.get(declaration + 1).map_or(self.runs.len(), |next| next.first_run);
        self.declarations[declaration].first_run..end
    }

    fn build(self, vertex_of: &[Option<VertexId>], start: Option<VertexId>) -> (Option<Instance>, FlawList) {
        let vertices = self.declarations.len();
        let mut first_arc = Vec::with_capacity(vertices + 1);
        first_arc.push(0u32);
        let mut heads = Vec::with_capacity(self.arcs as usize);
        let mut names = Names::with_capacity(vertices);
        for (index, declaration) in self.declarations.iter().enumerate() {
            names.push(self.names.get(declaration.name));
            for &(head, count) in &self.runs[self.runs_of(index)] {
                let head = vertex_of[head.index()].expect("an undeclared head is a flaw");
                if count == 1 {
                    heads.push(head);
                } else {
                    heads.extend(std::iter::repeat_n(head, count as usize));
                }
            }
            first_arc.push(heads.len() as u32);
        }
        let graph = match Multigraph::from_rows(first_arc, heads) {
            Ok(graph) => graph,
            Err(error) => return (None, whole(self.flaws, &error)),
        };
        let rotors = Configuration::from_positions(&graph, |u| self.declarations[u.index()].rotor);
        let rotors = self.rule.unwrap_or_default().to_inner(&graph, rotors);
        let owners = self.declarations.iter().map(|declaration| match declaration.kind {
            Kind::Vertex(owner) => owner,
            Kind::Sink(_) => Owner::Rotor,
        });
        let values = self.declarations.iter().map(|declaration| match declaration.kind {
            Kind::Vertex(_) => 0,
            Kind::Sink(value) => value,
        });
        let (owners, values) = (VertexMap::from_vec(owners.collect()), VertexMap::from_vec(values.collect()));
        let instance = Instance::new(graph, names)
            .map(|instance| instance.with_rotors(rotors))
            .and_then(|instance| instance.with_owners(owners))
            .and_then(|instance| instance.with_values(values))
            .and_then(|instance| instance.with_start(start));
        match instance {
            Ok(instance) => (Some(instance), self.flaws),
            Err(error) => (None, whole(self.flaws, &error)),
        }
    }
}

/// A value out of range.
pub(crate) fn value_flaw(place: Place, of: &str) -> Flaw {
    Flaw {
        place,
        rule: "value-range",
        message: format!("the value {of} is out of range"),
        remedy: format!("keep it between -{MOST_VALUE} and {MOST_VALUE}"),
    }
}

fn whole(mut flaws: FlawList, error: &dyn std::error::Error) -> FlawList {
    flaws.push(|| Flaw {
        place: Place::Whole,
        rule: "instance",
        message: error.to_string(),
        remedy: "make the instance smaller".to_owned(),
    });
    flaws
}
