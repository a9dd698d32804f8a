//! Statements of the algebra: what its certificates claim, in a sentence and as data.

use super::write::digits;
use crate::certificate::named::{Counts, Lists, Names, Wording, listed};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_graph::{AlgebraClaim, ClassClaim, Instance, MomentClaim, amount};
use serde::ser::SerializeMap;
use std::fmt;

/// Writes what a claim says as a sentence.
pub(in crate::certificate) fn statement(
    about: &Wording<'_>,
    claim: &AlgebraClaim,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let after = |moment: &MomentClaim| in_steps(&moment.steps());
    match claim {
        AlgebraClaim::Group(claim) => write!(f, "the sandpile group is {}", claim.as_product()),
        AlgebraClaim::Class(ClassClaim { group, element, other }) => {
            let tuple = |element: &[BigInt]| format!("({})", digits(element).join(", "));
            write!(f, "the rotors are the element {} of {}", tuple(element), group.as_product())?;
            match other {
                None => Ok(()),
                Some(other) if chips_are_none(other.chips.as_slice()) => {
                    f.write_str(", and the other configuration is equivalent")
                }
                Some(other) => write!(
                    f,
                    ", and routing {} leads to the class {} of the other configuration",
                    listed(about.counts(&other.chips).map(|entry| entry.replacen(' ', " from ", 1))),
                    tuple(&other.element)
                ),
            }
        }
        AlgebraClaim::Stabilisation(claim) => {
            let firings: BigUint = claim.firings.as_slice().iter().sum();
            let recurrent = if claim.recurrent { "recurrent" } else { "not recurrent" };
            let total: BigInt = claim.start.as_slice().iter().sum();
            let chips = amount(total, "chip stabilises", "chips stabilise");
            write!(f, "{chips} by {}, and the result is {recurrent}", amount(firings, "firing", "firings"))
        }
        AlgebraClaim::Identity(claim) => {
            let total: BigInt = claim.chips.as_slice().iter().sum();
            write!(f, "the recurrent identity, of {}", amount(total, "chip", "chips"))
        }
        AlgebraClaim::Harmonic(claim) => {
            let from = about.name(claim.from);
            let sinks = about.counts(&claim.sinks).map(|entry| {
                let (count, sink) = entry.split_once(' ').unwrap_or_default();
                format!("at {sink} with probability {}", fraction(count, &claim.denominator))
            });
            let traps = claim.traps.iter().zip(&claim.trapped).filter(|(_, share)| !share.is_zero());
            let traps = traps.map(|(trap, share)| {
                let share = fraction(&share.to_string(), &claim.denominator);
                format!("in the trap {} with probability {share}", about.set(trap))
            });
            write!(f, "the random walk from {from} ends {}", listed(sinks.chain(traps)))
        }
        AlgebraClaim::SignedRoute(claim) => {
            let starts = about.counts(&claim.particles).map(|start| start.replacen(' ', " from ", 1));
            let ends = about.counts(&claim.sinks).map(|end| end.replacen(' ', " at ", 1));
            let trapped = claim.traps.iter().zip(&claim.trapped).filter(|(_, count)| !count.is_zero());
            let trapped = trapped.map(|(trap, count)| format!("{count} in the trap {}", about.set(trap)));
            let ends = listed(ends.chain(trapped));
            write!(f, "particles and antiparticles ({}) end: {ends}", listed(starts))
        }
        AlgebraClaim::Moment(claim) => {
            let (from, at) = (about.name(claim.from), about.name(claim.at));
            write!(f, "the particle from {from} is at {at} after {}", after(claim))
        }
        AlgebraClaim::Tour(claim) => {
            let (from, trap) = (about.name(claim.entry.from), about.set(&claim.trap));
            let period = claim.period(about.instance.graph());
            let entry = claim.entry.steps();
            write!(
                f,
                "the walk from {from} goes round in {trap}: from step {entry} on, it repeats every {}",
                in_steps(&period)
            )?;
            match &claim.cover {
                Some(cover) => write!(f, "; it has seen all of it after {}", after(cover)),
                None => Ok(()),
            }
        }
    }
}

fn chips_are_none(chips: &[BigInt]) -> bool {
    chips.iter().all(Zero::is_zero)
}

fn in_steps(steps: &BigUint) -> String {
    amount(steps, "step", "steps")
}

fn fraction(numerator: &str, denominator: &BigUint) -> String {
    if *denominator == BigUint::from(1u32) {
        numerator.to_owned()
    } else {
        format!("{numerator}/{denominator}")
    }
}

/// Writes what a claim says as data, after its kind.
pub(in crate::certificate) fn serialize_statement<M: SerializeMap>(
    object: &mut M,
    instance: &Instance,
    claim: &AlgebraClaim,
) -> Result<(), M::Error> {
    match claim {
        AlgebraClaim::Group(claim) => object.serialize_entry("factors", &digits(&claim.factors)),
        AlgebraClaim::Class(ClassClaim { group, element, other }) => {
            object.serialize_entry("factors", &digits(&group.factors))?;
            object.serialize_entry("element", &digits(element))?;
            if let Some(other) = other {
                object.serialize_entry("other", &digits(&other.element))?;
                object.serialize_entry("chips", &Counts { instance, counts: &other.chips })?;
            }
            Ok(())
        }
        AlgebraClaim::Stabilisation(claim) => {
            object.serialize_entry("start", &Counts { instance, counts: &claim.start })?;
            object.serialize_entry("chips", &Counts { instance, counts: &claim.chips })?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))?;
            object.serialize_entry("recurrent", &claim.recurrent)
        }
        AlgebraClaim::Identity(claim) => {
            object.serialize_entry("chips", &Counts { instance, counts: &claim.chips })
        }
        AlgebraClaim::Harmonic(claim) => {
            object.serialize_entry("from", instance.name(claim.from))?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))?;
            object.serialize_entry("denominator", &claim.denominator.to_string())
        }
        AlgebraClaim::SignedRoute(claim) => {
            object.serialize_entry("particles", &Counts { instance, counts: &claim.particles })?;
            object.serialize_entry("sinks", &Counts { instance, counts: &claim.sinks })?;
            object.serialize_entry("traps", &Lists { instance, lists: &claim.traps })?;
            object.serialize_entry("trapped", &digits(&claim.trapped))
        }
        AlgebraClaim::Moment(claim) => {
            object.serialize_entry("from", instance.name(claim.from))?;
            object.serialize_entry("at", instance.name(claim.at))?;
            object.serialize_entry("steps", &claim.steps().to_string())
        }
        AlgebraClaim::Tour(claim) => {
            object.serialize_entry("from", instance.name(claim.entry.from))?;
            object.serialize_entry("trap", &Names { instance, list: &claim.trap })?;
            object.serialize_entry("enters_after", &claim.entry.steps().to_string())?;
            object.serialize_entry("period", &claim.period(instance.graph()).to_string())?;
            match &claim.cover {
                Some(cover) => object.serialize_entry("cover", &cover.steps().to_string()),
                None => Ok(()),
            }
        }
    }
}
