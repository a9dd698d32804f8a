//! `harmonic`: where random walks end.

use super::{claim, read_with, sinks_of, traps_with};
use crate::algebra::harmonic;
use crate::context::Context;
use crate::fault::Fault;
use crate::judged::Judged;
use crate::request::fields::{NamesList, wanted};
use crate::request::input::Input;
use crate::request::reply::{Answer, Reply, to_json, with_standing, write_standing};
use crate::request::unsolved;
use crate::words::{Palette, display_name, set, write_table};
use num_bigint::BigUint;
use rotor_algebra::{FloatMeasure, harmonic_measure_in_floats, reduced};
use rotor_format::certificate::Certificate;
use rotor_graph::{AlgebraClaim, Claim, HarmonicClaim, VertexId, VertexMap};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

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
    /// Whether the certificate comes with the answer.
    #[serde(deserialize_with = "wanted")]
    pub certificate: bool,
}

/// The sum of what the equations of all vertices may be off by in floating point.
const TOLERANCE: f64 = 1e-10;

impl Harmonic {
    pub(in crate::request) fn answer(self, input: Input, context: &mut Context<'_>) -> Result<Reply, Fault> {
        let read = read_with(input, &self.sink, context)?;
        let from = read.start(self.from.as_deref())?;
        if self.float && self.certificate {
            return Err(Fault::Unfit(
                "floating point proves nothing; leave --float or --certificate out".to_owned(),
            ));
        }
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
            let measure = measure.sharing(Arc::clone(&read.instance));
            return Ok(Reply::new(HarmonicReply { measure, certificate: None }));
        }
        let measure = harmonic(&read.instance, from, context);
        let measure = measure.map_err(|error| unsolved(error, &read.name, context))?;
        let certificate =
            self.certificate.then(|| claim(AlgebraClaim::Harmonic(HarmonicClaim::clone(&measure))));
        let measure = measure.map(|claim| Measure::of(&claim)).sharing(Arc::clone(&read.instance));
        Ok(Reply::new(HarmonicReply { measure, certificate }))
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

struct HarmonicReply {
    measure: Judged<'static, Measure>,
    certificate: Option<Claim>,
}

impl Answer for HarmonicReply {
    fn write_json(&self, out: &mut dyn Write, _: &dyn Fn() -> Duration) -> io::Result<()> {
        let (measure, instance) = (&self.measure, self.measure.instance());
        let sinks: Map<_, _> =
            sinks_of(instance).map(|u| (instance.name(u).to_owned(), measure.sinks[u].clone())).collect();
        let object = json!({"schema": "arrival.harmonic/1", "from": instance.name(measure.from), "sinks": sinks,
            "traps": traps_with(instance, &measure.traps, "probability", &measure.trapped)});
        to_json(out, &with_standing(object, measure))
    }

    fn write_words(&self, out: &mut dyn Write, palette: &Palette) -> io::Result<()> {
        let (measure, instance) = (&self.measure, self.measure.instance());
        let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let rows = || {
            let sinks = sinks_of(instance)
                .map(|u| vec![display_name(instance, u).into_owned(), shown(&measure.sinks[u])]);
            let trap = |(trap, value): (&Vec<VertexId>, &Value)| {
                vec![format!("trap {}", set(instance, trap)), shown(value)]
            };
            sinks.chain(measure.traps.iter().zip(&measure.trapped).map(trap))
        };
        write_table(out, palette, &["end", "probability"], rows)?;
        write_standing(out, palette, measure, "the equations of all vertices")
    }

    fn certificate(&self) -> Option<Certificate<'_>> {
        self.certificate.as_ref().map(|claim| Certificate::of(self.measure.instance(), claim))
    }
}
