//! The end of a draft: every flaw that formats share, or the instance.

use super::{Draft, Kind, Site};
use crate::flaw::FlawRule;
use crate::flaw::{Flaw, FlawList, Flaws, Place, quoted};
use crate::game::{MOST_VALUE, Owner, is_value};
use crate::ids::{VertexId, VertexMap};
use crate::instance::Instance;
use crate::interner::NameId;
use crate::multigraph::Multigraph;
use crate::walk::Configuration;
use crate::walk::Rule;
use std::ops::Range;

/// The vertex of each name.
struct Vertices(Vec<u32>);

impl Vertices {
    const UNDECLARED: u32 = u32::MAX;

    fn of(&self, name: NameId) -> Option<VertexId> {
        Some(self.0[name.index()]).filter(|&vertex| vertex != Self::UNDECLARED).map(VertexId::new)
    }
}

impl Draft<'_> {
    /// The finished instance and the rule it says it was written for, or every flaw. Time O(|V| + |A|).
    pub fn finish(mut self, locate: impl Fn(Site) -> Place) -> Result<(Instance, Option<Rule>), Flaws> {
        self.settle_all();
        let vertices = self.number_vertices(&locate);
        self.check_values(&locate);
        self.check_arcs(&vertices, &locate);
        let start = self.resolve_start(&vertices, &locate);
        if !self.flaws.is_empty() {
            return self.flaws.or(None);
        }
        let rule = self.rule;
        let (instance, flaws) = self.build(&vertices, start);
        flaws.or(instance.map(|instance| (instance, rule)))
    }

    fn number_vertices(&mut self, locate: &impl Fn(Site) -> Place) -> Vertices {
        let mut vertices = vec![Vertices::UNDECLARED; self.names.len()];
        for (index, declaration) in self.declarations.iter().enumerate() {
            let slot = &mut vertices[declaration.name.index()];
            if *slot == Vertices::UNDECLARED {
                *slot = index as u32;
                continue;
            }
            let earlier = *slot as usize;
            self.flaws.push(|| {
                let name = quoted(self.declared.get(VertexId::new(index as u32)));
                let first = match locate(Site::Declaration(earlier)) {
                    Place::Text { line, .. } => format!("line {line}"),
                    place => place.to_string(),
                };
                Flaw {
                    place: locate(Site::Declaration(index)),
                    rule: FlawRule::DeclaredOnce,
                    message: format!("vertex {name} is declared a second time, first at {first}"),
                    remedy: "put all its arcs into one declaration, or rename one of the two".to_owned(),
                }
            });
        }
        Vertices(vertices)
    }

    fn check_values(&mut self, locate: &impl Fn(Site) -> Place) {
        for &(index, value) in &self.values {
            if !is_value(value) {
                let index = index as usize;
                self.flaws.push(|| {
                    let name = quoted(self.declared.get(VertexId::new(index as u32)));
                    value_flaw(locate(Site::Declaration(index)), &format!("of sink {name}"))
                });
            }
        }
    }

    fn check_arcs(&mut self, vertices: &Vertices, locate: &impl Fn(Site) -> Place) {
        // Heads are looked at one by one only if some name is never declared.
        let all_declared = vertices.0.iter().all(|&vertex| vertex != Vertices::UNDECLARED);
        let spelled = if all_declared { Vec::new() } else { self.spell_undeclared(vertices) };
        for index in 0..self.declarations.len() {
            let entries = self.entries_of(index);
            let declaration = &self.declarations[index];
            // Past the arc limit entries are no longer kept.
            let complete = !declaration.flawed && self.too_many.is_none();
            if matches!(declaration.kind, Kind::Vertex(_)) && entries.is_empty() && complete {
                let name = || quoted(self.declared.get(VertexId::new(index as u32)));
                self.flaws.push(|| Flaw {
                    place: locate(Site::Declaration(index)),
                    rule: FlawRule::OutArc,
                    message: format!("vertex {} has no outgoing arc and is not a sink", name()),
                    remedy: "declare it as a sink or give it an arc".to_owned(),
                });
            }
            let first = entries.start;
            for entry in entries.filter(|_| !all_declared) {
                let head = self.heads[entry];
                if vertices.of(head).is_none() {
                    let name = || spelled.iter().find(|&&(id, _)| id == head).map_or("", |(_, name)| name);
                    let of_sink = self.declared.get(VertexId::new(index as u32)) == "sink";
                    self.flaws.push(|| Flaw {
                        place: locate(Site::Arc { declaration: index, entry: entry - first }),
                        rule: FlawRule::HeadDeclared,
                        message: format!("head {} is never declared", quoted(name())),
                        remedy: match of_sink {
                            true => "a sink is declared without a colon: `sink name`".to_owned(),
                            false => "give it arcs of its own or declare it as a sink".to_owned(),
                        },
                    });
                }
            }
        }
        if let Some(site) = self.too_many {
            let (arcs, most) = (self.arcs, self.most_arcs);
            let hard = most == Multigraph::MOST_ARCS;
            self.flaws.push(|| Flaw {
                place: locate(site),
                rule: if hard { FlawRule::ArcLimit } else { FlawRule::Memory },
                message: format!(
                    "the graph has {arcs} arcs; this entry is the first beyond the limit of {most}"
                ),
                remedy: if hard { "make the instance smaller" } else { "allow more with --memory" }
                    .to_owned(),
            });
        }
    }

    /// The first undeclared heads, as many as there can be flaws in the list, spelled out in one pass over all names:
    /// a pass for each of them would make a file of undeclared heads a hundred times slower to refuse than to read.
    fn spell_undeclared(&self, vertices: &Vertices) -> Vec<(NameId, String)> {
        let undeclared = self.heads.iter().copied().filter(|&head| vertices.of(head).is_none());
        self.names.spell(undeclared.take(Flaws::MOST).collect())
    }

    fn resolve_start(&mut self, vertices: &Vertices, locate: &impl Fn(Site) -> Place) -> Option<VertexId> {
        let name = self.start?;
        let vertex = vertices.of(name);
        if vertex.is_none() {
            self.flaws.push(|| Flaw {
                place: locate(Site::Start),
                rule: FlawRule::StartDeclared,
                message: format!("the start {} is never declared", quoted(&self.names.name(name))),
                remedy: "name a vertex or a sink of this file".to_owned(),
            });
        }
        vertex
    }

    fn entries_of(&self, declaration: usize) -> Range<usize> {
        let end =
            self.declarations.get(declaration + 1).map_or(self.heads.len(), |next| next.first_entry as usize);
        self.declarations[declaration].first_entry as usize..end
    }

    fn build(mut self, vertices: &Vertices, start: Option<VertexId>) -> (Option<Instance>, FlawList) {
        let first_arc = self.first_arcs();
        let names = self.unfolded_heads();
        // The same memory again, vertices in the place of names.
        let heads = names.into_iter().map(|head| VertexId::new(vertices.0[head.index()])).collect();
        let graph = match Multigraph::from_rows(first_arc, heads) {
            Ok(graph) => graph,
            Err(error) => return (None, whole(self.flaws, &error)),
        };
        let rotors = Configuration::from_positions(&graph, |u| self.declarations[u.index()].rotor);
        let rotors = self.rule.unwrap_or_default().to_inner(&graph, rotors);
        let mut instance = Instance::new(graph, self.declared).map(|instance| instance.with_rotors(rotors));
        if self
            .declarations
            .iter()
            .any(|declaration| matches!(declaration.kind, Kind::Vertex(Owner::Player(_))))
        {
            let owners = self.declarations.iter().map(|declaration| match declaration.kind {
                Kind::Vertex(owner) => owner,
                Kind::Sink => Owner::Rotor,
            });
            let owners = VertexMap::from_vec(owners.collect());
            instance = instance.and_then(|instance| instance.with_owners(owners));
        }
        if !self.values.is_empty() {
            let mut values = VertexMap::filled(self.declarations.len(), 0);
            self.values.iter().for_each(|&(index, value)| values[VertexId::new(index)] = value);
            instance = instance.and_then(|instance| instance.with_values(values));
        }
        match instance.and_then(|instance| instance.with_start(start)) {
            Ok(instance) => (Some(instance), self.flaws),
            Err(error) => (None, whole(self.flaws, &error)),
        }
    }
}

