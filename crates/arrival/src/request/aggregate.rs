//! `aggregate`: particles that settle one after the other around an origin.

use super::fields::{Named, by_name, digits, wanted};
use super::reply::{Answer, Reply, to_json};
use crate::context::Context;
use crate::fault::Fault;
use crate::solve_error::SolveError;
use crate::timings::Stage;
use crate::words::{Palette, checked_line, grouped, in_steps};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rotor_algebra::{Ground, aggregate};
use rotor_certify::{Certified, certify_aggregate};
use rotor_graph::{AggregateClaim, Lattice, amount, parse_count};
use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::Duration;

/// What do particles that settle one after the other form?
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aggregate {
    /// Where: `z2` or `tree`.
    #[serde(deserialize_with = "by_name")]
    pub on: GroundName,
    /// How many particles, as people write it.
    #[serde(deserialize_with = "count")]
    pub particles: String,
    /// Neighbours of every site of a tree.
    #[serde(default = "default_degree")]
    pub degree: u16,
    /// Whether the answer is a picture.
    #[serde(default, deserialize_with = "wanted")]
    pub picture: bool,
}

/// Where particles can aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroundName {
    /// ℤ².
    Z2,
    /// A regular tree.
    Tree,
}

impl Named for GroundName {
    fn named(name: &str) -> Result<Self, String> {
        match name {
            "z2" => Ok(Self::Z2),
            "tree" => Ok(Self::Tree),
            _ => Err("particles aggregate on z2 or on a tree".to_owned()),
        }
    }
}

fn count<'d, D: serde::Deserializer<'d>>(deserializer: D) -> Result<String, D::Error> {
    let value = Value::deserialize(deserializer)?;
    digits(&value).ok_or_else(|| D::Error::custom("a number of particles, or its digits"))
}

fn default_degree() -> u16 {
    Aggregate::DEGREE
}

impl Aggregate {
    /// Neighbours of every site of a tree, unless told otherwise.
    pub const DEGREE: u16 = 3;
    /// More particles than this would take days.
    const MOST: u64 = 1_000_000_000;

    pub(super) fn answer(self, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let particles =
            parse_count(&self.particles, 1_000, &mut ()).map_err(|error| Fault::Unfit(error.to_string()))?;
        let particles = particles.to_u64().filter(|&particles| particles <= Self::MOST);
        let particles = particles.ok_or_else(|| {
            let words = format!("{} particles are out of range; use 0 to {}", self.particles, Self::MOST);
            Fault::Unfit(words)
        })?;
        if self.degree < 2 {
            return Err(Fault::Unfit("every site of a tree has at least 2 neighbours".to_owned()));
        }
        let ground = match self.on {
            GroundName::Z2 => Ground::Square,
            GroundName::Tree => Ground::Tree(self.degree.into()),
        };
        context.stage(Stage::Solve);
        let ended = |reason, context: &Context<'_>| Fault::Stopped { reason, known: context.known() };
        let claim = aggregate(ground, particles, context).map_err(|reason| ended(reason, context))?;
        context.stage(Stage::Check);
        let claim = certify_aggregate(claim, &mut context.uncounted());
        let claim = claim.map_err(|error| match error.into() {
            SolveError::Stopped(reason) => ended(reason, context),
            refuted => Fault::Refuted(refuted.to_string()),
        })?;
        let picture = match self.picture {
            true => Some(picture(claim.get(), context)?),
            false => None,
        };
        Ok(Reply::new(AggregateReply { claim, picture }))
    }
}

struct AggregateReply {
    claim: Certified<AggregateClaim>,
    picture: Option<Vec<u8>>,
}

/// The squares of the least distance of a free site from the origin and of the greatest of an occupied one; on a tree the
/// distances themselves.
fn radii(claim: &AggregateClaim) -> [u64; 2] {
    let (mut inner, mut outer) = (u64::MAX, 0);
    for (site, &occupied) in claim.occupied.iter().enumerate() {
        let distance = match claim.lattice {
            Lattice::Square { half } => {
                let [x, y] =
                    [site % (2 * half + 1), site / (2 * half + 1)].map(|at| at.abs_diff(half) as u64);
                x * x + y * y
            }
            Lattice::Tree { degree, .. } => depth(site, degree),
        };
        match occupied {
            true => outer = outer.max(distance),
            false => inner = inner.min(distance),
        }
    }
    [inner, outer]
}

/// The layer of a site of a tree.
fn depth(site: usize, degree: usize) -> u64 {
    let (mut last, mut layer, mut depth) = (0, degree, 0);
    while site > last {
        last += layer;
        layer *= degree - 1;
        depth += 1;
    }
    depth
}

impl AggregateReply {
    fn steps(&self) -> BigUint {
        self.claim.get().departures.iter().map(|&count| BigUint::from(count)).sum()
    }

