//! `class`: rotor configurations as elements of the group, and what leads from one to another.

use super::{claim, inner, nonzero, read_with, strings};
use crate::algebra::class;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::request::equivalent::same_graph;
use crate::request::fields::{Document, NamesList, wanted};
use crate::request::input::Input;
use crate::request::reply::{Answer, Reply, to_json, with_standing, write_standing};
use crate::request::unsolved;
use crate::words::{Palette, display_name, styled, unchecked_line, write_table};
use num_bigint::BigInt;
use num_traits::Zero;
use rotor_algebra::{PathInvariant, arc_values};
use rotor_format::certificate::Certificate;
use rotor_graph::{AlgebraClaim, Claim, ClassClaim, Instance, OtherClass, VertexId};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// To which class do the rotors belong?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Class {
    /// The same graph with other rotors, read as the first one is: what leads there?
    pub second: Option<Document>,
    /// Whether the values of all vertices and arcs are listed.
    pub explain: bool,
    /// More vertices to take as sinks.
    pub sink: NamesList,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

impl Class {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let options = input.clone_options();
        let read = read_with(input, &self.sink, context)?;
        let other = match self.second {
            None => None,
            Some(Document { name, bytes }) => {
                let second = read_with(Input { name, bytes, ..options }, &self.sink, context)?;
                same_graph(&read, &second)?;
                Some(second)
            }
        };
        let rotors = other.as_ref().map(|other| other.instance.rotors());
        let class = class(&read.instance, rotors, context);
        let class = class.map_err(|error| unsolved(error, &read.name, context))?;
        let class = class.sharing(Arc::clone(&read.instance));
        let certificate = self.certificate.then(|| claim(AlgebraClaim::Class(ClassClaim::clone(&class))));
        Ok(Reply::new(ClassReply { class, explain: self.explain, certificate }))
    }
}

struct ClassReply {
    class: Judged<'static, ClassClaim>,
    explain: bool,
    certificate: Option<Claim>,
}

fn tuple(element: &[BigInt]) -> String {
    let entries: Vec<_> = element.iter().map(ToString::to_string).collect();
    format!("({})", entries.join(", "))
}

impl Answer for ClassReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (class, instance) = (&self.class, self.class.instance());
        let mut object = json!({"schema": "arrival.class/1", "element": strings(&class.element),
            "invariant_factors": strings(&class.group.factors), "base": "first arcs"});
        if let Some(OtherClass { element, chips, .. }) = &class.other {
            object["second"] = json!({"element": strings(element), "chips": nonzero(instance, chips)});
        }
        if self.explain {
            object["explanation"] = self.explanation();
        }
        to_json(out, &with_standing(object, class))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (class, instance) = (&self.class, self.class.instance());
        if self.explain {
            self.explain_in_words(out, palette)?;
        }
        let element = styled(palette.answer, tuple(&class.element));
        let group = class.group.as_product();
        writeln!(out, "the rotors are the element {element} of {group}; all first arcs are 0")?;
        if let Some(OtherClass { element, chips, .. }) = &class.other {
            writeln!(out, "those of the second file are {}", styled(palette.answer, tuple(element)))?;
            let chips: Vec<_> = chips
                .iter()
                .filter(|(_, count)| !count.is_zero())
                .map(|(u, count)| format!("{}={count}", display_name(instance, u)))
                .collect();
            match chips.is_empty() {
                true => writeln!(out, "both are in one class: cycle pushes lead from one to the other")?,
                false => writeln!(
                    out,
                    "routing the particles {} leads from one class to the other",
                    chips.join(",")
                )?,
            }
        }
        write_standing(
            out,
            palette,
            class,
            "the group, by an isomorphism, and the sum of the values of the arcs",
        )
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.class.instance(), claim))
    }
}

/// Every arc: its tail, its position, its head, its value, and whether it is the rotor.
fn arcs<'r>(
    instance: &'r Instance,
    class: &'r ClassClaim,
) -> impl Iterator<Item = (VertexId, u32, VertexId, Vec<BigInt>, bool)> + 'r {
    let (graph, rotors) = (instance.graph(), instance.rotors());
    let mut values = arc_values(graph, &class.group).into_iter();
    graph.vertices().flat_map(move |u| (0..).zip(graph.heads(u)).map(move |(at, &v)| (u, at, v))).map(
        move |(u, at, v)| {
            let value = values.next().unwrap_or_default();
            (u, at, v, value, at == rotors.position(graph, u))
        },
    )
}

impl ClassReply {
    fn explanation(&self) -> Value {
        let (class, instance) = (&self.class, self.class.instance());
        let name = |u: VertexId| instance.name(u);
        let vertices: Map<_, _> = inner(instance)
            .map(|u| (name(u).to_owned(), strings(&class.group.homomorphism[u]).into()))
            .collect();
        let arc = |(u, at, v, value, is_rotor): (VertexId, u32, VertexId, Vec<BigInt>, bool)| json!({"from": name(u), "arc": at, "to": name(v), "value": strings(&value), "rotor": is_rotor});
        let arcs: Vec<_> = arcs(instance, class).map(arc).collect();
        let mut object = json!({"harmonic": vertices, "arcmonic": arcs});
        if let Some(path) = PathInvariant::of(instance.graph()) {
            let harmonic: Map<_, _> = path
                .inner
                .iter()
                .map(|&u| (name(u).to_owned(), path.harmonic[u].to_string().into()))
                .collect();
            object["path"] = json!({"modulus": path.forests.to_string(), "harmonic": harmonic,
                "value": path.value_of(instance.graph(), instance.rotors()).to_string(),
                "decides": path.decides(), "checked": false});
        }
        object
    }

    fn explain_in_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (class, instance) = (&self.class, self.class.instance());
        let name = |u| display_name(instance, u).into_owned();
        writeln!(out, "one chip on a vertex is an element of the group; sinks are 0:")?;
        let row = |u| vec![name(u), tuple(&class.group.homomorphism[u])];
        write_table(out, palette, &["vertex", "element"], || inner(instance).map(row))?;
        writeln!(
            out,
            "an arc adds the vertex and takes its head away; the values of the rotors add up to the class:"
        )?;
        let row = |(u, at, v, value, is_rotor): (VertexId, u32, VertexId, Vec<BigInt>, bool)| {
            let rotor = if is_rotor { "rotor" } else { "" };
            vec![name(u), at.to_string(), name(v), tuple(&value), rotor.to_owned()]
        };
        write_table(out, palette, &["from", "arc", "to", "value", ""], || arcs(instance, class).map(row))?;
        if let Some(path) = PathInvariant::of(instance.graph()) {
            let [_, right] = path.ends.map(name);
            let counts = format!(
                "on a path, h counts the {} spanning forests in which a vertex leads to {right}:",
                path.forests
            );
            out.write_all(unchecked_line(&counts, palette).as_bytes())?;
            let row = |&u: &VertexId| vec![name(u), path.harmonic[u].to_string()];
            write_table(out, palette, &["vertex", "h"], || path.inner.iter().map(row))?;
            let value = path.value_of(instance.graph(), instance.rotors());
            let decides =
                if path.decides() { "distinguishes all classes" } else { "does not distinguish all classes" };
            writeln!(out, "the rotors have the value {value} modulo {}, which {decides}", path.forests)?;
        }
        Ok(())
    }
}
