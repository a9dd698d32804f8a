//! `identity` and `stabilise`: chips.

use super::{by_name, claim, inner, read_with, sinks_of, strings, traps_with};
use crate::algebra::{identity, stabilise};
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::request::fields::{Counts, NamesList, wanted};
use crate::request::input::Input;
use crate::request::reply::{Answer, Reply, to_json, with_standing, write_standing};
use crate::request::unsolved;
use crate::words::{Palette, display_name, grouped, set, write_table};
use num_bigint::BigInt;
use rotor_format::certificate::Certificate;
use rotor_graph::{AlgebraClaim, Claim, IdentityClaim, StabilisationClaim, VertexId};
use serde::Deserialize;
use serde_json::json;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What is the recurrent identity?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Identity {
    /// More vertices to take as sinks.
    pub sink: NamesList,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

/// What do chips stabilise to?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stabilise {
    /// How many chips on which vertices.
    pub chips: Counts,
    /// More vertices to take as sinks.
    pub sink: NamesList,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

impl Identity {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let identity = identity(&read.instance, context);
        let identity = identity.map_err(|error| unsolved(error, &read.name, context))?;
        let certificate =
            self.certificate.then(|| claim(AlgebraClaim::Identity(IdentityClaim::clone(&identity))));
        let identity = identity.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(IdentityReply { identity, certificate }))
    }
}

impl Stabilise {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let chips = read.counts(&self.chips, context)?;
        let stable = stabilise(&read.instance, &chips, context);
        let stable = stable.map_err(|error| unsolved(error, &read.name, context))?;
        let certificate =
            self.certificate.then(|| claim(AlgebraClaim::Stabilisation(StabilisationClaim::clone(&stable))));
        let stable = stable.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(StabiliseReply { stable, certificate }))
    }
}

struct IdentityReply {
    identity: Judged<'static, IdentityClaim>,
    certificate: Option<Claim>,
}

impl Answer for IdentityReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (identity, instance) = (&self.identity, self.identity.instance());
        let chips = by_name(instance, inner(instance), &identity.chips);
        to_json(out, &with_standing(json!({"schema": "arrival.identity/1", "chips": chips}), identity))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (identity, instance) = (&self.identity, self.identity.instance());
        let row = |u| vec![display_name(instance, u).into_owned(), grouped(&identity.chips[u].to_string())];
        write_table(out, palette, &["vertex", "chips"], || inner(instance).map(row))?;
        write_standing(out, palette, identity, "equivalent to 0, and recurrent by burning")
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.identity.instance(), claim))
    }
}

struct StabiliseReply {
    stable: Judged<'static, StabilisationClaim>,
    certificate: Option<Claim>,
}

impl Answer for StabiliseReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (stable, instance) = (&self.stable, self.stable.instance());
        let traps = traps_with(instance, &stable.traps, "chips", &strings(&stable.trapped));
        let object = json!({"schema": "arrival.stabilise/1",
            "chips": by_name(instance, inner(instance), &stable.chips),
            "sinks": by_name(instance, sinks_of(instance), &stable.sinks), "traps": traps,
            "firings": by_name(instance, inner(instance), &stable.firings), "recurrent": stable.recurrent});
        to_json(out, &with_standing(object, stable))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (stable, instance) = (&self.stable, self.stable.instance());
        let shown = |count: &dyn Display| grouped(&count.to_string());
        let rows = || {
            let chips = inner(instance).map(|u| {
                vec![
                    display_name(instance, u).into_owned(),
                    shown(&stable.chips[u]),
                    shown(&stable.firings[u]),
                ]
            });
            let sinks = sinks_of(instance).map(|u| {
                vec![format!("sink {}", display_name(instance, u)), shown(&stable.sinks[u]), "-".to_owned()]
            });
            let trap = |(trap, count): (&Vec<VertexId>, &BigInt)| {
                vec![format!("trap {}", set(instance, trap)), shown(count), "-".to_owned()]
            };
            chips.chain(sinks).chain(stable.traps.iter().zip(&stable.trapped).map(trap))
        };
        write_table(out, palette, &["vertex", "chips", "firings"], rows)?;
        writeln!(out, "{}", if stable.recurrent { "recurrent" } else { "not recurrent" })?;
        write_standing(out, palette, stable, "the firings lead there, and none of them can be spared")
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.stable.instance(), claim))
    }
}