    fn sentence(&self) -> String {
        let [inner, outer] = radii(self.claim.get());
        let radius = |distance: u64| match self.claim.get().lattice {
            Lattice::Square { .. } => format!("{:.2}", (distance as f64).sqrt()),
            Lattice::Tree { .. } => distance.to_string(),
        };
        let count = self.claim.get().particles;
        let particles = amount(grouped(&count.to_string()), "particle reaches", "particles reach");
        let (inner, outer, steps) = (radius(inner), radius(outer), in_steps(&self.steps()));
        format!("{particles} out to distance {outer}; the nearest free site is at {inner}; {steps} in all")
    }
}

impl Answer for AggregateReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let claim = self.claim.get();
        let [inner, outer] = radii(claim);
        let (on, keys) = match claim.lattice {
            Lattice::Square { .. } => ("z2", ["free_squared", "occupied_squared"]),
            Lattice::Tree { .. } => ("tree", ["free", "occupied"]),
        };
        let mut object = json!({"schema": "arrival.aggregate/1", "on": on, "particles": claim.particles.to_string(),
            "steps": self.steps().to_string(), "checked": true});
        if let Lattice::Tree { degree, .. } = claim.lattice {
            object["degree"] = degree.into();
        }
        let [free, occupied] = keys;
        object["distances"] = json!({free: inner, occupied: outer});
        to_json(out, &object)
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        if let Some(picture) = &self.picture {
            return out.write_all(picture);
        }
        writeln!(out, "{}", self.sentence())?;
        let checked = checked_line("departures, and that the arcs used last close no cycle", palette);
        out.write_all(checked.as_bytes())
    }

    fn details(&self) -> Option<String> {
        self.picture.is_some().then(|| self.sentence())
    }

    fn media_type(&self) -> Option<&'static str> {
        self.picture.is_some().then_some("image/png")
    }

    fn has_object(&self) -> bool {
        true
    }
}

#[cfg(not(feature = "png"))]
fn picture(_: &AggregateClaim, _: &mut Context<'_>) -> Result<Vec<u8>, Fault> {
    Err(Fault::Unfit("this build of the program cannot draw PNG".to_owned()))
}

/// One pixel per site of ℤ², a ring per layer of a tree, coloured by where the rotors point.
#[cfg(feature = "png")]
fn picture(claim: &AggregateClaim, context: &mut Context<'_>) -> Result<Vec<u8>, Fault> {
    let (width, colours) = match claim.lattice {
        Lattice::Square { half } => square(claim, half),
        Lattice::Tree { degree, .. } => rings(claim, degree),
    };
    match rotor_draw::pixels(width as u32, &colours, context) {
        Ok(picture) => {
            picture.ok_or_else(|| Fault::Unfit("a picture of this size cannot be written".to_owned()))
        }
        Err(reason) => Err(Fault::Stopped { reason, known: context.known() }),
    }
}

/// The colour of a site: that of the arc its rotor points along, white if it is free.
#[cfg(feature = "png")]
fn colour(claim: &AggregateClaim, site: usize) -> rotor_draw::Colour {
    use rotor_draw::Colour;
    const ARCS: [Colour; 4] = [
        Colour(0xD5, 0x5E, 0x00),
        Colour(0x00, 0x72, 0xB2),
        Colour(0xF0, 0xE4, 0x42),
        Colour(0x00, 0x9E, 0x73),
    ];
    match claim.occupied.get(site) {
        Some(true) => ARCS[(claim.departures[site] % claim.lattice.degree() as u64 % 4) as usize],
        _ => Colour::PAPER,
    }
}

/// North is up; a border of four sites around the aggregate.
#[cfg(feature = "png")]
fn square(claim: &AggregateClaim, half: usize) -> (usize, Vec<rotor_draw::Colour>) {
    let [_, outer] = radii(claim);
    let shown = ((outer as f64).sqrt() as usize + 4).min(half);
    let side = 2 * half + 1;
    let rows = (half - shown..=half + shown).rev();
    let sites = rows.flat_map(|y| (half - shown..=half + shown).map(move |x| y * side + x));
    (2 * shown + 1, sites.map(|site| colour(claim, site)).collect())
}

#[cfg(feature = "png")]
fn rings(claim: &AggregateClaim, degree: usize) -> (usize, Vec<rotor_draw::Colour>) {
    const SIDE: usize = 801;
    let [_, outer] = radii(claim);
    let ring = SIDE as f64 / 2.0 / (outer as f64 + 1.5);
    // The first site and the number of sites of each layer.
    let mut layers = vec![(0, 1)];
    let (mut first, mut count) = (1, degree);
    for _ in 0..=outer {
        layers.push((first, count));
        (first, count) = (first + count, count * (degree - 1));
    }
    let pixel = |at: usize| {
        let [x, y] = [at % SIDE, at / SIDE].map(|at| at as f64 - (SIDE / 2) as f64);
        let layer = (x.hypot(y) / ring + 0.5) as usize;
        let Some(&(first, count)) = layers.get(layer) else { return rotor_draw::Colour::PAPER };
        let share = (y.atan2(x) / std::f64::consts::TAU).rem_euclid(1.0);
        colour(claim, first + ((share * count as f64) as usize).min(count - 1))
    };
    (SIDE, (0..SIDE * SIDE).map(pixel).collect())
}
