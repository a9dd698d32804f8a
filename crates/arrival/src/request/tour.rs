//! `tour`: what becomes of a walk that nothing but a sink stops.

use super::input::Input;
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::algebra::tour_within;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::words::{Palette, display_name, in_steps, set, styled};
use num_bigint::BigUint;
use rotor_graph::{TourClaim, VertexId};
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
}

impl Tour {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let from = read.start(self.from.as_deref())?;
        let tour = tour_within(&read.instance, from, context);
        let tour = tour.map_err(|error| unsolved(error, &read.name, context))?;
        let tour = tour.map(|tour| TourReply { from, tour }).sharing(Arc::clone(&read.instance));
        Ok(Reply::new(tour))
    }
}

struct TourReply {
    from: VertexId,
    tour: rotor_algebra::Tour,
}

impl Judged<'static, TourReply> {
    /// Departures from `u` in one period.
    fn departures(&self, claim: &TourClaim, u: VertexId) -> BigUint {
        &claim.periods[u] * self.instance().graph().out_degree(u)
    }

    fn period(&self, claim: &TourClaim) -> BigUint {
        claim.trap.iter().map(|&u| self.departures(claim, u)).sum()
    }
}

impl Answer for Judged<'static, TourReply> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let instance = self.instance();
        let name = |u: VertexId| instance.name(u);
        let object = match &self.tour {
            rotor_algebra::Tour::Exits(claim) => {
                json!({"schema": "arrival.tour/1", "from": name(self.from), "trap": null, "exit": name(claim.at),
                       "steps": claim.steps().to_string()})
            }
            rotor_algebra::Tour::Endless(claim) => {
                let trap: Vec<_> = claim.trap.iter().map(|&u| name(u)).collect();
                let departures: Map<String, Value> = claim
                    .trap
                    .iter()
                    .map(|&u| (name(u).to_owned(), self.departures(claim, u).to_string().into()))
                    .collect();
                let mut object = json!({"schema": "arrival.tour/1", "from": name(self.from), "trap": trap,
                    "enters_after": claim.entry.steps().to_string(), "period": self.period(claim).to_string(),
                    "departures": departures});
                if let Some(cover) = &claim.cover {
                    object["cover"] = cover.steps().to_string().into();
                }
                object
            }
        };
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let from = display_name(instance, self.from);
        match &self.tour {
            rotor_algebra::Tour::Exits(claim) => {
                let exit = styled(palette.answer, display_name(instance, claim.at));
                writeln!(out, "{from} exits at {exit} after {}", in_steps(&claim.steps()))?;
            }
            rotor_algebra::Tour::Endless(claim) => {
                let period = styled(palette.answer, in_steps(&self.period(claim)));
                let (trap, entry) = (set(instance, &claim.trap), in_steps(&claim.entry.steps()));
                writeln!(out, "{from} goes round in {trap}: from {entry} on, every {period}")?;
                if let Some(cover) = &claim.cover {
                    writeln!(out, "every vertex of the trap is visited within {}", in_steps(&cover.steps()))?;
                }
            }
        }
        write_standing(out, palette, self, "the moments, and the departures of one period")
    }
}