impl Draft<'_> {
    /// Where the arcs of each declaration start when runs are unfolded.
    fn first_arcs(&self) -> Vec<u32> {
        let mut runs = self.runs.iter().peekable();
        let mut parallel = 0;
        let mut first_arc = Vec::with_capacity(self.declarations.len() + 1);
        for first_entry in self.declarations.iter().map(|declaration| declaration.first_entry) {
            while let Some((_, count)) = runs.next_if(|&&(entry, _)| entry < first_entry) {
                parallel += count - 1;
            }
            first_arc.push(first_entry + parallel);
        }
        first_arc.push(self.arcs as u32);
        first_arc
    }

    /// The heads of all arcs, parallel ones repeated.
    fn unfolded_heads(&mut self) -> Vec<NameId> {
        let heads = std::mem::take(&mut self.heads);
        if self.runs.is_empty() {
            return heads;
        }
        let mut unfolded = Vec::with_capacity(self.arcs as usize);
        let mut next = 0;
        for &(entry, count) in &self.runs {
            unfolded.extend_from_slice(&heads[next..entry as usize]);
            unfolded.extend(std::iter::repeat_n(heads[entry as usize], count as usize));
            next = entry as usize + 1;
        }
        unfolded.extend_from_slice(&heads[next..]);
        unfolded
    }
}

/// A value out of range.
pub(crate) fn value_flaw(place: Place, of: &str) -> Flaw {
    Flaw {
        place,
        rule: FlawRule::ValueRange,
        message: format!("the value {of} is out of range"),
        remedy: format!("keep it between -{MOST_VALUE} and {MOST_VALUE}"),
    }
}

fn whole(mut flaws: FlawList, error: &dyn std::error::Error) -> FlawList {
    flaws.push(|| Flaw {
        place: Place::Whole,
        rule: FlawRule::Instance,
        message: error.to_string(),
        remedy: "make the instance smaller".to_owned(),
    });
    flaws
}
