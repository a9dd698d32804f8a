//! `tour`: what becomes of a walk that nothing but a sink stops.

use super::algebra::claim;
use super::fields::wanted;
use super::input::Input;
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::algebra::tour;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::words::{Palette, display_name, grouped, in_steps, set, styled, unchecked_line};
use num_bigint::BigUint;
use rotor_algebra::{Eulerian, eulerian};
use rotor_format::certificate::Certificate;
use rotor_graph::{AlgebraClaim, Claim, VertexId, amount};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What becomes of an endless walk?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Tour {
    /// Where the particle starts; by default where the file says.
    pub from: Option<String>,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

impl Tour {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let from = read.start(self.from.as_deref())?;
        let tour = tour(&read.instance, from, context);
        let tour = tour.map_err(|error| unsolved(error, &read.name, context))?;
        let eulerian = match &*tour {
            // The tour is known; a bound that takes too long is left out.
            rotor_algebra::Tour::Endless(tour) => {
                eulerian(read.instance.graph(), &tour.trap, context).unwrap_or(None)
            }
            rotor_algebra::Tour::Exits(_) => None,
        };
        let certificate = self.certificate.then(|| match &*tour {
            rotor_algebra::Tour::Exits(moment) => Claim::Flow(moment.clone().into()),
            rotor_algebra::Tour::Endless(tour) => claim(AlgebraClaim::Tour(tour.clone())),
        });
        let tour = tour.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(TourReply { from, tour, eulerian, certificate }))
    }
}

struct TourReply {
    from: VertexId,
    tour: Judged<'static, rotor_algebra::Tour>,
    /// The arcs and the diameter of the trap, if it is Eulerian.
    eulerian: Option<Eulerian>,
    certificate: Option<Claim>,
}

impl Answer for TourReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (tour, instance) = (&self.tour, self.tour.instance());
        let name = |u: VertexId| instance.name(u);
        let object = match &**tour {
            rotor_algebra::Tour::Exits(claim) => {
                json!({"schema": "arrival.tour/1", "from": name(self.from), "trap": null, "exit": name(claim.at),
                       "steps": claim.steps().to_string()})
            }
            rotor_algebra::Tour::Endless(claim) => {
                let trap: Vec<_> = claim.trap.iter().map(|&u| name(u)).collect();
                let departures = claim.departures_in_a_period(instance.graph());
                let departures: Map<String, Value> = claim
                    .trap
                    .iter()
                    .map(|&u| (name(u).to_owned(), departures[u].to_string().into()))
                    .collect();
                let mut object = json!({"schema": "arrival.tour/1", "from": name(self.from), "trap": trap,
                    "enters_after": claim.entry.steps().to_string(), "period": claim.period(instance.graph()).to_string(),
                    "departures": departures});
                if let Some(cover) = &claim.cover {
                    object["cover"] = cover.steps().to_string().into();
                }
                if let Some(Eulerian { arcs, diameter }) = self.eulerian {
                    let bound = BigUint::from(arcs) * diameter;
                    object["eulerian"] = json!({"arcs": arcs, "diameter": diameter, "cover_bound": bound.to_string(), "checked": false});
                }
                object
            }
        };
        to_json(out, &with_standing(object, tour))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (tour, instance) = (&self.tour, self.tour.instance());
        let from = display_name(instance, self.from);
        match &**tour {
            rotor_algebra::Tour::Exits(claim) => {
                let exit = styled(palette.answer, display_name(instance, claim.at));
                writeln!(out, "{from} exits at {exit} after {}", in_steps(&claim.steps()))?;
            }
            rotor_algebra::Tour::Endless(claim) => {
                let period = styled(palette.answer, in_steps(&claim.period(instance.graph())));
                let (trap, entry) = (set(instance, &claim.trap), grouped(&claim.entry.steps().to_string()));
                writeln!(
                    out,
                    "{from} goes round in {trap}: from step {entry} on, it repeats every {period}"
                )?;
                if let Some(cover) = &claim.cover {
                    writeln!(out, "every vertex of the trap is visited within {}", in_steps(&cover.steps()))?;
                }
            }
        }
        write_standing(out, palette, tour, "the moments, and the departures of one period")?;
        let Some(Eulerian { arcs, diameter }) = self.eulerian else { return Ok(()) };
        let bound = in_steps(&(BigUint::from(arcs) * diameter));
        let arcs = amount(arcs, "arc", "arcs");
        let beside = format!(
            "the trap is Eulerian: a period uses each of its {arcs} once, and {bound} inside it suffice to see all of it \
             ({arcs} times diameter {diameter})"
        );
        out.write_all(unchecked_line(&beside, palette).as_bytes())
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.tour.instance(), claim))
    }
}
