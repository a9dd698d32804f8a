//! `group`, `class`, `identity`, `stabilise`, `harmonic`: the algebra of rotors and chips.

use super::fields::{Counts, NamesList};
use super::input::{Input, Read};
use super::reply::{Answer, Reply, to_json, with_standing, write_standing};
use super::unsolved;
use crate::algebra::{class_within, group_within, harmonic_within, identity_within, stabilise_within};
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::words::{Palette, display_name, grouped, set, styled, write_table};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rotor_algebra::{FloatMeasure, Order, harmonic_measure_in_floats, reduced};
use rotor_graph::{
    GroupClaim, HarmonicClaim, IdentityClaim, Instance, StabilisationClaim, VertexId, VertexMap,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// What is the sandpile group?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Group {
    /// Whether generators are listed.
    pub generators: bool,
    /// More vertices to take as sinks.
    pub sink: NamesList,
}

/// To which class do the rotors belong?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Class {
    /// More vertices to take as sinks.
    pub sink: NamesList,
}

/// What is the recurrent identity?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Identity {
    /// More vertices to take as sinks.
    pub sink: NamesList,
}

/// What do chips stabilise to?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stabilise {
    /// How many chips on which vertices.
    pub chips: Counts,
    /// More vertices to take as sinks.
    pub sink: NamesList,
}

/// With which probabilities does a random walk end where?
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Harmonic {
    /// Where the walk starts; by default where the file says.
    pub from: Option<String>,
    /// Whether floating point will do, for large graphs.
    pub float: bool,
    /// More vertices to take as sinks.
    pub sink: NamesList,
}

/// Reads the input and takes some more vertices as sinks.
fn read_with(input: Input, sinks: &NamesList, context: &mut Context<'_>) -> Result<Read, Fault> {
    input.read(context)?.with_sinks(sinks)
}

impl Group {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let group = group_within(&read.instance, context);
        let group = group.map_err(|error| unsolved(error, &read.name, context))?;
        let group = group.sharing(Arc::clone(&read.instance));
        Ok(Reply::new(GroupReply { group, generators: self.generators }))
    }
}

impl Class {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let class = class_within(&read.instance, context);
        let class = class.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(class.sharing(Arc::clone(&read.instance))))
    }
}

impl Identity {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let identity = identity_within(&read.instance, context);
        let identity = identity.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(identity.sharing(Arc::clone(&read.instance))))
    }
}

impl Stabilise {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let chips = read.counts(&self.chips, context)?;
        let stable = stabilise_within(&read.instance, &chips, context);
        let stable = stable.map_err(|error| unsolved(error, &read.name, context))?;
        Ok(Reply::new(stable.sharing(Arc::clone(&read.instance))))
    }
}

/// The sum of what the equations of all vertices may be off by in floating point.
const TOLERANCE: f64 = 1e-10;

impl Harmonic {
    pub(super) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let from = read.start(self.from.as_deref())?;
        if self.float {
            let measure = harmonic_measure_in_floats(read.instance.graph(), from, TOLERANCE, context);
            let FloatMeasure { sinks, trapped, residual } =
                measure.map_err(|reason| unsolved(reason.into(), &read.name, context))?;
            let traps = rotor_graph::Traps::of(read.instance.graph()).members().to_vec();
            let because = format!("floating point: the equations are off by {residual:.1e} in sum");
            let measure = Measure {
                from,
                traps,
                sinks: VertexMap::from_vec(sinks.as_slice().iter().map(json_float).collect()),
                trapped: trapped.iter().map(json_float).collect(),
            };
            let measure = Judged::unchecked(&read.instance, measure, because);
            return Ok(Reply::new(measure.sharing(Arc::clone(&read.instance))));
        }
        let measure = harmonic_within(&read.instance, from, context);
        let measure = measure.map_err(|error| unsolved(error, &read.name, context))?;
        let measure = measure.map(|claim| Measure::of(&claim));
        Ok(Reply::new(measure.sharing(Arc::clone(&read.instance))))
    }
}

fn inner(instance: &Instance) -> impl Iterator<Item = VertexId> + '_ {
    let graph = instance.graph();
    graph.vertices().filter(|&u| !graph.is_sink(u))
}

fn sinks_of(instance: &Instance) -> impl Iterator<Item = VertexId> + '_ {
    let graph = instance.graph();
    graph.vertices().filter(|&u| graph.is_sink(u))
}

/// What stands on some vertices, by name, in the order of the file.
fn by_name<T: Display>(
    instance: &Instance,
    vertices: impl Iterator<Item = VertexId>,
    counts: &VertexMap<T>,
) -> Map<String, Value> {
    vertices.map(|u| (instance.name(u).to_owned(), counts[u].to_string().into())).collect()
}

/// The traps, each with what ends there.
fn traps_with(instance: &Instance, traps: &[Vec<VertexId>], what: &str, ends: &[Value]) -> Vec<Value> {
    let trap = |(trap, end): (&Vec<VertexId>, &Value)| {
        let names: Vec<_> = trap.iter().map(|&u| instance.name(u)).collect();
        json!({"vertices": names, what: end})
    };
    traps.iter().zip(ends).map(trap).collect()
}

fn strings<T: Display>(numbers: &[T]) -> Vec<Value> {
    numbers.iter().map(|number| number.to_string().into()).collect()
}

/// ℤ/4 × ℤ/24, and ℤ for every trap.
fn product(factors: &[BigUint]) -> String {
    let part = |factor: &BigUint| if factor.is_zero() { "Z".to_owned() } else { format!("Z/{factor}") };
    if factors.is_empty() {
        "trivial".to_owned()
    } else {
        factors.iter().map(part).collect::<Vec<_>>().join(" x ")
    }
}

