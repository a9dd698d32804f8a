//! `route`: how many of many particles end where.

use super::fields::{Counts, optional_digits, wanted};
use super::input::{Input, Read};
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::rounds::rounds;
use super::unsolved;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::question::Options;
use crate::route::{route, route_signed};
use crate::words::{Palette, display_name, grouped, in_steps, set, write_table};
use num_bigint::{BigInt, BigUint};
use rotor_format::certificate::Certificate;
use rotor_graph::{Amounts, Claim, FlowClaim, Instance, Rule, Stop, VertexId, VertexMap};
use rotor_solve::ComponentCounts;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Where do many particles end?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Route {
    /// How many particles on which vertices.
    pub particles: Counts,
    /// Move all particles at once, this many times, instead of routing them to their ends.
    #[serde(deserialize_with = "optional_digits")]
    pub rounds: Option<String>,
    /// Whether the graph with its final rotors comes with the answer.
    #[serde(rename = "final", deserialize_with = "wanted")]
    pub final_rotors: bool,
    /// The solver to use.
    pub solver: Option<String>,
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
    /// Whether the judge is left out.
    pub no_check: bool,
}

impl Route {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = input.read(context)?;
        let particles = read.counts(&self.particles, context)?;
        let unsigned: Option<Vec<BigUint>> = particles.as_slice().iter().map(BigInt::to_biguint).collect();
        if let Some(count) = &self.rounds {
            if self.solver.is_some() || self.certificate {
                let words = "rounds are made one by one; leave --solver and --certificate out";
                return Err(Fault::Unfit(words.to_owned()));
            }
            let unsigned = unsigned
                .ok_or_else(|| Fault::Unfit("--rounds cannot be combined with negative counts".to_owned()))?;
            return rounds(&read, &VertexMap::from_vec(unsigned), count, self.final_rotors, context);
        }
        let Some(unsigned) = unsigned else { return self.signed(&read, &particles, context) };
        let options = Options { solver: self.solver, check: !self.no_check, ..Options::default() };
        let routed = route(&read.instance, &VertexMap::from_vec(unsigned), &options, context);
        let routing = routed.map_err(|error| unsolved(error, &read.name, context))?;
        let after = match (self.final_rotors, routing.rotors()) {
            (false, _) => None,
            (true, Some(rotors)) => Some(Instance::clone(&read.instance).with_rotors(rotors.clone())),
            (true, None) => {
                let known = "the ends of all particles are known, but not the final rotors".to_owned();
                return Err(Fault::Stopped { reason: Stop::Operations, known });
            }
        };
        let certificate = self.certificate.then(|| Claim::Flow(routing.claim().clone()));
        let (solver, components) = (routing.solver(), routing.components());
        let ends = routing.map(|routing| Ends::of(routing.claim()));
        let ends = ends.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(RouteReply { ends, solver, components, certificate, after, rule: read.rule }))
    }

    /// Antiparticles among the particles.
    fn signed(
        self,
        read: &Read,
        particles: &VertexMap<BigInt>,
        context: &mut Context<'_>,
    ) -> Result<Reply, Fault> {
        if self.solver.is_some() {
            return Err(Fault::Unfit("--solver cannot be combined with negative counts".to_owned()));
        }
        let routed = route_signed(&read.instance, particles, !self.no_check, context);
        let judged = routed.map_err(|error| unsolved(error, &read.name, context))?;
        let after =
            self.final_rotors.then(|| Instance::clone(&read.instance).with_rotors(judged.rotors.clone()));
        let certificate = self.certificate.then(|| Claim::SignedFlow(judged.claim.clone()));
        let ends = judged.map(|routing| Ends::of(&routing.claim)).sharing(Arc::clone(&read.instance));
        let (solver, components) = ("flow", ComponentCounts::default());
        Ok(Reply::new(RouteReply { ends, solver, components, certificate, after, rule: read.rule }))
    }
}

/// Where particles, less antiparticles, end.
struct Ends {
    traps: Vec<Vec<VertexId>>,
    sinks: Amounts<BigInt>,
    trapped: Vec<BigInt>,
    steps: Option<BigUint>,
}

impl Ends {
    fn of<N: Clone + Into<BigInt>>(claim: &FlowClaim<N>) -> Self {
        let FlowClaim { traps, stays, trapped, steps, .. } = claim;
        let mut sinks = Amounts::default();
        stays.iter().for_each(|(sink, count)| sinks.set(sink, count.clone().into()));
        let trapped = trapped.iter().cloned().map(Into::into).collect();
        Self { traps: traps.clone(), sinks, trapped, steps: steps.clone() }
    }
}

struct RouteReply {
    ends: Judged<'static, Ends>,
    solver: &'static str,
    components: ComponentCounts,
    certificate: Option<Claim>,
    after: Option<Instance>,
    rule: Rule,
}

impl Answer for RouteReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (ends, instance) = (&self.ends, self.ends.instance());
        let sinks: Map<_, _> = instance
            .graph()
            .vertices()
            .filter(|&u| instance.graph().is_sink(u))
            .map(|u| (instance.name(u).to_owned(), ends.sinks[u].to_string().into()))
            .collect();
        let trap = |(trap, count): (&Vec<_>, &BigInt)| {
            let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
            json!({"vertices": names, "particles": count.to_string()})
        };
        let traps: Vec<_> = ends.traps.iter().zip(&ends.trapped).map(trap).collect();
        let mut object = json!({"schema": "arrival.route/1", "sinks": sinks, "traps": traps,
                                "solver": self.solver});
        if self.components != ComponentCounts::default() {
            object["components"] = self.components.iter().collect();
        }
        if let Some(steps) = &ends.steps {
            object["steps"] = Value::from(steps.to_string());
        }
        to_json(out, &with_standing(object, ends))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (ends, instance) = (&self.ends, self.ends.instance());
        let shown = |count: &BigInt| grouped(&count.to_string());
        let rows = || {
            let sinks = instance.graph().vertices().filter(|&u| instance.graph().is_sink(u));
            let sinks = sinks.map(|u| vec![display_name(instance, u).into_owned(), shown(&ends.sinks[u])]);
            let trap = |(trap, count): (&Vec<_>, &BigInt)| {
                vec![format!("trap {}", set(instance, trap)), shown(count)]
            };
            sinks.chain(ends.traps.iter().zip(&ends.trapped).map(trap))
        };
        write_table(out, palette, &["end", "particles"], rows)?;
        if let Some(steps) = &ends.steps {
            writeln!(out, "{} in all", in_steps(steps))?;
        }
        write_standing(out, palette, ends, "switching flow of all particles")
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.ends.instance(), claim))
    }

    fn after(&self) -> Option<(Cow<'_, Instance>, Rule)> {
        self.after.as_ref().map(|after| (Cow::Borrowed(after), self.rule))
    }
}
