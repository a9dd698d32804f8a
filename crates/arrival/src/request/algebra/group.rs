//! `group`: the sandpile group, its generators, and the orders of single chips.

use super::{claim, inner, nonzero, read_with, strings};
use crate::algebra::group;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::request::fields::{NamesList, wanted};
use crate::request::input::Input;
use crate::request::reply::{Answer, Reply, to_json, with_standing, write_standing};
use crate::request::unsolved;
use crate::words::{Palette, display_name, grouped, styled, write_table};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use rotor_algebra::{Order, order_of_chips};
use rotor_format::certificate::Certificate;
use rotor_graph::{AlgebraClaim, Claim, GroupClaim, VertexId, VertexMap};
use serde::Deserialize;
use serde_json::{Map, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What is the sandpile group?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Group {
    /// Whether generators are listed.
    pub generators: bool,
    /// Whether the order of one chip on each vertex is listed.
    pub orders: bool,
    /// More vertices to take as sinks.
    pub sink: NamesList,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

impl Group {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let group = group(&read.instance, context);
        let group = group.map_err(|error| unsolved(error, &read.name, context))?;
        let group = group.sharing(Arc::clone(&read.instance));
        let certificate = self.certificate.then(|| claim(AlgebraClaim::Group(GroupClaim::clone(&group))));
        Ok(Reply::new(GroupReply { group, ask: self, certificate }))
    }
}

struct GroupReply {
    group: Judged<'static, GroupClaim>,
    ask: Group,
    certificate: Option<Claim>,
}

impl GroupReply {
    /// The order of one chip on `u`; `inf` in a trap.
    fn order_of(&self, u: VertexId) -> String {
        let mut chip = VertexMap::filled(self.group.homomorphism.len(), BigInt::zero());
        chip[u] = BigInt::one();
        order_of_chips(&self.group, &chip).map_or_else(|| "inf".to_owned(), |order| order.to_string())
    }
}

impl Answer for GroupReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (group, instance) = (&self.group, self.group.instance());
        let order = Order::of_factors(&group.factors);
        let shown = match &order {
            Order::Finite(order) => order.to_string(),
            Order::Infinite => "inf".to_owned(),
        };
        let mut object = json!({"schema": "arrival.group/1", "order": shown,
            "invariant_factors": strings(&group.factors), "forests": order.forests().to_string()});
        if self.ask.orders {
            let orders: Map<_, _> =
                inner(instance).map(|u| (instance.name(u).to_owned(), self.order_of(u).into())).collect();
            object["orders"] = orders.into();
        }
        if self.ask.generators {
            let generator = |(factor, chips): (&BigUint, &VertexMap<BigInt>)| {
                let order = if factor.is_zero() { "inf".to_owned() } else { factor.to_string() };
                json!({"order": order, "chips": nonzero(instance, chips)})
            };
            let generators = group.factors.iter().zip(&group.generators).map(generator);
            object["generators"] = generators.collect();
        }
        to_json(out, &with_standing(object, group))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (group, instance) = (&self.group, self.group.instance());
        writeln!(out, "group    {}", styled(palette.answer, group.as_product()))?;
        match Order::of_factors(&group.factors) {
            Order::Finite(order) => writeln!(out, "order    {}", grouped(&order.to_string()))?,
            Order::Infinite => writeln!(out, "order    infinite: the graph has a trap")?,
        }
        if self.ask.generators {
            for (factor, chips) in group.factors.iter().zip(&group.generators) {
                let chips: Vec<_> = chips
                    .iter()
                    .filter(|(_, count)| !count.is_zero())
                    .map(|(u, count)| format!("{}={count}", display_name(instance, u)))
                    .collect();
                let order =
                    if factor.is_zero() { "infinite order".to_owned() } else { format!("order {factor}") };
                writeln!(out, "chips {} generate a part of {order}", chips.join(","))?;
            }
        }
        if self.ask.orders {
            let row = |u| vec![display_name(instance, u).into_owned(), grouped(&self.order_of(u))];
            write_table(out, palette, &["vertex", "order of a chip"], || inner(instance).map(row))?;
        }
        write_standing(out, palette, group, "an isomorphism, and the determinant of the Laplacian")
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.group.instance(), claim))
    }
}