struct GroupReply {
    group: Judged<'static, GroupClaim>,
    generators: bool,
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
        if self.generators {
            let generator = |(factor, chips): (&BigUint, &VertexMap<BigInt>)| {
                let order = if factor.is_zero() { "inf".to_owned() } else { factor.to_string() };
                let chips: Map<_, _> = chips
                    .iter()
                    .filter(|(_, count)| !count.is_zero())
                    .map(|(u, count)| (instance.name(u).to_owned(), count.to_string().into()))
                    .collect();
                json!({"order": order, "chips": chips})
            };
            let generators = group.factors.iter().zip(&group.generators).map(generator);
            object["generators"] = generators.collect();
        }
        to_json(out, &with_standing(object, group))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (group, instance) = (&self.group, self.group.instance());
        writeln!(out, "group    {}", styled(palette.answer, product(&group.factors)))?;
        match Order::of_factors(&group.factors) {
            Order::Finite(order) => writeln!(out, "order    {}", grouped(&order.to_string()))?,
            Order::Infinite => writeln!(out, "order    infinite: the graph has a trap")?,
        }
        if self.generators {
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
        write_standing(out, palette, group, "an isomorphism, and the determinant of the Laplacian")
    }
}

impl Answer for Judged<'static, (Vec<BigInt>, GroupClaim)> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (element, group) = &**self;
        let object = json!({"schema": "arrival.class/1", "element": strings(element),
            "invariant_factors": strings(&group.factors), "base": "first arcs"});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (element, group) = &**self;
        let element: Vec<_> = element.iter().map(ToString::to_string).collect();
        let element = styled(palette.answer, format!("({})", element.join(", ")));
        writeln!(
            out,
            "the rotors are the element {element} of {}; all first arcs are 0",
            product(&group.factors)
        )?;
        write_standing(out, palette, self, "the group, by an isomorphism")
    }
}

impl Answer for Judged<'static, IdentityClaim> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let chips = by_name(self.instance(), inner(self.instance()), &self.chips);
        to_json(out, &with_standing(json!({"schema": "arrival.identity/1", "chips": chips}), self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let row = |u| vec![display_name(instance, u).into_owned(), grouped(&self.chips[u].to_string())];
        write_table(out, palette, &["vertex", "chips"], || inner(instance).map(row))?;
        write_standing(out, palette, self, "equivalent to nothing, and recurrent by burning")
    }
}

impl Answer for Judged<'static, StabilisationClaim> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let instance = self.instance();
        let traps = traps_with(instance, &self.traps, "chips", &strings(&self.trapped));
        let object = json!({"schema": "arrival.stabilise/1",
            "chips": by_name(instance, inner(instance), &self.chips),
            "sinks": by_name(instance, sinks_of(instance), &self.sinks), "traps": traps,
            "firings": by_name(instance, inner(instance), &self.firings), "recurrent": self.recurrent});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let shown = |count: &dyn Display| grouped(&count.to_string());
        let rows = || {
            let chips = inner(instance).map(|u| {
                vec![display_name(instance, u).into_owned(), shown(&self.chips[u]), shown(&self.firings[u])]
            });
            let sinks = sinks_of(instance).map(|u| {
                vec![format!("sink {}", display_name(instance, u)), shown(&self.sinks[u]), "-".to_owned()]
            });
            let trap = |(trap, count): (&Vec<VertexId>, &BigInt)| {
                vec![format!("trap {}", set(instance, trap)), shown(count), "-".to_owned()]
            };
            chips.chain(sinks).chain(self.traps.iter().zip(&self.trapped).map(trap))
        };
        write_table(out, palette, &["vertex", "chips", "firings"], rows)?;
        writeln!(out, "{}", if self.recurrent { "recurrent" } else { "not recurrent" })?;
        write_standing(out, palette, self, "the firings lead there, and none of them can be spared")
    }
}

/// Exit probabilities, as they are written.
struct Measure {
    from: VertexId,
    traps: Vec<Vec<VertexId>>,
    sinks: VertexMap<Value>,
    trapped: Vec<Value>,
}

impl Measure {
    fn of(claim: &HarmonicClaim) -> Self {
        let fraction = |numerator: &BigUint| {
            let (numerator, denominator) = reduced(numerator, &claim.denominator);
            match denominator == BigUint::from(1u32) {
                true => Value::from(numerator.to_string()),
                false => Value::from(format!("{numerator}/{denominator}")),
            }
        };
        let sinks = VertexMap::from_vec(claim.sinks.as_slice().iter().map(fraction).collect());
        let trapped = claim.trapped.iter().map(fraction).collect();
        Self { from: claim.from, traps: claim.traps.clone(), sinks, trapped }
    }
}

fn json_float(probability: &f64) -> Value {
    json!(probability)
}

impl Answer for Judged<'static, Measure> {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let instance = self.instance();
        let sinks: Map<_, _> =
            sinks_of(instance).map(|u| (instance.name(u).to_owned(), self.sinks[u].clone())).collect();
        let object = json!({"schema": "arrival.harmonic/1", "from": instance.name(self.from), "sinks": sinks,
            "traps": traps_with(instance, &self.traps, "probability", &self.trapped)});
        to_json(out, &with_standing(object, self))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let instance = self.instance();
        let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let rows = || {
            let sinks = sinks_of(instance)
                .map(|u| vec![display_name(instance, u).into_owned(), shown(&self.sinks[u])]);
            let trap = |(trap, value): (&Vec<VertexId>, &Value)| {
                vec![format!("trap {}", set(instance, trap)), shown(value)]
            };
            sinks.chain(self.traps.iter().zip(&self.trapped).map(trap))
        };
        write_table(out, palette, &["end", "probability"], rows)?;
        write_standing(out, palette, self, "the equations of all vertices")
    }
}
