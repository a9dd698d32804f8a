//! `arrival route`: how many of many particles end where.

use super::arguments::{Reading, Screen, Source, vertex};
use super::fault::{Fault, unfit};
use super::human::write_table;
use super::progress::Progress;
use super::reading::{Read, bytes_within, shown};
use super::solve::solve_fault;
use super::writing::{print_json, to_stdout, write_file, write_instance};
use crate::output::human::{called, in_steps, set};
use crate::{Options, Routing, route_within};
use clap::Args;
use num_bigint::BigUint;
use num_traits::Zero;
use rotor_graph::{Instance, VertexMap, parse_natural, quoted};
use rotor_solve::OutOfBudget;
use rotor_solve::general::ComponentCounts;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value, json};
use std::fmt;

/// Route many particles, and say how many reach each sink
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  arrival route --example fig-simple-path-4 --particles u1=3,u2=10000000000000000000000"
)]
pub(super) struct Route {
    #[command(flatten)]
    source: Source,
    /// How many particles on which vertices: `u1=3,u2=10`, or `@FILE` with a JSON object of counts
    #[arg(long, value_name = "COUNTS", allow_hyphen_values = true)]
    particles: String,
    /// Write the graph with its final rotors to this file
    #[arg(long = "final", value_name = "OUT")]
    final_file: Option<String>,
    /// Use this solver; `arrival solvers` lists them
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// Write the certificate to this file
    #[arg(long, value_name = "OUT")]
    certificate: Option<String>,
    /// Do not let the judge check the answer
    #[arg(long)]
    no_check: bool,
    #[command(flatten)]
    reading: Reading,
}

impl Route {
    pub(super) fn run(self, screen: &Screen) -> Result<u8, Fault> {
        let read = self.source.read(&self.reading)?;
        let particles = self.counts(&read)?;
        let options = Options { solver: self.solver.clone(), check: !self.no_check, ..Options::default() };
        let mut limits = self.reading.limits.start_at(read.started);
        let progress = Progress::start(screen, "routing");
        let routing = route_within(&read.instance, &particles, &options, &mut limits);
        drop(progress);
        let routing = routing.map_err(|error| solve_fault(error, &limits))?;
        drop(limits);
        screen.say(|| format!("solver {}", routing.solver()));
        if let Some(file) = &self.certificate {
            write_file(file, |out| write!(out, "{}", routing.certificate(&read.instance)))?;
        }
        if let Some(file) = &self.final_file {
            let rotors = routing.rotors().ok_or_else(|| Fault::OutOfBudget {
                reason: OutOfBudget::Operations,
                known: "the ends of all particles are known, but not the final rotors".to_owned(),
            })?;
            let after = read.instance.clone().with_rotors(rotors.clone());
            write_instance(file, &after, read.rule, None)?;
        }
        if screen.json {
            print_json(&object(&read.instance, &routing))
        } else {
            words(&read.instance, &routing)
        }?;
        Ok(0)
    }

    /// The particles on each vertex.
    fn counts(&self, read: &Read) -> Result<VertexMap<BigUint>, Fault> {
        let mut particles = VertexMap::filled(read.instance.graph().vertex_count(), BigUint::zero());
        let mut put = |name: &str, digits: &str| -> Result<(), Fault> {
            let count = parse_natural(digits).ok_or_else(|| {
                let digits = quoted(digits);
                unfit(read, &format!("{digits} is no number of particles; write it in decimal digits"))
            })?;
            particles[vertex(&read.instance, name)?] += count;
            Ok(())
        };
        match self.particles.strip_prefix('@') {
            Some(file) => {
                for (name, count) in json_counts(file, self.reading.limits.memory())? {
                    put(&name, &count)?;
                }
            }
            None => {
                for entry in self.particles.split(',') {
                    let (name, digits) = entry.rsplit_once('=').ok_or_else(|| {
                        Fault::Usage(format!("{} has no count; write --particles u1=3,u2=10", quoted(entry)))
                    })?;
                    put(name, digits)?;
                }
            }
        }
        Ok(particles)
    }
}

/// The entries of a JSON object of counts, which may be strings of digits or numbers. A name that stands there twice
/// has both counts, as on the command line.
fn json_counts(file: &str, most: u64) -> Result<Vec<(String, String)>, Fault> {
    let wrong =
        |why: &str| Fault::Usage(format!("{}: {why}; write an object such as {{\"u1\":\"3\"}}", shown(file)));
    let Entries(entries) =
        serde_json::from_slice(&bytes_within(file, most)?).map_err(|error| wrong(&error.to_string()))?;
    let entry = |(name, count): (String, Value)| match count {
        Value::String(digits) => Ok((name, digits)),
        Value::Number(number) if number.is_u64() => Ok((name, number.to_string())),
        _ => Err(wrong(&format!(
            "the count of {} is neither a string of digits nor a whole number below 2^64",
            quoted(&name)
        ))),
    };
    entries.into_iter().map(entry).collect()
}

/// The entries of a JSON object in their order, all of them.
struct Entries(Vec<(String, Value)>);

impl<'d> Deserialize<'d> for Entries {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor)
    }
}

struct EntriesVisitor;

impl<'d> Visitor<'d> for EntriesVisitor {
    type Value = Entries;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of counts")
    }

    fn visit_map<A: MapAccess<'d>>(self, mut map: A) -> Result<Entries, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Entries(entries))
    }
}

fn object(instance: &Instance, routing: &Routing) -> Value {
    let claim = routing.claim();
    let sinks: Map<_, _> = instance
        .graph()
        .vertices()
        .filter(|&u| instance.graph().is_sink(u))
        .map(|u| (instance.name(u).to_owned(), claim.sinks[u].to_string().into()))
        .collect();
    let trap = |(trap, count): (&Vec<_>, &BigUint)| {
        let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
        json!({"vertices": names, "particles": count.to_string()})
    };
    let traps: Vec<_> = claim.traps.iter().zip(&claim.trapped).map(trap).collect();
    let mut object = json!({"schema": "arrival.route/1", "sinks": sinks, "traps": traps, "solver": routing.solver(),
                            "checked": routing.unchecked_because().is_none()});
    if routing.components() != ComponentCounts::default() {
        object["components"] = routing.components().iter().collect();
    }
    if let Some(because) = routing.unchecked_because() {
        object["unchecked_because"] = because.into();
    }
    if let Some(steps) = &claim.steps {
        object["steps"] = steps.to_string().into();
    }
    object
}

fn words(instance: &Instance, routing: &Routing) -> Result<(), Fault> {
    let claim = routing.claim();
    let sinks = || instance.graph().vertices().filter(|&u| instance.graph().is_sink(u));
    let rows = || {
        let sinks = sinks().map(|u| vec![called(instance, u).into_owned(), claim.sinks[u].to_string()]);
        let trap = |(trap, count): (&Vec<_>, &BigUint)| {
            vec![format!("trap {}", set(instance, trap)), count.to_string()]
        };
        sinks.chain(claim.traps.iter().zip(&claim.trapped).map(trap))
    };
    to_stdout(|out| {
        write_table(out, &["end", "particles"], rows)?;
        if let Some(steps) = &claim.steps {
            writeln!(out, "{} in all", in_steps(steps))?;
        }
        match routing.unchecked_because() {
            None => writeln!(out, "checked: switching flow of all particles"),
            Some(because) => writeln!(out, "unchecked: {because}"),
        }
    })
}
